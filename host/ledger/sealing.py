"""Checksums: what tells that a row is as it was written, and that no row is missing before it.

The checksum of a row is the CRC-32 of its other values, as Python writes a tuple. Where rows are only ever added, it
goes on from that of the row before. That of an entry covers its events. It finds damage; against forgery it is no help.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from sys import maxsize
from typing import Any, NamedTuple
from zlib import crc32


class Sealed(NamedTuple):
    """A table whose rows have checksums: what one row is called, its other columns, and what the rows are sorted by."""

    table: str
    word: str
    columns: str
    key: str = "id"
    is_chained: bool = False

    @property
    def select(self) -> str:
        """The query for all rows: the checksum, then the other columns."""
        return f"SELECT checksum, {self.columns} FROM {self.table} ORDER BY {self.key}"  # noqa: S608 (our own names)

    @property
    def select_one(self) -> str:
        """The query for the other columns of one row."""
        return f"SELECT {self.columns} FROM {self.table} WHERE id = ?"  # noqa: S608

    @property
    def select_last(self) -> str:
        """The query for the id and the checksum of the last row."""
        return f"SELECT id, checksum FROM {self.table} ORDER BY id DESC LIMIT 1"  # noqa: S608

    @property
    def update(self) -> str:
        """The statement that gives a row its checksum."""
        where = " AND ".join(f"{name} = ?" for name in self.key.split(", "))
        return f"UPDATE {self.table} SET checksum = ? WHERE {where}"  # noqa: S608


UNTOLD_ENTRIES = Sealed(
    "entries",
    "line",
    "id, at, kind, entry, text, seat, by, confidence, candidates, why, input, fact, digest",
    is_chained=True,
)
"""The entries of a ledger that does not say where they came from, as they were up to schema 3."""
ENTRIES = UNTOLD_ENTRIES._replace(columns=f"{UNTOLD_ENTRIES.columns}, origin")
INPUTS = Sealed("inputs", "input", "id, at, kind, data, fact", is_chained=True)
FACTS = Sealed(
    "facts",
    "fact",
    "id, boot, seq, as_of, t_board, t_host, kind, src, data, inferred, batch, at",
    is_chained=True,
)
GAPS = Sealed("gaps", "gap", "id, boot, first, last, reason, at")
STATE = Sealed("state", "the state of a source", "board, kind, src, fact, as_of, data", "board, kind, src")
BOOTS = Sealed("boots", "boot", "id, board, boot_id, started, ended, next_seq")
BOARDS = Sealed("boards", "board", "id, uid, name, first_seen, last_seen")
PLAY = Sealed("play", "the game", "id, game, options, catalogue, catalogue_digest, profile, players, root, created")
SEALED = (ENTRIES, INPUTS, FACTS, GAPS, STATE, BOOTS, BOARDS, PLAY)

NO_END = maxsize  # no id is larger
_PLAIN = frozenset((int, str, bytes, tuple, type(None)))
_EVENTS = "SELECT entry, n, event FROM events ORDER BY entry, n"


class Damage(NamedTuple):
    """The first row of a table that is not as it was written. ``good`` is the id of the last row before it."""

    table: str
    where: str
    good: int = 0


def checksum(values: tuple[Any, ...], before: int = 0) -> int:
    """Return the checksum of a row, going on from that of the row before.

    >>> checksum((1, "draw")) == checksum((1, "drew"))
    False
    """
    if not _PLAIN.issuperset(map(type, values)):
        values = tuple(value if type(value) in _PLAIN else _as_read(value) for value in values)
    return crc32(repr(values).encode("utf-8", "surrogatepass"), before)


def _as_read(value: Any) -> Any:
    """Return a value as it comes back from SQLite: True is 1, and a bytearray is bytes."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    return str.__str__(value) if isinstance(value, str) else bytes(value)


def last_checksum(db: sqlite3.Connection, sealed: Sealed) -> tuple[int, int]:
    """Return the id and the checksum of the last row of a table."""
    row = db.execute(sealed.select_last).fetchone()
    return tuple(row) if row else (0, 0)


