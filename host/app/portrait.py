"""Ready pictures of pieces: strokes are drawn once for each look and size, then only copied.

Measured on a full table at 1920 × 1080: 18 ms a repaint with strokes (Qt's own cache of items kept only half of
them), 1 ms with these.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap, QTransform

from engines.armada.pieces import Design
from host.app import theme
from host.app.piece_art import HALF, draw_back, draw_piece, hull_path

REACH = HALF + 5
"""From the middle of a piece to the end of its barrels and of the rim of a held one."""
_KEPT = 512
_CORE = 20.0  # room for a number in a hub's core


class Look(NamedTuple):
    """Everything that decides how a piece looks, but its place and angle."""

    design: Design
    seat: int
    shield: int
    energy: int | None
    is_face_up: bool
    is_held: bool


def draw_look(painter: QPainter, look: Look, angle: float) -> None:
    """Draw a piece facing north around the origin; the painter is turned by ``angle``."""
    livery = theme.livery(look.seat)
    if not look.is_face_up:
        draw_back(painter, livery)
        return
    draw_piece(painter, look.design, livery, look.shield, angle)
    if look.energy is not None:
        _draw_energy(painter, look, angle)
    if look.is_held:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.INK, 2.0))
        painter.drawPath(hull_path(livery.is_hatched, HALF + 2.5))


def stamp(painter: QPainter, look: Look, angle: float) -> None:
    """Draw a piece that lies straight, by copying its picture."""
    world = painter.worldTransform()
    scale = sqrt(abs(world.determinant()))
    device = painter.device()
    ratio = device.devicePixelRatioF() if device is not None else 1.0
    picture = _portrait(look, round(angle) % 360, round(scale, 3), ratio)
    half = picture.width() / ratio / 2
    painter.setWorldTransform(QTransform())
    painter.drawPixmap(round(world.dx() - half), round(world.dy() - half), picture)
    painter.setWorldTransform(world)


def _draw_energy(painter: QPainter, look: Look, angle: float) -> None:
    """Write the energy upright into the hub's core, whichever way the hub faces."""
    painter.save()
    painter.rotate(-angle)
    painter.setPen(QPen(theme.livery(look.seat).line, 1.6))
    painter.setBrush(theme.ABYSS)
    painter.drawEllipse(QPointF(0, 0), 11.5, 11.5)
    painter.setFont(_energy_font(painter, str(look.energy)))
    painter.setPen(theme.INK)
    painter.drawText(QRectF(-14, -12, 28, 23.5), Qt.AlignmentFlag.AlignCenter, str(look.energy))
    painter.restore()


def _energy_font(painter: QPainter, text: str) -> QFont:
    """Return type that can be read in a small window, but no wider than the core."""
    made = theme.scene_font(painter, 16, bold=True)
    wide = QFontMetricsF(made).horizontalAdvance(text)
    return made if wide <= _CORE else theme.font(int(made.pixelSize() * _CORE / wide), bold=True)


@lru_cache(maxsize=_KEPT)
def _portrait(look: Look, angle: int, scale: float, ratio: float) -> QPixmap:
    size = 2 * ceil(REACH * scale)
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.translate(size / 2, size / 2)
    painter.scale(scale, scale)
    painter.rotate(angle)
    draw_look(painter, look, angle)
    painter.end()
    return pixmap
