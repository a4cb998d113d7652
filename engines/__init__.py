"""The rules of the games, pure: no I/O, no clock, no randomness of their own.

>>> import engines
>>> play = engines.load("armada").new(oracle=engines.Shuffle(7))
>>> play.say("move ship-1 north")[0].rule
'R26'
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from engines.core import Game, Shuffle
from engines.core.catalogue import house_text

GAMES = ("armada", "loot", "saw")
"""The games that can be loaded; each is a package of that name."""

__all__ = ["GAMES", "Game", "Shuffle", "house_catalogue", "load"]


def load(name: str, catalogue: str | None = None, options: Mapping[str, str] | None = None) -> Game:
    """Return the rules of a game: immutable, shareable. ``catalogue`` is TOML text; the default is the house's own."""
    if name not in GAMES:
        raise ValueError(f'There is no game "{name}"; known are {", ".join(GAMES)}.')
    game: Game = import_module(f"engines.{name}").load(catalogue, options or {})
    return game


def house_catalogue(name: str) -> str:
    """Return the house's own catalogue of a game as TOML text."""
    return house_text(f"engines.{name}")
