"""What a reed feels of the magnets above it.

A magnet is a vertical dipole: of the fields that a disc makes, the one that remains a few millimetres away.
A reed collects the flux along its whole length, so it feels the mean of the field along its axis. For a
dipole that mean is a difference of two potentials, one at each end of the reed (Jackson, Classical
Electrodynamics, 5.56 and 5.6: outside the magnet B is the gradient of a scalar potential):

    B = K (p(upper end) - p(other end)) / length,   p = h / (r² + h²)^1.5,   K = remanence · volume / 4π

with h the height and r the distance across. That is why a flat reed with its middle under a magnet feels
nothing, and why what counts is which of its ends is near a magnet.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from hardware.profiles.model import Magnet, Reeds

REEDS = "NESWC"
"""The reeds of a tile, in the order of their bits."""

Point = tuple[float, float, float]

_CENTRE_AXIS = (sqrt(0.5), -sqrt(0.5))  # between E and S, where a flat centre reed disturbs least
_PLACES = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.0, 0.0))


@dataclass(frozen=True, slots=True)
class Reed:
    """One reed: its upper (or near) end and its other end, from the tile's centre at the magnets' level."""

    ax: float
    ay: float
    az: float
    bx: float
    by: float
    bz: float
    length: float


def strength(magnet: Magnet) -> float:
    """K of a disc magnet in mT·mm³."""
    volume = pi * (magnet.diameter / 2) ** 2 * magnet.thickness
    return 1000.0 * magnet.remanence_t * volume / (4 * pi)


def reeds_of(reeds: Reeds) -> tuple[Reed, ...]:
    """The five reeds of a tile: N, E, S, W, C."""
    return tuple(_reed(reeds, x, y) for x, y in _PLACES)


def _reed(reeds: Reeds, east: float, north: float) -> Reed:
    x, y, z = reeds.radius * east, reeds.radius * north, -reeds.depth
    if reeds.axis == "upright":
        return Reed(x, y, z, x, y, z - reeds.length, reeds.length)
    ux, uy = (east, north) if east or north else _CENTRE_AXIS
    dx, dy = {"outward": (ux, uy), "inward": (-ux, -uy), "tangent": (uy, -ux)}[reeds.axis]
    return Reed(x, y, z, x + dx * reeds.length, y + dy * reeds.length, z, reeds.length)


def felt(reed: Reed, x: float, y: float, z: float) -> float:
    """Mean field along the reed of a dipole of K = 1 at (x, y, z), in the reed's own coordinates."""
    h, g = z - reed.az, z - reed.bz
    near = (x - reed.ax) ** 2 + (y - reed.ay) ** 2 + h * h
    far = (x - reed.bx) ** 2 + (y - reed.by) ** 2 + g * g
    return (h / (near * sqrt(near)) - g / (far * sqrt(far))) / reed.length


def disc_points(magnet: Magnet) -> tuple[tuple[float, float, float], ...]:
    """The disc as seven weighted dipoles (x, y, weight), exact for fields up to the fifth degree."""
    ring = magnet.diameter / 2 * sqrt(2 / 3)
    around = ((ring * cos(k * pi / 3), ring * sin(k * pi / 3), 1 / 8) for k in range(6))
    return ((0.0, 0.0, 1 / 4), *around)
