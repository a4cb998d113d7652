"""The agenda of Loot Trap: one item after another, until somebody has to answer or the game is over."""

from __future__ import annotations

from engines.loot import events as ev
from engines.loot.doings import Doings
from engines.loot.effects import Effects
from engines.loot.harm import Harm
from engines.loot.kit import Answerer, Choice, Emit, Handler, Kit, Todo
from engines.loot.state import State
from engines.loot.traps import Traps
from engines.loot.turns import Turns


class Rules:
    """Runs the agenda. Its items are small tuples, so a game can be saved and copied in the middle of a trap chain."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.harm = Harm(kit)
        traps = Traps(kit)
        self.effects = Effects(kit, self.harm, traps)
        parts = (Turns(kit, self.effects), traps, self.effects, self.harm, Doings(kit, self.effects))
        self._handlers: dict[str, Handler] = {kind: do for part in parts for kind, do in part.handlers.items()}
        self._answers: dict[str, Answerer] = {kind: do for part in parts for kind, do in part.answers.items()}

    def advance(self, state: State, emit: Emit) -> None:
        """Go on until somebody must answer or the game is over."""
        if not state.is_settled and state.result is None:
            self._run(state, list(state.agenda), emit)

    def answer(self, state: State, choice: Choice, emit: Emit) -> None:
        """Carry out the answer to the item that waits, and go on."""
        todo = list(state.agenda)
        frame = todo.pop()
        self._answers[frame[0]](state, frame, choice, todo, emit)
        self._run(state, todo, emit)

    def _run(self, state: State, todo: Todo, emit: Emit) -> None:
        handlers = self._handlers
        while state.result is None:
            if state.holes and (state.deck or state.discard):
                self.kit.fill_holes(state, emit)
            frame = todo.pop()
            if handlers[frame[0]](state, frame, todo, emit):
                break
        agenda = () if state.result is not None else tuple(todo)
        if agenda == state.agenda:
            state.is_settled = True
        else:
            emit(ev.Agenda(agenda))
