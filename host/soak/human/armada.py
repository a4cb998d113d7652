"""Jigsaw Armada with hands: pieces on bases, ships that move as a whole, shots that are aimed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Literal

from engines.armada.game import Armada
from engines.armada.legal import BASH, BUILD, MOVE, ROTATE, SHOOT
from engines.armada.notation import SHIELD
from engines.core import AnyPlay, Decision
from engines.players import Player, answer
from hardware.twin.objects import BASE, FACINGS, Facing, Kind
from host.play.floor import asked_of
from host.soak.human.instructions import Instruction
from host.soak.human.levels import Level
from host.soak.human.things import Arrangement, Motion, Spot
from host.soak.human.ways import How
from host.soak.human.world import Cards, Deed, Pieces, World, decision, deed

AIMED = 0.7  # how often shots and the like are aimed at the table instead of said on the screen
WHIM = 0.15  # how often a good player does anything at all
SHUN = 0.5  # how often somebody at random does not go straight back to where a ship has just come from,
DRAWS = 4  # and draws again, so often
THOUGHTS = 8  # of so many other answers somebody may think first


class ArmadaWays:
    """Jigsaw Armada as people play it; ``player`` is how well, None: at random."""

    def __init__(self, game: Armada, player: Player | None) -> None:
        self._game = game
        self._player = player
        self._before: Arrangement | None = None  # where all was before the last answer,
        self._lies: Arrangement | None = None  # and before this one

    def cards(self, play: AnyPlay, rng: Random) -> Cards:
        """Both draw piles are mixed."""
        return Pieces(play, rng)

    def kind(self, name: str) -> Kind:
        """Everything stands on a base."""
        return BASE

    def arrangement(self, play: AnyPlay) -> Arrangement:
        """Every piece of every ship."""
        state, grid = play.state, self._game.box.grid
        return {
            self._game.names.piece(piece): Spot(grid.name(state.where[piece]), FACINGS[state.facing[piece]])
            for ship in sorted(state.pieces)
            for piece in state.pieces[ship]
        }

    def made_by(self, deed: Deed, after: AnyPlay) -> Arrangement:
        """As the rules say."""
        return self.arrangement(after)

    def choose(self, world: World, rng: Random) -> Deed:
        """Draw what to do, then how; or do what a good player would."""
        play = world.truth
        asked = decision(play)
        self._before, self._lies = self._lies, self.arrangement(play)
        if self._player is not None and asked.seat >= 0 and rng.random() >= WHIM:
            return deed(play, answer(self._player, play, asked, rng).choice)
        return self._at_random(world, rng)

    def _at_random(self, world: World, rng: Random) -> Deed:
        """Draw what to do, then how. What leads straight back is mostly drawn anew: hardly anybody does that."""
        options: Any = world.truth.options(decision(world.truth))
        shuns = rng.random() < SHUN
        for _ in range(DRAWS):
            drawn = deed(world.truth, options.sample_kind_first(rng))
            if not (shuns and self._goes_back(drawn, world)):
                break
        return drawn

    def _goes_back(self, deed: Deed, world: World) -> bool:
        return deed.word in (MOVE, ROTATE) and self.arrangement(world.after(deed)) == self._before

    def how(self, deed: Deed, rng: Random, level: Level) -> How:
        """Ships are built and moved on the board; what leaves it as it is, is aimed or said."""
        if deed.word in (BUILD, MOVE, ROTATE):
            return "move"
        return "aim" if self.lifted(deed) and rng.random() < AIMED else "say"

    def card(self, deed: Deed, rng: Random) -> str:
        """A piece is held to the pad when it is drawn, and on its way to the board."""
        if deed.reveal is not None:
            return f"{deed.play.seats[deed.reveal.seat]}.{deed.text}"
        return self._game.names.piece(deed.choice[1]) if deed.word == BUILD else ""

    def button(self, deed: Deed) -> Literal["yes", "no"] | None:
        """No button says an answer by itself."""
        return None

    def lifted(self, deed: Deed) -> str:
        """The gun that shoots, the piece that bashes, the shield that pays."""
        if deed.choice is None or deed.choice[0] not in (SHOOT, BASH, SHIELD):
            return ""
        piece = deed.choice[2] if deed.choice[0] == BASH else deed.choice[1]
        return self._game.names.piece(piece) if piece is not None else ""

    def another(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """What is aimed, said or shown is what was meant."""
        return None

    def instead(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """Another build, move or rotation: most often the same thing to another place. It does not end the game."""
        options: Any = deed.play.options(decision(deed.play))
        drawn = [_deed_instead(deed, options.sample_kind_first(rng)) for _ in range(THOUGHTS)]
        others = [other for other in drawn if other.word in (BUILD, MOVE, ROTATE) and other.choice != deed.choice]
        others.sort(key=lambda other: other.choice[:2] != deed.choice[:2])
        return next((other for other in others if self._is_harmless(other, deed, world)), None)

    def _is_harmless(self, other: Deed, deed: Deed, world: World) -> bool:
        after = world.after(other)
        return bool(after.waiting) and self.arrangement(after) != self.arrangement(world.after(deed))

    def second(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """A build of another piece, in the same turn."""
        if deed.word != BUILD:
            return None
        after = world.after(deed)
        return self._build(after, deed.seat, rng, lambda piece: piece != deed.choice[1])

    def built_with(self, reveal: Deed, world: World, rng: Random) -> Deed | None:
        """A build of the piece that was drawn."""
        named = self._game.names.find_piece(self.card(reveal, rng))
        return self._build(world.after(reveal), reveal.seat, rng, lambda piece: piece == named)

    def _build(self, play: AnyPlay, seat: int, rng: Random, is_meant: Callable[[int], bool]) -> Deed | None:
        """Return some build of a seat, if it may build now, by which the game goes on."""
        item = asked_of(play)
        if not isinstance(item, Decision) or item.seat != seat:
            return None
        builds = [choice for choice in play.options(item).enumerate() if choice[0] == BUILD and is_meant(choice[1])]
        return deed(play, rng.choice(builds)) if builds else None

    def mixed_up(self, motion: Motion, lies: Arrangement) -> list[Motion]:
        """Nobody takes a piece of another ship."""
        return []

    def decoy(self, rng: Random) -> str:
        """Some piece or other."""
        return self._game.names.piece(rng.randrange(2 * len(self._game.box.names)))

    def thing(self, told: Instruction, lies: Arrangement, meant: Arrangement) -> str:
        """A piece by its name, or the one that is there, whatever it is called; else the one that belongs there."""
        named = told.thing.replace(" ", ".", 1)
        place = told.source or (told.target if told.do == "turn" else "")
        there = [name for name, spot in lies.items() if spot.tile == place]
        if named in self._game.tagged() and (named in there or not there):
            return named
        belong = [name for name, spot in meant.items() if spot.tile == told.target]
        return next(iter(there or belong), "")

    def lying(self, told: Instruction, name: str, lies: Arrangement, meant: Arrangement) -> Spot:
        """As the sentence says."""
        tile = told.target or told.source
        facing: Facing = next((facing for facing in FACINGS if facing == told.facing), "north")
        return Spot(tile, facing)

    def is_free(self, name: str, tile: str, lies: Arrangement) -> bool:
        """One piece stands on a tile."""
        return all(spot.tile != tile for other, spot in lies.items() if other != name)

    def is_same(self, lies: Arrangement, wanted: Arrangement) -> bool:
        """Pieces that differ in nothing but their name may be exchanged (A54)."""
        return self._kinds(lies) == self._kinds(wanted)

    def _kinds(self, lies: Arrangement) -> dict[Spot, int]:
        game = self._game
        found = {}
        for name, spot in lies.items():
            piece = game.names.find_piece(name)
            assert piece is not None
            found[spot] = game.legal.same_as(piece)
        return found


def _deed_instead(deed: Deed, choice: Any) -> Deed:
    return deed._replace(text=deed.play.write(choice), choice=choice)
