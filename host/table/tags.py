"""Which card a tag is: by the decks, which know tags by their numbers, or by what the tag says itself.

>>> cards = Cards({"gun-3": 1})
>>> cards.identify(bytes.fromhex("04a1b2c3d4e5f6"), "gun-3").card
'gun-3'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from host.plain import plain
from host.tags.deck import Deck, Roster

_SHOWN = 24


class Identity(NamedTuple):
    """The card that a tag is; without one, `sentence` says why."""

    card: str
    sentence: str = ""


class Cards:
    """All that is known about tags. A deck's word goes first: it is what this table's owner said."""

    def __init__(self, roster: Roster, decks: Sequence[Deck] = ()) -> None:
        self.roster = roster
        self._decks = tuple(decks)

    def identify(self, uid: bytes, text: str) -> Identity:
        """Return the card of a tag with this number, which says this of itself."""
        for deck in self._decks:
            if (card := deck.card_of(uid)) in self.roster:
                return Identity(card)
        if text in self.roster:
            return Identity(text)
        if text:
            return Identity("", f'This tag says "{plain(text[:_SHOWN])}", and that is no card of this game.')
        return Identity("", "This tag names no card, and no deck knows it. Enrol it: deadfall tags enroll")
