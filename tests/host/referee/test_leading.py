"""Where a table that shows nothing complete is led."""

from host.referee import Guide, Step
from host.table import Thing
from tests.host.referee.toy import Position, Watcher

PAIR = Position(((Thing("a", 6, 1), Thing("b", 7, 1)), (Thing("c", 20, 2),)))


def test_the_table_is_led_to_an_answer_of_which_less_is_missing_than_to_what_was_there():
    table = Watcher(PAIR).set(20, 0).set(4, 2)
    for tile, mask in ((6, 0), (11, 1), (7, 0), (12, 1)):
        table.set(tile, mask, wait=10)
    assert table.wait(1_000).verdict == Guide(Step("move", "c", 4, 20, 2), 1, "little is missing to an answer", False)


def test_what_was_there_is_the_goal_if_no_answer_is_nearer():
    table = Watcher(PAIR).set(20, 0, wait=10).set(4, 2).wait(1_000)
    assert table.verdict == Guide(Step("move", "c", 4, 20, 2), 1, "the table does not show what it should", False)
