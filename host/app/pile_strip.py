"""The cards that went to the discard pile in this turn, face up: people put them into the order of the real pile."""

from __future__ import annotations

from collections.abc import Mapping

from PyQt6.QtCore import QEvent, QObject, pyqtSignal
from PyQt6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from host.app.labels import button, label
from host.app.loot_hand_card import Face
from host.app.order_strip import CardRow
from host.play.commands import Correct

MOST = 12  # cards that a row has room for
WHY = "the real pile lies like this"
_EDGE = 10


class PileStrip(QFrame):
    """The row, and a button that opens it.

    Attributes:
        row: the cards, the uppermost first.
        opener: the button that opens the row; shown while there is an order to choose.
        settle_order: says that the pile lies like this.
        cancel: closes the row.

    Signals:
        chosen: a Correct command.
    """

    chosen = pyqtSignal(object)

    def __init__(self, faces: Mapping[str, Face], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.row = CardRow(faces)
        self._cards: tuple[str, ...] = ()
        self.opener = button("Pile order")
        self.opener.setParent(parent)
        self.opener.setToolTip("Put the cards that were just discarded into the order of the real pile.")
        self.opener.clicked.connect(self._open)
        self.cancel = button("Cancel", "quiet")
        self.cancel.clicked.connect(self.hide)
        self.settle_order = button("The pile lies like this", "main")
        self.settle_order.clicked.connect(self._choose)
        last = QHBoxLayout()
        last.addWidget(label("Drag the cards into their order on the pile; the left one is on top.", "small"))
        last.addStretch()
        last.addWidget(self.cancel)
        last.addWidget(self.settle_order)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.addWidget(self.row)
        column.addLayout(last)
        self.hide()
        self.opener.hide()
        parent.installEventFilter(self)

    def show_cards(self, cards: tuple[str, ...]) -> None:
        """Follow what went to the pile in this turn, the uppermost first."""
        if cards == self._cards:
            return
        self._cards = cards
        self.hide()
        self.opener.setVisible(len(set(cards[:MOST])) > 1)
        self._settle()

    def _open(self) -> None:
        self.row.lay(tuple(f"{card}#{place}" for place, card in enumerate(self._cards[:MOST], 1)))
        self.row.open(True)
        self.show()
        self._settle()

    def _choose(self) -> None:
        self.hide()
        places = [int(name.rpartition("#")[2]) for name in self.row.order]
        while places and places[-1] == len(places):  # what lies under the others stays
            places.pop()
        if places:
            self.chosen.emit(Correct("discard", ",".join(map(str, places)), WHY))

    def _settle(self) -> None:
        """Stay at the lower edge of the table, the button in its corner."""
        parent = self.parentWidget()
        assert parent is not None
        self.opener.adjustSize()
        self.opener.move(_EDGE, parent.height() - self.opener.height() - _EDGE)  # not under the row's own buttons
        self.opener.raise_()
        if self.isVisibleTo(parent):
            self.adjustSize()
            self.move((parent.width() - self.width()) // 2, parent.height() - self.height() - _EDGE)
            self.raise_()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Stay in place when the table's size changes."""
        if event is not None and event.type() == QEvent.Type.Resize:
            self._settle()
        return super().eventFilter(watched, event)
