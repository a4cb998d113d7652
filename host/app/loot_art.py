"""Loot Trap as vector art: trays with their cards, cross trays, pawns, and the backs of cards.

Everything is drawn around (0, 0) in the millimetres of a table whose tiles are 96 mm apart, upright.
"""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QPainter, QPainterPath, QPen

from host.app import theme
from host.app.loot_geometry import CARD_MM, TRAY_MM
from host.app.piece_art import draw_emblem

_WOOD, _WOOD_EDGE = QColor("#2b2620"), QColor("#5d5040")
_BACK, _BACK_LINE = QColor("#1c2733"), QColor("#6f7f70")
_CROSS_MM = (40.0, 93.0)


def _box(size: tuple[float, float], less: float = 0.0) -> QRectF:
    width, height = size[0] - less, size[1] - less
    return QRectF(-width / 2, -height / 2, width, height)


def draw_tray(painter: QPainter, card: str, title: str) -> None:
    """Draw a tray with what lies in it: nothing, a card face down, or one face up."""
    painter.setPen(QPen(_WOOD_EDGE, 1.6))
    painter.setBrush(_WOOD)
    painter.drawRoundedRect(_box(TRAY_MM), 6, 6)
    if card == "hidden":
        draw_back(painter, CARD_MM)
    elif card:
        draw_face(painter, title)
    else:
        painter.setPen(QPen(theme.DIM, 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(_box(CARD_MM), 4, 4)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.BRASS)
    painter.drawEllipse(QPointF(0, -TRAY_MM[1] / 2 + 4), 1.8, 1.8)  # where its magnet is


def draw_back(painter: QPainter, size: tuple[float, float], line: QColor = _BACK_LINE) -> None:
    """Draw the back of a card: a chest that tells nothing."""
    painter.setPen(QPen(line, 1.4))
    painter.setBrush(_BACK)
    painter.drawRoundedRect(_box(size), 4, 4)
    painter.setPen(QPen(theme.faded(line, 120), 1.1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(_box(size, 9), 3, 3)
    side = size[0] * 0.2
    lid = QPainterPath(QPointF(-side, 0))
    lid.arcTo(QRectF(-side, -side * 0.8, 2 * side, side * 1.6), 180, -180)
    painter.drawPath(lid)
    painter.drawRect(QRectF(-side, 0, 2 * side, side * 0.8))
    painter.drawEllipse(QPointF(0, side * 0.2), side * 0.14, side * 0.14)


def draw_face(painter: QPainter, title: str) -> None:
    """Draw a card that lies face up, with its name."""
    painter.setPen(QPen(theme.BRASS, 1.4))
    painter.setBrush(theme.RAISED)
    painter.drawRoundedRect(_box(CARD_MM), 4, 4)
    painter.setFont(theme.scene_font(painter, 11))
    painter.setPen(theme.INK)
    painter.drawText(_box(CARD_MM, 6), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, title)


def draw_cross(painter: QPainter) -> None:
    """Draw a cross tray with the card of a trap, which lies across the tray below."""
    painter.rotate(90)
    painter.setPen(QPen(theme.AMBER, 1.6))
    painter.setBrush(_WOOD.lighter(130))
    painter.drawRoundedRect(_box(_CROSS_MM), 6, 6)
    draw_back(painter, (34.0, 78.0), theme.AMBER)
    painter.rotate(-90)


def draw_pawn(painter: QPainter, seat: int) -> None:
    """Draw a pawn from above, with its seat's emblem."""
    livery = theme.livery(seat)
    painter.setPen(QPen(theme.ABYSS, 3.0))
    painter.setBrush(livery.hull)
    painter.drawEllipse(QPointF(0, 0), 18, 18)
    painter.setPen(QPen(livery.line, 2.4))
    painter.setBrush(livery.plate)
    painter.drawEllipse(QPointF(0, 0), 15, 15)
    draw_emblem(painter, seat, 8.0)


def draw_card(painter: QPainter, seat: int, number: int, *, is_chosen: bool) -> None:
    """Draw a card of a hand: its back, with its place in the hand."""
    livery = theme.livery(seat)
    draw_back(painter, CARD_MM, theme.BRASS if is_chosen else livery.line)
    painter.setFont(theme.scene_font(painter, 15, bold=True))
    painter.setPen(theme.BRASS if is_chosen else theme.INK)
    painter.drawText(_box(CARD_MM, 10), Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter, str(number))
