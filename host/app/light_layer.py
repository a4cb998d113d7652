"""The lights of the table, drawn from a frame as the lights themselves show it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QPainter, QPen, QPixmap, QRadialGradient
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from host.app import theme
from host.app.geometry import Geometry

RGB = tuple[int, int, int]
CORE_MM, GLOW_MM = 3.1, 11.0
_SPRITE = 64  # pixels
_GAMMA = 0.5  # a light at a tenth of its current still looks bright to the eye
_SHADES = 16  # brightness is drawn in so many levels, so that glows can be kept


def seen(colour: RGB, full: int) -> QColor:
    """Return how bright the eye finds a light; ``full`` is the brightest value that the table uses."""
    parts = [min(255, round(255 * (min(part, full) / full) ** _GAMMA)) for part in colour]
    return QColor(*parts)


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
        self._cores = [_core(light.owner) for light in profile.lights]
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
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for place, core, colour in zip(self._places, self._cores, self.frame, strict=True):
            if exposed.contains(place):
                _draw_light(painter, place, core, seen(colour, self._full))


def _draw_light(painter: QPainter, place: QPointF, core: float, colour: QColor) -> None:
    peak = max(colour.red(), colour.green(), colour.blue())
    if not peak:
        painter.setPen(QPen(theme.EDGE, 0.8))
        painter.setBrush(theme.ABYSS)
        painter.drawEllipse(place, core, core)
        return
    level = max(1, round(peak / 255 * _SHADES))
    glow = GLOW_MM * core / CORE_MM
    sprite = _glow(*(round(part * 31 / peak) for part in (colour.red(), colour.green(), colour.blue())), level)
    painter.drawPixmap(_around(place, glow), sprite, QRectF(sprite.rect()))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(place, core, core)
    painter.setBrush(theme.faded(QColor("white"), round(90 * level / _SHADES)))
    painter.drawEllipse(place, core * 0.5, core * 0.5)


@lru_cache(maxsize=512)
def _glow(red: int, green: int, blue: int, level: int) -> QPixmap:
    """Return a glow; the hue comes in 32 steps for each part, so that few are ever made."""
    pixmap = QPixmap(_SPRITE, _SPRITE)
    pixmap.fill(Qt.GlobalColor.transparent)
    tint = QColor(red * 255 // 31, green * 255 // 31, blue * 255 // 31)
    gradient = QRadialGradient(_SPRITE / 2, _SPRITE / 2, _SPRITE / 2)
    for stop, alpha in ((0.0, 150), (0.3, 90), (0.6, 26), (1.0, 0)):
        gradient.setColorAt(stop, theme.faded(tint, alpha * level // _SHADES))
    painter = QPainter(pixmap)
    painter.fillRect(pixmap.rect(), gradient)
    painter.end()
    return pixmap


def _core(owner: str) -> float:
    return CORE_MM if owner == "tile" else CORE_MM * 1.15


def _around(place: QPointF, reach: float) -> QRectF:
    return QRectF(place.x() - reach, place.y() - reach, 2 * reach, 2 * reach)
