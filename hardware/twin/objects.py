"""The things on the table and where their magnets sit, in millimetres, seen with the object facing north."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Literal

from hardware.profiles.model import CENTRE, EAST, NORTH, SOUTH, WEST

Facing = Literal["north", "east", "south", "west"]
FACINGS: tuple[Facing, ...] = ("north", "east", "south", "west")

RADIUS = 16.0
"""From the middle of an object to a magnet that tells its facing."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One magnet of an object: its place, and its height above that of a tray's magnet on the table.

    `polarity` is 1 with the north pole up, -1 with the south pole up.
    """

    x: float
    y: float
    height: float = 0.0
    polarity: int = 1


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of object: `closes` are the reeds it should close, `thickness` raises what lies on it."""

    name: str
    spots: tuple[Spot, ...]
    closes: int
    size: tuple[float, float]
    thickness: float = 0.0


# Magnets are 2 mm thick and flush with the underside; only a base has 2 mm of floor below its magnet. What
# lies on a tray has its south pole up, so that the magnets of a stack help each other (decision 0002).
BASE = Kind("base", (Spot(0.0, RADIUS, 2.0),), NORTH, (46.0, 46.0))
TRAY = Kind("tray", (Spot(0.0, RADIUS),), NORTH, (68.0, 93.0), thickness=2.8)  # 2.4 and the card in it
CROSS = Kind(
    "cross",
    (Spot(RADIUS, 0.0, polarity=-1), Spot(-RADIUS, 0.0, polarity=-1)),
    EAST | WEST,
    (40.0, 93.0),
    thickness=2.4,
)
PAWN = Kind("pawn", (Spot(0.0, 0.0, polarity=-1),), CENTRE, (24.0, 24.0))

KINDS: dict[str, Kind] = {kind.name: kind for kind in (BASE, TRAY, CROSS, PAWN)}
"""Every kind by its name."""

STACKS: tuple[tuple[Kind, ...], ...] = (
    (BASE,),
    (PAWN,),
    (TRAY,),
    (TRAY, PAWN),
    (TRAY, CROSS),
    (TRAY, CROSS, PAWN),
)
"""What lies on one tile in the games, from the table upwards."""


@dataclass(frozen=True, slots=True)
class Object:
    """One thing that can be put on the table; the name tells it from others of its kind.

    `strength` is that of its magnets, compared with those of the profile.
    """

    name: str
    kind: Kind
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class Pose:
    """Where an object is: its middle, degrees clockwise from north, and the height of its underside."""

    x: float
    y: float
    angle: float = 0.0
    height: float = 0.0


def angle_of(facing: Facing) -> float:
    """Degrees clockwise from north."""
    return 90.0 * FACINGS.index(facing)


def turned_mask(mask: int, facing: Facing) -> int:
    """The reeds of `mask`, given for an object that faces north, when it faces `facing`."""
    steps = FACINGS.index(facing)
    around = mask & (NORTH | EAST | SOUTH | WEST)
    return (around << steps | around >> (4 - steps)) & 0x0F | mask & CENTRE


def magnets_at(kind: Kind, pose: Pose) -> list[tuple[float, float, float, int]]:
    """The object's magnets on the table as (x, y, height, polarity)."""
    c, s = cos(radians(pose.angle)), sin(radians(pose.angle))
    return [
        (
            pose.x + c * spot.x + s * spot.y,
            pose.y - s * spot.x + c * spot.y,
            pose.height + spot.height,
            spot.polarity,
        )
        for spot in kind.spots
    ]
