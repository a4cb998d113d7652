"""One reed as a contact: hysteresis, bounce when it closes, chatter at the edge of its zone.

A blade that closes bounces for 0.5 to 1 ms and opens cleanly within 50 µs. A magnet held where the field just
reaches pull-in or drop-out makes the contact chatter for as long as a hand trembles, here up to 40 ms.
"""

from __future__ import annotations

from bisect import bisect_right
from random import Random

BOUNCE_MS = (0.5, 1.0)
"""How long a closing contact bounces."""
CHATTER_MS = (5.0, 40.0)
"""How long a contact chatters at the edge of its zone."""
EDGE = 0.04
"""Within this part of pull-in or drop-out the contact chatters."""


class Contact:
    """A reed's contact on the virtual clock: seed and fields decide what it does, never the polling."""

    __slots__ = ("_changes", "_chatters", "_count", "_drop_out", "_pull_in", "_rests_closed", "_seed")

    def __init__(self, pull_in: float, drop_out: float, seed: str) -> None:
        self._pull_in = pull_in
        self._drop_out = drop_out
        self._seed = seed
        self._count = 0
        self._rests_closed = False
        self._chatters = False
        self._changes: list[float] = []

    @property
    def settles_at(self) -> float:
        """When the contact comes to rest."""
        return self._changes[-1] if self._changes else float("-inf")

    def closed_at(self, now: float) -> bool:
        """Whether current flows at `now`."""
        pending = len(self._changes) - bisect_right(self._changes, now)
        return self._rests_closed ^ (pending % 2 == 1)

    def feel(self, field: float, now: float) -> bool:
        """Take a new field (its sign does not matter) at `now`; whether the contact has changes to come."""
        size = abs(field)
        limit = self._drop_out if self._rests_closed else self._pull_in
        closes = size >= limit
        edge = abs(size - limit) <= EDGE * limit
        pending = now < self.settles_at
        if closes == self._rests_closed and not edge and not (pending and self._chatters):
            return pending
        bounces = closes and not self._rests_closed
        odd = self.closed_at(now) != closes
        self._rests_closed, self._chatters = closes, edge
        self._changes = [now] * odd + self._flicker(now, edge, bounces)
        return bool(self._changes)

    def _flicker(self, now: float, edge: bool, bounces: bool) -> list[float]:
        """An even number of changes after `now`, so that the contact ends as it began."""
        if not (edge or bounces):
            return []
        self._count += 1
        rng = Random(f"{self._seed}/{self._count}")
        length = rng.uniform(*(CHATTER_MS if edge else BOUNCE_MS))
        count = 2 * (rng.randint(2, 8) if edge else rng.randint(1, 3)) - 1
        return [*sorted(now + rng.uniform(0.0, length) for _ in range(count)), now + length]
