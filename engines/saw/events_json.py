"""Events as JSON in the players' words: seats, cards, limbs and traits by name, never by number."""

from __future__ import annotations

from engines.core.events_json import EventWriter, each, of
from engines.saw import events as ev
from engines.saw.box import SEATS, Box
from engines.saw.cards import PLACES, TRAITS
from engines.saw.state import LIMBS, STAGES


def token_name(token: int) -> str:
    """Return what a card without a face is called."""
    return f"token-{token + 1}"


def event_writer(box: Box) -> EventWriter:
    """Return what writes events: a field means the same in all of them, but for the stages of a limb."""
    several = ("tokens", "old", "new", "among", "hand", "parts", "extras", "unsure")
    return EventWriter(
        {
            **dict.fromkeys(("seat", "target", "other", "winner"), of(SEATS)),
            "seen_by": each(of(SEATS)),
            **dict.fromkeys(("token", "billy"), token_name),
            **dict.fromkeys(several, each(token_name)),
            "bench": each(lambda token: None if token < 0 else token_name(token)),
            "face": of(box.names),
            **dict.fromkeys(("faces", "extra_faces"), each(of(box.names))),
            "character": of(box.people),
            "needs": lambda needs: {TRAITS[trait]: value for trait, value in needs},
            "trait": of(TRAITS),
            "place": of(PLACES),
            "limb": of(LIMBS),
            "frames": each(lambda frame: frame[0]),
        },
        {ev.LimbChanged: dict.fromkeys(("before", "after"), of(STAGES))},
    )
