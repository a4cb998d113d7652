"""A question among candidates: one after another is lit, and *yes* picks the one that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from host.play.floor import Floor

WALK_MS = 1200


@dataclass(frozen=True, slots=True)
class Question:
    """Several answers look alike. ``before``: who had the floor before the last answer, if the pick replaces that.

    ``last`` is then that answer as the ledger tells it.
    """

    candidates: tuple[Any, ...]
    why: str
    before: Floor | None
    since: int
    is_shown: bool = False  # it is about a card at the pad: the tiles have nothing to do with it
    tag: str = ""  # and this is the number of that card
    last: str = ""

    def lit(self, now: int) -> int:
        """Return the candidate whose turn it is to be lit."""
        return (now - self.since) // WALK_MS % len(self.candidates)

    def due(self, now: int) -> int:
        """Return when the next one is lit."""
        return self.since + ((now - self.since) // WALK_MS + 1) * WALK_MS
