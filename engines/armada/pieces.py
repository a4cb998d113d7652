"""The pieces of Jigsaw Armada, from the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import catalogue
from engines.core.catalogue import Book, Row

PIECES = 15  # of each colour
KINDS = ("hub", "gun", "shield")
_FIELDS = ("id", "kind", "sides", "start", "source", "copies")


@dataclass(frozen=True, slots=True)
class Design:
    """One piece of the catalogue. Sides are bits: 1 north, 2 east, 4 south, 8 west, for a piece that faces north."""

    name: str
    kind: str
    open: int
    turrets: int
    start: str


def turned(sides: int, facing: int) -> int:
    """Return side bits after turning clockwise by ``facing`` quarters."""
    return (sides << facing | sides >> (4 - facing)) & 15


def load(text: str | None) -> tuple[Design, ...]:
    """Return the fifteen designs of a catalogue, checked."""
    book = catalogue.read("engines.armada", text)
    catalogue.tables(book, ("piece",))
    found = tuple(_design(row) for row in catalogue.rows(book, "piece", PIECES))
    if not book.mistakes:
        _check_starts(book, found)
    book.settle()
    return found


def _check_starts(book: Book, found: tuple[Design, ...]) -> None:
    if len(found) != PIECES:
        book.wrong(f"Each of the {PIECES} pieces needs a row of its own.")
    starters = [design for design in found if design.start == "board"]
    if len(starters) != 1 or starters[0].kind != "hub" or starters[0].open.bit_count() != 1:
        book.wrong('Exactly one piece has start = "board": a hub with one open side.')
    if sum(design.start == "play" for design in found) != 1:
        book.wrong('Exactly one piece has start = "play".')


def to_json(design: Design) -> dict[str, str]:
    """Return a design as the catalogue has it."""
    letters = ("t" if design.turrets >> at & 1 else "o" if design.open >> at & 1 else "c" for at in range(4))
    return {"piece": design.name, "kind": design.kind, "sides": "".join(letters), "start": design.start}


def _design(row: Row) -> Design:
    catalogue.only(row, _FIELDS)
    name = catalogue.named(row)
    kind = catalogue.choice(row, "kind", KINDS)
    sides = catalogue.text(row, "sides")
    start = catalogue.choice(row, "start", ("draw", "play", "board"), default="draw")
    if name.startswith("ship-"):
        row.wrong("id", 'ids that begin with "ship-" name ships')
    if len(sides) != 4 or sides.strip("oct"):
        row.wrong("sides", '"sides" must be four letters o, c or t: north, east, south, west')
    turrets = _bits(sides, "t")
    if bool(turrets) != (kind == "gun") or turrets.bit_count() > 2:
        row.wrong("sides", "guns have one or two turrets, other pieces none")
    return Design(name, kind, _bits(sides, "o"), turrets, start)


def _bits(sides: str, letter: str) -> int:
    return sum(1 << at for at, side in enumerate(sides) if side == letter)
