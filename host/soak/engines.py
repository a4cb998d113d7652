"""Many random games in several processes: does a rule engine ever throw, or break an invariant?"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import NamedTuple, Protocol

import engines
from engines.core import AnyGame, AnyPlay
from host.processes import in_processes
from host.soak.mutated_games import MutatedGame
from host.soak.random_games import WatchedGame
from host.soak.taken_back import TakenBackGame

KINDS = (PLAIN, UNDO, CATALOGUES) = ("plain", "undo", "catalogues")
"""What is done in each game: just play it; take answers back and look at what everybody imagines then; play it with a
changed catalogue."""
BATCH = 10
NOTES = 10


class Batch(NamedTuple):
    """Some games for one process to play; game ``n`` is the same whoever plays it."""

    game: str
    seed: int
    first: int
    games: int
    is_mixed: bool = False
    is_quick: bool = False
    kind: str = PLAIN


class Watched(Protocol):
    """A game that plays itself and looks for faults.

    ``looks``: samples after a take-back that were played on; ``refused``: catalogues that the check has refused.
    """

    play: AnyPlay
    answers: int
    looks: int
    refused: int

    def run(self) -> None:
        """Play. AssertionError: an invariant is broken; anything else is worse."""


@dataclass(slots=True)
class EngineSoakResult:
    """The outcome of one soak; ``is_good`` is what matters."""

    game: str
    seed: int
    first: int = 0
    games: int = 0
    answers: int = 0
    looks: int = 0
    refused: int = 0
    exceptions: int = 0
    broken_invariants: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    is_stopped: bool = False  # before all games were played

    @property
    def is_good(self) -> bool:
        """No exception and no broken invariant."""
        return not (self.exceptions or self.broken_invariants)

    def add(self, other: EngineSoakResult) -> None:
        """Take in what another process has found."""
        self.games += other.games
        self.answers += other.answers
        self.looks += other.looks
        self.refused += other.refused
        self.exceptions += other.exceptions
        self.broken_invariants += other.broken_invariants
        self.ends += other.ends
        self.wins += other.wins
        self.notes = [*self.notes, *other.notes][:NOTES]

    def fields(self) -> dict[str, object]:
        """The result as one flat object."""
        return {
            "game": self.game,
            "first": self.first,
            "games": self.games,
            "answers": self.answers,
            "looks": self.looks,
            "refused": self.refused,
            "exceptions": self.exceptions,
            "broken_invariants": self.broken_invariants,
            "ends": dict(sorted(self.ends.items())),
            "wins": dict(sorted(self.wins.items())),
            "seed": self.seed,
        }


def soak(
    game: str,
    games: int,
    seed: int,
    progress: Callable[[int], None],
    processes: int | None = None,
    *,
    first: int = 0,
    is_mixed: bool = False,
    is_quick: bool = False,
    kind: str = PLAIN,
) -> EngineSoakResult:
    """Play random games and watch every invariant; a run that is interrupted returns what it has found.

    Games have numbers, so a long run can be made in parts: ``first`` is where to begin. ``is_mixed`` draws the rulings
    of each game at random too; ``is_quick`` makes costly checks now and then only. ``kind`` is one of ``KINDS``.
    """
    total = EngineSoakResult(game, seed, first)
    end = first + games
    batches = [Batch(game, seed, at, min(BATCH, end - at), is_mixed, is_quick, kind) for at in range(first, end, BATCH)]
    try:
        for part in in_processes(play_batch, batches, processes):
            total.add(part)
            progress(total.games)
    except KeyboardInterrupt:
        total.is_stopped = True
    return total


def play_batch(batch: Batch) -> EngineSoakResult:
    """Play some games in this process."""
    result = EngineSoakResult(batch.game, batch.seed)
    game = engines.load(batch.game)
    for number in range(batch.first, batch.first + batch.games):
        seed = f"{batch.seed}/{number}"
        rules = mixed(game, Random(f"{seed}/rulings")) if batch.is_mixed else game
        _play(result, partial(_WATCHED[batch.kind], rules, seed, batch.is_quick), seed)
    return result


def mixed(game: AnyGame, rng: Random) -> AnyGame:
    """Return the same game with every ruling drawn at random."""
    return engines.load(game.name, options={ruling.name: rng.choice(ruling.values) for ruling in game.rulings})


def _taken_back(game: AnyGame, seed: str, is_quick: bool) -> Watched:
    return TakenBackGame(game, seed)


def _mutated(game: AnyGame, seed: str, is_quick: bool) -> Watched:
    return MutatedGame(game, seed)


_WATCHED: dict[str, Callable[[AnyGame, str, bool], Watched]] = {
    PLAIN: WatchedGame,
    UNDO: _taken_back,
    CATALOGUES: _mutated,
}


def _play(result: EngineSoakResult, begin: Callable[[], Watched], seed: str) -> None:
    result.games += 1
    try:
        watched = begin()
        try:
            watched.run()
        finally:
            result.answers += watched.answers
            result.looks += watched.looks
            result.refused += watched.refused
    except AssertionError as error:
        result.broken_invariants += 1
        result.notes.append(f"Game {seed} breaks an invariant: {error} {_where(error)}")
    except Exception as error:
        result.exceptions += 1
        result.notes.append(f"Game {seed} throws {type(error).__name__}: {error} {_where(error)}")
    else:
        end = watched.play.result
        if end is not None:
            result.ends[end.rule] += 1
            result.wins["draw" if end.winner is None else watched.play.seats[end.winner]] += 1


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-4:]))
