"""Anything on the screen that hands can move: where it is, how it is turned, whether it is held."""

from __future__ import annotations

from PyQt6.QtCore import QEasingCurve, QPointF, QPropertyAnimation
from PyQt6.QtWidgets import QGraphicsObject

SMALL = 0.8  # beside the board
HELD_Z = 50


class ThingItem(QGraphicsObject):
    """One thing.

    Attributes:
        name: its own.
        seat: whose it is.
        facing: quarter turns clockwise from north.
        is_held: whether a hand holds it.
        layer: how high it lies while nobody holds it.
    """

    def __init__(self, name: str, seat: int, layer: int = 10) -> None:
        super().__init__()
        self.name = name
        self.seat = seat
        self.facing = 0
        self.is_held = False
        self.layer = layer
        self._glide: QPropertyAnimation | None = None
        self._spin: QPropertyAnimation | None = None
        self.setZValue(layer)

    @property
    def is_hub(self) -> bool:
        """Whether others turn with it."""
        return False

    def hold(self, is_held: bool) -> None:
        """Show that a hand holds it."""
        self.is_held = is_held
        self.setZValue(HELD_Z if is_held else self.layer)
        self.update()

    def go(self, place: QPointF, facing: int, *, is_small: bool = False, ms: int = 0) -> None:
        """Move to a place and turn to a facing, at once or over some time."""
        self._stop()
        scale, angle = SMALL if is_small else 1.0, self._nearest_angle(facing)
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
