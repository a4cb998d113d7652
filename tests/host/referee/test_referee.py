"""The referee on a toy game: each verdict, and when it is given."""

import pytest

from host.referee import (
    Ask,
    Blind,
    Commit,
    Guide,
    Instead,
    Outlook,
    Referee,
    Settings,
    Step,
    Still,
    TakeBack,
    TakenBack,
    Unchanged,
    Wait,
)
from host.table import Scene, Snapshot, Thing, Touch
from tests.host.referee.toy import NEIGHBOURS, TILES, Position, Watcher, answers, outlook

LONE = Position(((Thing("a", 12, 1),),))
DUO = Position(((Thing("a", 6, 1), Thing("b", 7, 2)), (Thing("c", 20, 4),)))


def signature(position):
    return Scene(TILES, position.things).signature


def after(position, *said):
    for answer in said:
        position = answers(position)[answer]
    return position


# ---- when ------------------------------------------------------------------------------------------------------------


def test_nothing_is_judged_before_something_is_expected():
    snapshot = Snapshot(0, bytes(TILES), bytes([100] * TILES), 0, True)
    referee = Referee(NEIGHBOURS)
    assert referee.look(snapshot, 0) == Blind()
    assert referee.due is None


def test_nothing_is_judged_while_the_table_is_not_known():
    table = Watcher(LONE)
    snapshot = Snapshot(2_000, bytes(TILES), bytes([100] * TILES), 2_000, False)
    assert table.referee.look(snapshot, 2_000) == Blind()
    assert table.referee.due is None


def test_a_still_table_needs_no_second_look():
    table = Watcher(LONE)
    assert table.verdict == Still()
    assert table.referee.due is None


def test_a_thing_that_may_slide_on_is_given_time():
    table = Watcher(LONE._replace(spare=(Thing("x", 0, 1), Thing("x", 1, 1)))).set(0, 1)
    assert table.verdict == Wait("it may slide on", table.now + 350, ("bring x 0 1",))
    assert table.referee.due == table.now + 350
    assert table.wait(349).verdict != Commit
    assert table.wait(1).verdict.answers == ("bring x 0 1",)


@pytest.mark.parametrize(("lifted", "is_half_in"), [(-40, True), (100, True), (400, False)])
def test_what_is_slid_in_and_seems_to_face_where_it_came_from_is_given_time(lifted: int, is_half_in: bool):
    """It closes the reed at the edge first; whoever lifts a thing and turns it in the air is not so quick."""
    before, after = (Scene(TILES, [Thing("a", tile, mask)]) for tile, mask in ((11, 2), (12, 8)))
    came = 2_000
    touches = sorted((Touch(came - lifted, 11, 2, 0), Touch(came, 12, 0, 8)))
    snapshot = Snapshot(touches[-1].at, after.signature, bytes([100] * TILES), touches[-1].at, True, tuple(touches))
    for entries in ({}, {(11, 12): 8}, {(11, 12): 2}):
        referee = Referee(NEIGHBOURS, entries=entries)
        referee.expect(Outlook(before, {after.signature: ("turn",)}, lambda answer: None), (), 1_000, is_seen=True)
        waits = isinstance(referee.look(snapshot, snapshot.at), Wait)
        assert waits == (is_half_in and entries == {(11, 12): 8})
        assert referee.due == (snapshot.at + referee.settings.settle_ms if waits else None)


@pytest.mark.parametrize(("other", "delay"), [(4, 350), (2, 130), (8, 130)])
def test_something_new_that_may_lie_the_other_way_round_is_given_time(other: int, delay: int):
    """Pushed in from beside, it closes the reed on that side first, and the one across last."""
    table = Watcher(LONE._replace(spare=(Thing("x", 18, 1), Thing("y", 18, other)))).set(18, 1)
    assert table.referee.due == table.now + delay
    assert table.wait(delay).verdict.answers == ("bring x 18 1",)


def test_a_thing_that_was_in_a_hand_and_may_lie_the_other_way_round_is_given_time():
    """Whoever turns a thing left may push it in from the right."""
    scenes = [Scene(TILES, [Thing("a", 12, mask)]) for mask in (1, 2, 8)]
    outcomes = {scene.signature: (answer,) for scene, answer in zip(scenes[1:], ("right", "left"), strict=True)}
    referee = Referee(NEIGHBOURS)
    referee.expect(Outlook(scenes[0], outcomes, lambda answer: None), (), 1_000, is_seen=True)
    touches = (Touch(2_000, 12, 1, 0), Touch(4_000, 12, 0, 2))
    snapshot = Snapshot(4_000, scenes[1].signature, bytes([100] * TILES), 4_000, True, touches)
    assert isinstance(referee.look(snapshot, 4_000), Wait)
    assert referee.due == 4_000 + referee.settings.settle_ms


