"""The lights of the table, drawn from a frame as the lights themselves show it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QPainter, QPixmap, QRadialGradient, QTransform
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from host.app import theme
from host.app.geometry import Geometry
from host.link import RGB

CORE_MM, GLOW_MM = 3.1, 11.0
_GAMMA = 0.5  # a light at a tenth of its current still looks bright to the eye


def seen(colour: RGB, full: int) -> QColor:
    """Return how bright the eye finds a light; ``full`` is the brightest value that the table uses."""
    full = max(full, *colour)
    return QColor(*(round(255 * (part / full) ** _GAMMA) for part in colour))


class LightLayer(QGraphicsItem):
    """All lights in one item; only lights that changed are painted again.

    Attributes:
        frame: what the lights show, red, green and blue of each.
    """

    def __init__(self, geometry: Geometry) -> None:
        super().__init__()
        profile = geometry.profile
        self.frame: tuple[RGB, ...] = ((0, 0, 0),) * len(profile.lights)
        self._places = [geometry.point(light.x, light.y) for light in profile.lights]
        self._cores = [core_of(light.owner) for light in profile.lights]
        self._full = max(1, profile.brightness)
        self._bounds = geometry.bounds
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_frame(self, frame: Sequence[RGB]) -> bool:
        """Show a frame; tell whether any light changed."""
        changed = [at for at, (old, new) in enumerate(zip(self.frame, frame, strict=False)) if old != new]
        if changed:
            self.frame = tuple(frame[: len(self._places)])
        for at in changed:
            self.update(_around(self._places[at], GLOW_MM))
        return bool(changed)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """Everything."""
        return self._bounds

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw the lights that are to be painted again."""
        assert painter is not None
        assert option is not None
        exposed = option.exposedRect.adjusted(-GLOW_MM, -GLOW_MM, GLOW_MM, GLOW_MM)
        world = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        for place, core, colour in zip(self._places, self._cores, self.frame, strict=True):
            if any(colour) and exposed.contains(place):
                _draw_light(painter, world.map(place), core, seen(colour, self._full), world.m11())
        painter.setWorldTransform(world)


def _draw_light(painter: QPainter, place: QPointF, core: float, colour: QColor, scale: float) -> None:
    device = painter.device()
    ratio = device.devicePixelRatioF() if device is not None else 1.0
    sprite = _sprite(colour.rgb(), round(core * scale, 1), ratio)
    half = sprite.width() / ratio / 2
    painter.drawPixmap(QPointF(round(place.x() - half), round(place.y() - half)), sprite)


@lru_cache(maxsize=1024)
def _sprite(rgb: int, core: float, ratio: float) -> QPixmap:
    """Return a light with its glow; ``core`` is the light's own radius in pixels."""
    colour = QColor.fromRgb(rgb)
    level = max(colour.red(), colour.green(), colour.blue()) / 255
    reach = core * GLOW_MM / CORE_MM
    size = 2 * ceil(reach)
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    centre = QPointF(size / 2, size / 2)
    gradient = QRadialGradient(centre, reach)
    for stop, alpha in ((0.0, 150), (0.3, 90), (0.6, 26), (1.0, 0)):
        gradient.setColorAt(stop, theme.faded(colour, round(alpha * level)))
    painter.fillRect(QRectF(0, 0, size, size), gradient)
    painter.setPen(Qt.PenStyle.NoPen)
    for radius, fill in ((core, colour), (core * 0.5, theme.faded(QColor("white"), round(90 * level)))):
        painter.setBrush(fill)
        painter.drawEllipse(centre, radius, radius)
    painter.end()
    return pixmap


def core_of(owner: str) -> float:
    """Return the radius of a light in mm."""
    return CORE_MM if owner == "tile" else CORE_MM * 1.15


def _around(place: QPointF, reach: float) -> QRectF:
    return QRectF(place.x() - reach, place.y() - reach, 2 * reach, 2 * reach)
