"""The player that takes what looks best at once."""

from __future__ import annotations

from random import Random
from typing import Any

from engines.core import Answer, Decision, Play
from engines.players.judge import Judge, after
from engines.players.player import Seen


class Greedy:
    """Tries every answer on a sample and takes the one after which the position is worth most."""

    name = "Apprentice"

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
        """Return the best answer; lots decide between equals."""
        play = seen.sample(rng)
        choices = self._judge.candidates(play, decision)
        worths = [self._worth(play, decision, choice) for choice in choices]
        best = max(worths)
        choice = rng.choice([choice for choice, worth in zip(choices, worths, strict=True) if worth == best])
        return Answer(decision.id, choice, decision.seat)

    def _worth(self, play: Play, decision: Decision, choice: Any) -> float:
        return self._judge.worth(after(play, decision, choice), decision.seat)
