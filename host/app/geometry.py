"""Where everything lies, in millimetres of the table. The scene's y runs south, the table's north."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF

from hardware.profiles.model import Profile, Tile

PIECE_MM = 46.0
PAD_MM = 62.0
RACK_MM = 104.0  # left of the table: two columns of pieces for each seat
SLOTS_A_ROW = 2
MARGIN_MM = 8.0
LIGHT_MM, GLOW_MM = 3.1, 11.0


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
