"""Two answers at once."""

import pytest

from host.referee import Outlook
from host.referee.catch_up import Age, catch_up, first_answers, is_clear, shown_on_the_way
from host.referee.foresight import Foresight
from host.referee.signatures import pack, trusted
from host.table import Scene, Snapshot, Thing, Touch
from tests.host.referee.toy import TILES, Position, outlook

ALL = trusted(bytes([100] * TILES))
LONE = Position(((Thing("a", 12, 1),),))


def table(*things):
    return Scene(TILES, [Thing("", *thing) for thing in things]).signature


def pairs(position, *things, shown=(), rested=(), most=24):
    """Return the pairs that lead to these things; ``shown`` is what the table showed before, the latest first.

    Of that, only what is in ``rested`` did not pass at once.
    """
    rested = set(map(pack, rested))
    seen = pack(table(*things))
    ages = {pack(one): Age(number, pack(one) not in rested) for number, one in enumerate(shown)}
    return catch_up(Foresight.of(outlook(position), ALL), seen, ALL, ages, most)


def test_a_thing_that_went_two_tiles_made_two_moves():
    assert pairs(LONE, (14, 1)) == [("move 0 east", "move 0 east")]


def test_the_order_of_two_answers_does_not_matter_unless_it_was_seen():
    found = pairs(LONE, (18, 1))
    assert is_clear(found)
    assert len(found) == 2


def test_what_the_table_showed_on_its_way_tells_the_order():
    assert pairs(LONE, (18, 1), shown=[table((17, 1))])[0] == ("move 0 north", "move 0 east")
    assert pairs(LONE, (18, 1), shown=[table((13, 1))])[0] == ("move 0 east", "move 0 north")


@pytest.mark.parametrize(("first", "second"), [((0, 1), (4, 1)), ((4, 1), (0, 1))])
@pytest.mark.parametrize("is_rested", [True, False])
def test_of_two_things_that_were_brought_the_one_that_was_seen_first_came_first(first, second, is_rested):
    """However near the other way would have been, the table has shown this one."""
    spare = (Thing("x", 0, 1), Thing("y", 4, 1))
    way = table((12, 1), first)
    found = pairs(LONE._replace(spare=spare), (12, 1), *sorted((first, second)), shown=[way], rested=[way] * is_rested)
    names = {(0, 1): "bring x 0 1", (4, 1): "bring y 4 1"}
    assert found == [(names[first], names[second])]


@pytest.mark.parametrize("order", [(13, 17), (17, 13)], ids=str)
def test_of_two_states_on_the_way_the_later_one_tells_the_order(order):
    """A thing was slid through one of these places, and stayed at the other."""
    way = {17: "move 0 north", 13: "move 0 east"}
    found = pairs(LONE, (18, 1), shown=[table((tile, 1)) for tile in order])
    assert found == [(way[order[0]], way[order[1]])]


@pytest.mark.parametrize("rested", [13, 17])
def test_of_two_states_on_the_way_the_one_that_rested_tells_the_order(rested):
    """A thing that is pushed from one tile to the next is on neither for a moment: that is no answer."""
    way = {17: "move 0 north", 13: "move 0 east"}
    brief = 30 - rested
    found = pairs(LONE, (18, 1), shown=[table((brief, 1)), table((rested, 1))], rested=[table((rested, 1))])
    assert found == [(way[rested], way[brief])]


