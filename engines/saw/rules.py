"""How a turn goes: its five steps, and what every answer does, in events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.saw import agenda as at
from engines.saw import events as ev
from engines.saw import piles
from engines.saw.agenda import swap
from engines.saw.box import Box
from engines.saw.harm import Harm
from engines.saw.piles import Emit
from engines.saw.searching import Searching
from engines.saw.state import Frame, State
from engines.saw.trial import Trial

DRAW_EACH_TURN = 3
STARTING_HANDS = (3, 4, 4, 5, 5, 5)
HAND, WITH_BENCH = 5, 8
Choice = tuple[Any, ...]


class Rules:
    """Leads from step to step and carries out answers."""

    def __init__(self, box: Box, options: Mapping[str, str]) -> None:
        self.box = box
        self.harm = Harm(options)
        self.searching = Searching(box, options)
        self.trial = Trial(box, options, self.harm, self.searching)
        self._is_total = options["A5"] == "8"
        self._game_turn = options["A4"] == "game"
        self._rechecks = options["A29"] == "recheck"
        self._may_bind_late = options["A32"] == "late"
        self._uses_bench = options["A6"] == "bench"
        self._goes_on: dict[str, Callable[[State, Frame, Emit], bool]] = {
            at.DEAL: self._deal,
            at.TURN: self._turn,
            at.DISCARD: self._skip_discard,
            at.TRIM: self._skip_trim,
            at.LAST: self._skip_last,
            at.BLEED: self._bleed,
            at.AWAY: self._away,
            at.PAY: self._paid,
            at.DETECT: self.searching.detect,
            at.FILM: self._skip_film,
            at.BIND: self.searching.bind,
            at.ANSWER: self.trial.force,
            at.EASE: self._skip_ease,
            at.LOWER: self.trial.lower,
            at.ROW: self.trial.row,
            at.THEN: self.trial.then,
            at.STEAL: self.trial.steal_nothing,
            at.DAMAGE: self.harm.settle,
            at.CLOSE: self.trial.close,
        }
        self._acts: dict[str, Callable[[State, Frame, Choice, Emit], None]] = {
            at.CHARACTER: self._character,
            at.FIRST: self._first,
            at.USE: self._use,
            at.DISCARD: self._discard,
            at.SET: self._set,
            at.TRIM: self._trim,
            at.LAST: self._last,
            at.PAY: self._pay,
            at.CHOOSE: self.searching.choose,
            at.SALVAGE: self._salvage,
            at.SORT: self.searching.sort,
            at.FILM: self._film,
            at.SIFT: self._sift,
            at.ANSWER: lambda state, frame, choice, emit: self.trial.answer(state, choice, emit),
            at.EASE: self._ease,
            at.STEAL: lambda state, frame, choice, emit: self.trial.steal(state, choice[1], frame[1], emit),
            at.CHALLENGE: self._challenge,
            at.DAMAGE: lambda state, frame, choice, emit: self.harm.share(state, frame, (choice[0], choice[1]), emit),
        }

    # ---- going on ----------------------------------------------------------------------------------------------------

    def advance(self, state: State, emit: Emit) -> None:
        """Go on until somebody must answer or the game is over."""
        goes_on = self._goes_on
        while state.result is None and state.agenda:
            frame = state.agenda[-1]
            go = goes_on.get(frame[0])
            if go is None or not go(state, frame, emit):
                return

    def act(self, state: State, choice: Choice, emit: Emit) -> None:
        """Carry out an answer to what is waited on."""
        frame = state.agenda[-1]
        self._acts[frame[0]](state, frame, choice, emit)

    # ---- beginning ---------------------------------------------------------------------------------------------------

    def _character(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        emit(ev.CharacterChosen(frame[1], choice[1]))
        swap(state, emit)

    def _first(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        emit(ev.FirstChosen(choice[1]))
        swap(state, emit, (at.TURN, choice[1]), (at.DEAL,))

    def _deal(self, state: State, frame: Frame, emit: Emit) -> bool:
        for place in range(state.seats):
            seat = (state.seat + place) % state.seats
            piles.draw(state, seat, STARTING_HANDS[place], emit, "starting hand", "R8")
        swap(state, emit)
        return True

    # ---- the turn ----------------------------------------------------------------------------------------------------

    def _turn(self, state: State, frame: Frame, emit: Emit) -> bool:
        self._begin_turn(state, frame[1], emit)
        return True

    def _begin_turn(self, state: State, seat: int, emit: Emit) -> None:
        emit(ev.TurnBegan(seat))
        piles.draw(state, seat, DRAW_EACH_TURN, emit, "draw", "R14")
        swap(state, emit, (at.USE,))

    def _use(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        if choice[0] == "done":
            swap(state, emit, (at.DISCARD,))
        elif choice[0] == "play":
            token = piles.find(state, state.hand[state.seat], choice[1])
            self.searching.play(state, state.seat, token, choice[2:], emit)
        else:
            self._arrange(state, choice, emit)

    def _arrange(self, state: State, choice: Choice, emit: Emit) -> None:
        """Put a card of the hand into a slot, or lift one off; what lay there goes back to the hand (R19)."""
        seat, slot = state.seat, choice[-1]
        token = piles.pick(state, state.hand[seat], choice[1], emit) if choice[0] == "bench" else -1
        hand, bench = list(state.hand[seat]), list(state.bench[seat])
        if bench[slot] >= 0:
            hand.append(bench[slot])
        bench[slot] = token
        if token >= 0:
            hand.remove(token)
        emit(ev.Arranged(seat, tuple(hand), tuple(bench)))

    def limit(self, state: State, seat: int) -> int:
        """Return how many cards a hand (or with A5, hand and bench) may have at the end of a turn (R20, R90)."""
        return (WITH_BENCH if self._is_total else HAND) - state.hurt(seat, 0)

    def over(self, state: State, seat: int) -> int:
        """Return by how many cards a seat is over its limit; 0 or less if it is not."""
        cards = state.held(seat) if self._is_total else state.hand[seat]
        return len(cards) - self.limit(state, seat)

    def _skip_discard(self, state: State, frame: Frame, emit: Emit) -> bool:
        """Who has no cards has nothing to discard and no trap to set."""
        if state.held(state.seat):
            return False
        self._end_turn(state, frame, emit)
        return True

    def _discard(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        if choice[0] == "keep":
            if self.may_set(state):
                swap(state, emit, (at.SET,))
            else:
                self._end_turn(state, frame, emit)
        else:
            self._give_up(state, state.seat, choice, "discard", "R14", emit)

    def _give_up(self, state: State, seat: int, choice: Choice, cause: str, rule: str, emit: Emit) -> None:
        """Discard one card of a hand (0) or a bench (1)."""
        where = state.bench[seat] if choice[2] else state.hand[seat]
        token = piles.pick(state, (token for token in where if token >= 0), choice[1], emit)
        piles.discard(state, seat, token, emit, cause, rule)

    # ---- traps -------------------------------------------------------------------------------------------------------

    def may_set(self, state: State) -> bool:
        """Tell whether everybody has to reckon with a trap: three cards on the bench, and not in turn 1 (R16, A4)."""
        turns = sum(state.turns) if self._game_turn else state.turns[state.seat]
        return turns > 1 and -1 not in state.bench[state.seat] and bool(state.hand[state.seat])

    def _set(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        if choice[0] == "pass":
            self._end_turn(state, frame, emit)
        else:
            self.trial.set(state, choice, emit)

    def _ease(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        if choice[0] == "take":
            self.trial.sacrifice(state, emit)
        else:
            self.trial.ease(state, choice[1], emit)

    def _skip_ease(self, state: State, frame: Frame, emit: Emit) -> bool:
        if self.trial.can_ease(state):
            return False
        self.trial.sacrifice(state, emit)
        return True

    def usable(self, state: State, seat: int) -> tuple[int, ...]:
        """Return the cards that a victim may use in a challenge (A6)."""
        return state.held(seat) if self._uses_bench else state.hand[seat]

    def _challenge(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        assert state.trap is not None
        if choice[0] == "done":
            self.trial.judge(state, emit)
            return
        if choice[0] == "retract":
            self.trial.retract(state, choice[1], choice[2], emit)
            return
        token = piles.find(state, self.usable(state, state.trap.victim), choice[1])
        if choice[0] == "search":
            self.trial.search(state, token, choice[2:], emit)
        else:
            self.trial.commit(state, token, choice[2], emit)

    # ---- paying and putting away -------------------------------------------------------------------------------------

    def _paid(self, state: State, frame: Frame, emit: Emit) -> bool:
        if frame[2]:
            return False
        swap(state, emit)
        return True

    def _pay(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        _, seat, left, is_hand_only = frame
        self._give_up(state, seat, choice, "payment", "R73", emit)
        swap(state, emit, (at.PAY, seat, left - 1, is_hand_only))

    def _away(self, state: State, frame: Frame, emit: Emit) -> bool:
        _, seat, token = frame
        piles.put_away(state, seat, token, emit, "used", "A18")
        swap(state, emit)
        return True

    def _skip_film(self, state: State, frame: Frame, emit: Emit) -> bool:
        if self.searching.films(state):
            return False
        self.searching.film(state, frame[1], -1, emit)
        return True

    def _film(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        self.searching.film(state, frame[1], choice[1] if choice[0] == "found" else -1, emit)

    def _salvage(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        self.searching.salvage(state, frame[1], choice[1], choice[2] if len(choice) > 2 else 0, emit)

    def _sift(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        self.searching.sift(state, frame[1], choice[1] if choice[0] == "found" else 0, emit)

    # ---- the end of a turn -------------------------------------------------------------------------------------------

    def _end_turn(self, state: State, frame: Frame, emit: Emit) -> None:
        """No trap was set: on to step 5."""
        if self._may_bind_late:
            swap(state, emit, (at.BLEED,), (at.LAST,))
        else:
            self._bleed(state, frame, emit)

    def _skip_trim(self, state: State, frame: Frame, emit: Emit) -> bool:
        """Cards that were given in step 4 may be too many (A29)."""
        if self._rechecks and self.over(state, state.seat) > 0:
            return False
        swap(state, emit)
        return True

    def _trim(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        self._give_up(state, state.seat, choice, "over the limit", "A29", emit)

    def _skip_last(self, state: State, frame: Frame, emit: Emit) -> bool:
        """With A32 = late, a Tourniquet may also be used before a lost limb bleeds."""
        bleeds = self.harm.bleeding(state, state.seat)
        if self._may_bind_late and bleeds and len(state.held(state.seat)) > 2:
            return False
        swap(state, emit)
        return True

    def _last(self, state: State, frame: Frame, choice: Choice, emit: Emit) -> None:
        if choice[0] == "done":
            swap(state, emit)
        else:
            self._use(state, frame, choice, emit)

    def _bleed(self, state: State, frame: Frame, emit: Emit) -> bool:
        seat = state.seat
        lost = self.harm.bleeding(state, seat)
        if lost:
            limbs = "limb" if lost == 1 else "limbs"
            self.harm.bleed(state, seat, lost, f"{lost} lost {limbs}", "R92", emit)
            if state.result is not None:
                return True
        emit(ev.TurnEnded(seat))
        self._begin_turn(state, state.after(seat), emit)
        return True
