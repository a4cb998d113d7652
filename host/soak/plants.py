"""Sensors that break in the middle of a simulated game: what is broken, since when it shows, and when it was named."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from random import Random
from typing import Literal, get_args

from hardware.twin.board import Twin
from hardware.twin.rfid.field import Conditions

PlantName = Literal["dead-tile", "stuck-reed", "dead-pad", "deaf-pad"]
PLANTS: tuple[PlantName, ...] = get_args(PlantName)
DEAD_PAD: PlantName = "dead-pad"
REEDS = 5
EARLY = (4, 15)  # after so many answers it breaks
PAD = "play"
PASSING_MS = 2_000  # what shows for less than this, nobody could notice
DEAF = Conditions(miss=1.0)


class Plant:
    """One fault. ``sensor`` is what is broken, empty as long as nothing is."""

    def __init__(self, name: PlantName, twin: Twin, rng: Random) -> None:
        self.name: PlantName = name
        self.sensor = ""
        self.strikes_after = rng.randint(*EARLY)
        self.is_named = False
        self._twin = twin
        self._rng = rng
        self._shows_since: int | None = None

    def strike(self, occupied: Iterable[str]) -> None:
        """Break it: of tiles, rather one on which something lies."""
        if self.name in ("dead-pad", "deaf-pad"):
            self._break_pad()
        else:
            here = sorted(set(occupied))
            self._break_tile(self._rng.choice(here if self._rng.random() < 0.7 else self._around(here)))

    def look(self, faults: Collection[str]) -> int | None:
        """Follow what is said to be broken; return how long it took, in milliseconds, when it is named first."""
        if not self.sensor or self.is_named:
            return None
        if not self._shows():
            if self.sensor != PAD and self._twin.now < (self._shows_since or 0) + PASSING_MS:
                self._shows_since = None
        elif self._shows_since is None:
            self._shows_since = self._twin.now
        if not any(map(self.is_meant, faults)):
            return None
        self.is_named = True
        return self._twin.now - (self._twin.now if self._shows_since is None else self._shows_since)

    @property
    def is_hidden(self) -> bool:
        """Whether it is broken, and nobody has said so."""
        return bool(self.sensor) and not self.is_named

    @property
    def unnamed_ms(self) -> int:
        """For how long it has shown by now without being named."""
        return self._twin.now - self._shows_since if self.is_hidden and self._shows_since is not None else 0

    def is_meant(self, sentence: str) -> bool:
        """Tell whether a sentence is about what is broken."""
        return bool(self.sensor) and re.search(rf"\b{re.escape(self.sensor)}\b", sentence) is not None

    def _shows(self) -> bool:
        """Tell whether the sensor says something else than a whole one would."""
        if self.sensor == PAD:
            field = self._twin.devices.readers.fields[self._twin.profile.pad_named(PAD).index]
            return self.name == "dead-pad" or bool(field.tags)
        tile = self._twin.profile.tile_named(self.sensor).index
        return self._twin.reeds()[tile] != self._twin.mechanics.reeds_at(self._twin.now)[tile]

    def _break_pad(self) -> None:
        self.sensor = PAD
        if self.name == "dead-pad":
            self._twin.stop_reader(PAD)
        else:
            self._twin.devices.readers.fields[self._twin.profile.pad_named(PAD).index].conditions = DEAF

    def _break_tile(self, tile: str) -> None:
        self.sensor = tile
        index = self._twin.profile.tile_named(tile).index
        if self.name == "dead-tile":
            self._twin.cut_reeds(index)
        else:
            self._twin.set_reeds(index, 1 << self._rng.randrange(REEDS))

    def _around(self, tiles: Iterable[str]) -> list[str]:
        """Return the tiles beside some tiles."""
        profile = self._twin.profile
        near = [profile.tile_named(name) for name in tiles]
        return [
            tile.name
            for tile in profile.tiles
            if any(abs(tile.column - other.column) + abs(tile.row - other.row) == 1 for other in near)
        ]
