"""How well each sensor does, counted from what it says. A reducer: it reads no clock.

>>> health = Health(profiles.load("grid"))                                   # doctest: +SKIP
>>> health.take(facts, now); health.report.tiles[31]
TileHealth(name='e4', changes=12, flaps=0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from firmware import wire
from hardware.profiles.model import Profile
from host.ledger import Fact
from host.table.tag_table import TagTable

FLAP_MS = 200  # no hand takes a thing away and puts the same one back so quickly
MISS_MS = 1_000  # a card that is away for less than this was probably only not heard


class TileHealth(NamedTuple):
    """What a tile has said: ``flaps`` are changes that were undone at once, as by a weak magnet."""

    name: str
    changes: int = 0
    flaps: int = 0


class PadHealth(NamedTuple):
    """What a pad has said.

    ``misses``: a card was gone for a moment, and there again. ``echoes``: a card was heard that lay on another pad.
    """

    name: str
    reads: int = 0
    misses: int = 0
    garbled: int = 0
    several: int = 0
    echoes: int = 0
    failures: int = 0


class HealthReport(NamedTuple):
    """The counts of every tile and pad."""

    tiles: tuple[TileHealth, ...] = ()
    pads: tuple[PadHealth, ...] = ()


NOTHING_COUNTED = HealthReport()


@dataclass(slots=True)
class _Tile:
    mask: int = 0
    before: int = 0
    at: int = -FLAP_MS - 1
    changes: int = 0
    flaps: int = 0


@dataclass(slots=True)
class _Pad:
    what: int = wire.PAD_UNKNOWN
    uid: bytes = b""  # of the card that lies there, or lay there last
    left_at: int = -MISS_MS - 1


class Health:
    """Follows every tile and pad of one table."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._tiles = [_Tile() for _ in profile.tiles]
        self._pads = [_Pad() for _ in profile.pads]
        self._counts = [PadHealth(pad.name) for pad in profile.pads]
        self._tags = TagTable()
        self._report: HealthReport | None = None

    def take(self, facts: Sequence[Fact], now: int) -> None:
        """Count what facts say. A baseline says how things are, not that they have changed."""
        self._report = None
        for fact in facts:
            self._tags.take(fact)
            if fact.kind == wire.TILE and fact.src < len(self._tiles) and fact.data:
                self._change(self._tiles[fact.src], fact.data[0], now)
            elif fact.kind == wire.PAD and fact.src < len(self._pads) and len(fact.data) >= wire.PAD_BYTES:
                self._hear(fact.src, fact.data[0], fact.data[1], now)
            elif fact.kind == wire.BASELINE:
                for tile, mask in zip(self._tiles[fact.src * wire.MAX_DATA :], fact.data, strict=False):
                    tile.mask = mask

    @property
    def report(self) -> HealthReport:
        """The counts so far."""
        if self._report is None:
            named = zip(self._profile.tiles, self._tiles, strict=True)
            tiles = tuple(TileHealth(tile.name, counts.changes, counts.flaps) for tile, counts in named)
            self._report = HealthReport(tiles, tuple(self._counts))
        return self._report

    def reads(self, pad: int) -> int:
        """Return how many cards a pad has read."""
        return self._counts[pad].reads

    def is_empty(self, pad: int) -> bool:
        """Tell whether a pad says that nothing lies on it."""
        return self._pads[pad].what == wire.PAD_ABSENT

    def is_down(self, pad: int) -> bool:
        """Tell whether the reader of a pad does not answer."""
        return self._pads[pad].what == wire.PAD_DOWN

    def _change(self, tile: _Tile, mask: int, now: int) -> None:
        if mask == tile.mask:
            return
        tile.changes += 1
        if mask == tile.before and now - tile.at <= FLAP_MS:
            tile.flaps += 1
        tile.before, tile.mask, tile.at = tile.mask, mask, now

    def _hear(self, index: int, what: int, entry: int, now: int) -> None:
        pad, was = self._pads[index], self._pads[index].what
        uid = self._tags.uid(entry) if what == wire.PAD_PRESENT else b""
        if what == was and (what != wire.PAD_PRESENT or uid == pad.uid):
            return
        if was == wire.PAD_PRESENT:
            pad.left_at = now
        if what == wire.PAD_PRESENT:
            is_back = uid == pad.uid and now - pad.left_at <= MISS_MS
            self._count(index, reads=1, misses=int(is_back), echoes=int(self._lies_elsewhere(index, uid)))
            pad.uid = uid
        pad.what = what
        self._count(
            index,
            garbled=int(what == wire.PAD_GARBLED),
            several=int(what == wire.PAD_SEVERAL),
            failures=int(what == wire.PAD_DOWN),
        )

    def _lies_elsewhere(self, index: int, uid: bytes) -> bool:
        others = (pad for at, pad in enumerate(self._pads) if at != index)
        return any(pad.what == wire.PAD_PRESENT and pad.uid == uid for pad in others)

    def _count(self, index: int, **more: int) -> None:
        counts = self._counts[index]
        self._counts[index] = counts._replace(**{name: getattr(counts, name) + add for name, add in more.items()})
