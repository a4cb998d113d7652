"""What the referee can say about a snapshot. Answers are opaque here: whatever the game's options hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Answer = Any


class TakenBack(NamedTuple):
    """As a candidate: not an answer, but the last answers taken back."""

    answers: int


class Unchanged(NamedTuple):
    """As a candidate: nothing was answered or taken back, and what differs will be put back."""


class Instead(NamedTuple):
    """As a candidate: the last answer was really this one, and not ``last``, as people read it.

    The referee knows no words: it leaves ``last`` empty, and ``text``, which is the answer as people read it.
    """

    choice: Answer
    last: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Still:
    """The table shows what it should."""


@dataclass(frozen=True, slots=True)
class Commit:
    """This is what the players did: one answer, or several in a row that were done quickly.

    ``amends``: the last answer that was committed is replaced (a piece slid on). ``confidence`` is a percentage.
    """

    answers: tuple[Answer, ...]
    confidence: int
    why: str
    amends: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Several things may have happened; a person must say which (``TakenBack`` may be among them).

    A question never has a single candidate: if only one thing can have happened, the other is that nothing has.
    """

    candidates: tuple[Answer, ...]
    why: str
    amends: bool = False

    def __post_init__(self) -> None:
        if len(self.candidates) == 1:
            object.__setattr__(self, "candidates", (*self.candidates, Unchanged()))


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The players have put the table back to what it was some answers ago.

    ``is_last_left``: all but what the last answer moved, which is seen anew.
    """

    answers: int
    why: str
    is_last_left: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to mend. ``name`` is None if nobody knows which thing it is.

    ``mask`` is how it should lie; if it is to be taken away, what its tile shows.
    """

    kind: Literal["put", "take", "move", "turn"]
    name: str | None
    source: int | None
    target: int | None
    mask: int


@dataclass(frozen=True, slots=True)
class Guide:
    """The table does not show what it should: the one next thing to do, and how many steps remain in all.

    ``is_owed``: nobody did anything wrong; the table only has to follow what was answered or what the rules did.
    ``alone``: every other tile shows an answer, and only this one does not. ``is_back``: it leads back to what was.
    """

    step: Step
    remaining: int
    why: str
    is_owed: bool
    alone: int | None = None
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """Something is under way; ``possible`` are answers that it may become. ``until``: when patience ends, or None.

    ``lacking``: tiles that have been without what should lie there for long. ``hint``: what seems to be left to do of
    an answer that has been half done for a while. ``back``: something has been off the table for long, and if it stays
    off, the table looks as it did so many answers ago.
    """

    why: str
    until: int | None
    possible: tuple[Answer, ...] = ()
    lacking: tuple[int, ...] = ()
    hint: Guide | None = None
    back: int = 0


@dataclass(frozen=True, slots=True)
class Blind:
    """The table's state is not known: nothing is inferred."""


Verdict = Still | Wait | Commit | Ask | TakeBack | Guide | Blind
