"""Checks of what comes from outside as JSON: each returns the value, or raises a problem that says what it must be.

>>> POSITION.whole(7, '"energy"', 0, 9)
7
>>> POSITION.whole("7", '"energy"', 0, 9)
Traceback (most recent call last):
engines.core.problems.SetupError: "energy" must be a whole number from 0 to 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.core.problems import ParseError, SetupError

MOST_SHOWN = 40  # characters of something wrong that a sentence repeats


class Checks:
    """Checks values of one source; ``problem`` is raised with a sentence."""

    def __init__(self, problem: type[ValueError]) -> None:
        self._problem = problem

    def only(self, row: Iterable[object], known: Sequence[str], what: str) -> None:
        """Refuse a field that nobody reads: it is misspelt."""
        for key in row:
            if key not in known:
                raise self._problem(f"{what} has no {shown(key)}; it may have {', '.join(known)}.")

    def mapping(self, value: object, what: str) -> Mapping[str, object]:
        """Check for an object."""
        if not isinstance(value, Mapping):
            raise self._problem(f"{what} must be an object.")
        return value

    def items(self, value: object, what: str, most: int) -> list[object]:
        """Check for a list that is not too long."""
        if not isinstance(value, list) or len(value) > most:
            raise self._problem(f"{what} must be a list of at most {most}.")
        return value

    def whole(self, value: object, what: str, low: int, high: int) -> int:
        """Check for a whole number in a range."""
        if type(value) is not int or not low <= value <= high:
            raise self._problem(f"{what} must be a whole number from {low} to {high}.")
        return value

    def flag(self, value: object, what: str) -> bool:
        """Check for true or false."""
        if not isinstance(value, bool):
            raise self._problem(f"{what} must be true or false.")
        return value

    def text(self, value: object, what: str, most: int, least: int = 0) -> str:
        """Check for a text that is not too long."""
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise self._problem(f"{what} must be a text of at most {most} characters.")
        return value

    def word(self, value: object, what: str, words: Sequence[str]) -> str:
        """Check for one of some words."""
        if not isinstance(value, str) or value not in words:
            raise self._problem(f"{what} must be one of {', '.join(words)}.")
        return value

    def index(self, value: object, what: str, words: Sequence[str]) -> int:
        """Check for one of some words, and return its place among them."""
        return words.index(self.word(value, what, words))


def shown(value: object) -> str:
    """Return what was found, as a sentence repeats it: in quotes, and not all of it if it is long."""
    return repr(str(value)[:MOST_SHOWN])


POSITION = Checks(SetupError)
ENTRY = Checks(ParseError)
