"""Pieces as vector art: hull where a side is closed, a corridor where it is open, barrels where a turret stands.

Everything is drawn for a piece that faces north, 46 mm wide, around (0, 0); the painter is turned for other facings.
Blue's hulls are smooth with round corners, Red's hatched with cut ones, so that colour is never needed to tell them
apart.
"""

from __future__ import annotations

from functools import lru_cache

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from engines.armada.pieces import Design
from host.app import theme
from host.app.geometry import PIECE_MM
from host.app.theme import Livery

HALF = PIECE_MM / 2
_WALL = 5.0  # thickness of a closed side
_MOUTH = 9.0  # half the width of a corridor
_CUT = 7.0  # a cut or rounded corner
_CORE = 11.0
_CORNERS = {
    "diamond": ((0, -1), (1, 0), (0, 1), (-1, 0)),
    "triangle": ((0, -1), (0.95, 0.75), (-0.95, 0.75)),
    "square": ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    "hexagon": ((0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5)),
    "cross": (
        *((-0.33, -1), (0.33, -1), (0.33, -0.33), (1, -0.33), (1, 0.33), (0.33, 0.33)),
        *((0.33, 1), (-0.33, 1), (-0.33, 0.33), (-1, 0.33), (-1, -0.33), (-0.33, -0.33)),
    ),
}


def draw_piece(painter: QPainter, design: Design, livery: Livery, shield: int = 0, angle: float = 0.0) -> None:
    """Draw a piece facing north around the origin; ``shield`` is 0 none, 1 cracked, 2 fresh.

    ``angle`` is how far the painter is turned: a crest stays upright.
    """
    _draw_hull(painter, design, livery)
    for side in range(4):
        painter.save()
        painter.rotate(90 * side)
        if design.open >> side & 1:
            _draw_corridor(painter, livery)
        elif design.turrets >> side & 1:
            _draw_turret(painter, livery)
        painter.restore()
    painter.save()
    painter.rotate(-angle)
    {"hub": _draw_hub, "gun": _draw_gun, "shield": _draw_shield}[design.kind](painter, livery, shield)
    painter.restore()
    _draw_bow(painter, livery)


def draw_back(painter: QPainter, livery: Livery) -> None:
    """Draw a piece that lies face down."""
    painter.setPen(QPen(livery.line, 1.2))
    painter.setBrush(livery.plate)
    painter.drawPath(hull_path(livery.is_hatched))
    painter.setPen(QPen(theme.faded(livery.line, 110), 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for size in (13.0, 8.0, 3.0):
        painter.drawPath(_emblem(livery, size))


@lru_cache(maxsize=4)
def hull_path(is_cut: bool, half: float = HALF) -> QPainterPath:
    """Return the outline of a hull: round corners, or cut ones."""
    path = QPainterPath()
    square = QRectF(-half, -half, 2 * half, 2 * half)
    if not is_cut:
        path.addRoundedRect(square, _CUT, _CUT)
        return path
    low, high = -half + _CUT * 0.8, half - _CUT * 0.8
    corners = [(low, -half), (high, -half), (half, low), (half, high), (high, half), (low, half), (-half, high)]
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in [*corners, (-half, low)]]))
    path.closeSubpath()
    return path


def _draw_hull(painter: QPainter, design: Design, livery: Livery) -> None:
    path = hull_path(livery.is_hatched)
    shade = QLinearGradient(0, -HALF, 0, HALF)
    shade.setColorAt(0, livery.hull.lighter(112))
    shade.setColorAt(1, livery.hull.darker(116))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(shade))
    painter.drawPath(path)
    if livery.is_hatched:
        _hatch(painter, path, theme.faded(livery.line, 46))
    deck = QRectF(-HALF + _WALL, -HALF + _WALL, PIECE_MM - 2 * _WALL, PIECE_MM - 2 * _WALL)
    painter.setBrush(livery.plate)
    painter.setPen(QPen(theme.faded(theme.ABYSS, 150), 1.0))
    painter.drawRoundedRect(deck, 3.5, 3.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(livery.line, 1.3))
    painter.drawPath(path)


def _hatch(painter: QPainter, path: QPainterPath, colour: QColor) -> None:
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(colour, 1.3))
    at = -PIECE_MM
    while at < PIECE_MM:
        painter.drawLine(QPointF(at, HALF), QPointF(at + PIECE_MM, -HALF))
        at += 4.5
    painter.restore()


