"""Draws marks: one layer below the pieces, one above them. Ships' outlines are in a layer of their own."""

from __future__ import annotations

from math import atan2, degrees

from PyQt6.QtCore import QLineF, QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QFontMetricsF, QPainter, QPen, QPolygonF
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from host.app import icons, theme
from host.app.geometry import Geometry
from host.app.marks import Badge, Doubt, Marks, touched, within
from host.app.piece_art import hull_path
from host.play.picture import Piece

_EYE_MM = 17.0
_HATCH = Qt.BrushStyle.BDiagPattern
_REED_MM = 20.5  # where a closed reed is drawn, from the middle of the tile
_BEYOND_MM = 10.0  # how far a mark may reach beyond its tile: a badge with several keys in a small window


class MarkLayer(QGraphicsItem):
    """One layer of marks; only what changed is painted again.

    Attributes:
        marks: what is drawn.
        cursor_tile: the tile under the keyboard's cursor, or None.
        cursor_pad: the pad under it, or None.
    """

    def __init__(self, geometry: Geometry, *, is_above: bool) -> None:
        super().__init__()
        self.marks = Marks()
        self.cursor_tile: int | None = None
        self.cursor_pad: int | None = None
        self._geometry = geometry
        self._is_above = is_above
        self.setZValue(30 if is_above else 5)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # else all is always exposed

    def show_marks(self, marks: Marks) -> None:
        """Draw other marks."""
        old, self.marks = self.marks, marks
        for tiles in touched(old, marks):
            self.update(self._around(*tiles))

    def show_cursor(self, tile: int | None, pad: int | None = None) -> None:
        """Draw the cursor on a tile, on a pad, or nowhere."""
        if (tile, pad) != (self.cursor_tile, self.cursor_pad):
            old, self.cursor_tile, self.cursor_pad = self._under_cursor(), tile, pad
            for rect in (old, self._under_cursor()):
                if rect is not None:
                    self.update(rect)

    def _around(self, *tiles: int) -> QRectF:
        """Return the room that a mark on some tiles may take."""
        rect = QRectF()
        for tile in tiles:
            rect = rect.united(self._geometry.tile_rect(tile))
        return rect.adjusted(-_BEYOND_MM, -_BEYOND_MM, _BEYOND_MM, _BEYOND_MM)

    def _under_cursor(self) -> QRectF | None:
        if self.cursor_pad is not None:
            return self._geometry.pad_rect(self.cursor_pad).adjusted(-2, -2, 2, 2)
        return self._around(self.cursor_tile) if self.cursor_tile is not None else None

    # ---- below -----------------------------------------------------------------------------------------------------

    def _draw_below(self, painter: QPainter, marks: Marks) -> None:
        for tile in marks.pointed:
            self._draw_pointed(painter, tile)
        for doubt in marks.doubts:
            self._draw_doubt(painter, doubt)
        for tile in marks.blind:
            self._draw_blind(painter, tile)

    def _draw_pointed(self, painter: QPainter, tile: int) -> None:
        painter.setPen(QPen(theme.faded(theme.AZURE, 190), 1.4))
        painter.setBrush(theme.faded(theme.AZURE, 26))
        painter.drawRoundedRect(self._geometry.tile_rect(tile).adjusted(4, 4, -4, -4), 5, 5)

    def _draw_doubt(self, painter: QPainter, doubt: Doubt) -> None:
        rect = self._geometry.tile_rect(doubt.tile).adjusted(1.5, 1.5, -1.5, -1.5)
        if not doubt.is_calm:
            painter.setPen(QPen(theme.AMBER, 1.4))
            painter.setBrush(QBrush(theme.faded(theme.AMBER, 90), Qt.BrushStyle.FDiagPattern))
            painter.drawRoundedRect(rect, 3, 3)

    def _draw_blind(self, painter: QPainter, tile: int) -> None:
        rect = self._geometry.tile_rect(tile).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.setPen(QPen(theme.FAINT, 1.2, Qt.PenStyle.DashLine))
        for brush in (QBrush(theme.faded(theme.ABYSS, 170)), QBrush(theme.faded(theme.FAINT, 110), _HATCH)):
            painter.setBrush(brush)
            painter.drawRoundedRect(rect, 3, 3)

    # ---- above -----------------------------------------------------------------------------------------------------

    def _draw_above(self, painter: QPainter, marks: Marks) -> None:
        for ghost in marks.ghosts:
            self._draw_ghost(painter, ghost)
        for doubt in marks.doubts:
            self._draw_reeds(painter, doubt)
        for tile in marks.blind:
            self._draw_closed_eye(painter, tile)
        self._draw_step(painter)
        for badge in marks.badges:
            self._draw_badge(painter, badge)
        if self.cursor_pad is not None:
            self._draw_cursor(painter, self._geometry.pad_rect(self.cursor_pad))
        elif self.cursor_tile is not None:
            self._draw_cursor(painter, self._geometry.tile_rect(self.cursor_tile))

    def _draw_ghost(self, painter: QPainter, piece: Piece) -> None:
        livery = theme.livery(piece.seat)
        painter.save()
        painter.translate(self._geometry.tile_centre(piece.tile))
        painter.rotate(90 * piece.facing)
        pen = QPen(livery.line, 1.6)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.setBrush(theme.faded(livery.line, 22))
        painter.drawPath(hull_path(livery.is_hatched, 20.0))
        painter.setPen(QPen(livery.line, 1.6))
        painter.drawPolyline(QPolygonF([QPointF(-5, -11), QPointF(0, -16), QPointF(5, -11)]))
        painter.restore()

    def _draw_reeds(self, painter: QPainter, doubt: Doubt) -> None:
        """Draw which reeds are closed, as short bars at the tile's edges."""
        painter.save()
        painter.translate(self._geometry.tile_centre(doubt.tile))
        pen = QPen(theme.faded(theme.AMBER, 120 if doubt.is_calm else 255), 3.0)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for side in range(4):
            if doubt.mask >> side & 1:
                painter.drawLine(QPointF(-5, -_REED_MM), QPointF(5, -_REED_MM))
            painter.rotate(90)
        if doubt.mask & 16:
            painter.drawPoint(QPointF(0, 0))
        painter.restore()

    def _draw_closed_eye(self, painter: QPainter, tile: int) -> None:
        """Draw it beside whatever lies on the tile, away from the light in the north-east."""
        corner = self._geometry.tile_rect(tile).bottomLeft()
        place = QRectF(corner.x() + 1, corner.y() - _EYE_MM - 1, _EYE_MM, _EYE_MM)
        painter.setPen(QPen(theme.RIM, 1.0))
        painter.setBrush(theme.ABYSS)
        painter.drawRoundedRect(place, 4, 4)
        icons.draw_sign(painter, "blind", place.adjusted(2, 2, -2, -2), theme.INK, 2.0)

    def _draw_step(self, painter: QPainter) -> None:
        step = self.marks.step
        if step is None:
            return
        if step.source is not None:
            self._ring(painter, step.source, is_target=False)
        if step.target is not None:
            self._ring(painter, step.target, is_target=True)
        if step.source is not None and step.target is not None and step.source != step.target:
            self._arrow(painter, self._geometry.tile_centre(step.source), self._geometry.tile_centre(step.target))

    def _ring(self, painter: QPainter, tile: int, *, is_target: bool) -> None:
        colour = theme.AZURE if is_target else theme.AMBER
        pen = QPen(colour, 2.6)
        if not is_target:
            pen.setDashPattern([2, 1.6])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(self._geometry.tile_rect(tile).adjusted(-1, -1, 1, 1), 6, 6)

    def _arrow(self, painter: QPainter, start: QPointF, end: QPointF) -> None:
        line = QLineF(start, end)
        if line.length() < 1:
            return
        trim = min(20.0, line.length() / 3)
        line = QLineF(line.pointAt(trim / line.length()), line.pointAt(1 - trim / line.length()))
        for colour, width in ((theme.faded(theme.ABYSS, 200), 8.0), (theme.AZURE, 3.6)):
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(line)
        painter.save()
        painter.translate(line.p2())
        painter.rotate(degrees(atan2(line.dy(), line.dx())))
        painter.setPen(QPen(theme.faded(theme.ABYSS, 200), 2.0))
        painter.setBrush(theme.AZURE)
        painter.drawPolygon(QPolygonF([QPointF(12, 0), QPointF(-6, -9), QPointF(-2, 0), QPointF(-6, 9)]))
        painter.restore()

    def _draw_badge(self, painter: QPainter, badge: Badge) -> None:
        centre = self._geometry.tile_centre(badge.tile)
        font = theme.scene_font(painter, 16, bold=True)
        width = max(24.0, QFontMetricsF(font).horizontalAdvance(badge.text) + 10)
        rect = QRectF(centre.x() - width / 2, centre.y() - 12, width, 24)
        painter.setPen(QPen(theme.INK if badge.is_lit else theme.VIOLET, 2.2 if badge.is_lit else 1.4))
        painter.setBrush(theme.VIOLET if badge.is_lit else theme.VIOLET.darker(260))
        painter.drawRoundedRect(rect, 4, 4)  # square, so that nobody takes it for an energy
        painter.setFont(font)
        painter.setPen(theme.ABYSS if badge.is_lit else theme.INK)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, badge.text)

    @staticmethod
    def _draw_cursor(painter: QPainter, rect: QRectF) -> None:
        painter.setPen(QPen(theme.INK, 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for x, y, dx, dy in (
            (rect.left(), rect.top(), 1, 1),
            (rect.right(), rect.top(), -1, 1),
            (rect.left(), rect.bottom(), 1, -1),
            (rect.right(), rect.bottom(), -1, -1),
        ):
            painter.drawLine(QPointF(x, y), QPointF(x + 11 * dx, y))
            painter.drawLine(QPointF(x, y), QPointF(x, y + 11 * dy))

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """Everything."""
        return self._geometry.bounds

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw the marks that are to be painted again."""
        assert painter is not None
        assert option is not None
        exposed = option.exposedRect
        marks = within(self.marks, lambda tile: exposed.intersects(self._around(tile)))
        if self._is_above:
            self._draw_above(painter, marks)
        else:
            self._draw_below(painter, marks)
