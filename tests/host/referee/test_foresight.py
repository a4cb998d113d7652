"""Which outcomes a table shows, or may be on its way to."""

from host.referee import Outlook
from host.referee.foresight import Foresight, is_between
from host.referee.signatures import pack, trusted
from host.table import Scene, Thing
from tests.host.referee.toy import NEIGHBOURS, TILES, Position, outlook

PAIR = Position(((Thing("a", 6, 1), Thing("b", 7, 1)),))
ALL = trusted(bytes([100] * TILES))


def table(*things):
    return pack(Scene(TILES, [Thing("", *thing) for thing in things]).signature)


def names(outcomes):
    return sorted(answer for outcome in outcomes for answer in outcome.answers)


def test_an_outcome_is_found_when_it_is_complete():
    foresight = Foresight.of(outlook(PAIR), ALL)
    assert names(foresight.complete(table((7, 1), (8, 1)))) == ["move 0 east"]
    assert foresight.complete(table((7, 1), (9, 1))) == []


def test_a_lifted_thing_may_become_whatever_changes_its_tile():
    """Going west, the other thing would lie there just like it: that shows only with the next lift."""
    foresight = Foresight.of(outlook(PAIR), ALL)
    assert names(foresight.under_way(table((7, 1)))) == ["move 0 east", "move 0 north", "move 0 south"]
    assert len(foresight.under_way(table())) == 4


def test_a_thing_put_down_leaves_fewer_ways():
    foresight = Foresight.of(outlook(PAIR), ALL)
    assert names(foresight.under_way(table((6, 1), (8, 1)))) == ["move 0 east"]
    assert names(foresight.under_way(table((8, 1)))) == ["move 0 east"]


def test_magnets_do_not_multiply():
    before, after = table((6, 1)), table((7, 1))
    assert not is_between(before, table((6, 1), (7, 1)), after)
    assert is_between(before, table(), after)
    assert is_between(table((6, 1), (9, 1)), table((7, 1)), table((7, 1), (9, 1)))


def test_what_has_not_begun_is_not_under_way():
    before = table((6, 1), (12, 2))
    assert not is_between(before, table((6, 1)), table((7, 1), (12, 2)))


def test_an_answer_is_half_done_if_it_explains_all_that_was_touched():
    spare = (Thing("x", 12, 1),)
    foresight = Foresight.of(outlook(Position((*PAIR.bodies, (Thing("c", 20, 1),)), spare)), ALL)
    assert names(foresight.half_done(table((6, 1), (8, 1), (20, 1)))) == ["move 0 east"]
    built = table((6, 1), (7, 1), (12, 1))  # the thing of tile 20 would be in a hand besides
    assert "bring x 12 1" in names(foresight.under_way(built))
    assert "bring x 12 1" not in names(foresight.half_done(built))


def test_a_rigid_body_that_has_arrived_cannot_go_on():
    foresight = Foresight.of(outlook(PAIR), ALL)
    assert not foresight.may_go_on(table((7, 1), (8, 1)), NEIGHBOURS)


def test_a_thing_may_slide_on_or_be_turned():
    lone = (Thing("a", 0, 1),)
    slides = Position((lone,), (Thing("x", 12, 1), Thing("x", 13, 1)))
    turns = Position((lone,), (Thing("x", 12, 1), Thing("x", 12, 2)))
    far = Position((lone,), (Thing("x", 12, 1), Thing("x", 14, 1)))
    put = table((0, 1), (12, 1))
    assert Foresight.of(outlook(slides), ALL).may_go_on(put, NEIGHBOURS)
    assert Foresight.of(outlook(turns), ALL).may_go_on(put, NEIGHBOURS)
    assert not Foresight.of(outlook(far), ALL).may_go_on(put, NEIGHBOURS)


def test_an_outcome_that_is_half_of_another_one_may_go_on():
    scene = Scene(TILES, [Thing("a", 12, 1)])
    one, two = ([*scene.things, Thing("x", 0, 1)], [*scene.things, Thing("x", 0, 1), Thing("y", 24, 1)])
    outcomes = {Scene(TILES, one).signature: ("one",), Scene(TILES, two).signature: ("two",)}
    foresight = Foresight.of(Outlook(scene, outcomes, lambda answer: None), ALL)
    assert foresight.may_go_on(table((12, 1), (0, 1)), NEIGHBOURS)
    assert not foresight.may_go_on(table((12, 1), (0, 1), (24, 1)), NEIGHBOURS)


def test_a_thing_too_many_is_under_way_to_nothing():
    assert Foresight.of(outlook(PAIR), ALL).under_way(table((6, 1), (7, 1), (8, 1))) == []


def test_what_only_a_masked_tile_tells_apart_is_complete_alike():
    keep = trusted(bytes(0 if tile in (8, 11, 12) else 100 for tile in range(TILES)))
    foresight = Foresight.of(outlook(Position(((Thing("a", 7, 1),),))), keep)
    assert names(foresight.complete(0)) == ["move 0 east", "move 0 north"]


def test_without_gain_nothing_is_brought():
    foresight = Foresight.of(outlook(PAIR._replace(spare=(Thing("x", 20, 1),))), ALL)
    assert "bring x 20 1" in names(foresight.outcomes)
    assert "bring x 20 1" not in names(foresight.without_gain().outcomes)
    assert foresight.without_gain().complete(table((7, 1), (8, 1)))


def test_only_what_brings_something_new_may_have_lost_something_else():
    """A thing came, and another one was knocked over: that is no move, however little differs from one."""
    things = {"move": [(13, 1), (20, 1)], "build": [(12, 1), (13, 1), (20, 1)], "other": [(12, 1), (14, 1), (20, 1)]}
    outcomes = {Scene(TILES, [Thing("", *at) for at in after]).signature: (name,) for name, after in things.items()}
    scene = Scene(TILES, [Thing("a", 12, 1), Thing("b", 20, 1)])
    foresight = Foresight.of(Outlook(scene, outcomes, lambda answer: None), ALL)
    assert names(foresight.with_loss(table((13, 1)))) == ["build"]
    assert names(foresight.with_loss(table((13, 1), (20, 1)))) == ["build"]
    assert names(foresight.with_loss(table((14, 1), (12, 1)))) == ["other"]
    assert names(foresight.with_loss(table((13, 2)))) == []
