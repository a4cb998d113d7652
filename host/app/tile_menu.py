"""What can be done about a tile that misbehaves: a menu at the tile."""

from __future__ import annotations

from PyQt6.QtCore import QPoint, pyqtSignal
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QMenu, QWidget

from host.app.tile_words import belief, remedy


class TileMenu(QMenu):
    """Says how far a tile is believed, and offers the opposite.

    Attributes:
        deed: the one thing to choose.

    Signals:
        masked: a tile, and whether it is to be ignored from now on.
    """

    masked = pyqtSignal(int, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._tile = 0
        self._is_believed = True
        self._words = QAction(self)
        self._words.setEnabled(False)
        self.deed = QAction(self)
        self.deed.triggered.connect(lambda: self.masked.emit(self._tile, self._is_believed))
        self.addActions([self._words, self.deed])

    def open_at(self, tile: int, name: str, sure: int, place: QPoint) -> None:
        """Open for a tile, at a place of the screen."""
        self._tile, self._is_believed = tile, bool(sure)
        self._words.setText(belief(name, sure))
        self.deed.setText(remedy(sure))
        self.popup(place)
        self.setActiveAction(self.deed)
