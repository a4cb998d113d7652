"""What may be chosen. Choices are factored: "two of eight" is one Subset, never 28 rows.

Each family can test a choice, count its choices, list them lazily and draw one at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product
from math import comb, factorial
from random import Random
from typing import Generic, Protocol, TypeVar, cast

Item = TypeVar("Item")
Choice_co = TypeVar("Choice_co", covariant=True)


class Options(Protocol[Choice_co]):
    """A set of choices."""

    def contains(self, choice: object) -> bool:
        """Tell whether this may be chosen."""

    def count(self) -> int:
        """Return how many choices there are."""

    def enumerate(self) -> Iterator[Choice_co]:
        """Yield every choice once, always in the same order."""

    def sample(self, rng: Random) -> Choice_co:
        """Draw one."""


def _first(choice: object) -> object:
    """Return the kind of a choice that is a tuple: what it begins with."""
    return cast("tuple[object, ...]", choice)[0]


class OneOf(Generic[Item]):
    """One of some choices. ``kind_of`` groups them, so that a player at random first picks what to do, then how."""

    __slots__ = ("_choices", "_kind_of")

    def __init__(self, choices: Sequence[Item], kind_of: Callable[[Item], object] = _first) -> None:
        self._choices = choices
        self._kind_of = kind_of

    def contains(self, choice: object) -> bool:
        """Tell whether this may be chosen."""
        try:
            meant = self._choices[self._choices.index(cast("Item", choice))]
        except ValueError:
            return False
        return choice is meant or _is_exactly(choice, meant)

    def count(self) -> int:
        """Return how many choices there are."""
        return len(self._choices)

    def enumerate(self) -> Iterator[Item]:
        """Yield every choice once."""
        return iter(self._choices)

    def sample(self, rng: Random) -> Item:
        """Draw one; each has the same chance."""
        return self._choices[rng.randrange(len(self._choices))]

    def kinds(self) -> list[object]:
        """Return the kinds of choices that there are, in the order of their first one."""
        return list(dict.fromkeys(map(self._kind_of, self._choices)))

    def sample_kind_first(self, rng: Random) -> Item:
        """Draw a kind, then a choice of that kind: builds do not drown everything else."""
        kinds = self.kinds()
        kind = kinds[rng.randrange(len(kinds))]
        return rng.choice([choice for choice in self._choices if self._kind_of(choice) == kind])


class Subset(Generic[Item]):
    """Between ``low`` and ``high`` of some items, as a tuple in the items' own order."""

    __slots__ = ("high", "items", "low")

    def __init__(self, items: Sequence[Item], low: int, high: int) -> None:
        self.items = tuple(items)
        self.low = max(0, low)
        self.high = min(high, len(self.items))

    def contains(self, choice: object) -> bool:
        """Tell whether this may be chosen."""
        if not isinstance(choice, tuple) or not self.low <= len(choice) <= self.high:
            return False
        rest = iter(self.items)
        return all(any(_is_exactly(item, other) for other in rest) for item in choice)

    def count(self) -> int:
        """Return how many choices there are."""
        return sum(comb(len(self.items), size) for size in range(self.low, self.high + 1))

    def enumerate(self) -> Iterator[tuple[Item, ...]]:
        """Yield every choice once, the small ones first."""
        for size in range(self.low, self.high + 1):
            yield from combinations(self.items, size)

    def sample(self, rng: Random) -> tuple[Item, ...]:
        """Draw one; each has the same chance."""
        weights = [comb(len(self.items), size) for size in range(self.low, self.high + 1)]
        size = rng.choices(range(self.low, self.high + 1), weights)[0]
        chosen = sorted(rng.sample(range(len(self.items)), size))
        return tuple(self.items[at] for at in chosen)


