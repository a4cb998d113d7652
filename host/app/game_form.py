"""What there is to choose for one game: who plays, at what kind of table, by which rulings."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.app.choices import Choices
from host.app.labels import Emblem, label
from host.app.ruling_words import meaning
from host.app.start_parts import Rulings
from host.app.wishes import PERSON, TAPS, GameCard, Wish, kind_of

NOBODY = "nobody"
LOST = "Lost the last game"
_NAME_WIDTH = 52


class GameForm(QWidget):
    """The choices of one game.

    Attributes:
        game: which.
        seats: who plays each seat; seats that need not be taken come last.
        kinds: what kind of table it is.
        rulings: rulings that may be set otherwise.
        taps: which cards are held to the pads, where that can be said.
        first: who begins, in a game that whoever lost the last game begins.
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
        self.rulings = Rulings(game.name, [ruling for ruling in game.rulings if ruling.name != game.first])
        self.taps = Choices("Which cards are tapped?")
        self.taps.offer(TAPS if game.is_tapped else ())
        self._ruling = next((ruling for ruling in game.rulings if ruling.name == game.first), None)
        self._losers: tuple[str, ...] = ()
        self.first = Choices("Who begins?")
        for seat in self.seats:
            for tick in seat.ticks.values():
                tick.toggled.connect(self._offer_first)
        self._offer_first()
        self._arrange()

    def choose(self, wish: Wish) -> None:
        """Choose what a wish says, as far as it is offered."""
        for number, seat in enumerate(self.seats):
            seat.choose(wish.players[number] if number < len(wish.players) else NOBODY)
        if wish.profile not in self.kinds.ticks:
            self.kinds.offer((*self.game.kinds, kind_of(wish.profile)))
        self.kinds.choose(wish.profile)
        self.rulings.choose(wish.options)
        self.first.choose(wish.options.get(self.game.first, ""))
        self._prefer_loser()
        if wish.taps:
            self.taps.choose(wish.taps)

    def show_losers(self, losers: Sequence[str]) -> None:
        """Let whoever lost the last game begin, unless somebody chooses otherwise."""
        self._losers = tuple(losers)
        self._offer_first()
        self._prefer_loser()

    @property
    def options(self) -> dict[str, str]:
        """The rulings that are chosen otherwise than usual."""
        chosen = self.first.chosen
        is_usual = self._ruling is None or chosen in ("", self._ruling.values[0])
        return self.rulings.options | ({} if is_usual else {self.game.first: chosen})

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays: who sits behind an empty seat moves up."""
        return tuple(seat.chosen for seat in self.seats if seat.chosen != NOBODY)

    def _offer_first(self) -> None:
        """Offer those who play, as far as the rules let them be named."""
        if self._ruling is None:
            return
        seated = self.game.seats[: len(self.players)]
        self.first.offer(
            [
                (value, meaning(self.game.name, self._ruling, value), LOST if value in self._losers else "")
                for value in self._ruling.values
                if value in seated or value not in self.game.seats
            ]
        )

    def _prefer_loser(self) -> None:
        self.first.choose(next((seat for seat in self._losers if seat in self.first.ticks), ""))

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
        if self._ruling is not None:
            column.addWidget(label("WHO BEGINS?", "section"))
            column.addWidget(self.first)
