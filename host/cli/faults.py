"""The file that keeps what went wrong with house players, with everybody's cards: nothing of it is for a screen."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from host.cli.errors import CommandError
from host.cli.places import state_folder
from host.ledger.private import private_file
from host.play.thinking import DETAILS

NAME = "faults.log"
LIMIT = 5_000_000  # bytes; then the file begins anew, and the one before is kept


class FaultFile(logging.Handler):
    """Appends records to a file that is made with the first of them. A disk that is full loses them silently."""

    def __init__(self, find: Callable[[], Path]) -> None:
        super().__init__(logging.ERROR)
        self._find = find
        self.setFormatter(logging.Formatter("%(asctime)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record."""
        with suppress(OSError, CommandError):
            path = self._find()
            if path.exists() and path.stat().st_size > LIMIT:
                path.replace(path.with_suffix(".old"))
            private_file(path)
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{self.format(record)}\n")


def keep_faults() -> None:
    """Keep the details of faults in the user's folder from now on."""
    log = logging.getLogger(DETAILS)
    if not any(isinstance(handler, FaultFile) for handler in log.handlers):
        log.addHandler(FaultFile(lambda: state_folder() / NAME))
