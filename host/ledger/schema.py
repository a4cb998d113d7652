"""What a ledger file looks like inside, and how to tell it from other files."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from host.ledger.records import LedgerError

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

STEPS = (_FACTS, _PLAY)
"""What makes each schema out of the one before, the first out of an empty file."""
SCHEMA = len(STEPS)


def prepare(db: sqlite3.Connection, path: Path, check: bool) -> None:
    """Make an empty file a ledger, bring an older ledger up to date, or refuse a file that this version cannot read."""
    if not _is_empty(db):
        _refuse_foreign(db, path)
        _refuse_unknown_schema(db, path)
        if check or not _is_up_to_date(db):
            _refuse_damaged(db, path)
    if not _is_up_to_date(db):
        _bring_up_to_date(db, path)


def refuse_play(db: sqlite3.Connection, path: Path) -> None:
    """Refuse to make a ring of a play's ledger: it would drop facts on which the play rests."""
    if db.execute("SELECT count(*) FROM play").fetchone()[0]:
        raise LedgerError(f"{path} holds a game, whose facts must all stay. Choose another file name.")


def _is_empty(db: sqlite3.Connection) -> bool:
    return int(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]) == 0


def _found(db: sqlite3.Connection) -> str:
    """Return the schema that a file says it has; that of an empty file is 0."""
    if _is_empty(db):
        return "0"
    row = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    return str(row[0]) if row else "none"


def _is_up_to_date(db: sqlite3.Connection) -> bool:
    return _found(db) == str(SCHEMA)


def _bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    """Take every step that is missing, in one transaction: a file has one schema or another, whatever happens."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if not _is_empty(db):
            _refuse_unknown_schema(db, path)  # once more: another process may have been faster
        for step in STEPS[int(_found(db)) :]:
            for statement in step.split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("INSERT OR REPLACE INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _refuse_foreign(db: sqlite3.Connection, path: Path) -> None:
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise LedgerError(f"{path} is a database, but not a ledger of Deadfall. Choose another file name.")


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


def _refuse_damaged(db: sqlite3.Connection, path: Path) -> None:
    verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise LedgerError(f"{path} is damaged ({verdict}). Restore it from a copy, or start a new ledger.")