def test_every_wait_is_a_setting():
    position = LONE._replace(spare=(Thing("x", 0, 1), Thing("x", 1, 1)))
    table = Watcher(position)
    table.referee.settings = Settings(settle_ms=50, touch_ms=50)
    assert isinstance(table.set(0, 1).wait(50).verdict, Commit)


@pytest.mark.parametrize(("confidence", "delay"), [(100, 0), (50, 350), (20, 560)])
def test_doubt_delays_also_what_cannot_go_on(confidence, delay):
    table = Watcher(LONE)
    table.confidence[13] = confidence
    table.set(12, 0, wait=10).set(13, 1)
    assert isinstance(table.verdict, Wait) == (delay > 0)
    if delay:
        assert table.verdict.until == table.now + delay
        table.wait(delay)
    assert table.verdict == Commit(("move 0 east",), confidence, "the table shows this answer and no other")


# ---- back ------------------------------------------------------------------------------------------------------------


def test_the_fewest_answers_are_taken_back():
    """The same position was there two and four answers ago."""
    past = [signature(after(DUO, "move 0 north")), signature(DUO), signature(after(DUO, "move 1 east")), signature(DUO)]
    position = after(DUO, "move 0 north", "move 1 east")
    table = Watcher(position, past=past)
    for thing in position.things:
        table.set(thing.tile, 0)
    for thing in DUO.things:
        table.set(thing.tile, thing.mask)
    assert TakenBack(2) in table.wait(400).verdict.candidates


def test_one_step_back_that_is_also_an_answer_is_asked():
    table = Watcher(after(LONE, "move 0 east"), past=[signature(LONE)]).set(13, 0, wait=10).set(12, 1, wait=400)
    assert table.verdict.candidates == ("move 0 west", TakenBack(1))


def test_an_answer_that_nobody_can_see_lies_between_and_is_not_taken_back_by_hand():
    shot = [signature(after(LONE, "move 0 east")), signature(LONE)]
    table = Watcher(after(LONE, "move 0 east"), past=shot).set(13, 0, wait=10).set(12, 1, wait=400)
    assert table.verdict.answers == ("move 0 west",)


def test_what_is_slid_closes_several_reeds_of_a_tile_at_once_and_is_nothing_new():
    table = Watcher(LONE).set(12, 3, wait=150).set(12, 2, wait=150).set(12, 0).set(13, 1)
    assert table.verdict.answers == ("move 0 east",)


def test_what_comes_while_nothing_is_missing_is_something_new():
    table = Watcher(LONE).set(13, 1, wait=150).set(12, 0, wait=2_900)
    assert isinstance(table.verdict, Wait)
    assert table.wait(200).verdict.candidates == ("move 0 east", Unchanged())


def test_a_walk_in_a_circle_takes_nothing_back():
    walk = ("move 0 north", "move 0 east", "move 0 south")
    past = [signature(after(LONE, *walk[:count])) for count in (2, 1, 0)]
    table = Watcher(after(LONE, *walk), past=past).set(13, 0, wait=10).set(12, 1)
    assert table.verdict.answers == ("move 0 west",)


def half_moved():
    """Of a body of two, one was moved north; the same two tiles were held three answers ago."""
    body = (Thing("a", 11, 1), Thing("b", 12, 1))
    past = [Scene(TILES, [Thing("a", tile, 1), Thing("b", 12, 1)]).signature for tile in (21, 20, 16)]
    return Watcher(Position((body,)), past=past).set(11, 0, wait=300).set(16, 1, wait=3_000)


def test_an_answer_that_is_half_done_takes_nothing_back():
    table = half_moved()
    assert isinstance(table.verdict, Wait)
    assert table.set(12, 0, wait=300).set(17, 1).verdict.answers == ("move 0 north",)


def test_an_answer_that_stays_half_done_is_asked_about_if_the_table_was_like_that_before():
    assert half_moved().wait(1_000).verdict.candidates == (TakenBack(3), Unchanged())


