"""A connection that gives up on endless queries, and on which Ctrl-C stays Ctrl-C.

SQLite asks a function of ours now and then whether to go on. If Ctrl-C was pressed, Python raises it in there, where
SQLite cannot pass it on: it only says that the query was interrupted, as it does when our limit is reached.
"""

from __future__ import annotations

import sqlite3
from typing import Any

OPERATIONS = 1_000_000  # of SQLite between two looks at how many there were


class LimitedCursor(sqlite3.Cursor):
    """A cursor that raises KeyboardInterrupt if that is what has interrupted it."""

    def execute(self, sql: str, parameters: Any = (), /) -> LimitedCursor:
        """Carry out a statement."""
        try:
            super().execute(sql, parameters)
        except sqlite3.OperationalError as error:
            _raise_interrupt(self.connection, error)
            raise
        return self

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        return next(self, None)

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        return list(self)

    def __next__(self) -> Any:
        try:
            return super().__next__()
        except sqlite3.OperationalError as error:
            _raise_interrupt(self.connection, error)
            raise


class LimitedConnection(sqlite3.Connection):
    """A connection on which so many operations are allowed as ``limit`` says, and no more."""

    _left = 0

    def limit(self, looks: int) -> None:
        """Allow so many times a million operations from now on."""
        self._left = looks
        self.set_progress_handler(self._look, OPERATIONS)

    @property
    def is_used_up(self) -> bool:
        """Whether the limit is reached."""
        return self._left < 0

    def _look(self) -> bool:
        self._left -= 1
        return self._left < 0

    def execute(self, sql: str, parameters: Any = (), /) -> LimitedCursor:
        """Carry out a statement."""
        return self.cursor(LimitedCursor).execute(sql, parameters)


def _raise_interrupt(db: sqlite3.Connection, error: sqlite3.OperationalError) -> None:
    code = getattr(error, "sqlite_errorcode", 0)  # errors of the module itself have none
    if code == sqlite3.SQLITE_INTERRUPT and isinstance(db, LimitedConnection) and not db.is_used_up:
        raise KeyboardInterrupt from None
