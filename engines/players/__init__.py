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

from random import Random

from engines.core import Answer, AnyGame, AnyPlay, Decision
from engines.players.player import APPRENTICE, MASTERMIND, PLAYERS, WANDERER, Player, Seen

__all__ = ["APPRENTICE", "MASTERMIND", "PLAYERS", "WANDERER", "Player", "Seen", "answer", "load"]


def load(name: str, game: AnyGame) -> Player:
    """Return a house player for a game."""
    if name not in PLAYERS:
        raise ValueError(f'There is no house player "{name}"; known are {", ".join(PLAYERS)}.')
    known = game.house_players()
    if name not in known:
        raise ValueError(f"No house player knows how to play {game.name} yet.")
    return known[name]()


def answer(player: Player, play: AnyPlay, decision: Decision, rng: Random) -> Answer:
    """Let a player answer a decision that waits, from all that its seat may know."""
    return player.choose(Seen(play, decision.seat), decision, rng)
