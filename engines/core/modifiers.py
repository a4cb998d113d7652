"""What changes a number or forbids something: rows of a catalogue, applied in a fixed order.

CANT → SET → ADD → MULTIPLY → CAP: whoever forbids is heard first, then who says what it is, then who adds, who
multiplies, and at last who limits. Within one layer the order makes no difference, or the last one counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

LAYERS = ("cant", "set", "add", "multiply", "cap")
CANT, SET, ADD, MULTIPLY, CAP = range(len(LAYERS))
MOST = 99


class Modifier(NamedTuple):
    """One change to one quantity: ("damage", ADD, -1)."""

    what: str
    layer: int
    number: int = 0


def parse(text: str, quantities: tuple[str, ...]) -> Modifier:
    """Return the modifier that a text means ("damage add -1", "peek cant"); ValueError says what was expected.

    >>> parse("damage add -1", ("damage",))
    Modifier(what='damage', layer=2, number=-1)
    """
    words = text.split()
    if len(words) < 2 or words[0] not in quantities or words[1] not in LAYERS:
        raise ValueError(f'"{text}" is no modifier; say one of {", ".join(quantities)}, then {", ".join(LAYERS)}')
    layer = LAYERS.index(words[1])
    if layer == CANT and len(words) == 2:
        return Modifier(words[0], CANT)
    if layer == CANT or len(words) != 3 or not _is_whole(words[2]):
        raise ValueError(f'"{text}": after {words[1]} comes {"nothing" if layer == CANT else "one whole number"}')
    return Modifier(words[0], layer, int(words[2]))


def _is_whole(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and int(digits[:4]) <= MOST


def settle(value: int, modifiers: Iterable[Modifier]) -> int:
    """Return what becomes of a number; it never falls below 0.

    >>> settle(2, [Modifier("damage", MULTIPLY, 2), Modifier("damage", ADD, -1)])
    2
    """
    for _, layer, number in sorted(modifiers, key=lambda modifier: modifier.layer):
        if layer == CANT:
            return 0
        if layer == SET:
            value = number
        elif layer == ADD:
            value += number
        elif layer == MULTIPLY:
            value *= number
        else:
            value = min(value, number)
    return max(0, value)
