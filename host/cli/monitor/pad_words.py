"""What happened on the pads, in words; which card lies on a private pad is not told."""

from __future__ import annotations

from collections.abc import Iterator

from firmware import wire
from hardware.profiles.model import Profile
from host.ledger import Fact

KINDS = (wire.PAD, wire.TAG, wire.TEXT)
_STATES = {
    wire.PAD_UNKNOWN: "not read yet",
    wire.PAD_ABSENT: "empty",
    wire.PAD_SEVERAL: "several cards",
    wire.PAD_GARBLED: "something that cannot be read",
    wire.PAD_DOWN: "its reader does not answer",
}


class PadWords:
    """Remembers the tag table, because a pad names an entry. `reveals`: tell also what private pads read."""

    def __init__(self, profile: Profile, *, reveals: bool = False) -> None:
        self._pads = profile.pads
        self._reveals = reveals
        self._uids: dict[int, bytes] = {}
        self._texts: dict[int, bytes] = {}

    def lines(self, fact: Fact) -> Iterator[str]:
        """Yield what a fact tells; of the tag table nothing is told until a pad names an entry."""
        if fact.kind == wire.TAG:
            self._uids[fact.src] = fact.data
            self._texts.pop(fact.src, None)
            self._texts.pop(fact.src | wire.PART, None)
        elif fact.kind == wire.TEXT:
            self._texts[fact.src] = fact.data
        elif fact.src < len(self._pads) and len(fact.data) >= wire.PAD_BYTES:
            yield f"{self._pads[fact.src].name}: {self._lying(fact)}"

    def _lying(self, fact: Fact) -> str:
        what, entry = fact.data[0], fact.data[1]
        if what != wire.PAD_PRESENT:
            return _STATES.get(what, f"state {what}")
        if self._pads[fact.src].is_private and not self._reveals:
            return "a card"
        raw = self._texts.get(entry, b"") + self._texts.get(entry | wire.PART, b"")
        text = "".join(sign if sign.isprintable() else "�" for sign in raw.decode("utf-8", "replace"))
        return (
            f'tag {self._uids.get(entry, b"").hex()}, "{text}"' if text else f"tag {self._uids.get(entry, b'').hex()}"
        )
