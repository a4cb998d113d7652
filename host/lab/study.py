"""What the lab has to know of a game: how to read a play that is over, and which cards there are to be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from engines.core import AnyGame, AnyPlay


class Card(NamedTuple):
    """A design that players can use, and how many copies of it there are.

    ``kind``: the cards that it is compared with, where the rules let some kinds of cards be used more than others.
    """

    id: str
    title: str
    copies: int
    kind: str = ""


class Notes(NamedTuple):
    """What is noted of one game. Lists are by seat; cards are counted by their ids.

    ``also``: what else is counted of cards, and the study has a name for.
    """

    first: int
    winner: int | None
    characters: tuple[str, ...]
    turns: int
    end: str
    played: Counter[str]
    also: Counter[str]


class Study(NamedTuple):
    """How one game is studied."""

    title: str
    ends: tuple[str, ...]
    """How a game can end, in the order of the report."""
    cards: Callable[[AnyGame], list[Card]]
    """The cards whose use is counted."""
    read: Callable[[AnyPlay], Notes]
    """What is noted of a play that is over."""
    also: str
    """What is counted of cards beside how often they are played."""
