"""What things are worth in SAW: blood, limbs, and a position to a seat. A point of blood is worth about 1."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.players.judge import WON
from engines.saw.cards import ARMS, BLOOD
from engines.saw.state import LOST, State

Limbs = tuple[int, int, int, int]


class Weights(NamedTuple):
    """What is worth how much."""

    blood: tuple[float, ...] = (-14.0, 0.0, 2.0, 3.8, 5.4, 6.8, 8.0, 9.1, 10.1, 11.0, 11.8)
    limb: tuple[float, ...] = (0.0, -0.6, -1.8, -2.6, -3.0)
    """By stage. What a lost limb will bleed is counted with the blood."""
    turns: int = 5
    soon: float = 0.79
    """So far ahead bleeding is looked at, and how much that counts: who bleeds to death need not be killed."""


class Values:
    """What the body of a seat is worth to it."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.w = weights or Weights()
        self.strength = lru_cache(50_000)(self._strength)
        self.harm = lru_cache(50_000)(self._harm)

    def _strength(self, blood: int, limbs: Limbs) -> float:
        """Return what a body is worth: some of its blood counts as it is, most as it will be after some turns."""
        w = self.w
        soon = max(0, blood - w.turns * limbs.count(LOST))
        lasting = w.blood[blood] + w.soon * (w.blood[soon] - w.blood[blood])
        return lasting + sum(w.limb[stage] for stage in limbs)

    def _harm(self, blood: int, limbs: Limbs, place: int, amount: int) -> float:
        """Return what damage takes from a body that shares it out as well as it can."""
        before = self.strength(blood, limbs)
        if place == BLOOD:
            return before - self.strength(max(0, blood - amount), limbs)
        first = 0 if place == ARMS else 2
        room = [max(0, LOST - limbs[first]), max(0, LOST - limbs[first + 1])]
        rest = min(amount, sum(room))
        splits = [(one, rest - one) for one in range(rest + 1) if one <= room[0] and rest - one <= room[1]]
        return before - max(self.after(blood, limbs, place, amount, split) for split in splits)

    def after(self, blood: int, limbs: Limbs, place: int, amount: int, split: tuple[int, ...]) -> float:
        """Return what a body is worth after damage that is shared between two limbs; the rest is blood."""
        first = 0 if place == ARMS else 2
        hurt = list(limbs)
        hurt[first] += split[0]
        hurt[first + 1] += split[1]
        return self.strength(max(0, blood - amount + sum(split)), (hurt[0], hurt[1], hurt[2], hurt[3]))

    def about(self, state: State, seat: int, place: int, amount: float) -> float:
        """Return what damage takes from a seat if it is not certain how much it will be."""
        blood, limbs = state.blood[seat], state.limbs[seat]
        low = int(amount)
        harm = self.harm(blood, limbs, place, low)
        return harm + (amount - low) * (self.harm(blood, limbs, place, low + 1) - harm) if amount > low else harm

    # ---- positions ---------------------------------------------------------------------------------------------------

    def worth(self, state: State, seat: int) -> float:
        """Return how good a position is for a seat, apart from its cards: its body beside all others'."""
        if state.result is not None:
            return WON if state.result[0] == seat else -WON
        bodies = [self.strength(blood, limbs) for blood, limbs in zip(state.blood, state.limbs, strict=True)]
        own = bodies.pop(seat)
        return own - sum(bodies) / len(bodies)