def test_nothing_is_taken_back_while_something_is_owed():
    position = after(LONE, "move 0 east")
    table = Watcher(position, past=[signature(LONE)])
    table.tiles[:] = signature(LONE)
    table.referee.expect(outlook(LONE), [signature(position)], table.now, is_seen=True)
    table.referee.expect(outlook(position), [signature(LONE)], table.now, is_seen=False)
    assert table.look() == Guide(Step("move", "a", 12, 13, 1), 1, "the table has to follow what was answered", True)


# ---- amending --------------------------------------------------------------------------------------------------------


def amendable(spare):
    """A thing was brought to tile 0 and may still go elsewhere."""
    before = LONE._replace(spare=spare)
    position = after(before, "bring x 0 1")
    return Watcher(position, past=[signature(before)], may_amend=True, before=outlook(before))


def test_an_answer_is_amended_while_that_may_be():
    table = amendable((Thing("x", 0, 1), Thing("x", 24, 1))).set(0, 0, wait=100).set(24, 1)
    assert isinstance(table.verdict, Wait)  # it had come to rest, and may only be held there
    assert table.wait(600).verdict.answers == ("bring x 24 1",)
    assert table.verdict.amends


def test_of_two_that_look_alike_one_is_asked_for():
    table = amendable((Thing("x", 0, 1), Thing("x", 24, 1), Thing("y", 24, 1))).set(0, 0, wait=100).set(24, 1)
    table.wait(600)
    assert table.verdict.candidates == ("bring x 24 1", "bring y 24 1")
    assert table.verdict.amends


def test_an_answer_is_not_amended_when_that_may_not_be():
    before = LONE._replace(spare=(Thing("x", 0, 1), Thing("x", 24, 1)))
    table = Watcher(after(before, "bring x 0 1"), past=[signature(before)]).set(0, 0, wait=100).set(24, 1)
    assert table.wait(1_000).verdict.step == Step("move", "x", 24, 0, 1)


def test_what_is_taken_off_within_the_window_is_asked_about_after_a_while():
    table = amendable((Thing("x", 0, 1),)).set(0, 0, wait=2_900)
    assert isinstance(table.verdict, Wait)
    assert table.wait(200).verdict == Ask((TakenBack(1),), "something was taken off the table")


def test_a_thing_that_is_being_mended_is_not_taken_back_when_it_is_lifted():
    table = amendable((Thing("x", 0, 1),)).set(0, 0, wait=100).set(24, 2).wait(5_000)
    assert table.verdict.step == Step("move", "x", 24, 0, 1)
    assert table.set(24, 0).wait(10_000).verdict.step == Step("put", "x", None, 0, 1)


# ---- owing -----------------------------------------------------------------------------------------------------------


def owing(old, new):
    """A table that shows one position when another one is told on the screen."""
    table = Watcher(old)
    table.referee.expect(outlook(new), [signature(old)], table.now, is_seen=False)
    table.verdicts.append(table.look())
    return table


def test_a_thing_misplaced_while_the_table_is_set_up_is_not_two_answers():
    """Moved east, and another one brought to where it was: that would be two legal answers."""
    position = LONE._replace(spare=(Thing("x", 12, 1),))
    table = owing(Position(()), position).set(13, 1).wait(5_000)
    assert table.verdict.step == Step("move", "a", 13, 12, 1)


def test_a_ship_that_went_further_than_was_said_is_led_back():
    told = after(DUO, "move 0 east")
    table = owing(DUO, told)
    for tile in (6, 7):
        table.set(tile, 0)
    table.set(8, 1).set(9, 2).wait(5_000)
    assert isinstance(table.verdict, Guide)
    assert not any(isinstance(verdict, Commit) for verdict in table.verdicts)


# ---- guiding ---------------------------------------------------------------------------------------------------------


def test_a_table_as_far_from_an_answer_as_from_what_it_should_show_goes_back():
    table = Watcher(DUO).set(20, 0).set(23, 4).wait(1_000)
    assert table.verdict.step == Step("move", "c", 23, 20, 4)


def test_an_answer_that_is_nearer_is_finished():
    table = Watcher(DUO)
    for tile in (6, 7, 20):
        table.set(tile, 0)
    table.set(1, 1).set(2, 2).set(23, 4).wait(5_000)
    assert table.verdict == Guide(Step("move", "c", 23, 20, 4), 1, "little is missing to an answer", False)


