"""The ledger: one transaction for each commit, each fact once, and a state that never depends on dropped facts."""

import sqlite3
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.wire import BASELINE, TILE
from host.ledger import REBOOT, Batch, Boot, Fact, Gap, Ledger, LedgerError, Value
from host.ledger.schema import SCHEMA

UID = "e66058388337492a"
OTHER = "e66058388337492b"
MEMORY = ":memory:"  # many examples, none of which needs a file


def fact(seq, src=0, value=1, kind=TILE):
    return Fact(seq, None, 10 * seq, 1000 + seq, kind, src, bytes((value,)))


def inferred(as_of, src, value):
    return Fact(None, as_of, None, 5000, TILE, src, bytes((value,)), 1)


def batch(first, count, boot_id=7, **more):
    return Batch(UID, boot_id, first + count, 100, [fact(first + at, at) for at in range(count)], **more)


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "play.ledger") as ledger:
        yield ledger


def test_a_boot_never_seen_has_no_cursor(ledger):
    assert ledger.cursor(UID, 7) == 0


def test_commit_writes_facts_gaps_and_cursor(ledger):
    gap = Gap(4, 6, "overflow", 100)
    ledger.commit(Batch(UID, 7, 8, 100, [fact(1), fact(2), fact(3), fact(7)], [gap]))
    assert list(ledger.facts()) == [fact(1), fact(2), fact(3), fact(7)]
    assert list(ledger.gaps()) == [gap]
    assert ledger.cursor(UID, 7) == 8


def test_a_batch_committed_twice_changes_nothing(ledger):
    once = Batch(UID, 7, 4, 100, [fact(1), fact(3)], [Gap(2, 2, "overflow", 100)])
    ledger.commit(once)
    before = ledger.counts()
    ledger.commit(once)
    assert ledger.counts() == before


def test_facts_below_the_cursor_do_not_turn_the_state_back(ledger):
    ledger.commit(Batch(UID, 7, 3, 100, [fact(1, 0, 5), fact(2, 0, 9)]))
    ledger.commit(Batch(UID, 7, 4, 100, [fact(1, 0, 5), fact(2, 0, 9), fact(3, 1, 2)]))
    assert ledger.state(UID) == [Value(TILE, 0, b"\x09"), Value(TILE, 1, b"\x02")]


def test_the_cursor_never_goes_back(ledger):
    ledger.commit(batch(1, 5))
    ledger.commit(Batch(UID, 7, 3, 100))
    assert ledger.cursor(UID, 7) == 6


def test_inferred_facts_have_no_number_and_are_written_once(ledger):
    ledger.commit(batch(1, 3))
    repair = Batch(UID, 7, 4, 200, [inferred(4, 1, 8)])
    ledger.commit(repair)
    ledger.commit(repair)
    assert [f for f in ledger.facts() if f.inferred] == [inferred(4, 1, 8)]
    assert Value(TILE, 1, b"\x08") in ledger.state(UID)


def test_a_value_inferred_to_and_fro_at_one_place_is_kept_each_time(ledger):
    ledger.commit(batch(1, 3))
    for value in (8, 9, 8):
        ledger.commit(Batch(UID, 7, 4, 200, [inferred(4, 1, value)]))
    assert [f.data[0] for f in ledger.facts() if f.inferred] == [8, 9, 8]


def test_a_new_boot_ends_the_old_one_with_an_open_gap(ledger):
    ledger.commit(batch(1, 3, boot_id=7))
    ledger.commit(Batch(UID, 8, 1, 900))
    assert ledger.boots() == [Boot(UID, 7, 100, 900, 4), Boot(UID, 8, 900, None, 1)]
    assert list(ledger.gaps(UID, 7)) == [Gap(4, None, REBOOT, 900)]
    assert ledger.state(UID) == []


def test_a_boot_that_comes_back_goes_on_where_it_was(ledger):
    ledger.commit(batch(1, 3, boot_id=7))
    ledger.commit(Batch(UID, 8, 1, 900))
    ledger.commit(batch(4, 2, boot_id=7))
    assert ledger.cursor(UID, 7) == 6
    assert [boot.ended is None for boot in ledger.boots()] == [True, False]


def test_boards_do_not_disturb_each_other(ledger):
    ledger.commit(batch(1, 3))
    ledger.commit(Batch(OTHER, 7, 2, 100, [fact(1, 40, 3)]))
    assert (ledger.cursor(UID, 7), ledger.cursor(OTHER, 7)) == (4, 2)
    assert list(ledger.facts(OTHER)) == [fact(1, 40, 3)]
    assert list(ledger.gaps()) == []


def test_a_board_keeps_its_newest_name(ledger):
    ledger.board(UID, "grid", 1)
    ledger.commit(batch(1, 1))
    ledger.board(UID, "field", 2)
    assert ledger.boards() == {UID: "field"}


def test_state_is_in_the_order_in_which_it_was_told(ledger):
    chunk = Fact(None, 3, None, 0, BASELINE, 0, bytes(12), 1)
    ledger.commit(batch(1, 2))
    ledger.commit(Batch(UID, 7, 3, 100, [chunk]))
    assert [value.kind for value in ledger.state(UID)] == [TILE, TILE, BASELINE]


