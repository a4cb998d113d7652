"""The tag table of a board, as its facts tell it: pads name an entry, the table says which tag that is."""

from __future__ import annotations

from firmware import wire
from host.ledger import Fact


class TagTable:
    """Numbers and texts of the entries. A board tells an entry before a pad names it (docs/wire-protocol.md, 7.6)."""

    def __init__(self) -> None:
        self._uids: dict[int, bytes] = {}
        self._texts: dict[int, bytes] = {}

    def take(self, fact: Fact) -> None:
        """Lay a TAG or TEXT fact over the table; other facts change nothing."""
        if fact.kind == wire.TAG:
            self._uids[fact.src] = fact.data
            self._texts.pop(fact.src, None)
            self._texts.pop(fact.src | wire.PART, None)
        elif fact.kind == wire.TEXT:
            self._texts[fact.src] = fact.data

    def uid(self, entry: int) -> bytes:
        """The number of an entry's tag; empty if it was never told."""
        return self._uids.get(entry, b"")

    def text(self, entry: int) -> str:
        """What an entry's tag says of itself; empty if nothing."""
        whole = self._texts.get(entry, b"") + self._texts.get(entry | wire.PART, b"")
        return whole.decode("utf-8", "replace")
