"""The field: which spaces there are and which lie next to each other, read from a text map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MIN_CARDS, MAX_CARDS = 8, 60
MAX_SIDE = 26
DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
CARD, NOTHING = "#", "."


Spot = tuple[int, int]


def places_in(text: str) -> dict[Spot, str]:
    """Return the signs of a map by column and row, from the south-west."""
    rows = [row.strip() for row in reversed(text.split("\n")) if row.strip()]
    return {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != NOTHING}


class Field:
    """The spaces of one layout; ValueError says why there is none. ``starts`` are the seats' first spaces.

    Spaces are numbers: places in ``spots``, which may have more than this field needs, so that several fields share it.

    >>> field = Field(".2.\\n###\\n###\\n.1.", 2)
    >>> field.names[0], field.starts, [field.names[cell] for cell in field.around[0]]
    ('b1', (0, 7), ['b2', 'c2', 'a2'])
    """

    def __init__(self, text: str, seats: int, spots: Sequence[Spot] = ()) -> None:
        places = places_in(text)
        _check_signs(places, seats)
        spots = spots or in_order(places)
        number = {spot: cell for cell, spot in enumerate(spots) if spot in places}
        self.size = len(spots)
        self.cells = tuple(number.values())
        self.spots = tuple(spots)
        self.names = tuple(f"{chr(ord('a') + x)}{y + 1}" for x, y in spots)
        self.starts = tuple(number[spot] for seat in range(seats) for spot in number if places[spot] == str(seat + 1))
        self.toward = tuple(
            tuple(number.get((x + dx, y + dy), -1) if (x, y) in places else -1 for dx, dy in STEPS) for x, y in spots
        )
        self.around = tuple(tuple(cell for cell in near if cell >= 0) for near in self.toward)
        self.beside = tuple(tuple(cell for cell in near[::2] if cell >= 0) for near in self.toward)
        self.behind = {
            (start, over): tuple(cell for cell in self.around[over] if cell != start and cell not in self.around[start])
            for start in self.cells
            for over in self.around[start]
        }
        self._number = {self.names[cell]: cell for cell in self.cells}
        _check_connected(self.cells, self.around)

    def find(self, name: str) -> int | None:
        """Return the space of that name, or None."""
        return self._number.get(name)


def in_order(places: Iterable[Spot]) -> list[Spot]:
    """Return spots row by row from the south-west."""
    return sorted(places, key=lambda spot: (spot[1], spot[0]))


def _check_signs(places: dict[Spot, str], seats: int) -> None:
    known = (CARD, *(str(seat + 1) for seat in range(seats)))
    for sign in places.values():
        if sign not in known:
            raise ValueError(f'"{sign}" means nothing; say one of {NOTHING} {" ".join(known)}')
    for start in known[1:]:
        if list(places.values()).count(start) != 1:
            raise ValueError(f"there must be one first space {start}")
    if not MIN_CARDS <= len(places) <= MAX_CARDS or max(map(max, places)) >= MAX_SIDE:
        raise ValueError(f"a field has {MIN_CARDS} to {MAX_CARDS} cards and at most {MAX_SIDE} rows and columns")


def _check_connected(cells: tuple[int, ...], around: tuple[tuple[int, ...], ...]) -> None:
    reached, edge = {cells[0]}, [cells[0]]
    while edge:
        fresh = [cell for cell in around[edge.pop()] if cell not in reached]
        reached.update(fresh)
        edge += fresh
    if len(reached) < len(cells):
        raise ValueError("not every card can be reached from every other")
