"""The cards of SAW: The Jigsaw Trials: what a catalogue says, checked. Which figure is where is data, never code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engines.core import catalogue
from engines.core.catalogue import Book, Row
from engines.saw.story import LONGEST

TRAITS = ("corruption", "greed", "obsession", "violence", "addiction")
ARMS, LEGS, BLOOD = range(3)
PLACES = ("arms", "legs", "blood")
MECHANISM, OBJECT, ESCAPE, BILLY, TOOL, SEARCH, SPECIAL = range(7)
KINDS = ("mechanism", "object", "escape", "billy", "tool", "search", "special")
PARTS = KINDS[:3]
FIRST_CLAUSES = ("deck", "discard")
SECOND_CLAUSES = ("discard", "keep", "give", "extra", "steal")
KEEP, SALVAGE, RENEW, LOOK, DETECT = SEARCHES = ("keep", "salvage", "renew", "look", "detect")
BIND, EASE, FORCE, BACKFIRE, FILM = SPECIALS = ("bind", "ease", "force", "backfire", "film")
PARTS_TOTAL, BILLYS, TOOLS, SEARCH_TOTAL, SPECIAL_TOTAL, CHARACTERS = 39, 12, 36, 21, 15, 6
FIGURES = ("draw", "then", "box", "place", "number")
MORE_TOOLS, MORE_SPECIALS = 1, 1  # that 125 cards have beyond 123 (A1)
MOST_VALUE = 12
MOST_STORY = 300
MOST_BACKSTORY = 900  # characters of a character's story


class Clause(NamedTuple):
    """One clause of the top row of a challenge: ("deck", 3), ("steal", 1)."""

    what: str
    number: int


class TraitBox(NamedTuple):
    """A trait box: the traits that the setter may pick from, and the value."""

    traits: tuple[int, ...]
    value: int


class Design(NamedTuple):
    """What is printed on a card; there may be several copies. Fields that a kind does not have stay empty."""

    id: str
    title: str
    kind: int
    copies: int
    source: str
    traits: tuple[int, ...] = ()  # of a tool; Billy has all
    value: int = 0
    does: str = ""  # of a Search or a Special
    draw: int = 0
    keep: int = 0
    cost: int = 0
    story: str = ""  # of a part, as all that follows
    top: Clause | None = None  # how the top row begins
    then: Clause | None = None  # and how it goes on
    box: TraitBox | None = None
    places: tuple[int, ...] = ()
    number: int = 0


class Character(NamedTuple):
    """Who a player is: a value for each trait."""

    id: str
    title: str
    values: tuple[int, ...]
    source: str
    story: str = ""  # to be read aloud at the start (R10); empty if a catalogue has none


def load(text: str | None, options: Mapping[str, str]) -> tuple[tuple[Design, ...], tuple[Character, ...]]:
    """Return the designs and the characters of a catalogue under some rulings, checked."""
    book = catalogue.read("engines.saw", text)
    catalogue.tables(book, ("part", "billy", "tool", "search", "special", "character"))
    is_big = options["A1"] == "125"
    if is_big:
        _add_more(book, "tool")
        _add_more(book, "special")
    cards = [
        *((row, _part(row)) for row in catalogue.rows(book, "part", PARTS_TOTAL)),
        *((row, _billy(row)) for row in catalogue.rows(book, "billy", BILLYS)),
        *((row, _tool(row, options["A2"])) for row in catalogue.rows(book, "tool", TOOLS + MORE_TOOLS * is_big)),
        *((row, _search(row, options["A3"])) for row in catalogue.rows(book, "search", SEARCH_TOTAL)),
        *((row, _special(row)) for row in catalogue.rows(book, "special", SPECIAL_TOTAL + MORE_SPECIALS * is_big)),
    ]
    catalogue.distinct(cards)
    characters = tuple(map(_character, catalogue.rows(book, "character", CHARACTERS)))
    designs = [design for _, design in cards]
    if not book.mistakes:
        _check_kinds(book, designs)
        if len(characters) != CHARACTERS:
            book.wrong(f"Each of the {CHARACTERS} characters needs a row of its own.", "character")
    book.settle()
    return tuple(designs), characters


def _add_more(book: Book, name: str) -> None:
    """Add the copies that only the bigger deck has."""
    found = book.get(name)
    for row in found if isinstance(found, list) else ():
        numbers = (row.get("copies", 1), row.get("more", 0)) if isinstance(row, dict) else ("", "")
        if all(isinstance(number, int) and 0 <= number <= 99 for number in numbers):
            row["copies"] = sum(numbers)


def _part(row: Row) -> Design:
    """object part may carry any of the figures of a trap; together a trap's parts must have all (A51)."""
    catalogue.only(row, ("id", "title", "kind", "story", "source", "copies", *FIGURES))
    kind = KINDS.index(catalogue.choice(row, "kind", PARTS))
    return _design(row, kind)._replace(
        story=_story(row, kind),
        top=_clause(row, "draw", FIRST_CLAUSES),
        then=_clause(row, "then", SECOND_CLAUSES),
        box=TraitBox(*_traits(row, "box", MOST_VALUE)) if "box" in row else None,
        places=_places(row) if "place" in row else (),
        number=catalogue.whole(row, "number", 1, 9) if "number" in row else 0,
    )


