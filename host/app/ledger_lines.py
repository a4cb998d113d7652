"""How one line of the ledger looks."""

from __future__ import annotations

from functools import lru_cache

from PyQt6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt
from PyQt6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PyQt6.QtWidgets import QAbstractScrollArea, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from host.app import theme
from host.app.piece_art import draw_emblem
from host.play.picture import Line

_LEFT = 58
_PAD = 7
_WRAP = Qt.TextFlag.TextWordWrap
_SURE = 100
_BAR = 14  # a scroll bar with its margins
_KEPT = 4096
_TAGS = {
    "reveal": "revealed",
    "correction": "corrected",
    "import": "from the table",
    "note": "note",
}


class LineDelegate(QStyledItemDelegate):
    """Draws number, seat, what was understood, why, and what it did; taken-back lines are struck through."""

    def _draw_side(self, painter: QPainter, line: Line, area: QRect) -> None:
        painter.setFont(theme.font(theme.SMALL))
        painter.setPen(theme.FAINT)
        top = area.top() + _PAD
        painter.drawText(QRect(area.left(), top, 28, 18), Qt.AlignmentFlag.AlignRight, str(line.number))
        if line.seat is not None:
            painter.save()
            painter.translate(area.left() + 43, top + 9)
            draw_emblem(painter, line.seat, 5)
            painter.restore()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        """Draw a line."""
        assert painter is not None
        line: Line = index.data(Qt.ItemDataRole.UserRole)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(theme.BRASS, 1.2))
            painter.setBrush(theme.HOVER)
            painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -3, -1), 6, 6)
        self._draw_side(painter, line, area)
        y = area.top() + _PAD
        for text, font, colour in _rows(line):
            room = QRect(area.left() + _LEFT, y, self._width(option) - _LEFT - _PAD, 1000)
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(room, _WRAP, text)
            y += _height(room, font, text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        """Return how high a line is in the width that the list has."""
        width = self._width(option)
        return QSize(width, _line_height(index.data(Qt.ItemDataRole.UserRole), width - _LEFT - _PAD))

    def _width(self, option: QStyleOptionViewItem) -> int:
        """Return the width of a line: the same with and without a scroll bar, or a list that fills up would jump."""
        parent = self.parent()
        return parent.width() - _BAR if isinstance(parent, QAbstractScrollArea) else option.rect.width()


@lru_cache(maxsize=_KEPT)
def _line_height(line: Line, width: int) -> int:
    """Return the height of a line. Qt asks for all of them each time one is added: 80 ms for 300 lines, if measured."""
    room = QRect(0, 0, width, 1000)
    return sum(_height(room, font, text) for text, font, _ in _rows(line)) + 2 * _PAD


def _height(room: QRect, font: QFont, text: str) -> int:
    return QFontMetrics(font).boundingRect(room, _WRAP, text).height() + 2


def _rows(line: Line) -> list[tuple[str, QFont, QColor]]:
    head, small = theme.font(theme.BODY), theme.font(theme.SMALL)
    head.setStrikeOut(line.is_taken_back)
    faded = line.is_taken_back
    rows = [(line.text, head, theme.FAINT if faded else theme.INK)]
    why = " · ".join(part for part in (_TAGS.get(line.kind, ""), line.why, _doubt(line)) if part)
    if why:
        rows.append((why, small, theme.FAINT))
    rows += [(f"→ {effect}", small, theme.FAINT if faded else theme.SOFT) for effect in line.effects]
    return rows


def _doubt(line: Line) -> str:
    if line.confidence >= _SURE:
        return ""
    others = f", not {', '.join(line.candidates)}" if line.candidates else ""
    return f"{line.confidence} % sure{others}"
