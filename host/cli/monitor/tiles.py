"""The board map: every tile with its closed reeds and its light, small or large."""

from __future__ import annotations

from typing import NamedTuple

from hardware.profiles.model import CENTRE, EAST, NORTH, SOUTH, WEST, Tile
from host.cli.monitor.canvas import Canvas, Style
from host.cli.monitor.palette import CURSOR, FAINT, LABEL, TILES, Signs, mixed, readable_on, shown
from host.cli.monitor.view import View
from host.link import RGB

LABELS = 3
"""Columns for the row numbers at the left."""
_TINT = 0.62
_LARGE_TINT = 0.4
_LIT = 24  # a sum above this counts as lit


class Cell(NamedTuple):
    """How much room a tile takes; the last column is a gap."""

    width: int
    height: int


SMALL, LARGE = Cell(4, 1), Cell(8, 3)


def cell_for(view: View, width: int, height: int) -> Cell:
    """Return the largest cell with which the map fits."""
    columns, rows = map_size(view, LARGE)
    return LARGE if columns <= width and rows <= height else SMALL


def map_size(view: View, cell: Cell) -> tuple[int, int]:
    """Return the columns and rows that the map takes, with its labels."""
    grid = view.profile.grid
    if grid is None:
        return 0, 0
    return LABELS + grid.columns * cell.width + 1, grid.rows * cell.height + 1


def draw_map(canvas: Canvas, x: int, y: int, view: View, cell: Cell, signs: Signs) -> None:
    """Draw the map with north up: row 1 is the lowest, column a the leftmost."""
    grid = view.profile.grid
    if grid is None:
        return
    for row in range(grid.rows):
        top = y + (grid.rows - 1 - row) * cell.height
        canvas.put(x, top + cell.height // 2, f"{row + 1:2}", Style(LABEL))
    for column in range(grid.columns):
        middle = x + LABELS + column * cell.width + (cell.width - 1) // 2
        canvas.put(middle, y + grid.rows * cell.height, chr(ord("a") + column), Style(LABEL))
    for tile in view.profile.tiles:
        left = x + LABELS + tile.column * cell.width
        top = y + (grid.rows - 1 - tile.row) * cell.height
        _draw_tile(canvas, left, top, view, tile, cell, signs)
    if view.cursor is not None:
        tile = view.profile.tiles[view.cursor]
        left = x + LABELS + tile.column * cell.width
        _draw_cursor(canvas, left, y + (grid.rows - 1 - tile.row) * cell.height, cell)


def _draw_tile(canvas: Canvas, x: int, y: int, view: View, tile: Tile, cell: Cell, signs: Signs) -> None:
    light = shown(view.light(view.profile.tile_light(tile.index)), view.profile.brightness)
    base = TILES[(tile.column + tile.row) % 2]
    if cell == LARGE:
        _draw_large(canvas, x, y, view.reeds(tile.index), light, base, signs)
    else:
        _draw_small(canvas, x, y, view.reeds(tile.index), light, base, signs)


def _draw_small(canvas: Canvas, x: int, y: int, reeds: int, light: RGB, base: RGB, signs: Signs) -> None:
    ground = mixed(base, light, _TINT) if any(light) else base
    style = Style(readable_on(ground), ground, bold=True) if reeds else Style(FAINT, ground)
    canvas.put(x, y, small_signs(reeds, signs), style)
    if sum(light) > _LIT:
        canvas.put(x + 3, y, signs.mark)


def small_signs(reeds: int, signs: Signs) -> str:
    """Return three characters for a tile's closed reeds.

    >>> from host.cli.monitor.palette import ASCII
    >>> [small_signs(mask, ASCII) for mask in (0, 1, 2, 16, 17, 10)]
    [' . ', ' ^ ', '  >', ' o ', 'o^ ', '<.>']
    """
    left = signs.west if reeds & WEST else " "
    right = signs.east if reeds & EAST else " "
    middle = signs.north if reeds & NORTH else signs.south if reeds & SOUTH else ""
    if reeds & CENTRE:
        if not middle:
            middle = signs.centre
        elif left == " ":
            left = signs.centre
        else:
            right = signs.centre
    lone_side = (left == " ") != (right == " ")
    return left + (middle or (" " if lone_side else signs.open)) + right


_PLACES = ((NORTH, 3, 0), (WEST, 1, 1), (CENTRE, 3, 1), (EAST, 5, 1), (SOUTH, 3, 2))


def _draw_large(canvas: Canvas, x: int, y: int, reeds: int, light: RGB, base: RGB, signs: Signs) -> None:
    ground = mixed(base, light, _LARGE_TINT) if any(light) else base
    for row in range(LARGE.height):
        canvas.put(x, y + row, " " * (LARGE.width - 1), Style(bg=ground))
    shapes = dict(zip((NORTH, EAST, SOUTH, WEST, CENTRE), signs[:5], strict=True))
    for mask, dx, dy in _PLACES:
        if reeds & mask:
            canvas.put(x + dx, y + dy, shapes[mask], Style(readable_on(ground), ground, bold=True))
        else:
            canvas.put(x + dx, y + dy, signs.open, Style(mixed(ground, FAINT, 0.6), ground))
    is_lit = sum(light) > _LIT
    canvas.put(
        x + 6, y, signs.lit if is_lit else signs.dark, Style(light if is_lit else mixed(ground, FAINT, 0.6), ground)
    )


def _draw_cursor(canvas: Canvas, x: int, y: int, cell: Cell) -> None:
    style = Style(CURSOR, bold=True)
    if cell.height == 1:
        canvas.put(x - 1, y, "[", style)
        canvas.put(x + cell.width - 1, y, "]", style)
        return
    for row in range(cell.height):
        canvas.put(x - 1, y + row, "[", style)
        canvas.put(x + cell.width - 1, y + row, "]", style)
