"""The rules of the games, pure: no I/O, no clock, no randomness of their own.

>>> import engines
>>> play = engines.load("armada").new(oracle=engines.Shuffle(7))
>>> play.say("move ship-1 north")[0].rule
'R26'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol

from engines.core import AnyGame, Shuffle
from engines.core.catalogue import house_text

OURS = ("armada", "loot", "saw")
"""The games of this package; each is a package of that name."""
GROUP = "deadfall.games"
"""The entry points of games in other packages: each is called as its game and names its record."""

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

__all__ = ["OURS", "Shuffle", "former_catalogue", "games", "house_catalogue", "load", "plugged"]


def load(name: str, catalogue: str | None = None, options: Mapping[str, str] | None = None) -> AnyGame:
    """Return the rules of a game: immutable, shareable. ``catalogue`` is TOML text; the default is the house's own."""
    if name in OURS:
        game: AnyGame = import_module(f"engines.{name}").load(catalogue, options or {})
        return game
    make = getattr(plugged(name), "load", None)
    if make is None:
        raise ValueError(f'The package of the game "{name}" says nothing of its rules. Update or remove it.')
    made: AnyGame = make(catalogue, options or {})
    return made


class Plugged(Protocol):
    """What the package of another game gives, as far as the rules are concerned."""

    @property
    def load(self) -> Callable[[str | None, Mapping[str, str]], AnyGame] | None:
        """What makes its rules of a catalogue and options."""

    @property
    def catalogue(self) -> str:
        """The text of its own catalogue; empty if it has none."""


def games() -> tuple[str, ...]:
    """Return the names of all games that can be loaded: ours, then those of other packages."""
    return (*OURS, *_plugged())


@cache
def _plugged() -> Mapping[str, EntryPoint]:
    found = sorted(entry_points(group=GROUP))
    return {point.name: point for point in found if point.name not in OURS}


@cache
def plugged(name: str) -> Plugged:
    """Return what the package of another game gives; ValueError if there is none, or it cannot be imported."""
    point = _plugged().get(name)
    if point is None:
        raise ValueError(f'There is no game "{name}"; known are {", ".join(games())}.')
    try:
        found: Plugged = point.load()
    except (ImportError, AttributeError) as error:
        raise ValueError(f'The game "{name}" cannot be loaded ({error}). Update or remove its package.') from error
    return found


def former_catalogue(name: str, digest: str) -> str | None:
    """Return the earlier house catalogue of a game that a digest stands for, or None."""
    for file, digests in FORMER.get(name, {}).items():
        if digest in digests:
            return house_text(f"engines.{name}", file)
    return None


def house_catalogue(name: str) -> str:
    """Return the house's own catalogue of a game as TOML text."""
    return house_text(f"engines.{name}") if name in OURS else plugged(name).catalogue
