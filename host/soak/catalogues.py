"""Catalogues that people might write: those of the house, changed at random. Not every change passes the check."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from random import Random
from typing import Any

import engines

Book = dict[str, list[dict[str, Any]]]
MOST_CHANGES = 12
IDS = (
    "a",
    "b-2",
    "7",
    "unseen",
    "pass",
    "no",
    "red",
    "loot",
    "roll-1",
    "card-1",
    "token-1",
    "ship-1",
    "gold",
    "x" * 60,
)
NUMBERS = (0, 1, 1, 2, 3, 5, 9, 12, 99)
DIGITS = re.compile(r"-?\d+")


def mutated(name: str, rng: Random) -> str:
    """Return the house's catalogue of a game after some changes, as TOML text."""
    book: Book = tomllib.loads(engines.house_catalogue(name))
    for _ in range(rng.randint(1, MOST_CHANGES)):
        table = rng.choice([table for table in book if book[table]] or [""])
        if table:
            rng.choice(CHANGES)(book[table], rng)
    return written({table: rows for table, rows in book.items() if rows})


def written(book: Book) -> str:
    """Return a catalogue as TOML text."""
    parts = []
    for table, rows in book.items():
        for row in rows:
            parts += [f"[[{table}]]", *(f"{key} = {_value(value)}" for key, value in row.items()), ""]
    return "\n".join(parts)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)


# ---- changes ---------------------------------------------------------------------------------------------------------


def move_copies(rows: list[dict[str, Any]], rng: Random) -> None:
    """One design has more copies, another one fewer, down to none: the sum stays."""
    more, fewer = rng.choice(rows), rng.choice(rows)
    if more is fewer:
        return
    count = rng.randint(1, fewer.get("copies", 1))
    more["copies"] = more.get("copies", 1) + count
    fewer["copies"] = fewer.get("copies", 1) - count
    if not fewer["copies"]:
        rows.remove(fewer)


def split(rows: list[dict[str, Any]], rng: Random) -> None:
    """Some copies of a design become another design with the same effects."""
    able = [row for row in rows if row.get("copies", 1) > 1]
    if able:
        row = rng.choice(able)
        count = rng.randint(1, row["copies"] - 1)
        row["copies"] -= count
        rows.insert(rng.randint(0, len(rows)), {**row, "id": f"{row['id']}-{rng.randrange(100)}", "copies": count})


def rename(rows: list[dict[str, Any]], rng: Random) -> None:
    """A row has another id; not every word is one."""
    rng.choice(rows)["id"] = rng.choice(IDS)


def renumber(rows: list[dict[str, Any]], rng: Random) -> None:
    """A number is another one, also inside a line of text."""
    row = rng.choice(rows)
    fields = [field for field, value in row.items() if _has_number(value) and field not in ("id", "copies", "map")]
    if fields:
        field = rng.choice(fields)
        row[field] = _renumbered(row[field], rng)


def _has_number(value: Any) -> bool:
    return isinstance(value, int) or bool(DIGITS.search(json.dumps(value)))


def _renumbered(value: Any, rng: Random) -> Any:
    if isinstance(value, dict):
        return {key: _renumbered(part, rng) for key, part in value.items()}
    if isinstance(value, list):
        return [_renumbered(part, rng) for part in value]
    if isinstance(value, str):
        return DIGITS.sub(lambda found: str(rng.choice(NUMBERS)), value)
    return rng.choice(NUMBERS) if type(value) is int else value


def exchange(rows: list[dict[str, Any]], rng: Random) -> None:
    """Two rows exchange a field, or one takes that of the other."""
    one, other = rng.choice(rows), rng.choice(rows)
    fields = [field for field in one if field in other and field not in ("id", "copies")]
    if fields:
        field = rng.choice(fields)
        one[field], other[field] = other[field], one[field] if rng.random() < 0.5 else other[field]


def extend(rows: list[dict[str, Any]], rng: Random) -> None:
    """A list takes lines of another row, or loses some."""
    lists = [(row, field) for row in rows for field, value in row.items() if isinstance(value, list)]
    if lists:
        (row, field), (other, source) = rng.choice(lists), rng.choice(lists)
        together = [*row[field], *(other[source] if field == source else ())]
        row[field] = rng.sample(together, rng.randint(0, len(together)))


def reword(rows: list[dict[str, Any]], rng: Random) -> None:
    """A line takes a word of another line: another operation, other people, another place."""
    lists = [(row, field) for row in rows for field, value in row.items() if isinstance(value, list) and value]
    lines = [line for row, field in lists for line in row[field] if isinstance(line, str)]
    able = [(row, field) for row, field in lists if isinstance(row[field][0], str)]
    if able and lines:
        row, field = rng.choice(able)
        at = rng.randrange(len(row[field]))
        words, others = row[field][at].split(), rng.choice(lines).split()
        place = rng.randrange(len(others))
        words[place : place + 1] = [others[place]]
        row[field] = [*row[field][:at], " ".join(words), *row[field][at + 1 :]]


def forget(rows: list[dict[str, Any]], rng: Random) -> None:
    """A field is missing."""
    row = rng.choice(rows)
    fields = [field for field in row if field not in ("id", "source")]
    if fields:
        del row[rng.choice(fields)]


def unify(rows: list[dict[str, Any]], rng: Random) -> None:
    """All designs of a table do what one of them does."""
    model = rng.choice(rows)
    for row in rows:
        row.update({field: value for field, value in model.items() if field not in ("id", "copies", "start")})


Change = Callable[[list[dict[str, Any]], Random], None]
COMMON: tuple[Change, ...] = (move_copies, split, renumber, exchange, extend, reword)
CHANGES: tuple[Change, ...] = (*COMMON, *COMMON, *COMMON, rename, forget, unify)
"""What may be changed; harmless changes come more often, so that many catalogues pass the check."""
