"""A layout that fills rows from left to right and begins a new one when a row is full."""

from __future__ import annotations

from PyQt6.QtCore import QPoint, QRect, QSize, Qt
from PyQt6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Widgets in rows, each as large as it likes to be."""

    def __init__(self, parent: QWidget | None = None, gap: int = 8) -> None:
        super().__init__(parent)
        self._gap = gap
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def _arrange(self, rect: QRect, *, is_real: bool) -> int:
        """Place the items, or only measure; return the height that they need."""
        x, y, row = rect.left(), rect.top(), 0
        for item in self._items:
            size = item.sizeHint()
            if x + size.width() > rect.right() + 1 and row:
                x, y, row = rect.left(), y + row + self._gap, 0
            if is_real:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self._gap
            row = max(row, size.height())
        return y + row - rect.top()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def addItem(self, a0: QLayoutItem | None) -> None:
        """Take an item."""
        assert a0 is not None
        self._items.append(a0)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give an item away."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It never asks for more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Narrow means high."""
        return True

    def heightForWidth(self, a0: int) -> int:
        """Return the height that a width needs."""
        return self._arrange(QRect(0, 0, a0, 0), is_real=False)

    def setGeometry(self, a0: QRect) -> None:
        """Place the items."""
        super().setGeometry(a0)
        self._arrange(a0, is_real=True)

    def sizeHint(self) -> QSize:
        """Return the size of the largest item."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the largest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size