def test_what_was_brought_and_rested_may_have_gone_on_with_the_second_answer():
    """A ship that has got a piece moves as a whole: nothing of where the piece was built is left."""
    built, gone = table((12, 1), (13, 1)), table((13, 1), (14, 1))
    ahead = Outlook(Scene(TILES, [Thing("a", 12, 1), Thing("b", 13, 1)]), {gone: ("move",)}, lambda answer: None)
    moved = Outlook(Scene(TILES, [Thing("a", 13, 1)]), {gone: ("build later",)}, lambda answer: None)
    outcomes = {built: ("build",), table((13, 1)): ("move first",)}
    start = Scene(TILES, [Thing("a", 12, 1)])
    foresight = Foresight.of(Outlook(start, outcomes, lambda answer: ahead if answer == "build" else moved), ALL)
    ages = {pack(table((13, 1))): Age(0), pack(built): Age(1)}
    assert catch_up(foresight, pack(gone), ALL, ages, 24) == [("move first", "build later")]
    ages[pack(built)] = Age(1, is_brief=False)
    assert catch_up(foresight, pack(gone), ALL, ages, 24) == [("build", "move")]


@pytest.mark.parametrize("is_brief", [None, True, False])
def test_an_answer_of_which_nothing_is_left_was_not_first_unless_it_rested(is_brief):
    """Something would have been brought and put away again, while another thing was moved."""
    brought, gone = table((12, 1), (0, 1)), table((13, 1))
    ahead = Outlook(Scene(TILES, [Thing("a", 12, 1), Thing("x", 0, 1)]), {gone: ("swap",)}, lambda answer: None)
    start = Outlook(Scene(TILES, [Thing("a", 12, 1)]), {brought: ("bring",)}, lambda answer: ahead)
    ages = {} if is_brief is None else {pack(brought): Age(0, is_brief)}
    found = catch_up(Foresight.of(start, ALL), pack(gone), ALL, ages, 24)
    assert found == ([("bring", "swap")] if is_brief is False else [])


def test_a_thing_that_came_back_must_have_been_away():
    """It went there and back while another one was brought: nobody believes that unless it was seen."""
    odd = Outlook(
        outlook(LONE).scene,
        {table((13, 1), (0, 1)): ("east",)},
        lambda answer: Outlook(Scene(TILES, []), {table((12, 1), (0, 1)): ("back",)}, lambda answer: None),
    )
    foresight, seen = Foresight.of(odd, ALL), pack(table((12, 1), (0, 1)))
    assert catch_up(foresight, seen, ALL, {}, 24) == []
    assert catch_up(foresight, seen, ALL, {pack(table((0, 1))): Age(0)}, 24) == [("east", "back")]


def leaving(*left, then):
    """Return the pairs after a thing went a tile east, which leaves another one to be turned, and what then came."""
    went = Scene(TILES, [Thing("a", 13, 1), Thing("b", 20, 2)])
    ahead = Outlook(went, {table((13, 1), (20, 2), *more): (name,) for name, more in then.items()}, lambda answer: None)
    start = Scene(TILES, [Thing("a", 12, 1), Thing("b", 20, 1)])
    outcomes = {table((13, 1), (20, 1)): ("east",), table((13, 1), (20, 2)): ("east",)}
    foresight = Foresight.of(Outlook(start, outcomes, lambda answer: ahead), ALL)
    return catch_up(foresight, pack(table((13, 1), *left)), ALL, {}, 24)


@pytest.mark.parametrize("turned", [1, 2])
def test_what_the_first_answer_leaves_to_do_may_be_done_later(turned):
    found = leaving((20, turned), (0, 1), then={"bring": [(0, 1)]})
    assert is_clear(found)
    assert found[0] == ("east", "bring")


@pytest.mark.parametrize("left", [(), ((20, 4),), ((20, 3),)])
def test_what_the_first_answer_leaves_to_do_shows_what_it_did_or_what_it_should(left):
    assert leaving(*left, (0, 1), then={"bring": [(0, 1)]}) == []


def test_two_things_alike_that_were_brought_are_a_question():
    spare = (Thing("x", 0, 1), Thing("y", 0, 1), Thing("x", 4, 1), Thing("y", 4, 1))
    found = pairs(LONE._replace(spare=spare), (12, 1), (0, 1), (4, 1))
    assert not is_clear(found)
    assert set(first_answers(found)) >= {"bring x 0 1", "bring y 0 1"}