def test_it_is_all_there_after_reopening(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.commit(batch(1, 3))
    with Ledger.open(tmp_path / "a") as ledger:
        assert ledger.cursor(UID, 7) == 4
        ledger.commit(batch(4, 2))
        assert [f.seq for f in ledger.facts()] == [1, 2, 3, 4, 5]


def test_full_synchronous_is_what_a_play_gets(ledger):
    assert ledger._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert ledger._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


# ---- the ring ----


@given(st.lists(st.integers(1, 9), min_size=1, max_size=30), st.integers(5, 20))
def test_the_ring_keeps_the_newest_facts_and_the_whole_state(sizes, keep):
    with Ledger.open(MEMORY, keep=keep) as ring, Ledger.open(MEMORY) as whole:
        first = 1
        for size in sizes:
            facts = [fact(seq, src=seq * 7 % 31, value=seq % 32) for seq in range(first, first + size)]
            for ledger in (ring, whole):
                ledger.commit(Batch(UID, 7, first + size, 100, facts))
            first += size
        assert list(ring.facts()) == list(whole.facts())[-keep:]
        assert ring.state(UID) == whole.state(UID)
        assert ring.cursor(UID, 7) == first


def test_the_ring_does_not_collect_boots_for_ever(tmp_path):
    with Ledger.open(tmp_path / "ring", keep=10, synchronous="OFF") as ledger:
        for boot_id in range(100):
            ledger.commit(batch(1, 3, boot_id=boot_id))
        assert ledger.counts()["boots"] < 30
        assert ledger.cursor(UID, 99) == 4


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 31)), min_size=1, max_size=60))
def test_state_is_the_fold_of_the_facts(told):
    with Ledger.open(MEMORY) as ledger:
        for seq, (src, value) in enumerate(told, 1):
            ledger.commit(Batch(UID, 7, seq + 1, 100, [fact(seq, src, value)]))
        newest = {f.src: f.data for f in ledger.facts()}
        assert {value.src: value.data for value in ledger.state(UID)} == newest


# ---- files that are not ours ----


def test_a_newer_schema_is_refused(tmp_path):
    Ledger.open(tmp_path / "a").close()
    with sqlite3.connect(tmp_path / "a") as db:
        db.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    with pytest.raises(
        LedgerError, match=rf"newer Deadfall \(ledger schema 99; this one reads {SCHEMA}\)\. Update Deadfall"
    ):
        Ledger.open(tmp_path / "a")


def test_a_senseless_schema_is_refused(tmp_path):
    Ledger.open(tmp_path / "a").close()
    with sqlite3.connect(tmp_path / "a") as db:
        db.execute("DELETE FROM meta")
    with pytest.raises(LedgerError, match="'none'"):
        Ledger.open(tmp_path / "a")


def test_another_programs_database_is_refused(tmp_path):
    with sqlite3.connect(tmp_path / "a") as db:
        db.execute("CREATE TABLE songs (name)")
    with pytest.raises(LedgerError, match="not a ledger of Deadfall"):
        Ledger.open(tmp_path / "a")
    with sqlite3.connect(tmp_path / "a") as db:
        assert db.execute("SELECT count(*) FROM songs").fetchone() == (0,)


def test_a_text_file_is_refused(tmp_path):
    (tmp_path / "a").write_text("Dear diary, today we played SAW again. " * 200)
    with pytest.raises(LedgerError, match="not a readable ledger"):
        Ledger.open(tmp_path / "a")


def test_a_folder_that_does_not_exist_is_a_sentence(tmp_path):
    with pytest.raises(LedgerError, match=r"cannot be opened .* Check the folder"):
        Ledger.open(tmp_path / "nowhere" / "a")


def test_a_damaged_page_is_found(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        for first in range(1, 4000, 100):
            ledger.commit(batch(first, 100))
    data = bytearray((tmp_path / "a").read_bytes())
    for page in range(6, len(data) // 4096 - 1, 3):
        data[4096 * page : 4096 * page + 64] = b"\xff" * 64
    (tmp_path / "a").write_bytes(data)
    with pytest.raises(LedgerError, match=r"damaged|not a readable"):
        Ledger.open(tmp_path / "a")


def test_a_commit_that_fails_leaves_nothing_behind(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.commit(batch(1, 3))
        broken = Batch(UID, 7, 6, 100, [fact(4), Fact(5, None, 1, 1 << 70, TILE, 0, b"")])
        with pytest.raises(LedgerError, match=r"cannot be written: it cannot hold this value"):
            ledger.commit(broken)
        assert [f.seq for f in ledger.facts()] == [1, 2, 3]
        assert ledger.cursor(UID, 7) == 4
        ledger.commit(batch(4, 2))
        assert all(b.seq - a.seq == 1 for a, b in pairwise(ledger.facts()))


def test_a_new_boot_that_fails_is_tried_again(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        with pytest.raises(LedgerError, match="cannot hold this value"):
            ledger.commit(Batch(UID, 7, 2, 100, [Fact(1, None, 1, 1 << 70, TILE, 0, b"")]))
        ledger.commit(batch(1, 3))
        assert ledger.cursor(UID, 7) == 4


def test_another_writer_is_waited_for_and_seen(tmp_path):
    with Ledger.open(tmp_path / "a") as one, Ledger.open(tmp_path / "a") as two:
        one.commit(batch(1, 3))
        two.commit(batch(1, 5))
        one.commit(batch(1, 6))
        assert [f.seq for f in two.facts()] == [1, 2, 3, 4, 5, 6]


def test_a_text_that_utf_8_does_not_know_is_a_sentence_and_changes_nothing(ledger):
    with pytest.raises(LedgerError, match="cannot be written"):
        ledger.board(UID, "\ud800", 1)
    ledger.board(UID, "grid", 2)
    assert ledger.boards() == {UID: "grid"}
