"""An outlook made ready for quick questions: is an answer complete, under way, or able to go on?

Nothing is enumerated: an answer is under way if every tile shows its value before, its value after, or less of either.
A whole table is one integer, so each question is a few operations for each outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from host.referee.outlook import Outlook
from host.referee.signatures import area, pack, spot, tiles_of
from host.referee.verdicts import Answer


class Outcome(NamedTuple):
    """What some answers would make of the table; ``magnets`` is how many reeds are closed then."""

    after: int
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


class Foresight:
    """All outcomes of an outlook as far as trusted tiles show them. ``keep`` has the reeds of these."""

    def __init__(self, outlook: Outlook, keep: int) -> None:
        self.outlook = outlook
        self.before = pack(outlook.scene.signature) & keep
        self.outcomes: list[Outcome] = []
        self._by_after: dict[int, list[Outcome]] = {}
        for signature, answers in outlook.outcomes.items():
            after = pack(signature) & keep
            if after != self.before:
                outcome = Outcome(after, after.bit_count(), signature, answers)
                self.outcomes.append(outcome)
                self._by_after.setdefault(after, []).append(outcome)

    def without_gain(self) -> Foresight:
        """Return the same with only those outcomes that bring nothing new onto the table."""
        copy = object.__new__(Foresight)
        copy.outlook, copy.before = self.outlook, self.before
        most = self.before.bit_count()
        copy.outcomes = [outcome for outcome in self.outcomes if outcome.magnets <= most]
        copy._by_after = {}
        for outcome in copy.outcomes:
            copy._by_after.setdefault(outcome.after, []).append(outcome)
        return copy

    def complete(self, seen: int) -> list[Outcome]:
        """Return the outcomes that the table shows."""
        return self._by_after.get(seen, [])

    def under_way(self, seen: int) -> list[Outcome]:
        """Return the outcomes that the table may be on its way to, and has begun.

        A lifted thing fits also where an outcome changes nothing: another thing of the same kind may come there.
        """
        before, fresh, magnets = self.before, news(self.before, seen), seen.bit_count()
        begun, has_room = seen ^ before, magnets <= before.bit_count()
        return [
            outcome
            for outcome in self.outcomes
            if not fresh & ~outcome.after
            and begun & (outcome.after ^ before)
            and (has_room or magnets <= outcome.magnets)
        ]

    def is_done(self, outcome: Outcome, seen: int) -> bool:
        """Tell whether an outcome that is under way lacks nothing but what it has nothing to do with."""
        return not (seen ^ outcome.after) & area(tiles_of(outcome.after ^ self.before))

    def may_go_on(self, after: int, neighbours: Mapping[int, tuple[int, ...]]) -> bool:
        """Tell whether the table may turn into another outcome if one waits."""
        return self._slides_on(after, neighbours) or self._leads_on(after)

    def _leads_on(self, after: int) -> bool:
        """An outcome may be the first half of another one: all that changed so far changes in both."""
        begun = [spot(tile) for tile in tiles_of(after ^ self.before)]
        return any(
            outcome.after != after and all((outcome.after ^ self.before) & tile for tile in begun)
            for outcome in self.under_way(after)
        )

    def _slides_on(self, after: int, neighbours: Mapping[int, tuple[int, ...]]) -> bool:
        """What was put down may be turned, or pushed to a neighbouring tile, and be another answer then."""
        landed = tiles_of(after & ~self.before)
        spots = area(landed)
        zone = spots | area(near for tile in landed for near in neighbours.get(tile, ()))
        zone &= ~(area(tiles_of(after ^ self.before)) & ~spots)  # what was lifted stays lifted
        outside = ~zone
        return any(
            not (outcome.after ^ after) & outside and (outcome.after ^ after) & spots for outcome in self.outcomes
        )
