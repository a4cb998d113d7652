"""How fast an engine plays, beside what others play in the same minute.

Everyone plays whole games at random: list all legal answers, take one, until the game is over. The engine keeps its
event log, and its every answer is verified; python-chess asks ``is_game_over()`` before each move. Players take turns
in short windows, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import engines
from engines.core import WORLD, Answer, AnyGame, AnyPlay, Decision, Observed, OneOf, Shuffle
from host.bench import commitment
from host.figures import percentile

WINDOW_S = 0.5
CLONES = 200
SAMPLES = 15
CHESS = "python-chess"
CATANATRON = "catanatron"

Playout = Callable[[Random], int]
Progress = Callable[[int], None]


class BenchError(Exception):
    """A measurement could not be made; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Window:
    """A short time of one player alone: whole games, and the answers in them."""

    games: int
    answers: int
    seconds: float

    @property
    def rate(self) -> float:
        """Answers per second."""
        return self.answers / self.seconds


@dataclass(slots=True)
class Player:
    """Somebody who plays games at random, and how fast that was in each window."""

    name: str
    playout: Playout
    windows: list[Window] = field(default_factory=list)

    def run(self, rng: Random, seconds: float) -> None:
        """Play whole games until the window is over."""
        games = answers = 0
        begun = time.perf_counter()
        while (took := time.perf_counter() - begun) < seconds or not games:
            answers += self.playout(rng)
            games += 1
        self.windows.append(Window(games, answers, took))

    @property
    def median(self) -> float:
        """Answers per second in the middle one of the windows."""
        return percentile([window.rate for window in self.windows], 0.5)

    @property
    def best(self) -> float:
        """Answers per second in the window that was disturbed least."""
        return max(window.rate for window in self.windows)

    @property
    def games_per_s(self) -> float:
        """Games per second over all windows."""
        return sum(window.games for window in self.windows) / sum(window.seconds for window in self.windows)


@dataclass(frozen=True, slots=True)
class EngineFigures:
    """What the bench found for one game."""

    engine: Player
    peers: tuple[Player, ...]
    clone_us: float
    undo_game_ms: float
    undo_last_ms: float
    more: Mapping[str, object] = field(default_factory=dict)  # what only this game has

    def fields(self) -> dict[str, object]:
        """The figures as one flat object; the first peer has the plain names."""
        figures: dict[str, object] = {
            "game": self.engine.name,
            "answers_per_s": round(self.engine.median),
            "answers_per_s_best": round(self.engine.best),
            "games_per_s": round(self.engine.games_per_s, 1),
        }
        for at, peer in enumerate(self.peers):
            figures.update(self._beside(peer, f"{peer.name}_" if at else ""))
        figures["clone_us"] = round(self.clone_us, 1)
        figures["undo_game_ms"] = round(self.undo_game_ms, 3)
        figures["undo_last_ms"] = round(self.undo_last_ms, 3)
        figures.update(self.more)
        figures["windows"] = len(self.engine.windows)
        return figures

    def _beside(self, peer: Player, prefix: str) -> Mapping[str, object]:
        named = {} if prefix else {"peer": peer.name}
        return {
            **named,
            f"{prefix or 'peer_'}answers_per_s": round(peer.median),
            f"{prefix or 'peer_'}answers_per_s_best": round(peer.best),
            f"{prefix or 'peer_'}games_per_s": round(peer.games_per_s, 1),
            f"{prefix}ratio": round(self.engine.median / peer.median, 3),
            f"{prefix}ratio_best": round(self.engine.best / peer.best, 3),
        }


def measure(game: AnyGame, seconds: float, seed: int, progress: Progress) -> EngineFigures:
    """Let the engine and its peers play in turns, ``seconds`` each."""
    players = (Player(game.name, playout_of(game)), *peers())
    rounds = max(1, round(seconds / WINDOW_S))
    dice = [Random(f"{seed}/{player.name}") for player in players]
    for done in range(rounds):
        for player, rng in zip(players, dice, strict=True):
            player.run(rng, min(WINDOW_S, seconds))
        progress(done + 1)
    rng = Random(f"{seed}/copies")
    whole, last = _undo_ms(game, rng)
    return EngineFigures(players[0], players[1:], _clone_us(game, rng), whole, last, commitment.figures(game, rng))


