"""What the table still owes: tiles that have to follow what was said on the screen or what the rules did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


class Debts:
    """Remembers what each owed tile showed when the scene changed. Debts are paid in any order."""

    def __init__(self) -> None:
        self._old: dict[int, int] = {}

    def __bool__(self) -> bool:
        return bool(self._old)

    @property
    def owed(self) -> Mapping[int, int]:
        """What each owed tile showed when the scene changed."""
        return dict(self._old)

    def remember(self, owed: Mapping[int, int]) -> None:
        """Owe these as well: another program did when it ended."""
        self._old.update(owed)

    def update(self, seen: bytes, expected: bytes, news: Iterable[int] = ()) -> None:
        """Owe the tiles in which the scene changed, and strike out what the table shows by now."""
        owed = {**{tile: seen[tile] for tile in news}, **self._old}
        self._old = {tile: mask for tile, mask in owed.items() if seen[tile] != expected[tile]}

    def forgive(self, seen: bytes, expected: bytes) -> bytes:
        """Return the table as if all debts were paid.

        An owed tile may show what it did and what it should, both in parts: the rest is in a hand.
        """
        forgiven = bytearray(seen)
        for tile, mask in self._old.items():
            if not seen[tile] & ~(mask | expected[tile]):
                forgiven[tile] = expected[tile]
        return bytes(forgiven)

    def absent(self, seen: bytes, expected: bytes) -> int:
        """Return how many magnets are still to come onto the owed tiles."""
        return sum(expected[tile].bit_count() - seen[tile].bit_count() for tile in self._old)
