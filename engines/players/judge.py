"""What a player needs to know about a game: which answers are worth a look, and how good answers and positions are."""

from __future__ import annotations

from random import Random
from typing import Protocol

from engines.core import Answer, AnyPlay, Decision
from engines.players.player import Seen

WON = 10_000.0
"""About the worth of a game that is won: sooner is a little better. Nothing else comes near."""
Rated = list[tuple[object, float]]
"""Choices, each with how good it looks; at least one."""


class Judge(Protocol):
    """Judges positions of one game."""

    def worth(self, play: AnyPlay, seat: int) -> float:
        """Return how good a position is for a seat: above 0 better than for the others."""

    def candidates(self, play: AnyPlay, decision: Decision) -> list[object]:
        """Return the answers to a decision that are worth a look; at least one."""


class Adviser(Protocol):
    """Rates answers of one game."""

    def rated(self, seen: Seen, decision: Decision, rng: Random) -> Rated:
        """Return the answers that are worth a look, each with how good it looks."""


class Trial:
    """Rates answers by trying each on a sample, and judging where it leads."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def rated(self, seen: Seen, decision: Decision, rng: Random) -> Rated:
        """Return every candidate with the worth of the position after it."""
        play = seen.sample(rng)
        return [
            (choice, self._judge.worth(after(play, decision, choice), decision.seat))
            for choice in self._judge.candidates(play, decision)
        ]


def is_possible(play: AnyPlay, decision: Decision, choice: object) -> bool:
    """Tell whether an answer can be given in a sample, in which the cards are told that nobody knew."""
    asked = _same(play, decision)
    return asked is not None and play.options(asked).contains(choice)


def after(play: AnyPlay, decision: Decision, choice: object) -> AnyPlay:
    """Return a copy of a sample in which a decision is answered."""
    copy = play.clone()
    asked = _same(copy, decision) or decision
    copy.feed(Answer(asked.id, choice, asked.seat))
    return copy


def _same(play: AnyPlay, decision: Decision) -> Decision | None:
    """Return a decision as a sample asks it: under another number, if cards had to be told before."""
    asked = (item for item in play.waiting if isinstance(item, Decision))
    return next((item for item in asked if (item.seat, item.kind) == (decision.seat, decision.kind)), None)


def best_of(rated: Rated) -> list[object]:
    """Return the choices that are rated best: those that are equally good."""
    most = max(worth for _, worth in rated)
    return [choice for choice, worth in rated if worth == most]
