"""SAW: The Jigsaw Trials: build traps for the others, escape those that are set for you, be the last one alive."""

from __future__ import annotations

from collections.abc import Mapping

from engines.saw.game import Saw


def load(catalogue: str | None, options: Mapping[str, str]) -> Saw:
    """Return the game."""
    return Saw(catalogue, options)
