"""Checking a deck: card after card is tapped, and what its tag says is compared with what the deck says."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from host.tags import work
from host.tags.deck import Deck, Roster
from host.tags.judging import Judgement, judge
from host.tags.tapping import Say, each_tag
from host.tags.taps import Seen, Taps


class Finding(NamedTuple):
    """What was found out about one tag."""

    is_right: bool
    sentence: str


class Verification:
    """Which cards have been seen and are right, and what is wrong with the others."""

    def __init__(self, deck: Deck, roster: Roster) -> None:
        self.deck = deck
        self.roster = roster
        self.wrong = 0
        self._right: dict[bytes, str] = {}

    @property
    def left(self) -> list[str]:
        """The cards of which not every copy has been seen."""
        seen = Counter(self._right.values())
        return [card for card, copies in self.roster.items() if seen[card] < copies]

    @property
    def progress(self) -> str:
        """How far it is: "12 of 81"."""
        return f"{len(self._right)} of {sum(self.roster.values())}"

    def check(self, uid: bytes, found: Judgement) -> Finding:
        """Compare a tag with the deck; `found` must be judged with the roster's cards."""
        finding = self._compare(uid, found)
        self.wrong += not finding.is_right
        return finding

    def _compare(self, uid: bytes, found: Judgement) -> Finding:
        known = self.deck.card_of(uid)
        card = known or found.card
        if known and found.card != known:
            return Finding(False, _contradiction(known, found))
        if not card:
            return Finding(False, found.sentence)
        if uid in self._right:
            return Finding(True, f"{card}: seen before. {self.progress}.")
        copies = self.roster.get(card, 0)
        if list(self._right.values()).count(card) >= copies:
            return Finding(
                False,
                f"{card}: one too many, the game has {copies}. One of them sits on another card: find it, and write "
                "that card on it: deadfall tags write CARD --overwrite",
            )
        self._right[uid] = card
        return Finding(True, f"{card}: right. {self.progress}.")


def verify(taps: Taps, job: Verification, say: Say) -> None:
    """Check tag after tag until every card has been seen."""

    def check(tap: Seen) -> None:
        say(job.check(tap.uid, judge(work.read(taps), cards=job.roster)).sentence)

    each_tag(taps, lambda: not job.left, check, say)


def _contradiction(known: str, found: Judgement) -> str:
    if found.card:
        return (
            f"The deck says {known}, the tag says {found.card}. Look at the card; if the deck is right: "
            f"deadfall tags write {known} --overwrite"
        )
    what = {"blank": "is blank", "torn": "is damaged", "foreign": f"holds {found.holds}"}.get(
        found.content, "does not let itself be read"
    )
    return (
        f"The deck says {known}, but its tag {what}, so that other tables will not know it. To mend that: "
        f"deadfall tags write {known}{' --overwrite' if found.content == 'foreign' else ''}"
    )
