"""The board as numbers: cells are bits of an integer, with a wall of one cell all around.

A set of cells is an int; moving a whole ship is one shift. Cell ``index`` = row × width + column, both counted from 1.
"""

from __future__ import annotations

from functools import lru_cache

NORTH, EAST, SOUTH, WEST = range(4)
FACINGS = ("north", "east", "south", "west")
DIRECTIONS = (*FACINGS, "north-east", "south-east", "south-west", "north-west")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))  # columns, rows
LEFT, RIGHT = 0, 1
TURNS = ("left", "right")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Grid:
    """A board of some columns and rows, with everything that can be worked out beforehand."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.width = columns + 2
        self.size = self.width * (rows + 2)
        self.cells = tuple(row * self.width + column for row in range(1, rows + 1) for column in range(1, columns + 1))
        self.board = sum(1 << cell for cell in self.cells)
        self.wall = (1 << self.size) - 1 & ~self.board
        self.shifts = tuple(dy * self.width + dx for dx, dy in STEPS)
        self.bases = (self._rows(1, 2), self._rows(rows - 1, rows))
        self.goals = (self.bases[1], self.bases[0])
        self.rays = tuple(self._rays_from(cell) for cell in range(self.size))
        # turned[turn][hub][cell]: where a cell lies after a quarter turn about a hub: a bit, in the wall if off board
        self.turned = tuple(tuple(self._turn_about(hub, turn) for hub in range(self.size)) for turn in (LEFT, RIGHT))
        self._swept: dict[tuple[int, int], tuple[int, ...]] = {}

    def name(self, cell: int) -> str:
        """Return a cell's name: "e1"."""
        row, column = divmod(cell, self.width)
        return f"{LETTERS[column - 1]}{row}"

    def find(self, name: str) -> int | None:
        """Return the cell of that name, or None."""
        column, row = LETTERS.find(name[:1]) + 1, name[1:]
        if not name or not 0 < column <= self.columns or not row.isascii() or not row.isdigit() or len(row) > 2:
            return None
        return int(row) * self.width + column if 0 < int(row) <= self.rows and row[0] != "0" else None

    def shift(self, cells: int, direction: int) -> int:
        """Move a set of cells by one."""
        by = self.shifts[direction]
        return cells << by if by > 0 else cells >> -by

    def swept(self, hub: int, turn: int) -> tuple[int, ...]:
        """Return for each cell the cell that it passes half-way through a quarter turn about ``hub``, as a bit or 0."""
        key = (hub, turn)
        if key not in self._swept:
            self._swept[key] = tuple(self._sweep(hub, cell, turn) for cell in range(self.size))
        return self._swept[key]

    def hit(self, cell: int, direction: int, occupied: int) -> int:
        """Return the first occupied cell that a shot meets, or -1."""
        line = self.rays[cell][direction] & occupied
        if not line:
            return -1
        return (line & -line if direction < SOUTH else line).bit_length() - 1

    def _rows(self, first: int, last: int) -> int:
        return sum(1 << cell for cell in self.cells if first <= cell // self.width <= last)

    def _rays_from(self, cell: int) -> tuple[int, int, int, int]:
        if not self.board >> cell & 1:
            return (0, 0, 0, 0)
        rays = []
        for by in self.shifts[:4]:
            ray, here = 0, cell + by
            while self.board >> here & 1:
                ray |= 1 << here
                here += by
            rays.append(ray)
        return (rays[0], rays[1], rays[2], rays[3])

    def _offset(self, hub: int, cell: int) -> tuple[int, int]:
        return cell % self.width - hub % self.width, cell // self.width - hub // self.width

    def _index(self, column: int, row: int) -> int:
        """Return a cell, or 0 (in the wall) if that is off the board."""
        if 1 <= column <= self.columns and 1 <= row <= self.rows:
            return row * self.width + column
        return 0

    def _turn_about(self, hub: int, turn: int) -> tuple[int, ...]:
        if not self.board >> hub & 1:
            return ()
        return tuple(1 << self._turn(hub, cell, turn) for cell in range(self.size))

    def _turn(self, hub: int, cell: int, turn: int) -> int:
        dx, dy = self._offset(hub, cell)
        dx, dy = (-dy, dx) if turn == LEFT else (dy, -dx)
        return self._index(hub % self.width + dx, hub // self.width + dy)

    def _sweep(self, hub: int, cell: int, turn: int) -> int:
        dx, dy = self._offset(hub, cell)
        across, along = (dx - dy, dx + dy) if turn == LEFT else (dx + dy, dy - dx)
        index = self._index(hub % self.width + _round(across), hub // self.width + _round(along))
        return 1 << index if index else 0


def _round(value: int) -> int:
    """Divide by the square root of two and round half away from zero; halves cannot occur."""
    size = int(abs(value) / 2**0.5 + 0.5)
    return size if value >= 0 else -size


@lru_cache(maxsize=16)
def grid(columns: int, rows: int) -> Grid:
    """Return the one Grid of that size."""
    return Grid(columns, rows)


def indices(cells: int) -> list[int]:
    """Return the cells of a set, lowest first."""
    found = []
    while cells:
        low = cells & -cells
        found.append(low.bit_length() - 1)
        cells ^= low
    return found
