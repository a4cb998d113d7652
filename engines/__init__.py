"""The rules of the games, pure: no I/O, no clock, no randomness of their own.

>>> import engines
>>> play = engines.load("armada").new(oracle=engines.Shuffle(7))
>>> play.say("move ship-1 north")[0].rule
'R26'
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from engines.core import AnyGame, Shuffle
from engines.core.catalogue import house_text

GAMES = ("armada", "loot", "saw")
"""The games that can be loaded; each is a package of that name."""

FORMER: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "loot": {"catalogue-1.toml": ("d3e1dac4faf7e336206e950e",)},
    "saw": {
        "catalogue-1.toml": (
            *("2fde7b6b8d31681e5f92897b", "830cfdcf112c23718abab936", "b3fb96c4be68428fa69aff3f"),
            *("b503fb939a2c188b7356a36a", "7dae45fc29db0bd0781e32d8", "438a7bc52eec73bf76149a05"),
            *("9dbf24ca15358ae8ef20f01c", "645e8fe7851b712bd6e6c447"),  # by A1, A2 and A3
        )
    },
}
"""House catalogues of earlier versions, by the digests that games which were saved with them name."""

__all__ = ["GAMES", "Shuffle", "former_catalogue", "house_catalogue", "load"]


def load(name: str, catalogue: str | None = None, options: Mapping[str, str] | None = None) -> AnyGame:
    """Return the rules of a game: immutable, shareable. ``catalogue`` is TOML text; the default is the house's own."""
    if name not in GAMES:
        raise ValueError(f'There is no game "{name}"; known are {", ".join(GAMES)}.')
    game: AnyGame = import_module(f"engines.{name}").load(catalogue, options or {})
    return game


def former_catalogue(name: str, digest: str) -> str | None:
    """Return the earlier house catalogue of a game that a digest stands for, or None."""
    for file, digests in FORMER.get(name, {}).items():
        if digest in digests:
            return house_text(f"engines.{name}", file)
    return None


def house_catalogue(name: str) -> str:
    """Return the house's own catalogue of a game as TOML text."""
    return house_text(f"engines.{name}")
