"""What may lie on a bench: any cards in any slots (R19). Listed only when somebody wants the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

from engines.core.options import OneOf
from engines.saw.box import Box
from engines.saw.cards import ESCAPE, MECHANISM, OBJECT
from engines.saw.piles import UNTOLD
from engines.saw.state import SLOTS

KEEP, TRAP, BENCH = "keep", "trap", "bench"
NONE = -2
"""An empty slot, as a choice names it."""
Choice = tuple[Any, ...]


class Benching(OneOf):
    """All arrangements of some cards in three slots: ("keep",), ("trap", m, o, e) or ("bench", a, b, c), by faces.

    A complete trap is a kind of its own: people (and players at random) decide first whether to build one.
    """

    __slots__ = ("_box", "_faces", "_listed", "_now", "_parts")

    def __init__(self, box: Box, faces: list[int], now: tuple[int, ...]) -> None:
        super().__init__(())
        self._box = box
        self._faces = faces
        self._now = now  # the faces that lie there now; NONE for an empty slot
        self._parts = [
            sorted({face for face in faces if face >= 0 and box.kind[face] == kind})
            for kind in (MECHANISM, OBJECT, ESCAPE)
        ]
        self._listed: list[Choice] | None = None

    def contains(self, choice: Any) -> bool:
        """Tell whether this may be chosen."""
        if choice == (KEEP,):
            return True
        if not isinstance(choice, tuple) or len(choice) != 1 + SLOTS or choice[0] not in (TRAP, BENCH):
            return False
        slots = choice[1:]
        if not all(type(face) is int and face >= NONE for face in slots) or slots == self._now:
            return False
        wanted = Counter(face for face in slots if face != NONE)
        return wanted <= Counter(self._faces) and (choice[0] == TRAP) == self._is_trap(slots)

    def _is_trap(self, slots: tuple[int, ...]) -> bool:
        return min(slots) > UNTOLD and self._box.is_trap(slots)

    def _traps(self) -> list[Choice]:
        return [(TRAP, *slots) for slots in product(*self._parts) if slots != self._now]

    def _all(self) -> list[Choice]:
        if self._listed is None:
            self._listed = [(KEEP,), *self._traps(), *self._benches()]
        return self._listed

    def _benches(self) -> Iterator[Choice]:
        """Everything but complete traps and what lies there now."""
        faces, now = sorted(self._faces), self._now
        is_mixed = len(set(faces)) < len(faces)
        kind, parts = self._box.kind, self._parts
        has_traps = all(parts)
        for count in range(SLOTS + 1):
            found: Any = permutations(faces, count)
            for cards in dict.fromkeys(found) if is_mixed else found:
                if count == SLOTS:
                    a, b, c = cards
                    if has_traps and a >= 0 and b >= 0 and c >= 0 and (kind[a], kind[b], kind[c]) == (0, 1, 2):
                        continue
                    if cards != now:
                        yield (BENCH, a, b, c)
                else:
                    for slots in _spread(cards):
                        if slots != now:
                            yield (BENCH, *slots)

    def count(self) -> int:
        """Return how many choices there are."""
        return len(self._all())

    def enumerate(self) -> Iterator[Choice]:
        """Yield every choice once."""
        return iter(self._all())

    def sample(self, rng: Random) -> Choice:
        """Draw one; each has the same chance."""
        return rng.choice(self._all())

    def kinds(self) -> list[Any]:
        """Return the kinds of choices that there are."""
        has_other_trap = any(slots != self._now for slots in product(*self._parts))
        return [KEEP, *([TRAP] if has_other_trap else []), *([BENCH] if self._has_benches() else [])]

    def _has_benches(self) -> bool:
        return next(self._benches(), None) is not None

    def sample_kind_first(self, rng: Random) -> Choice:
        """Draw a kind, then a choice of that kind."""
        kind = rng.choice(self.kinds())
        if kind == KEEP:
            return (KEEP,)
        return rng.choice(self._traps() if kind == TRAP else list(self._benches()))


def _spread(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ways to lay fewer than three cards into three slots, in their order."""
    if not cards:
        return [(NONE, NONE, NONE)]
    if len(cards) == 1:
        return [(cards[0], NONE, NONE), (NONE, cards[0], NONE), (NONE, NONE, cards[0])]
    a, b = cards
    return [(a, b, NONE), (a, NONE, b), (NONE, a, b)]
