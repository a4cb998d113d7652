"""What is asked about boards, boots and facts is answered for the one that was meant, however many there are."""

import pytest

from firmware.wire import BASELINE, TILE
from host.ledger import REBOOT, Batch, Boot, Fact, Gap, Ledger, LedgerError, Value

ONE, TWO = "e66058388337492a", "e66058388337492b"


def told(seq, src, value, kind=TILE):
    return Fact(seq, None, seq, 100 * seq, kind, src, bytes((value,)))


@pytest.fixture
def ledger():
    """Two boards, the first of which has run twice."""
    with Ledger.open(":memory:") as ledger:
        ledger.board(ONE, "grid", 3)
        ledger.board(TWO, "field", 4)
        ledger.commit(Batch(ONE, 70, 4, 10, [told(1, 5, 1), told(2, 6, 2)], [Gap(3, 3, "overflow", 10)]))
        ledger.commit(Batch(TWO, 70, 3, 20, [told(1, 5, 3), told(2, 5, 4)]))
        ledger.commit(Batch(ONE, 80, 4, 30, [told(1, 6, 5), told(2, 5, 6), told(3, 6, 7)]))
        yield ledger


def values(facts):
    return [fact.data[0] for fact in facts]


def test_facts_of_all_of_a_board_or_of_a_boot(ledger):
    assert values(ledger.facts()) == [1, 2, 3, 4, 5, 6, 7]
    assert values(ledger.facts(ONE)) == [1, 2, 5, 6, 7]
    assert values(ledger.facts(ONE, 80)) == [5, 6, 7]
    assert values(ledger.facts(TWO, 80)) == []
    assert values(ledger.facts(boot_id=70)) == [1, 2, 3, 4]
    assert ledger.last_fact() == 7


def test_gaps_of_all_of_a_board_or_of_a_boot(ledger):
    found = [Gap(3, 3, "overflow", 10), Gap(4, None, REBOOT, 30)]
    assert list(ledger.gaps()) == list(ledger.gaps(ONE)) == list(ledger.gaps(ONE, 70)) == found
    assert list(ledger.gaps(TWO)) == list(ledger.gaps(ONE, 80)) == []


def test_boots_of_all_or_of_a_board(ledger):
    first, second, third = Boot(ONE, 70, 10, 30, 4), Boot(TWO, 70, 20, None, 3), Boot(ONE, 80, 30, None, 4)
    assert ledger.boots() == [first, second, third]
    assert ledger.boots(ONE) == [first, third]
    assert ledger.boots(TWO) == [second]
    assert ledger.boots("nobody") == []
    assert [ledger.cursor(*boot) for boot in ((ONE, 70), (ONE, 80), (TWO, 70), (TWO, 80))] == [4, 4, 3, 0]


def test_the_state_of_now_and_of_then(ledger):
    assert ledger.state(ONE) == [Value(TILE, 5, b"\x06"), Value(TILE, 6, b"\x07")]
    assert ledger.state(TWO) == [Value(TILE, 5, b"\x04")]
    then = {last: [(value.src, value.data[0]) for value in ledger.state(ONE, last)] for last in range(8)}
    assert then == {
        **{0: [], 1: [(5, 1)], 2: [(5, 1), (6, 2)], 3: [(5, 1), (6, 2)], 4: [(5, 1), (6, 2)]},
        **{5: [(6, 5)], 6: [(6, 5), (5, 6)], 7: [(5, 6), (6, 7)]},
    }
    assert [value.data[0] for value in ledger.state(TWO, 3)] == [3]


def test_a_board_is_known_since_it_was_first_seen(ledger):
    ledger.board(ONE, "grid 2", 99)
    assert list(ledger.boards().items()) == [(ONE, "grid 2"), (TWO, "field")]
    rows = ledger._read("SELECT id, first_seen, last_seen FROM boards")
    assert rows == [(1, 3, 99), (2, 4, 20)]


def test_everything_is_counted(ledger):
    ledger.commit(Batch(ONE, 80, 4, 40, [Fact(None, 4, None, 40, TILE, 9, b"\x08", 1)]))
    assert ledger.counts() == {
        **{"boards": 2, "boots": 3, "facts": 8, "inferred": 1, "gaps": 2, "inputs": 0, "entries": 0}
    }


def test_facts_are_all_told_however_many_there_are():
    with Ledger.open(":memory:") as ledger:
        for first in (1, 1001, 2001):
            size = 1000 if first < 2001 else 5
            ledger.commit(Batch(ONE, 7, first + size, 1, [told(first + n, n, n % 200) for n in range(size)]))
        assert [fact.seq for fact in ledger.facts()] == list(range(1, 2006))
        assert ledger.last_fact() == 2005


