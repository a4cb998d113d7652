"""The position that the table shows: every ship found again as a whole, wherever it stands and however it is turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engines.armada.game import Armada
from engines.armada.grid import FACINGS
from engines.armada.state import State
from engines.core import Play
from host.stage.base import ImportProblem

_FACING = {1: 0, 2: 1, 4: 2, 8: 3}
_Place = dict[int, tuple[int, int]]  # piece → cell, facing


def position_from(game: Armada, play: Play, cell_of: Mapping[int, int], tiles: bytes) -> dict[str, Any]:
    """Return the position that fits the tiles, or raise ImportProblem with a sentence that names what does not."""
    seen = _read(game, cell_of, tiles)
    places = _find(game, play.state, seen)
    rest = set(seen) - {cell for cell, _ in places.values()}
    if rest:
        raise ImportProblem(
            f"The piece on {game.box.grid.name(min(rest))} belongs to no ship as it stands. "
            "Take it off, or say as an answer how it was built."
        )
    position = play.position()
    for ship in position["ships"]:
        pieces = play.state.pieces[ship["id"]]
        for row, piece in zip(ship["pieces"], pieces, strict=True):
            cell, facing = places[piece]
            row["cell"], row["facing"] = game.box.grid.name(cell), FACINGS[facing]
    return position


def _read(game: Armada, cell_of: Mapping[int, int], tiles: bytes) -> dict[int, int]:
    """Return the facing of what stands on each occupied cell."""
    seen = {}
    for tile, mask in enumerate(tiles):
        if not mask or tile not in cell_of:
            continue
        if mask not in _FACING:
            name = game.box.grid.name(cell_of[tile])
            raise ImportProblem(f"Something on {name} closes several reeds or the middle one: set it straight first.")
        seen[cell_of[tile]] = _FACING[mask]
    return seen


def _find(game: Armada, state: State, seen: dict[int, int]) -> _Place:
    """Find a place for every ship; the largest first, and each where it was if it can be."""
    ships = sorted(state.pieces, key=lambda ship: -len(state.pieces[ship]))
    found = _place(game, state, ships, seen)
    if found is None:
        for ship in ships:
            if not list(_places(game, state, ship, seen)):
                raise ImportProblem(
                    f"ship-{ship} does not stand on the table as a whole. Put its pieces together first."
                )
        raise ImportProblem("The ships do not all fit what stands on the table. Put them back as the lights show.")
    return found


def _place(game: Armada, state: State, ships: list[int], seen: dict[int, int]) -> _Place | None:
    if not ships:
        return {}
    for place in _places(game, state, ships[0], seen):
        taken = {cell for cell, _ in place.values()}
        rest = _place(game, state, ships[1:], {cell: way for cell, way in seen.items() if cell not in taken})
        if rest is not None:
            return {**place, **rest}
    return None


def _places(game: Armada, state: State, ship: int, seen: dict[int, int]) -> Iterator[_Place]:
    """Yield the places where the whole ship may stand, the nearest to its own first."""
    first = state.pieces[ship][0]
    home = state.where[first]
    width = game.box.grid.width
    for cell in sorted(seen, key=lambda cell: abs(cell % width - home % width) + abs(cell // width - home // width)):
        quarters = (seen[cell] - state.facing[first]) % 4
        place = {}
        for piece in state.pieces[ship]:
            there = _turned(state.where[piece], home, cell, quarters, width)
            facing = (state.facing[piece] + quarters) % 4
            if seen.get(there) != facing:
                break
            place[piece] = (there, facing)
        else:
            yield place


def _turned(cell: int, home: int, target: int, quarters: int, width: int) -> int:
    """Where a cell goes when ``home`` goes to ``target`` and everything turns clockwise by some quarters."""
    dx, dy = cell % width - home % width, cell // width - home // width
    for _ in range(quarters):
        dx, dy = dy, -dx
    column, row = target % width + dx, target // width + dy
    return row * width + column if 0 < column < width - 1 and row > 0 else -1
