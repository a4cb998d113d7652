"""The check that a profile's geometry works: every object closes its own reeds, and nothing else does.

Objects are pushed and turned as far as the recesses of the frame allow, and every other tile holds whatever
disturbs most. Displacements are independent, so the worst sum is the sum of the worst: none is missed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from hardware.profiles.model import Grid, Profile
from hardware.twin.dipole import REEDS, Reed, disc_points, felt, reeds_of, strength
from hardware.twin.objects import FACINGS, STACKS, Facing, Kind, Pose, angle_of, magnets_at, turned_mask

PUSH = 3.0
"""How far, in mm each way, a recess lets an object be off its place."""
TURN = 8.0
"""How many degrees a recess lets an object be turned."""
CLOSE_FACTOR = 1.3
"""A reed that should close gets at least this many times its pull-in."""
OPEN_FACTOR = 0.7
"""A reed that should be open gets at most this many times its drop-out."""

_STEPS = (-1.0, -0.5, 0.0, 0.5, 1.0)

Range = tuple[float, float]
Stack = tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one reed feels at the worst; `margin` is at least 1 where the rule holds."""

    stack: str
    facing: Facing
    reed: str
    should_close: bool
    field_mt: float
    limit_mt: float

    @property
    def margin(self) -> float:
        """How many times better than the rule asks."""
        return self.field_mt / self.limit_mt if self.should_close else self.limit_mt / max(self.field_mt, 1e-9)

    @property
    def ok(self) -> bool:
        """Whether the rule holds."""
        return self.margin >= 1.0

    def __str__(self) -> str:
        bound, word = ("at least", "close") if self.should_close else ("at most", "stay open")
        return (
            f"{self.stack} facing {self.facing}: reed {self.reed} must {word} and feels {bound} "
            f"{self.field_mt:.2f} mT where {self.limit_mt:.2f} mT is the limit (margin {self.margin:.2f})."
        )


def check(profile: Profile) -> list[Finding]:
    """The worst that every reed of a tile feels under each stack and facing; empty without tiles."""
    if profile.grid is None:
        return []
    survey = _Survey(profile, profile.grid)
    return [
        survey.finding(stack, facing, index) for stack in STACKS for facing in FACINGS for index in range(len(REEDS))
    ]


def fits(stack: Stack, pitch: float) -> bool:
    """Whether such stacks can lie on neighbouring tiles."""
    return all(max(kind.size) <= pitch for kind in stack)


def _around(count: int) -> range:
    """Where a row of `count` tiles lies, seen from its middle one."""
    return range(-(count // 2), count - count // 2)


def _name(stack: Stack) -> str:
    return " + ".join(kind.name for kind in stack)


def _layers(stack: Stack) -> Iterator[tuple[Kind, float]]:
    height = 0.0
    for kind in stack:
        yield kind, height
        height += kind.thickness


class _Survey:
    """Ranges of the field for one profile, each computed once."""

    def __init__(self, profile: Profile, grid: Grid) -> None:
        self._grid = grid
        self._limits = profile.reeds
        self._reeds = reeds_of(profile.reeds)
        k = strength(profile.magnet)
        self._points = [(x, y, k * weight) for x, y, weight in disc_points(profile.magnet)]
        self._range = cache(self._measure)
        self._around = [self._neighbours(reed) for reed in self._reeds]
        self._alone = (0.0, 0.0)

    def finding(self, stack: Stack, facing: Facing, index: int) -> Finding:
        """What reed `index` feels at the worst with `stack` on its tile and the worst all around."""
        bit = 1 << index
        low, high = self._around[index] if fits(stack, self._grid.pitch) else self._alone
        for kind, height in _layers(stack):
            least, most = self._range(kind, facing, height, self._reeds[index], 0.0, 0.0)
            low, high = low + least, high + most
        closes = any(turned_mask(kind.closes, facing) & bit for kind in stack)
        if closes:
            return Finding(
                _name(stack),
                facing,
                REEDS[index],
                True,
                max(low, -high, 0.0),
                CLOSE_FACTOR * self._limits.pull_in_mt,
            )
        field = max(abs(low), abs(high))
        return Finding(_name(stack), facing, REEDS[index], False, field, OPEN_FACTOR * self._limits.drop_out_mt)

    def _neighbours(self, reed: Reed) -> Range:
        """The sum over all other tiles of the worst that each can do, seen from the middle of the table."""
        low = high = 0.0
        for column in _around(self._grid.columns):
            for row in _around(self._grid.rows):
                if column or row:
                    least, most = self._neighbour(reed, column * self._grid.pitch, row * self._grid.pitch)
                    low, high = low + least, high + most
        return low, high

    def _neighbour(self, reed: Reed, x: float, y: float) -> Range:
        sums = [(0.0, 0.0)]
        for stack in STACKS:
            if fits(stack, self._grid.pitch):
                sums += [self._sum(stack, facing, reed, x, y) for facing in FACINGS]
        return min(low for low, _ in sums), max(high for _, high in sums)

    def _sum(self, stack: Stack, facing: Facing, reed: Reed, x: float, y: float) -> Range:
        ranges = [self._range(kind, facing, height, reed, x, y) for kind, height in _layers(stack)]
        return sum(low for low, _ in ranges), sum(high for _, high in ranges)

    def _measure(self, kind: Kind, facing: Facing, height: float, reed: Reed, x: float, y: float) -> Range:
        """Least and most that `reed` feels of an object within the play of its recess."""
        near = not (x or y)
        steps = _STEPS if near else _STEPS[::2]
        points = self._points if near else [(0.0, 0.0, sum(weight for *_, weight in self._points))]
        values = []
        for dx in steps:
            for dy in steps:
                for turn in steps:
                    pose = Pose(x + PUSH * dx, y + PUSH * dy, angle_of(facing) + TURN * turn, height)
                    values.append(_field(kind, pose, reed, points))
        return min(values), max(values)


def _field(kind: Kind, pose: Pose, reed: Reed, points: list[tuple[float, float, float]]) -> float:
    return sum(
        polarity * k * felt(reed, x + px, y + py, z)
        for x, y, z, polarity in magnets_at(kind, pose)
        for px, py, k in points
    )
