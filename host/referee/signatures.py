"""Signatures as integers: tile ``t`` is byte ``t`` from the low end, so a whole table is compared in one operation."""

from __future__ import annotations

from collections.abc import Iterable

BYTE = 0xFF


def pack(signature: bytes) -> int:
    """Return a signature as one integer."""
    return int.from_bytes(signature, "little")


def spot(tile: int) -> int:
    """Return the integer in which all reeds of one tile are closed, and no other."""
    return BYTE << 8 * tile


def area(tiles: Iterable[int]) -> int:
    """Return the integer in which all reeds of some tiles are closed."""
    closed = 0
    for tile in tiles:
        closed |= spot(tile)
    return closed


def tiles_of(bits: int) -> list[int]:
    """Return the tiles of which at least one reed is closed, lowest first."""
    data = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
    return [tile for tile, mask in enumerate(data) if mask]


def trusted(confidence: bytes) -> int:
    """Return the integer in which all reeds are closed but those of masked tiles."""
    return pack(bytes(BYTE if value else 0 for value in confidence))
