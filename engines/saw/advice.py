"""Help in a challenge for whoever knows the seat's cards: what is missing, what to commit, what a search may bring.

Nothing here changes a play, and nothing looks at cards that the caller does not hand over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import NamedTuple

from engines.saw.box import Box

SAMPLES = 400
Needs = Sequence[tuple[int, int]]
Helper = tuple[int, int]
"""How a card helps: its value, and the needed traits that it may count for (1 the first, 2 the second, 3 either)."""


class Commitment(NamedTuple):
    """The best that a hand can do: which cards for which traits, and what is missing then in each needed trait."""

    cards: tuple[tuple[int, int], ...]
    missing: tuple[tuple[int, int], ...]

    @property
    def shortfall(self) -> int:
        """How many points are missing over all traits."""
        return sum(points for _, points in self.missing)


class Advisor:
    """Advises about one challenge: its needs, less what the character brings."""

    def __init__(self, box: Box, needs: Needs, values: Sequence[int]) -> None:
        self._box = box
        self._traits = [trait for trait, _ in needs]
        self._open = [max(0, value - values[trait]) for trait, value in needs]
        while len(self._open) < 2:
            self._open.append(0)

    def helper(self, face: int) -> Helper:
        """Return how a card helps; (0, 0) if it does not."""
        sides = sum(1 << at for at, trait in enumerate(self._traits) if trait in self._box.traits[face])
        return (self._box.value[face], sides) if sides else (0, 0)

    # ---- the best commitment -----------------------------------------------------------------------------------------

    def best(self, faces: Sequence[int]) -> Commitment:
        """Return the commitment that leaves the least missing, and of those one with the fewest cards."""
        helpers = [(face, *self.helper(face)) for face in faces]
        single = [sorted(((v, f) for f, v, sides in helpers if sides == side), reverse=True) for side in (1, 2)]
        either = sorted(((v, f) for f, v, sides in helpers if sides == 3), reverse=True)
        best: tuple[int, int] | None = None
        chosen: list[tuple[int, int]] = []
        for (one, two), picks in self._shares(either).items():
            plans = [
                _cover(cards, self._open[at] - got)
                for at, (cards, got) in enumerate(zip(single, (one, two), strict=True))
            ]
            rank = (sum(left for left, _ in plans), len(picks) + sum(count for _, count in plans))
            if best is None or rank < best:
                best = rank
                chosen = [*picks, *((f, at) for at in (0, 1) for _, f in single[at][: plans[at][1]])]
        return self._commitment(chosen)

    def _shares(self, either: list[tuple[int, int]]) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
        """Return what cards that fit both traits can bring to each, capped, with the fewest cards for it."""
        shares: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {(0, 0): ()}
        first, second = self._open
        for value, face in either:
            for (one, two), picks in list(shares.items()):
                for at, key in enumerate(((min(first, one + value), two), (one, min(second, two + value)))):
                    if key not in shares or len(shares[key]) > len(picks) + 1:
                        shares[key] = (*picks, (face, at))
        return shares

    def _commitment(self, chosen: list[tuple[int, int]]) -> Commitment:
        got = [0, 0]
        for face, at in chosen:
            got[at] += self._box.value[face]
        missing = tuple((trait, max(0, self._open[at] - got[at])) for at, trait in enumerate(self._traits))
        return Commitment(tuple((face, self._traits[at]) for face, at in chosen), missing)

    def shortfall(self, helpers: Sequence[Helper]) -> int:
        """Return the least that can be missing with some cards: all are used, only those that fit both can go wrong."""
        one = two = 0
        reach, both = 1, 0  # bit n: the cards that fit both can bring n points to the first trait
        for value, sides in helpers:
            if sides == 1:
                one += value
            elif sides == 2:
                two += value
            elif sides == 3:
                reach |= reach << value
                both += value
        first, second = self._open[0] - one, self._open[1] - two
        return min(max(0, first - n) + max(0, second - both + n) for n in range(both + 1) if reach >> n & 1)

    # ---- what a search may bring -------------------------------------------------------------------------------------

    def chance(self, hand: Sequence[int], unseen: Mapping[int, int], draw: int, keep: int) -> float:
        """Return the chance that nothing is missing after one Search card, out of all that may be drawn.

        ``unseen``: how many copies of each card may lie in the deck.
        """
        own = [self.helper(face) for face in hand]
        if not self.shortfall(own):
            return 1.0
        pool: dict[Helper, int] = {}
        for face, copies in unseen.items():
            helper = self.helper(face)
            pool[helper] = pool.get(helper, 0) + copies
        draw = min(draw, sum(pool.values()))
        made = sum(ways for drawn, ways in _draws(sorted(pool.items()), draw) if self._makes_it(own, drawn, keep))
        total = comb(sum(pool.values()), draw)
        return made / total if total else 0.0

    def chance_of_two(
        self,
        hand: Sequence[int],
        unseen: Mapping[int, int],
        searches: tuple[tuple[int, int], tuple[int, int]],
        rng: Random,
        samples: int = SAMPLES,
    ) -> float:
        """Return an estimate of the chance with two Search cards, each (draw, keep); the best is kept each time."""
        pool = [self.helper(face) for face, copies in sorted(unseen.items()) for _ in range(copies)]
        (draw, keep), (more, most) = searches
        own, made = [self.helper(face) for face in hand], 0
        for _ in range(samples):
            drawn = rng.sample(pool, min(draw + more, len(pool)))
            first = min(_kept(drawn[:draw], keep), key=lambda kept: self.shortfall([*own, *kept]))
            made += self._makes_it([*own, *first], drawn[draw:], most)
        return made / samples

    def _makes_it(self, own: Sequence[Helper], drawn: Sequence[Helper], keep: int) -> bool:
        return any(not self.shortfall([*own, *kept]) for kept in _kept(drawn, keep))


def _kept(drawn: Sequence[Helper], keep: int) -> Iterator[tuple[Helper, ...]]:
    return combinations(drawn, min(keep, len(drawn)))


def _cover(cards: list[tuple[int, int]], need: int) -> tuple[int, int]:
    """Return what stays missing of a need, and how many cards it takes, the biggest first."""
    count = 0
    while need > 0 and count < len(cards):
        need -= cards[count][0]
        count += 1
    return max(0, need), count


def _draws(pool: list[tuple[Helper, int]], count: int) -> Iterator[tuple[tuple[Helper, ...], int]]:
    """Yield each handful that may be drawn, and in how many ways."""
    if not pool or not count:
        if not count:
            yield (), 1
        return
    (helper, copies), rest = pool[0], pool[1:]
    for taken in range(min(copies, count) + 1):
        for others, ways in _draws(rest, count - taken):
            yield (helper,) * taken + others, ways * comb(copies, taken)
