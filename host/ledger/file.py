"""The ledger as a file: opened, locked, read, and written in transactions."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from host.ledger import schema
from host.ledger.private import private_file
from host.ledger.reading import open_to_read, readable, refuse_other_files
from host.ledger.records import LedgerError, Unwritten


@dataclass(slots=True)
class _Group:
    """What one thread writes together: whether anything was written yet, and why some of it could not be."""

    is_begun: bool = False
    failed: LedgerError | None = None


class LedgerFile:
    """One SQLite database with one lock: threads take turns, and other processes are waited for."""

    def __init__(self, path: Path, db: sqlite3.Connection, keep: int | None) -> None:
        self.path = path
        self.keep = keep
        self._db = db
        self._lock = threading.RLock()
        self._is_writing = False
        self._own = threading.local()  # each thread's group
        self._closing = ExitStack()  # what is cleaned up in the end

    @classmethod
    def open(cls, path: str | Path, *, keep: int | None = None, synchronous: str = "FULL", check: bool = True) -> Self:
        """Open or make the ledger at ``path``; raise LedgerError with a whole sentence if that cannot be done.

        ``synchronous="OFF"`` survives a killed process but not a power cut: it is for soaks alone.
        ``check=False`` skips the integrity check, which reads the whole file.
        """
        path = Path(path)
        is_file = str(path) != ":memory:"
        if synchronous not in ("FULL", "OFF"):
            raise ValueError("synchronous is FULL or OFF")
        if is_file:
            refuse_other_files(path)
        try:
            if is_file:
                private_file(path)
            db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
        except (OSError, sqlite3.Error) as error:
            raise LedgerError(f"{path} cannot be opened ({error}). Check the folder and its permissions.") from error
        try:
            _configure(db, synchronous)
            schema.prepare(db, path, check)
            if keep is not None:
                schema.refuse_play(db, path)
        except BaseException as error:
            db.close()
            if isinstance(error, sqlite3.DatabaseError | UnicodeError):
                raise LedgerError(_open_sentence(path, error)) from error
            raise
        return cls(path, db, keep)

    @classmethod
    def read(cls, path: str | Path, *, check: bool = True) -> Self:
        """Open the ledger at ``path`` only to read it; neither the file nor its folder changes.

        ``check=False`` does not look whether all of it is as it was written.
        """
        path = Path(path)
        with ExitStack() as stack:
            db = open_to_read(path, stack)
            if check:
                with readable(path):
                    schema.refuse_damaged(db, path)
            ledger = cls(path, db, None)
            ledger._closing = stack.pop_all()
            return ledger

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()
            self._closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Write all that is written inside, or nothing; when this ends, it is on disk. One inside another joins it."""
        group: _Group | None = getattr(self._own, "group", None)
        with self._lock:
            if self._is_writing:
                with self._joined(group):
                    yield self._db
            elif group is not None:
                self._begin(group)
                with self._joined(group):
                    yield self._db
            else:
                with self._told_apart(), self._written_or_not():
                    self._db.execute("BEGIN IMMEDIATE")
                    yield self._db

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write all that this thread writes inside in one transaction, or nothing; it begins with the first write."""
        if getattr(self._own, "group", None) is not None:
            yield
            return
        group = self._own.group = _Group()
        try:
            yield
            if group.failed is not None:
                raise group.failed
            if group.is_begun:
                with self._told_apart():
                    self._db.execute("COMMIT")
        except BaseException:
            if group.is_begun:
                self._roll_back()
            raise
        finally:
            self._own.group = None
            if group.is_begun:
                self._is_writing = False
                self._lock.release()

    def _begin(self, group: _Group) -> None:
        """Begin the transaction of a group; other threads wait until it ends."""
        self._lock.acquire()
        group.is_begun = self._is_writing = True
        with self._failing(group), self._told_apart():
            self._db.execute("BEGIN IMMEDIATE")

    @contextmanager
    def _joined(self, group: _Group | None) -> Iterator[None]:
        """Write inside a transaction that is under way; what fails leaves nothing behind in it."""
        with self._failing(group), self._told_apart():
            self._db.execute("SAVEPOINT joined")
            try:
                yield
            except GeneratorExit:  # the writer was interrupted before it began, and all is taken back further out
                raise
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK TO joined")
                    self._db.execute("RELEASE joined")
                self._forget()
                raise
            self._db.execute("RELEASE joined")

    @contextmanager
    def _failing(self, group: _Group | None) -> Iterator[None]:
        """A group of which something could not be written cannot be written at all, whoever catches the error."""
        try:
            yield
        except Unwritten as error:
            if group is not None:
                group.failed = error
            raise

    @contextmanager
    def _told_apart(self) -> Iterator[None]:
        """What the disk refuses can be tried again; what no ledger can hold cannot."""
        try:
            yield
        except sqlite3.Error as error:
            raise Unwritten(
                f"{self.path} cannot be written ({error}). Free some space or check the disk; "
                "the boards keep what they have until then."
            ) from error
        except (OverflowError, ValueError) as error:  # ValueError: no text that UTF-8 knows
            raise LedgerError(f"{self.path} cannot be written: it cannot hold this value ({error}).") from error

    @contextmanager
    def _written_or_not(self) -> Iterator[None]:
        self._is_writing = True
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._is_writing = False

    def _roll_back(self) -> None:
        """Take back what is not committed; if SQLite cannot, or has done so, nothing of it is on disk anyway."""
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        self._forget()

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Read all that is read inside as of one moment, whatever others write meanwhile."""
        with self._lock:
            try:
                self._db.execute("BEGIN")
                try:
                    yield self._db
                finally:
                    self._roll_back()
            except (sqlite3.Error, UnicodeError) as error:
                raise self._unreadable(error) from error

    def _forget(self) -> None:
        """Drop what was remembered of the file: a transaction was rolled back."""

    def _read(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except (sqlite3.Error, UnicodeError) as error:
                raise self._unreadable(error) from error

    def _unreadable(self, error: Exception) -> LedgerError:
        return LedgerError(f"{self.path} cannot be read ({error}). Restore it from a copy.")


def _configure(db: sqlite3.Connection, synchronous: str) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f"PRAGMA synchronous = {synchronous}")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA trusted_schema = OFF")
    # Checkpoints copy every changed page: with 1,000 pages between them a commit of three facts took 99 µs, with
    # 4,000 (a WAL of 16 MB) 79 µs. Pages of 1 kB were as fast, but a torn 4 kB sector could then harm a neighbour.
    db.execute("PRAGMA wal_autocheckpoint = 4000")


def _open_sentence(path: Path, error: Exception) -> str:
    if isinstance(error, sqlite3.OperationalError):
        return f"{path} cannot be opened ({error}). Check the folder, its permissions and who else uses the file."
    return f"{path} is not a readable ledger ({error}). Restore it from a copy, or choose another file name."
