"""Landing, traps going off, laying traps, and what is found in them."""

from __future__ import annotations

from engines.core.events import Bound
from engines.loot import events as ev
from engines.loot.box import AFTER, TRAP
from engines.loot.cards import MULTIPLY, STOP
from engines.loot.kit import Answerer, Choice, Emit, Handler, Kit, Todo
from engines.loot.state import Frame, State

LEAVE = "leave"


class Traps:
    """Whatever lies face down on the field."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.handlers: dict[str, Handler] = {
            "land": self._land,
            "spring": self._spring,
            "clear": self._clear,
            "found": self._found,
            "put": self._put,
        }
        self.answers: dict[str, Answerer] = {"found": self._answer_found}

    def _land(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """R26, R27: an armed card goes off, an unarmed one stays hidden."""
        cell = state.pawn[frame[1]]
        if cell >= 0 and (state.armed[cell] or state.laid[cell] >= 0):
            todo.append(("spring", frame[1], cell))
        return False

    def _spring(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        _, seat, cell = frame
        token = state.trap(cell)
        is_spoiled = state.up[cell] and state.laid[cell] < 0  # it is lost already (R20)
        if token < 0 or is_spoiled or state.pawn[seat] != cell:
            return False
        face = state.face[token]
        if face < 0:
            todo.append(frame)
            return True
        is_laid = state.laid[cell] >= 0
        emit(ev.Sprung(seat, cell, token, face, is_laid))
        box = self._kit.box
        if not box.is_hybrid[face]:
            todo += (("clear", token, cell), ("found", seat, token))
            return False
        icons = box.icons[face]
        doubled = is_laid and MULTIPLY in icons
        if STOP in icons and seat == state.seat:
            emit(ev.Stopped(seat))
        if box.steps[AFTER][face]:
            todo.append(("effect", AFTER, face, 0, seat, -1, doubled))
        todo.append(("clear", token, cell))
        if box.steps[TRAP][face]:
            todo.append(("effect", TRAP, face, 0, seat, -1, doubled))
        return False

    def _clear(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """What was resolved is discarded, with a card that it was laid over (R20), and its space refilled (R28)."""
        _, token, cell = frame
        if token in state.aside:
            emit(ev.Cleared(token, state.face[token]))
        if cell < 0:
            return False
        if state.up[cell] and state.laid[cell] < 0:
            self._kit.remove(state, cell, "laid over", "R20", emit)
        if state.base[cell] < 0 and cell not in state.holes:
            self._kit.refill(state, cell, emit)
        return False

    # ---- loot and equipment ----------------------------------------------------------------------------------------

    def _found(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """R31, R32: whoever landed decides, active or not (A21)."""
        _, seat, token = frame
        is_loot = self._kit.box.is_loot[state.face[token]]
        if not state.alive[seat] or (is_loot and not self._kit.may(state, seat, "bank")):
            return False
        todo.append(frame)
        return True

    def _answer_found(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        _, seat, token = frame
        face = state.face[token]
        if choice[0] == LEAVE:  # A22
            return
        if choice[0] == "bank":
            emit(ev.Banked(seat, token, face, "found", "R31"))
        else:
            self.equip(state, seat, token, face, choice[2], emit, "found", "R32")

    def equip(
        self,
        state: State,
        seat: int,
        token: int,
        face: int,
        other: int,
        emit: Emit,
        cause: str = "play",
        rule: str = "R17",
    ) -> None:
        """Put equipment on a player; the old piece is discarded (R36, A60)."""
        self._kit.strip(state, other, "replaced", "R36", emit)
        emit(ev.Equipped(seat, other, token, face, cause, rule))

    # ---- laying ----------------------------------------------------------------------------------------------------

    def _put(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """Lay a trap: what lies there is ousted or flipped first, for all to see (R19–R21)."""
        _, seat, design, cell = frame
        old = state.laid[cell] if state.laid[cell] >= 0 else state.base[cell] if state.armed[cell] else -1
        if old >= 0:
            face = state.face[old]
            if face < 0:
                todo.append(frame)
                return True
            if state.laid[cell] >= 0:
                emit(ev.Ousted(cell, old, face, "laid over"))
            else:
                emit(ev.Flipped(cell, old, face))
        before = state.hand[seat]
        token, fresh = self._kit.hidden_out(state, seat, design)
        emit(ev.Laid(seat, token, cell, before, fresh))
        return False

    # ---- looking ---------------------------------------------------------------------------------------------------

    def look(self, state: State, seat: int, cell: int, token: int, cause: str, rule: str, emit: Emit) -> None:
        """A seat looks at a card of the field, which the host may know already."""
        emit(ev.Looked(seat, cell, token, cause, rule))
        if state.face[token] >= 0:
            emit(Bound(token, self._kit.box.names[state.face[token]], (seat,), cause, rule))
