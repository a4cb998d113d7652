"""What can be done with a piece that was tapped: for fingers, which have neither a wheel nor a second button."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QPoint, QSize, pyqtSignal
from PyQt6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from host.app import icons
from host.app.labels import button, tip

_SIDE = 40
_GAP = 10


class PieceTools(QFrame):
    """A row of buttons beside a piece: turn it, and if it lies on the board, turn or move its whole ship.

    Attributes:
        name: the piece, or None while the row is hidden.
        moves_ship: whether the next drag moves the whole ship.

    Signals:
        turned: quarter turns for the piece.
        ship_turned: quarter turns for its ship, about it.
    """

    turned = pyqtSignal(int)
    ship_turned = pyqtSignal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.name: str | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 6, 6, 6)
        row.setSpacing(6)
        self._piece = [
            self._add(row, "undo", "Turn left", lambda: self.turned.emit(-1)),
            self._add(row, "redo", "Turn right", lambda: self.turned.emit(1)),
        ]
        self._hub = [
            self._add(row, "ship-left", "Turn the whole ship left", lambda: self.ship_turned.emit(-1)),
            self._add(row, "ship-right", "Turn the whole ship right", lambda: self.ship_turned.emit(1)),
        ]
        self.ship = self._add(row, "ship", "Drag the whole ship", lambda: None)
        self.ship.setCheckable(True)
        self.hide()

    @property
    def moves_ship(self) -> bool:
        """Whether the next drag moves the whole ship."""
        return self.name is not None and self.ship.isChecked()

    def offer(self, name: str, place: QPoint, *, is_on_board: bool, is_hub: bool) -> None:
        """Show the row above a place of the parent, or below where there is no room."""
        self.name = name
        self.ship.setVisible(is_on_board)
        self.ship.setChecked(False)
        for each in self._hub:
            each.setVisible(is_on_board and is_hub)
        self.adjustSize()
        parent = self.parentWidget()
        assert parent is not None
        x = min(max(8, place.x() - self.width() // 2), parent.width() - self.width() - 8)
        above = place.y() - self.height() - 3 * _GAP
        self.move(x, above if above > 8 else place.y() + 3 * _GAP)
        self.show()
        self.raise_()

    def put_away(self) -> None:
        """Hide the row."""
        self.name = None
        self.hide()

    def _add(self, row: QHBoxLayout, sign: str, what: str, deed: Callable[[], None]) -> QPushButton:
        made = button("", "quiet")
        made.setIcon(icons.icon(sign, 22))
        made.setIconSize(QSize(22, 22))
        made.setFixedSize(_SIDE, _SIDE)
        made.setToolTip(tip(what))
        made.setAccessibleName(what)
        made.clicked.connect(deed)
        row.addWidget(made)
        return made
