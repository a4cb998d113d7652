"""The table itself: tiles with their names, the bases, racks, pads and piles. It never changes."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QColor, QPainter, QPen
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hardware.profiles.model import Pad, Tile
from host.app import theme
from host.app.drawn import group_of
from host.app.geometry import PIECE_MM, Geometry

LABEL_MM = 15
BASE_ROWS = 2
RACK_SLOTS = 14  # fifteen pieces, one of which begins on the board
_PLATE = QColor("#101820")
_WELL = QColor("#0c1219")
_TILE = QColor("#141e28")


class BoardItem(QGraphicsItem):
    """Paints the table once; Qt keeps the picture."""

    def __init__(self, geometry: Geometry) -> None:
        super().__init__()
        self._geometry = geometry
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def _draw_table(self, painter: QPainter) -> None:
        painter.setPen(QPen(theme.EDGE, 1.0))
        painter.setBrush(_PLATE)
        painter.drawRoundedRect(self._geometry.table, 14, 14)
        painter.setPen(QPen(theme.EDGE, 1.2))
        painter.setBrush(_WELL)
        painter.drawRoundedRect(self._geometry.board.adjusted(-4, -4, 4, 4), 6, 6)

    def _draw_tile(self, painter: QPainter, tile: Tile) -> None:
        rect = self._geometry.tile_rect(tile.index).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_TILE)
        painter.drawRoundedRect(rect, 3, 3)
        owner = self._base_of(tile)
        if owner is None:
            return
        livery = theme.livery(owner)
        painter.setBrush(theme.faded(livery.hull, 70))
        painter.drawRoundedRect(rect, 3, 3)
        pattern = Qt.BrushStyle.BDiagPattern if livery.is_hatched else Qt.BrushStyle.Dense7Pattern
        painter.setBrush(QBrush(theme.faded(livery.line, 34), pattern))
        painter.drawRoundedRect(rect, 3, 3)

    def _base_of(self, tile: Tile) -> int | None:
        """Return the seat whose base a tile belongs to."""
        grid = self._geometry.profile.grid
        if grid is None or not self._geometry.has_bases or len(self._geometry.profile.seats) != BASE_ROWS:
            return None
        if tile.row < BASE_ROWS:
            return 0
        return 1 if tile.row >= grid.rows - BASE_ROWS else None

    def _draw_wells(self, painter: QPainter) -> None:
        """Draw the lights as they look when they are dark."""
        painter.setPen(QPen(theme.EDGE, 0.8))
        painter.setBrush(theme.ABYSS)
        for light in self._geometry.profile.lights:
            core, _ = self._geometry.light_mm(light.owner)
            painter.drawEllipse(self._geometry.point(light.x, light.y), core, core)

    def _draw_labels(self, painter: QPainter) -> None:
        painter.setFont(theme.scene_font(painter, LABEL_MM))
        painter.setPen(theme.FAINT)
        for rect, text in self._geometry.labels():
            write(painter, rect, text)

    def _draw_rack(self, painter: QPainter, seat: int) -> None:
        rack = self._geometry.rack_rect(seat)
        painter.setPen(QPen(theme.EDGE, 1.0))
        painter.setBrush(_PLATE)
        painter.drawRoundedRect(rack, 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.EDGE)
        for number in range(RACK_SLOTS):
            painter.drawEllipse(self._geometry.slot(seat, number), 1.6, 1.6)

    def _draw_pad(self, painter: QPainter, pad: int) -> None:
        centre = self._geometry.pad(pad)
        painter.setPen(QPen(theme.RIM, 1.2))
        painter.setBrush(_WELL)
        painter.drawRoundedRect(self._geometry.pad_rect(pad), 10, 10)
        painter.setPen(QPen(theme.FAINT, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for radius in (9.0, 15.0, 21.0):
            box = _square(centre + QPointF(-8, 0), 2 * radius)
            painter.drawArc(box, -45 * 16, 90 * 16)

    def _draw_groups(self, painter: QPainter) -> None:
        """Write beside each group of pads whose it is."""
        painter.setFont(theme.scene_font(painter, LABEL_MM))
        painter.setPen(theme.FAINT)
        groups: dict[str, list[Pad]] = {}
        for pad in self._geometry.profile.pads:
            groups.setdefault(group_of(pad.name), []).append(pad)
        for name, pads in groups.items():
            if name:
                write(painter, self._geometry.group_label(pads), name.partition(".")[0])

    def _draw_pile(self, painter: QPainter, centre: QPointF, name: str) -> None:
        painter.setPen(QPen(theme.EDGE, 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(_square(centre, PIECE_MM + 20), 8, 8)
        painter.setFont(theme.scene_font(painter, LABEL_MM))
        painter.setPen(theme.FAINT)
        write(painter, QRectF(centre.x() - 50, centre.y() + 35, 100, 22), name)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """Everything."""
        return self._geometry.bounds

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw the table."""
        assert painter is not None
        profile = self._geometry.profile
        self._draw_table(painter)
        for tile in profile.tiles:
            self._draw_tile(painter, tile)
        self._draw_labels(painter)
        for seat in self._geometry.racks():
            self._draw_rack(painter, seat)
        for pad in profile.pads:
            self._draw_pad(painter, pad.index)
        self._draw_groups(painter)
        self._draw_wells(painter)
        for pile in profile.piles:
            self._draw_pile(painter, self._geometry.point(pile.x, pile.y), pile.name)


def _square(centre: QPointF, size: float) -> QRectF:
    return QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)


def write(painter: QPainter, rect: QRectF, text: str) -> None:
    """Write into the middle of a place, and beyond it where the text is longer."""
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)
