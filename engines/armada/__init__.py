"""Jigsaw Armada: build ships out of jigsaw pieces and get one into the enemy base."""

from __future__ import annotations

from collections.abc import Mapping

from engines.armada.game import Armada


def load(catalogue: str | None, options: Mapping[str, str]) -> Armada:
    """Return the game."""
    return Armada(catalogue, options)
