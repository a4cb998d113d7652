"""The games of this machine: our own, and those of installed packages."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import engines
from host.games.record import HostGame, TableKind, part

__all__ = ["HostGame", "TableKind", "games", "get", "part", "records", "with_part"]


@cache
def get(name: str) -> HostGame:
    """Return the record of a game; ValueError names the games that there are."""
    if name in engines.OURS:
        found = part(f"host.games.{name}:GAME")
    else:
        found = engines.plugged(name)
    if not isinstance(found, HostGame):
        raise ValueError(f'The package of the game "{name}" gives no HostGame. Update or remove it.')
    return found


@cache
def games() -> tuple[str, ...]:
    """Return the names of all games, ours first."""
    return engines.games()


@cache
def records() -> tuple[HostGame, ...]:
    """Return the records of all games but those whose package is torn: whoever names such a game is told."""
    found = []
    for name in games():
        with suppress(ValueError):
            found.append(get(name))
    return tuple(found)


def with_part(which: str) -> tuple[str, ...]:
    """Return the names of the games that have a part: "people", "books", "study", "screen" …"""
    return tuple(record.name for record in records() if getattr(record, which))
