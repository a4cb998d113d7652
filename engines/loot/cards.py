"""The cards of Loot Trap: what a catalogue says, checked and bound to operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from engines.core import catalogue, effects, modifiers
from engines.core.catalogue import CatalogueError
from engines.core.effects import Grammar, Step
from engines.core.modifiers import Modifier
from engines.loot.field import DIRECTIONS

HYBRIDS, EQUIPMENT, LOOTS, AVATARS, CHARACTERS, VARIANTS = 81, 10, 12, 9, 5, 4
HYBRID, GEAR, LOOT = "hybrid", "equipment", "loot"
FREE, STOP, MULTIPLY, OUT_OF_TURN = ICONS = ("free", "stop", "multiply", "out-of-turn")
FACES = 6
MOST_LINES = 4
QUANTITIES = (
    *("damage", "trap-damage", "healing", "hand-limit", "draw", "loot-goal"),
    *("peek", "lay", "bank", "moved"),
)
ADJACENT, ANYWHERE, OVER = PLACES = ("adjacent", "anywhere", "over")
GRAMMAR = Grammar(
    {
        "damage": (),
        "heal": (),
        "draw": (),
        "discard": (),
        "redraw": (),
        "salvage": (),
        "give": (),
        "pay": (),
        "walk": (),
        "push": (),
        "blow": DIRECTIONS,
        "swap": (),
        "home": (),
        "arm": (),
        "disarm": (),
        "spring": (),
        "dig": (),
        "spy": (),
        "lay": PLACES,
        "bank": (),
        "rob": (),
        "sink": (),
        "strip": (),
        "roll": (),
        "guard": (),
        "becalm": (),
        "act": (),
    },
    ("you", "opponent", "opponents", "everyone", "neighbours"),
    ("loot", "armed"),
)
MOVING = ("walk", "push", "blow", "swap", "home")
"""What a trap does at last, when it has been discarded and its space refilled (A13)."""
NEEDS_OPPONENT = ("give", "pay", "rob", "swap")

Row = Mapping[str, Any]
Bound = TypeVar("Bound")


class Design(NamedTuple):
    """What is printed on a card; there may be several copies."""

    id: str
    title: str
    kind: str
    copies: int
    icons: frozenset[str] = frozenset()
    instant: tuple[Step, ...] = ()
    trap: tuple[Step, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    texts: tuple[str, ...] = ()


class Ability(NamedTuple):
    """What a character does when its number is rolled."""

    effect: tuple[Step, ...]
    text: str


class Character(NamedTuple):
    """Six abilities."""

    id: str
    title: str
    abilities: tuple[Ability, ...]


class Avatar(NamedTuple):
    """One of the nine; ``character`` is the number of its character."""

    id: str
    title: str
    character: int


class Side(NamedTuple):
    """One side of a variant card."""

    title: str
    modifiers: tuple[Modifier, ...]
    text: str


class Variant(NamedTuple):
    """A variant card."""

    id: str
    front: Side
    back: Side


class Layout(NamedTuple):
    """A map of a field, for two or for three and four."""

    id: str
    shape: str
    seats: str
    map: str


class Catalogue(NamedTuple):
    """All that the game is played with."""

    designs: tuple[Design, ...]
    characters: tuple[Character, ...]
    avatars: tuple[Avatar, ...]
    variants: tuple[Variant, ...]
    layouts: tuple[Layout, ...]


def load(text: str | None) -> Catalogue:
    """Return the catalogue of a text, or the house's own; CatalogueError says what is wrong with it."""
    data = catalogue.read("engines.loot", text)
    catalogue.only(data, ("hybrid", "equipment", "loot", "character", "avatar", "variant", "layout"))
    designs = (
        *(_hybrid(row) for row in catalogue.rows(data, "hybrid", HYBRIDS)),
        *(_gear(row) for row in catalogue.rows(data, "equipment", EQUIPMENT)),
        *(_loot(row) for row in catalogue.rows(data, "loot", LOOTS)),
    )
    _check_names([design.id for design in designs])
    characters = tuple(_character(row) for row in catalogue.rows(data, "character", CHARACTERS))
    avatars = tuple(_avatar(row, characters) for row in catalogue.rows(data, "avatar", AVATARS))
    variants = tuple(_variant(row) for row in catalogue.rows(data, "variant", VARIANTS))
    found = data.get("layout")
    layouts = tuple(
        _layout(row) for row in catalogue.rows(data, "layout", len(found) if isinstance(found, list) else 1)
    )
    return Catalogue(designs, characters, avatars, variants, layouts)


def _check_names(ids: list[str]) -> None:
    for id_ in ids:
        if ids.count(id_) > 1:
            raise CatalogueError(f'The catalogue has two cards with the id "{id_}".')
        if not all(part.isascii() and part.isalnum() and part.islower() for part in id_.split("-")):
            raise CatalogueError(f'Row "{id_}": an id is made of small letters, digits and hyphens.')


