"""The pieces of Jigsaw Armada, from the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import catalogue
from engines.core.catalogue import CatalogueError

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
    found = tuple(_design(row) for row in catalogue.rows(catalogue.read("engines.armada", text), "piece", PIECES))
    if len(found) != PIECES:
        raise CatalogueError(f"Each of the {PIECES} pieces needs a row of its own.")
    starters = [design for design in found if design.start == "board"]
    if len(starters) != 1 or starters[0].kind != "hub" or starters[0].open.bit_count() != 1:
        raise CatalogueError('Exactly one piece has start = "board": a hub with one open side.')
    if sum(design.start == "play" for design in found) != 1:
        raise CatalogueError('Exactly one piece has start = "play".')
    return found


def to_json(design: Design) -> dict[str, str]:
    """Return a design as the catalogue has it."""
    letters = ("t" if design.turrets >> at & 1 else "o" if design.open >> at & 1 else "c" for at in range(4))
    return {"piece": design.name, "kind": design.kind, "sides": "".join(letters), "start": design.start}


def _design(row: dict[str, object]) -> Design:
    catalogue.only(row, _FIELDS)
    name = catalogue.text(row, "id")
    kind = catalogue.choice(row, "kind", KINDS)
    sides = catalogue.text(row, "sides")
    start = catalogue.choice({"start": "draw", **row}, "start", ("draw", "play", "board"))
    if not name.replace("-", "").isalnum() or name != name.lower():
        raise CatalogueError(f'Row "{name}": an id has small letters, digits and hyphens only.')
    if name.startswith("ship-"):
        raise CatalogueError(f'Row "{name}": ids that begin with "ship-" name ships.')
    if len(sides) != 4 or sides.strip("oct"):
        raise CatalogueError(f'Row "{name}": "sides" must be four letters o, c or t: north, east, south, west.')
    turrets = _bits(sides, "t")
    if bool(turrets) != (kind == "gun") or turrets.bit_count() > 2:
        raise CatalogueError(f'Row "{name}": guns have one or two turrets, other pieces none.')
    return Design(name, kind, _bits(sides, "o"), turrets, start)


def _bits(sides: str, letter: str) -> int:
    return sum(1 << at for at, side in enumerate(sides) if side == letter)
