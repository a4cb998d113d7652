"""What a ledger file looks like inside, and how to tell it from other files."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from host.ledger.records import LedgerError

SCHEMA = 1
APPLICATION_ID = 0x44464C47  # "DFLG", in the file's header, so that `file` and SQLite tools can name it

TABLES = """
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


def prepare(db: sqlite3.Connection, path: Path, check: bool) -> None:
    """Make an empty file a ledger, or check that the file is one that this version can read."""
    if _is_empty(db):
        _create(db)
        return
    _refuse_foreign(db, path)
    _refuse_other_schema(db, path)
    if check:
        _refuse_damaged(db, path)


def _is_empty(db: sqlite3.Connection) -> bool:
    return int(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]) == 0


def _create(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    for statement in TABLES.split(";"):
        db.execute(statement)
    db.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
    db.execute("COMMIT")


def _refuse_foreign(db: sqlite3.Connection, path: Path) -> None:
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise LedgerError(f"{path} is a database, but not a ledger of Deadfall. Choose another file name.")


def _refuse_other_schema(db: sqlite3.Connection, path: Path) -> None:
    row = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    found = row[0] if row else "none"
    if found == str(SCHEMA):
        return
    if found.isdigit() and int(found) > SCHEMA:
        raise LedgerError(
            f"{path} was written by a newer Deadfall (ledger schema {found}; this one reads {SCHEMA}). "
            "Update Deadfall to open it."
        )
    raise LedgerError(f"{path} says ledger schema {found!r}, which no Deadfall writes. Restore the file from a copy.")


def _refuse_damaged(db: sqlite3.Connection, path: Path) -> None:
    verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise LedgerError(f"{path} is damaged ({verdict}). Restore it from a copy, or start a new ledger.")