def _draw_corridor(painter: QPainter, livery: Livery) -> None:
    """Open: the hull gives way to a lit gangway that meets the neighbour's."""
    mouth = QRectF(-_MOUTH, -HALF - 0.4, 2 * _MOUTH, HALF - 4)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(livery.plate.lighter(165))
    painter.drawRect(mouth)
    painter.setPen(QPen(livery.line, 1.3))
    for x in (-_MOUTH, _MOUTH):
        painter.drawLine(QPointF(x, -HALF - 0.4), QPointF(x, -8))
    painter.setPen(QPen(theme.faded(livery.line, 200), 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for y in (-HALF + 2.5, -HALF + 6.5):
        painter.drawLine(QPointF(-3.2, y + 2.2), QPointF(0, y))
        painter.drawLine(QPointF(0, y), QPointF(3.2, y + 2.2))


def _draw_turret(painter: QPainter, livery: Livery) -> None:
    """A turret: two barrels through the hull."""
    painter.setPen(QPen(theme.ABYSS, 0.8))
    painter.setBrush(livery.line)
    for x in (-4.6, 1.2):
        painter.drawRoundedRect(QRectF(x, -HALF - 2.6, 3.4, HALF - 4), 1.2, 1.2)
    painter.drawRoundedRect(QRectF(-6.2, -HALF + 1.2, 12.4, 4.4), 1.5, 1.5)


def _draw_hub(painter: QPainter, livery: Livery, _shield: int) -> None:
    painter.setPen(QPen(livery.line, 1.6))
    painter.setBrush(theme.ABYSS)
    painter.drawEllipse(QPointF(0, 0), _CORE, _CORE)
    painter.setPen(QPen(theme.faded(livery.line, 150), 1.2))
    for quarter in range(4):
        painter.save()
        painter.rotate(45 + 90 * quarter)
        painter.drawLine(QPointF(0, -_CORE + 1.4), QPointF(0, -_CORE + 4))
        painter.restore()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(livery.line)
    painter.drawEllipse(QPointF(0, 0), 4.6, 4.6)


def _draw_gun(painter: QPainter, livery: Livery, _shield: int) -> None:
    painter.setPen(QPen(theme.ABYSS, 1.0))
    painter.setBrush(livery.hull.lighter(125))
    painter.drawRoundedRect(QRectF(-8.5, -8.5, 17, 17), 3, 3)
    painter.setPen(QPen(livery.line, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(-8.5, -8.5, 17, 17), 3, 3)
    painter.drawEllipse(QPointF(0, 0), 4.4, 4.4)
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        painter.drawLine(QPointF(2.4 * dx, 2.4 * dy), QPointF(6.4 * dx, 6.4 * dy))


def _draw_shield(painter: QPainter, livery: Livery, shield: int) -> None:
    """A crest; filled while the token is fresh, split when it is cracked, empty when it is spent."""
    crest = _crest(10.5)
    painter.setPen(QPen(theme.ABYSS, 3.2))
    painter.setBrush(theme.ABYSS)
    painter.drawPath(crest)
    colour = theme.CYAN if shield else theme.faded(livery.line, 150)
    painter.setPen(QPen(colour, 1.8))
    painter.setBrush(theme.faded(theme.CYAN, 150) if shield == 2 else Qt.BrushStyle.NoBrush)
    painter.drawPath(crest)
    if shield == 1:
        crack = QPolygonF([QPointF(x, y) for x, y in ((1, -9), (-3, -3), (3, 1), (-1.5, 5), (0.5, 10))])
        painter.drawPolyline(crack)


@lru_cache(maxsize=4)
def _crest(size: float) -> QPainterPath:
    path = QPainterPath(QPointF(-size * 0.86, -size * 0.8))
    path.quadTo(-size * 0.3, -size * 0.75, 0, -size)
    path.quadTo(size * 0.3, -size * 0.75, size * 0.86, -size * 0.8)
    path.cubicTo(size, size * 0.3, size * 0.4, size * 0.8, 0, size)
    path.cubicTo(-size * 0.4, size * 0.8, -size, size * 0.3, -size * 0.86, -size * 0.8)
    return path


def _draw_bow(painter: QPainter, livery: Livery) -> None:
    """The bow: the seat's emblem in the corner left of north, where the magnet is not in the way."""
    painter.save()
    painter.translate(-HALF + 7.6, -HALF + 7.6)
    painter.setPen(QPen(theme.ABYSS, 1.0))
    painter.setBrush(livery.line)
    painter.drawPath(_emblem(livery, 3.0))
    painter.restore()


def _emblem(livery: Livery, size: float) -> QPainterPath:
    path = QPainterPath()
    if livery.sign == "disc":
        path.addEllipse(QPointF(0, 0), size, size)
        return path
    path.addPolygon(QPolygonF([QPointF(x * size, y * size) for x, y in _CORNERS[livery.sign]]))
    path.closeSubpath()
    return path


def draw_emblem(painter: QPainter, seat: int, size: float) -> None:
    """Draw a seat's emblem around the origin: each colour has a shape of its own."""
    livery = theme.livery(seat)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(livery.line)
    painter.drawPath(_emblem(livery, size))
