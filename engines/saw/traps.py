"""A trap out of three parts: its top row, its trait boxes, its sacrifice, and what its setter has to decide."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from engines.saw.box import Box
from engines.saw.cards import BLOOD, Clause, TraitBox


class Composed(NamedTuple):
    """What three parts say together. Which part says what is data (A51)."""

    top: Clause
    then: Clause
    boxes: tuple[TraitBox, ...]
    places: tuple[int, ...]
    number: int

    def picks(self) -> list[tuple[int, ...]]:
        """Return the ways to pick one trait out of each box (R50)."""
        return list(product(*(box.traits for box in self.boxes)))

    def needs(self, traits: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Return the traits that are needed with their values; two boxes of one trait add up (R51)."""
        total: dict[int, int] = {}
        for trait, box in zip(traits, self.boxes, strict=True):
            total[trait] = total.get(trait, 0) + box.value
        return tuple(total.items())


class Trap(NamedTuple):
    """A trap that runs. Cards are tokens; all of them lie open on the table."""

    attacker: int
    victim: int
    parts: tuple[int, ...]
    billy: int
    extras: tuple[int, ...]  # The Pig, Reverse Bear Trap, as played
    needs: tuple[tuple[int, int], ...]
    place: int
    number: int  # of the sacrifice, after all that changes it
    floor: int  # below which no Anesthetic brings it
    is_forced: bool = False
    backfires: bool = False
    tools: tuple[tuple[int, int], ...] = ()  # committed cards and the trait that each counts for
    searches: tuple[int, ...] = ()
    searched: int = 0  # how many Search cards were used, wherever they are now
    eased: tuple[int, ...] = ()  # Anesthetics

    def cards(self) -> tuple[int, ...]:
        """Return the trap's cards in the order in which they go to the pile (R70, A16)."""
        tools = tuple(token for token, _ in self.tools)
        return (*tools, *self.searches, *self.eased, *self.parts, self.billy, *self.extras)


def compose(box: Box, faces: tuple[int, ...]) -> Composed:
    """Return what a mechanism, an object and an escape say together."""
    parts = [box.designs[face] for face in faces]
    (top,) = [part.top for part in parts if part.top is not None]
    (then,) = [part.then for part in parts if part.then is not None]
    boxes = tuple(part.box for part in parts if part.box is not None)
    (places,) = [part.places for part in parts if part.places]
    return Composed(top, then, boxes, places, max(part.number for part in parts))


def shortfall(needs: tuple[tuple[int, int], ...], values: tuple[int, ...], added: dict[int, int]) -> int:
    """Return how many points are missing over all traits; surplus in one does not help another (R65)."""
    return sum(max(0, value - values[trait] - added.get(trait, 0)) for trait, value in needs)


def settings(composed: Composed, is_bear: bool) -> list[tuple[tuple[int, ...], int]]:
    """Return the traits and places that a setter may name; a Reverse Bear Trap has one place, blood (A59)."""
    places = (BLOOD,) if is_bear else composed.places
    return [(traits, place) for traits in composed.picks() for place in places]
