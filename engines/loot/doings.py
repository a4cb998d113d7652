"""What effects ask people to do: steps, discards, gifts, looks, digs, lays, rolls; and the turns of the eliminated."""

from __future__ import annotations

from engines.core.events import Bound
from engines.loot import events as ev
from engines.loot.box import ABILITY
from engines.loot.cards import ANYWHERE
from engines.loot.effects import Effects
from engines.loot.kit import GHOST, MOVE, Answerer, Choice, Emit, Handler, Kit, Todo
from engines.loot.state import Frame, State

FIRST_LAY_ROLL, FIRST_MOVE_ROLL = 4, 6


class Doings:
    """Everything that somebody has to answer in the middle of an effect."""

    def __init__(self, kit: Kit, effects: Effects) -> None:
        self._kit = kit
        self._effects = effects
        self._ghost_picks = kit.options["A34"] == "eliminated"
        self.handlers: dict[str, Handler] = {
            "step": self._step,
            "blow": self._blow,
            "drop": self._drop,
            "redraw": self._redraw,
            "give": self._give,
            "dig": self._dig,
            "unearth": self._unearth,
            "spy": self._spy,
            "look": self._wait,
            "laying": self._laying,
            "banking": self._banking,
            "roll": self._roll,
            "ghost-draw": self._ghost_draw,
            "ghost-card": self._ghost_card,
            "ghost-roll": self._wait,
            "ghost-rolls": self._wait,
            "ghost-discard": self._ghost_discard,
        }
        self.answers: dict[str, Answerer] = {
            "step": self._answer_step,
            "drop": self._answer_drop,
            "give": self._answer_give,
            "dig": self._answer_dig,
            "spy": self._answer_spy,
            "look": self._answer_look,
            "laying": self._answer_laying,
            "banking": self._answer_banking,
            "roll": self._answer_roll,
            "ghost-draw": self._answer_ghost_draw,
            "ghost-roll": self._answer_ghost_roll,
            "ghost-rolls": self._answer_ghost_rolls,
            "ghost-discard": self._answer_ghost_discard,
        }

    def _wait(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        todo.append(frame)
        return True

    # ---- pawns -----------------------------------------------------------------------------------------------------

    def _step(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """A free direction: any space that a move could reach (A11)."""
        seat = frame[1]
        if not state.alive[seat] or not self._kit.may(state, seat, "moved") or not self._kit.can_go(state, seat):
            return False
        return self._wait(state, frame, todo, emit)

    def _answer_step(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        """Single steps: what is met half-way is resolved at once, then the rest follows (A58, A59)."""
        kind, seat, chooser, count, part, index = frame
        if count > 1:
            todo.append((kind, seat, chooser, count - 1, part, index))
        self._kit.go(state, seat, choice, self._kit.cause(part, index), self._kit.rule(part), todo, emit)

    def _blow(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        kind, seat, direction, count, part, index = frame
        cell = self._effects.blown_to(state, seat, direction)
        if cell is None:
            return False
        if count > 1:
            todo.append((kind, seat, direction, count - 1, part, index))
        self._kit.go(state, seat, (MOVE, cell), self._kit.cause(part, index), self._kit.rule(part), todo, emit)
        return False

    # ---- cards -----------------------------------------------------------------------------------------------------

    def _drop(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        return bool(state.alive[frame[1]] and state.hand[frame[1]]) and self._wait(state, frame, todo, emit)

    def _answer_drop(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        kind, seat, count = frame
        if count > 1:
            todo.append((kind, seat, count - 1))
        emit(ev.Discarded(seat, self._kit.shown(state, seat, choice[1], emit), choice[1], "a card demands it", "R30"))

    def _redraw(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """All cards of a hand are discarded for all to see, then as many are drawn."""
        seat = frame[1]
        if not state.alive[seat]:
            return False
        if state.blanks(seat):
            self._kit.mix(state, seat, emit)
            return self._wait(state, frame, todo, emit)
        hand = state.hand[seat]
        for token in hand:
            emit(ev.Discarded(seat, token, state.face[token], "a card demands it", "R30"))
        self._kit.draw(state, seat, len(hand), "a card demands it", "R30", emit)
        return False

    def _give(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        _, seat, other, *_ = frame
        able = state.alive[seat] and state.alive[other] and bool(state.hand[seat])
        return able and self._wait(state, frame, todo, emit)

    def _answer_give(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        kind, seat, other, count, part, index = frame
        if count > 1:
            todo.append((kind, seat, other, count - 1, part, index))
        before = state.hand[seat]
        token, fresh = self._kit.hidden_out(state, seat, choice[1])
        cause, rule = self._kit.cause(part, index), self._kit.rule(part)
        emit(ev.Given(seat, other, token, before, fresh, cause, rule))
        if state.face[token] >= 0:
            emit(Bound(token, self._kit.box.names[state.face[token]], (seat, other), cause, rule))

    def _banking(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """Asked of everybody with cards, whatever they hold."""
        seat = frame[1]
        able = state.alive[seat] and bool(state.hand[seat]) and self._kit.may(state, seat, "bank")
        return able and self._wait(state, frame, todo, emit)

    def _answer_banking(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        seat = frame[1]
        if choice[0] == "bank":
            loot = self._kit.box.banked(choice)
            emit(ev.Banked(seat, self._kit.shown(state, seat, loot, emit), loot, "a card allows it", "R17"))

    # ---- the field -------------------------------------------------------------------------------------------------

    def _dig(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        seat = frame[1]
        able = state.alive[seat] and bool(self._kit.diggable(state, seat))
        return able and self._wait(state, frame, todo, emit)

    def _answer_dig(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        kind, seat, count = frame
        if count > 1:
            todo.append((kind, seat, count - 1))
        todo.append(("unearth", choice[1]))

    def _unearth(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        cell = frame[1]
        if state.face[state.base[cell]] < 0:
            return self._wait(state, frame, todo, emit)
        self._kit.remove(state, cell, "dug up", "R17", emit)
        self._kit.refill(state, cell, emit)
        return False

    def _spy(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        return state.alive[frame[1]] and self._wait(state, frame, todo, emit)

    def _answer_spy(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        kind, seat, count = frame
        if choice[0] != "look":
            return
        if count > 1:
            todo.append((kind, seat, count - 1))
        token = state.trap(choice[1])
        self._effects.look(state, seat, choice[1], token, "a card allows it", "A69", emit)
        if state.face[token] < 0:
            todo.append(("look", seat, choice[1]))

    def _answer_look(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        """It was seen; nothing else happens."""

    def _laying(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        _, seat, place = frame
        if not state.hand[seat] or (place != ANYWHERE and not state.alive[seat]):
            return False
        able = self._kit.may(state, seat, "lay") and bool(self._kit.places(state, seat, place))
        return able and self._wait(state, frame, todo, emit)

    def _answer_laying(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        todo.append(("put", frame[1], choice[1], choice[2]))

    # ---- rolls -----------------------------------------------------------------------------------------------------

    def _roll(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """Eliminated players do not draw roll cards for others' effects (A65)."""
        return state.alive[frame[1]] and self._wait(state, frame, todo, emit)

    def _answer_roll(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        seat, number = frame[1], choice[1]
        emit(ev.Rolled(seat, number))
        todo.append(("effect", ABILITY, self._kit.box.ability(state.avatar[seat], number), 0, seat, -1, False))

    # ---- the eliminated --------------------------------------------------------------------------------------------

    def _ghost_draw(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        return bool(state.deck or state.discard) and self._wait(state, frame, todo, emit)

    def _answer_ghost_draw(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        if choice[0] == "draw":
            self._kit.draw(state, frame[1], 1, "eliminated", "R52", emit)
            todo.append(("ghost-card", frame[1]))

    def _ghost_card(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """Loot that an eliminated player draws is discarded, so its face has to be told."""
        seat = frame[1]
        token = state.hand[seat][-1]
        face = state.face[token]
        if face < 0:
            return self._wait(state, frame, todo, emit)
        if self._kit.box.is_loot[face]:
            emit(ev.Discarded(seat, token, face, "eliminated", "R52"))
        return False

    def _answer_ghost_roll(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        if choice[0] == "roll":
            todo.append(("ghost-rolls", frame[1]))

    def _answer_ghost_rolls(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        """R53: 1–3 nothing, 4–5 lay a trap anywhere, 6 move all opponents once."""
        seat, number = frame[1], choice[1]
        emit(ev.Rolled(seat, number, "eliminated", "R53"))
        if FIRST_LAY_ROLL <= number < FIRST_MOVE_ROLL:
            todo.append(("laying", seat, ANYWHERE))
        elif number >= FIRST_MOVE_ROLL:
            for other in reversed(state.clockwise(seat)):
                todo.append(("step", other, seat if self._ghost_picks else other, 1, GHOST, 0))

    def _ghost_discard(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        return bool(state.hand[frame[1]]) and self._wait(state, frame, todo, emit)

    def _answer_ghost_discard(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        """One may go; as long as there are too many, one must (R54, A36)."""
        if choice[0] == "keep":
            return
        seat = frame[1]
        emit(ev.Discarded(seat, self._kit.shown(state, seat, choice[1], emit), choice[1], "eliminated", "R52"))
        if len(state.hand[seat]) > self._kit.hand_limit(state, seat):
            todo.append(frame)
