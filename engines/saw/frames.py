"""What a position is in the middle of, as JSON, both ways. Cards are numbers: their place in the position."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engines.core.problems import SetupError
from engines.saw import agenda as at
from engines.saw.box import SEATS
from engines.saw.cards import PARTS, PLACES
from engines.saw.state import LIMBS, Frame

SEAT, TOKEN, TOKENS, COUNT, FLAG, KIND, LIMB, PLACE, HOW, TEXT, RULE = range(11)
MOST = 60
FIELDS: dict[str, tuple[tuple[str, int], ...]] = {
    at.CHARACTER: (("seat", SEAT),),
    at.FIRST: (),
    at.TURN: (("seat", SEAT),),
    at.USE: (),
    at.DISCARD: (),
    at.SET: (),
    at.TRIM: (),
    at.LAST: (),
    at.BLEED: (),
    at.PAY: (("seat", SEAT), ("left", COUNT), ("hand_only", FLAG)),
    at.AWAY: (("seat", SEAT), ("card", TOKEN)),
    at.CHOOSE: (("seat", SEAT), ("cards", TOKENS), ("left", COUNT), ("how", HOW)),
    at.SALVAGE: (("seat", SEAT),),
    at.SORT: (("seat", SEAT), ("placed", TOKENS)),
    at.DETECT: (("seat", SEAT), ("part", KIND), ("again", FLAG)),
    at.FILM: (("seat", SEAT),),
    at.SIFT: (("seat", SEAT),),
    at.BIND: (("seat", SEAT), ("limb", LIMB)),
    at.ANSWER: (),
    at.EASE: (),
    at.LOWER: (),
    at.STEAL: (("left", COUNT),),
    at.CHALLENGE: (),
    at.DAMAGE: (("seat", SEAT), ("place", PLACE), ("amount", COUNT), ("cause", TEXT), ("rule", RULE)),
    at.CLOSE: (("backfires", FLAG),),
}
"""The fields of each frame that a position can rest on."""
_WORDS = {SEAT: SEATS, KIND: PARTS, LIMB: LIMBS, PLACE: PLACES}
_HOW = ("keep", "discard", "give")
_RULE = re.compile(r"[RA]\d{1,3}")


def write(frames: tuple[Frame, ...], number: Mapping[int, int]) -> list[dict[str, object]]:
    """Return frames as objects; ``number`` says which place in the position each card has."""
    return [{"for": frame[0], **_fields(frame, number)} for frame in frames]


def _fields(frame: Frame, number: Mapping[int, int]) -> dict[str, object]:
    written: dict[str, object] = {}
    for (name, type_), value in zip(FIELDS[frame[0]], frame[1:], strict=True):
        if type_ in _WORDS:
            written[name] = _WORDS[type_][value]
        elif type_ == TOKEN:
            written[name] = number[value]
        elif type_ == TOKENS:
            written[name] = [number[token] for token in value]
        else:
            written[name] = value
    return written


def read(rows: object, total: int) -> tuple[Frame, ...]:
    """Return the frames of a position; SetupError names the one that is none."""
    if not isinstance(rows, list) or len(rows) > 2 * len(FIELDS):
        raise SetupError('"waits" must be a list of what the game is in the middle of.')
    return tuple(_frame(row, total) for row in rows)


def _frame(row: object, total: int) -> Frame:
    name = row.get("for") if isinstance(row, dict) else None
    if not isinstance(row, dict) or not isinstance(name, str) or name not in FIELDS:
        raise SetupError(f"The game cannot wait on {str(row)[:100]}; it may wait on {', '.join(FIELDS)}.")
    fields = FIELDS[name]
    if row.keys() != {"for", *(field for field, _ in fields)}:
        known = ", ".join(field for field, _ in fields) or "no fields"
        raise SetupError(f'What is waited on, "{name}", has {known}.')
    frame: list[object] = [name]
    for field, type_ in fields:
        value = _READERS[type_](row[field], total)
        if value is None:
            raise SetupError(f'"{field}" of what is waited on, "{name}", cannot be {str(row[field])[:60]}.')
        frame.append(value)
    return tuple(frame)


def _word(words: tuple[str, ...]) -> Callable[[object, int], int | None]:
    return lambda value, total: words.index(value) if isinstance(value, str) and value in words else None


def _whole(value: object, most: int) -> int | None:
    return value if type(value) is int and 0 <= value < most else None


def _tokens(value: object, total: int) -> tuple[int, ...] | None:
    if not isinstance(value, list) or any(_whole(token, total) is None for token in value):
        return None
    return tuple(value) if len(set(value)) == len(value) else None


_READERS: dict[int, Callable[[object, int], object]] = {
    SEAT: _word(SEATS),
    TOKEN: _whole,
    TOKENS: _tokens,
    COUNT: lambda value, total: _whole(value, MOST),
    FLAG: lambda value, total: value if isinstance(value, bool) else None,
    KIND: _word(PARTS),
    LIMB: _word(LIMBS),
    PLACE: _word(PLACES),
    HOW: lambda value, total: value if value in _HOW else None,
    TEXT: lambda value, total: value if isinstance(value, str) and 0 < len(value) <= 200 else None,
    RULE: lambda value, total: value if isinstance(value, str) and _RULE.fullmatch(value) else None,
}
