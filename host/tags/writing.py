"""A plan for writing a message on a tag, such that a card lifted in the middle is always seen and can be mended.

The length of the message is set to 0 first, then the data are written, and the length comes last. Whatever is torn
off in between leaves an empty message with something behind it, or a length that contradicts the message's own: never
another card. Pages that hold the right bytes already are not written: every write wears a tag.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from host.tags import tlv
from host.tags.judging import Judgement, block_bytes, judge
from host.tags.memory import FIRST, PAGE, Memory


class WriteError(Exception):
    """A tag cannot be written; the text is a sentence that says what to do."""


class Step(NamedTuple):
    """Four bytes for one page."""

    page: int
    data: bytes


def plan(memory: Memory, message: bytes) -> tuple[Step, ...]:
    """The steps that put a message on the tag with this memory, in their order; none if it is there already.

    WriteError if the tag cannot be written.
    """
    found = judge(memory, block_bytes(message))
    if not found.can_write:
        raise WriteError(found.sentence)
    area = memory.area
    if _holds(area, message):
        return ()
    start = tlv.first_free(area)
    emptied = _with(area, start, bytes((tlv.NDEF, 0)))
    filled = _with(area, start, bytes((tlv.NDEF, 0)) + message + bytes((tlv.TERMINATOR,)))
    finished = _with(filled, start + 1, bytes((len(message),)))
    return (*_steps(area, emptied), *_steps(emptied, filled), *_steps(filled, finished))


def verified(memory: Memory, message: bytes) -> Judgement:
    """Judge a tag that was just written; WriteError unless exactly this message is on it."""
    if not _holds(memory.area, message):
        raise WriteError(
            "The tag does not hold what was written on it. Put the card down flat and write it again; "
            "if that does not help, use another sticker."
        )
    return judge(memory)


def _holds(area: bytes, message: bytes) -> bool:
    block = tlv.find(area)
    return block is not None and area[block.value : block.end] == message


def _with(area: bytes, at: int, data: bytes) -> bytes:
    return area[:at] + data + area[at + len(data) :]


def _steps(before: bytes, after: bytes) -> Iterator[Step]:
    for at in range(0, len(after), PAGE):
        if before[at : at + PAGE] != after[at : at + PAGE]:
            yield Step(FIRST + at // PAGE, after[at : at + PAGE])
