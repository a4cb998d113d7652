"""What a ledger file looks like inside, and how to tell it from other files."""

from __future__ import annotations

import re
import sqlite3
from contextlib import suppress
from functools import cache
from pathlib import Path

from host.ledger.origins import origin_of_older
from host.ledger.records import LedgerDamaged, LedgerError
from host.ledger.sealing import ENTRIES, NO_END, SEALED, UNTOLD_ENTRIES, Sealed, damages, seal_all, seal_up_to

APPLICATION_ID = 0x44464C47  # "DFLG", in the file's header, so that `file` and SQLite tools can name it

_FACTS = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE boards (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL
);
CREATE TABLE boots (
    id INTEGER PRIMARY KEY,
    board INTEGER NOT NULL REFERENCES boards (id),
    boot_id INTEGER NOT NULL,
    started INTEGER NOT NULL,
    ended INTEGER,
    next_seq INTEGER NOT NULL,
    UNIQUE (board, boot_id)
);
CREATE TABLE facts (
    id INTEGER PRIMARY KEY,
    boot INTEGER NOT NULL REFERENCES boots (id),
    seq INTEGER,
    as_of INTEGER,
    t_board INTEGER,
    t_host INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    src INTEGER NOT NULL,
    data BLOB NOT NULL,
    inferred INTEGER NOT NULL,
    UNIQUE (boot, seq)
);
CREATE TABLE gaps (
    id INTEGER PRIMARY KEY,
    boot INTEGER NOT NULL REFERENCES boots (id),
    first INTEGER NOT NULL,
    last INTEGER,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL
);
CREATE TABLE state (
    board INTEGER NOT NULL REFERENCES boards (id),
    kind INTEGER NOT NULL,
    src INTEGER NOT NULL,
    fact INTEGER NOT NULL,
    as_of INTEGER,
    data BLOB NOT NULL,
    PRIMARY KEY (board, kind, src)
) WITHOUT ROWID;
"""

_PLAY = """
ALTER TABLE facts ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE facts ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
UPDATE facts SET batch = id, at = t_host;
CREATE TABLE play (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    catalogue TEXT,
    catalogue_digest TEXT NOT NULL,
    profile TEXT NOT NULL,
    players TEXT NOT NULL,
    root TEXT NOT NULL,
    created INTEGER NOT NULL
);
CREATE TABLE inputs (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    fact INTEGER NOT NULL
);
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    entry TEXT NOT NULL,
    text TEXT NOT NULL,
    seat INTEGER,
    by TEXT NOT NULL,
    confidence INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 100),
    candidates TEXT NOT NULL,
    why TEXT NOT NULL,
    input INTEGER NOT NULL,
    fact INTEGER NOT NULL,
    digest TEXT NOT NULL
);
CREATE TABLE events (
    entry INTEGER NOT NULL REFERENCES entries (id),
    n INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (entry, n)
) WITHOUT ROWID;
"""

_CHECKSUMS = ";".join(
    f"ALTER TABLE {table} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0"
    for table in ("boards", "boots", "facts", "gaps", "state", "play", "inputs", "entries")
)

_ORIGINS = "ALTER TABLE entries ADD COLUMN origin TEXT NOT NULL DEFAULT ''"

STEPS = (_FACTS, _PLAY, _CHECKSUMS, _ORIGINS)
"""What makes each schema out of the one before, the first out of an empty file."""
SCHEMA = len(STEPS)
FIRST_SEALED = 3  # the first schema whose rows have checksums
FIRST_WITH_ORIGINS = 4


def prepare(db: sqlite3.Connection, path: Path, check: bool) -> None:
    """Make an empty file a ledger, bring an older ledger up to date, or refuse a file that this version cannot read."""
    if not is_empty(db):
        refuse_foreign(db, path)
        if check or not is_up_to_date(db):
            refuse_damaged(db, path)
    if not is_up_to_date(db):
        bring_up_to_date(db, path)


def refuse_play(db: sqlite3.Connection, path: Path) -> None:
    """Refuse to make a ring of a play's ledger: it would drop facts on which the play rests."""
    if db.execute("SELECT 1 FROM play").fetchone() is not None:
        raise LedgerError(f"{path} holds a game, whose facts must all stay. Choose another file name.")


