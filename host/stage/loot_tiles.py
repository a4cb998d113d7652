"""Loot Trap as reeds feel it: trays, cross trays and pawns on the tiles of a table.

A tray that lies upright by the table's north holds a face-down card, one that lies sideways an armed one. Which way
round it lies means nothing. A cross tray over an upright one is a trap that a player laid; a pawn closes the middle
reed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engines.loot.box import SEATS
from engines.loot.field import Field
from engines.loot.state import State
from hardware.profiles.model import CENTRE, EAST, NORTH, SOUTH, WEST, Profile
from host.table import Scene, Snapshot, Thing, Touch

UPRIGHT, SIDEWAYS, CROSS, PAWN = NORTH, EAST, EAST | WEST, CENTRE
RESTED_MS = 700  # a pawn that stood somewhere for less did not come to stay
TRAY_MM = 93.0  # the longer side of a tray
TRAY_NAME, CROSS_NAME, PAWN_NAME = "tray", "cross", "pawn"
_AROUND = NORTH | EAST | SOUTH | WEST
_SAME = {
    SOUTH: NORTH,
    WEST: EAST,
    SOUTH | EAST | WEST: NORTH | EAST | WEST,
    NORTH | SOUTH | WEST: NORTH | SOUTH | EAST,
}
_AS_ONE = bytes(mask & ~_AROUND | _SAME.get(mask & _AROUND, mask & _AROUND) for mask in range(256))
_OVER_SIDEWAYS = (EAST | WEST, NORTH | EAST | SOUTH)  # a cross tray on a tray that is still to be turned upright
_CELL_OF = {"spring": 2, "put": 3, "toss": 1, "unearth": 1, "look": 2}  # where an item of the agenda has its space


class LootTiles:
    """A field on the tiles of a table. Without tiles for all of its spaces, nothing of it is felt."""

    def __init__(self, profile: Profile, field: Field) -> None:
        self.field = field
        names = {tile.name: tile.index for tile in profile.tiles}
        has_room = profile.grid is not None and profile.grid.pitch >= TRAY_MM
        self.is_sensed = has_room and all(field.names[cell] in names for cell in field.cells)
        self.tile = {cell: names[field.names[cell]] for cell in field.cells} if self.is_sensed else {}
        self.cell = {tile: cell for cell, tile in self.tile.items()}
        self._count = len(profile.tiles)

    # ---- what lies where -------------------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        """Every tray on its tile, turned as it should be; what lies on it follows."""
        return Scene(self._count, self._things(state) if self.is_sensed else ())

    def _things(self, state: State) -> Iterator[Thing]:
        for cell, tile in self.tile.items():
            name = self.field.names[cell]
            yield Thing(f"{TRAY_NAME}.{name}", tile, SIDEWAYS if state.armed[cell] else UPRIGHT)
            if state.laid[cell] >= 0:
                yield Thing(f"{CROSS_NAME}.{name}", tile, CROSS)
            if state.who[cell] >= 0:
                yield Thing(f"{PAWN_NAME}.{SEATS[state.who[cell]]}", tile, PAWN)

    def read(self, state: State, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot in which trays lie one way round, and nothing differs where a card is being taken.

        But a pawn that hardly rested there, and stands elsewhere now, has not put itself over the card.
        """
        tiles = bytearray(snapshot.tiles.translate(_AS_ONE))
        if (tile := self.busy(state)) is not None:
            should = self.scene(state).signature
            stands_elsewhere = any(tiles[at] & PAWN & ~should[at] for at in range(len(tiles)))
            tiles[tile] = should[tile] & ~PAWN if stands_elsewhere and _has_passed(snapshot, tile) else should[tile]
        touches = tuple(
            touch._replace(before=_AS_ONE[touch.before], after=_AS_ONE[touch.after]) for touch in snapshot.touches
        )
        return replace(snapshot, tiles=bytes(tiles), touches=touches)

    def changed(self, state: State, tiles: bytes, *, is_pawn: bool) -> Iterator[int]:
        """Yield the spaces on which a pawn stands, or else a cross tray lies, that should not be there."""
        should = self.scene(state).signature
        for cell, tile in self.tile.items():
            new = tiles[tile] & ~should[tile]
            if new & PAWN if is_pawn else tiles[tile] & CROSS == CROSS and should[tile] & CROSS != CROSS:
                yield cell

    def busy(self, state: State) -> int | None:
        """Return the tile at which hands are busy with a card: what it shows meanwhile means nothing."""
        if not state.agenda or state.result is not None:
            return None
        frame = state.agenda[-1]
        if frame[0] == "peek":
            return self.tile.get(state.pawn[frame[1]])
        return self.tile.get(frame[_CELL_OF[frame[0]]]) if frame[0] in _CELL_OF else None

    # ---- what answers make of it -----------------------------------------------------------------------------------

    def moved(self, state: State, base: bytes, seat: int, end: int) -> Iterator[bytes]:
        """Yield the tiles after a pawn went to a space: the tray that it left may be turned sooner or later."""
        start = state.pawn[seat]
        after = bytearray(base)
        after[self.tile[start]] &= ~PAWN
        after[self.tile[end]] |= PAWN
        yield bytes(after)
        if state.laid[start] < 0 and state.base[start] >= 0 and not state.up[start] and not state.armed[start]:
            after[self.tile[start]] = SIDEWAYS
            yield bytes(after)

    def laid(self, state: State, base: bytes, cell: int) -> Iterator[bytes]:
        """Yield the tiles after a trap was laid: an armed card beneath it may be turned upright sooner or later."""
        after = bytearray(base)
        after[self.tile[cell]] = UPRIGHT | CROSS
        yield bytes(after)
        if state.armed[cell]:
            for mask in _OVER_SIDEWAYS:
                after[self.tile[cell]] = mask
                yield bytes(after)


def _has_passed(snapshot: Snapshot, tile: int) -> bool:
    """Tell whether a pawn has left a tile on which it had hardly rested: it was only held over it, or slid across."""
    came = next((touch.at for touch in reversed(snapshot.touches) if touch.tile == tile and _gains(touch)), None)
    left = next((touch.at for touch in reversed(snapshot.touches) if touch.tile == tile and _loses(touch)), None)
    return came is not None and left is not None and 0 <= left - came < RESTED_MS


def _gains(touch: Touch) -> bool:
    return bool(touch.after & ~touch.before & PAWN)


def _loses(touch: Touch) -> bool:
    return bool(touch.before & ~touch.after & PAWN)
