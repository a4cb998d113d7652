"""What the lab has to know of a game: how to read a play that is over, and which cards there are to be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from engines.core import Game, Play


class Card(NamedTuple):
    """A design that players can use, and how many copies of it there are."""

    id: str
    title: str
    copies: int


class Notes(NamedTuple):
    """What is noted of one game. Lists are by seat; cards are counted by their ids."""

    first: int
    winner: int | None
    characters: tuple[str, ...]
    turns: int
    end: str
    played: Counter[str]
    sprung: Counter[str]


class Study(NamedTuple):
    """How one game is studied."""

    title: str
    ends: tuple[str, ...]
    """How a game can end, in the order of the report."""
    cards: Callable[[Game], list[Card]]
    """The cards whose use is counted."""
    read: Callable[[Play], Notes]
    """What is noted of a play that is over."""
