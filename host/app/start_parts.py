"""Parts of the start screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PyQt6.QtCore import QRectF, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent
from PyQt6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from engines.core.rulings import Ruling
from host.app import icons, ruling_words, theme
from host.app.labels import allow, button, label, tip
from host.app.wishes import SavedGame

BOX_WIDTH = 270  # of a list of values
DOUBT_MS = 5000  # a question whether a game is to be aborted stands this long


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

    def __init__(self, game: str, rulings: Sequence[Ruling]) -> None:
        super().__init__()
        self.boxes: dict[str, QComboBox] = {}
        self._game = game
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
        chosen = {ruling.name: str(self.boxes[ruling.name].currentData()) for ruling in self._rulings}
        return {ruling.name: chosen[ruling.name] for ruling in self._rulings if chosen[ruling.name] != ruling.values[0]}

    def choose(self, options: Mapping[str, str]) -> None:
        """Choose what is named, and for the others the default."""
        for ruling in self._rulings:
            box = self.boxes[ruling.name]
            box.setCurrentIndex(max(0, box.findData(options.get(ruling.name, ruling.values[0]))))

    def _add(self, grid: QGridLayout, row: int, ruling: Ruling) -> None:
        question = ruling_words.question(self._game, ruling)
        box = Picker()
        for value in ruling.values:
            box.addItem(ruling_words.meaning(self._game, ruling, value), value)
        box.setAccessibleName(question)
        box.setToolTip(tip(f"Ruling {ruling.name}; docs/rulings.md tells why."))
        box.setMinimumWidth(BOX_WIDTH)
        box.currentIndexChanged.connect(self._count)
        asked = label(question, "soft", wraps=True)
        asked.setToolTip(box.toolTip())
        grid.addWidget(asked, row, 0)
        grid.addWidget(box, row, 1)
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
        resumed: go on with it, or look at it if it is over.
        aborted: throw it away; asked twice.
    """

    resumed = pyqtSignal()
    aborted = pyqtSignal()

    def __init__(self, game: SavedGame) -> None:
        super().__init__()
        self.setObjectName("card")
        go_on, self._away = ("Show", "Remove") if game.is_over else ("Resume", "Abort")
        self.resume = button(go_on)
        self.resume.setAccessibleName(f"{go_on} {game.title}, {game.when}")
        allow(self.resume, not game.problem, game.problem)
        self.abort = button(self._away, "quiet")
        self.abort.setAccessibleName(f"{self._away} {game.title}, {game.when}")
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
        column.addWidget(label(game.when, "faint"))
        row = QHBoxLayout()
        row.setContentsMargins(0, 6, 0, 0)
        row.addStretch()
        row.addWidget(self.abort)
        row.addWidget(self.resume)
        column.addLayout(row)

    def _ask(self) -> None:
        """The first click asks, the second means it."""
        if self._doubt.isActive():
            self.aborted.emit()
        else:
            self.abort.setText(f"Really {self._away.lower()}?")
            self._doubt.start()

    def _forget(self) -> None:
        """Nobody meant it: the next click asks again."""
        self.abort.setText(self._away)
