"""The player that plays a turn to its end in its mind, in several deals, before it answers."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from engines.core import Answer, AnyPlay, Decision
from engines.players.judge import Adviser, Rated, after, best_of, is_possible
from engines.players.player import Seen

SAMPLES = 8
"""Deals in which each answer is tried: what lies face down must not decide by chance."""
WIDTH = 5
"""Answers that are tried, those that look best."""
NEXT_TURN = "TurnBegan"
"""The event; whose turn it is does not tell, for a turn may pass without anybody being asked."""
LONGEST = 60
"""Answers after which a turn is given up."""


class Mind(Adviser, Protocol):
    """An adviser that can also go on alone in a play with full knowledge, and judge where it has got to."""

    def rate(self, state: Any, seat: int, choices: list[Any]) -> Rated:
        """Return every choice of a seat with how good it looks in a position."""

    def worth(self, play: AnyPlay, seat: int) -> float:
        """Return how good a position is for a seat."""


class Ponder:
    """Tries what looks best in several samples, and takes what was best at the end of the turn."""

    name = "Mastermind"

    def __init__(self, mind: Mind, samples: int = SAMPLES) -> None:
        self._mind = mind
        self._samples = samples

    def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
        """Return the best answer; lots decide between equals."""
        rated = sorted(self._mind.rated(seen, decision, rng), key=lambda one: -one[1])[:WIDTH]
        if len(rated) > 1:
            samples = [seen.sample(rng) for _ in range(self._samples)]
            tried = [(choice, self._tried(samples, decision, choice)) for choice, _ in rated]
            rated = [(choice, worth) for choice, worth in tried if worth is not None] or rated
        return Answer(decision.id, rng.choice(best_of(rated)), decision.seat)

    def _tried(self, samples: list[AnyPlay], decision: Decision, choice: object) -> float | None:
        """Return the mean worth of a choice where it can be made; None if it never can."""
        worths = []
        for sample in samples:
            if not is_possible(sample, decision, choice):
                continue
            play = after(sample, decision, choice)
            self._go_on(play, len(sample.events))
            worths.append(self._mind.worth(play, decision.seat))
        return sum(worths) / len(worths) if worths else None

    def _go_on(self, play: AnyPlay, begun: int) -> None:
        """Let everybody do what looks best until the next turn has begun; ``begun``: events before all this."""
        for _ in range(LONGEST):
            events = play.events[begun:]
            begun += len(events)
            if not play.waiting or any(type(event).__name__ == NEXT_TURN for event in events):
                return
            decision = play.decision
            choices = list(play.options(decision).enumerate())
            rated = self._mind.rate(play.state, decision.seat, choices)
            play.feed(Answer(decision.id, best_of(rated)[0], decision.seat))
