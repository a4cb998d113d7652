"""Answers of Jigsaw Armada that would make the tiles show what they do, whether the rules allow them or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.armada.game import Armada
from engines.armada.grid import LEFT, RIGHT, STEPS
from engines.armada.legal import BUILD, MOVE, ROTATE, Choice
from engines.armada.state import State
from engines.core import AnyPlay

MASKS = (1, 2, 4, 8)  # of what faces north, east, south and west
FAR = 99  # further than any ship moves
Place = tuple[int, int] | None  # cell and facing; None beyond the board


def attempts(game: Armada, play: AnyPlay, tile_of: Mapping[int, int], base: bytes, tiles: bytes) -> Iterator[Choice]:
    """Yield builds onto the one tile that differs, and moves and rotations of whole ships that fit all tiles."""
    state, cell_of = play.state, {tile: cell for cell, tile in tile_of.items()}
    changed = [tile for tile, (old, new) in enumerate(zip(base, tiles, strict=True)) if old != new]
    if len(changed) == 1 and not base[changed[0]] and tiles[changed[0]] in MASKS and changed[0] in cell_of:
        facing = MASKS.index(tiles[changed[0]])
        seat = play.waiting[0].seat
        for piece in state.play[seat] if seat >= 0 else ():
            yield BUILD, piece, cell_of[changed[0]], facing
        return
    for ship, pieces in state.pieces.items():
        for column, row in _shifts(game, state, pieces[0]):
            if _fits(base, tiles, tile_of, [(p, _shifted(game, state, p, column, row)) for p in pieces], state):
                yield MOVE, ship, *_direction(column, row)
        for hub in pieces:
            for way in (LEFT, RIGHT):
                if _fits(base, tiles, tile_of, [(p, _turned(game, state, hub, p, way)) for p in pieces], state):
                    yield ROTATE, hub, way


def _shifts(game: Armada, state: State, piece: int) -> Iterator[tuple[int, int]]:
    """Yield how far a piece may have been carried, in columns and rows."""
    grid, start = game.box.grid, state.where[piece]
    here = grid.name(start)
    for cell in grid.cells:
        if cell != start:
            name = grid.name(cell)
            yield ord(name[0]) - ord(here[0]), int(name[1:]) - int(here[1:])


def _shifted(game: Armada, state: State, piece: int, column: int, row: int) -> Place:
    name = game.box.grid.name(state.where[piece])
    cell = game.box.grid.find(f"{chr(ord(name[0]) + column)}{int(name[1:]) + row}")
    return None if cell is None else (cell, state.facing[piece])


def _turned(game: Armada, state: State, hub: int, piece: int, way: int) -> Place:
    """Return where a piece stands after its ship was turned about another one."""
    grid = game.box.grid
    cell = grid.turned[way][state.where[hub]][state.where[piece]].bit_length() - 1
    return (cell, (state.facing[piece] + (3 if way == LEFT else 1)) % 4) if cell in grid.cells else None


def _fits(base: bytes, tiles: bytes, tile_of: Mapping[int, int], places: list[tuple[int, Place]], state: State) -> bool:
    """Tell whether the tiles show exactly this ship elsewhere, and all others where they were."""
    after = bytearray(base)
    for piece, _ in places:
        after[tile_of[state.where[piece]]] = 0
    for _, place in places:
        if place is None or after[tile_of[place[0]]]:
            return False
        after[tile_of[place[0]]] = MASKS[place[1]]
    return bytes(after) == tiles


def _direction(column: int, row: int) -> tuple[int, int]:
    """Return the direction in which a ship went, as the rules number it, and how far; a crooked way is too far."""
    straight = {step: number for number, step in enumerate(STEPS)}
    far = max(abs(column), abs(row))
    if not column or not row:
        return straight[(column > 0) - (column < 0), (row > 0) - (row < 0)], far
    return (0 if row > 0 else 2), FAR
