"""What is mended holds exactly what stands before the damage, whichever row of whichever table is damaged."""

import errno
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.wire import TILE
from host.ledger import Batch, Fact, Gap, Ledger, LedgerDamaged, LedgerError, Value, mend
from host.ledger.sealing import seal_all
from tests.host.ledger.game import HEAD, answer, takeback

GRID, FIELD = "e66058388337492a", "e66058388337492b"


def tell(ledger, uid, boot_id, first, count, at, gaps=()):
    """Commit facts of one place, the first of which has the number ``first``; a gap comes behind them."""
    told = [Fact(first + n, None, at, at, TILE, 10 * boot_id + n, bytes((at,))) for n in range(count)]
    behind = first + count + len(gaps)
    ledger.commit(Batch(uid, boot_id, behind, at, told, gaps))


@pytest.fixture
def path(tmp_path):
    """A ledger whose facts, inputs, entries and gaps come at places of their own: no numbers are alike by chance.

    boards: 1 grid, 2 field. boots: 1 and 3 of the grid, 2 of the field. facts 1-2 (at 10), 3-5 (at 20) of boot 1,
    6-7 (at 30) of boot 2, 8 (at 40) of boot 3. gaps: 1 at 20, 2 at 30, 3 at 40 (boot 1 has ended).
    """
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "game.ledger"
    with Ledger.open(path, synchronous="OFF") as ledger:
        ledger.begin(HEAD)
        ledger.board(GRID, "grid", 1)
        tell(ledger, GRID, 7, 1, 2, 10)
        ledger.note(11, "command", {"n": 1}, 2)
        ledger.write([answer("a", fact=2, input=1), answer("b", 3, fact=2, input=1)])  # lines 1, 2
        tell(ledger, GRID, 7, 3, 3, 20, (Gap(6, 6, "overflow", 20),))
        ledger.write([answer("c", fact=5, input=1)])  # line 3
        ledger.note(21, "link", {"n": 2}, 5)
        ledger.note(22, "command", {"n": 3}, 5)
        ledger.write([answer("d", 1, fact=5, input=3)])  # line 4
        tell(ledger, FIELD, 9, 1, 2, 30, (Gap(3, 3, "overflow", 30),))
        ledger.note(31, "command", {"n": 4}, 7)
        ledger.write([answer("e", fact=7, input=4), takeback(3, fact=7, input=4)])  # lines 5, 6
        tell(ledger, GRID, 8, 1, 1, 40)
        ledger.write([answer("f", fact=8, input=4)])  # line 7
    return path


def damage(path, table, number, change="checksum = checksum + 1", key="id"):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        assert db.execute(f"UPDATE {table} SET {change} WHERE {key} = ?", (number,)).rowcount


def rows(ledger):
    """How many rows there are of each kind."""
    counts = ledger.counts()
    return tuple(counts[name] for name in ("boards", "boots", "facts", "gaps", "inputs", "entries"))


WHOLE = (2, 3, 8, 3, 4, 7)
# Which row is damaged, and how many boards, boots, facts, gaps, inputs and entries stand before it.
CUTS = [
    ("boards", 1, "board 1", (0, 0, 0, 0, 0, 0)),
    ("boards", 2, "board 2", (1, 1, 5, 1, 3, 4)),
    ("boots", 1, "boot 1", (2, 0, 0, 0, 0, 0)),
    ("boots", 2, "boot 2", (2, 1, 5, 1, 3, 4)),
    ("boots", 3, "boot 3", (2, 2, 7, 2, 4, 6)),
    ("facts", 1, "fact 1", (2, 3, 0, 0, 0, 0)),
    ("facts", 2, "fact 2", (2, 3, 1, 0, 0, 0)),
    ("facts", 3, "fact 3", (2, 3, 2, 0, 1, 2)),
    ("facts", 4, "fact 4", (2, 3, 3, 1, 1, 2)),
    ("facts", 6, "fact 6", (2, 3, 5, 1, 3, 4)),
    ("facts", 8, "fact 8", (2, 3, 7, 2, 4, 6)),
    ("inputs", 1, "input 1", (2, 3, 8, 3, 0, 0)),
    ("inputs", 2, "input 2", (2, 3, 8, 3, 1, 3)),
    ("inputs", 3, "input 3", (2, 3, 8, 3, 2, 3)),
    ("inputs", 4, "input 4", (2, 3, 8, 3, 3, 4)),
    # of lines, what caused the one before the damage goes as well: its input, and all lines of the same cause
    ("entries", 1, "line 1", (2, 3, 8, 3, 0, 0)),
    ("entries", 2, "line 2", (2, 3, 8, 3, 0, 0)),
    ("entries", 3, "line 3", (2, 3, 8, 3, 0, 0)),
    ("entries", 4, "line 4", (2, 3, 8, 3, 1, 2)),
    ("entries", 5, "line 5", (2, 3, 8, 3, 2, 3)),
    ("entries", 6, "line 6", (2, 3, 8, 3, 3, 4)),
    ("entries", 7, "line 7", (2, 3, 8, 3, 3, 4)),
    ("gaps", 1, "gap 1", (2, 3, 8, 0, 4, 7)),
    ("gaps", 3, "gap 3", (2, 3, 8, 2, 4, 7)),
]


