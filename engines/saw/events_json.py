"""Events as JSON in the players' words: seats, cards, limbs and traits by name, never by number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.events import Event
from engines.saw import events as ev
from engines.saw.box import SEATS, Box
from engines.saw.cards import PLACES, TRAITS
from engines.saw.state import LIMBS, STAGES


def token_name(token: int) -> str:
    """Return what a card without a face is called."""
    return f"token-{token + 1}"


class EventWriter:
    """Writes events: fields of the same name mean the same in all of them."""

    def __init__(self, box: Box) -> None:
        names = box.names
        self._words: dict[str, Callable[[Any], Any]] = {
            **dict.fromkeys(("seat", "target", "other", "winner"), _seat),
            **dict.fromkeys(("token", "billy"), token_name),
            **dict.fromkeys(("tokens", "old", "new", "among", "hand", "parts", "extras", "unsure"), _tokens),
            "bench": lambda slots: [None if token < 0 else token_name(token) for token in slots],
            "face": lambda face: None if face < 0 else names[face],
            **dict.fromkeys(("faces", "extra_faces"), lambda faces: [names[face] for face in faces]),
            "seen_by": lambda seats: None if seats is None else [SEATS[seat] for seat in seats],
            "character": box.people.__getitem__,
            "needs": lambda needs: {TRAITS[trait]: value for trait, value in needs},
            "trait": TRAITS.__getitem__,
            "place": PLACES.__getitem__,
            "limb": LIMBS.__getitem__,
            "frames": lambda frames: [frame[0] for frame in frames],
        }
        self._stages = {"before": STAGES.__getitem__, "after": STAGES.__getitem__}

    def write(self, event: Event) -> dict[str, Any]:
        """Return an event as an object: its kind, its fields, its cause and its rule."""
        written: dict[str, Any] = {"event": type(event).__name__}
        for field, value in event._asdict().items():
            words = self._stages.get(field) if isinstance(event, ev.LimbChanged) else None
            words = words or self._words.get(field)
            written[field] = value if words is None else words(value)
        return written


def _seat(seat: int) -> str | None:
    return None if seat < 0 else SEATS[seat]


def _tokens(tokens: tuple[int, ...]) -> list[str]:
    return [token_name(token) for token in tokens]
