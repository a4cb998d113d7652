"""Signs of the app, drawn with strokes in a square of 24 units: no icon font, no picture files."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PyQt6.QtWidgets import QWidget

from host.app import theme

UNITS = 24.0
Draw = Callable[[QPainterPath], None]


def _lines(*strokes: tuple[tuple[float, float], ...]) -> Draw:
    def draw(path: QPainterPath) -> None:
        for stroke in strokes:
            path.addPolygon(QPolygonF([QPointF(x, y) for x, y in stroke]))

    return draw


def _undo(path: QPainterPath) -> None:
    path.moveTo(4, 9)
    path.lineTo(14, 9)
    path.arcTo(QRectF(8.5, 9, 11, 11), 90, -180)
    path.lineTo(9, 20)
    _lines(((8, 4.5), (3.5, 9), (8, 13.5)))(path)


def _redo(path: QPainterPath) -> None:
    path.moveTo(20, 9)
    path.lineTo(10, 9)
    path.arcTo(QRectF(4.5, 9, 11, 11), 90, 180)
    path.lineTo(15, 20)
    _lines(((16, 4.5), (20.5, 9), (16, 13.5)))(path)


def _ship(path: QPainterPath) -> None:
    """A frame with arrows to all sides."""
    path.addRoundedRect(QRectF(8, 8, 8, 8), 1.5, 1.5)
    for stroke in (((12, 5), (12, 1)), ((12, 19), (12, 23)), ((5, 12), (1, 12)), ((19, 12), (23, 12))):
        _lines(stroke)(path)
    _lines(((10, 3), (12, 1), (14, 3)), ((10, 21), (12, 23), (14, 21)))(path)
    _lines(((3, 10), (1, 12), (3, 14)), ((21, 10), (23, 12), (21, 14)))(path)


def _turn_ship(path: QPainterPath, is_left: bool) -> None:
    """A hub with an arrow around it."""
    path.addEllipse(QPointF(12, 12), 3, 3)
    path.arcMoveTo(QRectF(3, 3, 18, 18), 130 if is_left else 50)
    path.arcTo(QRectF(3, 3, 18, 18), 130 if is_left else 50, 260 if is_left else -260)
    tip = 5.9 if is_left else 18.1
    back = 6.4 if is_left else -6.4
    _lines(((tip + back * 0.1, 0.6), (tip, 5.3), (tip + back * 0.75, 6.6)))(path)


def _ask(path: QPainterPath) -> None:
    path.arcMoveTo(QRectF(7, 4, 10, 9), 180)
    path.arcTo(QRectF(7, 4, 10, 9), 180, -220)
    path.lineTo(12, 15)
    path.addEllipse(QPointF(12, 19.5), 0.7, 0.7)


def _aim(path: QPainterPath) -> None:
    path.addEllipse(QPointF(12, 12), 6.5, 6.5)
    _lines(((12, 2), (12, 8)), ((12, 16), (12, 22)), ((2, 12), (8, 12)), ((16, 12), (22, 12)))(path)


def _wait(path: QPainterPath) -> None:
    for x in (5, 12, 19):
        path.addEllipse(QPointF(x, 12), 1.6, 1.6)


def _blind(path: QPainterPath) -> None:
    path.moveTo(2.5, 12)
    path.quadTo(12, 2.5, 21.5, 12)
    path.quadTo(12, 21.5, 2.5, 12)
    path.addEllipse(QPointF(12, 12), 2.6, 2.6)
    _lines(((4, 20), (20, 4)))(path)


def _tiles(path: QPainterPath) -> None:
    for x in (4, 13):
        for y in (4, 13):
            path.addRoundedRect(QRectF(x, y, 7, 7), 1.5, 1.5)


def _over(path: QPainterPath) -> None:
    _lines(((6, 22), (6, 3)), ((6, 4), (19, 4), (16, 8.5), (19, 13), (6, 13)))(path)


def _reveal(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(4, 8, 12, 13), 2, 2)
    _lines(((9, 4), (20, 4), (20, 16)))(path)


_SIGNS: dict[str, Draw] = {
    "undo": _undo,
    "redo": _redo,
    "ship": _ship,
    "ship-left": lambda path: _turn_ship(path, True),
    "ship-right": lambda path: _turn_ship(path, False),
    "ask": _ask,
    "aim": _aim,
    "wait": _wait,
    "blind": _blind,
    "turn": _tiles,
    "over": _over,
    "reveal": _reveal,
    "guide": _lines(((3, 12), (20, 12)), ((13.5, 5.5), (20, 12), (13.5, 18.5))),
    "close": _lines(((6, 6), (18, 18)), ((18, 6), (6, 18))),
    "back": _lines(((15, 5), (8, 12), (15, 19))),
    "down": _lines(((5, 9), (12, 16), (19, 9))),
    "right": _lines(((9, 5), (16, 12), (9, 19))),
    "pencil": _lines(((4, 20), (5, 15.5), (15.5, 5), (19, 8.5), (8.5, 19), (4, 20)), ((13.5, 7), (17, 10.5))),
    "check": _lines(((4, 12.5), (10, 18.5), (20, 6))),
}


def sign(name: str) -> QPainterPath:
    """Return a sign as a path in a square of 24 units."""
    path = QPainterPath()
    _SIGNS[name](path)
    return path


def draw_sign(painter: QPainter, name: str, rect: QRectF, colour: QColor, width: float = 1.8) -> None:
    """Draw a sign into a rectangle."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / UNITS, rect.height() / UNITS)
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(sign(name))
    painter.restore()


def icon(name: str, size: int = 18) -> QIcon:
    """Return a sign as an icon for a button, with a faint one for when it is disabled."""
    made = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, theme.INK), (QIcon.Mode.Disabled, theme.DIM)):
        pixmap = QPixmap(QSize(2 * size, 2 * size))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        draw_sign(painter, name, QRectF(0, 0, 2 * size, 2 * size), colour)
        painter.end()
        made.addPixmap(pixmap, mode)
    return made


class Sign(QWidget):
    """A sign by itself.

    Attributes:
        name: which one.
        colour: its colour.
    """

    def __init__(self, name: str, colour: QColor, size: int = 24, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.colour = colour
        self.setFixedSize(size, size)

    def show_sign(self, name: str, colour: QColor) -> None:
        """Show another sign."""
        self.name, self.colour = name, colour
        self.update()

    def paintEvent(self, event: object) -> None:
        """Draw it."""
        painter = QPainter(self)
        draw_sign(painter, self.name, QRectF(self.rect()).adjusted(1, 1, -1, -1), self.colour)
        painter.end()
