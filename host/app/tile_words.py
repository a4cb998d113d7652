"""What there is to say about a tile's sensors, in words. Pure: a name and a confidence in, words out."""

from __future__ import annotations

SURE = 100  # a calm tile
DOUBTFUL = 60  # below that, a tile is more likely broken than busy

IGNORE, BELIEVE = "Ignore this tile", "Believe it again"


def belief(name: str, sure: int) -> str:
    """Return how far a tile is believed; of a calm one there is nothing to say but its name.

    >>> belief("e4", 80)
    'e4 is a little restless: it changed often in the last seconds.'
    """
    if not sure:
        return f"{name} is ignored: its reeds mean nothing, and the screen asks instead."
    if sure >= SURE:
        return name
    if sure >= DOUBTFUL:
        return f"{name} is a little restless: it changed often in the last seconds."
    return f"{name} is very restless and hardly believed. If nobody touches it, its reeds may be broken: ignore it."


def remedy(sure: int) -> str:
    """Return what can be done about a tile: ignore it, or believe it again."""
    return IGNORE if sure else BELIEVE
