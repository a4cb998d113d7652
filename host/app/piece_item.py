"""One piece on the screen."""

from __future__ import annotations

from PyQt6.QtCore import QEasingCurve, QPointF, QPropertyAnimation, QRectF, QTimer
from PyQt6.QtGui import QPainter
from PyQt6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from engines.armada.pieces import Design
from host.app.portrait import REACH, Look, draw_look, stamp

_RACK_SCALE = 0.8


class PieceItem(QGraphicsObject):
    """A piece with its shield token, its ship's energy and whether it is held or chosen.

    Attributes:
        name: its own, with its colour: "blue.gun-3".
        seat: whose it is.
        facing: quarter turns clockwise from north.
        is_face_up: whether its face shows.
    """

    def __init__(self, name: str, seat: int, design: Design) -> None:
        super().__init__()
        self.name = name
        self.seat = seat
        self.facing = 0
        self.is_face_up = True
        self._design = design
        self._shield = 0
        self._energy: int | None = None
        self._is_held = False
        self._glide: QPropertyAnimation | None = None
        self._spin: QPropertyAnimation | None = None

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

    def hold(self, is_held: bool) -> None:
        """Show that a hand holds it."""
        self._is_held = is_held
        self.setZValue(50 if is_held else 10)
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

    def go(self, place: QPointF, facing: int, *, is_small: bool = False, ms: int = 0) -> None:
        """Move to a place and turn to a facing, at once or over some time."""
        self._stop()
        scale, angle = _RACK_SCALE if is_small else 1.0, self._nearest_angle(facing)
        if scale != self.scale():  # what is set anew is painted anew, even if it is the same
            self.setScale(scale)
        self.facing = facing
        if ms <= 0:
            self.setPos(place)
            if self.rotation() != 90.0 * facing:
                self.setRotation(90.0 * facing)
            return
        self._glide = self._animate(b"pos", place, ms)
        self._spin = self._animate(b"rotation", angle, ms)

    def _nearest_angle(self, facing: int) -> float:
        """Return the angle of a facing that is the shortest turn away."""
        now = self.rotation()
        return now + (90.0 * facing - now + 180.0) % 360.0 - 180.0

    def _animate(self, what: bytes, end: QPointF | float, ms: int) -> QPropertyAnimation:
        animation = QPropertyAnimation(self, what, self)
        animation.setEndValue(end)
        animation.setDuration(ms)
        animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        animation.start()
        return animation

    def _stop(self) -> None:
        for animation in (self._glide, self._spin):
            if animation is not None:
                animation.stop()
                animation.deleteLater()
        self._glide = self._spin = None

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The hull, barrels and the rim of a held piece."""
        return QRectF(-REACH, -REACH, 2 * REACH, 2 * REACH)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw the piece: a ready picture of it where it lies straight, strokes while it turns."""
        assert painter is not None
        look = Look(self._design, self.seat, self._shield, self._energy, self.is_face_up, self._is_held)
        if self.rotation() % 90:
            draw_look(painter, look, self.rotation())
        else:
            stamp(painter, look, self.rotation())
