"""What many games add up to: shares of wins, turns, ends, and how often each card is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from host.lab.study import Card, Notes

NEARLY_ALL = 1.96
"""So many standard deviations hold 95 of 100 outcomes."""
COUNTED = (
    *("seat_wins", "order_wins", "character_games", "character_wins"),
    *("turns", "ends", "played", "also"),
)
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


class Share(NamedTuple):
    """How often somebody has won: of all games that they played, and beside what would be fair."""

    name: str
    games: int
    won: int
    fair: float

    @property
    def rate(self) -> float:
        """The share of games that were won."""
        return self.won / self.games if self.games else 0.0

    @property
    def relative(self) -> float:
        """The same as a multiple of the fair share."""
        return self.rate / self.fair

    @property
    def doubt(self) -> float:
        """How far chance alone may take the multiple from the truth, 19 times of 20."""
        return NEARLY_ALL * sqrt(self.rate * (1 - self.rate) / self.games) / self.fair if self.games else 0.0


class Use(NamedTuple):
    """How often one copy of a card was played in 100 games, and what else is counted of it.

    ``relative``: how often it was played beside the mean of all cards of its kind.
    """

    card: Card
    played: float
    also: float
    relative: float


class Balance(NamedTuple):
    """The worst of everything: how far anybody is from the fair share, and the least and the most used card."""

    seats: float
    order: float
    characters: float
    least_played: float
    most_played: float


@dataclass(slots=True)
class Tally:
    """The games of one number of seats."""

    seats: tuple[str, ...]
    games: int = 0
    unfinished: int = 0  # that were given up because they did not end
    seat_wins: Counter[int] = field(default_factory=Counter)
    order_wins: Counter[int] = field(default_factory=Counter)
    character_games: Counter[str] = field(default_factory=Counter)
    character_wins: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    also: Counter[str] = field(default_factory=Counter)

    # ---- adding ------------------------------------------------------------------------------------------------------

    def note(self, notes: Notes) -> None:
        """Take in one game."""
        self.games += 1
        self.turns[notes.turns] += 1
        self.ends[notes.end] += 1
        self.played += notes.played
        self.also += notes.also
        self.character_games.update(notes.characters)
        if notes.winner is not None:
            self.seat_wins[notes.winner] += 1
            self.order_wins[(notes.winner - notes.first) % len(self.seats)] += 1
            self.character_wins[notes.characters[notes.winner]] += 1

    def add(self, other: Tally) -> None:
        """Take in what another process has counted."""
        self.games += other.games
        self.unfinished += other.unfinished
        for name in COUNTED:
            getattr(self, name).update(getattr(other, name))

    # ---- what it says ------------------------------------------------------------------------------------------------

    def by_seat(self) -> list[Share]:
        """Return who won, by seat."""
        return [self._share(name, self.games, self.seat_wins[at]) for at, name in enumerate(self.seats)]

    def by_order(self) -> list[Share]:
        """Return who won, by whose turn was the first."""
        places = PLACES[: len(self.seats)]
        return [self._share(name, self.games, self.order_wins[at]) for at, name in enumerate(places)]

    def by_character(self) -> list[Share]:
        """Return who won, by character; those that nobody played are left out."""
        return [
            self._share(name, games, self.character_wins[name]) for name, games in sorted(self.character_games.items())
        ]

    def _share(self, name: str, games: int, won: int) -> Share:
        return Share(name, games, won, 1 / len(self.seats))

    def turns_at(self, share: float) -> int:
        """Return the turns of the game that this share of all games does not outlast; 0 without games."""
        if not self.games:
            return 0
        ordered = sorted(self.turns.elements())
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def uses(self, cards: list[Card]) -> list[Use]:
        """Return how often each card was used, those first that were played most among their kind."""
        means = {kind: self._mean([card for card in cards if card.kind == kind]) for kind in {c.kind for c in cards}}
        per_copy = {card: self.played[card.id] / card.copies for card in cards}
        games = max(1, self.games)
        found = [
            Use(
                card,
                100 * played / games,
                100 * self.also[card.id] / card.copies / games,
                played / means[card.kind] if means[card.kind] else 0.0,
            )
            for card, played in per_copy.items()
        ]
        return sorted(found, key=lambda use: (-use.relative, use.card.id))

    def _mean(self, cards: list[Card]) -> float:
        """Return how often a design was played, for each copy of it, in the mean of some designs."""
        return sum(self.played[card.id] / card.copies for card in cards) / len(cards)

    def balance(self, cards: list[Card]) -> Balance:
        """Return the worst of everything."""
        rates = [use.relative for use in self.uses(cards)]
        return Balance(
            _worst(self.by_seat()),
            _worst(self.by_order()),
            _worst(self.by_character()),
            min(rates, default=0.0),
            max(rates, default=0.0),
        )

    def fields(self, cards: list[Card], also: str) -> dict[str, object]:
        """Return everything as JSON; ``also``: what is counted of cards beside how often they are played."""
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "seats": _rates(self.by_seat()),
            "order": _rates(self.by_order()),
            "characters": _rates(self.by_character()),
            "turns": {name: self.turns_at(share) for name, share in QUARTERS.items()},
            "ends": dict(sorted(self.ends.items())),
            "cards": {
                use.card.id: {
                    "played": round(use.played, 2),
                    also: round(use.also, 2),
                    "relative": round(use.relative, 3),
                }
                for use in self.uses(cards)
            },
            "balance": {name: round(value, 3) for name, value in self.balance(cards)._asdict().items()},
        }


QUARTERS: Mapping[str, float] = {"least": 0.0, "quarter": 0.25, "median": 0.5, "three_quarters": 0.75, "most": 1.0}


def _worst(shares: list[Share]) -> float:
    return max((abs(share.relative - 1) for share in shares), default=0.0)


def _rates(shares: list[Share]) -> dict[str, dict[str, object]]:
    return {
        share.name: {"games": share.games, "won": share.won, "relative": round(share.relative, 3)} for share in shares
    }
