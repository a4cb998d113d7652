"""SAW as vector art: the backs and faces of cards, and the jigsaw figure of a player.

Cards are drawn around (0, 0) in the units of a table at its largest; the figure into any box.
"""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from host.app import theme
from host.app.saw_layout import CARD_MM

_BACK, _BACK_LINE = QColor("#1d1a20"), QColor("#7d6f78")
BLOOD, BLEEDING = QColor("#d8453f"), QColor("#ff5a4d")
_STAGES = (theme.RIM, QColor("#b6d94c"), QColor("#ff9a3d"), BLEEDING, theme.INK)  # healthy … tourniquet
_HEALTHY, _MILD, _SEVERE, _LOST, _BOUND = range(5)
PINTS_A_ROW = 5


def _box(size: tuple[float, float], less: float = 0.0) -> QRectF:
    width, height = size[0] - less, size[1] - less
    return QRectF(-width / 2, -height / 2, width, height)


def draw_back(painter: QPainter, line: QColor = _BACK_LINE) -> None:
    """Draw the back of a card: a spiral in a frame, which tells nothing."""
    painter.setPen(QPen(line, 1.6))
    painter.setBrush(_BACK)
    painter.drawRoundedRect(_box(CARD_MM), 5, 5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.faded(line, 120), 1.2))
    painter.drawRoundedRect(_box(CARD_MM, 10), 3, 3)
    spiral = QPainterPath(QPointF(0, 0))
    for turn in range(6):
        reach = 2.6 * (turn + 1)
        spiral.arcTo(QRectF(-reach, -reach, 2 * reach, 2 * reach), 180 * turn, 180)
    painter.drawPath(spiral)


def draw_face(painter: QPainter, title: str, line: QColor = theme.BRASS) -> None:
    """Draw a card that lies face up, with its name."""
    painter.setPen(QPen(line, 1.6))
    painter.setBrush(theme.RAISED)
    painter.drawRoundedRect(_box(CARD_MM), 5, 5)
    box = _box(CARD_MM, 8)
    painter.setPen(theme.INK)
    painter.setFont(_fitting_font(painter, title, box.width()))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, title)


def _fitting_font(painter: QPainter, title: str, width: float) -> QFont:
    """Return the font for a title, smaller if its longest word would not fit: words are not broken."""
    font = theme.scene_font(painter, 13)
    longest = max(QFontMetricsF(font).horizontalAdvance(word) for word in title.split())
    if longest > width:
        font.setPixelSize(int(font.pixelSize() * width / longest))
    return font


def draw_card(painter: QPainter, seat: int, number: int, *, is_chosen: bool, seen: float = 1.0) -> None:
    """Draw a card of a hand or a bench: its back, with its place in the hand if it has one.

    ``seen`` is how much of its width no other card covers, counted from the left: all of the number stands there.
    """
    draw_back(painter, theme.BRASS if is_chosen else theme.livery(seat).line)
    if number:
        box, font = number_box(seen), theme.scene_font(painter, 15, bold=True)
        wide = QFontMetricsF(font).horizontalAdvance(str(number))
        if wide > box.width():
            font.setPixelSize(max(1, int(font.pixelSize() * box.width() / wide)))
        painter.setFont(font)
        painter.setPen(theme.BRASS if is_chosen else theme.INK)
        painter.drawText(box, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, str(number))


def number_box(seen: float) -> QRectF:
    """Return where on a card its number stands, if so much of its width is seen."""
    box = _box(CARD_MM, 18)
    free = CARD_MM[0] * (seen - 0.5)  # up to here, from the middle of the card
    left = min(box.left(), max(3 - CARD_MM[0] / 2, free - 20))
    return QRectF(left, box.top(), min(box.right(), free - 1) - left, box.height())


# ---- the jigsaw figure -----------------------------------------------------------------------------------------------


def body_path(box: QRectF) -> QPainterPath:
    """Return head and torso as one piece of a jigsaw, with hollows where the limbs' knobs go."""
    wide, high = box.width(), box.height()
    torso = QRectF(box.left() + 0.32 * wide, box.top() + 0.26 * high, 0.36 * wide, 0.40 * high)
    path = QPainterPath()
    path.addRoundedRect(torso, 0.04 * wide, 0.04 * wide)
    head = QPainterPath()
    head.addEllipse(QPointF(box.center().x(), box.top() + 0.13 * high), 0.11 * high, 0.12 * high)
    neck = QPainterPath()
    neck.addRect(QRectF(box.center().x() - 0.04 * wide, box.top() + 0.22 * high, 0.08 * wide, 0.06 * high))
    path = path.united(head).united(neck)
    for limb in range(4):
        path = path.subtracted(_knob(box, limb, 1.18))
    return path


