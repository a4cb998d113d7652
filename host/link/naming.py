"""The name of a board in the ledger: written once the board has said it, again if the disk was not there."""

from __future__ import annotations

from collections.abc import Callable

from host.ledger import LedgerError
from host.link.stream import Journal

TRIES = 20  # at most, one with each PONG: five seconds


class Naming:
    """Writes one name for each session; ``trouble`` hears once why that can't be done."""

    def __init__(self, journal: Journal, trouble: Callable[[str], None]) -> None:
        self._journal = journal
        self._trouble = trouble
        self._uid = self._name = ""
        self._left = 0  # tries

    def begin(self, uid: str, name: str, now: int) -> None:
        """The board has said its name."""
        self._uid, self._name = uid, name
        self._left = TRIES
        self.retry(now)

    def forget(self) -> None:
        """The session is over."""
        self._left = 0

    def retry(self, now: int) -> None:
        """Write what has not been written."""
        if not self._left:
            return
        self._left -= 1
        try:
            self._journal.board(self._uid, self._name, now)
            self._left = 0
        except LedgerError as error:
            if self._left == TRIES - 1:
                self._trouble(str(error))
