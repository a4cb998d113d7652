"""Events as JSON in the players' words: cards, spaces and seats by name, never by number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.events import Event
from engines.loot.frames import Frames
from engines.loot.names import Names


class EventWriter:
    """Writes events. A field is written after its name, wherever it occurs."""

    def __init__(self, names: Names, frames: Frames) -> None:
        seat = names.seats.__getitem__
        self._fields: dict[str, Callable[[Any], Any]] = {
            "seat": seat,
            "other": seat,
            "winner": lambda winner: None if winner is None else seat(winner),
            "seen_by": lambda seats: None if seats is None else [seat(one) for one in seats],
            "avatar": names.avatar,
            "face": names.face,
            "frames": frames.write,
            **dict.fromkeys(("token", "taken"), names.token),
            **dict.fromkeys(("old", "new", "among", "fresh"), names.tokens),
            **dict.fromkeys(("cell", "start", "end"), names.cell),
            "cells": names.cells,
        }

    def write(self, event: Event) -> dict[str, Any]:
        """Return an event as an object: its kind, its fields, its cause and its rule."""
        fields = self._fields
        written = {key: fields[key](value) if key in fields else value for key, value in event._asdict().items()}
        return {"event": type(event).__name__, **written}