def test_the_next_step_is_planned_when_the_hand_rests():
    table = Watcher(DUO).set(20, 0).set(23, 4).wait(1_000)
    told = table.verdict
    assert table.set(23, 0, wait=100).verdict == told
    assert table.wait(100).verdict.step == Step("put", "c", None, 20, 4)


def test_what_the_rules_would_change_further_is_led_to_by_what_lies_there_now():
    signature_east = signature(after(DUO, "move 0 east"))
    odd = Outlook(Scene(TILES, DUO.things), {signature_east: ("east",)}, lambda answer: None)
    table = Watcher(DUO)
    table.referee.expect(odd, [], table.now, is_seen=True)
    table.set(6, 0).set(7, 1).set(8, 2).set(20, 0).wait(5_000)
    assert table.verdict.step == Step("put", "c", None, 20, 4)
    assert table.verdict.remaining == 1


def test_a_declined_question_leads_back_until_the_table_changes():
    spare = (Thing("x", 0, 1), Thing("y", 0, 1))
    table = Watcher(LONE._replace(spare=spare)).set(0, 1).wait(400)
    assert isinstance(table.verdict, Ask)
    table.referee.decline(table.now)
    assert table.referee.due == table.now
    assert table.wait(5_000).verdict.step == Step("take", None, 0, None, 1)
    assert table.set(0, 0).verdict == Still()
    assert isinstance(table.set(0, 1).wait(400).verdict, Ask)


# ---- two at once -----------------------------------------------------------------------------------------------------


def test_two_answers_at_once_are_kept_in_quarantine():
    table = Watcher(LONE).set(12, 0).set(14, 1)
    assert isinstance(table.wait(599).verdict, Wait)
    assert table.wait(1).verdict == Commit(("move 0 east", "move 0 east"), 80, "the table shows two answers at once")


def test_if_only_the_first_of_two_is_clear_it_is_committed_alone():
    spare = (Thing("x", 0, 1), Thing("y", 24, 1), Thing("z", 24, 1))
    table = Watcher(LONE._replace(spare=spare)).set(0, 1).set(24, 1).wait(600)
    assert table.verdict == Commit(("bring x 0 1",), 80, "the table shows this answer and one more")


def test_the_search_for_two_answers_is_made_once_for_each_state_of_the_table():
    asked = []
    ahead = outlook(LONE)

    def foresee(answer):
        asked.append(answer)
        return ahead.after(answer)

    table = Watcher(LONE)
    table.referee.expect(Outlook(ahead.scene, ahead.outcomes, foresee), [], table.now, is_seen=True)
    table.set(12, 0).set(24, 1).wait(700)
    searched = len(asked)
    assert 0 < searched <= 4
    for _ in range(5):
        table.look()
    assert len(asked) == searched


# ---- tiles that may be broken ----------------------------------------------------------------------------------------


def test_a_tile_that_is_alone_in_not_showing_an_answer_is_told():
    table = Watcher(DUO).set(20, 0, wait=5_000)
    table.set(6, 0, wait=50).set(7, 1, wait=50).set(8, 2, wait=9_000)
    assert isinstance(table.verdict, Guide)
    assert (table.verdict.step.kind, table.verdict.step.target, table.verdict.alone) == ("put", 20, 20)


def test_a_tile_that_is_wrong_by_itself_stands_alone_for_no_answer():
    table = Watcher(DUO).set(3, 1, wait=9_000)
    assert isinstance(table.verdict, Guide)
    assert table.verdict.alone is None


def test_what_is_in_a_hand_for_long_is_told_by_its_tile():
    table = Watcher(LONE).set(12, 0, wait=2_999)
    assert isinstance(table.verdict, Wait)
    assert table.verdict.lacking == ()
    assert table.referee.due == table.now + 1
    assert table.wait(1).verdict.lacking == (12,)
    assert table.verdict.until is None


def test_two_answers_at_once_are_asked_about_while_a_tile_cannot_be_read():
    table = Watcher(LONE)
    table.confidence[24] = 0
    table.set(12, 0, wait=10).set(14, 1, wait=600)
    assert table.verdict == Ask(("move 0 east",), "the table may show two answers, and one tile cannot be read")


