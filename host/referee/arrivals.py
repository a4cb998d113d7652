"""Whether what was put down last has arrived, or may still be sliding to where it is another answer."""

from __future__ import annotations

from collections.abc import Mapping

from host.referee.distances import Distances
from host.referee.foresight import Foresight
from host.referee.settings import Settings
from host.referee.signatures import tiles_of
from host.referee.sliding import came_from, elsewhere, inward, last_landed, mask, turned_round
from host.referee.watch import Reading


class Arrivals:
    """Knows how things slide over one table. See ``Referee`` for ``neighbours`` and ``entries``."""

    def __init__(
        self,
        neighbours: Mapping[int, tuple[int, ...]],
        settings: Settings,
        entries: Mapping[tuple[int, int], int],
        distances: Distances,
    ) -> None:
        self._neighbours = neighbours
        self._settings = settings
        self._entries = entries
        self._distances = distances

    def is_on_its_way(self, reading: Reading, foresight: Foresight) -> bool:
        """Tell whether what was put down last may have been slid there, and may go on to where it is another answer.

        It goes on the way it came. What comes in over the edge may be new, or be brought back to where it lay. What is
        slid along its own axis closes other reeds of a tile first, as if it faced elsewhere; and what is slid off its
        tile may close another one on its way, as if it had been turned.
        """
        seen = reading.seen
        tile = last_landed(reading.snapshot, tiles_of(seen & ~reading.expected))
        if tile is None:
            return False
        home = elsewhere(seen, reading.expected, tile)
        beyond = inward(tile, self._neighbours)
        source = came_from(reading.snapshot, tile, self._neighbours, self._settings.slide_ms)
        if source == tile:
            return tiles_of(seen ^ reading.expected) == [tile]
        if self._comes_turned(reading, tile):
            return True
        if source is None and foresight.complete(turned_round(seen, tile)):
            return True  # pushed in from beside, it closes the reed across last
        if source is None and not (beyond and (reading.is_gain or home in beyond)):
            return False
        if any(tiles_of(seen ^ outcome.after) == [tile] for outcome in foresight.outcomes):
            return True
        others = (elsewhere(seen, outcome.after, tile) for outcome in foresight.outcomes)
        ways = [there for there in (*others, home) if there is not None]
        if source is None:
            return any(self._is_straight_in(tile, there) for there in ways)
        return any(self._lies_between(source, tile, there) for there in ways)

    def _comes_turned(self, reading: Reading, tile: int) -> bool:
        """Tell whether what was slid onto a tile seems to face whence it came, and did not before: it is half in."""
        source = came_from(reading.snapshot, tile, self._neighbours, self._settings.push_ms)
        shown = mask(reading.seen, tile)
        return source is not None and self._entries.get((source, tile)) == shown != mask(reading.expected, source)

    def _is_straight_in(self, tile: int, end: int) -> bool:
        """Tell whether what was slid in over the edge onto a tile gets to another one if it just goes on."""
        first = [near for near in self._neighbours.get(tile, ()) if self._lies_between(tile, near, end)]
        return len(first) == 1 and first[0] in inward(tile, self._neighbours)

    def _lies_between(self, start: int, tile: int, end: int) -> bool:
        return self._distances(start, end) == self._distances(start, tile) + self._distances(tile, end)
