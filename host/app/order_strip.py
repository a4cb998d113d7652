"""Cards that somebody looks at and puts back in any order: backs in a row, one of them shown while it is held.

Nobody sees a face but who holds a card down: with the mouse, a finger or Space. Dragging, or Shift with an arrow key,
changes the order.
"""

from __future__ import annotations

from collections.abc import Mapping

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from host.app import saw_art, theme
from host.app.labels import button, label
from host.app.loot_hand_card import Face
from host.app.saw_hands import card_of
from host.app.saw_layout import CARD_MM
from host.play.commands import Say

CARD, HIGH, GAP = 57, 82, 6
SLACK = 6
_SHIFTS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class CardRow(QWidget):
    """The cards themselves.

    Attributes:
        order: the cards from the top of the deck down.
        seat: who looks at them.
        shown: the numbers of those whose faces are shown now.
    """

    def __init__(self, faces: Mapping[str, Face], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.order: list[str] = []
        self.seat = 0
        self._faces = faces
        self._pressed: int | None = None
        self._start = QPointF()
        self._is_dragging = self._is_peeking = self._is_open = False
        self._cursor = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    @property
    def shown(self) -> tuple[int, ...]:
        """The places of the cards whose faces are shown now."""
        if self._is_open:
            return tuple(range(len(self.order)))
        if self._pressed is not None:
            return (self._pressed,)
        return (self._cursor,) if self._is_peeking else ()

    def lay(self, cards: tuple[str, ...]) -> None:
        """Lay other cards."""
        self.order = list(cards)
        self._pressed, self._is_peeking, self._is_open, self._cursor = None, False, False, 0
        self.setFixedSize(max(1, len(cards)) * (CARD + GAP), HIGH + 8)
        self._describe()
        self.update()

    def open(self, is_open: bool) -> None:
        """Show all faces, or none."""
        self._is_open = is_open
        self.update()

    def place(self, number: int) -> QPointF:
        """Return the middle of a card."""
        return QPointF(number * (CARD + GAP) + (CARD + GAP) / 2, HIGH / 2 + 4)

    def shift(self, number: int, to: int) -> None:
        """Put a card elsewhere in the row."""
        to = max(0, min(len(self.order) - 1, to))
        self.order.insert(to, self.order.pop(number))
        self._describe()
        self.update()

    def _at(self, place: QPointF) -> int:
        return max(0, min(len(self.order) - 1, int(place.x() // (CARD + GAP))))

    def _describe(self) -> None:
        self.setAccessibleName(f"Card {self._cursor + 1} of {len(self.order)}, from the top of the deck down")
        self.setAccessibleDescription("Arrow keys choose a card, with Shift they move it, Space held shows it.")

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """All cards in a row."""
        return self.size()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Draw the backs, and the faces that are shown."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, name in enumerate(self.order):
            painter.save()
            painter.translate(self.place(number))
            painter.scale(CARD / CARD_MM[0], HIGH / CARD_MM[1])
            if number in self.shown and card_of(name) in self._faces:
                saw_art.draw_face(painter, self._faces[card_of(name)].title)
            else:
                saw_art.draw_card(painter, self.seat, number + 1, is_chosen=self.hasFocus() and number == self._cursor)
            painter.restore()
        if self.hasFocus() and self.order:
            painter.setPen(QPen(theme.INK, 1.6))
            centre = self.place(self._cursor)
            painter.drawRoundedRect(
                QRectF(centre.x() - CARD / 2 - 1, centre.y() - HIGH / 2 - 1, CARD + 2, HIGH + 2), 6, 6
            )
        painter.end()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """Hold a card: its face is shown."""
        assert event is not None
        if self.order and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._cursor = self._at(event.position())
            self._start, self._is_dragging = event.position(), False
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        """Carry it along the row."""
        assert event is not None
        if self._pressed is None:
            return
        self._is_dragging = self._is_dragging or (event.position() - self._start).manhattanLength() > SLACK
        to = self._at(event.position())
        if self._is_dragging and to != self._pressed:
            self.shift(self._pressed, to)
            self._pressed = self._cursor = to
            self._describe()

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        """Let it go: nobody sees it any more."""
        self._pressed = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Go along the row, move a card, or look at it."""
        assert event is not None
        key = Qt.Key(event.key())
        if key in _STEPS and self.order:
            to = max(0, min(len(self.order) - 1, self._cursor + _STEPS[key]))
            if event.modifiers() & _SHIFTS:
                self.shift(self._cursor, to)
            self._cursor = to
            self._describe()
        elif key == Qt.Key.Key_Space:
            self._is_peeking = True
        else:
            event.ignore()
        self.update()

    def keyReleaseEvent(self, event: QKeyEvent | None) -> None:
        """Look away."""
        assert event is not None
        if Qt.Key(event.key()) == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._is_peeking = False
            self.update()


class OrderStrip(QFrame):
    """The row with what can be done about it.

    Attributes:
        row: the cards.
        look: held down, it shows all of them.
        put_back: puts them back as they lie.

    Signals:
        chosen: a Command, one for each card.
    """

    chosen = pyqtSignal(object)

    def __init__(self, faces: Mapping[str, Face], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.row = CardRow(faces)
        self._cards: tuple[str, ...] = ()
        self.look = button("Hold to look", "quiet")
        self.look.pressed.connect(lambda: self.row.open(True))
        self.look.released.connect(lambda: self.row.open(False))
        self.put_back = button("Put them back like this", "main")
        self.put_back.clicked.connect(self._put_back)
        last = QHBoxLayout()
        last.addWidget(label("Drag the cards into an order; 1 is drawn first.", "small"))
        last.addStretch()
        last.addWidget(self.look)
        last.addWidget(self.put_back)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.addWidget(self.row)
        column.addLayout(last)
        self.hide()

    def show_cards(self, cards: tuple[str, ...], seat: int) -> None:
        """Show the cards that somebody looks at; none: nobody does."""
        if cards == self._cards:
            return
        self._cards = cards
        self.setVisible(bool(cards))
        if cards:
            self.row.seat = seat
            self.row.lay(cards)
            self.settle()

    def settle(self) -> None:
        """Stay at the lower edge of the table."""
        parent = self.parentWidget()
        assert parent is not None
        self.adjustSize()
        self.move((parent.width() - self.width()) // 2, parent.height() - self.height() - 10)
        self.raise_()

    def _put_back(self) -> None:
        self.hide()
        for name in self.row.order[: max(1, len(self.row.order) - 1)]:
            self.chosen.emit(Say(f"next {card_of(name)}"))
