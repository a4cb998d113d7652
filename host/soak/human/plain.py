"""A game of pieces on bases that are moved and nothing else: what is left to say is where they stand."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from engines.core import AnyGame, AnyPlay
from engines.players import Player, answer
from hardware.twin.objects import BASE, Kind
from host.soak.human.instructions import Instruction
from host.soak.human.levels import Level
from host.soak.human.things import Arrangement, Motion, Spot
from host.soak.human.ways import How
from host.soak.human.world import Cards, Deed, NoCards, World, decision, deed

THOUGHTS = 8  # of so many other answers somebody may think first


class PlainWays:
    """Such a game as people play it; ``player`` is how well, None: at random. A game says how it differs."""

    def __init__(self, game: AnyGame, player: Player | None) -> None:
        self._game = game
        self._player = player

    def arrangement(self, play: AnyPlay) -> Arrangement:
        """Return where every piece stands by the rules: each game says so."""
        raise NotImplementedError

    def cards(self, play: AnyPlay, rng: Random) -> Cards:
        """Nothing is hidden."""
        return NoCards()

    def kind(self, name: str) -> Kind:
        """Everything stands on a base."""
        return BASE

    def made_by(self, deed: Deed, after: AnyPlay) -> Arrangement:
        """As the rules say."""
        return self.arrangement(after)

    def choose(self, world: World, rng: Random) -> Deed:
        """Do anything, or what a good player would."""
        play, asked = world.truth, decision(world.truth)
        if self._player is not None and asked.seat >= 0:
            return deed(play, answer(self._player, play, asked, rng).choice)
        return deed(play, play.options(asked).sample(rng))

    def how(self, deed: Deed, rng: Random, level: Level) -> How:
        """Everything is done on the board."""
        return "move"

    def card(self, deed: Deed, rng: Random) -> str:
        """Nothing is held to a pad."""
        return ""

    def button(self, deed: Deed) -> Literal["yes", "no"] | None:
        """No button says an answer by itself."""
        return None

    def lifted(self, deed: Deed) -> str:
        """Nothing is aimed with."""
        return ""

    def another(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """What is said is what was meant."""
        return None

    def instead(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """Another answer by which the game goes on and something else moves."""
        options: Any = deed.play.options(decision(deed.play))
        drawn = (options.sample(rng) for _ in range(THOUGHTS))
        others = (deed._replace(text=deed.play.write(choice), choice=choice) for choice in drawn)
        return next(
            (other for other in others if other.choice != deed.choice and self._is_other(other, deed, world)), None
        )

    def _is_other(self, other: Deed, deed: Deed, world: World) -> bool:
        after = world.after(other)
        return bool(after.waiting) and not self.is_same(self.arrangement(after), self.arrangement(world.after(deed)))

    def second(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """One hand at a time."""
        return None

    def built_with(self, reveal: Deed, world: World, rng: Random) -> Deed | None:
        """Nothing is revealed."""
        return None

    def mixed_up(self, motion: Motion, lies: Arrangement) -> list[Motion]:
        """Nobody takes another piece."""
        return []

    def decoy(self, rng: Random) -> str:
        """Nothing gets to a pad."""
        return ""

    def thing(self, told: Instruction, lies: Arrangement, meant: Arrangement) -> str:
        """The piece that is there; else the one that belongs there."""
        there = [name for name, spot in lies.items() if spot.tile == (told.source or told.target)]
        belong = [name for name, spot in meant.items() if spot.tile == told.target]
        return next(iter((there if told.source else []) or belong or there), "")

    def lying(self, told: Instruction, name: str, lies: Arrangement, meant: Arrangement) -> Spot:
        """On that tile, turned anyhow."""
        return Spot(told.target or told.source)

    def is_free(self, name: str, tile: str, lies: Arrangement) -> bool:
        """One piece stands on a tile."""
        return all(spot.tile != tile for other, spot in lies.items() if other != name)

    def is_same(self, lies: Arrangement, wanted: Arrangement) -> bool:
        """Every piece stands where it should, turned anyhow."""
        return {name: spot.tile for name, spot in lies.items()} == {name: spot.tile for name, spot in wanted.items()}
