"""A seat of SAW: its figure, its character, how many cards it has, and a way to share damage out."""

from __future__ import annotations

from PyQt6.QtCore import QPoint
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QHBoxLayout, QVBoxLayout

from host.app.figure import BLOOD, PARTS, Figure
from host.app.gauge import GaugePopover
from host.app.labels import Emblem, label, tip
from host.app.panels import SeatPanel
from host.play.commands import Say
from host.play.picture import Card, Gauge, Prompt

_DAMAGE = "damage"
_FIRST = {"Arms": 0, "Legs": 2}
_SHORT = 3  # letters of a trait
_ROOM = 130  # height that it takes to show them


class SawPanel(SeatPanel):
    """Everything of one seat.

    Attributes:
        figure: the player's body.
    """

    def __init__(self, seat: int, *, is_low: bool = False) -> None:
        self.figure = Figure(seat)
        self._who = label("")
        self._traits = label("", "small", wraps=True)
        super().__init__(seat, is_low=is_low)
        self._piles.setWordWrap(True)
        self.figure.asked.connect(self._ask)
        self.figure.shared.connect(lambda left, right: self.chosen.emit(Say(f"{_DAMAGE} {left} {right}")))

    def show_prompt(self, prompt: Prompt) -> None:
        """Let damage be shared out on the figure, where that is asked of this seat."""
        splits, first = set(), 0
        for button in prompt.buttons if prompt.seat == self._seat and prompt.kind in ("turn", "aim") else ():
            words = button.command.text.split() if isinstance(button.command, Say) else []
            if words[:1] == [_DAMAGE] and button.group in _FIRST:
                splits.add((int(words[1]), int(words[2])))
                first = _FIRST[button.group]
        self.figure.offer(frozenset(splits), first)

    def _show_cards(self, cards: tuple[Card, ...]) -> None:
        body = cards[0]
        self.figure.show_card(body)
        self._who.setText(body.name)
        pairs = [pair.split() for pair in body.detail.split(", ")] if ", " in body.detail else []
        short = "  ".join(f"{trait[:_SHORT].capitalize()}\N{NO-BREAK SPACE}{value}" for trait, value in pairs)
        self._traits.setText(short or body.detail)
        for each in (self._traits, self._who):
            each.setToolTip(tip(body.detail))

    def _ask(self, part: str) -> None:
        gauge = self.figure_gauge(part)
        popover = GaugePopover(gauge, self._who.text(), self)
        popover.corrected.connect(self.corrected)
        place = self.figure.place_of(part).toPoint() + QPoint(12, 12)
        popover.open_at(self.figure.mapToGlobal(place))

    def figure_gauge(self, part: str) -> Gauge:
        """Return the gauge of a part."""
        card = self.figure.card
        assert card is not None
        return card.gauges[0] if part == BLOOD else card.gauges[1 + PARTS.index(part)]

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(14, *((5, 8, 3) if self._is_low else (12, 12, 10)))
        column.setSpacing(2 if self._is_low else 8)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Emblem(self._seat))
        head.addWidget(self._title)
        head.addStretch()
        head.addWidget(self._turn)
        column.addLayout(head)
        words = QVBoxLayout()
        words.setSpacing(1 if self._is_low else 6)
        for each in (self._who, self._traits, self._piles):
            words.addWidget(each)
        if self._is_low:
            words.addStretch()
            words.addWidget(self.look)
        body = QHBoxLayout() if self._is_low else QVBoxLayout()
        body.setSpacing(8)
        body.addWidget(self.figure, 5 if self._is_low else 1)
        body.addLayout(words, 6 if self._is_low else 0)
        column.addLayout(body, 1)
        if not self._is_low:
            column.addWidget(self.look)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Where there is little room, the traits are in the tooltip alone."""
        super().resizeEvent(event)
        self._traits.setVisible(self.height() >= _ROOM)
