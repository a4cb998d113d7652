"""The memory of a sticker: an NFC Forum Type 2 tag, above all NTAG213, NTAG215 and NTAG216.

Page and section numbers are those of the NTAG21x datasheet (NXP, document 265332). A memory may be known in part: what
a tag refused to tell is simply not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

PAGE = 4
"""Bytes in a page."""
READ = 4
"""Pages that one READ command tells (10.2)."""
MOST_PAGES = 256
"""Pages that a READ can name."""
LOCKS, CC, FIRST = 2, 3, 4
"""Pages: static lock bytes, capability container, first page of the data."""
_LAST_STATIC = 15  # 8.5.2: the static lock bytes serve pages 3 to 15, one bit each


class Kind(NamedTuple):
    """One member of the family: its pages, and how many of them a dynamic lock bit locks (8.5, 8.5.3)."""

    name: str
    pages: int
    lock_step: int

    @property
    def dynamic_locks(self) -> int:
        """The page with the dynamic lock bytes; CFG0 and CFG1 follow."""
        return self.pages - 5


KINDS = {0x12: Kind("NTAG213", 45, 2), 0x3E: Kind("NTAG215", 135, 16), 0x6D: Kind("NTAG216", 231, 16)}
"""The kinds by the size byte of their capability container (8.5.4)."""


@dataclass(frozen=True)
class Memory:
    """The pages that are known; each has four bytes."""

    pages: Mapping[int, bytes]

    @classmethod
    def of(cls, dump: bytes) -> Memory:
        """The memory that a dump from page 0 on tells; bytes that fill no page are left out."""
        whole = len(dump) // PAGE
        return cls({at: bytes(dump[PAGE * at : PAGE * (at + 1)]) for at in range(whole)})

    def with_pages(self, first: int, data: bytes) -> Memory:
        """This memory after pages from `first` on have been told."""
        told = Memory.of(data).pages
        return Memory({**self.pages, **{first + at: page for at, page in told.items()}})

    # ---- what kind of tag it is ------------------------------------------------------------------------------

    @property
    def uid(self) -> bytes:
        """The seven bytes of the UID (8.5.1); empty while they are not known."""
        if 0 not in self.pages or 1 not in self.pages:
            return b""
        return self.pages[0][:3] + self.pages[1]

    @property
    def is_formatted(self) -> bool:
        """Whether the capability container promises NDEF data, version 1."""
        container = self.pages.get(CC, b"")
        return container[:1] == b"\xe1" and container[1] >> 4 == 1 and container[2] > 0

    @property
    def is_raw(self) -> bool:
        """Whether nobody has ever formatted the tag: its one-time programmable container is empty."""
        return self.pages.get(CC) == bytes(PAGE)

    @property
    def kind(self) -> Kind | None:
        """The member of the family, or None for any other tag."""
        return KINDS.get(self.pages[CC][2]) if self.is_formatted else None

    @property
    def capacity(self) -> int:
        """Bytes of data: what the container says, eight at a time, as far as READ can reach."""
        return min(8 * self.pages[CC][2], PAGE * (MOST_PAGES - FIRST)) if self.is_formatted else 0

    @property
    def area(self) -> bytes:
        """The data, as far as it is known without a hole."""
        found = bytearray()
        for page in range(FIRST, FIRST + self.capacity // PAGE):
            if page not in self.pages:
                break
            found += self.pages[page]
        return bytes(found)

    # ---- what keeps it from being written --------------------------------------------------------------------

    def locked(self, pages: Iterable[int]) -> bool:
        """Whether a lock bit or the container makes one of these pages read-only, as far as that is known."""
        container = self.pages.get(CC, bytes(PAGE))
        return bool(container[3] & 0x0F) or any(self._is_locked(page) for page in pages)

    def guarded(self, pages: Iterable[int]) -> bool:
        """Whether a password is needed to write one of these pages (8.8: all from AUTH0 on)."""
        kind = self.kind
        config = self.pages.get(kind.dynamic_locks + 1) if kind else None
        return config is not None and any(page >= config[3] for page in pages)

    def _is_locked(self, page: int) -> bool:
        if page <= _LAST_STATIC:
            bits, bit = self.pages.get(LOCKS, bytes(PAGE))[2:], page
        else:
            kind = self.kind
            if kind is None or kind.dynamic_locks not in self.pages:
                return False
            bits, bit = self.pages[kind.dynamic_locks][:2], (page - _LAST_STATIC - 1) // kind.lock_step
        return bool(int.from_bytes(bits, "little") >> bit & 1)
