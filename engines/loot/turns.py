"""How a turn goes: draw, move, action, discard (A48); out-of-turn windows, and the end of a turn."""

from __future__ import annotations

from engines.loot import events as ev
from engines.loot.box import INSTANT
from engines.loot.effects import AIMED, Effects
from engines.loot.kit import AFTER_ACTION, AFTER_MOVE, LIMIT, Answerer, Choice, Emit, Handler, Kit, Todo
from engines.loot.state import Frame, State

EMPTY_HAND_DRAW = 3
PLAY, EQUIP, BANK, LAY, PEEK, DONE, PASS = "play", "equip", "bank", "lay", "peek", "done", "pass"
SWAP, TOSS, DISCARD, REPLACE, KEEP, DRAW, NO = "swap", "toss", "discard", "replace", "keep", "draw", "no"


class Turns:
    """Leads through turns."""

    def __init__(self, kit: Kit, effects: Effects) -> None:
        self._kit = kit
        self._effects = effects
        options = kit.options
        self._windows = {"both": (0, 1), "after-move": (0,), "after-action": (1,)}[options["A26"]]
        self._stop_skips_discard = options["A28"] == "skipped"
        self._stuck_ends = options["A9"] == "end"
        self._win_first = options["A17"] == "win-first"
        self._limit_each = options["A18"] == "each"
        self.handlers: dict[str, Handler] = {
            "first": self._wait,
            "avatar": self._wait,
            "turn": self._turn,
            "draw": self._draw,
            "move": self._move,
            "windows": self._open_windows,
            "window": self._window,
            "action": self._action,
            "peek": self._peek,
            "toss": self._toss,
            "discard": self._discard,
            "end": self._end,
            "limit": self._limit,
            "won": self._won,
            "next": self._next,
        }
        self.answers: dict[str, Answerer] = {
            "first": self._answer_first,
            "avatar": self._answer_avatar,
            "move": self._answer_move,
            "window": self._answer_window,
            "action": self._answer_action,
            "peek": self._answer_peek,
            "discard": self._answer_discard,
        }

    def _wait(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        todo.append(frame)
        return True

    def _answer_first(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        todo.append(("turn", choice[1]))

    def _answer_avatar(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        emit(ev.AvatarChosen(frame[1], choice[1]))

    # ---- the steps -------------------------------------------------------------------------------------------------

    def _turn(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        seat = frame[1]
        emit(ev.TurnBegan(seat))
        if not state.alive[seat]:
            todo += (("end", seat), ("ghost-discard", seat), ("ghost-roll", seat), ("ghost-draw", seat))
        elif not state.hand[seat]:  # R9
            todo.append(("end", seat))
            self._kit.draw(state, seat, EMPTY_HAND_DRAW, "no cards in hand", "R9", emit)
        else:
            todo += (
                *(("end", seat), ("discard", seat), ("windows", AFTER_ACTION), ("action", seat)),
                *(("windows", AFTER_MOVE), ("move", seat), ("draw", seat)),
            )
        return False

    def _draw(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        seat = frame[1]
        self._kit.draw(state, seat, self._kit.amount(state, seat, "draw", 1), "turn", "R10", emit)
        return False

    def _move(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        seat = frame[1]
        if self._is_over(state, seat):
            return False
        if self._kit.can_go(state, seat):
            return self._wait(state, frame, todo, emit)
        emit(ev.Stayed(seat))
        if self._stuck_ends:
            emit(ev.Stopped(seat, "no space is free", "A9"))
        return False

    def _answer_move(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        self._kit.go(state, frame[1], choice, "move", "R13", todo, emit)

    def _is_over(self, state: State, seat: int) -> bool:
        """Tell whether the rest of a turn falls away (R38, A33)."""
        return state.stopped or not state.alive[seat]

    # ---- windows ---------------------------------------------------------------------------------------------------

    def _open_windows(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """Everybody else may play out of turn, clockwise, whatever they hold (R40, A26, A27)."""
        if frame[1] in self._windows and not self._is_over(state, state.seat):
            others = state.clockwise(state.seat)[1:]
            todo += [("window", seat) for seat in reversed(others)]
        return False

    def _window(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        if self._is_over(state, state.seat) or not state.alive[frame[1]] or not state.hand[frame[1]]:
            return False
        return self._wait(state, frame, todo, emit)

    def _answer_window(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        if choice[0] == PLAY:
            todo.append(frame)  # it stays open until the seat passes
            self._play(state, frame[1], choice[1], "out of turn", "R40", todo, emit)

    # ---- action ----------------------------------------------------------------------------------------------------

    def _action(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        seat = frame[1]
        if self._is_over(state, seat):
            return False
        if state.becalmed[seat]:
            emit(ev.CalmChanged(seat, False, "skipped", "R16"))
            return False
        return self._wait(state, frame, todo, emit)

    def _answer_action(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        kind, seat = choice[0], frame[1]
        if kind == DONE:
            return
        emit(ev.ActionTaken(seat))
        if kind == PLAY:
            self._play(state, seat, choice[1], "play", "R17", todo, emit)
        elif kind == EQUIP:
            self._effects.equip(state, seat, self._kit.shown(state, seat, choice[1], emit), choice[1], choice[2], emit)
        elif kind == BANK:
            loot = self._kit.box.banked(choice)
            emit(ev.Banked(seat, self._kit.shown(state, seat, loot, emit), loot, "bank", "R17"))
        elif kind == LAY:
            todo.append(("put", seat, choice[1], choice[2]))
        else:
            self._look_beneath(state, seat, todo, emit)

    def _play(self, state: State, seat: int, design: int, cause: str, rule: str, todo: Todo, emit: Emit) -> None:
        """Play a hybrid if anything of it can be fulfilled (R18, A24), which may hang on its target (A25)."""
        token, steps = self._kit.shown(state, seat, design, emit), self._kit.box.steps[INSTANT][design]
        emit(ev.Played(seat, token, design, cause, rule))
        todo.append(("clear", token, -1))
        if not self._effects.can_be_fulfilled(state, seat, steps):
            emit(ev.Fizzled(seat, design))
            return
        if self._effects.hangs_on_aim(state, seat, steps):
            todo.append((AIMED, seat))
        else:
            self._effects.free(state, seat, design, todo)
        todo.append(("effect", INSTANT, design, 0, seat, -1, False))

    # ---- peek ------------------------------------------------------------------------------------------------------

    def _look_beneath(self, state: State, seat: int, todo: Todo, emit: Emit) -> None:
        cell = state.pawn[seat]
        self._effects.look(state, seat, cell, state.base[cell], "peek", "R23", emit)
        todo.append(("peek", seat))

    def _peek(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        return self._wait(state, frame, todo, emit)

    def _answer_peek(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        seat = frame[1]
        cell = state.pawn[seat]
        if choice[0] == TOSS:
            todo.append(("toss", cell))
        elif choice[0] == SWAP:
            before = state.hand[seat]
            token, fresh = self._kit.hidden_out(state, seat, choice[1])
            emit(ev.Exchanged(seat, cell, state.base[cell], token, before, fresh))

    def _toss(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """A card of the field is discarded for all to see, and a new one takes its place."""
        cell = frame[1]
        if state.face[state.base[cell]] < 0:
            return self._wait(state, frame, todo, emit)
        self._kit.remove(state, cell, "discarded", "R23", emit)
        self._kit.refill(state, cell, emit)
        return False

    # ---- the end of a turn -----------------------------------------------------------------------------------------

    def _discard(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        seat = frame[1]
        is_skipped = state.stopped and self._stop_skips_discard
        if is_skipped or not state.alive[seat] or not state.hand[seat]:
            return False
        return self._wait(state, frame, todo, emit)

    def _answer_discard(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        if choice[0] == KEEP:
            return
        seat = frame[1]
        emit(ev.Discarded(seat, self._kit.shown(state, seat, choice[1], emit), choice[1]))
        if choice[0] == REPLACE:
            self._kit.draw(state, seat, 1, "in its place", "R24", emit)

    def _end(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        seat = frame[1]
        checks = [("won", seat), ("limit", seat)]  # the last one comes first (A17)
        todo += (("next", seat), *(reversed(checks) if self._win_first else checks))
        return False

    def _limit(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """R12, after the discard step (A50)."""
        seat = frame[1]
        over = len(state.hand[seat]) - self._kit.hand_limit(state, seat)
        if state.alive[seat] and over > 0:
            self._effects.hurt(state, [(seat, over if self._limit_each else 1)], LIMIT, 0, todo, emit)
        return False

    def _won(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        seat = frame[1]
        if state.alive[seat] and len(state.bank[seat]) >= self._kit.loot_goal(state, seat):
            emit(ev.GameEnded(seat, f"{len(state.bank[seat])} loot banked", "R2"))
        return False

    def _next(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        emit(ev.TurnEnded(frame[1]))
        todo.append(("turn", (frame[1] + 1) % state.seats))
        return False
