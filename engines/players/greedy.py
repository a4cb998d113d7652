"""The player that takes what looks best at once."""

from __future__ import annotations

from random import Random

from engines.core import Answer, Decision
from engines.players.judge import Adviser, best_of
from engines.players.player import Seen


class Greedy:
    """Takes the answer that its adviser rates best."""

    name = "Apprentice"

    def __init__(self, adviser: Adviser) -> None:
        self._adviser = adviser

    def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
        """Return the best answer; lots decide between equals."""
        choices = best_of(self._adviser.rated(seen, decision, rng))
        return Answer(decision.id, rng.choice(choices), decision.seat)