def _hybrid(row: Row) -> Design:
    known = ("id", "title", "copies", "icons", "instant", "instant_text", "trap", "trap_text", "source")
    catalogue.only(row, known)
    icons = _texts(row, "icons", len(ICONS))
    for icon in icons:
        if icon not in ICONS:
            raise CatalogueError(f'Row "{row["id"]}": there is no icon "{icon}"; there are {", ".join(ICONS)}.')
    return Design(
        row["id"],
        catalogue.text(row, "title"),
        HYBRID,
        catalogue.whole(row, "copies", 1, HYBRIDS, default=1),
        frozenset(icons),
        _effect(row, "instant"),
        _effect(row, "trap"),
        texts=(catalogue.text(row, "instant_text"), catalogue.text(row, "trap_text")),
    )


def _gear(row: Row) -> Design:
    catalogue.only(row, ("id", "title", "copies", "modifiers", "text", "source"))
    copies = catalogue.whole(row, "copies", 1, EQUIPMENT, default=1)
    changes, texts = _modifiers(row), (catalogue.text(row, "text"),)
    return Design(row["id"], catalogue.text(row, "title"), GEAR, copies, modifiers=changes, texts=texts)


def _loot(row: Row) -> Design:
    catalogue.only(row, ("id", "title", "copies", "source"))
    return Design(row["id"], catalogue.text(row, "title"), LOOT, catalogue.whole(row, "copies", 1, LOOTS, default=1))


def _character(row: Row) -> Character:
    catalogue.only(row, ("id", "title", "copies", "abilities", "source"))
    abilities = row.get("abilities")
    if (
        not isinstance(abilities, list)
        or len(abilities) != FACES
        or not all(isinstance(one, dict) for one in abilities)
    ):
        raise CatalogueError(f'Row "{row["id"]}": "abilities" must be {FACES} objects with an "effect" and a "text".')
    named = [{"id": f"{row['id']}, ability {at}", **one} for at, one in enumerate(abilities, 1)]
    for one in named:
        catalogue.only(one, ("id", "effect", "text"))
    made = tuple(Ability(_effect(one, "effect"), catalogue.text(one, "text")) for one in named)
    return Character(row["id"], catalogue.text(row, "title"), made)


def _avatar(row: Row, characters: tuple[Character, ...]) -> Avatar:
    catalogue.only(row, ("id", "title", "copies", "character", "source"))
    _check_names([row["id"]])
    ids = tuple(character.id for character in characters)
    return Avatar(row["id"], catalogue.text(row, "title"), ids.index(catalogue.choice(row, "character", ids)))


def _variant(row: Row) -> Variant:
    catalogue.only(row, ("id", "copies", "front", "back", "source"))
    return Variant(row["id"], _side(row, "front"), _side(row, "back"))


def _side(row: Row, name: str) -> Side:
    side = row.get(name)
    if not isinstance(side, dict):
        raise CatalogueError(f'Row "{row["id"]}": "{name}" must have a "title", "modifiers" and a "text".')
    side = {"id": f"{row['id']}, {name}", **side}
    catalogue.only(side, ("id", "title", "modifiers", "text"))
    return Side(catalogue.text(side, "title"), _modifiers(side), catalogue.text(side, "text"))


def _layout(row: Row) -> Layout:
    catalogue.only(row, ("id", "copies", "shape", "seats", "map", "source"))
    text = row.get("map")
    if not isinstance(text, str) or len(text) > 1000:
        raise CatalogueError(f'Row "{row["id"]}": "map" must be a text of at most 1000 characters.')
    return Layout(row["id"], catalogue.text(row, "shape"), catalogue.choice(row, "seats", ("2", "3-4")), text)


# ---- lines -----------------------------------------------------------------------------------------------------------


def _effect(row: Row, field: str) -> tuple[Step, ...]:
    lines = _texts(row, field, MOST_LINES)
    if not lines:
        raise CatalogueError(f'Row "{row["id"]}": "{field}" says nothing.')
    steps = tuple(_bound(row, line, lambda text: effects.parse(text, GRAMMAR)) for line in lines)
    for step, line in zip(steps, lines, strict=True):
        if step.op in ("rob", "give", "swap") and step.who != "opponent":
            raise CatalogueError(f'Row "{row["id"]}": "{line}" must be about "opponent".')
    return steps


def _modifiers(row: Row) -> tuple[Modifier, ...]:
    return tuple(
        _bound(row, line, lambda text: modifiers.parse(text, QUANTITIES))
        for line in _texts(row, "modifiers", MOST_LINES)
    )


def _bound(row: Row, line: str, parse: Callable[[str], Bound]) -> Bound:
    try:
        return parse(line)
    except ValueError as error:
        raise CatalogueError(f'Row "{row["id"]}": {error}.') from error


def _texts(row: Row, field: str, most: int) -> list[str]:
    value = row.get(field)
    if not isinstance(value, list) or len(value) > most or not all(isinstance(text, str) for text in value):
        raise CatalogueError(f'Row "{row["id"]}": "{field}" must be a list of at most {most} texts.')
    return value
