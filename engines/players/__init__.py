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
from engines.core import Answer, AnyGame, AnyPlay, Decision
from engines.loot.game import LootTrap
from engines.players.armada import ArmadaJudge
from engines.players.greedy import Greedy
from engines.players.judge import Trial
from engines.players.loot import LootAdviser
from engines.players.player import Player, Seen
from engines.players.ponder import Ponder
from engines.players.saw import SawAdviser
from engines.players.search import Search
from engines.players.wanderer import Wanderer
from engines.saw.game import Saw

PLAYERS = (WANDERER, APPRENTICE, MASTERMIND) = ("wanderer", "apprentice", "mastermind")
"""The house players by name, the weakest first."""
GAMES = ("armada", "loot", "saw")
"""The games that they know."""

__all__ = ["GAMES", "PLAYERS", "Player", "Seen", "answer", "load"]


def load(name: str, game: AnyGame) -> Player:
    """Return a house player for a game."""
    if name not in PLAYERS:
        raise ValueError(f'There is no house player "{name}"; known are {", ".join(PLAYERS)}.')
    house = _house(game)
    return house[name]()


def answer(player: Player, play: AnyPlay, decision: Decision, rng: Random) -> Answer:
    """Let a player answer a decision that waits, from all that its seat may know."""
    return player.choose(Seen(play, decision.seat), decision, rng)


def _house(game: AnyGame) -> dict[str, Callable[[], Player]]:
    """Return how each house player of a game is made."""
    if isinstance(game, Armada):
        judge = ArmadaJudge(game)
        return {WANDERER: Wanderer, APPRENTICE: lambda: Greedy(Trial(judge)), MASTERMIND: lambda: Search(judge)}
    if isinstance(game, LootTrap | Saw):
        adviser = LootAdviser(game) if isinstance(game, LootTrap) else SawAdviser(game)
        return {WANDERER: Wanderer, APPRENTICE: lambda: Greedy(adviser), MASTERMIND: lambda: Ponder(adviser)}
    raise ValueError(f"No house player knows how to play {game.name} yet.")
