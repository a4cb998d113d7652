"""How long it takes to find the best commitment of a large hand in a challenge of SAW."""

from __future__ import annotations

import time
from random import Random

from engines.core import AnyGame
from engines.saw.advice import Advisor, Needs
from engines.saw.game import Saw
from host.figures import percentile

TOOLS = 12
HANDS = 500
HIGHEST = 15  # what one trait of a challenge may need


def figures(game: AnyGame, rng: Random) -> dict[str, object]:
    """Return the times of a game that knows challenges; of others there is nothing to tell."""
    if not isinstance(game, Saw):
        return {}
    times = [_best_ms(game, rng) for _ in range(HANDS)]
    return {
        "commitment_tools": TOOLS,
        "commitment_ms_p50": round(percentile(times, 0.5), 3),
        "commitment_ms_p99": round(percentile(times, 0.99), 3),
    }


def _best_ms(game: Saw, rng: Random) -> float:
    """Time one hand of cards that all help, by what it takes of the processor: other programs do not count."""
    box = game.box
    one, two = rng.sample(range(len(box.values[0])), 2)
    needs: Needs = ((one, rng.randint(6, HIGHEST)), (two, rng.randint(6, HIGHEST)))
    helpful = [face for face, traits in enumerate(box.traits) if one in traits or two in traits]
    hand = rng.choices(helpful, k=TOOLS)
    begun = time.process_time()
    Advisor(box, needs, rng.choice(box.values)).best(hand)
    return (time.process_time() - begun) * 1000
