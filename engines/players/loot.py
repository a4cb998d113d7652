"""What a player of Loot Trap goes by: how good each answer looks, from what the seat sees and without trying it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engines.core import AnyPlay, Decision
from engines.loot.box import INSTANT
from engines.loot.cards import FREE
from engines.loot.game import LootTrap
from engines.loot.kit import UNSEEN, Choice
from engines.loot.state import Frame, State
from engines.players.greedy import Greedy
from engines.players.judge import Rated
from engines.players.loot_effects import Appraiser, Outlook
from engines.players.loot_values import Values, is_trap
from engines.players.player import APPRENTICE, MASTERMIND, WANDERER, Player, Seen
from engines.players.ponder import Ponder
from engines.players.wanderer import Wanderer

LEAST_KEPT = 0.3
"""What any card is worth in a hand."""
KEPT = 0.5
"""Which part of what a card can do counts as long as it is in the hand."""
FULL_HAND = 0.3
"""And which part of that if the hand is full, for something has to go."""
PATIENCE = 0.7
"""What it has to be worth at least to play a card out of turn: there will be other turns."""
STRAY = 0.08
"""How often somebody lands on a trap who could go elsewhere."""

Rater = Callable[[Outlook, Frame, Sequence[Choice]], list[float]]


class LootAdviser:
    """Rates answers under the rulings of one game."""

    def __init__(self, game: LootTrap) -> None:
        self.values = Values(game)
        self._kit = game.kit
        self._box = game.box
        self._appraiser = Appraiser(game, self.values)
        self._effects = game.rules.effects
        self._kept = {seats: self._kept_with(seats) for seats in game.seat_counts}
        self._raters: dict[str, Rater] = {
            "move": self._moves,
            "step": self._moves,
            "action": self._actions,
            "laying": self._actions,
            "window": self._windows,
            "peek": self._peeks,
            "discard": self._discards,
            "ghost-discard": self._discards,
            "found": self._finds,
            "effect": self._targets,
            "hits": self._spends,
            "drop": self._losses,
            "give": self._losses,
        }
        self._liked = frozenset(("bank", "draw", "roll", "look"))

    def rated(self, seen: Seen, decision: Decision, rng: Random) -> Rated:
        """Return every answer with how good it looks."""
        choices = list(seen.options(decision).enumerate())
        if len(choices) == 1:
            return [(choices[0], 0.0)]
        return self.rate(seen.state(), decision.seat, choices)

    def worth(self, play: AnyPlay, seat: int) -> float:
        """Return how good a position is for a seat."""
        return self.values.worth(play.state, seat)

    def rate(self, state: State, seat: int, choices: Sequence[Choice]) -> Rated:
        """Return every choice of a seat with how good it looks in a position."""
        frame = state.agenda[-1]
        rater = self._raters.get(frame[0], self._simply)
        return list(zip(choices, rater(Outlook(self.values, state, seat), frame, choices), strict=True))

    def _simply(self, outlook: Outlook, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        return [float(choice[0] in self._liked) for choice in choices]

    def _kept_with(self, seats: int) -> tuple[float, ...]:
        """Return what each design is worth in a hand: a part of what it could do; equipment is never kept for long."""
        instants = self._appraiser.instants[seats]
        return tuple(
            max(LEAST_KEPT, 0.0 if is_gear else KEPT * worth)
            for is_gear, worth in zip(self._box.is_gear, instants, strict=True)
        )

    # ---- cards in hand -----------------------------------------------------------------------------------------------

    def _keep(self, outlook: Outlook, face: int) -> float:
        """Return what a card is worth as long as it is in the hand."""
        if face == UNSEEN:
            return LEAST_KEPT
        if self._box.is_loot[face]:
            return self.values.w.loot_in_hand * self.values.next_loot(outlook.state, outlook.seat)
        return self._kept[outlook.state.seats][face]

    def _cost(self, outlook: Outlook, face: int) -> float:
        """Return what it costs to give a card away: little if the hand is full."""
        state, seat = outlook.state, outlook.seat
        is_full = len(state.hand[seat]) >= self._kit.hand_limit(state, seat) and not (
            face >= 0 and self._box.is_loot[face]
        )
        return self._keep(outlook, face) * (FULL_HAND if is_full else 1.0)

    def _worst(self, outlook: Outlook) -> float:
        state = outlook.state
        return min((self._keep(outlook, state.face[token]) for token in state.hand[outlook.seat]), default=0.0)

    def _fresh(self, outlook: Outlook) -> float:
        """Return what a card that nobody has seen is worth in hand."""
        state = outlook.state
        unseen = len([face for face in state.face if face < 0]) - sum(len(old) for old, _ in state.shuffles)
        share = sum(map(state.left, self._box.loots)) / max(1, unseen)
        return share * self._keep(outlook, self._box.loots[0]) + (1 - share) * self.values.w.card * KEPT

    # ---- moves -------------------------------------------------------------------------------------------------------

    def _moves(self, outlook: Outlook, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        return [self._move(outlook, frame[1], cell) for _, cell in choices]

    def _move(self, outlook: Outlook, mover: int, cell: int) -> float:
        state, share = outlook.state, outlook.shares[mover]
        ways = [way for way in state.field.around[cell] if state.is_free(way)]
        safe = sum(not is_trap(state, way) for way in ways) / len(ways) if ways else 0.0
        worth = share * self.values.w.exits * safe
        token = state.trap(cell)
        if is_trap(state, cell):
            return worth + self._appraiser.trap(outlook, state.face[token], mover, state.laid[cell] >= 0)
        is_known_loot = state.face[token] in self._box.loots
        return worth + share * (self._keep(outlook, self._box.loots[0]) * KEPT if is_known_loot else 0.0)

    # ---- actions -----------------------------------------------------------------------------------------------------

    def _actions(self, outlook: Outlook, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        lays = Lays(self._appraiser, outlook)
        return [self._action(outlook, choice, lays) for choice in choices]

    def _action(self, outlook: Outlook, choice: Choice, lays: Lays) -> float:
        kind = choice[0]
        if kind == "lay":
            return lays.worth(choice[1], choice[2]) - self._cost(outlook, choice[1])
        if kind == "play":
            return self._play(outlook, choice[1])
        if kind == "bank":
            return self.values.next_loot(outlook.state, outlook.seat)
        if kind == "equip":
            return self._equip(outlook, choice[1], choice[2]) - self._cost(outlook, choice[1])
        if kind == "peek":
            return self._peek(outlook)
        return 0.0 if outlook.state.acted else max(0.0, self._fresh(outlook) - self._worst(outlook))

    def _play(self, outlook: Outlook, face: int) -> float:
        worth = self._appraiser.effect(outlook, INSTANT, face, outlook.seat)
        bonus = self.values.w.spare_action if FREE in self._box.icons[face] else 0.0
        return worth + bonus - self._cost(outlook, face)

    def _equip(self, outlook: Outlook, face: int, other: int) -> float:
        return outlook.shares[other] * (self.values.gear[face] - self.values.worn(outlook.state, other))

    def _peek(self, outlook: Outlook) -> float:
        state = outlook.state
        face = state.face[state.base[state.pawn[outlook.seat]]]
        found = self._fresh(outlook) if face < 0 else self._keep(outlook, face)
        return max(0.0, found - self._worst(outlook)) + (KEPT * LEAST_KEPT if face < 0 else 0.0)

    def _windows(self, outlook: Outlook, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        return [self._play(outlook, choice[1]) - PATIENCE if choice[0] == "play" else 0.0 for choice in choices]

    # ---- cards that go -----------------------------------------------------------------------------------------------

    def _peeks(self, outlook: Outlook, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        state = outlook.state
        found = self._keep(outlook, state.face[state.base[state.pawn[outlook.seat]]])
        return [found - self._keep(outlook, choice[1]) if choice[0] == "swap" else 0.0 for choice in choices]

    def _discards(self, outlook: Outlook, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        """With too many cards it hurts to keep them all, and it costs little to let one go."""
        state, seat = outlook.state, outlook.seat
        over = len(state.hand[seat]) - self._kit.hand_limit(state, seat)
        hurts = [self.values.harm(state, seat, 1, is_trap=False) if over > cards else 0.0 for cards in (0, 1)]
        worths = {"keep": -hurts[0], "discard": -hurts[1], "replace": self._fresh(outlook) - hurts[0]}
        part = FULL_HAND if over > 0 else 1.0
        return [
            worths[choice[0]] - (part * self._keep(outlook, choice[1]) if len(choice) > 1 else 0.0)
            for choice in choices
        ]

    def _losses(self, outlook: Outlook, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        return [-self._keep(outlook, choice[1]) for choice in choices]

    # ---- in the middle of something ----------------------------------------------------------------------------------

    def _finds(self, outlook: Outlook, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        return [
            self._equip(outlook, choice[1], choice[2]) if choice[0] == "equip" else float(choice[0] == "bank")
            for choice in choices
        ]

    def _targets(self, outlook: Outlook, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        _, part, index, at, you, _, is_doubled = frame
        bonus = self._aim_bonus(outlook.state, frame)
        return [
            self._appraiser.effect(outlook, part, index, you, target, at, is_doubled) + bonus(target)
            for _, target in choices
        ]

    def _aim_bonus(self, state: State, frame: Frame) -> Callable[[int], float]:
        """Return what the free action of a played card is worth, if the card can affect a target (A25)."""
        _, part, index, at, you, *_ = frame
        is_free = part == INSTANT and FREE in self._box.icons[index] and state.agenda[-2:-1] == (("aimed", you),)
        steps = self._box.steps[part][index][at:]
        able = self._effects.can_be_fulfilled
        return lambda target: self.values.w.spare_action if is_free and able(state, you, steps, target) else 0.0

    def _spends(self, outlook: Outlook, frame: Frame, choices: Sequence[Choice]) -> list[float]:
        state, (seat, damage) = outlook.state, frame[1][len(frame[2])]
        health, goal, count = state.health[seat], self._kit.loot_goal(state, seat), len(state.bank[seat])
        left = health - min(damage, health)
        return [
            self.values.w.health[min(health, left + loots)] + self.values.loots(count - loots, goal)
            for _, loots in choices
        ]


class Lays:
    """What laying a trap is worth, here and there: who has few ways to go lands on it."""

    def __init__(self, appraiser: Appraiser, outlook: Outlook) -> None:
        self._appraiser = appraiser
        self._outlook = outlook
        self._prey: dict[int, list[tuple[int, float]]] = {}
        self._harm: dict[tuple[int, int], float] = {}
        state = outlook.state
        for seat in state.living():
            around = state.field.around[state.pawn[seat]]
            ways = [cell for cell in around if state.is_free(cell)]
            safe = [cell for cell in ways if not is_trap(state, cell)]
            for cell in ways:
                chance = 1 / len(ways) if all(way == cell for way in safe) else STRAY
                self._prey.setdefault(cell, []).append((seat, chance))

    def worth(self, face: int, cell: int) -> float:
        """Return what it is worth to lay a card on a space."""
        return sum(chance * self._on(face, seat) for seat, chance in self._prey.get(cell, ()))

    def _on(self, face: int, seat: int) -> float:
        if (face, seat) not in self._harm:
            self._harm[face, seat] = self._appraiser.trap(self._outlook, face, seat, is_laid=True)
        return self._harm[face, seat]


def players(game: LootTrap) -> dict[str, Callable[[], Player]]:
    """Return how each house player of the game is made."""
    adviser = LootAdviser(game)
    return {WANDERER: Wanderer, APPRENTICE: lambda: Greedy(adviser), MASTERMIND: lambda: Ponder(adviser)}
