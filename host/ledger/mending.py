"""A copy of a damaged ledger that is good up to where the damage begins.

Facts and inputs are kept as far as they are whole, and entries as far as what they rest on is. Where an entry is
damaged, what caused the last one before it is left out, too: the damaged one may be another effect of the same cause.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from host.ledger.ledger import Ledger
from host.ledger.reading import open_to_read
from host.ledger.records import LedgerError
from host.ledger.sealing import (
    BOARDS,
    BOOTS,
    ENTRIES,
    FACTS,
    GAPS,
    INPUTS,
    NO_END,
    PLAY,
    STATE,
    Sealed,
    damages,
    seal_all,
)

_STATE_OF_FACTS = (  # SQLite takes the other columns from the row with the highest id
    "INSERT INTO state (board, kind, src, fact, as_of, data) "
    "SELECT board, kind, src, max(facts.id), as_of, data FROM facts JOIN boots ON boots.id = boot "
    "WHERE boot IN (SELECT max(id) FROM boots GROUP BY board) GROUP BY board, kind, src"
)
_CURSORS = (
    "UPDATE boots SET next_seq = 1 + max(coalesce((SELECT max(seq) FROM facts WHERE boot = boots.id), 0), "
    "coalesce((SELECT max(last) FROM gaps WHERE boot = boots.id), 0))"
)


class _TooMuch(Exception):
    """A row of the damaged file cannot even be read."""


class Mended(NamedTuple):
    """What was saved: where the damage was, and how many lines and facts stand before it."""

    where: str
    lines: int
    facts: int


def mend(path: str | Path, copy: str | Path) -> Mended:
    """Make a copy of a damaged ledger that is good up to the damage; a file that is there is left alone.

    LedgerError if nothing is damaged, or too much.
    """
    path, copy = Path(path), Path(copy)
    if copy.exists():
        raise LedgerError(f"{copy} is there already. Choose another file name.")
    with ExitStack() as stack:
        old = open_to_read(path, stack)
        found = {damage.table: damage for damage in damages(old)}
        if not found:
            raise LedgerError(f"{path} is not damaged, so there is nothing to mend.")
        if PLAY.table in found:
            raise LedgerError(
                f"{path} is damaged where it says which game it holds, so nothing can be saved. Restore it from a copy."
            )
        good = {table: damage.good for table, damage in found.items()}
        part = copy
        try:
            part = Path(stack.enter_context(TemporaryDirectory(dir=copy.parent, prefix=".mending-"))) / copy.name
            lines, facts = _fill(part, old, good)
            part.rename(copy)
        except LedgerError as error:  # it is about the file that is made, which has another name meanwhile
            raise LedgerError(str(error).replace(str(part), str(copy))) from error
        except _TooMuch as error:
            raise LedgerError(f"{path} is damaged too much ({error}). Restore it from a copy.") from error
        except OSError as error:
            raise LedgerError(f"{copy} cannot be written ({error.strerror}). Choose another place.") from error
        return Mended(next(iter(found.values())).where, lines, facts)


def _fill(path: Path, old: sqlite3.Connection, good: dict[str, int]) -> tuple[int, int]:
    """Write a new ledger of the rows that are good, and return how many lines and facts it has."""
    ends = _Ends(old, good)
    with Ledger.open(path) as ledger:
        with ledger.transaction() as db:
            for sealed, end in ends.of_tables():
                _copy(old, db, sealed, end)
            db.executemany("INSERT INTO events (entry, n, event) VALUES (?,?,?)", _events(old, ends.entries))
            if ends.is_cut:
                db.execute(_CURSORS)
            if ends.is_state_made:
                db.execute(_STATE_OF_FACTS)
            seal_all(db)
        ledger.live()
        counts = ledger.counts()
    Ledger.open(path).close()  # it is looked through once more
    return counts["entries"], counts["facts"]


class _Ends:
    """The last row of each table that is kept. ``is_cut``: some facts are not."""

    def __init__(self, db: sqlite3.Connection, good: dict[str, int]) -> None:
        self.boards = good.get(BOARDS.table, NO_END)
        self.boots = self._before(db, BOOTS, good.get(BOOTS.table, NO_END), 2, self.boards)
        facts = self._before(db, FACTS, good.get(FACTS.table, NO_END), 2, self.boots)
        inputs = self._before(db, INPUTS, good.get(INPUTS.table, NO_END), 5, facts)
        entries = good.get(ENTRIES.table, NO_END)
        if ENTRIES.table in good:
            entries, inputs = _before_the_last_cause(db, entries, inputs)
        entries = self._before(db, ENTRIES, entries, 12, facts)
        self.entries = self._before(db, ENTRIES, entries, 11, inputs)
        self.facts, self.inputs = facts, inputs
        self.gaps = self._before(db, GAPS, good.get(GAPS.table, NO_END), 2, self.boots)
        self.is_cut = facts != NO_END
        self.is_state_made = self.boots != NO_END or self.is_cut or STATE.table in good
        if self.is_cut:
            [[last]] = _read(db, "SELECT coalesce(max(at), 0) FROM facts WHERE id = ?", (facts,))
            self.gaps = self._before(db, GAPS, self.gaps, 6, last)

    def of_tables(self) -> tuple[tuple[Sealed, int], ...]:
        """Return each table with the id of its last row; the state may have to be made of the facts."""
        ends = ((BOARDS, self.boards), (BOOTS, self.boots), (FACTS, self.facts), (GAPS, self.gaps))
        state = () if self.is_state_made else ((STATE, NO_END),)
        return (*ends, *state, (PLAY, NO_END), (INPUTS, self.inputs), (ENTRIES, self.entries))

    @staticmethod
    def _before(db: sqlite3.Connection, sealed: Sealed, end: int, column: int, most: int) -> int:
        """Return the last row up to ``end`` before the first one that rests on more than there is."""
        if most == NO_END:
            return end
        last = 0
        for row in _up_to(db, sealed, end):
            if row[column] > most:
                return last
            last = row[1]
        return end


def _before_the_last_cause(db: sqlite3.Connection, end: int, inputs: int) -> tuple[int, int]:
    """Return the last entry and the last input before what caused the last good entry."""
    moments = [(row[1], row[11], row[12]) for row in _up_to(db, ENTRIES, end)]
    if not moments:
        return 0, 0
    cause = moments[-1][1:]
    kept = [moment for moment in moments if moment[1:] != cause]
    last, reached = (kept[-1][0], kept[-1][1]) if kept else (0, 0)
    return last, min(inputs, cause[0] if cause[0] == reached else cause[0] - 1)


def _up_to(db: sqlite3.Connection, sealed: Sealed, end: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows up to an id; what lies behind it is not read."""
    last = 0
    rows = _read(db, sealed.select)
    while last < end and (row := next(rows, None)) is not None and row[1] <= end:
        last = row[1]
        yield row


def _events(db: sqlite3.Connection, end: int) -> Iterator[tuple[Any, ...]]:
    yield from _read(db, "SELECT entry, n, event FROM events WHERE entry <= ? ORDER BY entry, n", (end,))


def _read(db: sqlite3.Connection, query: str, values: tuple[object, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield rows of the damaged file; an error of it must not be taken for one of the file that is made."""
    try:
        yield from db.execute(query, values)
    except sqlite3.Error as error:
        raise _TooMuch(str(error)) from error


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, sealed: Sealed, end: int) -> None:
    rows = _up_to(old, sealed, end) if sealed is not STATE else _read(old, sealed.select)
    marks = ",".join("?" * (sealed.columns.count(",") + 1))
    new.executemany(
        f"INSERT INTO {sealed.table} ({sealed.columns}) VALUES ({marks})",  # noqa: S608 (our own names)
        (row[1:] for row in rows),
    )
