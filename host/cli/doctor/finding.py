"""A finding: what was seen, how bad it is, and what to do."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from host.plain import plain


class Level(Enum):
    """How bad: nothing to do, good to know, something that may hurt, something that stops the table."""

    OK = "ok"
    INFO = "info"
    WARNING = "warning"
    PROBLEM = "problem"


class Finding(NamedTuple):
    """One sentence about one thing; `cure` are lines that say what to do, ready to be copied."""

    level: Level
    sentence: str
    cure: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """The finding as JSON wants it."""
        return {"level": self.level.value, "sentence": self.sentence, "cure": list(self.cure)}


def _finding(level: Level, sentence: str, *cure: str) -> Finding:
    """Names of ports and what a board says come from strangers: only plain text is shown."""
    return Finding(level, plain(sentence), tuple(map(plain, cure)))


def ok(sentence: str) -> Finding:
    """All is well with this."""
    return _finding(Level.OK, sentence)


def info(sentence: str, *cure: str) -> Finding:
    """Good to know."""
    return _finding(Level.INFO, sentence, *cure)


def warning(sentence: str, *cure: str) -> Finding:
    """It may hurt one day."""
    return _finding(Level.WARNING, sentence, *cure)


def problem(sentence: str, *cure: str) -> Finding:
    """It stops the table from working."""
    return _finding(Level.PROBLEM, sentence, *cure)
