"""How long the referee takes: the dictionary of all legal answers, and one judgement of a table that is in motion."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeVar

import engines
from engines.core import AnyPlay, OneOf, Shuffle
from engines.core.entries import Answer
from hardware import profiles
from host.figures import percentile
from host.play.opening import stage_for
from host.play.prompts import neighbours
from host.referee import Outlook, Referee
from host.stage.base import Stage
from host.table import Snapshot

Progress = Callable[[int], None]
Timed = TypeVar("Timed")


@dataclass(slots=True)
class RefereeFigures:
    """What the bench found, in milliseconds."""

    positions: int
    most_answers: int
    most_signatures: int
    dictionary_ms: list[float]
    largest_ms: float  # the least that the largest position took
    judgement_ms: list[float]

    def fields(self) -> dict[str, object]:
        """The figures as one flat object."""
        return {
            "positions": self.positions,
            "most_answers": self.most_answers,
            "most_signatures": self.most_signatures,
            "dictionary_ms_p50": round(percentile(self.dictionary_ms, 0.5), 3),
            "dictionary_ms_p99": round(percentile(self.dictionary_ms, 0.99), 3),
            "dictionary_ms_largest": round(self.largest_ms, 3),
            "judgement_ms_p50": round(percentile(self.judgement_ms, 0.5), 3),
            "judgement_ms_p99": round(percentile(self.judgement_ms, 0.99), 3),
        }


def measure(name: str, profile: str, games: int, seed: int, progress: Progress) -> RefereeFigures:
    """Play random games; in each position make the dictionary and judge a table in motion."""
    game = engines.load(name)
    stage = stage_for(profiles.load(profile), game)
    figures = RefereeFigures(0, 0, 0, [], 0.0, [])
    largest: AnyPlay | None = None
    for number in range(games):
        play, rng = game.new(oracle=Shuffle(seed + number)), Random(seed + number)
        while play.waiting:
            count = _position(stage, play, rng, figures)
            if count > figures.most_answers:
                figures.most_answers, largest = count, play.clone()
            options = play.options(play.decision)
            choice = options.sample_kind_first(rng) if isinstance(options, OneOf) else options.sample(rng)
            play.feed(Answer(play.decision.id, choice))
        progress(number + 1)
    if largest is not None:
        figures.largest_ms = min(_timed(lambda: stage.outcomes(largest))[0] for _ in range(20))
        figures.most_signatures = len(stage.outcomes(largest))
    return figures


def _position(stage: Stage, play: AnyPlay, rng: Random, figures: RefereeFigures) -> int:
    took, outcomes = _timed(lambda: stage.outcomes(play))
    figures.positions += 1
    figures.dictionary_ms.append(took)
    if outcomes:
        figures.judgement_ms += _judge(stage, play, outcomes, rng)
    return sum(map(len, outcomes.values()))


def _judge(stage: Stage, play: AnyPlay, outcomes: Mapping[bytes, tuple[object, ...]], rng: Random) -> list[float]:
    """Time judgements on the way to one of the answers: tile by tile, in any order."""
    scene = stage.scene(play)
    referee = Referee(neighbours(stage.profile))
    referee.expect(Outlook(scene, outcomes, lambda _: None), (), 0, is_seen=True)
    referee.look(_snapshot(scene.signature, 0), 0)
    goal = rng.choice(list(outcomes))
    tiles = [tile for tile, mask in enumerate(goal) if mask != scene.signature[tile]]
    rng.shuffle(tiles)
    shown, now, times = bytearray(scene.signature), 0, []
    for tile in tiles:
        shown[tile] = goal[tile]
        now += 100
        snapshot, at = _snapshot(bytes(shown), now), now
        times.append(_timed(lambda snapshot=snapshot, at=at: referee.look(snapshot, at))[0])  # type: ignore[misc]
    return times


def _snapshot(tiles: bytes, now: int) -> Snapshot:
    return Snapshot(now, tiles, bytes([100]) * len(tiles), now, True)


def _timed(work: Callable[[], Timed]) -> tuple[float, Timed]:
    begun = time.perf_counter()
    result = work()
    return (time.perf_counter() - begun) * 1000, result
