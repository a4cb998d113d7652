"""The ledger: what was understood, why, and what it did; newest last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PyQt6.QtCore import QAbstractListModel, QModelIndex, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from host.app.labels import allow, button
from host.app.ledger_lines import LineDelegate
from host.app.panels import titled
from host.app.touch import scroll_by_touch
from host.play.commands import GoTo, Redo, TableIsRight, Undo
from host.play.picture import Line, Picture

LEAST, WIDTH, WIDEST = 308, 316, 440
LINE = Qt.ItemDataRole.UserRole
NEAR = 24  # pixels from the end that still count as the end


class Lines(QAbstractListModel):
    """The lines of a ledger as Qt likes to have them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[Line, ...] = ()

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        """Follow the ledger: lines are mostly added at its end."""
        old = self.lines
        same = next(
            (at for at, (a, b) in enumerate(zip(old, lines, strict=False)) if a != b), min(len(old), len(lines))
        )
        if same < len(old) or not lines:
            self.beginResetModel()
            self.lines = lines
            self.endResetModel()
        elif len(lines) > same:
            self.beginInsertRows(QModelIndex(), same, len(lines) - 1)
            self.lines = lines
            self.endInsertRows()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """How many lines there are."""
        return len(self.lines)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line, or its words for a screen reader."""
        line = self.lines[index.row()]
        if role == LINE:
            return line
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole):
            state = ", taken back" if line.is_taken_back else ""
            return f"{line.number}. {line.text}{state}. {line.why}"
        return None


class LineList(QListView):
    """A list that only takes the keys that move about in it: letters and digits are answers, not a search."""

    @contextmanager
    def kept_in_place(self) -> Iterator[None]:
        """While lines come and go: follow the newest, but leave somebody who reads older ones where they are."""
        bar = self.verticalScrollBar()
        assert bar is not None
        place, is_reading = bar.value(), bar.value() < bar.maximum() - NEAR
        yield
        self.scrollToBottom()  # lays the lines out
        if is_reading:
            bar.setValue(place)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, e: QKeyEvent | None) -> None:
        """Move about; leave keys with a letter on them to the window."""
        assert e is not None
        is_written = bool(e.text().strip()) and e.text().isprintable()
        if is_written or e.key() == Qt.Key.Key_Backspace:
            e.ignore()
        else:
            super().keyPressEvent(e)


class LedgerView(QFrame):
    """The ledger with its buttons.

    Attributes:
        lines: the list.

    Signals:
        chosen: a Command.
    """

    chosen = pyqtSignal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setFixedWidth(WIDTH)
        self.model = Lines(self)
        self.lines = LineList()
        self.lines.setModel(self.model)
        self.lines.setItemDelegate(LineDelegate(self.lines))
        self.lines.setAccessibleName("Ledger")
        self.lines.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lines.setResizeMode(QListView.ResizeMode.Adjust)
        scroll_by_touch(self.lines)
        self.undo = button("Undo", sign="undo", key="Ctrl+Z")
        self.redo = button("Redo", sign="redo", key="Ctrl+Shift+Z")
        self.go_to = button("Go to here")
        self.table_is_right = button("Take the position from the table", "quiet")
        self.table_is_right.setToolTip("Take the position from the table instead of mending the table.")
        self._connect()
        self._arrange()

    def show_picture(self, picture: Picture) -> None:
        """Follow a picture."""
        allow(self.undo, picture.can_undo, "There is nothing to take back yet.")
        allow(self.redo, picture.can_redo, "Nothing was taken back that could be done again.")
        allow(self.table_is_right, picture.is_linked, "The table cannot be seen: no board is connected.")
        self.table_is_right.setVisible(picture.has_board)
        lines = tuple(line for line in picture.lines if not line.is_quiet)
        if lines != self.model.lines:
            with self.lines.kept_in_place():
                self.model.show_lines(lines)
            self._judge()

    def _connect(self) -> None:
        self.undo.clicked.connect(lambda: self.chosen.emit(Undo()))
        self.redo.clicked.connect(lambda: self.chosen.emit(Redo()))
        self.table_is_right.clicked.connect(lambda: self.chosen.emit(TableIsRight()))
        self.go_to.clicked.connect(self._go)
        selection = self.lines.selectionModel()
        assert selection is not None
        selection.selectionChanged.connect(self._judge)
        self.lines.doubleClicked.connect(self._go)
        self._judge()

    def _selected(self) -> Line | None:
        index = self.lines.currentIndex()
        chosen = self.lines.selectedIndexes()
        return self.model.lines[index.row()] if index.isValid() and chosen else None

    def _judge(self) -> None:
        allow(self.go_to, self._selected() is not None, "Select a line of the ledger first.")

    def _go(self) -> None:
        line = self._selected()
        if line is not None:
            self.chosen.emit(GoTo(line.number))
            self.lines.clearSelection()

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 10)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.addWidget(titled("Ledger"))
        head.addStretch()
        column.addLayout(head)
        column.addWidget(self.lines, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        for each in (self.undo, self.redo, self.go_to):
            row.addWidget(each)
        column.addLayout(row)
        column.addWidget(self.table_is_right)
