"""Aiming: how players say what leaves the table as it is, such as a shot.

While aiming, a target is chosen by lifting its thing and putting it back, or by pressing *yes* while its light is the
one that is lit; the lights walk by, one after another. Targets that share a light or a tile lead to a second stage with
those alone; where all share one light, *yes* cannot tell them apart. Of two things that are lifted the first one counts
that is put back, but what a sleeve brushes meanwhile means nothing. Outside aiming a lift never means anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from host.referee.verdicts import Answer
from host.referee.walking import Walk
from host.table import Snapshot

BRUSH_MS = 250  # what is away for less while another thing is in the hand was brushed by the sleeve
AWAY_MS = 10_000  # what is away for longer is in nobody's hand any more
LIFT_MS = 100  # as it is felt, in truth 150: an opening counts 52 ms later than a closing. What hops is back sooner.


class Target(NamedTuple):
    """Something that can be aimed with or at; with several answers it leads to a second stage."""

    label: str
    tile: int | None
    light: int | None
    answers: tuple[Answer, ...]


def one_for_each(target: Target) -> Sequence[Target]:
    """Return a target for each answer, on the same tile."""
    return [target._replace(label=f"{target.label}: {answer}", answers=(answer,)) for answer in target.answers]


class Aiming:
    """One act of aiming: ``targets`` are those of the present stage.

    ``split`` makes the targets of the second stage out of one that was chosen and has several answers. ``was_brief``
    tells whether the thing that was put back last was away too briefly to be meant.
    """

    def __init__(
        self, targets: Sequence[Target], now: int, split: Callable[[Target], Sequence[Target]] = one_for_each
    ) -> None:
        if not targets:
            raise ValueError("There is nothing to aim at.")
        self.targets = tuple(targets)
        self.is_left = False
        self.was_brief = False
        self._split = split
        self._walk = Walk(len(self._lights()), now)
        self._resting: dict[int, int] = {}  # what lay on each tile of a target when it was last seen there
        self._lifted: dict[int, int] = {}  # since when a thing is off its tile

    def look(self, snapshot: Snapshot) -> tuple[Answer, ...] | None:
        """Return the answer, as the only item, once a target's thing was lifted and put back."""
        if not snapshot.is_known or self.is_left:
            self._lifted.clear()  # what happened meanwhile is not known
            return None
        for tile in sorted({target.tile for target in self.targets if target.tile is not None}):
            if snapshot.confidence[tile] and self._is_put_back(tile, snapshot.tiles[tile], snapshot.felt_at):
                return self._choose([target for target in self.targets if target.tile == tile], snapshot.at)
        return None

    def _lights(self) -> tuple[int | None, ...]:
        """Return the lights of the targets, each once."""
        return tuple(dict.fromkeys(target.light for target in self.targets))

    @property
    def is_by_light(self) -> bool:
        """Whether *yes* can tell targets apart: not where all of them share one light."""
        return len(self.targets) == 1 or len(self._lights()) > 1

    def lit(self, now: int) -> int | None:
        """Return the number of the first target whose light is lit; None where lights tell nothing."""
        if not self.is_by_light:
            return None
        lights = [target.light for target in self.targets]
        return lights.index(self._lights()[self._walk.lit(now)])

    def choose(self, number: int, now: int) -> tuple[Answer, ...] | None:
        """Take a target by its number, as a screen shows it; the answer, or None if a second stage follows."""
        if self.is_left or not 0 <= number < len(self.targets):
            return None
        return self._choose([self.targets[number]], now)

    def press(self, button: Literal["yes", "no"], now: int) -> tuple[Answer, ...] | None:
        """Take the lit target, or leave; a *yes* that ``is_clear`` does not hold for means nothing."""
        if button == "no":
            self.is_left = True
        if self.is_left or not self.is_clear(now):
            return None
        light = self._lights()[self._walk.lit(now)]
        return self._choose([target for target in self.targets if target.light == light], now)

    def is_clear(self, now: int) -> bool:
        """Tell whether it is clear what a *yes* would be meant for."""
        return self.is_by_light and self._walk.is_clear(now)

    def walk_back(self, now: int) -> None:
        """Go back to the light before: it may be the one that was meant."""
        self._walk = self._walk.back(now)

    def due(self, now: int) -> int | None:
        """Return when the light walks on; None if nothing walks."""
        return None if self.is_left else self._walk.due(now)

    def _is_put_back(self, tile: int, mask: int, at: int) -> bool:
        """Tell whether what was lifted is back, by when the table felt it: of both it may be told late, and at once."""
        rested = self._resting.get(tile, 0)
        if not rested:
            self._resting[tile] = mask  # a thing must have been there before it can be lifted
        elif mask != rested and not mask & ~rested:
            self._lifted.setdefault(tile, at)  # all of it, or what stood on it
        elif mask == rested and tile in self._lifted:
            since = self._lifted.pop(tile)
            if at - since < BRUSH_MS and any(at - AWAY_MS < other < since for other in self._lifted.values()):
                return False
            self.was_brief = at - since < LIFT_MS
            return not self.was_brief
        return False

    def _choose(self, chosen: Sequence[Target], now: int) -> tuple[Answer, ...] | None:
        """Return the one answer, or go on to the second stage."""
        if len(chosen) == 1 and len(chosen[0].answers) == 1:
            return chosen[0].answers
        stage = tuple(chosen) if len(chosen) > 1 else tuple(self._split(chosen[0]))
        if stage != self.targets:
            self.targets = stage
            self._walk = Walk(len(self._lights()), now)
            self._resting, self._lifted, self.was_brief = {}, {}, False
        return None