def load(name: str) -> AnyGame:
    """Return a game by its name; BenchError lists those that there are."""
    if name not in engines.games():
        raise BenchError(f'There is no game "{name}" to measure; known are {", ".join(engines.games())}.')
    return engines.load(name)


# ---- who plays -----------------------------------------------------------------------------------------------------


def playout_of(game: AnyGame) -> Playout:
    """Return a player of one of our games: the full legal set is listed, each answer has the same chance."""

    def playout(rng: Random) -> int:
        return len(_answers(random_play(game, rng)))

    return playout


def random_play(game: AnyGame, rng: Random, most: int | None = None) -> AnyPlay:
    """Play a game at random, to its end or for ``most`` answers."""
    play = game.new(Shuffle(rng.getrandbits(32)), seats=rng.choice(game.seat_counts))
    answers = 0
    while play.waiting and answers != most:
        decision = play.waiting[0]
        assert isinstance(decision, Decision)
        options = play.options(decision)
        choices = list(options.enumerate())
        if game.draws_kind_first and isinstance(options, OneOf):
            choice = options.sample_kind_first(rng)
        else:
            choice = rng.choice(choices)
        play.feed(Answer(decision.id, choice))
        answers += 1
    return play


def peers() -> list[Player]:
    """Return the peers: python-chess always, catanatron where it is installed."""
    if find_spec("chess") is None:
        raise BenchError(
            "The engines are measured beside python-chess, which is not installed: `make setup` installs it in the "
            "project's .venv, `pip install chess` anywhere else."
        )
    found = [Player(CHESS, _chess())]
    if find_spec("catanatron") is not None:
        found.append(Player(CATANATRON, _catanatron()))
    return found


def _chess() -> Playout:
    import chess

    def playout(rng: Random) -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return playout


def _catanatron() -> Playout:
    catan: Any = import_module("catanatron")

    def playout(rng: Random) -> int:
        sides = [catan.RandomPlayer(colour) for colour in list(catan.Color)[:2]]
        game = catan.Game(sides, seed=rng.getrandbits(32))
        game.play()
        return len(game.state.actions)

    return playout


# ---- copies --------------------------------------------------------------------------------------------------------


def _answers(play: AnyPlay) -> list[Any]:
    """What players have said; the world's lots are not counted."""
    pairs = zip(play.log, play.asked, strict=True)
    return [
        entry for entry, asked in pairs if not isinstance(entry, Observed) and (asked is None or asked.seat != WORLD)
    ]


def _clone_us(game: AnyGame, rng: Random) -> float:
    """Return what a copy takes in the middle of a game: the median over some games."""
    costs = []
    for _ in range(SAMPLES):
        whole = len(_answers(random_play(game, rng)))
        play = random_play(game, rng, whole // 2)
        begun = time.perf_counter()
        for _ in range(CLONES):
            play.clone()
        costs.append((time.perf_counter() - begun) / CLONES * 1e6)
    return percentile(costs, 0.5)


def _undo_ms(game: AnyGame, rng: Random) -> tuple[float, float]:
    """Return what it takes to take back a whole game and, dearer, its last answer; the medians over some games."""
    whole, last = [], []
    for _ in range(SAMPLES):
        play = random_play(game, rng)
        last.append(_timed_undo(play.clone(), 1))
        whole.append(_timed_undo(play, len(_answers(play))))
    return percentile(whole, 0.5), percentile(last, 0.5)


def _timed_undo(play: AnyPlay, answers: int) -> float:
    begun = time.perf_counter()
    play.undo(answers)
    return (time.perf_counter() - begun) * 1000