def test_an_answer_that_changed_where_a_tile_cannot_be_read_is_asked_about():
    start = Position(((Thing("a", 11, 1), Thing("b", 12, 1)),))
    moved = after(start, "move 0 east")
    table = Watcher(moved, may_amend=True, before=outlook(start))
    table.confidence[11] = 0
    table.set(12, 0, wait=50).set(13, 0, wait=50).set(16, 1, wait=50).set(17, 1, wait=2_000)
    why = "the last answer looks changed, and one tile cannot be read"
    assert table.verdict == Ask(("move 0 north",), why, amends=True)


def test_if_only_one_thing_can_have_happened_the_other_is_that_nothing_has():
    assert Ask(("move",), "why").candidates == ("move", Unchanged())
    assert Ask(("move", "build"), "why").candidates == ("move", "build")


# ---- each wait, to the millisecond -----------------------------------------------------------------------------------


def is_given_after(table, ms, since=None, *, until=0):
    """Return the verdict after so long a wait, which was none a millisecond sooner: until then the table waited.

    It says so; or (``until`` is None) it says how long its patience would last if nothing were found sooner.
    """
    begun = table.now if since is None else since
    table.wait(begun + ms - 1 - table.now)
    table.verdicts.append(table.look())  # as often as anything else is told
    assert isinstance(table.verdict, Wait)
    assert isinstance(table.verdict.why, str)
    assert isinstance(table.verdict.possible, tuple)
    assert until is None or table.verdict.until == begun + ms
    assert table.referee.due == begun + ms
    return table.wait(1).verdict


TIMES = Settings()


def test_what_looks_like_an_answer_while_it_is_being_mended_is_given_time():
    """It goes back where it was, over a tile on which it would be an answer."""
    table = Watcher(DUO).set(20, 0).set(23, 4).wait(1_000)
    assert isinstance(table.verdict, Guide)
    table.set(23, 0).set(21, 4)
    assert is_given_after(table, TIMES.settle_ms).answers == ("move 1 east",)


def test_what_is_nothing_but_an_answer_needs_no_time():
    assert Watcher(DUO).set(20, 0, wait=10).set(21, 4).verdict.answers == ("move 1 east",)


def test_what_goes_back_and_may_be_an_answer_is_given_time():
    table = Watcher(after(LONE, "move 0 east"), past=[signature(LONE)]).set(13, 0, wait=10).set(12, 1)
    assert is_given_after(table, TIMES.settle_ms).candidates == ("move 0 west", TakenBack(1))


def test_what_may_be_half_of_another_answer_is_given_time():
    scene = Scene(TILES, [Thing("a", 12, 1)])
    one, two = [Thing("x", 0, 1)], [Thing("x", 0, 1), Thing("y", 24, 1)]
    outcomes = {Scene(TILES, one).signature: ("one",), Scene(TILES, two).signature: ("two",)}
    table = Watcher(LONE)
    table.referee.expect(Outlook(scene, outcomes, lambda answer: None), (), table.now, is_seen=True)
    table.set(12, 0, wait=10).set(0, 1)
    assert is_given_after(table, TIMES.settle_ms).answers == ("one",)


def test_something_new_is_given_a_moment():
    table = Watcher(LONE._replace(spare=(Thing("x", 0, 1),))).set(0, 1)
    assert is_given_after(table, TIMES.touch_ms).answers == ("bring x 0 1",)


def test_what_may_be_pushed_on_to_another_answer_is_given_a_moment():
    """A push closes the reed on the next tile before the one that is left is seen to open."""
    scenes = [Scene(TILES, [Thing("a", tile, 1)]) for tile in (12, 18, 23)]
    outcomes = {scene.signature: (answer,) for scene, answer in zip(scenes[1:], ("near", "far"), strict=True)}
    table = Watcher(LONE)
    table.referee.expect(Outlook(scenes[0], outcomes, lambda answer: None), (), table.now, is_seen=True)
    table.set(12, 0, wait=2_000).set(18, 1)
    assert is_given_after(table, TIMES.touch_ms).answers == ("near",)


def test_what_is_only_off_the_table_may_be_an_answer_after_a_while():
    gone = Outlook(Scene(TILES, LONE.things), {bytes(TILES): ("take away",)}, lambda answer: None)
    table = Watcher(LONE)
    table.referee.expect(gone, (), table.now, is_seen=True)
    table.set(12, 0)
    until = table.now + TIMES.lifted_ms
    assert table.verdict == Wait("it may be put back", until, ("take away",))
    assert is_given_after(table, TIMES.lifted_ms).answers == ("take away",)


