"""Where things of Loot Trap lie on the screen: hands beside the table, one below the other."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF

from hardware.profiles.model import Profile
from host.app.geometry import Geometry

FIELD_PITCH = 96.0  # of the table for which trays are made; elsewhere everything is drawn smaller
TRAY_MM, CARD_MM = (68.0, 93.0), (56.0, 80.0)
CARDS_A_ROW = 4
ROWS = 3
LIGHT_MM, GLOW_MM = 5.5, 58.0  # the glow spreads over the whole card, for it is the card that is armed


class LootGeometry(Geometry):
    """A table with a rack for each hand.

    Attributes:
        unit: how large things are drawn, compared with a table whose tiles are 96 mm apart.
    """

    has_bases = False

    def __init__(self, profile: Profile, seats: int) -> None:
        self.unit = (profile.grid.pitch if profile.grid else FIELD_PITCH) / FIELD_PITCH
        self.rack_mm = 40 + CARDS_A_ROW * (CARD_MM[0] + 6) * self.unit
        self.tile_light_mm = (LIGHT_MM * self.unit, GLOW_MM * self.unit)
        self._seats = seats
        super().__init__(profile)

    def racks(self) -> range:
        """Every player has a hand."""
        return range(self._seats)

    def rack_rect(self, seat: int) -> QRectF:
        """Return the rack of a seat: the first one is the undermost."""
        if seat >= self._seats:
            return QRectF()
        high = self.profile.depth / self._seats
        top = self.profile.depth - (seat + 1) * high
        return QRectF(-self.rack_mm - 2, top + 3, self.rack_mm - 10, high - 6)

    def slot(self, seat: int, number: int) -> QPointF:
        """Return the middle of a card in a hand; more than fit lie on the others, a little apart."""
        rack = self.rack_rect(seat)
        layer, number = divmod(number, CARDS_A_ROW * ROWS)
        row, column = divmod(number, CARDS_A_ROW)
        x = rack.left() + (column + 0.5) * rack.width() / CARDS_A_ROW
        step = min(rack.height() / ROWS, (CARD_MM[1] + 6) * self.unit)
        return QPointF(x + 4 * layer, rack.top() + (row + 0.5) * step + 4 * layer)
