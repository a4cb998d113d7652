"""The way from what the table shows to what it should show: one step at a time.

Missing and extra things are paired at the least cost. A thing that was seen to get where it is goes to its own place;
an unknown one to the nearest free place; one that is known to belong nowhere is taken away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from host.referee.assignment import assign
from host.referee.beliefs import Magnet, all_magnets, magnets
from host.referee.verdicts import Step

UNKNOWN = 1_000  # more than any way across a table
NOWHERE = 100_000  # taking away or fetching: dearer than moving what is there
NEVER = 100 * NOWHERE

Distance = Callable[[int, int], int]


class Place(NamedTuple):
    """Where a thing should lie, and how. ``name`` is None if any thing will do."""

    name: str | None
    tile: int
    mask: int


class Plan(NamedTuple):
    """The next step and how many there are."""

    step: Step
    remaining: int


def plan(
    seen: bytes,
    places: Sequence[Place],
    names: Mapping[Magnet, str | None],
    distance: Distance,
    last: Step | None = None,
) -> Plan | None:
    """Return the next step toward a table on which everything lies in its place; None if it does."""
    filled = {magnet for place in places for magnet in magnets(place.tile, place.mask)}
    missing = [place for place in places if seen[place.tile] & place.mask != place.mask]
    extra = sorted(all_magnets(seen) - filled)
    steps = _steps(missing, extra, names, distance, seen)
    if not steps:
        return None
    doable = [step for step in steps if _is_doable(step, extra) and not _is_covered(step, missing)]
    if doable:
        return Plan(min(doable, key=lambda step: _rank(step, last)), len(steps))
    source = min(steps, key=lambda step: _rank(step, last)).source  # all wait for each other: lift one first
    assert source is not None
    name = next((names.get(magnet) for magnet in extra if magnet[0] == source), None)
    return Plan(Step("take", name, source, None, seen[source]), len(steps) + 1)


def _steps(
    missing: Sequence[Place],
    extra: Sequence[Magnet],
    names: Mapping[Magnet, str | None],
    distance: Distance,
    seen: bytes,
) -> list[Step]:
    """Pair missing places with extra things; what is left over is fetched or taken away."""
    size = len(missing) + len(extra)
    cost = [
        [
            _cost(missing[row], extra[column], names.get(extra[column]), distance)
            if row < len(missing) and column < len(extra)
            else (NOWHERE if row < len(missing) or column < len(extra) else 0)
            for column in range(size)
        ]
        for row in range(size)
    ]
    steps = []
    for row, column in enumerate(assign(cost)):
        place = missing[row] if row < len(missing) else None
        magnet = extra[column] if column < len(extra) else None
        if place is not None or magnet is not None:
            steps.append(_step(place, magnet, names, seen))
    return steps


def _cost(place: Place, magnet: Magnet, name: str | None, distance: Distance) -> int:
    if name is None or place.name is None:
        return UNKNOWN + distance(magnet[0], place.tile)
    return 0 if name == place.name else NEVER


def _step(place: Place | None, magnet: Magnet | None, names: Mapping[Magnet, str | None], seen: bytes) -> Step:
    if place is None:
        assert magnet is not None
        return Step("take", names.get(magnet), magnet[0], None, seen[magnet[0]])
    if magnet is None:
        return Step("put", place.name, None, place.tile, place.mask)
    return Step("turn" if magnet[0] == place.tile else "move", place.name, magnet[0], place.tile, place.mask)


def _is_doable(step: Step, extra: Sequence[Magnet]) -> bool:
    """A place that something wrong still holds must be cleared first."""
    return step.kind in ("take", "turn") or all(tile != step.target for tile, _ in extra)


def _is_covered(step: Step, missing: Sequence[Place]) -> bool:
    """Tell whether something that lies below is still missing: what lies lowest comes first among the places."""
    lowest = next((place for place in missing if place.tile == step.target), None)
    return lowest is not None and (lowest.name, lowest.mask) != (step.name, step.mask)


def _rank(step: Step, last: Step | None) -> tuple[int, ...]:
    """Go on with what was asked last; then mend what lies on the table, before anything is fetched."""
    goes_on = last is not None and step.target == last.target and step.source in (last.source, None)
    order = ("turn", "move", "take", "put").index(step.kind)
    return (not goes_on, order, *(tile for tile in (step.source, step.target) if tile is not None))
