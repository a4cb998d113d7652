"""One card of SAW on the screen. Everybody sees its back; which card it is only its owner may know."""

from __future__ import annotations

from PyQt6.QtCore import QRectF
from PyQt6.QtGui import QPainter, QPen
from PyQt6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from host.app import saw_art, theme
from host.app.saw_layout import CARD_MM
from host.app.thing_item import ThingItem

_RIM = 3.0


class SawItem(ThingItem):
    """A card, drawn as large as ``unit`` says."""

    def __init__(self, name: str, seat: int, unit: float) -> None:
        super().__init__(name, seat)
        self._unit = unit
        self._number = 0
        self._is_chosen = False
        self._seen = 1.0

    def count(self, number: int, *, is_chosen: bool, seen: float = 1.0) -> None:
        """Show the place of a card in its hand, 0 on a bench, and whether it is the one that is meant.

        ``seen`` is how much of its width the next card of the hand leaves to be seen.
        """
        if (number, is_chosen, seen) != (self._number, self._is_chosen, self._seen):
            self._number, self._is_chosen, self._seen = number, is_chosen, seen
            self.update()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The card and the rim that it has while it is held."""
        width, height = (_RIM * 2 + side * self._unit for side in CARD_MM)
        return QRectF(-width / 2, -height / 2, width, height)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw it."""
        assert painter is not None
        painter.save()
        painter.scale(self._unit, self._unit)
        saw_art.draw_card(painter, self.seat, self._number, is_chosen=self._is_chosen, seen=self._seen)
        painter.restore()
        if self.is_held:
            painter.setPen(QPen(theme.INK, 1.6))
            painter.drawRoundedRect(self.boundingRect().adjusted(1, 1, -1, -1), 6, 6)
