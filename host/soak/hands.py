"""Hands on the table: one change after the other, each long enough after the last on the same tile."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random

from host.soak.truth import Truth

HOLD_MS = 300  # longer than opening takes (60 ms), even in a burst of all tiles


class Hands:
    """Changes tiles at random; ``set_reeds(tile, mask)`` does it, ``truth`` remembers it."""

    def __init__(
        self, truth: Truth, set_reeds: Callable[[int, int], None], rng: Random, pace_ms: tuple[int, int]
    ) -> None:
        self.next_at = 0
        self._truth = truth
        self._set_reeds = set_reeds
        self._rng = rng
        self._pace = pace_ms
        order = list(range(len(truth.state)))
        rng.shuffle(order)
        self._tiles = deque((tile, 0) for tile in order)  # (tile, free from)

    def act(self, now: int) -> None:
        """Do what is due: at most one change."""
        if now < self.next_at:
            return
        tile, free_at = self._tiles[0]
        if free_at > now:
            self.next_at = free_at
            return
        self._tiles.popleft()
        self._tiles.append((tile, now + HOLD_MS))
        # Only closing or only opening: then it is one event
        mask = 0 if self._truth.state[tile] else self._rng.randrange(1, 32)
        self._set_reeds(tile, mask)
        self._truth.change(tile, mask)
        self.next_at = now + self._rng.randint(*self._pace)
