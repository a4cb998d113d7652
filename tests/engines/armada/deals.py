"""Plays of Jigsaw Armada whose whole deal is known to the test, and the same plays dealt otherwise."""

from random import Random

import engines
from engines.core import Answer, Play
from engines.core.oracles import Dealt
from host.soak.invariants import replay
from host.soak.random_games import pick

GAME = engines.load("armada")


def part_way(seed: int, answers: int) -> tuple[Play, dict[int, str]]:
    """A random play after some answers, and its deal, which is known here and nowhere else."""
    rng = Random(seed)
    deal = GAME.hidden(GAME.new().root.state).sample(rng)
    play = GAME.new(oracle=Dealt(deal))
    for _ in range(answers):
        if play.waiting:
            play.feed(Answer(play.decision.id, pick(play, play.decision, rng)))
    return play, deal


def dealt_otherwise(play: Play, deal: dict[int, str], seed: int) -> Play:
    """The same play, as far as it has gone, with all that lies face down dealt otherwise."""
    rng, other = Random(seed), dict(deal)
    for seat in (0, 1):
        tokens = sorted(token for token in deal if token not in play.seen and token // 15 == seat)
        cards = [deal[token] for token in tokens]
        rng.shuffle(cards)
        other.update(zip(tokens, cards, strict=True))
    again = GAME.new(oracle=Dealt(other))
    replay(again, play.log)
    return again
