"""The player that does anything: the measure of the others."""

from __future__ import annotations

from random import Random

from engines.core import Answer, Decision, OneOf
from engines.players.player import Seen


class Wanderer:
    """Picks at random what to do, then how."""

    name = "Wanderer"

    def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
        """Draw an answer."""
        options = seen.options(decision)
        choice = options.sample_kind_first(rng) if isinstance(options, OneOf) else options.sample(rng)
        return Answer(decision.id, choice, decision.seat)
