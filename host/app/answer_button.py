"""One thing that can be said, as a large button with its key."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QAbstractButton, QWidget

from engines.armada.pieces import Design
from host.app import icons, theme
from host.app.answer_tree import Choice
from host.app.geometry import PIECE_MM
from host.app.labels import tip
from host.app.piece_art import draw_piece

HEIGHT, LOW = 46, 30  # ordinary, and where there are many
_KEY, _LOW_KEY = 24, 22
_ART, _LOW_ART = 34, 26
_PAD = 11
_MAX_WIDTH = 520


class AnswerButton(QAbstractButton):
    """Shows the key, a piece if it is about one, the label and a detail; a low one has its detail in the tooltip.

    Attributes:
        choice: what it stands for.
        is_lit: whether the table's light is walking by.
    """

    def __init__(
        self,
        choice: Choice,
        seat: int = 0,
        design: Design | None = None,
        *,
        is_low: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.choice = choice
        self.is_lit = False
        self._seat = seat
        self._design = design
        self._height, self._key, self._art = (LOW, _LOW_KEY, _LOW_ART) if is_low else (HEIGHT, _KEY, _ART)
        self._detail = "" if is_low else choice.detail
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(choice.label)
        self.setAccessibleDescription(choice.detail)
        self.setToolTip(tip(choice.detail if is_low else ""))
        self.resize(self.sizeHint())

    def light(self, is_lit: bool) -> None:
        """Show that the table's light is walking by, or has gone on."""
        if is_lit != self.is_lit:
            self.is_lit = is_lit
            self.update()

    def _draw_frame(self, painter: QPainter, area: QRectF) -> None:
        edge, width, fill = theme.RIM, 1.0, theme.RAISED
        if self.is_lit:
            edge, width, fill = theme.VIOLET, 2.0, theme.VIOLET.darker(330)
        if self.hasFocus():
            edge, width = theme.INK, 2.0
        if self.isDown() or self.underMouse():
            fill = theme.HOVER
        painter.setPen(QPen(edge, width))
        painter.setBrush(fill)
        painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 8, 8)

    def _draw_key(self, painter: QPainter, x: float) -> float:
        if not self.choice.key:
            return x
        width = max(self._key, QFontMetrics(theme.font(theme.SMALL, bold=True)).horizontalAdvance(self.choice.key) + 12)
        cap = QRectF(x, (self._height - self._key) / 2, width, self._key)
        painter.setPen(QPen(theme.RIM, 1.0))
        painter.setBrush(theme.ABYSS)
        painter.drawRoundedRect(cap, 5, 5)
        painter.setFont(theme.font(theme.SMALL, bold=True))
        painter.setPen(theme.SOFT)
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.choice.key)
        return x + width + 9

    def _draw_art(self, painter: QPainter, x: float) -> float:
        if self._design is None:
            return x
        painter.save()
        painter.translate(QPointF(x + self._art / 2, self._height / 2))
        painter.scale(self._art / (PIECE_MM + 6), self._art / (PIECE_MM + 6))
        draw_piece(painter, self._design, theme.livery(self._seat), 2)
        painter.restore()
        return x + self._art + 9

    def _draw_text(self, painter: QPainter, area: QRectF) -> None:
        painter.setFont(theme.font(theme.BODY, bold=self.choice.button is None))
        painter.setPen(theme.INK)
        left = Qt.AlignmentFlag.AlignLeft
        if not self._detail:
            painter.drawText(area, left | Qt.AlignmentFlag.AlignVCenter, self.choice.label)
            return
        painter.drawText(area.adjusted(0, 5, 0, 0), left | Qt.AlignmentFlag.AlignTop, self.choice.label)
        painter.setFont(theme.font(theme.SMALL))
        painter.setPen(theme.SOFT)
        painter.drawText(area.adjusted(0, 0, 0, -6), left | Qt.AlignmentFlag.AlignBottom, self._detail)

    @property
    def needed(self) -> int:
        """How wide it must be for all of its text."""
        text = QFontMetrics(theme.font(theme.BODY, bold=self.choice.button is None)).horizontalAdvance(
            self.choice.label
        )
        detail = QFontMetrics(theme.font(theme.SMALL)).horizontalAdvance(self._detail)
        key = QFontMetrics(theme.font(theme.SMALL, bold=True)).horizontalAdvance(self.choice.key) + 12
        width = 2 * _PAD + max(text, detail) + (max(self._key, key) + 9 if self.choice.key else 0)
        width += (self._art + 9 if self._design else 0) + (20 if self.choice.button is None else 0)
        return width + 2

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """As wide as its text."""
        return QSize(min(self.needed, _MAX_WIDTH), self._height)

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        self._draw_frame(painter, area)
        x = self._draw_art(painter, self._draw_key(painter, _PAD))
        self._draw_text(painter, QRectF(x, 0, self.width() - x - 6, self._height))
        if self.choice.button is None:
            chevron = QRectF(self.width() - 24, self._height / 2 - 7, 14, 14)
            icons.draw_sign(painter, "right", chevron, theme.FAINT, 2.2)
        painter.end()
