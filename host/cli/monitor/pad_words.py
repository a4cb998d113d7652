"""What happened on the pads, in words; which card lies on a private pad is not told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from firmware import wire
from hardware.profiles.model import Profile
from host.ledger import Fact
from host.link import PadView
from host.plain import plain
from host.table.tag_table import TagTable

CARD = "a card"
KINDS = (wire.PAD, wire.TAG, wire.TEXT)
_STATES = {
    wire.PAD_UNKNOWN: "not read yet",
    wire.PAD_ABSENT: "empty",
    wire.PAD_SEVERAL: "several cards; leave one of them",
    wire.PAD_GARBLED: "a card that cannot be read; move it",
    wire.PAD_DOWN: "its reader does not answer; look at its plug",
}


def shown_pads(profile: Profile, views: Sequence[PadView], *, reveals: bool = False) -> tuple[PadView, ...]:
    """What a picture may show of each pad: of a private one only that a card lies there, of others plain signs."""
    pairs = zip(profile.pads, views, strict=False)
    return tuple(_shown(view, is_hidden=pad.is_private and not reveals) for pad, view in pairs)


def _shown(view: PadView, *, is_hidden: bool) -> PadView:
    if is_hidden:
        return PadView(view.what, b"", CARD if view.what == wire.PAD_PRESENT else "")
    return view._replace(text=plain(view.text))


class PadWords:
    """Remembers the tag table, because a pad names an entry. `reveals`: tell also what private pads read.

    `believed` is what the link believes: a tag may have been told to an earlier host, before anybody listened here.
    """

    def __init__(
        self, profile: Profile, *, reveals: bool = False, believed: Callable[[], Sequence[PadView]] = tuple
    ) -> None:
        self._pads = profile.pads
        self._believed = believed
        self._reveals = reveals
        self._tags = TagTable()

    def lines(self, fact: Fact) -> Iterator[str]:
        """Yield what a fact tells; of the tag table nothing is told until a pad names an entry."""
        self._tags.take(fact)
        if fact.kind == wire.PAD and fact.src < len(self._pads) and len(fact.data) >= wire.PAD_BYTES:
            yield f"{self._pads[fact.src].name}: {self._lying(fact.src, fact.data[0], fact.data[1])}"

    def _lying(self, pad: int, what: int, entry: int) -> str:
        if what != wire.PAD_PRESENT:
            return _STATES.get(what, f"state {what}")
        if self._pads[pad].is_private and not self._reveals:
            return CARD
        uid, text = self._tags.uid(entry), self._tags.text(entry)
        pads = self._believed()
        if not uid and pad < len(pads):
            _, uid, text = pads[pad]
        return f'tag {uid.hex()}, "{plain(text)}"' if text else f"tag {uid.hex()}"