def _clause(row: Row, field: str, clauses: tuple[str, ...]) -> Clause | None:
    if field not in row:
        return None
    words, number = _words(row, field)
    if len(words) != 1 or words[0] not in clauses:
        row.wrong(field, f'"{field}" is one of {", ".join(clauses)}, and a number')
    return Clause(" ".join(words), number)


def _places(row: Row) -> tuple[int, ...]:
    places = tuple(_each(row, "place", PLACES))
    if not places or len(places) > 2 or (len(places) == 2 and BLOOD in places):
        row.wrong("place", '"place" is arms, legs, blood or "arms legs"')
    return places


def _story(row: Row, kind: int) -> str:
    """A mechanism is a clause, an object a noun phrase with its article, an escape an infinitive clause."""
    story = catalogue.text(row, "story")
    begins = {ESCAPE: ("to ",), OBJECT: ("a ", "an ", "the ")}.get(kind, ())
    is_right = story.startswith(begins) if begins else story[:1].isupper() and " " in story
    if not is_right or any(sign in story for sign in ",.;:!?") or story != story.strip():
        row.wrong(
            "story",
            '"story" of a mechanism is a clause, of an object a noun phrase with its article, of an escape an '
            "infinitive clause; without commas and full stops",
        )
    return story


def _billy(row: Row) -> Design:
    catalogue.only(row, ("id", "title", "value", "copies", "source"))
    value = catalogue.whole(row, "value", 1, 9)
    return _design(row, BILLY)._replace(traits=tuple(range(len(TRAITS))), value=value)


def _tool(row: Row, reading: str) -> Design:
    catalogue.only(row, ("id", "title", "traits", "otherwise", "copies", "more", "source"))
    is_other = reading != "corruption-violence" and "otherwise" in row
    traits, value = _traits(row, "otherwise" if is_other else "traits", 9)
    return _design(row, TOOL)._replace(traits=traits, value=value)


def _search(row: Row, reading: str) -> Design:
    catalogue.only(row, ("id", "title", "does", "draw", "keep", "otherwise", "copies", "source"))
    does = catalogue.choice(row, "does", SEARCHES)
    draw = 0 if does == DETECT else catalogue.whole(row, "draw", 1, 20)
    keep = catalogue.whole(row, "keep", 1, draw) if does == KEEP else 0
    if reading != "3-1" and "otherwise" in row:
        numbers = catalogue.text(row, "otherwise").split()
        if does != KEEP or len(numbers) != 2 or not all(number in "123456789" for number in numbers):
            row.wrong("otherwise", '"otherwise" is how many to draw and how many to keep: "4 2"')
        else:
            draw, keep = map(int, numbers)
    return _design(row, SEARCH)._replace(does=does, draw=draw, keep=keep)


