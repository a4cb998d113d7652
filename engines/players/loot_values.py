"""What things are worth in Loot Trap: health, loot, cards, equipment. The first point of health is worth about 1."""

from __future__ import annotations

from typing import NamedTuple

from engines.core.modifiers import CANT, Modifier, settle
from engines.loot.game import LootTrap
from engines.loot.state import MAX_HEALTH, State
from engines.players.judge import WON

TYPICAL = {"damage": 2, "trap-damage": 2, "healing": 2, "hand-limit": 6, "draw": 1, "loot-goal": 4}
"""Numbers that equipment changes, as they often are."""


class Weights(NamedTuple):
    """What is worth how much."""

    health: tuple[float, ...] = (-20.0, 0.0, 3.0, 5.4, 7.4, 9.0, 10.3, 11.4, 12.3)
    loot: float = 4.0
    more_loot: float = 1.5  # each one more than the last
    goal: float = 30.0  # enough loot to win at the end of the turn
    card: float = 0.8
    crowded: float = 0.2  # a card beyond the hand limit
    guard: float = 0.8  # of what the next damage would take
    action: float = 2.2  # that is lost
    spare_action: float = 1.1  # one more than usual
    loot_in_hand: float = 0.75  # of what it is worth when it is banked
    snare: float = 0.8  # a trap that is the only way out
    exits: float = 1.2  # a pawn that is free to go anywhere


GEAR = {"damage": -1.6, "trap-damage": -1.6, "healing": 0.4, "hand-limit": 1.0, "draw": 2.0, "loot-goal": -6.0}
"""What one more of a number is worth to who wears it."""
FORBIDDEN = {"peek": -2.4, "lay": -0.8, "bank": -5.0, "moved": 0.6, "healing": -0.4}
"""What it is worth that something cannot be done, or not be done to one."""


class Values:
    """What the things of one seat are worth, and a position to a seat."""

    def __init__(self, game: LootTrap, weights: Weights | None = None) -> None:
        self.w = weights or Weights()
        self.kit = game.kit
        self.box = game.box
        self.gear = tuple(
            sum(self._change(change) for changes in design.values() for change in changes)
            for design in game.box.modifiers
        )

    def _change(self, change: Modifier) -> float:
        if change.layer == CANT:
            return FORBIDDEN.get(change.what, 0.0)
        usual = TYPICAL[change.what]
        return GEAR[change.what] * (settle(usual, (change,)) - usual)

    # ---- things ------------------------------------------------------------------------------------------------------

    def loots(self, count: int, goal: int) -> float:
        """Return what so much banked loot is worth."""
        w = self.w
        worth = count * w.loot + w.more_loot * count * (count - 1) / 2
        return worth + w.goal if count >= goal else worth

    def next_loot(self, state: State, seat: int) -> float:
        """Return what it is worth to a seat to bank one more."""
        goal, count = self.kit.loot_goal(state, seat), len(state.bank[seat])
        return self.loots(count + 1, goal) - self.loots(count, goal)

    def last_loot(self, state: State, seat: int) -> float:
        """Return what a seat loses with one of its banked loot."""
        goal, count = self.kit.loot_goal(state, seat), len(state.bank[seat])
        return self.loots(count, goal) - self.loots(count - 1, goal) if count else 0.0

    def cards(self, state: State, seat: int, more: int) -> float:
        """Return what some more cards in hand are worth to a seat; what is beyond the limit is worth little."""
        room = max(0, self.kit.hand_limit(state, seat) - len(state.hand[seat]))
        return self.w.card * min(more, room) + self.w.crowded * max(0, more - room)

    def harm(self, state: State, seat: int, damage: int, is_trap: bool) -> float:
        """Return what damage takes from a seat; loot is spent only where health is gone."""
        if is_trap:
            damage = self.kit.amount(state, seat, "trap-damage", damage)
        damage = self.kit.amount(state, seat, "damage", damage)
        if not damage or not state.alive[seat]:
            return 0.0
        if state.guarded[seat]:
            return self.guard(state, seat)
        health, left = state.health[seat], state.health[seat] - damage
        if left > 0 or not state.bank[seat]:
            return self.w.health[health] - self.w.health[max(0, left)]
        return self.w.health[health] - self.w.health[1] + self.last_loot(state, seat)

    def guard(self, state: State, seat: int) -> float:
        """Return what it is worth to a seat to be guarded: the less health, the more."""
        health = state.health[seat]
        return self.w.guard * (self.w.health[health] - self.w.health[health - 1])

    def healing(self, state: State, seat: int, amount: int) -> float:
        """Return what healing gives to a seat."""
        health = state.health[seat]
        after = min(MAX_HEALTH, health + self.kit.amount(state, seat, "healing", amount))
        return self.w.health[after] - self.w.health[health]

    def worn(self, state: State, seat: int) -> float:
        """Return what a seat's equipment is worth to it."""
        token = state.gear[seat]
        return self.gear[state.face[token]] if token >= 0 else 0.0

    # ---- positions ---------------------------------------------------------------------------------------------------

    def shares(self, state: State, seat: int) -> list[float]:
        """Return how much a seat minds what the others gain, the leaders most: 1 for itself, -1 for all others."""
        others = [other for other in state.living() if other != seat]
        total = sum(1 + len(state.bank[other]) for other in others)
        shares = [0.0] * state.seats
        for other in others:
            shares[other] = -(1 + len(state.bank[other])) / total
        shares[seat] = 1.0
        return shares

    def worth(self, state: State, seat: int) -> float:
        """Return how good a position is for a seat."""
        if state.result is not None:
            winner = state.result[0]
            return 0.0 if winner is None else WON if winner == seat else -WON
        shares = self.shares(state, seat)
        worth = sum(share * self._strength(state, other) for other, share in enumerate(shares) if share)
        return worth + self._loot_in_hand(state, seat)

    def _strength(self, state: State, seat: int) -> float:
        w, kit = self.w, self.kit
        if not state.alive[seat]:
            return w.health[0]
        cards, limit = len(state.hand[seat]), kit.hand_limit(state, seat)
        strength = w.health[state.health[seat]] + self.loots(len(state.bank[seat]), kit.loot_goal(state, seat))
        strength += w.card * min(cards, limit) + w.crowded * max(0, cards - limit) + self.worn(state, seat)
        strength += (self.guard(state, seat) if state.guarded[seat] else 0.0) - w.action * state.becalmed[seat]
        return strength + w.exits * self.freedom(state, seat)

    def freedom(self, state: State, seat: int) -> float:
        """Return which part of the ways of a pawn leads into no trap."""
        exits = [cell for _, cell in self.kit.exits(state, seat)]
        return sum(not is_trap(state, cell) for cell in exits) / len(exits) if exits else 1.0

    def _loot_in_hand(self, state: State, seat: int) -> float:
        loot, face = self.box.is_loot, state.face
        count = sum(face[token] >= 0 and loot[face[token]] for token in state.hand[seat])
        return self.w.loot_in_hand * self.next_loot(state, seat) * count if count else 0.0


def is_trap(state: State, cell: int) -> bool:
    """Tell whether something goes off when a pawn lands on a space."""
    return state.armed[cell] or state.laid[cell] >= 0
