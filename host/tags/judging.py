"""What is on a tag, and whether it can be written: a judgement of its memory in whole sentences.

>>> judge(memory).sentence                                                   # doctest: +SKIP
'This tag is blank.'
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

from host.tags import ndef, tlv
from host.tags.ids import MAX_CARD
from host.tags.memory import CC, FIRST, PAGE, READ, Memory

Content = Literal["blank", "card", "foreign", "torn", "unreadable"]
Bar = Literal["", "locked", "password", "small", "raw", "strange"]
"""Why a tag cannot be written; empty if it can."""


def block_bytes(message: bytes) -> int:
    """Bytes of data that a message takes: type and length before it, a terminator behind it."""
    return 2 + len(message) + 1


MOST = 32
"""Pages that are asked for at once: what a board answers in one frame."""
CARD_BYTES = block_bytes(ndef.message("x" * MAX_CARD))
"""Bytes of data that any card fits."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a tag holds: `card` if it names one, `holds` in words if it has a message; `bar` prevents writing."""

    content: Content
    card: str = ""
    holds: str = ""
    bar: Bar = ""
    room: int = 0

    @property
    def can_write(self) -> bool:
        """Whether nothing prevents writing."""
        return not self.bar

    @property
    def sentence(self) -> str:
        """What is on the tag, and what to do if that is a trouble."""
        told = {
            "blank": "This tag is blank.",
            "card": f"This tag says: {self.card}.",
            "foreign": f"This tag is not one of ours: it holds {self.holds}.",
            "torn": "This tag is damaged: it was written in part, or with something that is no message.",
            "unreadable": "This tag does not let itself be read.",
        }[self.content]
        return f"{told} {self.advice}".rstrip()

    @property
    def advice(self) -> str:
        """What to do next; empty if all is well."""
        if self.bar:
            return {
                "locked": "It is locked for good and cannot be written again; use another sticker.",
                "password": "A password guards it; use another sticker.",
                "small": f"It has room for {self.room} bytes, and that is too little; use an NTAG213 or a larger one.",
                "raw": "Nobody has prepared it for messages; let a telephone do that once, or use another sticker.",
                "strange": "It is no tag of the kind that can be written here; use an NTAG213, NTAG215 or NTAG216.",
            }[self.bar]
        return {"torn": "Write it again to mend it.", "foreign": "Writing a card would replace that."}.get(
            self.content, ""
        )


def judge(memory: Memory, needs: int = CARD_BYTES, cards: Container[str] | None = None) -> Judgement:
    """Judge a tag by what is known of its memory; `needs` is how many bytes of data are to be written.

    With `cards`, a tag that names none of them is foreign; without, all that can be an id is a card.
    """
    content, card, holds = _content(memory)
    if cards is not None and content == "card" and card not in cards:
        content, card = "foreign", ""
    return Judgement(content, card, holds, _bar(memory, needs), memory.capacity)


def next_read(memory: Memory, needs: int = CARD_BYTES) -> range | None:
    """The pages to read next so that `judge` knows enough, or None when it does."""
    if CC not in memory.pages:
        return range(READ)
    kind = memory.kind
    if kind and kind.dynamic_locks not in memory.pages:
        return range(kind.dynamic_locks, kind.dynamic_locks + READ)
    area = memory.area
    block = tlv.find(area)
    wanted = min(memory.capacity, max(tlv.first_free(area) + needs, block.end + 1 if block else 0))
    first = FIRST + len(area) // PAGE
    pages = min(MOST, -(-(wanted - len(area)) // PAGE))
    return range(first, first + pages) if pages > 0 else None


def pages_for(start: int, needs: int) -> range:
    """The pages that `needs` bytes of data from byte `start` on fill."""
    return range(FIRST + start // PAGE, FIRST + -(-(start + needs) // PAGE))


def _content(memory: Memory) -> tuple[Content, str, str]:
    area = memory.area
    if not area:
        return ("blank" if memory.is_raw else "unreadable"), "", ""
    block = tlv.find(area)
    if block is None:
        return ("blank", "", "") if not any(area) or area[0] == tlv.TERMINATOR else ("torn", "", "")
    if block.end > memory.capacity:
        return "torn", "", ""
    if block.end > len(area):
        return "unreadable", "", ""
    return _said(area[block.value : block.end], area[block.end :])


def _said(data: bytes, behind: bytes) -> tuple[Content, str, str]:
    if not data:
        return ("blank" if _is_end(behind) else "torn"), "", ""
    try:
        found = ndef.records(data)
    except ndef.NdefError:
        return "torn", "", ""
    card = ndef.card_in(found)
    return ("card" if card else "foreign"), card, ndef.in_words(found)


def _is_end(behind: bytes) -> bool:
    """Whether nothing follows: an empty message before anything else is a write that was not finished."""
    return behind[:1] in (b"", bytes((tlv.TERMINATOR,))) or not any(behind)


def _bar(memory: Memory, needs: int) -> Bar:
    if not memory.is_formatted:
        return "raw" if memory.is_raw else "strange"
    start = tlv.first_free(memory.area)
    if start + needs > memory.capacity:
        return "small"
    pages = pages_for(start, needs)
    if memory.locked(pages):
        return "locked"
    kind = memory.kind
    is_secret = kind is not None and kind.dynamic_locks not in memory.pages
    return "password" if is_secret or memory.guarded(pages) or any(page not in memory.pages for page in pages) else ""
