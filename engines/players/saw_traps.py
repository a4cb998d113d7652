"""What a trap of SAW may do, before it is set: to somebody whose character is open and whose hand is not."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.players.saw_values import Values
from engines.saw.box import Box
from engines.saw.cards import BILLY, BLOOD, TOOL
from engines.saw.state import BLOOD_AT_START, State
from engines.saw.traps import Composed, compose, settings, shortfall
from engines.saw.trial import BACKFIRE

SPREAD = (-3.0, -1.0, 1.0, 3.0)
"""By how much a victim may be off what was expected, each as likely as the others."""
HEALTHY = (0, 0, 0, 0)
USUAL_HAND = 5


class Weights(NamedTuple):
    """How much victims find, in points of the traits that a trap asks for."""

    chosen: float = 1.6
    """How much better a card of a hand is than one of the deck: it was kept."""
    backlash: float = 1.0
    """What each point of blood is worth that a Reverse Bear Trap may cost its owner."""


class Menace:
    """Judges traps. ``menace`` is what a trap does to somebody unhurt, in the worth of what they lose."""

    def __init__(self, box: Box, values: Values, weights: Weights | None = None) -> None:
        self._box = box
        self._values = values
        self.w = weights or Weights()
        self.composed = lru_cache(4_000)(lambda faces: compose(box, faces))
        self.menace = lru_cache(50_000)(self._menace)
        self.damage = lru_cache(10_000)(_damage)
        helping = sum(
            design.copies * design.value * (2 if len(design.traits) == 1 else 3.5 if design.kind == TOOL else 5) / 5
            for design in box.designs
            if design.kind in (TOOL, BILLY)
        )
        self.per_card = helping / box.total
        """Points that any card of the deck brings to two traits; two of five fit, 3.5 of 5 if it has two itself."""

    def row(self, trap: Composed) -> float:
        """Return about how many points the top row brings: of the drawn cards, the best are kept."""
        count, (then, more) = trap.top.number, trap.then
        if then in ("extra", "steal"):
            return self.per_card * (count + more)
        left = more if then == "keep" else count - more
        return self.per_card * count * (1 - (1 - max(0, min(count, left)) / count) ** 2)

    def missing(self, trap: Composed, traits: tuple[int, ...], character: int, cards: int) -> float:
        """Return how many points somebody with so many cards will lack, more or less."""
        gap = shortfall(trap.needs(traits), self._box.values[character], {})
        return gap - self.row(trap) - cards * self.per_card * self.w.chosen

    def setting(self, state: State, target: int, choice: tuple[object, ...], trap: Composed) -> float:
        """Return what setting a trap in one way takes from its target, less what it may cost its owner."""
        _, _, traits, place, pig, bear = choice
        assert isinstance(traits, tuple)
        assert isinstance(place, int)
        missing = self.missing(trap, traits, state.character[target], len(state.hand[target]))
        is_forced, backfires = pig != -1, bear != -1
        damage, escape = self.damage(round(missing, 1), trap.number + backfires, is_forced)
        harm = self._values.about(state, target, BLOOD if backfires else place, damage)
        return harm - (escape * BACKFIRE * self.w.backlash if backfires else 0.0)

    def _menace(self, faces: tuple[int, ...], character: int) -> float:
        trap = self.composed(faces)
        return max(self._on_unhurt(trap, traits, place, character) for traits, place in settings(trap, is_bear=False))

    def _on_unhurt(self, trap: Composed, traits: tuple[int, ...], place: int, character: int) -> float:
        missing = self.missing(trap, traits, character, USUAL_HAND)
        damage, _ = self.damage(round(missing, 1), trap.number, is_forced=False)
        harm = self._values.harm(BLOOD_AT_START, HEALTHY, place, trap.number)
        return harm * damage / trap.number


def _damage(missing: float, number: int, is_forced: bool) -> tuple[float, float]:
    """Return how much damage a victim takes that expects to lack so much, and how likely it takes none.

    Who need not try takes the sacrifice where that is less.
    """
    lacks = [max(0.0, missing + by) for by in SPREAD]
    taken = lacks if is_forced else [min(float(number), lack) for lack in lacks]
    return sum(taken) / len(taken), sum(lack == 0 for lack in lacks) / len(lacks)
