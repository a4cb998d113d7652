"""What people do out of habit. None of it is a mistake, and none of it changes what they mean.

Each habit has a name, a rate for each occasion (see ``levels.py``) and a count of how often it has happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Literal, get_args

Habit = Literal[
    "left-lying",
    "two-hands",
    "unnamed",
    "early",
    "mind",
    "wiggle",
    "sleeve",
    "curve",
    "weak",
    "edge",
    "bump",
    "cable",
    "special",
]
HABITS: tuple[Habit, ...] = get_args(Habit)

MEANING: Mapping[Habit, str] = {
    "left-lying": "a card stays on its pad, and the next one is held over it",
    "two-hands": "one piece is held to the pad, another is built, then the first one",
    "unnamed": "a drawn piece is built before anybody says which one it is",
    "early": "the next player begins before the last answer is understood",
    "mind": "another answer is shown for 0.2 to 3 s, then changed or taken back",
    "wiggle": "a thing is nudged within its recess",
    "sleeve": "a sleeve brushes over several neighbouring things or cards",
    "curve": "a thing is slid in a curve, across the tiles beside its way",
    "weak": "a thing has a magnet that is 10 % weaker",
    "edge": "a thing is put down at the very edge of its recess, turned as far as it goes",
    "bump": "a card on a bench is hit, and hops",
    "cable": "the cable is pulled in the middle of an answer, and plugged in again",
    "special": "a Search or Special card is used wherever one can be",
}

IN: Mapping[str, tuple[Habit, ...]] = {
    "armada": (
        *("left-lying", "two-hands", "unnamed", "early", "mind"),
        *("wiggle", "sleeve", "curve", "weak", "edge", "cable"),
    ),
    "loot": ("left-lying", "early", "mind", "wiggle", "sleeve", "curve", "weak", "edge", "cable"),
    "saw": ("left-lying", "early", "mind", "sleeve", "bump", "cable", "special"),
}
"""Which habits each game has room for. SAW has no tiles; only Jigsaw Armada has pieces that are drawn and built."""
ON_TILES: tuple[Habit, ...] = ("early", "mind", "wiggle", "sleeve", "curve", "weak", "edge", "cable")
"""Those for which every game on tiles has room."""


def habits_in(game: str) -> tuple[Habit, ...]:
    """Return the habits for which a game has room, also one of another package."""
    return IN.get(game, ON_TILES)


Rates = Mapping[Habit, float]


class Habits:
    """Draws whether a habit shows now. ``counts`` tells how often each one did."""

    def __init__(self, rates: Rates, rng: Random) -> None:
        self.counts: Counter[Habit] = Counter()
        self.rng = rng
        self._rates = rates

    def draw(self, habit: Habit) -> bool:
        """Draw whether people give in to a habit on this occasion. What comes of it, ``did`` counts."""
        rate = self._rates.get(habit, 0.0)
        return rate > 0 and self.rng.random() < rate

    def did(self, habit: Habit) -> None:
        """A habit has shown."""
        self.counts[habit] += 1

    def gives_in(self, habit: Habit) -> bool:
        """Draw, and count it: for what happens whenever it is drawn."""
        is_drawn = self.draw(habit)
        self.counts[habit] += is_drawn
        return is_drawn


def rated(habits: str, rates: Rates) -> Rates:
    """Return only the habits that somebody names: "two-hands,mind=0.5", or "none".

    A habit without a rate of its own keeps that of ``rates``.

    >>> rated("mind,early=0.5", {"mind": 0.1, "wiggle": 0.2})
    {'mind': 0.1, 'early': 0.5}
    """
    found: dict[Habit, float] = {}
    for part in habits.split(",") if habits != "none" else ():
        name, _, rate = part.strip().partition("=")
        habit = next((known for known in HABITS if known == name), None)
        if habit is None:
            raise ValueError(f'There is no habit "{name}". Known are: {", ".join(HABITS)}; or none.')
        found[habit] = _share(rate, name) if rate else rates.get(habit, 0.0)
    return found


def _share(text: str, name: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ValueError(f'The rate of "{name}" must be a number from 0 to 1; "{text}" is not.')
    return share
