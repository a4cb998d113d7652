"""Reading, writing and mending the tag on a pad."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from host.tags.judging import CARD_BYTES, block_bytes, next_read
from host.tags.memory import Memory
from host.tags.taps import TagGone, TagRefused, Taps
from host.tags.writing import WriteError, plan, verified

Done = TypeVar("Done")

TRIES = 3
"""A card at the edge of a pad is missed now and then; a step that failed is tried so often."""


def read(taps: Taps, needs: int = CARD_BYTES) -> Memory:
    """What the tag on the pad lets itself be asked, enough to judge it; TagGone if it was lifted meanwhile."""
    memory = Memory({})
    while (pages := next_read(memory, max(needs, CARD_BYTES))) is not None:
        try:
            memory = memory.with_pages(pages.start, _patiently(partial(taps.read, pages.start, len(pages))))
        except TagRefused:
            break
    return memory


def write(taps: Taps, message: bytes) -> Memory:
    """Put a message on the tag and read it back; a tag that was torn is mended by the same steps.

    WriteError says why it cannot be, TagGone that the card was lifted before the end.
    """
    needs = block_bytes(message)
    for step in plan(read(taps, needs), message):
        try:
            _patiently(partial(taps.write, *step))
        except TagRefused as error:
            raise WriteError(
                f"The tag does not take page {step.page}. Put the card down flat and write it again; "
                "if that does not help, use another sticker."
            ) from error
        except TagGone as error:
            raise TagGone("The card was lifted before its tag was written. Put it back; nothing is lost.") from error
    memory = read(taps, needs)
    verified(memory, message)
    return memory


def _patiently(step: Callable[[], Done]) -> Done:
    for _ in range(TRIES - 1):
        try:
            return step()
        except TagGone:
            continue
    return step()
