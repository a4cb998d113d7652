"""Where a table that shows nothing complete is led."""

from host.referee import Guide, Outlook, Step, Wait
from host.table import Scene, Thing
from tests.host.referee.toy import TILES, Position, Watcher

PAIR = Position(((Thing("a", 6, 1), Thing("b", 7, 1)), (Thing("c", 20, 2),)))


def test_the_table_is_led_to_an_answer_of_which_less_is_missing_than_to_what_was_there():
    table = Watcher(PAIR).set(20, 0).set(4, 2)
    for tile, mask in ((6, 0), (11, 1), (7, 0), (12, 1)):
        table.set(tile, mask, wait=10)
    assert table.wait(1_000).verdict == Guide(Step("move", "c", 4, 20, 2), 1, "little is missing to an answer", False)


def test_what_was_there_is_the_goal_if_no_answer_is_nearer():
    table = Watcher(PAIR).set(20, 0, wait=10).set(4, 2).wait(1_000)
    step, why = Step("move", "c", 4, 20, 2), "the table does not show what it should"
    assert table.verdict == Guide(step, 1, why, False, is_back=True)


def test_what_is_left_of_an_answer_that_stays_half_done_is_hinted_at_within_a_second():
    """Whoever did something else by mistake learns what it is taken for; whoever goes on slowly is not blamed."""
    table = Watcher(PAIR).set(6, 0, wait=10).set(11, 1)
    assert isinstance(table.verdict, Wait)
    assert table.verdict.hint is None
    table.wait(950)
    assert isinstance(table.verdict, Wait)
    assert table.verdict.hint is not None
    assert table.verdict.hint.step.kind == "move"
    assert {table.verdict.hint.step.source, table.verdict.hint.step.target} <= {6, 7, 11, 12}
    table.set(7, 0, wait=10).set(12, 1, wait=500)
    assert not isinstance(table.verdict, Wait)


def test_what_is_in_a_hand_is_not_hinted_at():
    table = Watcher(PAIR).set(6, 0).wait(950)
    assert isinstance(table.verdict, Wait)
    assert table.verdict.hint is None


def told(*things):
    return Scene(TILES, [Thing(*thing) for thing in things])


def test_what_was_lifted_behind_an_answer_is_put_back_though_it_could_have_been_another_answer():
    """Another answer to the last question takes that very thing away; but that one was not given."""
    a, x = ("a", 12, 1), ("x", 0, 2)
    before = Outlook(told(a), {told(a, x).signature: ("bring",), told(x).signature: ("swap",)}, lambda answer: None)
    table = Watcher(Position(((Thing(*a),), (Thing(*x),))))
    table.referee.expect(
        Outlook(told(a, x), {told(a).signature: ("drop",)}, lambda answer: None),
        (),
        table.now,
        is_seen=True,
        may_amend=True,
        before=before,
    )
    assert table.set(12, 0, wait=5_000).verdict.step == Step("put", "a", None, 12, 1)


def test_of_two_answers_the_one_of_which_less_is_missing_is_the_goal():
    things = [("a", 6, 1), ("b", 7, 2), ("c", 20, 4), ("d", 4, 8)]
    north = [("a", 11, 1), ("b", 12, 2)]
    far, near = told(*north, ("c", 22, 4), ("d", 3, 8)), told(*north, *things[2:])
    for outcomes in ({far.signature: ("far",), near.signature: ("near",)}, {near.signature: ("near",)}):
        table = Watcher(Position((tuple(Thing(*thing) for thing in things),)))
        table.referee.expect(Outlook(told(*things), outcomes, lambda answer: None), (), table.now, is_seen=True)
        for tile, mask in ((20, 0), (23, 4), (6, 0), (11, 1), (7, 0), (12, 2)):
            table.set(tile, mask, wait=10)
        assert table.wait(5_000).verdict.step == Step("move", "c", 23, 20, 4)
        assert (table.verdict.remaining, table.verdict.is_back, table.verdict.alone) == (1, False, None)
