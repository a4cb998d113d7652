"""A table as the screen draws it. One that feels its board is drawn as it is; else the screen itself is the board.

Without tiles, where pads really lie matters little and room matters much: the pads stand close together beside a board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from hardware.profiles.layout import lights_of, tiles_of
from hardware.profiles.model import Grid, Light, Pad, Pile, Profile, Seat

PITCH, WEST, SOUTH = 50.0, 70.0, 90.0  # of the board, and its first tile
BESIDE = 85.0  # from the middle of the last column to that of the first pad
COLUMN, ROW = 80.0, 108.0  # from pad to pad, from group to group
FIRST = 0.28  # more room, in rows, above the first group: what lies on the pads there is written below them
LAMPS = 98.0  # from the last pad of a group to its seat's lights
TALL = 159.0  # from pad to pile, one below the other
EDGE = 86.0
IN_CORNER = 24.0  # a pad's light, from its middle
DECK, SCRAP = "deck", "scrap"
Spot = tuple[float, float]


def drawn(profile: Profile, columns: int, rows: int) -> Profile:
    """Return how a table is drawn for a game on a board of some columns and rows; without a board, as it is."""
    if profile.tiles or not columns:
        return profile
    east, height = WEST + (columns - 1) * PITCH, (rows - 1) * PITCH
    spots = _spots(profile.pads, height)
    highest = max(height, *(y for _, y in spots.values()))
    grid = Grid(columns, rows, PITCH, WEST, SOUTH + (highest - height) / 2)
    depth, middle = highest + 2 * SOUTH, (WEST + east) / 2
    places = {name: (east + BESIDE + x, SOUTH + y) for name, (x, y) in spots.items()}
    pads = tuple(replace(pad, x=places[pad.name][0], y=places[pad.name][1]) for pad in profile.pads)
    seats = (Seat(0, "seat1", middle, 26, "south"), Seat(1, "seat2", middle, depth - 26, "north"))
    return replace(
        profile,
        grid=grid,
        tiles=tiles_of(grid),
        pads=pads,
        piles=tuple(Pile(name, *places[name]) for name in (DECK, SCRAP)),
        seats=seats,
        lights=tuple(_lights(profile, pads, seats)),
        width=max(x for x, _ in places.values()) + EDGE,
        depth=depth,
    )


def group_of(name: str) -> str:
    """Return what a pad belongs to: "seat2.bench" of "seat2.bench.1", nothing for "play"."""
    return name.rpartition(".")[0]


def _spots(pads: Sequence[Pad], height: float) -> dict[str, Spot]:
    """Return where pads and piles stand, from the board's south-east on: one column, or rows if there are groups."""
    single = [pad.name for pad in pads if not group_of(pad.name)]
    groups = [[pad.name for pad in group] for name, group in groupby(pads, lambda pad: group_of(pad.name)) if name]
    if not groups:
        column = [DECK, *single, SCRAP]
        top = (height + (len(column) - 1) * TALL) / 2
        return {name: (0.0, top - at * TALL) for at, name in enumerate(column)}
    top = max(height, (len(groups) + FIRST) * ROW - 30)
    spots = {name: (at * COLUMN, top) for at, name in enumerate([*single, DECK, SCRAP])}
    for row, group in enumerate(groups):
        spots |= {name: (at * COLUMN, top - (row + 1 + FIRST) * ROW) for at, name in enumerate(group)}
    return spots


def _lights(profile: Profile, pads: tuple[Pad, ...], seats: tuple[Seat, ...]) -> Iterator[Light]:
    """Lights in the order of the chain: pads have theirs in a corner, seats beside their group or at their edge."""
    for light in profile.lights[: len(pads)]:
        pad = pads[light.owner_index]
        yield replace(light, x=pad.x + IN_CORNER, y=pad.y + IN_CORNER)
    placed = tuple(_seat(seat, pads, seats) for seat in profile.seats)
    yield from (replace(light, index=len(pads) + light.index) for light in lights_of((), (), placed))


def _seat(seat: Seat, pads: tuple[Pad, ...], seats: tuple[Seat, ...]) -> Seat:
    own = [pad for pad in pads if pad.name.startswith(f"{seat.name}.")]
    if not own:
        return seats[seat.index % len(seats)]
    return replace(seat, x=own[-1].x + LAMPS, y=own[-1].y - 8, side="south")
