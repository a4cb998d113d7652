"""Limbs, blood and the end of a player."""

from __future__ import annotations

from collections.abc import Mapping

from engines.saw import agenda as at
from engines.saw import events as ev
from engines.saw import piles
from engines.saw.agenda import swap
from engines.saw.cards import ARMS, BLOOD
from engines.saw.piles import Emit
from engines.saw.state import BOUND, LOST, Frame, State

SUPPLY = 8  # tokens of each of the eight piles, where they are limited (A31)
Split = tuple[int, int]


class Harm:
    """Deals damage, counts bleeding, and takes the dead off the table."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self._is_limited = options["A31"] == "eight"
        self._cards_leave = options["A41"] == "removed"

    # ---- limbs -------------------------------------------------------------------------------------------------------

    def splits(self, state: State, seat: int, place: int, amount: int) -> list[Split]:
        """Return the ways to share damage between two limbs: as much as they can take (R84, R87, A63)."""
        first = 0 if place == ARMS else 2
        one, two = state.limbs[seat][first : first + 2]
        caps = (max(0, LOST - one), max(0, LOST - two))
        ways = [
            (a, b)
            for a in range(min(caps[0], amount) + 1)
            for b in range(min(caps[1], amount - a) + 1)
            if not self._is_limited or self._has_tokens(state, seat, first, (one + a, two + b))
        ]
        most = max(a + b for a, b in ways)
        return [way for way in ways if sum(way) == most]

    def _has_tokens(self, state: State, seat: int, first: int, after: Split) -> bool:
        """Tell whether the piles have tokens for two limbs in these states (A31)."""
        limbs = [state.limbs[other][first : first + 2] for other in range(state.seats) if other != seat]
        worn = [stage for pair in (*limbs, after) for stage in pair]
        before = state.limbs[seat][first : first + 2]
        return all(after[k] == before[k] or worn.count(after[k]) <= SUPPLY for k in (0, 1))

    def can_bind(self, state: State, limb: int) -> bool:
        """Tell whether a Tourniquet token is there for such a limb (A31)."""
        first = limb // 2 * 2
        worn = [stage for limbs in state.limbs for stage in limbs[first : first + 2]]
        return not self._is_limited or worn.count(BOUND) < SUPPLY

    def settle(self, state: State, frame: Frame, emit: Emit) -> bool:
        """Deal damage where nothing is left to decide; False if the seat has to share it out."""
        _, seat, place, amount, *_ = frame
        ways = [(0, 0)] if place == BLOOD else self.splits(state, seat, place, amount)
        if len(ways) > 1:
            return False
        self.share(state, frame, ways[0], emit)
        return True

    def share(self, state: State, frame: Frame, way: Split, emit: Emit) -> None:
        """Deal damage as shared out; what the limbs cannot take is blood (R87)."""
        _, seat, place, amount, cause, rule = frame
        swap(state, emit)
        first = 0 if place == ARMS else 2
        for limb, stages in enumerate(way, first):
            if stages:
                before = state.limbs[seat][limb]
                emit(ev.LimbChanged(seat, limb, before, before + stages, cause, rule))
        overflow = amount - sum(way)
        if overflow:
            self.bleed(state, seat, overflow, cause, rule if place == BLOOD else "R87", emit)

    # ---- blood -------------------------------------------------------------------------------------------------------

    def bleed(self, state: State, seat: int, amount: int, cause: str, rule: str, emit: Emit) -> None:
        """Take blood; points beyond the last piece are ignored (R104), and without blood a player is out (R11)."""
        blood = state.blood[seat]
        emit(ev.BloodChanged(seat, blood, max(0, blood - amount), cause, rule))
        self.end_if_dead(state, seat, emit)

    def end_if_dead(self, state: State, seat: int, emit: Emit) -> None:
        """Take a player without blood out of the game; the last one alive has won, at once (R12, A46)."""
        if state.blood[seat] or not state.alive[seat]:
            return
        emit(ev.Eliminated(seat))
        if state.living() == 1:
            emit(ev.GameEnded(state.alive.index(True)))
        elif state.trap is None:
            self.clear(state, seat, emit)

    def bleeding(self, state: State, seat: int) -> int:
        """Return how much blood a seat loses at the end of its turn (R92)."""
        return state.limbs[seat].count(LOST)

    # ---- the dead ----------------------------------------------------------------------------------------------------

    def clear(self, state: State, seat: int, emit: Emit) -> None:
        """Take the cards of an eliminated player, hand then bench (A41), and what is left of the Saw token."""
        piles.mingle(state, state.held(seat), emit)
        held = state.held(seat)
        if self._cards_leave and held:
            emit(ev.Removed(seat, held))
        else:
            for token in held:
                piles.discard(state, seat, token, emit, "eliminated", "A41")
        if state.saw >= 0 and state.living() < 3:
            emit(ev.SawMoved(-1, "two players are left", "R82"))
        elif state.saw == seat:
            emit(ev.SawMoved(-1, "its holder was eliminated", "A42"))


def damage(seat: int, place: int, amount: int, cause: str, rule: str) -> Frame:
    """Return the frame that deals damage."""
    return (at.DAMAGE, seat, place, amount, cause, rule)
