"""Tagged cards on the pads of a twin.

>>> from hardware import profiles
>>> readers = Readers(profiles.load("pocket"))
>>> cards = Cards(profiles.load("pocket"), readers)
>>> cards.put("gun-3", "play", now=0)
>>> cards.where("gun-3"), cards.tag("gun-3").uid.hex()[:2]
('play', '04')
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from hardware.profiles.model import Profile
from hardware.twin.readers import Readers
from hardware.twin.rfid.field import ECHO, HAND, ON_COIL
from hardware.twin.rfid.ntag21x import Ntag21x
from hardware.twin.rfid.tag import CASCADE_TAG, Tag

_TEXT = b"\xd1\x01"  # one short record, well known type of one letter
_TAGS_AT = 4
MAX_TEXT = 64
"""Bytes of a name that the tag of a new card holds with room to spare."""
AWAY_MS = 250
"""A card that comes back sooner may not have been away, as far as a reader can tell: that takes up to 202 ms."""


def uid_of(name: str) -> bytes:
    """The UID of a card: the same for every twin; 04 is NXP's.

    The first byte of the second cascade level is never a cascade tag (ISO/IEC 14443-3, Amendment 1), or a reader would
    take the tag for one with ten bytes.
    """
    digest = sha256(name.encode()).digest()
    tail = digest[2:6] if digest[2] != CASCADE_TAG else digest[6:10]
    return b"\x04" + digest[:2] + tail


def text_record(text: str) -> bytes:
    """An NDEF text record in English (NFC Forum, Text Record Type Definition 1.0)."""
    payload = b"\x02en" + text.encode()
    return _TEXT + bytes((len(payload),)) + b"T" + payload


def write_message(tag: Ntag21x, message: bytes) -> None:
    """Put an NDEF message behind the lock control TLV with which a tag is delivered (Type 2 Tag, 2.3)."""
    lock = tag.kind.delivery[:5] if tag.kind.delivery[0] == 1 else b""
    whole = lock + bytes((3, len(message))) + message + b"\xfe"
    whole += bytes(-len(whole) % 4)
    for at in range(0, len(whole), 4):
        tag.memory[_TAGS_AT + at // 4] = whole[at : at + 4]


@dataclass(slots=True)
class _Tap:
    """A card that a hand holds to a pad from one moment to another."""

    name: str
    pad: int
    begins: float
    ends: float


class Cards:
    """Cards by name: one that is named for the first time carries its name as text, up to a `#`; "#1" is blank."""

    def __init__(self, profile: Profile, readers: Readers) -> None:
        self._profile = profile
        self._readers = readers
        self.echo = ECHO  # how surely the pads beside it feel a card
        self._tags: dict[str, Tag] = {}
        self._places: dict[str, int] = {}
        self._lifted: dict[str, int] = {}  # when a card was lifted last
        self._tap: _Tap | None = None

    @property
    def known(self) -> int:
        """How many cards have been named so far."""
        return len(self._tags)

    def knows(self, name: str) -> bool:
        """Whether a card has been named before."""
        return name in self._tags

    def tag(self, name: str) -> Tag:
        """The tag of a card, made if there is none yet."""
        if name not in self._tags:
            tag = Ntag21x(uid_of(name))
            if text := name.partition("#")[0]:
                write_message(tag, text_record(text))
            self._tags[name] = tag
        return self._tags[name]

    def stick(self, name: str, tag: Tag) -> None:
        """Give a card another tag."""
        if name in self._places:
            raise ValueError(f'Card "{name}" lies on a pad; lift it first.')
        self._tags[name] = tag

    def put(self, name: str, pad: str | int, now: int) -> None:
        """Lay a card on a pad, wherever it was before; the pads beside it may feel it too."""
        index = self._pad(pad)
        self.lift(name, now)
        self._lay(name, index, now)

    def tap(self, name: str, pad: str | int, ms: float, now: int) -> None:
        """Hold a card to a pad for a moment; a hand holds one card, so the one before it is taken away.

        One that was lifted just now is held there a little later, so that a reader can tell one from the other.
        """
        index = self._pad(pad)
        if self._tap:
            self.lift(self._tap.name, now)
        self.lift(name, now)
        begins = max(now, self._lifted.get(name, now - AWAY_MS) + AWAY_MS)
        self._tap = _Tap(name, index, begins, begins + ms)
        self.advance(now)

    def advance(self, now: int) -> None:
        """Let time pass until `now` (ms): the hand holds its card there, or takes it away."""
        tap = self._tap
        if tap and now >= tap.ends:
            self.lift(tap.name, now)
        elif tap and now >= tap.begins and tap.name not in self._places:
            self._lay(tap.name, tap.pad, now)

    def hold(self, names: list[str], pad: str | int, now: int) -> None:
        """Hold a hand of cards near a pad."""
        index = self._pad(pad)
        for name in names:
            self.lift(name, now)
            self._readers.fields[index].put(self.tag(name), self._readers.advance(now), HAND)
            self._places[name] = index

    def lift(self, name: str, now: int) -> None:
        """Take a card away; nothing happens if it lies on no pad."""
        if self._tap and self._tap.name == name:
            self._tap = None
        index = self._places.pop(name, None)
        if index is None:
            return
        self._lifted[name] = now
        at = self._readers.advance(now)
        for place in (index, *self._near(index)):
            self._readers.fields[place].take(self._tags[name], at)

    def clear(self, now: int) -> None:
        """Take all cards away."""
        for name in list(self._places):
            self.lift(name, now)

    def where(self, name: str) -> str | None:
        """The pad on which a card lies."""
        index = self._places.get(name)
        return None if index is None else self._profile.pads[index].name

    def lying(self) -> list[tuple[str, str]]:
        """Every card on a pad, with the pad's name."""
        return [(name, self._profile.pads[index].name) for name, index in self._places.items()]

    def _lay(self, name: str, index: int, now: int) -> None:
        tag, at = self.tag(name), self._readers.advance(now)
        self._readers.fields[index].put(tag, at, ON_COIL)
        for near in self._near(index):
            self._readers.fields[near].put(tag, at, self.echo)
        self._places[name] = index

    def _near(self, pad: int) -> list[int]:
        pairs = self._readers.neighbours
        return [b if a == pad else a for a, b in pairs if pad in (a, b)]

    def _pad(self, pad: str | int) -> int:
        pads = self._profile.pads
        if isinstance(pad, int) and 0 <= pad < len(pads):
            return pad
        for known in pads:
            if known.name == pad:
                return known.index
        if not pads:
            raise KeyError(f"Profile {self._profile.name} has no pads.")
        raise KeyError(f"There is no pad {str(pad)[:40]!r}; pads are {', '.join(known.name for known in pads)}.")
