"""Which thing lies where, as far as it was seen to get there."""

from __future__ import annotations

from collections.abc import Iterator

from host.table import Scene

Magnet = tuple[int, int]  # a tile and one of its reeds
LATE_MS = 120  # a reed that is left opens so much later than the next one closes, at most


def magnets(tile: int, mask: int) -> Iterator[Magnet]:
    """Yield every closed reed of a tile."""
    while mask:
        low = mask & -mask
        yield tile, low
        mask ^= low


def all_magnets(signature: bytes) -> set[Magnet]:
    """Return every closed reed of a table."""
    return {magnet for tile, mask in enumerate(signature) if mask for magnet in magnets(tile, mask)}


class Beliefs:
    """Follows things by name from tile to hand to tile.

    A thing that comes down while one thing alone is missing is that thing; if several are missing, nobody knows.
    """

    def __init__(self) -> None:
        self.names: dict[Magnet, str | None] = {}
        self._seen: set[Magnet] = set()
        self._hand: list[str | None] = []
        self._home: dict[Magnet, str] = {}
        self._came: tuple[Magnet, int] | None = None  # what came last, and when

    def expect(self, scene: Scene) -> None:
        """Believe a scene wherever the table shows it; what is in no place of it has been put away."""
        self._home = {magnet: thing.name for thing in scene.things for magnet in magnets(thing.tile, thing.mask)}
        for magnet in self._seen & self._home.keys():
            self.names[magnet] = self._home[magnet]
        here = set(self.names.values())
        self._hand = [name for name in self._hand if name in scene.by_name and name not in here]

    def look(self, signature: bytes, at: int = 0) -> None:
        """Follow what changed since the last look, at the time ``at``."""
        seen = all_magnets(signature)
        if seen == self._seen:
            return
        gone, come = self._seen - seen, seen - self._seen
        self._seen = seen
        for magnet in sorted(gone):
            name = self.names.pop(magnet, None)
            if not self._came_home(name, at) and (name is None or name not in self._hand):
                self._hand.append(name)
        for magnet in sorted(come):
            self._put_down(magnet, is_alone=len(come) == 1)
            self._came = magnet, at
        if seen == self._home.keys():
            self._hand = []

    def _came_home(self, name: str | None, at: int) -> bool:
        """Tell whether a thing that seems to be lifted now came home a moment ago, and believe it then.

        Contacts open later than they close. What was taken for it out of the hand is still there.
        """
        assert self._came is not None  # what is gone has come before
        magnet, came_at = self._came
        if name is None or at - came_at > LATE_MS:
            return False
        if self._home.get(magnet) != name or magnet not in self.names:
            return False
        if (mistaken := self.names[magnet]) is not None:
            self._hand.append(mistaken)
        self.names[magnet] = name
        return True

    def _put_down(self, magnet: Magnet, is_alone: bool) -> None:
        """Believe that a thing came home, unless that one is known to lie elsewhere."""
        name = self._home.get(magnet)
        if name is None or (name not in self._hand and name in self.names.values()):
            name = self._hand[0] if is_alone and len(self._hand) == 1 else None
        self.names[magnet] = name
        if name in self._hand:
            self._hand.remove(name)
