"""House players at a running game: who answers for a seat when no person does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from time import sleep

from engines import players
from engines.core import AnyGame, AnyPlay, Decision

Choose = Callable[[AnyPlay, Decision, str], str]  # (play, decision, house player) → answer in the game's notation
PERSON = "person"
NAMES = tuple(players.PLAYERS)
"""The house players, the weakest first."""


def house_players(game: AnyGame) -> tuple[str, ...]:
    """Return the house players that know a game, the weakest first."""
    try:
        for name in NAMES:
            players.load(name, game)
    except ValueError:
        return ()
    return NAMES


def stand_ins(name: str) -> tuple[str, ...]:
    """Return who is asked for an answer, one after the other: a house player, then the weaker ones.

    >>> stand_ins("mastermind")
    ('mastermind', 'apprentice', 'wanderer')
    """
    weaker = NAMES[: NAMES.index(name)] if name in NAMES else ()
    return (name, *reversed(weaker))


class HousePlayers:
    """Lets the house players of a game choose, all from one seed."""

    def __init__(self, game: AnyGame, sitting: Iterable[str], seed: int | None = None) -> None:
        names = {other for name in set(sitting) - {PERSON} for other in stand_ins(name)}
        self._players = {name: players.load(name, game) for name in names}
        self._rng = Random(seed)

    def __call__(self, play: AnyPlay, decision: Decision, name: str) -> str:
        """Return an answer in the game's notation."""
        answer = players.answer(self._players[name], play, decision, self._rng)
        return play.write(answer.choice, decision)


def deliberate(choose: Choose, seconds: float) -> Choose:
    """Return house players that take at least so long for an answer; they think in threads of their own."""
    if seconds <= 0:
        return choose

    def choose_slowly(play: AnyPlay, decision: Decision, name: str) -> str:
        sleep(seconds)
        return choose(play, decision, name)

    return choose_slowly
