"""Loot Trap: walk over cards that become traps behind you, and bank more loot than the others."""

from __future__ import annotations

from collections.abc import Mapping

from engines.loot.game import LootTrap


def load(catalogue: str | None, options: Mapping[str, str]) -> LootTrap:
    """Return the game."""
    return LootTrap(catalogue, options)
