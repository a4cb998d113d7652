"""What the table should look like: things on tiles, and the signature that reeds would give."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Thing(NamedTuple):
    """One object on a tile: ``name`` is its own ("blue.gun-3"), ``mask`` the reeds that it closes there."""

    name: str
    tile: int
    mask: int


class Scene:
    """All things that should lie on the tiles, and the signature: one byte of closed reeds for each tile."""

    __slots__ = ("by_name", "signature", "things")

    def __init__(self, tiles: int, things: Iterable[Thing]) -> None:
        self.things = tuple(things)
        self.by_name = {thing.name: thing for thing in self.things}
        signature = bytearray(tiles)
        for thing in self.things:
            signature[thing.tile] |= thing.mask
        self.signature = bytes(signature)

    def names_at(self, tile: int) -> tuple[str, ...]:
        """Return the names of what should lie on a tile."""
        return tuple(thing.name for thing in self.things if thing.tile == tile)