def limb_path(box: QRectF, limb: int) -> QPainterPath:
    """Return a limb with the knob by which it hangs on the body: left and right as one looks at the figure."""
    wide, high = box.width(), box.height()
    is_left, is_arm = limb % 2 == 0, limb < 2
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    if is_arm:
        x = box.left() + (0.04 if is_left else 0.70) * wide
        path.addRoundedRect(QRectF(x, box.top() + 0.28 * high, 0.26 * wide, 0.15 * high), 0.05 * high, 0.05 * high)
        hand = x + (0.0 if is_left else 0.17) * wide
        path.addRoundedRect(QRectF(hand, box.top() + 0.28 * high, 0.09 * wide, 0.34 * high), 0.05 * high, 0.05 * high)
    else:
        x = box.left() + (0.33 if is_left else 0.52) * wide
        path.addRoundedRect(QRectF(x, box.top() + 0.68 * high, 0.15 * wide, 0.30 * high), 0.05 * high, 0.05 * high)
    return path.simplified().united(_knob(box, limb, 1.0))


def _knob(box: QRectF, limb: int, more: float) -> QPainterPath:
    wide, high = box.width(), box.height()
    is_left = limb % 2 == 0
    if limb < 2:
        centre = QPointF(box.left() + (0.325 if is_left else 0.675) * wide, box.top() + 0.355 * high)
    else:
        centre = QPointF(box.left() + (0.405 if is_left else 0.595) * wide, box.top() + 0.66 * high)
    path = QPainterPath()
    path.addEllipse(centre, 0.036 * high * more + 0.5, 0.036 * high * more + 0.5)
    return path


def draw_figure(
    painter: QPainter, box: QRectF, seat: int, blood: int, stages: tuple[int, ...], marked: tuple[int, ...] = ()
) -> None:
    """Draw a player: four limbs in their states, and ten pints of blood; ``marked`` limbs stand out."""
    livery = theme.livery(seat)
    painter.setPen(QPen(livery.line, 1.2))
    painter.setBrush(livery.plate)
    painter.drawPath(body_path(box))
    for limb, stage in enumerate(stages):
        _draw_limb(painter, box, limb, stage, livery.plate, is_marked=limb in marked)
    _draw_pints(painter, box, blood)


def _draw_limb(painter: QPainter, box: QRectF, limb: int, stage: int, plate: QColor, *, is_marked: bool) -> None:
    """Each state has a colour and a pattern: a hatch, a cross hatch, a dashed outline, an outline with a band."""
    path, colour = limb_path(box, limb), _STAGES[stage]
    is_gone = stage in (_LOST, _BOUND)
    painter.setBrush(Qt.BrushStyle.NoBrush if is_gone else plate)
    painter.setPen(QPen(colour, 1.6, Qt.PenStyle.DashLine if is_gone else Qt.PenStyle.SolidLine))
    painter.drawPath(path)
    if stage in (_MILD, _SEVERE):
        pattern = Qt.BrushStyle.BDiagPattern if stage == _MILD else Qt.BrushStyle.DiagCrossPattern
        painter.setBrush(QBrush(colour, pattern))
        painter.drawPath(path)
    knob = _knob(box, limb, 1.0).boundingRect()
    if stage == _LOST:
        painter.setPen(QPen(colour, 2.0))
        painter.drawLine(knob.topLeft(), knob.bottomRight())
        painter.drawLine(knob.topRight(), knob.bottomLeft())
    elif stage == _BOUND:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRect(knob.adjusted(0, knob.height() * 0.3, 0, -knob.height() * 0.3))
    if is_marked:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.VIOLET, 2.6))
        painter.drawPath(path)


def _draw_pints(painter: QPainter, box: QRectF, blood: int) -> None:
    """Pieces of blood leave from the upper row first, left to right (R93)."""
    wide, high = box.width(), box.height()
    area = QRectF(box.left() + 0.355 * wide, box.top() + 0.42 * high, 0.29 * wide, 0.20 * high)
    step, line = area.width() / PINTS_A_ROW, area.height() / 2
    for at in range(2 * PINTS_A_ROW):
        row, column = divmod(at, PINTS_A_ROW)
        pint = QRectF(area.left() + column * step, area.top() + row * line, step - 1.2, line - 1.2)
        is_there = at >= 2 * PINTS_A_ROW - blood
        painter.setPen(QPen(BLOOD if is_there else theme.DIM, 1.0))
        painter.setBrush(BLOOD if is_there else Qt.BrushStyle.NoBrush)
        painter.drawRect(pint)
