"""What the host knows of one game: a record, of which everything but the first lines may be left out.

A game of an installed package is found by the entry point group ``deadfall.games``: docs/adding-a-game.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

from engines.core import AnyGame

RulingWords = tuple[str, Mapping[str, str]]
"""What a ruling asks, and what its values mean."""


class TableKind(NamedTuple):
    """A kind of table at which a game is played: ``profile`` describes it."""

    profile: str
    title: str
    detail: str


GRID = TableKind("grid", "Grid", "Tiles and one pad")
FIELD = TableKind("field", "Field", "Tiles and two pads")
POCKET = TableKind("pocket", "Pocket", "One pad, no tiles")
BENCH = TableKind("bench", "Bench", "Twenty pads, no tiles")
NO_SENSORS = TableKind("none", "No sensors", "Choose everything on the screen")


@dataclass(frozen=True, slots=True)
class HostGame:
    """One game.

    ``tables`` are the tables that are offered, the natural one first.

    ``load`` makes the rules, as ``engines.load`` does; the games of the package ``engines`` need none. ``catalogue`` is
    the text of the cards or pieces that come with it. ``loser_begins`` is the ruling that says who begins, in a game
    that whoever lost the last game begins.

    The parts are named as "module:attribute", and are loaded when somebody needs them. ``stage`` is called with a
    profile, the rules and a number of seats; it makes what reads the table and says what lights and screens show.
    ``screen`` draws the game in the app, ``banner`` its things on the start screen, ``rulings`` says its rulings in the
    players' words, ``people`` play it with hands in a soak, ``books`` check its numbers there, and ``study`` is what
    the lab counts.
    """

    name: str
    title: str
    tables: tuple[TableKind, ...]
    stage: str
    load: Callable[[str | None, Mapping[str, str]], AnyGame] | None = None
    catalogue: str = ""
    loser_begins: str = ""
    screen: str = ""
    banner: str = ""
    rulings: str = ""
    people: str = ""
    books: str = ""
    study: str = ""
    is_on_tiles: bool = field(default=True, kw_only=True)  # whether its pieces or cards are seen on tiles
    most_turns: int = field(default=60, kw_only=True)  # of a game of house players that fare well

    @property
    def table(self) -> str:
        """The profile of the table at which it is played unless somebody says otherwise."""
        return self.tables[0].profile


def part(path: str) -> Any:
    """Return the part of a game that is called so."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