@pytest.mark.parametrize(("table", "number", "where", "left"), CUTS, ids=str)
def test_exactly_what_stands_before_the_damage_is_saved(path, tmp_path, table, number, where, left):
    with Ledger.read(path) as ledger:
        assert rows(ledger) == WHOLE
        facts, inputs, entries = list(ledger.facts()), list(ledger.inputs()), list(ledger.entries())
        events, gaps, head = [ledger.events(row.id) for row in entries], list(ledger.gaps()), ledger.head()
        names = list(ledger.boards().items())
    damage(path, table, number)
    mended = mend(path, tmp_path / "copy.ledger")
    assert mended == (where, left[5], left[2])
    with Ledger.open(tmp_path / "copy.ledger") as copy:
        assert rows(copy) == left
        found = list(copy.entries())
        assert (copy.head(), list(copy.boards().items())) == (head, names[: left[0]])
        assert (list(copy.facts()), list(copy.gaps())) == (facts[: left[2]], gaps[: left[3]])
        assert (list(copy.inputs()), found) == (inputs[: left[4]], entries[: left[5]])
        assert [copy.events(row.id) for row in found] == events[: left[5]]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.ledger", "games"]


# ---- the boards go on from what was saved ----


def test_a_board_tells_again_what_was_cut(path, tmp_path):
    """The cursor of each boot stands behind the facts and gaps that were saved, not where it stood."""
    damage(path, "facts", 4)
    mend(path, tmp_path / "copy.ledger")
    with Ledger.open(tmp_path / "copy.ledger") as copy:
        assert copy.cursor(GRID, 7) == 7  # behind its gap, which is 6
        assert copy.cursor(FIELD, 9) == copy.cursor(GRID, 8) == 1
        tell(copy, FIELD, 9, 1, 2, 50)
        assert copy.counts()["facts"] == 5


def test_the_cursor_stands_behind_the_last_fact_where_there_is_no_gap(path, tmp_path):
    damage(path, "facts", 2)
    mend(path, tmp_path / "copy.ledger")
    with Ledger.open(tmp_path / "copy.ledger") as copy:
        assert copy.cursor(GRID, 7) == 2


def test_the_cursor_stays_where_no_fact_is_cut(path, tmp_path):
    with Ledger.read(path) as ledger:
        before = ledger.boots()
    damage(path, "entries", 6)
    mend(path, tmp_path / "copy.ledger")
    with Ledger.open(tmp_path / "copy.ledger") as copy:
        assert copy.boots() == before
        assert copy.cursor(GRID, 7) == 7


@pytest.mark.parametrize("number", [70, 80, 90])
def test_a_state_that_is_damaged_is_made_of_the_facts(path, tmp_path, number):
    """What was said in a run that has ended says nothing of what is so now."""
    with Ledger.read(path) as ledger:
        whole = {uid: ledger.state(uid) for uid in (GRID, FIELD)}
    assert whole == {GRID: [Value(TILE, 80, b"\x28")], FIELD: [Value(TILE, 90, b"\x1e"), Value(TILE, 91, b"\x1e")]}
    if number == 70:
        damage(path, "boots", 3)
        expected = {GRID: [Value(TILE, n, b"\x14") for n in (70, 71, 72)], FIELD: whole[FIELD]}
    else:
        damage(path, "state", number, "data = x'1f'", "src")
        expected = whole
    mend(path, tmp_path / "copy.ledger")
    with Ledger.open(tmp_path / "copy.ledger") as copy:
        assert {uid: copy.state(uid) for uid in (GRID, FIELD)} == expected


def test_a_state_that_is_whole_is_kept_as_it_is(path, tmp_path):
    """Also where a fact that it rests on is there no more: it is a table of its own."""
    damage(path, "inputs", 2)
    with Ledger.read(path, check=False) as ledger:
        before = ledger.state(GRID), ledger.state(FIELD)
    mend(path, tmp_path / "copy.ledger")
    with Ledger.read(tmp_path / "copy.ledger") as copy:
        assert (copy.state(GRID), copy.state(FIELD)) == before


