"""How a game is played with hands: what lies where, and how each answer is given."""

from __future__ import annotations

from random import Random
from typing import Literal, Protocol

from engines.core import AnyPlay
from hardware.twin.objects import Kind
from host.soak.human.instructions import Instruction
from host.soak.human.levels import Level
from host.soak.human.things import Arrangement, Motion, Spot
from host.soak.human.world import Cards, Deed, World

How = Literal["move", "tap", "press", "aim", "say"]


class Ways(Protocol):
    """One game as people play it."""

    def cards(self, play: AnyPlay, rng: Random) -> Cards:
        """Return real cards or pieces for a game that begins."""

    def kind(self, name: str) -> Kind:
        """Return what a thing is."""

    def arrangement(self, play: AnyPlay) -> Arrangement:
        """Return where everything lies by the rules."""

    def made_by(self, deed: Deed, after: AnyPlay) -> Arrangement:
        """Return where everything lies once somebody has done an answer by hand; ``after`` is the game then."""

    def choose(self, world: World, rng: Random) -> Deed:
        """Return what somebody does next: at random, or as a good player would."""

    def how(self, deed: Deed, rng: Random, level: Level) -> How:
        """Return how somebody gives an answer."""

    def card(self, deed: Deed, rng: Random) -> str:
        """Return what is held to the pad for an answer; empty if nothing is."""

    def button(self, deed: Deed) -> Literal["yes", "no"] | None:
        """Return the button that says an answer, if one does."""

    def lifted(self, deed: Deed) -> str:
        """Return the thing that is lifted and put back to aim; empty if there is none."""

    def another(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """Return what is answered, or shown, by mistake instead of a deed; None if there is nothing else."""

    def instead(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """Return another answer that hands could give first, before somebody thinks better of it; None: there is none.

        Nothing comes of it but that the next one is asked.
        """

    def second(self, deed: Deed, world: World, rng: Random) -> Deed | None:
        """Return what the other hand could build just after a build; None if there is nothing."""

    def built_with(self, reveal: Deed, world: World, rng: Random) -> Deed | None:
        """Return how a thing could be built just after it was revealed; None if it cannot be."""

    def mixed_up(self, motion: Motion, lies: Arrangement) -> list[Motion]:
        """Return what may be done by mistake with another thing instead."""

    def decoy(self, rng: Random) -> str:
        """Return a card that gets to the pad by mistake."""

    def thing(self, told: Instruction, lies: Arrangement, meant: Arrangement) -> str:
        """Return the thing that an instruction is about; empty if nobody could tell."""

    def lying(self, told: Instruction, name: str, lies: Arrangement, meant: Arrangement) -> Spot:
        """Return where and how an instruction wants it to lie."""

    def is_free(self, name: str, tile: str, lies: Arrangement) -> bool:
        """Tell whether a thing can be put on a tile, or slid across it."""

    def is_same(self, lies: Arrangement, wanted: Arrangement) -> bool:
        """Tell whether two arrangements mean the same."""
