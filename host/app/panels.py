"""What each seat has: its ships with their gauges, its piles, and whether it is its turn."""

from __future__ import annotations

from PyQt6.QtCore import QPoint, pyqtSignal
from PyQt6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout

from host.app import theme
from host.app.gauge import GaugeButton, GaugePopover
from host.app.labels import Emblem, button, discard, label
from host.app.scrolling import scrolling
from host.app.wishes import PERSON
from host.play.picture import Card, Gauge, Prompt, SeatPicture

LEAST, WIDTH, WIDEST = 248, 276, 360


class ShipCard(QFrame):
    """One ship.

    Attributes:
        card: what is shown.

    Signals:
        asked: a gauge was clicked.
    """

    asked = pyqtSignal(object)

    def __init__(self, card: Card) -> None:
        super().__init__()
        self.card = card
        self.setObjectName("card")
        self.gauges: list[GaugeButton] = []
        column = QVBoxLayout(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column.setContentsMargins(6, 6, 6, 5)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(6, 0, 6, 0)
        self._name, self._detail = label(), label("", "small")
        head.addWidget(self._name)
        head.addStretch()
        head.addWidget(self._detail)
        column.addLayout(head)
        self._below = label("", "small", wraps=True)  # a detail that has no room beside the name
        self._below.setContentsMargins(6, 0, 6, 0)
        column.addWidget(self._below)
        self._column = column
        self.show_card(card)

    def show_card(self, card: Card) -> None:
        """Show other values; gauges are kept where there are as many."""
        self.card = card
        self._name.setText(_spoken(card))
        widths = (each.fontMetrics().horizontalAdvance(text) for each, text in self._texts(card))
        is_long = sum(widths) > LEAST - 64
        self._detail.setText("" if is_long else card.detail)
        self._below.setText(card.detail if is_long else "")
        self._below.setMinimumHeight(self._below.heightForWidth(LEAST - 64) if is_long else 0)
        self._below.setVisible(is_long)
        while len(self.gauges) > len(card.gauges):
            surplus = self.gauges.pop()
            self._column.removeWidget(surplus)
            discard(surplus)
        for number, gauge in enumerate(card.gauges):
            if number < len(self.gauges):
                self.gauges[number].show_gauge(gauge, _spoken(card))
            else:
                self._add(gauge)

    def _texts(self, card: Card) -> tuple[tuple[QLabel, str], ...]:
        return (self._name, _spoken(card)), (self._detail, card.detail)

    def _add(self, gauge: Gauge) -> None:
        made = GaugeButton(gauge, self.card.seat, _spoken(self.card))
        made.clicked.connect(lambda: self.asked.emit(made))
        self.gauges.append(made)
        self._column.addWidget(made)


class SeatPanel(QFrame):
    """Everything of one seat.

    Attributes:
        look: held down, it shows the seat's hand to its owner.

    Signals:
        corrected: a Correct command.
        looked: somebody begins (True) or ends to look at the seat's hand.
        chosen: a Command.
    """

    corrected = pyqtSignal(object)
    chosen = pyqtSignal(object)
    looked = pyqtSignal(bool)

    def __init__(self, seat: int, *, is_low: bool = False) -> None:
        """``is_low``: there are several panels, and each has little height."""
        super().__init__()
        self.setObjectName("panel")
        self.setFixedWidth(WIDTH)
        self._seat = seat
        self._is_low = is_low
        self.ships: list[ShipCard] = []
        self._title = label("", "" if is_low else "title")
        self._turn = label("", "soft")
        self._piles = label("", "small")
        self._cards = QVBoxLayout()
        self.look = button("Hold to look", "quiet")
        self.look.setStyleSheet("QPushButton { min-height: 14px; padding: 2px 8px; }")
        self.look.setVisible(False)
        self.look.setToolTip("Shows the hand as long as you hold it down. Others look away.")
        self.look.pressed.connect(lambda: self.looked.emit(True))
        self.look.released.connect(lambda: self.looked.emit(False))
        self._arrange()

    def show_seat(self, seat: SeatPicture, winner: str | None = None) -> None:
        """Follow a picture."""
        self._title.setText(seat.name.capitalize())
        state = "to move" if seat.is_active else "waiting"
        if winner is not None:
            state = "has won" if seat.name == winner else ""
        player = "" if seat.player == PERSON else seat.player.capitalize()
        self._turn.setText(" · ".join(filter(None, (player, state))))
        is_bright = seat.is_active or seat.name == winner
        colour = f"color: {(theme.INK if is_bright else theme.FAINT).name()}"
        if self._turn.styleSheet() != colour:  # Qt styles anew on every call
            self._turn.setStyleSheet(colour)
        self._piles.setText(seat.summary)
        self._show_cards(seat.cards)

    def show_prompt(self, prompt: Prompt) -> None:
        """Follow what is asked; some seats can answer here."""

    def offer_look(self, can_look: bool) -> None:
        """Offer to look at the hand, where there is one to look at."""
        if self.look.isHidden() == can_look:
            self.look.setVisible(can_look)
            self.look.setAccessibleName(f"Hold to look at the hand of {self._title.text()}")

    def _show_cards(self, cards: tuple[Card, ...]) -> None:
        while len(self.ships) > len(cards):
            ship = self.ships.pop()
            self._cards.removeWidget(ship)
            discard(ship)
        for number, card in enumerate(cards):
            if number < len(self.ships):
                self.ships[number].show_card(card)
            else:
                self._add(card)

    def _add(self, card: Card) -> None:
        ship = ShipCard(card)
        ship.asked.connect(self._explain)
        self.ships.append(ship)
        self._cards.insertWidget(len(self.ships) - 1, ship)

    def _explain(self, gauge: GaugeButton) -> None:
        owner = next(ship.card.name for ship in self.ships if gauge in ship.gauges)
        popover = GaugePopover(gauge.gauge, owner.replace("-", " "), self)
        popover.corrected.connect(self.corrected)
        popover.open_at(gauge.mapToGlobal(QPoint(gauge.width() - 40, gauge.height() + 4)))

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, *((6, 8, 4) if self._is_low else (12, 8, 10)))
        column.setSpacing(2 if self._is_low else 6)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 8, 0)
        head.setSpacing(10)
        head.addWidget(Emblem(self._seat))
        head.addWidget(self._title)
        head.addStretch()
        head.addWidget(self._turn)
        column.addLayout(head)
        piles = QHBoxLayout()
        piles.addWidget(self._piles, 1)
        piles.addWidget(self.look)
        column.addLayout(piles)
        self._cards.setContentsMargins(0, 0 if self._is_low else 4, 8, 0)
        self._cards.setSpacing(8)
        self._cards.addStretch()
        column.addWidget(scrolling(self._cards))


def _spoken(card: Card) -> str:
    return card.name[:1].upper() + card.name[1:].replace("-", " ")


def titled(text: str) -> QLabel:
    """Return the heading of a part of a screen."""
    return label(text.upper(), "section")