def seal(db: sqlite3.Connection, sealed: Sealed, id_: int) -> None:
    """Give a row that was changed its checksum; only where rows are not chained."""
    values = db.execute(sealed.select_one, (id_,)).fetchone()
    db.execute(sealed.update, (checksum(values), id_))


def seal_all(db: sqlite3.Connection, tables: Iterable[Sealed] = SEALED) -> None:
    """Give every row of some tables its checksum, as it stands now."""
    for sealed in tables:
        seal_up_to(db, sealed, NO_END)


def seal_up_to(db: sqlite3.Connection, sealed: Sealed, end: int) -> None:
    """Give the rows of a table up to an id their checksums; those behind it keep what they have."""
    with _any_text(db):
        count, before, found = sealed.key.count(",") + 1, 0, []
        for _, values, more in _rows(db, sealed):
            if values[0] > end:
                break
            own = checksum((*values, *more), before)
            before = own if sealed.is_chained else 0
            found.append((own, *values[:count]))
            if values[0] == end:
                break
        db.executemany(sealed.update, found)


def damages(db: sqlite3.Connection, tables: Iterable[Sealed] = SEALED) -> list[Damage]:
    """Return the first damage of each table, and that of the file's structure; what a player sees comes first."""
    with _any_text(db):
        has_play = _has_play(db)
        found = [_first_damage(db, sealed, has_play=has_play) for sealed in tables]
        return [damage for damage in (*found, _structure(db)) if damage is not None]


def _first_damage(db: sqlite3.Connection, sealed: Sealed, *, has_play: bool) -> Damage | None:
    before = good = 0
    try:
        for number, (stored, values, more) in enumerate(_rows(db, sealed)):
            own = checksum((*values, *more), before)
            is_cut = number == 0 and not has_play and sealed.is_chained and values[0] != 1  # a ring drops old facts
            if own != stored and not is_cut:
                return Damage(sealed.table, _where(sealed, values[0]), good)
            before, good = stored if sealed.is_chained else 0, values[0]
    except (sqlite3.Error, TypeError, UnicodeError):
        return Damage(sealed.table, _where(sealed, good + 1), good)
    return None


def _where(sealed: Sealed, id_: object) -> str:
    return sealed.word if sealed.word.startswith("the ") else f"{sealed.word} {id_}"


def _rows(db: sqlite3.Connection, sealed: Sealed) -> Iterator[tuple[Any, tuple[Any, ...], tuple[Any, ...]]]:
    """Yield the checksum of each row, its values, and what else the checksum covers."""
    rows = db.execute(sealed.select)
    if sealed.table != ENTRIES.table:
        yield from ((row[0], row[1:], ()) for row in rows)
        return
    caused = groupby(db.execute(_EVENTS), key=lambda row: row[0])
    entry, events = next(caused, (None, ()))
    for row in rows:
        told: tuple[Any, ...] = ()
        if entry == row[1]:
            told = tuple((n, event) for _, n, event in events)
            entry, events = next(caused, (None, ()))
        yield row[0], row[1:], told
    if entry is not None:
        raise TypeError("there are events of no entry")


def _structure(db: sqlite3.Connection) -> Damage | None:
    try:
        [verdict] = db.execute("PRAGMA integrity_check(1)").fetchone()
        lost = db.execute("PRAGMA foreign_key_check").fetchone()
    except (sqlite3.Error, UnicodeError) as error:
        return Damage("", f"its structure ({error})")
    if verdict != "ok":
        return Damage("", f"its structure ({' '.join(str(verdict).split())})")
    return Damage("", f"its structure (a row of {lost[0]} belongs to no other)") if lost else None


def _has_play(db: sqlite3.Connection) -> bool:
    """Tell whether a game has begun, of which no fact may be missing; what cannot be read is taken for one."""
    try:
        return db.execute("SELECT 1 FROM play").fetchone() is not None
    except (sqlite3.Error, UnicodeError):
        return True


@contextmanager
def _any_text(db: sqlite3.Connection) -> Iterator[None]:
    """Read texts that are no UTF-8 any more, too."""
    usual = db.text_factory
    db.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        db.text_factory = usual