def test_something_new_while_another_thing_is_gone_is_asked_about_after_a_while():
    """It came while nothing was missing: so it is not what is missing now."""
    table = Watcher(LONE).set(13, 1, wait=150).set(12, 0)
    assert is_given_after(table, TIMES.lifted_ms).candidates == ("move 0 east", Unchanged())


def test_a_table_that_fits_nothing_is_led_after_a_while():
    table = Watcher(DUO).set(3, 1)
    assert isinstance(is_given_after(table, TIMES.patience_ms), Guide)


def test_a_thing_that_stays_away_is_asked_about_after_a_while():
    table = Watcher(after(LONE._replace(spare=(Thing("x", 0, 1),)), "bring x 0 1"), past=[signature(LONE)])
    table.set(0, 0)
    assert is_given_after(table, TIMES.lifted_ms) == Ask((TakenBack(1),), "something was taken off the table")


def test_an_answer_that_is_half_done_is_led_on_after_a_while():
    table = Watcher(Position((DUO.bodies[0],))).set(6, 0, wait=10).set(11, 1)
    assert isinstance(is_given_after(table, TIMES.halfway_ms), Guide)


def test_a_position_of_before_is_believed_once_the_thing_has_settled():
    """Its own answers lead elsewhere, so it was put back."""
    old, new = (Scene(TILES, [Thing("a", tile, 1)]) for tile in (12, 24))
    table = Watcher(Position(((Thing("a", 24, 1),),)))
    table.referee.expect(Outlook(new, {}, lambda answer: None), [old.signature], table.now, is_seen=True)
    table.set(24, 0, wait=10).set(12, 1)
    assert is_given_after(table, TIMES.settle_ms) == TakeBack(1, "the table is as it was before")


@pytest.mark.parametrize("back", [1, 2, 3, 4])
def test_many_answers_are_not_taken_back_without_a_question(back):
    scenes = [Scene(TILES, [Thing("a", tile, 1)]) for tile in (24, 4, 2, 20, 12)]
    past = [scene.signature for scene in (*scenes[1:back], scenes[-1])]
    table = Watcher(Position(((Thing("a", 24, 1),),)))
    table.referee.expect(Outlook(scenes[0], {}, lambda answer: None), past, table.now, is_seen=True)
    table.set(24, 0, wait=10).set(12, 1)
    found = is_given_after(table, TIMES.settle_ms)
    few, many = TakeBack(back, "the table is as it was before"), "the table is as it was some answers ago"
    assert found == (few if back <= 3 else Ask((TakenBack(back),), many))


def test_an_earlier_position_may_lack_what_is_in_a_hand():
    """What was brought last is off the table, and so is what was brought before: that one may be in a hand."""
    things = [Thing("a", 24, 1), Thing("x", 0, 1), Thing("y", 4, 1)]
    past = [Scene(TILES, things[:2]).signature, Scene(TILES, [Thing("a", 12, 1)]).signature]
    table = Watcher(Position((tuple(things[:1]),)))
    table.tiles[:] = Scene(TILES, things).signature
    table.referee.expect(Outlook(Scene(TILES, things), {}, lambda answer: None), past, table.now, is_seen=True)
    for tile, mask in ((24, 0), (0, 0), (4, 0), (12, 1)):
        table.set(tile, mask, wait=10)
    assert is_given_after(table, TIMES.settle_ms, table.now - 10) == TakeBack(2, "the table is as it was before")


def test_the_next_step_is_shown_once_the_hand_has_rested():
    table = Watcher(DUO).set(20, 0).set(23, 4).wait(1_000)
    told, begun = table.verdict, table.now
    assert table.set(23, 0).verdict == told
    assert table.referee.due == begun + TIMES.replan_ms
    assert table.wait(TIMES.replan_ms - 1).verdict == told
    assert table.wait(1).verdict.step == Step("put", "c", None, 20, 4)


def test_a_table_that_follows_is_not_corrected_before_patience_ends():
    """What is owed is led to at once; what goes astray meanwhile may only be on its way."""
    table = owing(DUO, after(DUO, "move 1 east"))
    told = table.verdict
    assert told.is_owed
    begun = table.now
    assert table.set(20, 0).set(23, 4).verdict == told
    assert table.wait(TIMES.patience_ms - 1).verdict == told
    assert not table.wait(1).verdict.is_owed
    assert table.now == begun + TIMES.patience_ms


