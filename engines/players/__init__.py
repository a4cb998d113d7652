"""House players: who sits at a seat when no person does. They know what their seat may know, and no more.

>>> import engines
>>> from random import Random
>>> from engines import players
>>> play = engines.load("armada").new(oracle=engines.Shuffle(7))
>>> player = players.load("apprentice", play.game)
>>> play.write(players.answer(player, play, play.decision, Random(1)).choice)
'move ship-1 north'
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engines.armada.game import Armada
from engines.core import Answer, Decision, Game, Play
from engines.players.armada import ArmadaJudge
from engines.players.greedy import Greedy
from engines.players.judge import Judge
from engines.players.player import Player, Seen
from engines.players.search import Search
from engines.players.wanderer import Wanderer

PLAYERS: dict[str, Callable[[Judge], Player]] = {
    "wanderer": lambda judge: Wanderer(),
    "apprentice": Greedy,
    "mastermind": Search,
}
"""The house players by name, the weakest first."""

__all__ = ["PLAYERS", "Player", "Seen", "answer", "load"]


def load(name: str, game: Game) -> Player:
    """Return a house player for a game."""
    if name not in PLAYERS:
        raise ValueError(f'There is no house player "{name}"; known are {", ".join(PLAYERS)}.')
    return PLAYERS[name](_judge(game))


def answer(player: Player, play: Play, decision: Decision, rng: Random) -> Answer:
    """Let a player answer a decision that waits, from all that its seat may know."""
    return player.choose(Seen(play, decision.seat), decision, rng)


def _judge(game: Game) -> Judge:
    if isinstance(game, Armada):
        return ArmadaJudge(game)
    raise ValueError(f"No house player knows how to play {game.name} yet.")
