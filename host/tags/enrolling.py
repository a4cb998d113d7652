"""Enrolling a deck: card after card is tapped, and each gets its tag.

`Enrolment` decides and knows no pad; `enrol` is the loop around it. What is done is kept after every card, so one may
stop at any time and go on later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from host.tags import ndef, work
from host.tags.deck import Deck, Roster
from host.tags.judging import Judgement, judge
from host.tags.tapping import Say, each_tag
from host.tags.taps import Seen, TapError, Taps


class Take(NamedTuple):
    """The tag is for this card; `must_write` if its id has to be put on it."""

    card: str
    must_write: bool
    note: str


class Leave(NamedTuple):
    """The tag is not taken, and why."""

    sentence: str


class Enrolment:
    """Which card comes next, and what to do with each tag.

    `writes`: put the card's id on its tag, so that it is known on every table; else only the tag's number is kept.
    `overwrites`: also use tags that hold something else. `only`: give these cards new tags, and forget their old ones.
    """

    def __init__(
        self, deck: Deck, roster: Roster, *, writes: bool = True, overwrites: bool = False, only: Sequence[str] = ()
    ) -> None:
        self.deck = replace(deck, cards={card: uids for card, uids in deck.cards.items() if card not in only})
        self.roster = roster
        self.writes = writes
        self.overwrites = overwrites

    @property
    def missing(self) -> list[str]:
        """The cards that wait for a tag, the next one first."""
        return self.deck.missing(self.roster)

    @property
    def progress(self) -> str:
        """How far it is: "12 of 81"."""
        total = sum(self.roster.values())
        return f"{total - len(self.missing)} of {total}"

    @property
    def invitation(self) -> str:
        """What to do next."""
        missing = self.missing
        return f"{self.progress}. Next: {missing[0]}." if missing else f"{self.progress}: every card has its tag."

    def consider(self, uid: bytes, found: Judgement) -> Take | Leave:
        """Decide what to do with a tag; `found` must be judged with the roster's cards."""
        known = self.deck.card_of(uid)
        if known:
            return self._known(known, found)
        if found.content == "card":
            return self._named(found.card)
        card = self.missing[0]
        if not self.writes:
            return Take(card, False, f"{card} has this tag now.")
        if not found.can_write:
            return Leave(f"{found.sentence} Or keep its number alone, with --no-write.")
        if found.content == "foreign" and not self.overwrites:
            return Leave(f"{found.sentence} If you want that, add --overwrite.")
        return Take(card, True, f"{card} is written and checked.")

    def take(self, card: str, uid: bytes) -> None:
        """Give a tag to a card."""
        self.deck = self.deck.with_tag(card, uid)

    def _known(self, card: str, found: Judgement) -> Take | Leave:
        if self.writes and found.can_write and found.content in ("blank", "torn"):
            return Take(card, True, f"{card} had lost what was written on it, and has it again.")
        return Leave(f"This is {card}, and it has its tag already. Put the next card.")

    def _named(self, card: str) -> Take | Leave:
        if card in self.missing:
            return Take(card, False, f"{card} said so itself.")
        copies = self.roster[card]
        whose = "has its tag already" if copies == 1 else f"has all its {copies} tags already"
        return Leave(
            f"This tag says {card}, but {card} {whose}. If it sits on another card, write that one on it: "
            "deadfall tags write CARD --overwrite"
        )


def enrol(taps: Taps, job: Enrolment, say: Say, keep: Callable[[Deck], None]) -> None:
    """Take tag after tag until every card has one; `keep` is called after each."""
    say(job.invitation)
    each_tag(taps, lambda: not job.missing, lambda tap: _take(taps, job, tap, say, keep), say)


def _take(taps: Taps, job: Enrolment, tap: Seen, say: Say, keep: Callable[[Deck], None]) -> None:
    verdict = job.consider(tap.uid, _judged(taps, job, tap))
    if isinstance(verdict, Leave):
        say(verdict.sentence)
        return
    if verdict.must_write:
        work.write(taps, ndef.message(verdict.card))
    job.take(verdict.card, tap.uid)
    keep(job.deck)
    say(f"{verdict.note} {job.invitation}")


def _judged(taps: Taps, job: Enrolment, tap: Seen) -> Judgement:
    """Judge the tag; if only its number is wanted, one that has no pages to read, or was lifted, will do as well."""
    try:
        return judge(work.read(taps), cards=job.roster)
    except TapError:
        if job.writes:
            raise
        return Judgement("card", tap.text) if tap.text in job.roster else Judgement("unreadable", bar="strange")
