"""What lies on the pads, as cards: facts in, changes and notices out. A reducer: it reads no clock.

>>> pads = Pads(profiles.load("pocket"), cards)                              # doctest: +SKIP
>>> pads.take(facts); pads.changes()
[Change(at=1000, pad='play', what=2, uid=b'…', card='blue.gun-3')]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from firmware import wire
from hardware.profiles.model import Pad, Profile
from host.ledger import Fact
from host.table.tag_table import TagTable
from host.table.tags import Cards


class Change(NamedTuple):
    """A pad says something else than before: a state of the wire, with the tag that it reads, and the card that it is.

    ``card`` is empty if nobody knows it; ``uid`` tells it from other copies of the same card.
    """

    at: int
    pad: str
    what: int
    uid: bytes = b""
    card: str = ""


class Lying(NamedTuple):
    """What one pad shows: a state of the wire, the tag, and the card that it is, empty if nobody knows."""

    what: int = wire.PAD_UNKNOWN
    uid: bytes = b""
    card: str = ""


PadState = Literal["unknown", "empty", "card", "several", "garbled", "down"]
_STATES: tuple[PadState, ...] = (
    "unknown",
    "empty",
    "card",
    "several",
    "garbled",
    "down",
)  # by their number on the wire


_DOWN = "The reader of {pad} does not answer. Until it does, name its cards on the screen."
_CROWDED = "More than one card lies on {pad}. Leave one there."


def reader_down(pad: str) -> str:
    """Say of a pad that its reader does not answer."""
    return _DOWN.format(pad=pad)


class PadSight(NamedTuple):
    """What everybody at the table may know of a pad: of a private one not the card."""

    name: str
    state: PadState = "unknown"
    card: str = ""


class Pads:
    """Follows every pad. Notices are whole sentences; none tells what a private pad reads.

    What is wrong with a tag is told once, what is wrong with a reader once each time. More than one card on a pad is
    not told but stands for as long as it is true.
    """

    def __init__(self, profile: Profile, cards: Cards) -> None:
        self._pads = profile.pads
        self._cards = cards
        self._lying = [Lying()] * len(profile.pads)
        self._tags = TagTable()
        self._changes: list[Change] = []
        self._notices: list[str] = []
        self._over: list[str] = []
        self._told: set[tuple[str, bytes]] = set()

    # ---- what comes in ---------------------------------------------------------------------------------

    def take(self, facts: Sequence[Fact]) -> None:
        """Lay facts over the state, in their order."""
        for fact in facts:
            self._tags.take(fact)
            if fact.kind == wire.PAD and fact.src < len(self._pads) and len(fact.data) >= wire.PAD_BYTES:
                self._put(self._pads[fact.src], fact.data[0], fact.data[1], fact.t_host)

    def _put(self, pad: Pad, what: int, entry: int, at: int) -> None:
        before = self._lying[pad.index]
        if before.what == wire.PAD_DOWN != what:
            self._forget(pad, _DOWN)
        if what != wire.PAD_PRESENT:
            self._lying[pad.index] = Lying(what)
            if before.what != what:
                self._changes.append(Change(at, pad.name, what))
            self._explain(pad, what, before)
            return
        uid = self._tags.uid(entry)
        found = self._cards.identify(uid, self._tags.text(entry))
        self._lying[pad.index] = Lying(what, uid, found.card)
        is_new = (uid, found.card) != before[1:]
        if is_new:
            self._changes.append(Change(at, pad.name, what, uid, found.card))
        if not found.card:
            sentence = (
                "The card on {pad} cannot be told from its tag." if pad.is_private else f"{{pad}}: {found.sentence}"
            )
            self._say(pad, sentence, uid)
        elif is_new:
            self._compare(pad, uid, found.card)

    # ---- what is said ----------------------------------------------------------------------------------

    def _explain(self, pad: Pad, what: int, before: Lying) -> None:
        card = "The card" if pad.is_private or not before.card else f"The tag of {before.card}"
        if what == wire.PAD_GARBLED:
            self._say(
                pad, f"{card} on {{pad}} cannot be read any more. Lay it flat, or name it on the screen.", before.uid
            )
        elif what == wire.PAD_DOWN:
            self._say(pad, _DOWN, b"")

    def _compare(self, pad: Pad, uid: bytes, card: str) -> None:
        """Tell when more tags claim to be a card than there are copies of it; the same tag elsewhere has moved on.

        Private pads are left out: the sentence itself would tell what lies there.
        """
        pads = zip(self._pads, self._lying, strict=True)
        rivals = [
            other.name
            for other, lying in pads
            if lying.card == card and lying.uid != uid and not (other.is_private or pad.is_private)
        ]
        if len(rivals) >= self._cards.roster[card]:
            sentence = f"The tags on {{pad}} and {rivals[0]} both say that they are {card}. Check: deadfall tags verify"
            self._say(pad, sentence, uid)

    def _say(self, pad: Pad, sentence: str, uid: bytes) -> None:
        key = (sentence.format(pad=pad.name), uid)
        if key not in self._told:
            self._told.add(key)
            self._notices.append(key[0])

    def _forget(self, pad: Pad, sentence: str) -> None:
        said = sentence.format(pad=pad.name)
        self._told.discard((said, b""))
        self._over.append(said)

    # ---- what comes out --------------------------------------------------------------------------------

    def on(self, pad: int) -> Lying:
        """Return what lies on a pad. Of a private one only its owner may be told."""
        return self._lying[pad]

    def sights(self) -> tuple[PadSight, ...]:
        """Return what everybody may know of each pad."""
        return tuple(
            PadSight(pad.name, _state(lying.what), "" if pad.is_private else lying.card)
            for pad, lying in zip(self._pads, self._lying, strict=True)
        )

    def changes(self) -> list[Change]:
        """Return all that changed on the pads since the last call, in its order."""
        changes, self._changes = self._changes, []
        return changes

    def standing(self) -> tuple[str, ...]:
        """Return what players should know for as long as it is true: on which pads more than one card lies."""
        pads = zip(self._pads, self._lying, strict=True)
        return tuple(_CROWDED.format(pad=pad.name) for pad, lying in pads if lying.what == wire.PAD_SEVERAL)

    def notices(self) -> list[str]:
        """Return what players should know and have not been told since the last call."""
        notices, self._notices = self._notices, []
        return notices

    def over(self) -> list[str]:
        """Return the notices that do not hold any more since the last call."""
        over, self._over = self._over, []
        return over


def _state(what: int) -> PadState:
    """Return a state of the wire in a word; one that a newer board may tell is unknown."""
    return _STATES[what] if what < len(_STATES) else "unknown"
