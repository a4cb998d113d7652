"""What every part of the rules needs: modifiers in play, cards that are due, ways that are free."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core.modifiers import CANT, settle
from engines.loot import events as ev
from engines.loot.box import ABILITY, INSTANT, Box
from engines.loot.state import Frame, State

Emit = Callable[[object], None]
Todo = list[Frame]
Choice = tuple[Any, ...]
Handler = Callable[[State, Frame, Todo, Emit], bool]
"""Does one item of the agenda. True: it waits for somebody, and is still on the agenda."""
Answerer = Callable[[State, Frame, Choice, Todo, Emit], None]
"""Carries out the answer to an item that waited; the item is off the agenda."""
HAND_LIMIT = 6
AFTER_MOVE, AFTER_ACTION = 0, 1
"""When others may play out of turn (A26)."""
MOVE, HOP = "move", "hop"
UNSEEN = -1
"""The design of a card that nobody told."""
LIMIT, GHOST = "limit", "ghost"
"""Sources beside cards and abilities: too many cards in hand, and the roll of an eliminated player."""
_CAUSES = {LIMIT: "too many cards", GHOST: "an eliminated player's roll"}
_RULES = {INSTANT: "R17", ABILITY: "R42", LIMIT: "R12", GHOST: "R53"}


class Kit:
    """Looks things up and does what has no choice in it."""

    def __init__(self, box: Box, options: Mapping[str, str]) -> None:
        self.box = box
        self.options = options

    # ---- modifiers -------------------------------------------------------------------------------------------------

    def amount(self, state: State, seat: int, what: str, value: int) -> int:
        """Return what a number is for a seat, after its equipment and the variants."""
        gear = state.gear[seat]
        own = self.box.modifiers[state.face[gear]].get(what, ()) if gear >= 0 else ()
        house = self.box.house_rules.get(what, ())
        return settle(value, (*house, *own)) if own or house else value

    def may(self, state: State, seat: int, what: str) -> bool:
        """Tell whether nothing in play forbids this to a seat."""
        gear = state.gear[seat]
        own = self.box.modifiers[state.face[gear]].get(what, ()) if gear >= 0 else ()
        return not any(one.layer == CANT for one in (*own, *self.box.house_rules.get(what, ())))

    def hand_limit(self, state: State, seat: int) -> int:
        """Return how many cards a seat may hold at the end of its turn."""
        return self.amount(state, seat, "hand-limit", HAND_LIMIT)

    def loot_goal(self, state: State, seat: int) -> int:
        """Return how much banked loot wins: 5 for two players, 4 for more (A15)."""
        ruled = self.options["A15"]
        goal = (5 if state.seats == 2 else 4) if ruled == "by-count" else int(ruled)
        return max(1, self.amount(state, seat, "loot-goal", goal))

    # ---- cards -----------------------------------------------------------------------------------------------------

    def due(self, state: State, emit: Emit) -> int | None:
        """Return the card that comes next; an empty deck is made of the discard pile first (R11)."""
        if not state.deck:
            if not state.discard:
                return None
            first = len(state.face)
            old = tuple(state.discard)
            emit(ev.Reshuffled(old, tuple(range(first, first + len(old)))))
        return state.deck[-1]

    def draw(self, state: State, seat: int, count: int, cause: str, rule: str, emit: Emit) -> None:
        """Draw some cards; one that is due and not there is skipped (A37)."""
        for _ in range(count):
            token = self.due(state, emit)
            if token is not None:
                emit(ev.Drawn(seat, token, cause, rule))

    def refill(self, state: State, cell: int, emit: Emit) -> None:
        """Fill an empty space from the deck (R28), or leave a hole (A37)."""
        token = self.due(state, emit)
        if token is None:
            emit(ev.HoleLeft(cell))
        else:
            emit(ev.Refilled(cell, token))

    def fill_holes(self, state: State, emit: Emit) -> None:
        """Fill holes as soon as there are cards (A37)."""
        for cell in state.holes:
            token = self.due(state, emit)
            if token is not None:
                emit(ev.Refilled(cell, token, "a card is there again", "A37"))

    def remove(self, state: State, cell: int, cause: str, rule: str, emit: Emit) -> None:
        """Discard the card of a space."""
        token = state.base[cell]
        emit(ev.Removed(cell, token, state.face[token], cause, rule))

    def strip(self, state: State, seat: int, cause: str, rule: str, emit: Emit) -> None:
        """Discard a player's equipment, if there is any."""
        token = state.gear[seat]
        if token >= 0:
            emit(ev.Stripped(seat, token, state.face[token], cause, rule))

    def known(self, state: State, seat: int, design: int) -> int | None:
        """Return the card of a hand that is known to have this face, or None."""
        face = state.face
        for token in state.hand[seat]:
            if face[token] == design:
                return token
        return None

    def shown(self, state: State, seat: int, design: int, emit: Emit) -> int:
        """Return the card of a hand that is shown with this face: who has it, else any that nobody has told."""
        token = self.known(state, seat, design)
        if token is not None:
            return token
        self.mix(state, seat, emit)
        return state.blanks(seat)[0]

    def mix(self, state: State, seat: int, emit: Emit) -> None:
        """Say that nobody can tell the untold cards of a hand apart, if they come from different shuffles.

        Where a card may come from says what it may be; which of them is shown, nobody tells.
        """
        blanks = tuple(state.blanks(seat))
        if len({state.shuffle_of(token) for token in blanks}) > 1:
            first = len(state.face)
            emit(ev.Mixed(seat, blanks, tuple(range(first, first + len(blanks)))))

    def hidden_out(self, state: State, seat: int, design: int) -> tuple[int, tuple[int, ...]]:
        """Return the card that leaves a hand face down, and new numbers for that hand if nobody told which it is."""
        token = None if design == UNSEEN else self.known(state, seat, design)
        if token is not None:
            return token, ()
        first = len(state.face)
        fresh = tuple(range(first, first + len(state.hand[seat])))
        return fresh[-1], fresh

    # ---- ways ------------------------------------------------------------------------------------------------------

    def exits(self, state: State, seat: int) -> list[Choice]:
        """Return where a pawn may go: any free space around it, or over one pawn if pawns fill them all (R13, R15)."""
        cell, field = state.pawn[seat], state.field
        who, base, laid = state.who, state.base, state.laid
        free = [(MOVE, to) for to in field.around[cell] if who[to] < 0 and (base[to] >= 0 or laid[to] >= 0)]
        if free:
            return free
        hops = {to for over in field.around[cell] if who[over] >= 0 for to in field.behind[cell, over]}
        return [(HOP, to) for to in sorted(hops) if state.is_free(to)]

    def can_go(self, state: State, seat: int) -> bool:
        """Tell whether there is any exit."""
        who, base = state.who, state.base
        for to in state.field.around[state.pawn[seat]]:
            if who[to] < 0 and base[to] >= 0:
                return True
        return bool(self.exits(state, seat))

    def go(self, state: State, seat: int, choice: Choice, cause: str, rule: str, todo: Todo, emit: Emit) -> None:
        """Move a pawn; it lands next."""
        kind, cell = choice
        emit(ev.Moved(seat, state.pawn[seat], cell, kind == HOP, cause, "R15" if kind == HOP else rule))
        todo.append(("land", seat))

    def places(self, state: State, seat: int, place: str) -> list[int]:
        """Return where a seat may lay a trap (R19, R21, A3, A35)."""
        field, is_over = state.field, place == "over"
        if place == "anywhere":
            cells = field.cells
        elif self.options["A3"] == "diagonal":
            cells = field.around[state.pawn[seat]]
        else:
            cells = field.beside[state.pawn[seat]]
        who, base, laid = state.who, state.base, state.laid
        return [cell for cell in cells if who[cell] < 0 and base[cell] >= 0 and (is_over or laid[cell] < 0)]

    def diggable(self, state: State, seat: int) -> list[int]:
        """Return the cards around a pawn that can be dug up: face down, and no pawn or laid trap on them."""
        around, who, base = state.field.around[state.pawn[seat]], state.who, state.base
        closed = [cell for cell in around if base[cell] >= 0 and state.laid[cell] < 0 and not state.up[cell]]
        return [cell for cell in closed if who[cell] < 0]

    # ---- words -----------------------------------------------------------------------------------------------------

    def cause(self, part: str, index: int) -> str:
        """Return the name of what did something."""
        if part in _CAUSES:
            return _CAUSES[part]
        return f"ability {index % 6 + 1}" if part == ABILITY else self.box.titles[index]

    def rule(self, part: str) -> str:
        """Return the rule by which it did."""
        return _RULES.get(part, "R30")
