"""How far tiles are from each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

FAR = 999  # where no way leads


class Distances:
    """Steps from tile to neighbouring tile, worked out for each tile when it is first asked for."""

    def __init__(self, neighbours: Mapping[int, tuple[int, ...]]) -> None:
        self._neighbours = neighbours
        self._from: dict[int, dict[int, int]] = {}

    def __call__(self, tile: int, other: int) -> int:
        """Return the least number of steps from one tile to another."""
        if tile not in self._from:
            self._from[tile] = self._spread(tile)
        return self._from[tile].get(other, FAR)

    def _spread(self, tile: int) -> dict[int, int]:
        steps = {tile: 0}
        edge = deque([tile])
        while edge:
            here = edge.popleft()
            for near in self._neighbours.get(here, ()):
                if near not in steps:
                    steps[near] = steps[here] + 1
                    edge.append(near)
        return steps
