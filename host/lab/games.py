"""Plays the games of the lab in several processes. Game ``n`` of a seed is the same whoever plays it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import engines
from engines import players
from engines.core import AnyPlay, Shuffle
from engines.players import Player
from host import games
from host.lab.study import Study
from host.lab.tally import Tally
from host.processes import in_processes

BATCH = 20
MOST_ANSWERS = 5_000
"""A game that has not ended by then is given up, and counted."""


class Batch(NamedTuple):
    """Some games for one process to play."""

    game: str
    player: str
    seats: int
    seed: int
    first: int
    games: int


@dataclass(slots=True)
class LabResult:
    """What was found out about a game, by the number of seats."""

    game: str
    player: str
    seed: int
    tallies: dict[int, Tally] = field(default_factory=dict)
    is_stopped: bool = False  # before all games were played

    @property
    def games(self) -> int:
        """All games that were played."""
        return sum(tally.games + tally.unfinished for tally in self.tallies.values())

    def fields(self) -> dict[str, object]:
        """Return the result as one object."""
        study = study_of(self.game)
        cards = study.cards(engines.load(self.game))
        return {
            "game": self.game,
            "player": self.player,
            "games": self.games,
            "seats": {str(seats): tally.fields(cards, study.also) for seats, tally in sorted(self.tallies.items())},
            "seed": self.seed,
        }


def study_of(game: str) -> Study:
    """Return what the lab counts of a game."""
    found: Study = games.part(games.get(game).study)
    return found


def study(
    game: str,
    games: int,
    seats: tuple[int, ...],
    seed: int,
    progress: Callable[[int], None],
    processes: int | None = None,
    player: str = players.APPRENTICE,
) -> LabResult:
    """Let house players play so many games for each number of seats; if interrupted, return what there is."""
    names = engines.load(game).seats
    result = LabResult(game, player, seed, {count: Tally(names[:count]) for count in seats})
    batches = [
        Batch(game, player, count, seed, at, min(BATCH, games - at)) for at in range(0, games, BATCH) for count in seats
    ]
    try:
        for tally in in_processes(play_batch, batches, processes):
            result.tallies[len(tally.seats)].add(tally)
            progress(result.games)
    except KeyboardInterrupt:
        result.is_stopped = True
    return result


def play_batch(batch: Batch) -> Tally:
    """Play some games in this process."""
    game, read = engines.load(batch.game), study_of(batch.game).read
    player = players.load(batch.player, game)
    tally = Tally(game.seats[: batch.seats])
    for number in range(batch.first, batch.first + batch.games):
        rng = Random(f"{batch.seed}/{batch.seats}/{number}")
        play = game.new(oracle=Shuffle(rng.getrandbits(30)), seats=batch.seats)
        if _play_out(play, player, rng):
            tally.note(read(play))
        else:
            tally.unfinished += 1
    return tally


def _play_out(play: AnyPlay, player: Player, rng: Random) -> bool:
    """Let a player play for all seats; tell whether the game has ended."""
    for _ in range(MOST_ANSWERS):
        if not play.waiting:
            return True
        play.feed(players.answer(player, play, play.decision, rng))
    return not play.waiting
