"""The deck of Loot Trap beside the field, and how many cards are left in it."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, Qt
from PyQt6.QtGui import QPainter
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from host.app import loot_art, theme
from host.app.loot_geometry import CARD_MM


class DeckItem(QGraphicsItem):
    """A stack of backs with a number.

    Attributes:
        left: how many cards are left.
    """

    def __init__(self, unit: float) -> None:
        super().__init__()
        self.left = 0
        self._unit = unit
        self.setZValue(8)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_count(self, left: int) -> None:
        """Show another number."""
        if left != self.left:
            self.left = left
            self.update()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The stack."""
        width, height = (side * self._unit + 14 for side in CARD_MM)
        return QRectF(-width / 2, -height / 2, width, height)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw the stack."""
        assert painter is not None
        painter.save()
        painter.scale(self._unit, self._unit)
        for layer in range(min(3, -(-self.left // 30))):
            painter.save()
            painter.translate(1.8 * layer, -2 * layer)
            loot_art.draw_back(painter, CARD_MM)
            painter.restore()
        painter.restore()
        painter.setFont(theme.scene_font(painter, 15, bold=True))
        painter.setPen(theme.INK if self.left else theme.FAINT)
        flags = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter
        painter.drawText(self.boundingRect().adjusted(0, 0, 0, -10), flags, str(self.left))
