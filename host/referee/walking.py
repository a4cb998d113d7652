"""A light that walks over candidates, one after another, for *yes* to pick the one that is lit."""

from __future__ import annotations

from typing import NamedTuple

WALK_MS = 1200  # for each light
GRACE_MS = 250  # a press so soon after the light has walked on may have been meant for the light before


class Walk(NamedTuple):
    """A walk over so many ``lights`` that began at ``since`` with the light number ``first``."""

    lights: int
    since: int
    first: int = 0

    def lit(self, now: int) -> int:
        """Return the number of the light that is lit."""
        return (self.first + self._steps(now)) % self.lights

    def due(self, now: int) -> int | None:
        """Return when the light walks on; None if it does not."""
        return self.since + (self._steps(now) + 1) * WALK_MS if self.lights > 1 else None

    def is_clear(self, now: int) -> bool:
        """Tell whether the light has been where it is for so long that a press can only be meant for it."""
        lit_since = self.since + (self._steps(now) * WALK_MS if self.lights > 1 else 0)
        return now - lit_since >= GRACE_MS

    def back(self, now: int) -> Walk:
        """Return the walk from the light before, which has its whole time anew; a walk that just began goes on."""
        steps = self._steps(now)
        return Walk(self.lights, now, (self.first + steps - 1) % self.lights) if steps and self.lights > 1 else self

    def _steps(self, now: int) -> int:
        return (now - self.since) // WALK_MS
