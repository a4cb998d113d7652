"""Jigsaw Armada as people mean it, without a table: even who plays at random seldom goes straight back."""

from random import Random

import pytest

import engines
from host.soak.human import armada
from host.soak.human.armada import ArmadaWays
from host.soak.human.world import World

GAME = engines.load("armada")


def straight_back(seeds, most=150):
    """Count the answers of random games after which everything lies as it lay before the last answer."""
    found = 0
    for seed in seeds:
        rng = Random(seed)
        world, ways = World(GAME, 2), ArmadaWays(GAME, None)
        world.deal(ways.cards(world.truth, rng))
        lay = [ways.arrangement(world.truth)]
        for _ in range(most):
            if world.is_over:
                break
            deed = world.showing() or ways.choose(world, rng)
            world.take(deed)
            if deed.reveal is None:
                lay.append(ways.arrangement(world.truth))
                found += lay[-3:-2] == lay[-1:] and lay[-2] != lay[-1]
    return found


def test_who_plays_at_random_goes_straight_back_half_as_often_as_dice_would(monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = straight_back(range(80))
    monkeypatch.setattr(armada, "SHUN", 0.0)
    plain = straight_back(range(80))
    assert 0.3 * plain < fewer < 0.7 * plain
    assert plain > 100
