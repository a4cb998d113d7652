"""The agenda as JSON, both ways: each item is an object with its kind and its fields, in the players' words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.core.problems import SetupError
from engines.loot.box import PARTS, SEATS, Box
from engines.loot.cards import PLACES
from engines.loot.field import DIRECTIONS
from engines.loot.kit import GHOST, LIMIT, UNSEEN
from engines.loot.names import Names
from engines.loot.state import Frame, State

_SEAT, _COUNT, _SOURCE = ("seat",), ("seat", "count"), ("part", "index")
FIELDS: dict[str, tuple[str, ...]] = {
    "first": (),
    **dict.fromkeys(("avatar", "turn", "draw", "move", "window", "action", "peek", "discard"), _SEAT),
    **dict.fromkeys(("end", "limit", "won", "next", "land", "estate", "roll", "aimed"), _SEAT),
    **dict.fromkeys(("ghost-draw", "ghost-card", "ghost-roll", "ghost-rolls", "ghost-discard"), _SEAT),
    **dict.fromkeys(("drop", "redraw", "dig", "spy", "banking"), _COUNT),
    "windows": ("stage",),
    "toss": ("cell",),
    "unearth": ("cell",),
    "spring": ("seat", "cell"),
    "clear": ("token", "space"),
    "found": ("seat", "token"),
    "put": ("seat", "card", "cell"),
    "look": ("seat", "cell"),
    "laying": ("seat", "place"),
    "effect": (*_SOURCE, "at", "seat", "target", "doubled"),
    "hits": ("hits", "spent", *_SOURCE),
    "bury": ("seats",),
    "step": ("seat", "chooser", "count", *_SOURCE),
    "blow": ("seat", "direction", "count", *_SOURCE),
    "give": ("seat", "other", "count", *_SOURCE),
}
"""The fields of each item."""
BOTTOMS = ("first", "turn", "end", "next")
MOST = 200
MOST_DAMAGE = 999
_SOURCES = (*PARTS, LIMIT, GHOST)


class Frames:
    """Writes and reads agendas."""

    def __init__(self, box: Box, names: Names) -> None:
        self._box = box
        self._names = names

    # ---- writing ---------------------------------------------------------------------------------------------------

    def write(self, frames: Sequence[Frame]) -> list[dict[str, object]]:
        """Return an agenda, the next item last."""
        return [self._write(frame) for frame in frames]

    def _write(self, frame: Frame) -> dict[str, object]:
        parts = zip(FIELDS[frame[0]], frame[1:], strict=True)
        return {"for": frame[0], **{field: self._word(field, value) for field, value in parts}}

    def _word(self, field: str, value: Any) -> object:
        names = self._names
        if field in ("seat", "chooser", "other"):
            return SEATS[value]
        if field == "target":
            return None if value < 0 else SEATS[value]
        if field in ("cell", "space"):
            return None if value < 0 else names.cell(value)
        if field == "token":
            return names.token(value)
        if field == "card":
            return None if value == UNSEEN else names.face(value)
        if field == "seats":
            return [SEATS[seat] for seat in value]
        if field == "hits":
            return [[SEATS[seat], damage] for seat, damage in value]
        return list(value) if field == "spent" else value

    # ---- reading ---------------------------------------------------------------------------------------------------

    def read(self, state: State, rows: object) -> tuple[Frame, ...]:
        """Return the agenda of rows for a state whose players and cards have been read."""
        if not isinstance(rows, list) or not 0 < len(rows) <= MOST:
            raise SetupError(f'"agenda" must be a list of 1 to {MOST} items.')
        frames = tuple(self._read(state, row) for row in rows)
        if frames[0][0] not in (("first", "turn") if state.seat < 0 else BOTTOMS[1:]):
            raise SetupError(
                f"The first item of an agenda is one of {', '.join(BOTTOMS)}; whose turn it is depends on it."
            )
        for frame in frames:
            self._check_source(frame)
        return frames

    def _read(self, state: State, row: object) -> Frame:
        kind = row.get("for") if isinstance(row, dict) else None
        fields = FIELDS.get(kind) if isinstance(kind, str) else None
        if not isinstance(row, dict) or fields is None or row.keys() != {"for", *fields}:
            raise SetupError(f"There is no such item of an agenda: {str(row)[:100]}.")
        frame = (kind, *(self._value(state, field, row[field]) for field in fields))
        if None in frame:
            raise SetupError(f"This item of the agenda is impossible: {str(row)[:100]}.")
        return frame

    def _value(self, state: State, field: str, word: object) -> object:
        """Return the value of a field, or None if the word is none."""
        if field in ("seat", "chooser", "other"):
            return _seat(state, word)
        if field == "target":
            return -1 if word is None else _seat(state, word)
        if field in ("cell", "space"):
            found = state.field.find(word) if isinstance(word, str) else None
            return -1 if field == "space" and word is None else found
        if field == "token":
            token = self._names.find_token(word)
            return token if token in state.aside else None
        if field == "card":
            return UNSEEN if word is None else self._box.number.get(word) if isinstance(word, str) else None
        if field == "seats":
            return _all(_seat(state, one) for one in word) if isinstance(word, list) and word else None
        if field == "hits":
            return _all(_hit(state, one) for one in word) if isinstance(word, list) and word else None
        if field == "spent":
            return _all(_number(one, 0, 12) for one in word) if isinstance(word, list) else None
        if field == "doubled":
            return word if isinstance(word, bool) else None
        if field in ("count", "index", "at", "stage"):
            return _number(word, 0, 1 if field == "stage" else MOST_DAMAGE)
        known = {"part": _SOURCES, "direction": DIRECTIONS, "place": PLACES}[field]
        return word if isinstance(word, str) and word in known else None

    def _check_source(self, frame: Frame) -> None:
        """An effect names a line of a card or an ability that is there."""
        fields = dict(zip(FIELDS[frame[0]], frame[1:], strict=True))
        part = fields.get("part")
        if part in PARTS:
            steps = self._box.steps[part]
            is_there = fields["index"] < len(steps) and fields.get("at", 0) < max(1, len(steps[fields["index"]]))
        else:
            is_there = frame[0] != "effect"
        if not is_there or len(fields.get("spent", ())) > len(fields.get("hits", ())):
            raise SetupError(f"This item of the agenda is about nothing that is there: {frame[0]}.")


def _seat(state: State, word: object) -> int | None:
    seats = SEATS[: state.seats]
    return seats.index(word) if isinstance(word, str) and word in seats else None


def _hit(state: State, pair: object) -> tuple[int, int] | None:
    if not isinstance(pair, list) or len(pair) != 2:
        return None
    seat, damage = _seat(state, pair[0]), _number(pair[1], 1, MOST_DAMAGE)
    return None if seat is None or damage is None else (seat, damage)


def _number(value: object, low: int, high: int) -> int | None:
    return value if type(value) is int and low <= value <= high else None


def _all(values: Iterable[object]) -> tuple[object, ...] | None:
    found = tuple(values)
    return None if None in found else found
