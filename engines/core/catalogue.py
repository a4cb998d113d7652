"""Catalogues: which pieces and cards a game has, as TOML. The only place in the engines that reads a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

MAX_CHARACTERS = 1_000_000
MAX_DOTS = 200  # tomllib takes quadratic time over dotted keys: 7 s for 20,000 parts
SOURCES = ("rulebook", "house")


class CatalogueError(ValueError):
    """A catalogue cannot be used; the message names the row, the field and what is allowed."""


def read(package: str, text: str | None) -> dict[str, Any]:
    """Return the parsed catalogue: of the text, or of the game's own file."""
    if text is None:
        text = (files(package) / "catalogue.toml").read_text("utf-8")
    if len(text) > MAX_CHARACTERS:
        raise CatalogueError(f"A catalogue has at most {MAX_CHARACTERS:,} characters.")
    if any(line.count(".") > MAX_DOTS for line in text.splitlines()):
        raise CatalogueError(f"A line of a catalogue has at most {MAX_DOTS} dots.")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib lets int()'s ValueError through
        raise CatalogueError(f"The catalogue is no TOML: {error}.") from error


def rows(data: Mapping[str, Any], name: str, total: int) -> list[dict[str, Any]]:
    """Return the rows of one table of the catalogue; ``total`` is what the box contains."""
    found = data.get(name)
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise CatalogueError(f"The catalogue needs rows of the form [[{name}]].")
    copies = sum(whole(row, "copies", 1, 999, default=1) for row in found)
    if copies != total:
        raise CatalogueError(f"The catalogue has {copies} of [[{name}]]; the box has {total}.")
    ids = [text(row, "id") for row in found]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise CatalogueError(f'The catalogue has two rows with the id "{id_}".')
    for row in found:
        choice(row, "source", SOURCES)
    return found


def text(row: Mapping[str, Any], field: str) -> str:
    """Return a field that must be a short text."""
    value = row.get(field)
    if not isinstance(value, str) or not 0 < len(value) <= 200:
        raise CatalogueError(f'{_where(row)}: "{field}" must be a text of at most 200 characters.')
    return value


def whole(row: Mapping[str, Any], field: str, low: int, high: int, default: int | None = None) -> int:
    """Return a field that must be a whole number."""
    value = row.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise CatalogueError(f'{_where(row)}: "{field}" must be a whole number from {low} to {high}.')
    return value


def choice(row: Mapping[str, Any], field: str, allowed: tuple[str, ...]) -> str:
    """Return a field that must be one of some words."""
    value = row.get(field)
    if value not in allowed:
        raise CatalogueError(f'{_where(row)}: "{field}" must be one of {", ".join(allowed)}.')
    return str(value)


def only(row: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    """Refuse fields that nobody reads: they are misspelt."""
    for field in row:
        if field not in allowed:
            raise CatalogueError(f'{_where(row)}: there is no field "{field}"; there are {", ".join(allowed)}.')


def _where(row: Mapping[str, Any]) -> str:
    return f'Row "{row["id"]}"' if isinstance(row.get("id"), str) else "A row without an id"
