"""One of several things to choose from, as ticks in a row."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QAbstractButton, QButtonGroup, QWidget

from host.app import theme
from host.app.flow import FlowLayout
from host.app.labels import discard


class Tick(QAbstractButton):
    """One of several things to choose from: a title, a detail, and a ring that fills."""

    def __init__(self, title: str, detail: str = "") -> None:
        super().__init__()
        self._detail = detail
        self.setText(title)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(title)
        self.setAccessibleDescription(detail)

    def sizeHint(self) -> QSize:
        """Wide enough for its words."""
        title = self.fontMetrics().horizontalAdvance(self.text())
        detail = self.fontMetrics().horizontalAdvance(self._detail)
        return QSize(max(title, round(detail * 0.94)) + 52, 54 if self._detail else 40)

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        edge = theme.BRASS if self.isChecked() else theme.RIM
        painter.setPen(QPen(theme.INK if self.hasFocus() else edge, 2.0 if self.hasFocus() else 1.2))
        painter.setBrush(theme.HOVER if self.isChecked() or self.underMouse() else theme.RAISED)
        painter.drawRoundedRect(area, 8, 8)
        self._draw_ring(painter)
        painter.setFont(theme.font(theme.BODY))
        painter.setPen(theme.INK if self.isChecked() else theme.SOFT)
        text, left = area.adjusted(36, 0, -8, 0), Qt.AlignmentFlag.AlignLeft
        if not self._detail:
            painter.drawText(text, left | Qt.AlignmentFlag.AlignVCenter, self.text())
        else:
            painter.drawText(text.adjusted(0, 8, 0, 0), left | Qt.AlignmentFlag.AlignTop, self.text())
            painter.setFont(theme.font(theme.SMALL))
            painter.setPen(theme.FAINT)
            painter.drawText(text.adjusted(0, 0, 0, -8), left | Qt.AlignmentFlag.AlignBottom, self._detail)
        painter.end()

    def _draw_ring(self, painter: QPainter) -> None:
        centre = QPointF(20, self.height() / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.BRASS if self.isChecked() else theme.FAINT, 1.6))
        painter.drawEllipse(centre, 6.5, 6.5)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.BRASS)
            painter.drawEllipse(centre, 3.4, 3.4)


class Choices(QWidget):
    """A row of ticks of which exactly one is chosen.

    Attributes:
        ticks: the buttons by their key.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.ticks: dict[str, Tick] = {}
        self.setAccessibleName(name)
        self._offered: list[tuple[str, str, str]] = []
        self._group = QButtonGroup(self)
        self._flow = FlowLayout(self, 8)

    def offer(self, choices: Sequence[tuple[str, str, str]]) -> None:
        """Offer keys with titles and details; what was chosen stays chosen if it still is there."""
        if self._offered == [tuple(choice) for choice in choices]:
            return
        self._offered = [(key, title, detail) for key, title, detail in choices]
        chosen = self.chosen
        for tick in self.ticks.values():
            self._group.removeButton(tick)
            self._flow.removeWidget(tick)
            discard(tick)
        self.ticks = {key: Tick(title, detail) for key, title, detail in choices}
        for tick in self.ticks.values():
            self._group.addButton(tick)
            self._flow.addWidget(tick)
            tick.show()
        if self.ticks:
            self.ticks.get(chosen, next(iter(self.ticks.values()))).setChecked(True)
        self.updateGeometry()

    def choose(self, key: str) -> None:
        """Choose something, if it is offered."""
        if key in self.ticks:
            self.ticks[key].setChecked(True)

    @property
    def chosen(self) -> str:
        """The key that is chosen."""
        return next((key for key, tick in self.ticks.items() if tick.isChecked()), "")
