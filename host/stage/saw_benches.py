"""The benches of SAW as their pads read them: what an owner has laid there, lifted off or moved."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import AnyPlay
from engines.saw import agenda as at
from engines.saw.box import Box
from engines.saw.piles import UNTOLD
from engines.saw.state import State
from hardware.profiles.model import Profile
from host.stage.heard import Heard, Lying
from host.stage.saw_lights import bench_pads
from host.stage.saw_naming import lying_open, untold

UNREAD = "?"


class Benches:
    """Reads the benches of one table. Only in step 2 of its owner does a bench mean anything."""

    def __init__(self, box: Box, profile: Profile) -> None:
        self._box = box
        self._profile = profile

    def slots(self, state: State) -> dict[str, int]:
        """Return the pads of all benches with the card that should lie there, -1 for none."""
        return {
            pad: state.bench[seat][slot]
            for seat in range(state.seats)
            for slot, pad in enumerate(bench_pads(self._profile, seat))
        }

    def arranger(self, state: State) -> int | None:
        """Return whose bench means something now."""
        return state.seat if state.agenda and state.agenda[-1][0] == at.USE else None

    def slotted(self, play: AnyPlay, lying: Mapping[str, Lying]) -> Heard:
        """Return the next thing that brings the rules to what lies on a bench."""
        state = play.state
        if self.arranger(state) is None:
            return Heard()
        pads = bench_pads(self._profile, state.seat)
        on_pile = lying_open(state)
        seen = {slot: lying[pad] for slot, pad in enumerate(pads) if pad in lying and lying[pad].token not in on_pile}
        heard = self._named(state, seen) or self._lifted(state, seen) or self._put(state, seen)
        return heard._replace(pads=tuple(pads[slot] for slot in seen)) if heard is not None else Heard()

    def _named(self, state: State, seen: Mapping[int, Lying]) -> Heard | None:
        """A card that lay there unread can be read now."""
        for slot, lie in seen.items():
            token = state.bench[state.seat][slot]
            if token in untold(state, (token,)) and lie.card in self._box.number and lie.token in (-1, token):
                return Heard(told=((token, lie.card),))
        return None

    def _lifted(self, state: State, seen: Mapping[int, Lying]) -> Heard | None:
        """A card has gone, or lies in another slot by now."""
        for slot, token in enumerate(state.bench[state.seat]):
            lie = seen.get(slot)
            if token < 0 or (lie is not None and self._is_there(state, token, lie)):
                continue
            is_elsewhere = any(self._is_it(state, token, other, lie) for other, lie in seen.items())
            if is_elsewhere or (lie is not None and not lie.card):
                return Heard(row=(("lift", slot),))
        return None

    def _is_it(self, state: State, token: int, slot: int, lie: Lying) -> bool:
        """Tell whether what lies in a slot can be no other card than this one: not its own, and no unseen one."""
        if lie.token == token:
            return True
        face, own = state.face[token], state.bench[state.seat][slot]
        is_alike = face >= 0 and self._box.number.get(lie.card) == face
        return is_alike and not state.left[face] and not self._is_there(state, own, lie)

    def _put(self, state: State, seen: Mapping[int, Lying]) -> Heard | None:
        for slot, lie in seen.items():
            token = state.bench[state.seat][slot]
            if lie.card in self._box.number and not self._is_there(state, token, lie):
                return Heard(row=(("bench", self._box.number[lie.card], slot),))
            if lie.card == UNREAD and token < 0 and untold(state, state.hand[state.seat]):
                return Heard(row=(("bench", UNTOLD, slot),))
        return None

    def _is_there(self, state: State, token: int, lie: Lying) -> bool:
        """Tell whether a card of the rules is what lies somewhere, as far as that can be read."""
        if token < 0 or not lie.card:
            return False
        return lie.card == UNREAD or lie.token == token or self._box.number.get(lie.card) == state.face[token]
