"""When things came down on the tiles, and which answer each of them belongs to.

A piece that is held to a pad is one that comes down later. What lies there already, it cannot be.
"""

from __future__ import annotations

from typing import Any

from host.play.desk import Desk


class Landings:
    """What has come down at one desk since the table last showed what it should."""

    def __init__(self, desk: Desk) -> None:
        scene, shown = desk.stage.scene(desk.play).signature, desk.shown()
        self._scene = scene
        self._now = desk.now
        self._outcomes = desk.stage.outcomes(desk.play)
        self._at = {
            touch.tile: touch.at
            for touch in desk.snapshot().touches
            if touch.after & ~touch.before and shown[touch.tile] & ~scene[touch.tile]
        }

    def last(self) -> int:
        """When something came down last where it changes the table; now, if nobody saw it."""
        return max(self._at.values(), default=self._now)

    def of(self, choice: Any) -> int:
        """When the last thing came down that an answer brings."""
        return max((at for tile, at in self._at.items() if tile in self._filled(choice)), default=self.last())

    def is_first(self, choice: Any) -> bool:
        """Tell whether nothing that this answer does not bring came down before what it brings."""
        filled = self._filled(choice)
        own = [at for tile, at in self._at.items() if tile in filled]
        return not own or not any(at < min(own) for tile, at in self._at.items() if tile not in filled)

    def _filled(self, choice: Any) -> set[int]:
        """The tiles on which an answer puts something; none if the tiles cannot show it."""
        shown = next((shown for shown, found in self._outcomes.items() if choice in found), self._scene)
        return {tile for tile, mask in enumerate(shown) if mask & ~self._scene[tile]}