def test_a_gap_of_a_run_that_is_cut_goes_with_it(path, tmp_path):
    """Though it was found before the last fact that is saved."""
    with Ledger.open(path, synchronous="OFF") as ledger:
        ledger.commit(Batch("aa", 1, 3, 39, (), (Gap(1, 2, "overflow", 39),)))
        ledger.commit(Batch("bb", 1, 3, 39, (), (Gap(1, 2, "overflow", 39),)))
        tell(ledger, GRID, 8, 2, 1, 41)
        before = ledger.counts()
    damage(path, "boots", 5)
    mended = mend(path, tmp_path / "copy.ledger")
    assert mended == ("boot 5", before["entries"], before["facts"])
    with Ledger.open(tmp_path / "copy.ledger") as copy:
        assert [gap.at for gap in copy.gaps()] == [20, 30, 40, 39]
        assert copy.cursor(GRID, 8) == 3


# ---- what cannot be mended ----


def refused(path, copy, words):
    before = path.read_bytes()
    there = sorted(copy.parent.iterdir()) if copy.parent.exists() else None
    with pytest.raises(LedgerError, match=f"^{words}$") as caught:
        mend(path, copy)
    assert not re.search(r"\.mending|/tmp[a-z0-9_]{8}/", str(caught.value).replace(str(path.parent.parent), ""))
    assert path.read_bytes() == before
    assert (sorted(copy.parent.iterdir()) if there is not None else None) == there


def test_where_the_game_is_damaged_nothing_is_saved(path, tmp_path):
    damage(path, "play", 1)
    refused(path, tmp_path / "c", f"{path} is damaged where it says which game it holds, .* Restore it from a copy.")


def test_a_place_that_cannot_be_written_is_named(path, tmp_path):
    damage(path, "entries", 7)
    copy = tmp_path / "nowhere" / "c"
    refused(path, copy, rf"{copy} cannot be written \(No such file or directory\). Choose another place.")


def test_a_copy_that_cannot_be_given_its_name_is_named(path, tmp_path, monkeypatch):
    damage(path, "entries", 7)

    def full(self, target):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "rename", full)
    copy = tmp_path / "c"
    refused(path, copy, rf"{copy} cannot be written \(No space left on device\). Choose another place.")


