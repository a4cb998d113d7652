"""The blocks in a tag's data (NFC Forum, Type 2 Tag, 2.3): a type, a length, a value.

>>> find(bytes.fromhex("0103a00c34 0302d100 fe"))
Block(start=5, value=7, end=9)
"""

from __future__ import annotations

from typing import NamedTuple

NULL, LOCK_CONTROL, MEMORY_CONTROL, NDEF, PROPRIETARY, TERMINATOR = 0x00, 0x01, 0x02, 0x03, 0xFD, 0xFE
LONG = 0xFF
"""A length byte that says: the length is in the two bytes behind it."""
_CONTROL = (LOCK_CONTROL, MEMORY_CONTROL)
_CONTROL_LENGTH = 3


class Block(NamedTuple):
    """Where a block begins, where its value begins, and where the next block would begin."""

    start: int
    value: int
    end: int

    @property
    def length(self) -> int:
        """Bytes of the value."""
        return self.end - self.value


def block_at(area: bytes, at: int) -> Block | None:
    """The block that begins at `at`, or None if its length is not known or its type says that it has none."""
    if at + 1 >= len(area) or area[at] in (NULL, TERMINATOR):
        return None
    if area[at + 1] != LONG:
        return Block(at, at + 2, at + 2 + area[at + 1])
    if at + 3 >= len(area):
        return None
    return Block(at, at + 4, at + 4 + int.from_bytes(area[at + 2 : at + 4], "big"))


def find(area: bytes) -> Block | None:
    """The NDEF block of the data; its end may lie outside. None if what is no block comes first."""
    at = 0
    while at < len(area):
        if area[at] == NULL:
            at += 1
            continue
        block = block_at(area, at)
        if block is None or area[at] not in (*_CONTROL, NDEF, PROPRIETARY):
            return None
        if area[at] == NDEF:
            return block
        at = block.end
    return None


def first_free(area: bytes) -> int:
    """Where an NDEF block belongs: behind the control blocks that a maker put first, which must stay."""
    at = 0
    while at < len(area) and area[at] in _CONTROL:
        block = block_at(area, at)
        if block is None or block.length != _CONTROL_LENGTH:
            break
        at = block.end
    return at
