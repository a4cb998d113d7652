"""What follows from where things are: tiles, lights and buttons in chain order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from hardware.profiles.model import LIMBS, PINTS, Button, Grid, Light, Pad, Seat, Side, Tile

_TILE_LIGHT = (20.0, 20.0)  # the tile's north-east corner, clear of cards, trays and pieces
_PAD_LIGHT = (0.0, 40.0)  # beyond the reader's coil
_TURNS: dict[Side, tuple[int, int]] = {"south": (1, 0), "east": (0, 1), "north": (-1, 0), "west": (0, -1)}


def turned(side: Side, right: float, ahead: float) -> tuple[float, float]:
    """A place in a player's own frame (to the right, ahead) as (dx, dy) on the table."""
    cos, sin = _TURNS[side]
    return cos * right - sin * ahead, sin * right + cos * ahead


def tiles_of(grid: Grid | None) -> tuple[Tile, ...]:
    """The tiles in chain order: by rows from the south; `snake` runs every second row from east to west."""
    if grid is None:
        return ()
    return tuple(_tile(grid, index) for index in range(grid.columns * grid.rows))


def _tile(grid: Grid, index: int) -> Tile:
    row, column = divmod(index, grid.columns)
    if grid.order == "snake" and row % 2:
        column = grid.columns - 1 - column
    name = f"{chr(ord('a') + column)}{row + 1}"
    return Tile(index, name, column, row, grid.x + column * grid.pitch, grid.y + row * grid.pitch)


def buttons_of(seats: tuple[Seat, ...]) -> tuple[Button, ...]:
    """Two buttons for each seat, *yes* at the right hand."""
    answers: tuple[tuple[Literal["yes", "no"], float], ...] = (("yes", 66.0), ("no", -66.0))
    buttons: list[Button] = []
    for seat in seats:
        for answer, right in answers:
            dx, dy = turned(seat.side, right, 0)
            name = f"{seat.name}.{answer}"
            buttons.append(Button(len(buttons), name, seat.x + dx, seat.y + dy, seat.index, answer))
    return tuple(buttons)


def lights_of(tiles: tuple[Tile, ...], pads: tuple[Pad, ...], seats: tuple[Seat, ...]) -> tuple[Light, ...]:
    """All lights in chain order: tiles, pads, then fourteen for each seat."""
    lights = [_beside(tile, "tile", _TILE_LIGHT, tile.index) for tile in tiles]
    lights += [_beside(pad, "pad", _PAD_LIGHT, len(lights) + pad.index) for pad in pads]
    for seat in seats:
        lights += _seat_lights(seat, len(lights))
    return tuple(lights)


def _beside(thing: Tile | Pad, owner: Literal["tile", "pad"], offset: tuple[float, float], index: int) -> Light:
    return Light(index, thing.name, thing.x + offset[0], thing.y + offset[1], owner, thing.index)


def _seat_lights(seat: Seat, first: int) -> Iterator[Light]:
    """A bar of ten from left to right as its player sees it, and the limbs in a row behind it."""
    roles: tuple[tuple[Literal["pints", "limb"], int, float], ...] = (
        ("pints", PINTS, -6.0),
        ("limb", LIMBS, 10.0),
    )
    for role, count, ahead in roles:
        for number in range(count):
            dx, dy = turned(seat.side, 12.0 * (number - (count - 1) / 2), ahead)
            name = f"{seat.name}.{role}.{number}"
            yield Light(first, name, seat.x + dx, seat.y + dy, "seat", seat.index, role, number)
            first += 1