def test_an_answer_that_is_part_of_every_pair_was_surely_given():
    spare = (Thing("x", 0, 1), Thing("y", 4, 1), Thing("z", 4, 1))
    assert first_answers(pairs(LONE._replace(spare=spare), (12, 1), (0, 1), (4, 1))) == ("bring x 0 1",)


def test_which_came_first_matters_if_the_second_answer_moves_what_the_first_one_built():
    assert first_answers([("build a", "turn"), ("turn", "build b")]) == ("build a", "turn")
    assert first_answers([("build a", "turn"), ("turn", "build a")]) == ("build a",)


def test_three_answers_are_too_many():
    assert pairs(LONE, (9, 1)) == []


def test_the_search_has_a_bound():
    assert pairs(LONE, (14, 1), most=0) == []


def test_the_search_ends_with_the_likeliest_first_answer():
    asked = []
    ahead = outlook(LONE)

    def foresee(answer):
        asked.append(answer)
        return ahead.after(answer)

    watched = Foresight.of(Outlook(ahead.scene, ahead.outcomes, foresee), ALL)
    assert catch_up(watched, pack(table((18, 1))), ALL, {pack(table((17, 1))): Age(0)}, 24)
    assert asked == ["move 0 north"]


def test_states_on_the_way_are_unrolled_from_the_touches():
    touches = (Touch(50, 3, 0, 1), Touch(100, 3, 1, 0), Touch(110, 4, 0, 1))
    snapshot = Snapshot(120, table((4, 1)), bytes([100] * TILES), 110, True, touches)
    assert shown_on_the_way(snapshot, 60, ALL, 40) == {pack(table()): Age(0), pack(table((3, 1))): Age(1, False)}


@pytest.mark.parametrize(("rest_ms", "is_brief"), [(50, False), (51, True)])
def test_what_lasted_is_not_brief(rest_ms, is_brief):
    touches = (Touch(50, 3, 0, 1), Touch(100, 4, 0, 1), Touch(110, 3, 1, 0))
    snapshot = Snapshot(120, table((4, 1)), bytes([100] * TILES), 110, True, touches)
    ages = shown_on_the_way(snapshot, 50, ALL, rest_ms)
    assert ages[pack(table((3, 1)))].is_brief == is_brief
    assert ages[pack(table((3, 1), (4, 1)))].is_brief


def test_what_hops_after_all_was_there_tells_less_than_what_came_before():
    touches = (Touch(10, 3, 0, 1), Touch(20, 4, 0, 1), Touch(30, 3, 1, 0), Touch(40, 3, 0, 1))
    snapshot = Snapshot(50, table((3, 1), (4, 1)), bytes([100] * TILES), 40, True, touches)
    ages = shown_on_the_way(snapshot, 0, ALL, 500)
    assert ages[pack(table((3, 1)))] < ages[pack(table())] < ages[pack(table((4, 1)))]


def test_what_happened_at_the_moment_when_the_scene_changed_counts_and_nothing_before():
    touches = (Touch(49, 3, 0, 1), Touch(50, 4, 0, 1), Touch(60, 3, 1, 0))
    snapshot = Snapshot(120, table((4, 1)), bytes([100] * TILES), 60, True, touches)
    ages = shown_on_the_way(snapshot, 50, ALL, 40)
    assert list(ages) == [pack(table((3, 1), (4, 1))), pack(table((3, 1)))]
    assert [age.number for age in ages.values()] == [0, 1]


def test_tiles_that_are_not_trusted_show_nothing_on_the_way():
    keep = trusted(bytes(0 if tile == 3 else 100 for tile in range(TILES)))
    snapshot = Snapshot(120, table((4, 1)), bytes([100] * TILES), 60, True, (Touch(50, 3, 0, 1), Touch(60, 4, 0, 1)))
    assert list(shown_on_the_way(snapshot, 0, keep, 40)) == [0]
