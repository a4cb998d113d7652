"""The keys of the app, on a card."""

from __future__ import annotations

from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QFrame, QGridLayout, QWidget

from host.app.labels import label, move_into_screen

KEYS = (
    ("1 … 9, 0, A …", "choose the answer that shows this key"),
    ("Backspace", "one choice back"),
    ("Arrows, Enter", "move the cursor over the table; what can be done there"),
    ("I", "ignore the tile under the cursor, believe it again"),
    ("Y / N", "the seat's buttons: yes, no"),
    ("F2", "what is broken at the table, and how well its sensors do"),
    ("Ctrl+Z / Ctrl+Shift+Z", "undo, redo"),
    ("Tab", "go to the next part of the screen"),
    ("Ctrl+N", "a new game, once this one is over"),
    ("Ctrl+W / Ctrl+Q", "leave the game, quit"),
)
HANDS = (
    ("Space / Esc", "lift a piece, put it down; put it back"),
    ("P", "take the next piece of the play pile, or card of the hand"),
    ("R / Shift+R", "turn right, turn left; the wheel or a right click too"),
    ("O", "go to the next pad: lift and put down there too"),
    ("T / Delete", "tap the piece on the play pad, scrap it"),
    ("H", "fix the table: the hands put the pieces right"),
)
SHIPS = (
    ("Ctrl+Arrows", "move a whole ship; or drag it with Ctrl"),
    ("Ctrl+R", "turn a ship about the hub under the cursor"),
)


class KeysCard(QFrame):
    """All keys; those of the hands only at a virtual table, and those of ships only where there are ships."""

    def __init__(self, has_hands: bool, parent: QWidget | None = None, *, has_ships: bool = False) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        grid = QGridLayout(self)
        grid.setContentsMargins(20, 16, 24, 18)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(8)
        hands = (*HANDS, *(SHIPS if has_ships else ())) if has_hands else ()
        for row, (key, what) in enumerate((*KEYS, *hands)):
            grid.addWidget(label(key), row, 0)
            grid.addWidget(label(what, "soft"), row, 1)

    def open_below(self, place: QPoint) -> None:
        """Show it with its upper right corner at a place of the screen."""
        self.adjustSize()
        move_into_screen(self, place - QPoint(self.width(), 0))
        self.show()
