"""Exact counts of answers: the engine beside counts that an independent brute force made (perft.json)."""

from typing import Any

import pytest

from engines.core import Answer, Fixed
from tests.engines.armada import brute_force, perft
from tests.engines.armada.positions import rules

STORED = perft.stored()


def begin(entry: dict[str, Any]) -> Any:
    game = rules()
    oracle = Fixed(entry["draw"])
    return game.new(oracle=oracle) if entry["position"] is None else game.setup(entry["position"], oracle=oracle)


def count(play: Any, depth: int) -> int:
    if not play.waiting:
        return 0
    decision = play.waiting[0]
    options = play.options(decision)
    if depth == 1:
        return options.count()
    found = 0
    for choice in options.enumerate():
        child = play.clone()
        child.feed(Answer(decision.id, choice))
        found += count(child, depth - 1)
    return found


def test_the_stored_positions_are_the_described_ones() -> None:
    kept = {name: {"position": entry["position"], "draw": entry["draw"]} for name, entry in STORED.items()}
    assert kept == perft.entries()


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("name", STORED)
def test_the_engine_counts_as_the_brute_force_did(name: str, depth: int) -> None:
    assert count(begin(STORED[name]), depth) == STORED[name]["counts"][depth - 1]


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("name", STORED)
def test_the_brute_force_still_counts_the_same(name: str, depth: int) -> None:
    assert brute_force.perft(perft.state_of(STORED[name]), depth) == STORED[name]["counts"][depth - 1]
