"""What an effect of Loot Trap is worth before it happens, told from its lines: no card is known by its name here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engines.core.effects import Step
from engines.loot.box import ABILITY, AFTER, INSTANT, TRAP
from engines.loot.cards import MULTIPLY
from engines.loot.effects import needs_opponent
from engines.loot.game import LootTrap
from engines.loot.state import HAND, State
from engines.players.loot_values import Values, is_trap

Gain = Callable[[State, Step, int, int], float]
"""What a step gives to one of its people: the position, the step, the seat and the number."""
SPYING, DIGGING, LAYING, WALKING = 0.5, 0.4, 0.8, 0.5
REDRAWING = -0.15
"""For each card: what was kept was kept for a reason."""
FOUND_GEAR = 1.0


class Outlook:
    """A position as one seat judges it: what it wins, and what it minds that others win."""

    __slots__ = ("seat", "shares", "state")

    def __init__(self, values: Values, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.shares = values.shares(state, seat)


class Appraiser:
    """Adds up what the steps of effects give and take."""

    def __init__(self, game: LootTrap, values: Values) -> None:
        self._values = values
        self._kit = game.kit
        self._box = box = game.box
        self._effects = game.rules.effects
        self._rolls = (0.0,) * len(box.steps[ABILITY])
        self._usual_trap = 0.0
        self._gains: dict[str, Gain] = {
            "damage": lambda state, step, seat, n: -values.harm(state, seat, n, is_trap=False),
            "heal": lambda state, step, seat, n: values.healing(state, seat, n),
            "draw": lambda state, step, seat, n: values.cards(state, seat, n),
            "discard": lambda state, step, seat, n: -values.w.card * min(n, len(state.hand[seat])) * 0.7,
            "redraw": lambda state, step, seat, n: REDRAWING * len(state.hand[seat]),
            "salvage": self._salvage,
            "walk": lambda state, step, seat, n: self._steered(state, seat, max, WALKING),
            "push": lambda state, step, seat, n: self._steered(state, seat, min),
            "blow": self._blow,
            "home": self._home,
            "arm": self._arm,
            "disarm": self._disarm,
            "spring": self._spring,
            "dig": lambda state, step, seat, n: DIGGING * bool(self._kit.diggable(state, seat)),
            "spy": lambda state, step, seat, n: SPYING,
            "lay": lambda state, step, seat, n: LAYING * (len(state.hand[seat]) > 1),
            "bank": self._bank,
            "sink": lambda state, step, seat, n: -values.last_loot(state, seat),
            "strip": lambda state, step, seat, n: -values.worn(state, seat),
            "roll": lambda state, step, seat, n: self._rolled(state, seat) * n,
            "guard": lambda state, step, seat, n: 0.0 if state.guarded[seat] else values.guard(state, seat),
            "becalm": lambda state, step, seat, n: 0.0 if state.becalmed[seat] else -values.w.action,
            "act": lambda state, step, seat, n: values.w.spare_action * n,
        }
        usual = {seats: _usual(game, seats) for seats in game.seat_counts}
        outlooks = {seats: Outlook(values, state, 0) for seats, state in usual.items()}
        outlook = outlooks[2]
        self._rolls = tuple(self.effect(outlook, ABILITY, at, 0) for at in range(len(box.steps[ABILITY])))
        self.instants = {
            seats: tuple(self.effect(one, INSTANT, at, 0) for at in range(len(box.designs)))
            for seats, one in outlooks.items()
        }
        """What playing each design is worth in a usual position, by the number of seats."""
        self._traps = tuple(
            self.trap(outlook, at, 0, is_laid=False) if box.is_hybrid[at] else FOUND_GEAR
            for at in range(len(box.designs))
        )
        self._usual_trap = self.unknown(usual[2], 0)

    # ---- effects -----------------------------------------------------------------------------------------------------

    def effect(
        self, outlook: Outlook, part: str, index: int, you: int, target: int = -1, at: int = 0, is_doubled: bool = False
    ) -> float:
        """Return what an effect is worth; where an opponent has to be chosen, with the one that is best to choose."""
        steps = self._box.steps[part][index][at:]
        if target >= 0 or not any(map(needs_opponent, steps)):
            return self._sum(outlook, part, steps, you, target, is_doubled)
        targets = [seat for seat in outlook.state.living() if seat != you]
        return max((self._sum(outlook, part, steps, you, seat, is_doubled) for seat in targets), default=0.0)

    def _sum(
        self, outlook: Outlook, part: str, steps: Sequence[Step], you: int, target: int, is_doubled: bool
    ) -> float:
        state, shares, total = outlook.state, outlook.shares, 0.0
        for step in steps:
            factor = 2 if is_doubled else 1
            if step.op in ("give", "pay", "rob", "swap"):
                total += self._between(outlook, step, you, target)
                continue
            gain = self._gains[step.op]
            for seat in self._effects.people(state, step.who, you, target):
                count = step.amount if isinstance(step.amount, int) else self._effects.counted(state, step.amount, seat)
                if part == TRAP and step.op == "damage":
                    total -= shares[seat] * self._values.harm(state, seat, count * factor, is_trap=True)
                elif count:
                    total += shares[seat] * gain(state, step, seat, count * factor)
        return total

    def _between(self, outlook: Outlook, step: Step, you: int, target: int) -> float:
        """Return what a step is worth that takes from one and gives to another."""
        state, shares, card = outlook.state, outlook.shares, self._values.w.card
        if step.op == "swap":
            here, there = state.pawn[you], state.pawn[target]
            moved = self._kit.may(state, you, "moved") and self._kit.may(state, target, "moved")
            return (
                shares[you] * self._landing(state, you, there) + shares[target] * self._landing(state, target, here)
                if moved
                else 0.0
            )
        if step.op == "rob":
            if not state.bank[target]:
                return 0.0
            lost, won = self._values.last_loot(state, target), self._values.next_loot(state, you)
            return shares[you] * won - shares[target] * lost
        giver, taker = (target, you) if step.op == "give" else (you, target)
        if not state.hand[giver]:
            return 0.0
        return shares[taker] * self._values.cards(state, taker, 1) - shares[giver] * card * 0.7

    # ---- traps -------------------------------------------------------------------------------------------------------

    def trap(self, outlook: Outlook, face: int, lander: int, is_laid: bool) -> float:
        """Return what it is worth that somebody lands on a card that goes off."""
        state, box = outlook.state, self._box
        if face < 0:
            return outlook.shares[lander] * self.unknown(state, lander)
        if box.is_loot[face]:
            able = self._kit.may(state, lander, "bank")
            return outlook.shares[lander] * self._values.next_loot(state, lander) if able else 0.0
        if box.is_gear[face]:
            return outlook.shares[lander] * FOUND_GEAR
        is_doubled = is_laid and MULTIPLY in box.icons[face]
        return sum(
            self.effect(outlook, part, face, lander, is_doubled=is_doubled)
            for part in (TRAP, AFTER)
            if box.steps[part][face]
        )

    def unknown(self, state: State, lander: int) -> float:
        """Return what a card that nobody has seen gives to who lands on it, by the cards that are left."""
        left = [state.left(face) for face in range(len(self._box.designs))]
        total = sum(left)
        if not total:
            return 0.0
        loot = sum(left[face] for face in self._box.loots) * self._values.next_loot(state, lander)
        others = sum(count * worth for count, worth in zip(left, self._traps, strict=True) if worth)
        others -= sum(left[face] * self._traps[face] for face in self._box.loots)
        return (loot + others * self._frailty(state, lander)) / total

    def _frailty(self, state: State, seat: int) -> float:
        """Return how much more a trap hurts with this health than usual."""
        health = self._values.w.health
        now, usual = state.health[seat], _USUAL_HEALTH
        return (health[now] - health[max(0, now - 1)]) / (health[usual] - health[usual - 1])

    def _landing(self, state: State, seat: int, cell: int) -> float:
        """Return what it gives to a seat to be moved to a space: traps there are taken for usual ones."""
        if not is_trap(state, cell):
            return 0.0
        face = state.face[state.trap(cell)]
        if face < 0:
            return self._usual_trap * self._frailty(state, seat)
        if self._box.is_loot[face]:
            return self._values.next_loot(state, seat)
        return self._traps[face] * self._frailty(state, seat)

    # ---- steps -------------------------------------------------------------------------------------------------------

    def _salvage(self, state: State, step: Step, seat: int, n: int) -> float:
        taken = state.discard[-n:]
        loots = sum(self._box.is_loot[state.face[token]] for token in taken)
        found = self._values.next_loot(state, seat) * self._values.w.loot_in_hand * loots if loots else 0.0
        return found + self._values.cards(state, seat, len(taken))

    def _steered(self, state: State, seat: int, best: Callable[[Iterable[float]], float], going: float = 0.0) -> float:
        """Return what it gives to be moved by somebody who looks where to; ``going`` is what it gives to go at all."""
        if not self._kit.may(state, seat, "moved"):
            return 0.0
        landings = [self._landing(state, seat, cell) for _, cell in self._kit.exits(state, seat)]
        return best(landings) + going if landings else 0.0

    def _blow(self, state: State, step: Step, seat: int, n: int) -> float:
        cell = self._effects.blown_to(state, seat, step.word)
        return 0.0 if cell is None else self._landing(state, seat, cell)

    def _home(self, state: State, step: Step, seat: int, n: int) -> float:
        cell = state.field.starts[seat]
        return self._landing(state, seat, cell) if state.is_free(cell) and self._kit.may(state, seat, "moved") else 0.0

    def _arm(self, state: State, step: Step, seat: int, n: int) -> float:
        return -self._values.w.exits * self._values.freedom(state, seat)

    def _disarm(self, state: State, step: Step, seat: int, n: int) -> float:
        return self._values.w.exits * (1 - self._values.freedom(state, seat))

    def _spring(self, state: State, step: Step, seat: int, n: int) -> float:
        face = state.face[state.base[state.pawn[seat]]] if state.base[state.pawn[seat]] >= 0 else -1
        if face >= 0 and self._box.is_loot[face]:
            return self._values.next_loot(state, seat)
        return (self._traps[face] if face >= 0 else self._usual_trap) * self._frailty(state, seat)

    def _bank(self, state: State, step: Step, seat: int, n: int) -> float:
        has_loot = any(state.face[token] in self._box.loots for token in state.hand[seat])
        return self._values.next_loot(state, seat) if has_loot and self._kit.may(state, seat, "bank") else 0.0

    def _rolled(self, state: State, seat: int) -> float:
        if state.avatar[seat] < 0:
            return 0.0
        numbers = [number for number in range(1, 7) if state.rolls >> number & 1] or range(1, 7)
        return sum(self._rolls[self._box.ability(state.avatar[seat], number)] for number in numbers) / len(numbers)


_USUAL_HEALTH = 5


def _usual(game: LootTrap, seats: int) -> State:
    """Return a position in the middle of a game: everybody has lost health and banked a loot."""
    state = game.first_state(seats)
    state.seat = 0
    for seat in range(seats):
        state.health[seat] = _USUAL_HEALTH
        state.bank[seat] = (state.deck.pop(),)
        state.hand[seat] = state.hand[seat][:HAND]
        state.avatar[seat] = seat
    for cell in state.field.cells[::3]:
        state.armed[cell] = True
    state.discard = [state.deck.pop() for _ in range(3)]
    loots = [face for face in game.box.loots for _ in range(game.box.copies[face])]
    for bank, loot in zip(state.bank, loots, strict=False):
        state.face[bank[0]] = loot
    for token in state.discard:
        state.face[token] = 0
    return state
