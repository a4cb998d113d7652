"""One piece on the screen."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, QTimer
from PyQt6.QtGui import QPainter
from PyQt6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engines.armada.pieces import Design
from host.app.portrait import REACH, Look, draw_look, stamp
from host.app.thing_item import ThingItem


class PieceItem(ThingItem):
    """A piece with its shield token, its ship's energy and whether it is held or chosen.

    Attributes:
        name: its own, with its colour: "blue.gun-3".
        seat: whose it is.
        facing: quarter turns clockwise from north.
        is_face_up: whether its face shows.
    """

    def __init__(self, name: str, seat: int, design: Design) -> None:
        super().__init__(name, seat)
        self.is_face_up = True
        self._design = design
        self._shield = 0
        self._energy: int | None = None

    @property
    def is_hub(self) -> bool:
        """Whether a ship can turn about it."""
        return self._design.kind == "hub"

    @property
    def energy(self) -> int | None:
        """The energy of its ship, where it is written on this piece."""
        return self._energy

    @property
    def shield(self) -> int:
        """0 none, 1 cracked, 2 fresh."""
        return self._shield

    def dress(self, shield: int, energy: int | None) -> None:
        """Show a token and an energy."""
        if (shield, energy) != (self._shield, self._energy):
            self._shield, self._energy = shield, energy
            self.update()

    def turn_over(self, is_face_up: bool) -> None:
        """Show its face or its back."""
        if is_face_up != self.is_face_up:
            self.is_face_up = is_face_up
            self.update()

    def turn_over_after(self, ms: int) -> None:
        """Show its face in a moment."""
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(lambda: self.turn_over(True))
        timer.timeout.connect(timer.deleteLater)
        timer.start(ms)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The hull, barrels and the rim of a held piece."""
        return QRectF(-REACH, -REACH, 2 * REACH, 2 * REACH)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw the piece: a ready picture of it where it lies straight, strokes while it turns."""
        assert painter is not None
        look = Look(self._design, self.seat, self._shield, self._energy, self.is_face_up, self.is_held)
        if self.rotation() % 90:
            draw_look(painter, look, self.rotation())
        else:
            stamp(painter, look, self.rotation())
