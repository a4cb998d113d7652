"""What can be wrong with what somebody says: always a whole sentence for a player."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """Why an entry cannot be taken, and the rule that it rests on ("R22"; empty if it is no matter of rules)."""

    sentence: str
    rule: str = ""


class IllegalEntry(ValueError):
    """An entry was fed that the play cannot take; the play is unchanged."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.sentence)
        self.problem = problem


class ParseError(ValueError):
    """A text is no answer in this game's notation; the message says what was expected."""


class SetupError(ValueError):
    """A position is impossible; the message names what is wrong."""
