"""All facts that hold at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple


class Touch(NamedTuple):
    """A tile changed from one mask of closed reeds to another."""

    at: int
    tile: int
    before: int
    after: int


class Press(NamedTuple):
    """Somebody pressed a seat's button."""

    at: int
    seat: int
    answer: Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the table shows at one moment.

    ``tiles`` has one mask of closed reeds for each tile; ``confidence`` one percentage for each. A masked tile has
    confidence 0: its reeds mean nothing, and the screen asks instead. ``changed_at`` is when a tile last changed.
    ``is_known`` is False while nobody has told the state of the table, or after the link was lost.
    """

    at: int
    tiles: bytes
    confidence: bytes
    changed_at: int
    is_known: bool
    touches: tuple[Touch, ...] = ()  # of the last seconds, oldest first
    happened_at: int | None = None  # when the board felt the last change: before ``changed_at`` if a cable was out

    @property
    def felt_at(self) -> int:
        """When the last change was felt, however late it was told."""
        return self.changed_at if self.happened_at is None else self.happened_at

    @property
    def masked(self) -> frozenset[int]:
        """Tiles whose reeds mean nothing."""
        return frozenset(tile for tile, value in enumerate(self.confidence) if not value)
