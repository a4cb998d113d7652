"""What a player needs to know about a game: which answers are worth a look, and how good a position is."""

from __future__ import annotations

from typing import Any, Protocol

from engines.core import Answer, Decision, Play

WON = 10_000.0
"""About the worth of a game that is won: sooner is a little better. Nothing else comes near."""


class Judge(Protocol):
    """Judges positions of one game."""

    def worth(self, play: Play, seat: int) -> float:
        """Return how good a position is for a seat: above 0 better than for the others."""

    def candidates(self, play: Play, decision: Decision) -> list[Any]:
        """Return the answers to a decision that are worth a look; at least one."""


def after(play: Play, decision: Decision, choice: Any) -> Play:
    """Return a copy of a sample in which a decision is answered."""
    copy = play.clone()
    copy.feed(Answer(decision.id, choice, decision.seat))
    return copy