def refuse_foreign(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a database that is no ledger, or has in it what no Deadfall writes, before anything of it is asked."""
    if db.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise LedgerError(f"{path} is a database, but not a ledger of Deadfall. Choose another file name.")
    made = _made(db)
    if _META not in made:
        raise _altered(path, "its table meta")
    _refuse_unknown_schema(db, path)
    if strange := set(made) ^ set(_layout(int(_found(db)))):
        raise _altered(path, " ".join(min(strange)[:2]))


def refuse_damaged(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a ledger of which not all is as it was written; of an older one only the structure can be checked."""
    schema = int(_found(db))
    if schema >= FIRST_SEALED:
        if found := damages(db, _sealed(schema)):
            raise LedgerDamaged.at(path, found[0].where)
        return
    [verdict] = db.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise LedgerDamaged.at(path, f"its structure ({verdict})")


def is_up_to_date(db: sqlite3.Connection) -> bool:
    """Tell whether a ledger has the schema of this Deadfall."""
    return _found(db) == str(SCHEMA)


def is_sealed(db: sqlite3.Connection) -> bool:
    """Tell whether the rows of a ledger have checksums."""
    return int(_found(db)) >= FIRST_SEALED


def bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    """Take every step that is missing, in one transaction: a file has one schema or another, whatever happens.

    What was damaged stays so: nothing behind the damage gets a checksum that fits.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        if not is_empty(db):
            _refuse_unknown_schema(db, path)  # once more: another process may have been faster
        found = int(_found(db))
        good = _last_good_entry(db) if found == FIRST_SEALED else NO_END
        for step in STEPS[found:]:
            for statement in step.split(";"):
                db.execute(statement)
        if found < FIRST_WITH_ORIGINS:
            _tell_origins(db, good)
        if found < FIRST_SEALED:
            seal_all(db)
        elif found < FIRST_WITH_ORIGINS:
            seal_up_to(db, ENTRIES, good)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("INSERT OR REPLACE INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite may have done so already
            db.execute("ROLLBACK")
        raise


def _last_good_entry(db: sqlite3.Connection) -> int:
    found = damages(db, (UNTOLD_ENTRIES,))
    return min((damage.good for damage in found if damage.table == ENTRIES.table), default=NO_END)


def _tell_origins(db: sqlite3.Connection, end: int) -> None:
    rows = db.execute("SELECT kind, by, why, id FROM entries WHERE id <= ?", (end,)).fetchall()
    told = [(origin_of_older(kind, by, why).value, id_) for kind, by, why, id_ in rows]
    db.executemany("UPDATE entries SET origin = ? WHERE id = ?", told)


def _sealed(schema: int) -> tuple[Sealed, ...]:
    """Return the tables of a schema whose rows have checksums, with the columns that they had then."""
    return SEALED if schema >= FIRST_WITH_ORIGINS else (UNTOLD_ENTRIES, *SEALED[1:])


def is_empty(db: sqlite3.Connection) -> bool:
    """Tell whether a database has nothing in it."""
    return db.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def _found(db: sqlite3.Connection) -> str:
    """Return the schema that a file says it has; that of an empty file is 0."""
    if is_empty(db):
        return "0"
    row = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    return str(row[0]) if row else "none"


def _refuse_unknown_schema(db: sqlite3.Connection, path: Path) -> None:
    found = _found(db)
    if found in map(str, range(1, SCHEMA + 1)):
        return
    if re.fullmatch(r"[1-9][0-9]{0,8}", found):
        raise LedgerError(
            f"{path} was written by a newer Deadfall (ledger schema {found}; this one reads {SCHEMA}). "
            "Update Deadfall to open it."
        )
    raise LedgerError(f"{path} says ledger schema {found!r}, which no Deadfall writes. Restore the file from a copy.")


# ---- what a ledger is made of ----------------------------------------------------------------------------------

_Made = tuple[str, ...]


def _made(db: sqlite3.Connection) -> tuple[_Made, ...]:
    """Return everything that a database is made of: the type, name, table and text of each part."""
    rows = db.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master ORDER BY name").fetchall()
    return tuple(tuple(" ".join(str(part).split()) for part in row) for row in rows)


@cache
def _layout(schema: int) -> tuple[_Made, ...]:
    """Return what a ledger of a schema is made of."""
    db = sqlite3.connect(":memory:")
    try:
        for step in STEPS[:schema]:
            db.executescript(step)
        return _made(db)
    finally:
        db.close()


_META = next(part for part in _layout(1) if part[1] == "meta")


def _altered(path: Path, what: str) -> LedgerError:
    return LedgerError(
        f"{path} is not as Deadfall writes a ledger ({what}): another program has changed it, or it is damaged. "
        "Restore it from a copy, or choose another file."
    )
