"""What the cards of a seat are worth to it in SAW, and which of them belong onto its bench."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import NamedTuple

from engines.players.saw_traps import Menace
from engines.saw.box import Box
from engines.saw.cards import (
    BACKFIRE,
    BILLY,
    BIND,
    DETECT,
    EASE,
    ESCAPE,
    FILM,
    FORCE,
    KEEP,
    LOOK,
    MECHANISM,
    OBJECT,
    RENEW,
    SALVAGE,
    SEARCH,
    SPECIAL,
    TOOL,
    Design,
)
from engines.saw.rules import Rules
from engines.saw.state import LOST, SEVERE, SLOTS, State

NOTHING = -1
LEGS = 2
NEARLY = 2.5
"""Traps that differ by less than that are as good as each other."""
PAID = 0.2
"""Which part of what cards are worth counts when they are paid after the own step 3: the next turn brings others."""


class Weights(NamedTuple):
    """What a card is worth in hand; a point of blood is worth about 1."""

    billys: tuple[float, ...] = (3.2, 1.0, 0.4)
    """The first one, the second, all others."""
    parts: tuple[float, ...] = (2.4, 1.9, 0.6)
    """Of each kind: the one that the best trap needs, one for the next trap, all others."""
    merit: float = 0.3
    any_tool: float = 0.5
    tool: float = 0.25
    """object Tool, and each of its points in a trait in which the character is worth nothing."""
    strength: float = 0.05
    """And how much less for each point that the character has."""
    second_trait: float = 0.25
    unknown: float = 0.6
    fresh: float = 1.2
    """A card of the deck that nobody has seen, and how far cards are from that."""
    spread: float = 1.27
    searches: tuple[tuple[str, float], ...] = ((KEEP, 0.7), (SALVAGE, 0.8), (RENEW, 1.3), (LOOK, 0.4), (DETECT, 1.4))
    specials: tuple[tuple[str, float], ...] = ((BIND, 1.7), (EASE, 1.8), (FORCE, 2.0), (BACKFIRE, 2.2), (FILM, 1.5))
    bound: float = 2.0
    """A Tourniquet, for each own limb that is severe or lost."""


class Hand:
    """The cards of one seat in one position."""

    def __init__(self, judge: HandJudge, state: State, seat: int) -> None:
        self._judge = judge
        self._box = judge.box
        self._worths: dict[int, float] = {}
        self.state = state
        self.seat = seat

    @cached_property
    def held(self) -> list[int]:
        """The faces of all cards of hand and bench, in an order that stays when cards go from one to the other."""
        return [self.state.face[token] for token in sorted(self.state.held(self.seat))]

    @cached_property
    def trap(self) -> tuple[int, ...]:
        """The parts that belong onto the bench, by kind; NOTHING where there is none."""
        kind = self._box.kind
        parts = dict.fromkeys(face for face in self.held if face >= 0 and kind[face] <= ESCAPE)
        kinds = [[face for face in parts if kind[face] == at] for at in (MECHANISM, OBJECT, ESCAPE)]
        if all(kinds):
            return max(
                product(*kinds), key=lambda faces: round(self._judge.menace_of(self.state, self.seat, faces) / NEARLY)
            )
        return tuple(max(faces, key=self._judge.merit, default=NOTHING) for faces in kinds)

    def worth(self, face: int) -> float:
        """Return what a card is worth in the hand."""
        found = self._worths.get(face)
        if found is None:
            found = self._worths[face] = self._worth(face)
        return found

    def _worth(self, face: int) -> float:
        w, box = self._judge.w, self._box
        if face < 0:
            return w.unknown
        kind = box.kind[face]
        if kind <= ESCAPE:
            return w.parts[self._rank(face)] + w.merit * self._judge.merit(face)
        if kind == BILLY:
            return w.billys[max(0, min(self.held.count(face), len(w.billys)) - 1)]
        if kind == TOOL:
            return self._judge.tool(self.state, self.seat, face)
        worth = self._judge.fixed[face]
        if box.does[face] == BIND:
            worth += w.bound * sum(stage in (SEVERE, LOST) for stage in self.state.limbs[self.seat])
        return worth

    def _rank(self, face: int) -> int:
        """Return whether a part is for the trap (0), for the next one (1), or too many (2)."""
        listed = self._ranked[self._box.kind[face]]
        return min(listed.index(face) if face in listed else len(listed), 2)

    @cached_property
    def _ranked(self) -> list[list[int]]:
        """The parts of each kind, the one for the trap first."""
        kind, merit = self._box.kind, self._judge.merit
        return [
            sorted(
                (face for face in self.held if face >= 0 and kind[face] == at),
                key=lambda face: (face != best, -merit(face)),
            )
            for at, best in enumerate(self.trap)
        ]

    def gain(self, face: int) -> float:
        """Return what one more card would be worth that somebody else has, or nobody."""
        if face == self._box.billy:
            w = self._judge.w.billys
            return w[min(self.held.count(face), len(w) - 1)]
        return self.worth(face)

    def total(self) -> float:
        """Return what all cards are worth that the seat can keep at the end of its turn."""
        return sum(self._sorted[: self._room])

    @cached_property
    def _sorted(self) -> list[float]:
        """What the cards are worth, the best first; beyond what can be kept there is nothing to lose."""
        return [*sorted(map(self.worth, self.held), reverse=True), *([0.0] * (self._room + 1))]

    @cached_property
    def _room(self) -> int:
        return self._judge.rules.limit(self.state, self.seat) + SLOTS

    @cached_property
    def floor(self) -> float:
        """What has to go if one more card is kept."""
        return self._sorted[self._room - 1]

    def loss(self, face: int) -> float:
        """Return what it costs to give a card away: nothing, if it is too many anyway."""
        return max(0.0, self.worth(face) - self._sorted[self._room])

    def cost(self, cards: int, without: int) -> float:
        """Return what it costs to pay so many cards, the least ones; ``without``: the card that is paid for."""
        rest = self.held.copy()
        rest.remove(without)
        return sum(sorted(map(self.loss, rest))[:cards])

    def bench(self) -> tuple[int, ...]:
        """Return which card belongs into each slot: the trap, then what no challenge needs and the hand cannot hold."""
        wanted = list(self.trap)
        rest = list(self.held)
        for face in wanted:
            if face >= 0:
                rest.remove(face)
        over = len(rest) - self._judge.rules.limit(self.state, self.seat)
        spare = sorted(rest, key=lambda face: (self._judge.is_for_hand(face), -self.worth(face)))
        for slot in range(SLOTS):
            if wanted[slot] == NOTHING and over > 0:
                wanted[slot] = spare.pop(0)
                over -= 1
        return tuple(wanted)


class HandJudge:
    """What cards are worth under the rules of one game."""

    def __init__(self, box: Box, rules: Rules, traps: Menace, weights: Weights | None = None) -> None:
        self.box = box
        self.rules = rules
        self.w = weights or Weights()
        self._traps = traps
        self.fixed = tuple(self._fixed(face) for face in range(len(box.designs)))
        merits = tuple(_merit(design) for design in box.designs)
        self.merit = merits.__getitem__
        """How good a part is beside others of its kind, about 0 to 1."""

    def _fixed(self, face: int) -> float:
        """Return what a Search or a Special is worth, whoever has it."""
        design = self.box.designs[face]
        if design.kind == SEARCH:
            return dict(self.w.searches)[design.does] * (design.keep if design.does == KEEP else 1)
        return dict(self.w.specials)[design.does] if design.kind == SPECIAL else 0.0

    def menace_of(self, state: State, seat: int, faces: tuple[int, ...]) -> float:
        """Return what a trap does to whom it suits best."""
        return max(
            (
                self._traps.menace(faces, state.character[other])
                for other in range(state.seats)
                if other != seat and state.alive[other]
            ),
            default=0.0,
        )

    def tool(self, state: State, seat: int, face: int) -> float:
        """Return what a Tool is worth: the more, the weaker the character is in its traits."""
        w, values = self.w, self.box.values[state.character[seat]]
        traits = self.box.traits[face]
        worths = sorted((w.tool - w.strength * values[trait] for trait in traits), reverse=True)
        return w.any_tool + self.box.value[face] * (worths[0] + w.second_trait * sum(worths[1:]))

    def is_for_hand(self, face: int) -> bool:
        """Tell whether a card is of use in a challenge, for which it must be in the hand."""
        if face < 0:
            return False
        return self.box.kind[face] in (BILLY, TOOL) or self.box.does[face] in (KEEP, SALVAGE, EASE, FORCE, BACKFIRE)

    def fresh(self, draw: int, keep: int) -> float:
        """Return what the best of some unseen cards are worth, all together: few of many are better than most."""
        keep = min(keep, draw)
        return keep * (self.w.fresh + self.w.spread * (1 - keep / draw)) if draw > 0 else 0.0


def _merit(design: Design) -> float:
    """Return how good a part is beside others of its kind; other cards are no parts."""
    merit = 0.0
    if design.box is not None:
        merit += (design.box.value - 6) * 0.25 + 0.15 * (len(design.box.traits) - 1)
    if design.places:
        merit += (design.number - 2) * 0.3 + 0.1 * (len(design.places) - 1)
    return merit
