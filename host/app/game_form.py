"""What there is to choose for one game: who plays, at what kind of table, by which rulings."""

from __future__ import annotations

from PyQt6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.app.choices import Choices
from host.app.labels import Emblem, label
from host.app.start_parts import Rulings
from host.app.wishes import PERSON, TAPS, GameCard, Wish, kind_of

NOBODY = "nobody"
_NAME_WIDTH = 52


class GameForm(QWidget):
    """The choices of one game.

    Attributes:
        game: which.
        seats: who plays each seat; seats that need not be taken come last.
        kinds: what kind of table it is.
        rulings: rulings that may be set otherwise.
        taps: which cards are held to the pads, where that can be said.
    """

    def __init__(self, game: GameCard) -> None:
        super().__init__()
        self.game = game
        self.seats = [Choices(f"Who plays {seat}?") for seat in game.seats]
        least = min(game.seat_counts, default=len(game.seats))
        for number, seat in enumerate(self.seats):
            players = [(PERSON, "Person", ""), *((name, name.capitalize(), "") for name in game.house)]
            seat.offer([(NOBODY, "Nobody", ""), *players] if number >= least else players)
        self.kinds = Choices("What kind of table is it?")
        self.kinds.offer(game.kinds)
        self.rulings = Rulings(game.rulings)
        self.taps = Choices("Which cards are tapped?")
        self.taps.offer(TAPS if game.is_tapped else ())
        self._arrange()

    def choose(self, wish: Wish) -> None:
        """Choose what a wish says, as far as it is offered."""
        for number, seat in enumerate(self.seats):
            seat.choose(wish.players[number] if number < len(wish.players) else NOBODY)
        if wish.profile not in self.kinds.ticks:
            self.kinds.offer((*self.game.kinds, kind_of(wish.profile)))
        self.kinds.choose(wish.profile)
        self.rulings.choose(wish.options)
        if wish.taps:
            self.taps.choose(wish.taps)

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays: who sits behind an empty seat moves up."""
        return tuple(seat.chosen for seat in self.seats if seat.chosen != NOBODY)

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for number, (name, seat) in enumerate(zip(self.game.seats, self.seats, strict=True)):
            row = QHBoxLayout()
            row.setSpacing(10)
            row.addWidget(Emblem(number))
            who = label(name.capitalize())
            who.setFixedWidth(_NAME_WIDTH)
            row.addWidget(who)
            row.addWidget(seat, 1)
            column.addLayout(row)
        if self.game.is_tapped:
            column.addWidget(label("WHICH CARDS ARE TAPPED?", "section"))
            column.addWidget(self.taps)
