"""Profiles: which tiles, pads, seats, lights and buttons a table has, where they are, how they are wired.

>>> from hardware import profiles
>>> table = profiles.load("grid")
>>> table.tile_named("e1").x
270.0
>>> len(table.lights), table.scan_bytes
(128, 101)
"""

from hardware.profiles.errors import ProfileError
from hardware.profiles.loader import load, located, names
from hardware.profiles.model import (
    Button,
    Grid,
    Light,
    Magnet,
    Pad,
    Pile,
    Profile,
    Reeds,
    Seat,
    Tile,
    Wiring,
)

__all__ = [
    "Button",
    "Grid",
    "Light",
    "Magnet",
    "Pad",
    "Pile",
    "Profile",
    "ProfileError",
    "Reeds",
    "Seat",
    "Tile",
    "Wiring",
    "load",
    "located",
    "names",
]
