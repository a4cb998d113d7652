"""Where things lie, as people see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hardware.twin.objects import Facing


class Spot(NamedTuple):
    """A tile and how a thing lies there."""

    tile: str
    facing: Facing = "north"


Arrangement = Mapping[str, Spot]
"""Every thing on the table by its name, from the table upwards."""


class Motion(NamedTuple):
    """One thing on its way; ``target`` is None if it leaves the table."""

    name: str
    target: Spot | None


def moved(lies: Arrangement, done: Iterable[Motion]) -> Arrangement:
    """Return where things lie once some of them have been moved."""
    targets = {motion.name: motion.target for motion in done}
    spots = {**lies, **targets}
    return {name: spot for name, spot in spots.items() if spot is not None}


def motions(lies: Arrangement, wanted: Arrangement) -> list[Motion]:
    """Return what has to be moved to get from one arrangement to another: what goes away goes first."""
    gone = [Motion(name, None) for name in lies if name not in wanted]
    return gone + [Motion(name, spot) for name, spot in wanted.items() if lies.get(name) != spot]


def without_trays(lies: Arrangement) -> Arrangement:
    """Return where all lies but the trays, which follow what lies on them."""
    return {name: spot for name, spot in lies.items() if not name.startswith("tray")}
