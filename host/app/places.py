"""Where each piece of a virtual table physically is."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from random import Random
from typing import NamedTuple

from host.app.marks import Lie


class Where(Enum):
    """The kinds of places."""

    DRAW = "draw"
    RACK = "rack"
    TILE = "tile"
    HAND = "hand"
    SCRAP = "scrap"
    PAD = "pad"


class Place(NamedTuple):
    """One place; ``tile`` only on the board, ``pad`` on a pad, ``facing`` in quarter turns clockwise from north."""

    where: Where
    tile: int | None = None
    facing: int = 0
    pad: int | None = None


class Places:
    """The physical truth of a virtual table: every piece is in exactly one place.

    Racks, the draw piles and the scrap keep their order; the last one is the topmost or newest.
    """

    def __init__(self, names: Iterable[str], seed: int = 0) -> None:
        shuffled = list(names)
        Random(seed).shuffle(shuffled)
        self._places = {name: Place(Where.DRAW) for name in shuffled}

    def __getitem__(self, name: str) -> Place:
        return self._places[name]

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def move(self, name: str, place: Place) -> None:
        """Put a piece somewhere; it becomes the newest there."""
        if self._places.get(name) == place:
            return
        self._places.pop(name, None)
        self._places[name] = place

    def turn(self, name: str, facing: int) -> None:
        """Turn a piece where it is."""
        self._places[name] = self._places[name]._replace(facing=facing % 4)

    def names(self, where: Where, seat: str = "") -> list[str]:
        """Return the pieces at a kind of place, oldest first; ``seat`` names one colour."""
        return [
            name
            for name, place in self._places.items()
            if place.where is where and (not seat or name.startswith(seat + "."))
        ]

    def at(self, tile: int) -> str | None:
        """Return the piece on a tile."""
        return next((name for name, place in self._places.items() if place.tile == tile), None)

    def on_pad(self, pad: int) -> list[str]:
        """Return the pieces on a pad, the undermost first."""
        return [name for name, place in self._places.items() if place.pad == pad]

    def lies(self) -> dict[str, Lie]:
        """Return where the pieces on the board lie."""
        return {name: Lie(place.tile, place.facing) for name, place in self._places.items() if place.tile is not None}
