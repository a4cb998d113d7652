"""House players against others that do anything: do they win, soon, and by what their seat may know alone?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import NamedTuple

import engines
from engines import players
from engines.core import Answer, AnyPlay, Decision, Shuffle
from engines.players import PLAYERS, Player
from host import games
from host.processes import in_processes
from host.soak.engines import BATCH, NOTES

AT_RANDOM = next(iter(PLAYERS))
HOUSE = tuple(PLAYERS)[1:]
LEAST_WON = 0.9
MOST_ANSWERS = 5_000
SELDOM = 4
"""Once in so many answers a player is asked again with everything dealt otherwise that its seat cannot know."""


class Match(NamedTuple):
    """Some games of one house player, with any number of seats, at each in turn. Game ``n`` is always the same."""

    game: str
    player: str
    seed: int
    first: int
    games: int


@dataclass(slots=True)
class Record:
    """How one house player has fared."""

    games: int = 0
    won: int = 0
    turns: list[int] = field(default_factory=list)

    @property
    def win_rate(self) -> float:
        """The share of its games that it has won."""
        return self.won / self.games if self.games else 0.0

    @property
    def median_turns(self) -> float:
        """The turns, of all seats, of a game of middling length."""
        return median(self.turns) if self.turns else 0.0


@dataclass(slots=True)
class PlayersSoakResult:
    """The outcome of one soak; ``is_good`` is what matters."""

    game: str
    seed: int
    records: dict[str, Record] = field(default_factory=dict)
    answers: int = 0
    wrong: int = 0  # answers that are illegal or rest on what the seat cannot know, and games that break off
    notes: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        """All games."""
        return sum(record.games for record in self.records.values())

    @property
    def is_good(self) -> bool:
        """Nothing is wrong, and every house player wins nearly always and soon."""
        records, most = self.records.values(), games.get(self.game).most_turns
        return not self.wrong and all(
            record.win_rate >= LEAST_WON and record.median_turns <= most for record in records
        )

    def add(self, other: PlayersSoakResult) -> None:
        """Take in what another process has found."""
        for name, record in other.records.items():
            mine = self.records.setdefault(name, Record())
            mine.games += record.games
            mine.won += record.won
            mine.turns += record.turns
        self.answers += other.answers
        self.wrong += other.wrong
        self.notes = [*self.notes, *other.notes][:NOTES]

    def fields(self) -> dict[str, object]:
        """The result as one flat object."""
        told: dict[str, object] = {"game": self.game, "games": self.games, "answers": self.answers}
        for name in sorted(self.records):
            record = self.records[name]
            told[f"{name}_won"] = record.won
            told[f"{name}_win_rate"] = round(record.win_rate, 3)
            told[f"{name}_median_turns"] = record.median_turns
        return {**told, "wrong": self.wrong, "seed": self.seed}


def soak(
    game: str,
    names: tuple[str, ...],
    games: int,
    seed: int,
    progress: Callable[[int], None],
    processes: int | None = None,
) -> PlayersSoakResult:
    """Let each of these house players play so many games against others that do anything."""
    total = PlayersSoakResult(game, seed)
    matches = [
        Match(game, name, seed, at, min(BATCH, games - at)) for at in range(0, games, BATCH) for name in reversed(names)
    ]
    for part in in_processes(play_match, matches, processes):
        total.add(part)
        progress(total.games)
    return total


def play_match(match: Match) -> PlayersSoakResult:
    """Play some games in this process."""
    result = PlayersSoakResult(match.game, match.seed, {match.player: Record()})
    for number in range(match.first, match.first + match.games):
        seed = f"{match.seed}/{match.player}/{number}"
        try:
            _play(result, match, number, seed)
        except Exception as error:
            result.wrong += 1
            result.notes.append(f"Game {seed} breaks off: {type(error).__name__}: {error}")
    return result


def _play(result: PlayersSoakResult, match: Match, number: int, seed: str) -> None:
    game, rng, record = engines.load(match.game), Random(seed), result.records[match.player]
    record.games += 1
    turn, kind = divmod(number, len(game.seat_counts))
    play = game.new(oracle=Shuffle(rng.getrandbits(30)), seats=game.seat_counts[kind])
    seat = turn % len(play.seats)
    house, other = players.load(match.player, game), players.load(AT_RANDOM, game)
    while play.waiting:
        if len(play.log) > MOST_ANSWERS:
            raise RuntimeError(f"after {MOST_ANSWERS} answers the game goes on.")
        decision = play.decision
        result.answers += 1
        if decision.seat != seat:
            play.feed(players.answer(other, play, decision, rng))
            continue
        lots = rng.getrandbits(30)
        answer = players.answer(house, play, decision, Random(lots))
        if result.answers % SELDOM == 0 and _dealt_otherwise(house, play, decision, lots) != answer:
            result.wrong += 1
            result.notes.append(f"Game {seed}: {play.write(answer.choice, decision)} rests on what nobody could know.")
        play.feed(answer)
    record.won += play.result is not None and play.result.winner == seat
    record.turns.append(sum(type(event).__name__ == "TurnBegan" for event in play.events))


def _dealt_otherwise(player: Player, play: AnyPlay, decision: Decision, lots: int) -> Answer:
    """Return what a player answers when everything is dealt otherwise that its seat cannot know."""
    other = play.sample(decision.seat, Random(f"{lots}/deal"))
    return players.answer(player, other, decision, Random(lots))