def _special(row: Row) -> Design:
    catalogue.only(row, ("id", "title", "does", "cost", "copies", "more", "source"))
    does = catalogue.choice(row, "does", SPECIALS)
    return _design(row, SPECIAL)._replace(does=does, cost=catalogue.whole(row, "cost", 0, 5))


def _character(row: Row) -> Character:
    catalogue.only(row, ("id", "title", "story", "source", "copies", *TRAITS))
    values = tuple(catalogue.whole(row, trait, 0, 9) for trait in TRAITS)
    story = catalogue.text(row, "story", MOST_BACKSTORY) if "story" in row else ""
    return Character(catalogue.named(row), catalogue.text(row, "title"), values, str(row.get("source")), story)


def _design(row: Row, kind: int) -> Design:
    copies = catalogue.whole(row, "copies", 1, 999, default=1)
    return Design(catalogue.named(row), catalogue.text(row, "title"), kind, copies, str(row.get("source")))


def _each(row: Row, field: str, allowed: tuple[str, ...]) -> list[int]:
    words = catalogue.text(row, field).split()
    if not all(word in allowed for word in words) or len(set(words)) != len(words):
        row.wrong(field, f'"{field}" may name {", ".join(allowed)}, each once')
    return [allowed.index(word) for word in words if word in allowed]


def _words(row: Row, field: str) -> tuple[list[str], int]:
    """Return the words of a field and the number at its end."""
    *words, number = catalogue.text(row, field).split() or [""]
    if number.isascii() and number.isdigit() and len(number) <= 2 and 1 <= int(number) <= MOST_VALUE:
        return words, int(number)
    row.wrong(field, f'"{field}" must end with a number from 1 to {MOST_VALUE}')
    return words, 1


def _traits(row: Row, field: str, most: int) -> tuple[tuple[int, ...], int]:
    words, value = _words(row, field)
    if not 1 <= len(words) <= 2 or len(set(words)) != len(words) or not all(word in TRAITS for word in words):
        row.wrong(field, f'"{field}" names one or two of {", ".join(TRAITS)}, and a number')
    if value > most:
        row.wrong(field, f'"{field}" has a number from 1 to {most}')
    return tuple(sorted(TRAITS.index(word) for word in words if word in TRAITS)), value


def _check_kinds(book: Book, designs: list[Design]) -> None:
    for kind in (MECHANISM, OBJECT, ESCAPE):
        count = sum(design.copies for design in designs if design.kind == kind)
        if count != PARTS_TOTAL // 3:
            book.wrong(f"The catalogue has {count} parts that are {KINDS[kind]}; it needs {PARTS_TOTAL // 3}.", "part")
            return
    _check_figures(book, [design for design in designs if design.kind <= ESCAPE])
    if sum(design.kind == BILLY for design in designs) != 1:
        book.wrong("Billy needs one row, with all copies.", "billy")
    longest = [max(len(design.story) for design in designs if design.kind == kind) for kind in range(3)]
    if sum(longest) > MOST_STORY - LONGEST:
        book.wrong(f"Read across its parts, the longest trap has more than {MOST_STORY} characters.", "part")


def _check_figures(book: Book, parts: list[Design]) -> None:
    """All parts of a kind carry the same figures, so that every trap has each of them: two boxes, the rest once."""
    carried: list[str] = []
    for kind in (MECHANISM, OBJECT, ESCAPE):
        sets = {tuple(bool(figure) for figure in _figures(part)) for part in parts if part.kind == kind}
        if len(sets) != 1:
            book.wrong(f"All parts that are {KINDS[kind]} must carry the same figures.", "part")
        carried += [name for name, has in zip(FIGURES, sets.pop(), strict=True) if has]
    if not book.mistakes and sorted(carried) != sorted((*FIGURES, "box")):
        book.wrong(f"A trap needs each of {', '.join(FIGURES)} once, and box twice, over its three parts.", "part")


def _figures(part: Design) -> tuple[object, ...]:
    return part.top, part.then, part.box, part.places, part.number
