"""What can be said about a pad that misbehaves: a menu at the pad."""

from __future__ import annotations

from PyQt6.QtCore import QPoint, pyqtSignal
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QMenu, QWidget

from host.app.pad_layer import in_full
from host.table.pads import PadSight

UNREAD = "It does not read my card"


class PadMenu(QMenu):
    """Says what lies on a pad, and offers to say that it reads nothing.

    Attributes:
        deed: the one thing to choose.

    Signals:
        unread: the name of a pad that does not read what is held to it.
    """

    unread = pyqtSignal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._pad = ""
        self._words = QAction(self)
        self._words.setEnabled(False)
        self.deed = QAction(UNREAD, self)
        self.deed.triggered.connect(lambda: self.unread.emit(self._pad))
        self.addActions([self._words, self.deed])

    def open_at(self, sight: PadSight, place: QPoint) -> None:
        """Open for a pad, at a place of the screen."""
        self._pad = sight.name
        self._words.setText(in_full(sight))
        self.popup(place)
        self.setActiveAction(self.deed)
