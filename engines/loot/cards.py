"""The cards of Loot Trap: what a catalogue says, checked and bound to operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from engines.core import catalogue, effects, modifiers
from engines.core.catalogue import Row
from engines.core.effects import Grammar, Step
from engines.core.modifiers import Modifier
from engines.loot.field import DIRECTIONS, Field

HYBRIDS, EQUIPMENT, LOOTS, AVATARS, CHARACTERS, VARIANTS = 81, 10, 12, 9, 5, 4
HYBRID, GEAR, LOOT = "hybrid", "equipment", "loot"
FREE, STOP, MULTIPLY, OUT_OF_TURN = ICONS = ("free", "stop", "multiply", "out-of-turn")
FACES = 6
ROLL, UNTOLD = "roll-", "unseen"
"""What the tags of roll cards begin with, and what players say of a card that they do not name."""
ROLLS = tuple(f"{ROLL}{number}" for number in range(1, FACES + 1))
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
    book = catalogue.read("engines.loot", text)
    catalogue.tables(book, ("hybrid", "equipment", "loot", "character", "avatar", "variant", "layout"))
    cards = (
        *((row, _hybrid(row)) for row in catalogue.rows(book, "hybrid", HYBRIDS)),
        *((row, _gear(row)) for row in catalogue.rows(book, "equipment", EQUIPMENT)),
        *((row, _loot(row)) for row in catalogue.rows(book, "loot", LOOTS)),
    )
    catalogue.distinct(cards)
    for row, design in cards:
        _check_reserved(row, design.id)
    characters = tuple(_character(row) for row in catalogue.rows(book, "character", CHARACTERS))
    names = {design.id for _, design in cards}
    avatars = tuple(_avatar(row, characters, names) for row in catalogue.rows(book, "avatar", AVATARS))
    variants = tuple(_variant(row) for row in catalogue.rows(book, "variant", VARIANTS))
    found = book.get("layout")
    layouts = tuple(
        _layout(row) for row in catalogue.rows(book, "layout", len(found) if isinstance(found, list) else 1)
    )
    book.settle()
    return Catalogue(tuple(design for _, design in cards), characters, avatars, variants, layouts)


def _hybrid(row: Row) -> Design:
    known = ("id", "title", "copies", "icons", "instant", "instant_text", "trap", "trap_text", "source")
    catalogue.only(row, known)
    icons = catalogue.texts(row, "icons", len(ICONS))
    for icon in icons:
        if icon not in ICONS:
            row.wrong("icons", f'there is no icon "{icon}"; there are {", ".join(ICONS)}')
    return Design(
        catalogue.named(row),
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
    return Design(catalogue.named(row), catalogue.text(row, "title"), GEAR, copies, modifiers=changes, texts=texts)


def _loot(row: Row) -> Design:
    catalogue.only(row, ("id", "title", "copies", "source"))
    copies = catalogue.whole(row, "copies", 1, LOOTS, default=1)
    return Design(catalogue.named(row), catalogue.text(row, "title"), LOOT, copies)


def _character(row: Row) -> Character:
    catalogue.only(row, ("id", "title", "copies", "abilities", "source"))
    abilities = row.get("abilities")
    if (
        not isinstance(abilities, list)
        or len(abilities) != FACES
        or not all(isinstance(one, dict) for one in abilities)
    ):
        row.wrong("abilities", f'"abilities" must be {FACES} objects with an "effect" and a "text"')
        abilities = []
    made = tuple(_ability(row.part("abilities", f"ability {at}", one)) for at, one in enumerate(abilities, 1))
    return Character(row["id"], catalogue.text(row, "title"), made)


def _ability(row: Row) -> Ability:
    catalogue.only(row, ("id", "effect", "text"))
    return Ability(_effect(row, "effect"), catalogue.text(row, "text"))


def _check_reserved(row: Row, id_: str) -> None:
    """Refuse names that already mean something else at the table."""
    if id_ == UNTOLD:
        row.wrong("id", f'"{UNTOLD}" is what players say of a card that they do not name')
    elif id_ in ROLLS:
        row.wrong("id", f'"{id_}" is a roll card')


def _avatar(row: Row, characters: tuple[Character, ...], cards: set[str]) -> Avatar:
    catalogue.only(row, ("id", "title", "copies", "character", "source"))
    ids = tuple(character.id for character in characters) or ("none",)
    character = ids.index(catalogue.choice(row, "character", ids))
    id_ = catalogue.named(row)
    _check_reserved(row, id_)
    if id_ in cards:
        row.wrong("id", "there is a card with this id, and a tag must tell them apart")
    return Avatar(id_, catalogue.text(row, "title"), character)


def _variant(row: Row) -> Variant:
    catalogue.only(row, ("id", "copies", "front", "back", "source"))
    return Variant(row["id"], _side(row, "front"), _side(row, "back"))


def _side(row: Row, name: str) -> Side:
    side = row.get(name)
    if not isinstance(side, dict):
        row.wrong(name, f'"{name}" must have a "title", "modifiers" and a "text"')
        return Side("", (), "")
    part = row.part(name, name, side)
    catalogue.only(part, ("id", "title", "modifiers", "text"))
    return Side(catalogue.text(part, "title"), _modifiers(part), catalogue.text(part, "text"))


def _layout(row: Row) -> Layout:
    catalogue.only(row, ("id", "copies", "shape", "seats", "map", "source"))
    shape, seats = catalogue.text(row, "shape"), catalogue.choice(row, "seats", ("2", "3-4"))
    text = catalogue.text(row, "map", 1000)
    try:
        Field(text, 2 if seats == "2" else 4)
    except ValueError as error:
        row.wrong("map", str(error))
    return Layout(row["id"], shape, seats, text)


# ---- lines -----------------------------------------------------------------------------------------------------------


def _effect(row: Row, field: str) -> tuple[Step, ...]:
    lines = catalogue.texts(row, field, MOST_LINES)
    if not lines:
        row.wrong(field, f'"{field}" says nothing')
    steps = _bound(row, field, lines, lambda text: effects.parse(text, GRAMMAR))
    for step in steps:
        if step.op in ("rob", "give", "swap") and step.who != "opponent":
            row.wrong(field, f'"{step.op} {step.who}" must be about "opponent"')
    return steps


def _modifiers(row: Row) -> tuple[Modifier, ...]:
    lines = catalogue.texts(row, "modifiers", MOST_LINES)
    return _bound(row, "modifiers", lines, lambda text: modifiers.parse(text, QUANTITIES))


def _bound(row: Row, field: str, lines: list[str], parse: Callable[[str], Bound]) -> tuple[Bound, ...]:
    made = []
    for line in lines:
        try:
            made.append(parse(line))
        except ValueError as error:
            row.wrong(field, str(error))
    return tuple(made)
