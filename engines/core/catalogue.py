"""Catalogues: which pieces and cards a game has, as TOML. The only place in the engines that reads a file.

Mistakes are gathered while a catalogue is read, so that its author hears of all of them at once: a field that is wrong
counts as something harmless until ``Book.settle`` raises.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

MAX_CHARACTERS = 1_000_000
MAX_DOTS = 200  # tomllib takes quadratic time over dotted keys: 7 s for 20,000 parts
SOURCES = ("rulebook", "house")


class Mistake(NamedTuple):
    """What is wrong: in which table, in which of its rows (from 0; -1: in none), in which field, and why."""

    table: str
    row: int
    field: str
    sentence: str


class CatalogueError(ValueError):
    """A catalogue cannot be used; the message names the row, the field and what is allowed."""

    def __init__(self, sentence: str, mistakes: tuple[Mistake, ...] = ()) -> None:
        super().__init__(sentence)
        self.mistakes = mistakes or (Mistake("", -1, "", sentence),)


class Book(dict[str, object]):
    """A parsed catalogue, and what was found wrong with it so far."""

    def __init__(self, data: Mapping[str, object]) -> None:
        super().__init__(data)
        self.mistakes: list[Mistake] = []

    def wrong(self, sentence: str, table: str = "") -> None:
        """Take down a mistake that is in no single row."""
        self.mistakes.append(Mistake(table, -1, "", sentence))

    def settle(self) -> None:
        """Raise if there was a mistake: the first one is the message."""
        if self.mistakes:
            raise CatalogueError(self.mistakes[0].sentence, tuple(self.mistakes))


class HasId(Protocol):
    """A card or a piece."""

    @property
    def id(self) -> str:
        """How it is called in a catalogue."""


class Row(dict[str, Any]):
    """A row of a catalogue, or a part of one, such as an ability: then all its fields are ``within`` one of the row."""

    def __init__(
        self, data: Mapping[str, Any], table: str, number: int, mistakes: list[Mistake], within: str = ""
    ) -> None:
        super().__init__(data)
        self.table = table
        self.number = number
        self.within = within
        self._mistakes = mistakes

    def part(self, field: str, name: str, data: Mapping[str, object]) -> Row:
        """Return something inside a field as a row of its own, with a name that says where it is."""
        made = Row({**data, "id": f"{self['id']}, {name}"}, self.table, self.number, self._mistakes, field)
        if "id" in data:
            made.wrong("id", 'there is no field "id" in here')
        return made

    def wrong(self, field: str, why: str) -> None:
        """Take down a mistake, if it is the first one with that field of the row."""
        told = Mistake(self.table, self.number, self.within or field, f"{self._where()}: {why}.")
        if self.within or told[:3] not in [mistake[:3] for mistake in self._mistakes]:
            self._mistakes.append(told)

    def _where(self) -> str:
        return f'Row "{self["id"]}"' if isinstance(self.get("id"), str) else "A row without an id"


def house_text(package: str, file: str = "catalogue.toml") -> str:
    """Return the catalogue that comes with a game, or one that came with it before."""
    return (files(package) / file).read_text("utf-8")


def read(package: str, text: str | None) -> Book:
    """Return the parsed catalogue: of the text, or of the game's own file."""
    if text is None:
        text = house_text(package)
    if len(text) > MAX_CHARACTERS:
        raise CatalogueError(f"A catalogue has at most {MAX_CHARACTERS:,} characters.")
    if any(line.count(".") > MAX_DOTS for line in text.splitlines()):
        raise CatalogueError(f"A line of a catalogue has at most {MAX_DOTS} dots.")
    try:
        return Book(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # tomllib lets int()'s ValueError through
        raise CatalogueError(f"The catalogue is no TOML: {error}.") from error


def tables(book: Book, allowed: tuple[str, ...]) -> None:
    """Refuse tables that nobody reads: they are misspelt."""
    for name in book:
        if name not in allowed:
            book.wrong(f"There are no rows of the form [[{name}]]; there are {', '.join(allowed)}.", name)


def rows(book: Book, name: str, total: int) -> list[Row]:
    """Return the rows of one table of the catalogue; ``total`` is what the box contains."""
    found = book.get(name)
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        book.wrong(f"The catalogue needs rows of the form [[{name}]].", name)
        return []
    made = [Row(row, name, number, book.mistakes) for number, row in enumerate(found)]
    before = len(book.mistakes)
    copies = sum(whole(row, "copies", 1, 999, default=1) for row in made)
    if copies != total and len(book.mistakes) == before:
        book.wrong(f"The catalogue has {copies} of [[{name}]]; the box has {total}.", name)
    ids: list[str] = []
    for row in made:
        id_ = text(row, "id")
        if id_ and id_ in ids:
            row.wrong("id", "there is another row with this id")
        ids.append(id_)
        choice(row, "source", SOURCES)
        row["id"] = id_ or f"{name}-{row.number + 1}"
    return made


def text(row: Row, field: str, most: int = 200) -> str:
    """Return a field that must be a short text."""
    value = row.get(field)
    if isinstance(value, str) and 0 < len(value) <= most:
        return value
    row.wrong(field, f'"{field}" must be a text of at most {most} characters')
    return ""


def texts(row: Row, field: str, most: int) -> list[str]:
    """Return a field that must be a list of a few texts."""
    value = row.get(field)
    if isinstance(value, list) and len(value) <= most and all(isinstance(one, str) for one in value):
        return value
    row.wrong(field, f'"{field}" must be a list of at most {most} texts')
    return []


def whole(row: Row, field: str, low: int, high: int, default: int | None = None) -> int:
    """Return a field that must be a whole number."""
    value = row.get(field, default)
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    row.wrong(field, f'"{field}" must be a whole number from {low} to {high}')
    return low


def choice(row: Row, field: str, allowed: tuple[str, ...], default: str | None = None) -> str:
    """Return a field that must be one of some words."""
    value = row.get(field, default)
    if value in allowed:
        return str(value)
    row.wrong(field, f'"{field}" must be one of {", ".join(allowed)}')
    return allowed[0]


def only(row: Row, allowed: tuple[str, ...]) -> None:
    """Refuse fields that nobody reads: they are misspelt."""
    for field in row:
        if field not in allowed:
            row.wrong(field, f'there is no field "{field}"; there are {", ".join(allowed)}')


def is_name(id_: str) -> bool:
    """Tell whether an id is made of small letters, digits and hyphens between them."""
    return all(part.isascii() and part.isalnum() and part == part.lower() for part in id_.split("-"))


def named(row: Row) -> str:
    """Return the id of a row, which must be a name."""
    id_ = str(row["id"])
    if not is_name(id_):
        row.wrong("id", "an id is made of small letters, digits and hyphens")
    return id_


def distinct(cards: Iterable[tuple[Row, HasId]]) -> None:
    """Refuse an id that is in two tables: a card is found by its id, whatever its kind."""
    seen: dict[str, str] = {}
    for row, card in cards:
        if seen.setdefault(card.id, row.table) != row.table:
            row.wrong("id", f"there is another card with this id, of [[{seen[card.id]}]]")
