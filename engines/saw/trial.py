"""A trap from its setting to its end: the challenge, the sacrifice, the discards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.saw import agenda as at
from engines.saw import events as ev
from engines.saw import piles
from engines.saw.agenda import push, swap
from engines.saw.box import Box
from engines.saw.cards import BLOOD, PLACES
from engines.saw.harm import Harm, damage
from engines.saw.piles import Emit
from engines.saw.searching import Searching
from engines.saw.state import Frame, State
from engines.saw.traps import Trap, compose, shortfall

BACKFIRE = 3
"""Blood that a Reverse Bear Trap costs its owner when the victim escapes unharmed (R77)."""
ROW_RULES = {"discard": "R57", "keep": "R58", "give": "R59", "extra": "R60", "steal": "R61"}


class Trial:
    """Carries a trap through."""

    def __init__(self, box: Box, options: Mapping[str, str], harm: Harm, searching: Searching) -> None:
        self._box = box
        self._harm = harm
        self._searching = searching
        self._eases_last = options["A35"] == "last"
        self._at_once = options["A17"] == "at-once"

    def set(self, state: State, choice: tuple[Any, ...], emit: Emit) -> None:
        """Set a trap: ("set", target, traits, place, pig, bear); -1 where no such card is played with it."""
        _, target, traits, place, pig, bear = choice
        seat, faces = state.seat, state.bench_faces(state.seat)
        hand = state.hand[seat]
        composed = compose(self._box, faces)
        extra_faces = tuple(face for face in (pig, bear) if face >= 0)
        extras = tuple(piles.find(state, hand, face) for face in extra_faces)
        is_bear = bear >= 0
        floor = 2 if is_bear and self._eases_last else 1  # A35
        emit(
            ev.TrapSet(
                seat,
                target,
                state.bench[seat],
                faces,
                piles.find(state, hand, self._box.billy),
                extras,
                extra_faces,
                composed.needs(traits),
                BLOOD if is_bear else place,
                composed.number + is_bear,
                floor,
                pig >= 0,
                is_bear,
                state.held(seat),
            )
        )
        owed = sum(self._box.cost[face] for face in extra_faces)
        swap(state, emit, (at.ANSWER,), *(((at.PAY, seat, owed, True),) if owed else ()))

    def composed(self, state: State) -> Any:
        """Return what the parts of the trap that runs say."""
        return compose(self._box, tuple(state.face[token] for token in _trap(state).parts))

    # ---- the victim's answer -----------------------------------------------------------------------------------------

    def force(self, state: State, frame: Frame, emit: Emit) -> bool:
        """Under The Pig the challenge is the only answer (R76); False if the victim has to decide."""
        if not _trap(state).is_forced:
            return False
        emit(ev.TrapAnswered(_trap(state).victim, True, "the pig", "R76"))
        swap(state, emit, (at.ROW,))
        return True

    def answer(self, state: State, choice: tuple[object, ...], emit: Emit) -> None:
        """The victim tries the challenge or takes the sacrifice."""
        is_challenge = choice[0] == "challenge"
        emit(ev.TrapAnswered(_trap(state).victim, is_challenge))
        swap(state, emit, (at.ROW,) if is_challenge else (at.EASE,))

    def sacrifice(self, state: State, emit: Emit) -> None:
        """Take the damage of the sacrifice (R69)."""
        trap = _trap(state)
        cause = f"sacrifice: {trap.number} to {PLACES[trap.place]}"
        swap(state, emit, (at.CLOSE, False), damage(trap.victim, trap.place, trap.number, cause, "R69"))

    def can_ease(self, state: State) -> bool:
        """Tell whether everybody has to reckon with an Anesthetic: the number allows it, and there are cards to pay."""
        trap = _trap(state)
        return trap.number > trap.floor and len(state.held(trap.victim)) > 1

    def ease(self, state: State, face: int, emit: Emit) -> None:
        """Play an Anesthetic (R75)."""
        victim = _trap(state).victim
        token = piles.find(state, state.hand[victim], face)
        piles.play(state, victim, token, emit, "anesthetic", "R75")
        push(state, emit, (at.LOWER,), (at.PAY, victim, self._box.cost[face], False))

    def lower(self, state: State, frame: Frame, emit: Emit) -> bool:
        """An Anesthetic is paid for."""
        trap = _trap(state)
        emit(ev.Eased(trap.victim, trap.number, trap.number - 1))
        swap(state, emit)
        return True

    # ---- the top row -------------------------------------------------------------------------------------------------

    def row(self, state: State, frame: Frame, emit: Emit) -> bool:
        """Draw as the top row says (R53)."""
        what, count = self.composed(state).top
        drawn = self._gain(state, what, count, emit)
        swap(state, emit, (at.CHALLENGE,), (at.THEN, drawn))
        return True

    def _gain(self, state: State, where: str, count: int, emit: Emit) -> tuple[int, ...]:
        victim = _trap(state).victim
        if where == "deck":
            return piles.draw(state, victim, count, emit, "top row", "R55")
        drawn: tuple[int, ...] = ()
        for _ in range(count):
            if state.discard:
                token = state.discard[-1]
                emit(ev.TakenUp(victim, token, state.face[token], "top row", "R56"))
                drawn += (token,)
            else:  # A22
                drawn += piles.draw(state, victim, 1, emit, "top row", "R56")
        return drawn

    def then(self, state: State, frame: Frame, emit: Emit) -> bool:
        """Go on as the second clause of the top row says."""
        composed, drawn, trap = self.composed(state), frame[1], _trap(state)
        what, count = composed.then
        swap(state, emit)
        if what == "extra":
            self._gain(state, composed.top.what, count, emit)
        elif what == "steal":
            push(state, emit, (at.STEAL, count))
        elif drawn and (what != "keep" or count < len(drawn)):
            push(state, emit, (at.CHOOSE, trap.victim, drawn, min(count, len(drawn)), what))
        return True

    def steal_nothing(self, state: State, frame: Frame, emit: Emit) -> bool:
        """Where there is nothing to steal, cards are drawn (R61, A21); False if a card has to be picked."""
        trap, left = _trap(state), frame[1]
        if left and state.hand[trap.attacker]:
            return False
        swap(state, emit)
        if left:
            piles.draw(state, trap.victim, left, emit, "nothing to steal", "R61")
        return True

    def steal(self, state: State, face: int, left: int, emit: Emit) -> None:
        """A card of the attacker's hand was picked, unseen."""
        trap = _trap(state)
        token = piles.pick(state, state.hand[trap.attacker], face, emit)
        hand = state.hand[trap.attacker]
        emit(ev.Stolen(trap.victim, trap.attacker, token, piles.among(state, hand, face)))
        piles.show(state, (token,), (trap.victim, trap.attacker), emit)
        swap(state, emit, (at.STEAL, left - 1))

    # ---- the challenge -----------------------------------------------------------------------------------------------

    def search(self, state: State, token: int, rest: tuple[object, ...], emit: Emit) -> None:
        """The victim uses a Search card; it lies on the table until the trap is over (A17)."""
        victim, face = _trap(state).victim, state.face[token]
        piles.play(state, victim, token, emit, self._box.names[face], "R62")
        if self._at_once:
            push(state, emit, (at.AWAY, victim, token))
        self._searching.search(state, victim, face, rest, emit)

    def commit(self, state: State, token: int, trait: int, emit: Emit) -> None:
        """The victim counts a Tool or a Billy for a trait (R62, R64)."""
        victim, face = _trap(state).victim, state.face[token]
        rule = "R64" if face == self._box.billy else "R62"
        emit(ev.Committed(victim, token, face, trait, state.held(victim), "challenge", rule))

    def retract(self, state: State, face: int, trait: int, emit: Emit) -> None:
        """The victim takes a committed card back (A62)."""
        trap = _trap(state)
        token = next(token for token, at_ in trap.tools if state.face[token] == face and at_ == trait)
        emit(ev.Retracted(trap.victim, token, face, trait))

    def missing(self, state: State) -> int:
        """Return how many points the victim lacks now (R63, R65, R100)."""
        trap = _trap(state)
        added: dict[int, int] = {}
        for token, trait in trap.tools:
            added[trait] = added.get(trait, 0) + self._box.value[state.face[token]]
        return shortfall(trap.needs, self._box.values[state.character[trap.victim]], added)

    def judge(self, state: State, emit: Emit) -> None:
        """The challenge is over: each missing point is one of damage (R66); a clean escape may backfire (R77)."""
        trap, missing = _trap(state), self.missing(state)
        emit(ev.Judged(trap.victim, missing))
        if missing:
            frame = damage(trap.victim, trap.place, missing, f"challenge: {missing} short", "R66")
            swap(state, emit, (at.CLOSE, False), frame)
        else:
            swap(state, emit, (at.CLOSE, trap.backfires))

    # ---- the end -----------------------------------------------------------------------------------------------------

    def close(self, state: State, frame: Frame, emit: Emit) -> bool:
        """A trap is over: its cards go to the pile in their order, the dead are cleared, the Saw token passes."""
        trap = _trap(state)
        if frame[1]:
            self._harm.bleed(state, trap.attacker, BACKFIRE, "reverse bear trap: an escape without damage", "R77", emit)
            if state.result is not None:
                return True
        for token in trap.cards():
            owner = trap.attacker if token in trap.parts or token == trap.billy or token in trap.extras else trap.victim
            piles.put_away(state, owner, token, emit, "the trap is over", "R70")
        emit(ev.TrapEnded(trap.attacker, trap.victim))
        for seat in (trap.victim, trap.attacker):
            if not state.alive[seat]:
                self._harm.clear(state, seat, emit)
        self._pass_saw(state, trap, emit)
        alive = state.alive[trap.attacker]
        swap(
            state, emit, *(((at.BLEED,), (at.LAST,), (at.TRIM,)) if alive else ((at.TURN, state.after(trap.attacker)),))
        )
        return True

    def _pass_saw(self, state: State, trap: Trap, emit: Emit) -> None:
        """While three or more live, the latest victim holds the Saw token (R71, R81); a dead one does not (A47)."""
        if state.living() < 3:
            return
        if state.alive[trap.victim]:
            emit(ev.SawMoved(trap.victim))
        elif state.saw >= 0:
            emit(ev.SawMoved(-1, "its last victim is dead", "A47"))


def _trap(state: State) -> Trap:
    assert state.trap is not None
    return state.trap