def test_a_last_answer_that_had_come_to_rest_is_changed_only_after_a_quarantine():
    table = amendable((Thing("x", 0, 1), Thing("x", 24, 1))).wait(TIMES.slide_ms).set(0, 0, wait=10).set(24, 1)
    assert is_given_after(table, TIMES.quarantine_ms).answers == ("bring x 24 1",)


@pytest.mark.parametrize("rested", [0, TIMES.slide_ms - 1, TIMES.slide_ms, TIMES.mind_ms - 1, TIMES.mind_ms])
def test_what_is_pushed_on_is_the_last_answer_or_the_next_one_by_how_long_it_had_rested(rested):
    """What hardly came to rest slid on. What did may be moved, or somebody thinks better of it for a while."""
    before = LONE._replace(spare=(Thing("x", 0, 1), Thing("x", 1, 1)))
    table = Watcher(after(before, "bring x 0 1"), may_amend=True, before=outlook(before), felt_at=1_000)
    table.wait(rested).set(0, 0).set(1, 1)
    if rested < TIMES.slide_ms:
        verdict = is_given_after(table, TIMES.settle_ms)
        assert (verdict.answers, verdict.amends) == (("bring x 1 1",), True)
    elif rested < TIMES.mind_ms:
        assert table.verdict.candidates == ("move 1 east", Instead("bring x 1 1", ""))
    else:
        assert table.verdict.answers == ("move 1 east",)
        assert not table.verdict.amends


def put_back(first, second, seen):
    """Two answers were given, each of which moved one thing; then the table shows ``seen``."""
    scenes = [Scene(TILES, [Thing(name, *at) for name, at in zip("ab", step, strict=True)]) for step in (first, second)]
    now = Scene(TILES, [Thing("a", *second[0]), Thing("b", *second[1])])
    between = Scene(TILES, [Thing("a", *second[0]), Thing("b", *first[1])])
    table = Watcher(Position((tuple(now.things),)))
    past = [between.signature, scenes[0].signature]
    table.referee.expect(Outlook(now, {}, lambda answer: None), past, table.now, is_seen=True, felt_at=1_000)
    for tile, mask in seen:
        table.set(tile, mask)
    return table


def test_if_the_answer_before_the_last_is_put_back_both_are_taken_back_after_a_quarantine():
    table = put_back([(6, 1), (20, 2)], [(7, 1), (21, 2)], [(7, 0), (6, 1)])
    why = "the answer before the last one was put back"
    assert table.verdict == Wait("it may go on", table.now + TIMES.quarantine_ms)
    assert is_given_after(table, TIMES.quarantine_ms) == TakeBack(2, why, is_last_left=True)


def test_what_is_put_on_top_of_the_last_answer_is_not_put_back():
    """The second thing lies where the first one was: it cannot be there as well."""
    table = put_back([(6, 1), (5, 2)], [(7, 1), (6, 2)], [(7, 0), (6, 3)]).wait(2_000)
    assert isinstance(table.verdict, Guide)


def test_an_answer_of_long_ago_that_is_put_back_is_a_mistake():
    table = put_back([(6, 1), (20, 2)], [(7, 1), (21, 2)], [])
    table.wait(TIMES.mind_ms).set(7, 0).set(6, 1).wait(5_000)
    assert isinstance(table.verdict, Guide)


@pytest.mark.parametrize("is_turned", [True, False])
@pytest.mark.parametrize("tile", [6, 0])
def test_a_pawn_that_is_back_on_its_tray_has_gone_back_or_was_put_back_whether_the_tray_was_turned_or_not(
    tile, is_turned
):
    """Going leaves the tray to be turned; the next answer may lead back onto it."""
    upright, sideways, pawn, there = 1, 2, 16, 7
    old = Position(((Thing("tray", tile, upright), Thing("pawn", tile, pawn)),))
    went = Scene(TILES, [Thing("tray", tile, sideways), Thing("pawn", there, pawn)])
    again = Scene(TILES, [Thing("tray", tile, sideways), Thing("pawn", tile, pawn)])
    table = Watcher(old).set(tile, upright, wait=200).set(there, pawn, wait=200)
    ahead = Outlook(went, {again.signature: ("go back",)}, lambda answer: None)
    table.referee.expect(ahead, [signature(old)], table.now, is_seen=True)
    table.verdicts.append(table.look())
    assert table.verdict.is_owed
    if is_turned:
        assert table.set(tile, sideways, wait=500).verdict == Still()
    table.set(there, 0, wait=300).set(tile, pawn | (sideways if is_turned else upright), wait=2_000)
    assert table.verdict.candidates == ("go back", TakenBack(1))


