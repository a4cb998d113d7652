"""The lock bits of an NTAG21x (NXP, document 265332, 8.5.2 and 8.5.3): once set, they never clear."""

from __future__ import annotations

from dataclasses import dataclass

_FIRST_DYNAMIC = 16
# Bits of the two static lock bytes, little-endian, that each block-locking bit freezes: CC, pages 4–9, pages 10–15.
_STATIC_BLOCKS = (1 << 3, 0x3F << 4, 0x3F << 10)
_STATIC_FREE = 0xFFFF


@dataclass(frozen=True, slots=True)
class Locks:
    """The lock bytes as they are effective; each dynamic bit locks `step` pages below the page `dynamic`."""

    static_bytes: bytes
    dynamic_bytes: bytes
    dynamic: int
    step: int

    def locked(self, page: int) -> bool:
        """Whether writes to a page are refused; lock pages themselves and what lies behind them never are."""
        if 3 <= page < _FIRST_DYNAMIC:
            return bool(int.from_bytes(self.static_bytes, "little") >> page & 1)
        if _FIRST_DYNAMIC <= page < self.dynamic:
            bit = (page - _FIRST_DYNAMIC) // self.step
            return bool(int.from_bytes(self.dynamic_bytes[:2], "little") >> bit & 1)
        return False

    def set_static(self, old: bytes, new: bytes) -> bytes:
        """Static lock bytes after a write."""
        frozen = sum(mask for bit, mask in enumerate(_STATIC_BLOCKS) if self.static_bytes[0] >> bit & 1)
        return _set_bits(old, new, _STATIC_FREE & ~frozen)

    def set_dynamic(self, old: bytes, new: bytes) -> bytes:
        """Dynamic lock bytes after a write: each bit of the third freezes two lock bits; bits without use stay 0."""
        count = -(-(self.dynamic - _FIRST_DYNAMIC) // self.step)
        blocks = -(-count // 2)
        frozen = sum(3 << 2 * bit for bit in range(blocks) if self.dynamic_bytes[2] >> bit & 1)
        usable = (1 << count) - 1 & ~frozen | (1 << blocks) - 1 << 16
        return _set_bits(old, new, usable)


def _set_bits(old: bytes, new: bytes, usable: int) -> bytes:
    value = int.from_bytes(old, "little") | int.from_bytes(new, "little") & usable
    return value.to_bytes(len(old), "little")