def test_a_line_that_cannot_be_folded_is_told_with_the_name_of_the_copy(path, tmp_path):
    """The line before the damage keeps what is not there, in a file whose checksums were made anew by somebody."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE entries SET kind = 'takeback', entry = '{\"keep\":9}' WHERE id = 2")
        seal_all(db)
    damage(path, "entries", 7)
    copy = tmp_path / "c"
    refused(path, copy, rf"{copy} cannot be read \(it keeps 9 entries, and there are 1\). Restore it from a copy.")


def test_a_file_that_is_damaged_too_much_is_named(path, tmp_path):
    """What lines have caused cannot be read at all: that is no error of the copy, and room on the disk is no help."""
    damage(path, "entries", 7)
    with closing(sqlite3.connect(path)) as db:
        [page] = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    data = bytearray(path.read_bytes())
    data[4096 * (page - 1) : 4096 * page] = b"\xff" * 4096
    path.write_bytes(data)
    with pytest.raises(LedgerDamaged, match="is damaged at line 1"):
        Ledger.read(path)
    refused(path, tmp_path / "c", rf"{path} is damaged too much \(.+\). Restore it from a copy.")


def test_a_copy_that_would_not_be_whole_is_not_made(path, tmp_path, monkeypatch):
    """It is looked through once more before it gets its name."""
    damage(path, "entries", 7)
    monkeypatch.setattr("host.ledger.mending.seal_all", lambda db: None)
    copy = tmp_path / "c"
    with pytest.raises(LedgerError, match=f"^{re.escape(str(copy))} is damaged at line 1"):
        mend(path, copy)
    assert not copy.exists()


@pytest.mark.parametrize(
    ("table", "number", "change", "left"),
    [
        ("entries", 5, "why = CAST(x'ff' AS TEXT)", (2, 3, 8, 3, 2, 3)),
        ("inputs", 3, "kind = CAST(x'ff' AS TEXT)", (2, 3, 8, 3, 2, 3)),
        ("gaps", 2, "reason = CAST(x'ff' AS TEXT)", (2, 3, 8, 1, 4, 7)),
        ("boards", 2, "name = CAST(x'ff' AS TEXT)", (1, 1, 5, 1, 3, 4)),
    ],
)
def test_a_row_that_cannot_even_be_read_is_not_asked_for(path, tmp_path, table, number, change, left):
    """Nor is anything behind it: only what stands before it has to be readable."""
    damage(path, table, number, change)
    mend(path, tmp_path / "copy.ledger")
    with Ledger.open(tmp_path / "copy.ledger") as copy:
        assert rows(copy) == left


@pytest.mark.parametrize("table", ["entries", "inputs", "facts", "gaps", "boots", "boards"])
def test_damage_of_several_rows_is_mended_up_to_the_first(path, tmp_path, table):
    """Of each table; a structure that is damaged besides does no harm."""
    for number in (3, 2) if table != "boards" else (2,):
        damage(path, table, number)
    damage(path, "gaps", 3)
    [left] = [left for name, number, _, left in CUTS if (name, number) == (table, 2)] or [(2, 3, 8, 1, 4, 7)]
    mended = mend(path, tmp_path / "copy.ledger")
    assert mended.lines == left[5]
    with Ledger.open(tmp_path / "copy.ledger") as copy:
        assert rows(copy) == (*left[:3], min(left[3], 2), *left[4:])


# ---- ledgers whose tables do not grow alike ----


def test_runs_are_cut_by_their_board_and_gaps_by_their_run(tmp_path):
    """The first board has three runs, the first two of which have two gaps each; the second board has one."""
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        ledger.begin(HEAD)
        for boot_id in (1, 2, 3):
            tell(ledger, GRID, boot_id, 1, 1, 10 * boot_id, (Gap(2, 2, "overflow", 10 * boot_id),))
        tell(ledger, FIELD, 4, 1, 1, 40, (Gap(2, 2, "overflow", 40),))
        assert rows(ledger)[:4] == (2, 4, 4, 6)
    damage(tmp_path / "a", "boards", 2)
    mend(tmp_path / "a", tmp_path / "b")
    with Ledger.open(tmp_path / "b") as copy:
        assert rows(copy)[:4] == (1, 3, 3, 5)
        assert [gap.at for gap in copy.gaps()] == [10, 20, 20, 30, 30]
        assert copy.state(GRID) == [Value(TILE, 30, b"\x1e")]
        assert copy.cursor(GRID, 1) == 3


@pytest.fixture
def ring(tmp_path):
    """A ring of three facts, all of the newest board; what the others said last is in the state alone."""
    path = tmp_path / "ring"
    with Ledger.open(path, keep=3, synchronous="OFF") as ring:
        tell(ring, GRID, 1, 1, 2, 10)
        tell(ring, FIELD, 2, 1, 2, 20)
        tell(ring, "cc", 3, 1, 3, 30, (Gap(4, 4, "overflow", 30),))
        assert rows(ring) == (3, 3, 3, 1, 0, 0)
    return path


def test_a_state_is_kept_though_its_facts_were_dropped(ring, tmp_path):
    damage(ring, "gaps", 1)
    assert mend(ring, tmp_path / "b") == ("gap 1", 0, 3)
    with Ledger.open(tmp_path / "b") as copy:
        assert [len(copy.state(uid)) for uid in (GRID, FIELD, "cc")] == [2, 2, 3]
        assert rows(copy) == (3, 3, 3, 0, 0, 0)


def test_the_state_of_a_board_that_is_cut_goes_with_it(tmp_path):
    """Where the facts that it said were dropped before."""
    with Ledger.open(tmp_path / "a", keep=3, synchronous="OFF") as ring:
        tell(ring, GRID, 1, 1, 2, 10)
        tell(ring, FIELD, 2, 1, 2, 20)
        tell(ring, GRID, 1, 3, 3, 30)
        assert rows(ring) == (2, 2, 3, 0, 0, 0)
    damage(tmp_path / "a", "boards", 2)
    assert mend(tmp_path / "a", tmp_path / "b") == ("board 2", 0, 3)
    with Ledger.open(tmp_path / "b") as copy:
        assert list(copy.boards()) == [GRID]
        assert [value.src for value in copy.state(GRID)] == [10, 11, 12]


def test_a_state_of_facts_that_are_cut_is_not_kept(path, tmp_path):
    damage(path, "facts", 8)
    mend(path, tmp_path / "copy.ledger")
    with Ledger.open(tmp_path / "copy.ledger") as copy:
        assert copy.state(GRID) == []  # its newest run has said nothing that was saved
        assert copy.state(FIELD) == [Value(TILE, 90, b"\x1e"), Value(TILE, 91, b"\x1e")]