def test_a_commit_is_one_batch_from_its_first_fact(ledger):
    rows = ledger._read("SELECT id, batch, at FROM facts")
    assert rows == [(1, 1, 10), (2, 1, 10), (3, 3, 20), (4, 3, 20), (5, 5, 30), (6, 5, 30), (7, 5, 30)]


def test_what_is_at_the_cursor_is_new_and_what_is_below_it_is_not(ledger):
    """Facts and gaps alike."""
    facts = [told(2, 1, 20), told(3, 1, 30), told(4, 1, 40)]
    gaps = [Gap(3, 3, "overflow", 50), Gap(5, 6, "overflow", 50), Gap(4, 4, "overflow", 51)]
    ledger.commit(Batch(ONE, 80, 7, 50, facts, gaps))
    assert values(ledger.facts(ONE, 80)) == [5, 6, 7, 40]
    assert list(ledger.gaps(ONE, 80)) == gaps[1:]
    assert ledger.cursor(ONE, 80) == 7


def test_an_inferred_fact_is_known_by_its_place_and_its_value(ledger):
    def infer(as_of, src, value, kind=TILE):
        before = ledger.last_fact()
        ledger.commit(Batch(ONE, 80, 4, 60, [Fact(None, as_of, None, 60, kind, src, bytes((value,)), 1)]))
        return ledger.last_fact() - before

    assert infer(4, 9, 1) == 1
    assert infer(4, 9, 1) == 0
    assert infer(5, 9, 1) == 1
    assert infer(5, 9, 2) == 1
    assert infer(5, 8, 2) == 1
    assert infer(5, 8, 2, BASELINE) == 1
    assert infer(5, 8, 2) == 0


def test_a_run_of_another_board_does_not_end_this_one(ledger):
    ledger.commit(Batch(TWO, 81, 1, 70))
    assert [(boot.uid, boot.boot_id) for boot in ledger.boots() if boot.ended is None] == [(ONE, 80), (TWO, 81)]
    assert ledger.state(TWO) == []
    assert len(ledger.state(ONE)) == 2


def test_a_boot_that_another_program_ended_begins_again(tmp_path):
    with Ledger.open(tmp_path / "a") as ours, Ledger.open(tmp_path / "a") as theirs:
        ours.commit(Batch(ONE, 1, 2, 10, [told(1, 1, 1)]))
        theirs.commit(Batch(ONE, 2, 2, 20, [told(1, 1, 2)]))
        ours.commit(Batch(ONE, 1, 3, 30, [told(2, 1, 3)]))
        assert [(boot.boot_id, boot.ended) for boot in ours.boots()] == [(1, None), (2, 30)]
        assert values(theirs.facts()) == [1, 2, 3]
        assert [value.data[0] for value in theirs.state(ONE)] == [3]
    Ledger.read(tmp_path / "a").close()


def test_a_run_that_could_not_be_begun_is_not_taken_for_the_next_one(ledger):
    """The number that it had was given to another run meanwhile."""
    with pytest.raises(LedgerError, match="cannot hold this value"):
        ledger.commit(Batch("cc", 1, 2, 50, [told(1, 1, 1)._replace(t_host=1 << 70)]))
    ledger.commit(Batch("dd", 2, 2, 60, [told(1, 1, 2)]))
    ledger.commit(Batch("cc", 1, 2, 70, [told(1, 1, 3)]))
    assert values(ledger.facts("dd")) == [2]
    assert values(ledger.facts("cc")) == [3]


def test_a_run_that_a_ring_has_dropped_begins_again(tmp_path):
    with Ledger.open(tmp_path / "a", keep=3, synchronous="OFF") as ring:
        for boot_id in range(1, 31):
            ring.commit(Batch(ONE, boot_id, 1, boot_id))
        assert ring.cursor(ONE, 1) == 0
        ring.commit(Batch(ONE, 1, 2, 99, [told(1, 1, 7)]))
        assert ring.cursor(ONE, 1) == 2
        assert values(ring.facts(ONE, 1)) == [7]
    Ledger.read(tmp_path / "a").close()


def test_a_run_that_has_said_nothing_has_its_checksum(tmp_path):
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        ledger.commit(Batch(ONE, 1, 1, 10))
    with Ledger.read(tmp_path / "a") as ledger:
        assert ledger.boots() == [Boot(ONE, 1, 10, None, 1)]


def test_what_is_inferred_behind_a_new_fact_is_written_once(ledger):
    known = Fact(None, 4, None, 40, TILE, 9, b"\x08", 1)
    ledger.commit(Batch(ONE, 80, 4, 40, [known]))
    ledger.commit(Batch(ONE, 80, 5, 50, [told(4, 1, 9), known]))
    assert values(ledger.facts(ONE, 80)) == [5, 6, 7, 8, 9]
