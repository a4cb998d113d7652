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

_GAMMA = 0.5  # a light at a tenth of its current still looks bright to the eye


def seen(colour: RGB, full: int) -> QColor:
    """Return how bright the eye finds a light; ``full`` is the brightest value that the table uses."""
    full = max(full, *colour)
    return QColor(*(round(255 * (part / full) ** _GAMMA) for part in colour))


class LightLayer(QGraphicsItem):
    """All lights: an item for each, so that only lights that changed are painted again, and nothing between them.

    Attributes:
        frame: what the lights show, red, green and blue of each.
    """

    def __init__(self, geometry: Geometry) -> None:
        super().__init__()
        profile = geometry.profile
        self.frame: tuple[RGB, ...] = ((0, 0, 0),) * len(profile.lights)
        self._full = max(1, profile.brightness)
        self._items = [
            _LightItem(geometry.point(light.x, light.y), *geometry.light_mm(light.owner), self)
            for light in profile.lights
        ]
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)

    def set_frame(self, frame: Sequence[RGB]) -> bool:
        """Show a frame; tell whether any light changed."""
        changed = [at for at, (old, new) in enumerate(zip(self.frame, frame, strict=False)) if old != new]
        if changed:
            self.frame = tuple(frame[: len(self._items)])
        for at in changed:
            self._items[at].shine(seen(self.frame[at], self._full))
        return bool(changed)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """Nothing of its own."""
        return QRectF()

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw nothing."""


class _LightItem(QGraphicsItem):
    """One light; hidden while it is dark."""

    def __init__(self, place: QPointF, core: float, reach: float, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._core = core
        self._reach = reach
        self._colour = QColor("black")
        self._bounds = QRectF(-reach, -reach, 2 * reach, 2 * reach)
        self.setPos(place)
        self.setVisible(False)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def shine(self, colour: QColor) -> None:
        """Show a colour."""
        self._colour = colour
        self.setVisible(colour.value() > 0)
        self.update()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The light and its glow."""
        return self._bounds

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Copy the light's picture to whole pixels."""
        assert painter is not None
        device, world = painter.device(), painter.worldTransform()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        scale = world.m11()
        sprite = _sprite(self._colour.rgb(), round(self._core * scale, 1), round(self._reach * scale, 1), ratio)
        half = sprite.width() / ratio / 2
        painter.setWorldTransform(QTransform())
        painter.drawPixmap(round(world.dx() - half), round(world.dy() - half), sprite)
        painter.setWorldTransform(world)


@lru_cache(maxsize=1024)
def _sprite(rgb: int, core: float, reach: float, ratio: float) -> QPixmap:
    """Return a light with its glow; ``core`` is the light's own radius in pixels, ``reach`` that of the glow."""
    colour = QColor.fromRgb(rgb)
    level = max(colour.red(), colour.green(), colour.blue()) / 255
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
