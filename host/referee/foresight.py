"""An outlook made ready for quick questions: is an answer complete, under way, or able to go on?

Nothing is enumerated: an answer is under way if every tile shows its value before, its value after, or less of either.
A whole table is one integer, so each question is a few operations for each outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from host.referee.outlook import Outlook
from host.referee.signatures import area, pack, tiles_of
from host.referee.sliding import is_one_push
from host.referee.verdicts import Answer


class Outcome(NamedTuple):
    """What some answers would make of the table: the reeds closed after, those that change, and how many are closed."""

    after: int
    delta: int
    magnets: int
    signature: bytes
    answers: tuple[Answer, ...]


def news(before: int, seen: int) -> int:
    """Return the reeds of all tiles on which something lies that did not lie there before."""
    return seen & area(tiles_of(seen & ~before))


def is_between(before: int, seen: int, after: int) -> bool:
    """Tell whether ``seen`` may lie on the way from ``before`` to ``after``, and has begun it.

    Magnets do not multiply: a table with more of them than it has before and after is on no way between the two.
    """
    if news(before, seen) & ~after or not (seen ^ before) & (after ^ before):
        return False
    return seen.bit_count() <= max(before.bit_count(), after.bit_count())


def _things(bits: int) -> Counter[int]:
    """Return how many tiles show which mask."""
    data = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
    return Counter(mask for mask in data if mask)


class Foresight:
    """The outcomes of an outlook as far as trusted tiles show them."""

    def __init__(self, outlook: Outlook, before: int, outcomes: list[Outcome]) -> None:
        self.outlook = outlook
        self.before = before
        self.outcomes = outcomes
        self._by_after: dict[int, list[Outcome]] = {}
        self._under_way: tuple[int, list[Outcome]] = (before, [])  # asked several times for each look
        for outcome in outcomes:
            self._by_after.setdefault(outcome.after, []).append(outcome)

    @classmethod
    def of(cls, outlook: Outlook, keep: int) -> Foresight:
        """Return the foresight of an outlook; ``keep`` has all reeds of trusted tiles."""
        before = pack(outlook.scene.signature) & keep
        outcomes = []
        for signature, answers in outlook.outcomes.items():
            after = pack(signature) & keep
            if after != before:
                outcomes.append(Outcome(after, after ^ before, after.bit_count(), signature, answers))
        return cls(outlook, before, outcomes)

    def without_gain(self) -> Foresight:
        """Return the same with only those outcomes that bring nothing new onto the table."""
        most = self.before.bit_count()
        return Foresight(self.outlook, self.before, [outcome for outcome in self.outcomes if outcome.magnets <= most])

    def complete(self, seen: int) -> list[Outcome]:
        """Return the outcomes that the table shows."""
        return self._by_after.get(seen, [])

    def with_loss(self, seen: int) -> list[Outcome]:
        """Return the outcomes that the table shows if something else was lifted or fell over."""
        most = self.before.bit_count()
        return [
            outcome
            for outcome in self.outcomes
            if outcome.magnets > most and not seen & ~outcome.after and not outcome.after & ~seen & ~self.before
        ]

    def under_way(self, seen: int) -> list[Outcome]:
        """Return the outcomes that the table may be on its way to, and has begun.

        A lifted thing fits also where an outcome changes nothing: another thing of the same kind may come there.
        """
        if self._under_way[0] != seen:
            self._under_way = seen, self._find_under_way(seen)
        return self._under_way[1]

    def _find_under_way(self, seen: int) -> list[Outcome]:
        fresh, begun, magnets = news(self.before, seen), seen ^ self.before, seen.bit_count()
        has_room = magnets <= self.before.bit_count()
        return [
            outcome
            for outcome in self.outcomes
            if begun & outcome.delta and not fresh & ~outcome.after and (has_room or magnets <= outcome.magnets)
        ]

    def half_done(self, seen: int) -> list[Outcome]:
        """Return the outcomes under way that explain all that has changed so far, with nothing in a hand besides."""
        return [outcome for outcome in self.under_way(seen) if self._explains(outcome, seen)]

    def _explains(self, outcome: Outcome, seen: int) -> bool:
        """A tile on which an outcome changes nothing may be empty for a moment: another thing comes there.

        It lay just like that elsewhere, or is turned on its way, as all things of a ship are that is rotated.
        """
        besides = (seen ^ self.before) & ~area(tiles_of(outcome.delta))
        if not besides:
            return True
        if seen.bit_count() != outcome.magnets:
            return False
        coming = seen & self.before & ~outcome.after
        return not _things(besides) - _things(coming) or self.replaced(outcome).issuperset(tiles_of(besides))

    def is_done(self, outcome: Outcome, seen: int) -> bool:
        """Tell whether an outcome that is under way lacks nothing but what it has nothing to do with."""
        return not (seen ^ outcome.after) & area(tiles_of(outcome.delta))

    def replaced(self, outcome: Outcome) -> set[int]:
        """Return the tiles on which something else lies after an outcome, though their reeds tell no difference."""
        after = self.outlook.after(outcome.answers[0])
        before = {(thing.tile, thing.mask): thing.name for thing in self.outlook.scene.things}
        things = after.scene.things if after is not None else ()
        return {thing.tile for thing in things if before.get((thing.tile, thing.mask), thing.name) != thing.name}

    def may_go_on(self, after: int, neighbours: Mapping[int, tuple[int, ...]]) -> bool:
        """Tell whether the table may turn into another outcome if one waits."""
        return self.slides_on(after, neighbours) or self.leads_on(after)

    def leads_on(self, after: int) -> bool:
        """An outcome may be the first half of another answer, which explains all that changed so far."""
        return bool(self.beyond(after, self.half_done(after)))

    def beyond(self, seen: int, outcomes: list[Outcome]) -> list[Outcome]:
        """Return those of some outcomes that the table does not show yet."""
        done = {answer for outcome in self.complete(seen) for answer in outcome.answers}
        return [outcome for outcome in outcomes if not done.issuperset(outcome.answers)]

    def slides_on(self, after: int, neighbours: Mapping[int, tuple[int, ...]]) -> bool:
        """What was put down may be turned, or pushed to a neighbouring tile, and be another answer then."""
        landed = area(tiles_of(after & ~self.before))
        lifted = area(tiles_of(after ^ self.before)) & ~landed  # what was lifted stays lifted
        magnets = after.bit_count()
        return any(
            outcome.magnets == magnets
            and (outcome.after ^ after) & landed
            and not (outcome.after ^ after) & lifted
            and is_one_push(after, outcome.after, neighbours)
            for outcome in self.outcomes
        )
