"""Every ship found again on the table, as a whole, wherever it stands and however it is turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engines.armada.state import Box, State

PATIENCE = 20_000  # tries; a table so confused that it needs more is judged by the best that was found
Place = dict[int, tuple[int, int]]  # piece → cell, facing
Seen = dict[int, int]  # occupied cell → facing


@dataclass(slots=True)
class Fleet:
    """Where the pieces of the ships that were found stand, and which ships are not on the table."""

    places: Place = field(default_factory=dict)
    gone: tuple[int, ...] = ()


def find(box: Box, state: State, seen: Seen) -> Fleet:
    """Return the ships that fit what is seen: as many pieces as can be, as near as can be to where they were."""
    return _Search(box, state).best(seen)


def remains(box: Box, state: State, ship: int, seen: Seen) -> tuple[Place, Place]:
    """Return where most of a broken ship stands, as near as can be to where it was, and where its other pieces belong.

    Any one piece makes a beginning, so something of a ship is found wherever anything stands.
    """

    def merit(place: Place) -> tuple[int, int]:
        there = [piece for piece, (cell, facing) in place.items() if seen.get(cell) == facing]
        return len(there), -sum(_distance(box, state.where[piece], place[piece][0]) for piece in place)

    best = max(_alignments(box, state, ship, seen), key=merit)
    there = {piece: at for piece, at in best.items() if seen.get(at[0]) == at[1]}
    return there, {piece: at for piece, at in best.items() if piece not in there}


class _Search:
    """Tries every combination of places, the largest ship first."""

    def __init__(self, box: Box, state: State) -> None:
        self._box = box
        self._state = state
        self._tries = PATIENCE
        self._cost = (len(state.where) + 1, 0)
        self._found = Fleet()

    def best(self, seen: Seen) -> Fleet:
        ships = sorted(self._state.pieces, key=lambda ship: (-len(self._state.pieces[ship]), ship))
        self._try(ships, seen, Fleet(), (0, 0))
        return self._found

    def _try(self, ships: Sequence[int], seen: Seen, fleet: Fleet, cost: tuple[int, int]) -> None:
        """``cost`` is how many pieces are gone, and how far the others have come."""
        self._tries -= 1
        if cost >= self._cost or self._tries < 0:
            return
        if not ships:
            self._cost, self._found = cost, fleet
            return
        ship, rest = ships[0], ships[1:]
        for place in _whole(self._box, self._state, ship, seen):
            taken = {cell for cell, _ in place.values()}
            left = {cell: facing for cell, facing in seen.items() if cell not in taken}
            way = sum(_distance(self._box, self._state.where[piece], cell) for piece, (cell, _) in place.items())
            self._try(rest, left, Fleet({**fleet.places, **place}, fleet.gone), (cost[0], cost[1] + way))
        size = len(self._state.pieces[ship])
        self._try(rest, seen, Fleet(fleet.places, (*fleet.gone, ship)), (cost[0] + size, cost[1]))


def _whole(box: Box, state: State, ship: int, seen: Seen) -> list[Place]:
    """Return the places where the whole ship may stand, the nearest first."""
    fitting = {
        frozenset(place.items()): place
        for place in _alignments(box, state, ship, seen)
        if all(seen.get(cell) == facing for cell, facing in place.values())
    }
    first = state.pieces[ship][0]
    return sorted(fitting.values(), key=lambda place: _distance(box, state.where[first], place[first][0]))


def _alignments(box: Box, state: State, ship: int, seen: Seen) -> Iterator[Place]:
    """Yield every place of a ship in which at least one piece lies on an occupied cell as it faces."""
    width = box.grid.width
    for anchor in state.pieces[ship]:
        home = state.where[anchor]
        for cell, facing in seen.items():
            quarters = (facing - state.facing[anchor]) % 4
            yield {
                piece: (
                    _turned(state.where[piece], home, cell, quarters, width),
                    (state.facing[piece] + quarters) % 4,
                )
                for piece in state.pieces[ship]
            }


def _distance(box: Box, one: int, other: int) -> int:
    width = box.grid.width
    return abs(one % width - other % width) + abs(one // width - other // width)


def _turned(cell: int, home: int, target: int, quarters: int, width: int) -> int:
    """Where a cell goes when ``home`` goes to ``target`` and all turns clockwise by some quarters; -1 off the board."""
    dx, dy = cell % width - home % width, cell // width - home // width
    for _ in range(quarters):
        dx, dy = dy, -dx
    column, row = target % width + dx, target // width + dy
    return row * width + column if 0 < column < width - 1 and row > 0 else -1
