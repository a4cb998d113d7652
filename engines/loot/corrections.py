"""What people may correct: the table is right and the books were wrong."""

from __future__ import annotations

from engines.core.problems import Problem
from engines.loot import events as ev
from engines.loot.box import SEATS, Box
from engines.loot.kit import Emit
from engines.loot.state import MAX_HEALTH, State

ARMED = ("yes", "no")
_BETWEEN = ("move", "action", "window", "discard")


class Corrections:
    """Health of a player, and whether a card of the field is armed."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def problem(self, state: State, field: str, value: int | str) -> Problem | None:
        """Say why a field cannot be corrected to a value."""
        if state.result is not None:
            return Problem("The game is over; take the last answer back first.")
        if state.agenda[-1][0] not in _BETWEEN:
            return Problem("Answer what is asked now; after that it can be corrected.")
        what, _, key = str(field).partition(".")
        if key == "health" and what in SEATS[: state.seats]:
            return self._health_problem(state, what, value)
        cell = state.field.find(what)
        if key == "armed" and cell is not None:
            return self._armed_problem(state, cell, what, value)
        return Problem(f'There is nothing called "{str(field)[:40]}"; say red.health or b3.armed.')

    def _health_problem(self, state: State, name: str, value: int | str) -> Problem | None:
        if not state.alive[SEATS.index(name)]:
            return Problem(f"{name.capitalize()} is eliminated and has no health.", "R47")
        if type(value) is not int or not 1 <= value <= MAX_HEALTH:
            return Problem(f"{name}.health must be a whole number from 1 to {MAX_HEALTH}.")
        return None

    def _armed_problem(self, state: State, cell: int, name: str, value: int | str) -> Problem | None:
        if value not in ARMED:
            return Problem(f"{name}.armed must be one of {', '.join(ARMED)}.")
        if state.who[cell] >= 0 or state.laid[cell] >= 0 or state.base[cell] < 0:
            return Problem("Only a card without a pawn and without a laid trap on it can be turned.", "R14")
        return None

    def correct(self, state: State, field: str, value: int | str, cause: str, emit: Emit) -> None:
        """Take in a correction."""
        what, _, key = field.partition(".")
        if key == "health":
            seat = SEATS.index(what)
            emit(ev.HealthChanged(seat, state.health[seat], int(value), cause, ""))
            return
        cell = state.field.find(what)
        if cell is not None:
            emit((ev.Armed if value == "yes" else ev.Disarmed)((cell,), cause, ""))
