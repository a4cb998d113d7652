"""One thing of Loot Trap on the screen: a tray, a cross tray, a pawn or a card of a hand."""

from __future__ import annotations

from PyQt6.QtCore import QRectF
from PyQt6.QtGui import QPainter, QPen
from PyQt6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from host.app import loot_art, theme
from host.app.loot_geometry import CARD_MM, TRAY_MM
from host.app.thing_item import ThingItem

TRAY, CROSS, PAWN, CARD = "tray", "cross", "pawn", "card"
_LAYERS = {TRAY: 10, CROSS: 11, PAWN: 12, CARD: 13}
_SIZES = {TRAY: TRAY_MM, CROSS: (93.0, 40.0), PAWN: (42.0, 42.0), CARD: CARD_MM}
_RIM = 4.0


class LootItem(ThingItem):
    """A thing, drawn as large as ``unit`` says. A card of a hand shows nothing but its back and its number.

    Attributes:
        kind: what it is.
    """

    def __init__(self, name: str, seat: int, kind: str, unit: float) -> None:
        super().__init__(name, seat, _LAYERS[kind])
        self.kind = kind
        self._unit = unit
        self._card = self._title = ""
        self._number = 0
        self._is_chosen = False

    def dress(self, card: str, title: str = "") -> None:
        """Show what lies in a tray."""
        if (card, title) != (self._card, self._title):
            self._card, self._title = card, title
            self.update()

    def count(self, number: int, *, is_chosen: bool) -> None:
        """Show the place of a card in its hand, and whether it is the one that leaves it next."""
        if (number, is_chosen) != (self._number, self._is_chosen):
            self._number, self._is_chosen = number, is_chosen
            self.update()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The thing and the rim that it has while it is held."""
        width, height = (_RIM * 2 + side * self._unit for side in _SIZES[self.kind])
        return QRectF(-width / 2, -height / 2, width, height)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw it."""
        assert painter is not None
        painter.save()
        painter.scale(self._unit, self._unit)
        if self.kind == TRAY:
            loot_art.draw_tray(painter, self._card, self._title)
        elif self.kind == CROSS:
            loot_art.draw_cross(painter)
        elif self.kind == PAWN:
            loot_art.draw_pawn(painter, self.seat)
        else:
            loot_art.draw_card(painter, self.seat, self._number, is_chosen=self._is_chosen)
        painter.restore()
        if self.is_held:
            painter.setPen(QPen(theme.INK, 1.6))
            painter.drawRoundedRect(self.boundingRect().adjusted(1, 1, -1, -1), 6, 6)
