"""How long the referee waits before it believes something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

SLOWEST_MS = 600  # for each tile: whoever slides slower than this stops on the way
ZONE_MM = 17.5  # for so long a way a reed stays closed under a magnet that passes over its middle
FILTER_MS = 92  # an opening counts 52 ms later than a closing, and a contact may chatter for 40


@dataclass(frozen=True, slots=True)
class Settings:
    """Waiting times in milliseconds, each counted from the last change of the table.

    ``settle_ms``: a thing may still slide on. ``touch_ms``: it was put down from above, and a hand may still set it
    right. ``slide_ms``: what rested for less than this was only sliding through. ``push_ms``: what closes a reed so
    soon after it left the tile beside was pushed there; no hand lifts and puts down so quickly. ``quarantine_ms``:
    two answers at once, or a change of one that had come to rest, or by something new. ``patience_ms``: a table that
    fits nothing is guided. ``lifted_ms``: how long a thing may be off the table before its absence means something.
    ``mind_ms``: for so long after an answer somebody may think better of it. ``halfway_ms``: how long an answer may
    stay half done with nothing in the hand. ``replan_ms``: a table that is being mended.
    """

    settle_ms: int = 350
    touch_ms: int = 130
    slide_ms: int = 700
    push_ms: int = 150
    quarantine_ms: int = 600
    patience_ms: int = 900
    lifted_ms: int = 3000
    mind_ms: int = 4000
    halfway_ms: int = 4000
    replan_ms: int = 150
    look_back: int = 2  # positions that may be on their way back
    most_back: int = 3  # answers that are taken back without a question
    first_answers: int = 24  # tried as the first of two

    @classmethod
    def for_pitch(cls, pitch: float) -> Self:
        """Return the times for tiles so many millimetres apart: the farther, the sooner a passing thing is gone."""
        return cls(settle_ms=round(ZONE_MM / pitch * SLOWEST_MS) + FILTER_MS)
