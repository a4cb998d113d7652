"""What people do by mistake in SAW: another card, another pad, another button, another slot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from engines.core import AnyPlay
from engines.saw import agenda as at
from host.soak.human.saw import DISCARD, DROPPED, PLAY, USED, Act, slot_pad
from host.soak.human.saw_world import SawDeed, SawWorld, answered

_NO_MEANS: Mapping[str, Any] = {
    at.USE: ("done",),
    at.DISCARD: ("keep",),
    at.SET: ("pass",),
    at.CHALLENGE: ("done",),
    at.ANSWER: ("sacrifice",),
}


class Slip(NamedTuple):
    """Something that was not meant: how it is done, how the books may take it, and what hands do to mend it."""

    acts: Sequence[Act]
    stages: tuple[AnyPlay, ...] = ()
    mends: Sequence[Act] = ()


def slips(deed: SawDeed, world: SawWorld, lies: Mapping[str, str], rng: Random) -> list[Slip]:
    """Return what could be done by mistake instead of a deed."""
    found = [*_other_button(deed), *_other_pad(deed), *other_slots(deed, lies)]
    if deed.cards and deed.word in (*USED, *DROPPED) and deed.kind not in (at.CHOOSE, at.SALVAGE, at.FILM, at.SET):
        pad = DISCARD if deed.word in DROPPED else PLAY
        hand = [card for card in world.hand(deed.seat) if card not in deed.cards]
        found += [_other_card(deed, card, pad) for card in rng.sample(hand, min(1, len(hand)))]
    return found


def _other_button(deed: SawDeed) -> list[Slip]:
    meant = _NO_MEANS.get(deed.kind)
    if meant is None or deed.choice == meant or not deed.before.options(deed.before.decision).contains(meant):
        return []
    return [Slip([Act("press", "no", seat=deed.seat)], (answered(deed.before, meant),))]


def _other_pad(deed: SawDeed) -> list[Slip]:
    """Holding a card to the wrong pad is answered with a sentence, and means nothing."""
    if not deed.cards or deed.kind in (at.CHOOSE, at.SALVAGE, at.SET):
        return []
    if deed.word in DROPPED and not deed.choice[2]:
        return [Slip([Act("tap", deed.cards[0], PLAY)])]
    return [Slip([Act("tap", deed.cards[0], DISCARD)])] if deed.word in USED else []


def _other_card(deed: SawDeed, card: str, pad: str) -> Slip:
    before, name = deed.before, card.partition("#")[0]
    face = before.state.box.number[name]
    words = DROPPED if pad == DISCARD else USED
    taken = [
        choice
        for choice in before.options(before.decision).enumerate()
        if choice[0] in words and choice[1:2] == (face,) and (pad == PLAY or choice[2:] != (1,))
    ]
    return Slip([Act("tap", card, pad)], tuple(answered(before, choice) for choice in taken))


def other_slots(deed: SawDeed, lies: Mapping[str, str]) -> list[Slip]:
    """Return the other slots of a bench on which a card could be laid instead, and how it is taken up again."""
    if deed.word != "bench" or deed.kind != at.USE:
        return []
    bench = deed.before.state.bench[deed.seat]
    free = [slot for slot in range(3) if slot != deed.choice[2] and bench[slot] < 0]
    pads = [(slot, pad) for slot in free if (pad := slot_pad(deed.seat, slot)) not in lies]
    return [
        Slip(
            [Act("lay", deed.cards[0], pad)],
            (answered(deed.before, ("bench", deed.choice[1], slot)),),
            [Act("lift", "", pad)],
        )
        for slot, pad in pads
    ]
