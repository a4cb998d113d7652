"""Where tokens lie: the piles, hands and boards of a game, and who sees the faces of what lies there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

EVERYBODY, OWNER, NOBODY = "everybody", "owner", "nobody"


class Zone(NamedTuple):
    """One place where tokens lie. ``is_owned``: each seat has one. ``is_ordered``: it is drawn from the top."""

    name: str
    faces: str = EVERYBODY
    is_owned: bool = True
    is_ordered: bool = False


class Zones:
    """All zones of a game. States keep their numbers, people their names: "deck", or "blue.draw" where seats own one.

    >>> zones = Zones(Zone("deck", NOBODY, is_owned=False, is_ordered=True), Zone("hand", OWNER))
    >>> zones.number("hand"), zones.audience("hand", 2), zones.texts(["ann", "bob"])
    (1, (2,), ['deck', 'ann.hand', 'bob.hand'])
    """

    def __init__(self, *zones: Zone) -> None:
        self.names = tuple(zone.name for zone in zones)
        self._zones = {zone.name: zone for zone in zones}
        if len(self._zones) < len(zones) or any("." in name for name in self.names):
            raise ValueError("Each zone of a game has a name of its own, without a dot.")

    def number(self, name: str) -> int:
        """Return the number of a zone."""
        return self.names.index(name)

    def audience(self, name: str, seat: int) -> tuple[int, ...] | None:
        """Return who sees what lies in a zone of a seat; None is everybody."""
        faces = self._zones[name].faces
        return None if faces == EVERYBODY else (seat,) if faces == OWNER else ()

    def texts(self, seats: Sequence[str]) -> list[str]:
        """Return what the zones of a game with these seats are called."""
        return [
            text
            for zone in self._zones.values()
            for text in ([f"{seat}.{zone.name}" for seat in seats] if zone.is_owned else [zone.name])
        ]

    def find(self, text: object, seats: Sequence[str]) -> Zone | None:
        """Return the zone that a text means, or None."""
        return self._zones[text.split(".")[-1]] if text in self.texts(seats) else None