# ---- the last answer was another one, and more came ------------------------------------------------------------------


@pytest.mark.parametrize("rested", [0, TIMES.mind_ms])
def test_whoever_has_just_changed_the_last_answer_is_led_on_with_that(rested):
    """The ship went north, and should have gone east: one of its things is on its way there."""
    table = Watcher(after(DUO, "move 0 north"), may_amend=True, before=outlook(DUO), felt_at=1_000).wait(rested)
    for tile, mask in ((12, 0), (9, 2), (11, 0), (7, 1)):
        table.set(tile, mask, wait=10)
    table.wait(9_000)
    step = Step("move", "b", 9, 8, 2)
    assert (table.verdict.step == step) == (rested < TIMES.mind_ms)


def seen_as(*places):
    return Scene(TILES, [Thing(name, tile, 1) for name, tile in places])


def test_the_last_answer_may_have_been_one_that_looks_the_same_if_only_that_leads_on():
    """Two things are alike; the one that seems to lie there is brought now."""
    before = LONE._replace(spare=(Thing("x", 0, 1), Thing("y", 0, 1), Thing("x", 4, 1)))
    others = {shown: tuple(each for each in found if each != "bring x 0 1") for shown, found in _outcomes(before)}
    was = Outlook(outlook(before).scene, {shown: found for shown, found in others.items() if found}, _after(before))
    table = Watcher(after(before, "bring x 0 1"), may_amend=True, before=was).set(4, 1)
    why = "the last answer may have been another one, and one more followed"
    assert is_given_after(table, TIMES.quarantine_ms, until=None) == Ask(("bring y 0 1",), why, amends=True)


def _outcomes(position):
    return outlook(position).outcomes.items()


def _after(position):
    return outlook(position).after


def test_an_answer_that_was_replaced_may_have_been_right_and_its_change_half_of_the_next_one():
    first, changed, next_one = seen_as(("a", 12), ("x", 0)), seen_as(("a", 12), ("x", 1)), seen_as(("a", 13), ("x", 0))
    behind_first = Outlook(first, {next_one.signature: ("next",)}, lambda answer: None)
    behind_changed = Outlook(changed, {}, lambda answer: None)
    start = seen_as(("a", 12))
    table = Watcher(Position(((Thing("a", 12, 1),), (Thing("x", 0, 1),))))
    for ahead, other, name in ((behind_first, changed, "changed"), (behind_changed, first, "first")):
        was = Outlook(start, {other.signature: (name,)}, lambda answer: behind_first)
        table.referee.expect(ahead, [start.signature], table.now, is_seen=True, may_amend=True, before=was)
        table.look()
        if ahead is behind_first:
            table.set(0, 0, wait=20).set(1, 1, wait=700)
            assert (table.verdict.answers, table.verdict.amends) == (("changed",), True)
    for tile, mask in ((1, 0), (0, 1), (12, 0)):
        table.set(tile, mask, wait=20)
    table.set(13, 1)
    why = "the last answer was right before, and one more followed"
    found = is_given_after(table, TIMES.quarantine_ms, until=None)
    assert found == Commit(("first", "next"), 80, why, amends=True)


def test_once_all_is_right_again_the_next_mistake_is_waited_for_anew():
    table = Watcher(DUO).set(3, 1).wait(1_000)
    assert isinstance(table.verdict, Guide)
    assert table.set(3, 0).verdict == Still()
    table.set(4, 1)
    assert isinstance(is_given_after(table, TIMES.patience_ms), Guide)


def test_once_an_answer_is_understood_the_next_mistake_is_waited_for_anew():
    table = Watcher(DUO).set(20, 0).set(23, 4).wait(1_000)
    table.set(23, 0).set(21, 4).wait(TIMES.settle_ms)
    assert table.verdict.answers == ("move 1 east",)
    table.set(21, 0).set(23, 4)
    assert isinstance(is_given_after(table, TIMES.patience_ms), Guide)