class Allocate:
    """``total`` points over some places, none beyond its cap, as a tuple with a number for each place."""

    __slots__ = ("caps", "total")

    def __init__(self, total: int, caps: Sequence[int]) -> None:
        self.total = total
        self.caps = tuple(caps)

    def contains(self, choice: object) -> bool:
        """Tell whether this may be chosen."""
        return (
            isinstance(choice, tuple)
            and len(choice) == len(self.caps)
            and all(type(n) is int and 0 <= n <= cap for n, cap in zip(choice, self.caps, strict=True))
            and sum(choice) == self.total
        )

    def count(self) -> int:
        """Return how many choices there are."""
        return self._ways()[0][self.total] if self.total >= 0 else 0

    def enumerate(self) -> Iterator[tuple[int, ...]]:
        """Yield every choice once."""
        for choice in product(*(range(min(cap, self.total) + 1) for cap in self.caps)):
            if sum(choice) == self.total:
                yield choice

    def sample(self, rng: Random) -> tuple[int, ...]:
        """Draw one; each has the same chance."""
        ways, left, choice = self._ways(), self.total, []
        for at, cap in enumerate(self.caps):
            points = range(min(cap, left) + 1)
            n = rng.choices(points, [ways[at + 1][left - n] for n in points])[0]
            choice.append(n)
            left -= n
        return tuple(choice)

    def _ways(self) -> list[list[int]]:
        """ways[k][n]: in how many ways n points go over the places from k on."""
        ways = [[1] + [0] * self.total]
        for cap in reversed(self.caps):
            after = ways[0]
            ways.insert(0, [sum(after[n - k] for k in range(min(cap, n) + 1)) for n in range(self.total + 1)])
        return ways


class Order(Generic[Item]):
    """Some items in any order, as a tuple."""

    __slots__ = ("items",)

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = tuple(items)

    def contains(self, choice: object) -> bool:
        """Tell whether this may be chosen."""
        return isinstance(choice, tuple) and sorted(map(repr, choice)) == sorted(map(repr, self.items))

    def count(self) -> int:
        """Return how many choices there are."""
        return factorial(len(self.items))

    def enumerate(self) -> Iterator[tuple[Item, ...]]:
        """Yield every choice once."""
        return permutations(self.items)

    def sample(self, rng: Random) -> tuple[Item, ...]:
        """Draw one; each has the same chance."""
        return tuple(rng.sample(self.items, len(self.items)))


class Number:
    """A whole number from ``low`` to ``high``."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def contains(self, choice: object) -> bool:
        """Tell whether this may be chosen."""
        return isinstance(choice, int) and not isinstance(choice, bool) and self.low <= choice <= self.high

    def count(self) -> int:
        """Return how many choices there are."""
        return max(0, self.high - self.low + 1)

    def enumerate(self) -> Iterator[int]:
        """Yield every choice once."""
        return iter(range(self.low, self.high + 1))

    def sample(self, rng: Random) -> int:
        """Draw one; each has the same chance."""
        return rng.randint(self.low, self.high)


class Place(Generic[Item]):
    """One piece on one site, turned in one way: a tuple (piece, site, turn) out of a table of sites."""

    __slots__ = ("_sites",)

    def __init__(self, sites: Sequence[tuple[Item, Item, tuple[Item, ...]]]) -> None:
        self._sites = sites  # (piece, site, turns)

    def contains(self, choice: object) -> bool:
        """Tell whether this may be chosen."""
        if not isinstance(choice, tuple) or len(choice) != 3:
            return False
        return any(_is_exactly(choice, (piece, site, turn)) for piece, site, turns in self._sites for turn in turns)

    def count(self) -> int:
        """Return how many choices there are."""
        return sum(len(turns) for _, _, turns in self._sites)

    def enumerate(self) -> Iterator[tuple[Item, Item, Item]]:
        """Yield every choice once."""
        for piece, site, turns in self._sites:
            for turn in turns:
                yield piece, site, turn

    def sample(self, rng: Random) -> tuple[Item, Item, Item]:
        """Draw one; each has the same chance."""
        weights = [len(turns) for _, _, turns in self._sites]
        piece, site, turns = rng.choices(self._sites, weights)[0]
        return piece, site, rng.choice(turns)


def _is_exactly(choice: object, meant: object) -> bool:
    """Tell whether two choices are equal in their types too: 1.0 and True equal 1, but rules count with 1 only."""
    if type(choice) is not type(meant):
        return False
    if isinstance(choice, tuple) and isinstance(meant, tuple):
        return len(choice) == len(meant) and all(map(_is_exactly, choice, meant))
    return bool(choice == meant)
