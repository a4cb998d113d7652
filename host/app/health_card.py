"""The table's sensors, on a card: what is broken, and what was counted."""

from __future__ import annotations

from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QFrame, QVBoxLayout, QWidget

from host.app.labels import label, move_into_screen
from host.play.picture import Picture
from host.table.health_words import health_lines

WIDTH = 460
MOST = 12  # sentences; the worst come first
NOTHING = "This table has no sensors: everything is said on the screen."


def sentences(picture: Picture) -> tuple[list[str], list[str]]:
    """Return what is broken, and how well the sensors do, as far as there is room for it."""
    counted = list(health_lines(picture.health))
    left_out = counted[MOST - 1 : -1]
    if left_out:
        counted = [*counted[: MOST - 1], f"{len(left_out)} more have had little trouble.", counted[-1]]
    return list(picture.faults), counted or [NOTHING]


class HealthCard(QFrame):
    """Says how the sensors do at the moment when it is opened."""

    def __init__(self, picture: Picture, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFixedWidth(WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 24, 18)
        column.setSpacing(8)
        broken, counted = sentences(picture)
        for sentence in broken:
            column.addWidget(label(sentence, wraps=True))
        for sentence in counted:
            column.addWidget(label(sentence, "soft", wraps=True))

    def open_below(self, place: QPoint) -> None:
        """Show it with its upper right corner at a place of the screen."""
        self.adjustSize()
        move_into_screen(self, place - QPoint(self.width(), 0))
        self.show()
