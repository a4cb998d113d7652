"""Events as JSON in the players' words: cards, spaces and seats by name, never by number."""

from __future__ import annotations

from engines.core.events_json import EventWriter, each, maybe
from engines.loot.frames import Frames
from engines.loot.names import Names


def event_writer(names: Names, frames: Frames) -> EventWriter:
    """Return what writes events: a field means the same in all of them."""
    seat = names.seats.__getitem__
    return EventWriter(
        {
            **dict.fromkeys(("seat", "other"), seat),
            "winner": maybe(seat),
            "seen_by": each(seat),
            "avatar": names.avatar,
            "face": names.face,
            "frames": frames.write,
            **dict.fromkeys(("token", "taken"), names.token),
            **dict.fromkeys(("old", "new", "among", "fresh"), names.tokens),
            **dict.fromkeys(("cell", "start", "end"), names.cell),
            "cells": names.cells,
        }
    )
