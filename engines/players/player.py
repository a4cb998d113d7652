"""What a house player is, and what it is given: never the play, only what its seat may know of it."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from engines.core import Answer, AnyGame, AnyPlay, Decision
from engines.core.options import Options

PLAYERS = (WANDERER, APPRENTICE, MASTERMIND) = ("wanderer", "apprentice", "mastermind")
"""The house players by name, the weakest first."""


class Seen:
    """A play as one seat sees it. What the seat cannot know is not in here: a sample deals it anew."""

    __slots__ = ("_play", "seat")

    def __init__(self, play: AnyPlay, seat: int) -> None:
        self._play = play
        self.seat = seat

    @property
    def game(self) -> AnyGame:
        """The rules that are played by."""
        return self._play.game

    def view(self) -> dict[str, object]:
        """Return what the seat may know."""
        return self._play.view(self.seat)

    def state(self) -> Any:
        """Return the position as the seat sees it: what the seat cannot know has no face."""
        return self._play.masked(self.seat)

    def options(self, decision: Decision) -> Options[Any]:
        """Return what may be answered to a decision of the seat."""
        if decision.seat != self.seat:
            raise ValueError("That is for somebody else to decide.")
        return self._play.options(decision)

    def sample(self, rng: Random) -> AnyPlay:
        """Return a play of its own, with everything that the seat cannot know dealt at random."""
        return self._play.sample(self.seat, rng)


class Player(Protocol):
    """Somebody who decides. The same things seen and the same lots give the same answer."""

    @property
    def name(self) -> str:
        """What the player is called at the table."""

    def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
        """Answer a decision of the seat."""
