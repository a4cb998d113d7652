"""The draw piles beside the board: a stack of backs for each seat, and how many are left."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from host.app import theme
from host.app.piece_art import draw_back

_APART = 17.0
_SCALE = 0.62


class StacksItem(QGraphicsItem):
    """Two stacks of face-down pieces.

    Attributes:
        counts: how many pieces each seat has left to draw.
    """

    def __init__(self) -> None:
        super().__init__()
        self.counts: tuple[int, ...] = ()
        self.setZValue(8)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_counts(self, counts: tuple[int, ...]) -> None:
        """Show other counts."""
        if counts != self.counts:
            self.counts = counts
            self.update()

    def place_of(self, seat: int) -> QPointF:
        """Return the top of a seat's stack."""
        return self.pos() + QPointF((2 * seat - 1) * _APART, -7)

    def _draw_stack(self, painter: QPainter, seat: int, count: int) -> None:
        livery = theme.livery(seat)
        x = (2 * seat - 1) * _APART
        for layer in range(min(3, -(-count // 5))):
            painter.save()
            painter.translate(x + 1.4 * layer, -7 - 1.6 * layer)
            painter.scale(_SCALE, _SCALE)
            draw_back(painter, livery)
            painter.restore()
        painter.setFont(theme.scene_font(painter, 15, bold=True))
        painter.setPen(livery.line if count else theme.FAINT)
        painter.drawText(QRectF(x - 16, 8, 32, 22), Qt.AlignmentFlag.AlignCenter, str(count))

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """Both stacks and their numbers."""
        return QRectF(-36, -34, 72, 68)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw the stacks."""
        assert painter is not None
        for seat, count in enumerate(self.counts):
            self._draw_stack(painter, seat, count)
