"""A table as the screen draws it. One that feels its board is drawn as it is; else the screen itself is the board.

Without tiles, where pads really lie matters little and room matters much: the pads stand close together beside a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from hardware.profiles.layout import lights_of, tiles_of
from hardware.profiles.model import Grid, Light, Pad, Pile, Profile, Seat

PITCH, FIRST = 50.0, 70.0
PILES = ("deck", "scrap")
BESIDE = 85.0  # from the middle of the last column to that of the first pad
COLUMN, ROW, GAP = 78.0, 122.0, 28.0  # from pad to pad, from row to row, between groups
EDGE = 72.0
IN_CORNER = 24.0  # a pad's light, from its middle
GROUPS_A_ROW = 2


def drawn(profile: Profile, columns: int, rows: int) -> Profile:
    """Return how a table is drawn for a game on a board of some columns and rows."""
    if profile.tiles:
        return profile
    grid = Grid(columns, rows, PITCH, FIRST, FIRST + 20)
    east = grid.x + (columns - 1) * PITCH + BESIDE
    north = grid.y + (rows - 1) * PITCH
    groups = _groups(profile.pads)
    open_pads = [pad for pad in profile.pads if not group_of(pad.name)]
    if groups:
        spots = [(east + at * (COLUMN + GAP), north - 8) for at in range(len(open_pads) + len(PILES))]
    else:
        middle = (north + grid.y) / 2 + ROW * 0.65 * (len(open_pads) + len(PILES) - 1)
        spots = [(east, middle - at * 1.3 * ROW) for at in range(len(open_pads) + len(PILES))]
    moved = dict(_put(open_pads, spots))
    piles = tuple(Pile(name, *spot) for name, spot in zip(PILES, spots[len(open_pads) :], strict=True))
    for number, group in enumerate(groups):
        row, column = divmod(number, GROUPS_A_ROW)
        x = east + column * (3 * COLUMN + GAP)
        y = north - 8 - (row + 1.2) * ROW
        moved |= _put(group, [(x + at * COLUMN, y) for at in range(len(group))])
    pads = tuple(moved[pad.index] for pad in profile.pads)
    width = max([*(pad.x for pad in pads), *(pile.x for pile in piles)]) + EDGE
    depth = north + 90
    seats = (
        Seat(0, "seat1", grid.x + 4 * PITCH, 26, "south"),
        Seat(1, "seat2", grid.x + 4 * PITCH, depth - 26, "north"),
    )
    return replace(
        profile,
        grid=grid,
        tiles=tiles_of(grid),
        pads=pads,
        piles=piles,
        seats=seats,
        lights=tuple(_lights(profile, pads, seats)),
        width=width,
        depth=depth,
    )


def group_of(name: str) -> str:
    """Return what a pad belongs to: "seat2.bench" of "seat2.bench.1", nothing for "play"."""
    return name.rpartition(".")[0]


def _groups(pads: Iterable[Pad]) -> list[list[Pad]]:
    return [list(group) for name, group in groupby(pads, key=lambda pad: group_of(pad.name)) if name]


def _put(pads: Sequence[Pad], spots: Sequence[tuple[float, float]]) -> dict[int, Pad]:
    return {pad.index: replace(pad, x=x, y=y) for pad, (x, y) in zip(pads, spots, strict=False)}


def _lights(profile: Profile, pads: tuple[Pad, ...], seats: tuple[Seat, ...]) -> Iterator[Light]:
    """Lights in the order of the chain: pads have theirs in a corner, seats above their group or at their edge."""
    for light in profile.lights[: len(pads)]:
        pad = pads[light.owner_index]
        yield replace(light, x=pad.x + IN_CORNER, y=pad.y + IN_CORNER)
    placed = tuple(_seat(seat, pads, seats) for seat in profile.seats)
    yield from (replace(light, index=len(pads) + light.index) for light in lights_of((), (), placed))


def _seat(seat: Seat, pads: tuple[Pad, ...], seats: tuple[Seat, ...]) -> Seat:
    own = [pad for pad in pads if pad.name.startswith(f"{seat.name}.")]
    if not own:
        return seats[seat.index % len(seats)]
    return replace(seat, x=own[-1].x - 26, y=own[-1].y + 46, side="south")
