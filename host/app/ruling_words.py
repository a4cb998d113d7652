"""The rulings of a game in the players' words, as far as it has such; else as its rulebook asks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engines.core.rulings import Ruling
from host import games
from host.games.record import RulingWords


def question(game: str, ruling: Ruling) -> str:
    """Return what a ruling asks."""
    return _words(game, ruling)[0]


def meaning(game: str, ruling: Ruling, value: str) -> str:
    """Return what one of its values means; a number or a seat means what it says."""
    return told(game, ruling).get(value) or value.replace("x", " × ").replace("-", " ").capitalize()


def told(game: str, ruling: Ruling) -> Mapping[str, str]:
    """Return the values that have words of their own."""
    return _words(game, ruling)[1]


def _words(game: str, ruling: Ruling) -> RulingWords:
    return _of_game(game).get(ruling.name, (ruling.question, {}))


@cache
def _of_game(game: str) -> Mapping[str, RulingWords]:
    path = games.get(game).rulings
    return games.part(path) if path else {}
