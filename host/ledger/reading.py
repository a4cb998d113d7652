"""Opening a ledger only to read it: whatever the file is, neither it nor its folder changes.

SQLite reads a database that others may write only with files of its own beside it, and would bring a write-ahead log
into it. So a file that has such a log is copied, with the log, into a private folder, and the copy is read. Any other
file is read as it lies there. A ledger of an older Deadfall is brought up to date in memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from host.ledger import schema
from host.ledger.limited import LimitedConnection
from host.ledger.records import LedgerError

MAGIC = b"SQLite format 3\0"
LARGEST = 4_000_000_000  # bytes of a ledger with its log: two million facts are 200 MB
TRIES = 5  # to copy a file while others write it
BLOCK = 1 << 20
WAL_HEADER = 32
LEAST = 20  # million operations of SQLite are allowed for any file, and one more for each so many bytes:
BYTES = 4_000


def open_to_read(path: Path, stack: ExitStack) -> sqlite3.Connection:
    """Return a connection that only reads; what it needs is cleaned up by ``stack``.

    LedgerError says in a sentence why it cannot be had, or that the file is no ledger.
    """
    with readable(path):
        db = _opened(path, stack)
        schema.refuse_foreign(db, path)
        return db if schema.is_up_to_date(db) else _brought_up_to_date(db, path, stack)


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Tell in a sentence that a file cannot be read."""
    try:
        yield
    except (sqlite3.Error, UnicodeError) as error:  # UnicodeError: SQLite quotes a name that is no text any more
        raise LedgerError(
            f"{path} is not a readable ledger ({error}). Restore it from a copy, or choose another file."
        ) from error
    except OSError as error:
        raise LedgerError(f"{path} cannot be read ({error.strerror}). Check its name and permissions.") from error


def refuse_other_files(path: Path) -> None:
    """Refuse a file that is no ledger, without changing it; one that is not there, or is empty, may become one."""
    if not path.exists() or (path.is_file() and not path.stat().st_size):
        return
    with ExitStack() as stack, readable(path):
        db = _opened(path, stack)
        if not schema.is_empty(db):
            schema.refuse_foreign(db, path)


def _opened(path: Path, stack: ExitStack) -> sqlite3.Connection:
    _refuse_by_first_bytes(path)
    place = _copied(path, stack) if _has_log(path) else path
    db = _connected(place, is_copy=place != path)
    stack.callback(db.close)
    return db


def _refuse_by_first_bytes(path: Path) -> None:
    """Look at the first bytes before SQLite does."""
    with path.open("rb") as file:
        begun = file.read(len(MAGIC))
    if not begun:
        raise LedgerError(f"{path} is empty, so it is no ledger. Choose another file.")
    if begun != MAGIC:
        raise LedgerError(f"{path} is not a readable ledger (it is no database). Choose another file.")


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _has_log(path: Path) -> bool:
    log = _log_of(path)
    return log.exists() and log.stat().st_size > 0


def _connected(path: Path, *, is_copy: bool) -> sqlite3.Connection:
    how = "mode=rw" if is_copy else "mode=ro&immutable=1"
    place = f"file:{quote(str(path.absolute()))}?{how}"
    db = sqlite3.connect(place, uri=True, isolation_level=None, check_same_thread=False, factory=LimitedConnection)
    db.limit(LEAST + path.stat().st_size // BYTES)
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA query_only = ON")
    return db


def _brought_up_to_date(old: sqlite3.Connection, path: Path, stack: ExitStack) -> sqlite3.Connection:
    """Return a copy in memory of an older ledger. If it had no checksums, the new ones only tell what was found."""
    if not schema.is_sealed(old):
        schema.refuse_damaged(old, path)
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    stack.callback(db.close)
    old.backup(db)
    schema.bring_up_to_date(db, path)
    db.execute("PRAGMA query_only = ON")
    return db


# ---- a file that others may write ------------------------------------------------------------------------------


def _copied(path: Path, stack: ExitStack) -> Path:
    """Return a copy of a file and its log that belong together."""
    if path.stat().st_size + _log_of(path).stat().st_size > LARGEST:
        raise LedgerError(f"{path} is too large for a ledger. Choose another file.")
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="deadfall-")))
    copy = folder / "copy.ledger"
    for _ in range(TRIES):
        before = _log_header(path)
        _copy(path, copy)
        _copy(_log_of(path), _log_of(copy))
        if before == _log_header(path) == _log_header(copy):  # else the log was begun anew meanwhile
            return copy
    raise LedgerError(f"{path} is being written all the time and cannot be read now. Try again.")


def _log_header(path: Path) -> bytes:
    try:
        with _log_of(path).open("rb") as log:
            return log.read(WAL_HEADER)
    except FileNotFoundError:
        return b""


def _copy(source: Path, target: Path) -> None:
    """Copy a file, or what there is of it."""
    left = LARGEST
    with target.open("wb") as sink:
        if not source.exists():
            return
        with source.open("rb") as file:
            while left and (block := file.read(min(BLOCK, left))):
                sink.write(block)
                left -= len(block)
