"""Where everything lies, in millimetres of the table. The scene's y runs south, the table's north."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QPointF, QRectF

from hardware.profiles.model import Light, Pad, Profile, Tile

PIECE_MM = 46.0
PAD_MM = 62.0
RACK_MM = 104.0  # left of the table: two columns of pieces for each seat
SLOTS_A_ROW = 2
MARGIN_MM = 8.0
LIGHT_MM, GLOW_MM = 3.1, 11.0
GROUP_MM = (110.0, 18.0)  # the name of a group of pads
_ROW_LANES = ((30.0, 22.0), (12.0, 11.0))  # left of the board: how far out a label begins, and how wide it is
_BELOW, _FAR_BELOW = 3.5, 45.0  # how far below the board a label of a column begins: before seats' lights, behind them
CLEAR_MM = 2.0  # between a light and a label


class Geometry:
    """A profile's table and the racks beside it, in the coordinates of the scene.

    Attributes:
        bounds: the whole scene.
        table: the table's top.
        board: all tiles.
        rack_mm: how wide the racks are.
        has_bases: whether the first and the last rows are the seats' own.
        tile_light_mm: radius with which a tile's light is drawn, and that of its glow.
    """

    rack_mm = RACK_MM
    has_bases = True
    tile_light_mm = (LIGHT_MM, GLOW_MM)

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.pitch = profile.grid.pitch if profile.grid else 50.0
        self.table = QRectF(0, 0, profile.width, profile.depth)
        self.bounds = self.table.adjusted(-self.rack_mm - MARGIN_MM, -MARGIN_MM, MARGIN_MM, MARGIN_MM)
        self.board = QRectF()
        for tile in profile.tiles:
            self.board = self.board.united(self.tile_rect(tile.index))
        self._by_place = {(tile.column, tile.row): tile for tile in profile.tiles}

    def point(self, x: float, y: float) -> QPointF:
        """Return a place of the table (mm from its south-west corner) in the scene."""
        return QPointF(x, self.profile.depth - y)

    def light_mm(self, owner: str) -> tuple[float, float]:
        """Return the radius of a light, and that of its glow."""
        return self.tile_light_mm if owner == "tile" else (LIGHT_MM * 1.15, GLOW_MM * 1.15)

    def tile_centre(self, tile: int) -> QPointF:
        """Return the middle of a tile."""
        place = self.profile.tiles[tile]
        return self.point(place.x, place.y)

    def tile_rect(self, tile: int) -> QRectF:
        """Return a tile's square."""
        centre, half = self.tile_centre(tile), self.pitch / 2
        return QRectF(centre.x() - half, centre.y() - half, self.pitch, self.pitch)

    def tile_at(self, point: QPointF) -> int | None:
        """Return the tile at a place of the scene."""
        grid = self.profile.grid
        if grid is None:
            return None
        column = round((point.x() - grid.x) / grid.pitch)
        row = round((self.profile.depth - point.y() - grid.y) / grid.pitch)
        found = self._by_place.get((column, row))
        return found.index if found else None

    def beside(self, tile: int, columns: int, rows: int) -> int | None:
        """Return the tile some columns east and rows north of one, or None if there is none."""
        here = self.profile.tiles[tile]
        found = self._by_place.get((here.column + columns, here.row + rows))
        return found.index if found else None

    def columns(self) -> list[Tile]:
        """Return the southernmost tile of each column."""
        return [tile for tile in self.profile.tiles if tile.row == 0]

    def rows(self) -> list[Tile]:
        """Return the westernmost tile of each row."""
        return [tile for tile in self.profile.tiles if tile.column == 0]

    def labels(self) -> list[tuple[QRectF, str]]:
        """Return where the numbers of the rows and the letters of the columns are written, beside lights and pads."""
        left, lowest = self.board.left(), self.board.bottom()
        lanes = (lowest + _BELOW, self.board.top() - _BELOW - 13, lowest + _FAR_BELOW)
        ys = [(self.tile_centre(tile.index).y(), str(tile.row + 1)) for tile in self.rows()]
        xs = [(self.tile_centre(tile.index).x(), tile.name[0]) for tile in self.columns()]
        return [
            *self._lane([[(QRectF(left - x, y - 10, wide, 20), text) for y, text in ys] for x, wide in _ROW_LANES]),
            *self._lane([[(QRectF(x - 9, y, 18, 13), text) for x, text in xs] for y in lanes]),
        ]

    def _lane(self, lanes: Sequence[list[tuple[QRectF, str]]]) -> list[tuple[QRectF, str]]:
        """Return the first lane beside the board in which nothing is in the way of any label: all stay in one line."""
        taken = self._taken()
        free = (lane for lane in lanes if not any(rect.intersects(other) for rect, _ in lane for other in taken))
        return next(free, lanes[-1])

    def group_label(self, pads: Sequence[Pad]) -> QRectF:
        """Return where it is written whose pads these are: beside the last one, or where nothing is in the way."""
        last, whole = self.pad_rect(pads[-1].index), QRectF()
        for pad in pads:
            whole = whole.united(self.pad_rect(pad.index))
        beside = QRectF(last.right() + 12, last.top() - 4, *GROUP_MM)
        wide, high = GROUP_MM
        middle = whole.center()
        places = [
            beside,
            beside.translated(0, PAD_MM - high),
            QRectF(middle.x() - wide / 2, whole.top() - high - 4, wide, high),
            QRectF(whole.left() - wide - 12, whole.top() - 4, wide, high),
            QRectF(middle.x() - wide / 2, whole.bottom() + PAD_MM / 2, wide, high),
        ]
        taken = [self.board, *self._taken(), *(rect.adjusted(-4, -8, 4, 8) for rect, _ in self.labels())]
        is_free = (not any(place.intersects(other) for other in taken) for place in places)
        return next((place for place, is_good in zip(places, is_free, strict=True) if is_good), beside)

    def has_room_below(self, pad: int) -> bool:
        """Tell whether there is room for a short word below a pad, however small everything is drawn."""
        rect = self.pad_rect(pad)
        word = QRectF(rect.center().x() - 24, rect.bottom() + 2, 48, 44)
        return not any(word.intersects(other) for other in (self.board, *self._taken()))

    def _taken(self) -> list[QRectF]:
        """Return what covers a label: lights but those of the tiles, and pads."""
        lights = [self._light_rect(light) for light in self.profile.lights if light.owner != "tile"]
        return lights + [self.pad_rect(pad.index) for pad in self.profile.pads]

    def _light_rect(self, light: Light) -> QRectF:
        centre, (core, _) = self.point(light.x, light.y), self.light_mm(light.owner)
        half = core + CLEAR_MM
        return QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half)

    def racks(self) -> range:
        """Return the seats that have a rack."""
        return range(len(self.profile.seats))

    def rack_rect(self, seat: int) -> QRectF:
        """Return the rack of a seat: the north half is that of the seat in the north."""
        half = self.profile.depth / 2
        is_south = seat >= len(self.profile.seats) or self.profile.seats[seat].side == "south"
        return QRectF(-RACK_MM - 2, half + 6 if is_south else 0.0, RACK_MM - 10, half - 6)

    def slot(self, seat: int, number: int) -> QPointF:
        """Return the middle of one place in a seat's rack; places fill up from the player's own edge."""
        rack = self.rack_rect(seat)
        row, column = divmod(number, SLOTS_A_ROW)
        x = rack.left() + (column + 0.5) * rack.width() / SLOTS_A_ROW
        step = (rack.height() - 6) / 7
        y = 3 + (row + 0.5) * step
        is_south = rack.top() > 0
        return QPointF(x, rack.bottom() - y if is_south else rack.top() + y)

    def pad(self, pad: int) -> QPointF:
        """Return the middle of a pad."""
        place = self.profile.pads[pad]
        return self.point(place.x, place.y)

    def is_named(self, pad: int) -> bool:
        """Tell whether a pad's name and what lies there are written below it."""
        return True

    def pad_rect(self, pad: int) -> QRectF:
        """Return a pad's square."""
        centre = self.pad(pad)
        return QRectF(centre.x() - PAD_MM / 2, centre.y() - PAD_MM / 2, PAD_MM, PAD_MM)

    def pad_at(self, point: QPointF) -> int | None:
        """Return the pad at a place of the scene."""
        return next((pad.index for pad in self.profile.pads if self.pad_rect(pad.index).contains(point)), None)

    def pile(self, name: str) -> QPointF | None:
        """Return the middle of a pile."""
        return next((self.point(pile.x, pile.y) for pile in self.profile.piles if pile.name == name), None)
