"""Parts of the start screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PyQt6.QtCore import QPointF, QRectF, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from engines.armada.pieces import Design
from engines.core.rulings import Ruling
from host.app import icons, theme
from host.app.geometry import PIECE_MM
from host.app.labels import button, label
from host.app.piece_art import draw_piece
from host.app.wishes import SavedGame

# The two ships of the banner: design, column, row, quarter turns
_FLEETS = (
    (("shield-3", 0, 0, 1), ("hub-2", 1, 0, 0), ("gun-3", 1, 1, 0), ("gun-6", 1, -1, 2), ("gun-2", 2, 0, 3)),
    (("gun-2", -2, 0, 1), ("hub-2", -1, 0, 0), ("gun-6", -1, 1, 0), ("shield-1", -1, -1, 2), ("hub-3", 0, 0, 3)),
)

DOUBT_MS = 5000  # a question whether a game is to be aborted stands this long


class Banner(QWidget):
    """Two ships face to face, and the name between them."""

    def __init__(self, designs: Mapping[str, Design], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._designs = designs
        self.setFixedHeight(196)

    def _draw_fleet(self, painter: QPainter, seat: int, x: float) -> None:
        painter.save()
        painter.translate(x, self.height() / 2)
        painter.scale(1.15, 1.15)
        for name, column, row, facing in _FLEETS[seat]:
            painter.save()
            painter.translate(column * (PIECE_MM + 1), -row * (PIECE_MM + 1))
            painter.rotate(90 * facing)
            draw_piece(painter, self._designs[name], theme.LIVERIES[seat], 2, 90.0 * facing)
            painter.restore()
        painter.restore()

    def _draw_shot(self, painter: QPainter) -> None:
        """A line of fire under the name, from one ship to the other."""
        middle, y = self.width() / 2, self.height() / 2 + 58
        pen = QPen(theme.faded(theme.BRASS, 120), 1.4)
        pen.setDashPattern([2, 5])
        painter.setPen(pen)
        painter.drawLine(QPointF(middle - 190, y), QPointF(middle + 190, y))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.width() / 2
        reach = min(430.0, middle - 130)
        self._draw_fleet(painter, 0, middle - reach)
        self._draw_fleet(painter, 1, middle + reach)
        painter.setFont(theme.font(44, spaced=0.3))
        painter.setPen(theme.BRASS)
        area = QRectF(self.rect())
        painter.drawText(area.adjusted(12, -30, 0, -30), Qt.AlignmentFlag.AlignCenter, "DEADFALL")
        painter.setFont(theme.font(theme.LARGE))
        painter.setPen(theme.SOFT)
        painter.drawText(area.adjusted(0, 30, 0, 30), Qt.AlignmentFlag.AlignCenter, "The table that keeps the rules")
        self._draw_shot(painter)
        painter.end()


class Picker(QComboBox):
    """A list to pick from, with a chevron that says so."""

    def paintEvent(self, e: QPaintEvent | None) -> None:
        """Draw the chevron over what the style draws."""
        super().paintEvent(e)
        painter = QPainter(self)
        place = QRectF(self.width() - 24, self.height() / 2 - 6, 12, 12)
        icons.draw_sign(painter, "down", place, theme.SOFT, 2.4)
        painter.end()


class Rulings(QWidget):
    """The rulings that a table may want otherwise, folded away until they are asked for."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        super().__init__()
        self.boxes: dict[str, QComboBox] = {}
        self._rulings = rulings
        self.fold = button("", "quiet", sign="right")
        self.fold.setStyleSheet("QPushButton { padding-left: 2px; text-align: left; }")
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._fold)
        self._body = QWidget()
        grid = QGridLayout(self._body)
        grid.setContentsMargins(4, 4, 4, 8)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        for row, ruling in enumerate(rulings):
            self._add(grid, row, ruling)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._body)
        self._fold(False)

    @property
    def options(self) -> dict[str, str]:
        """What was chosen otherwise than the default."""
        chosen = {ruling.name: self.boxes[ruling.name].currentText() for ruling in self._rulings}
        return {ruling.name: chosen[ruling.name] for ruling in self._rulings if chosen[ruling.name] != ruling.values[0]}

    def choose(self, options: Mapping[str, str]) -> None:
        """Choose what is named, and for the others the default."""
        for ruling in self._rulings:
            self.boxes[ruling.name].setCurrentText(options.get(ruling.name, ruling.values[0]))

    def _add(self, grid: QGridLayout, row: int, ruling: Ruling) -> None:
        box = Picker()
        box.addItems(ruling.values)
        box.setAccessibleName(ruling.question)
        box.setMinimumWidth(150)
        box.currentTextChanged.connect(self._count)
        grid.addWidget(label(ruling.question, "soft"), row, 0)
        grid.addWidget(label(ruling.name, "faint"), row, 1)
        grid.addWidget(box, row, 2)
        self.boxes[ruling.name] = box

    def _fold(self, is_open: bool) -> None:
        self._body.setVisible(is_open)
        self.fold.setIcon(icons.icon("down" if is_open else "right"))
        self._count()

    def _count(self) -> None:
        changed = len(self.options)
        self.fold.setText("Rulings: all as usual" if not changed else f"Rulings: {changed} changed")


class SavedRow(QFrame):
    """A game that was left, with what can be done with it.

    Signals:
        resumed: go on with it.
        aborted: throw it away; asked twice.
    """

    resumed = pyqtSignal()
    aborted = pyqtSignal()

    def __init__(self, game: SavedGame) -> None:
        super().__init__()
        self.setObjectName("card")
        self.resume = button("Resume")
        self.resume.setAccessibleName(f"Resume {game.title}, {game.when}")
        self.resume.setEnabled(not game.problem)
        self.abort = button("Abort", "quiet")
        self.abort.setAccessibleName(f"Abort {game.title}, {game.when}")
        self.resume.clicked.connect(self.resumed)
        self.abort.clicked.connect(self._ask)
        self._doubt = QTimer(self)
        self._doubt.setSingleShot(True)
        self._doubt.setInterval(DOUBT_MS)
        self._doubt.timeout.connect(self._forget)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 12, 12)
        column.setSpacing(3)
        column.addWidget(label(game.title))
        column.addWidget(label(game.problem or game.detail, "small", wraps=True))
        row = QHBoxLayout()
        row.setContentsMargins(0, 6, 0, 0)
        row.addWidget(label(game.when, "faint"), 1)
        row.addWidget(self.abort)
        row.addWidget(self.resume)
        column.addLayout(row)

    def _ask(self) -> None:
        """The first click asks, the second means it."""
        if self._doubt.isActive():
            self.aborted.emit()
        else:
            self.abort.setText("Really abort?")
            self._doubt.start()

    def _forget(self) -> None:
        """Nobody meant it: the next click asks again."""
        self.abort.setText("Abort")
