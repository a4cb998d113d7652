"""What people may put right by hand: blood, limbs, who holds the Saw token, and the order of the discard pile."""

from __future__ import annotations

from engines.core.problems import Problem
from engines.saw import agenda as at
from engines.saw import events as ev
from engines.saw.box import SEATS
from engines.saw.harm import Harm
from engines.saw.piles import Emit
from engines.saw.state import BLOOD_AT_START, LIMBS, STAGES, State

NOBODY = "nobody"
_CALM = (at.USE, at.DISCARD, at.SET)
"""Between two traps nothing hangs on blood and limbs that is half done."""


class Corrections:
    """Judges corrections and takes them in."""

    def __init__(self, harm: Harm) -> None:
        self._harm = harm

    def problem(self, state: State, field: str, value: int | str) -> Problem | None:
        """Say why a field cannot be corrected to a value."""
        if state.result is not None:
            return Problem("The game is over; take the last answer back first.")
        if field == "discard":
            return None if _places(state, value) else _PILE
        if len(state.agenda) > 1 or state.agenda[-1][0] not in _CALM:
            return Problem("Answer what is asked now; after that it can be corrected.")
        found = _field(state, field)
        if found is None:
            return Problem(f'There is nothing called "{str(field)[:40]}"; say red.blood, red.left-arm, saw or discard.')
        seat, what = found
        if seat >= 0 and not state.alive[seat]:
            return Problem(f"{SEATS[seat].capitalize()} is eliminated; take that back first.")
        if what == "blood":
            return None if type(value) is int and 1 <= value <= BLOOD_AT_START else _BLOOD
        if what == "saw":
            return self._saw(state, value)
        return None if isinstance(value, str) and value in STAGES else _LIMB

    def _saw(self, state: State, value: int | str) -> Problem | None:
        if state.living() < 3:
            return Problem("The Saw token is in use while three or more are alive.", "R79")
        alive = [SEATS[seat] for seat in range(state.seats) if state.alive[seat]]
        return None if value in (*alive, NOBODY) else Problem(f"The Saw token is with {', '.join(alive)} or {NOBODY}.")

    def correct(self, state: State, field: str, value: int | str, cause: str, emit: Emit) -> None:
        """Take in a correction."""
        if field == "discard":
            emit(ev.Reordered(tuple(state.discard[-where] for where in reversed(_places(state, value))), cause))
            return
        found = _field(state, field)
        assert found is not None
        seat, what = found
        if what == "blood":
            emit(ev.BloodChanged(seat, state.blood[seat], int(value), cause, ""))
        elif what == "saw":
            emit(ev.SawMoved(-1 if value == NOBODY else SEATS.index(str(value)), cause, ""))
        else:
            limb = LIMBS.index(what)
            emit(ev.LimbChanged(seat, limb, state.limbs[seat][limb], STAGES.index(str(value)), cause, ""))


_BLOOD = Problem(f"Blood is a whole number from 1 to {BLOOD_AT_START}; who has none is out by the rules.")
_LIMB = Problem(f"A limb is one of {', '.join(STAGES)}.")


_PILE = Problem(
    "Say which places of the discard pile, counted from 1 at the top, its top cards have now, in their true order from "
    "the top down: 2,1 swaps the two uppermost cards.",
    "A69",
)


def _places(state: State, value: object) -> tuple[int, ...]:
    """Return the places that a text lists, from the top down: those of the top cards, each once; else nothing."""
    words = value.split(",") if isinstance(value, str) else []
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        return ()
    places = tuple(map(int, words))
    is_whole = sorted(places) == list(range(1, len(places) + 1))
    return places if is_whole and 1 < len(places) <= len(state.discard) else ()


def _field(state: State, field: object) -> tuple[int, str] | None:
    """Return the seat and the thing that a field names; the Saw token has no seat."""
    if not isinstance(field, str):
        return None
    if field == "saw":
        return -1, "saw"
    seat, _, what = field.partition(".")
    if seat not in SEATS[: state.seats] or what not in ("blood", *LIMBS):
        return None
    return SEATS.index(seat), what
