"""Entries as JSON objects, both ways. Choices travel in the game's notation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engines.core.entries import Answer, Corrected, Entry, Observed, Pass, Shuffled
from engines.core.problems import IllegalEntry, ParseError, SetupError
from engines.core.schema import ENTRY as check

if TYPE_CHECKING:
    from engines.core.play import AnyPlay

MAX_TEXT = 500
MOST = 1_000_000_000  # decisions are numbered


def to_json(play: AnyPlay, at: int) -> dict[str, object]:
    """Return the entry number ``at`` of a play's log."""
    entry, asked = play.log[at], play.asked[at]
    if isinstance(entry, Answer) and asked is not None:
        return {"answer": {"decision": entry.decision, "choice": play.game.write(asked, entry.choice)}}
    if isinstance(entry, Observed):
        return {"observed": _write_observed(play, entry)}
    if isinstance(entry, Pass):
        return {"pass": {"decision": entry.decision}}
    return {type(entry).__name__.lower(): entry._asdict()}


def _write_observed(play: AnyPlay, entry: Observed) -> dict[str, object]:
    seats = None if entry.seen_by is None else [play.seats[seat] for seat in entry.seen_by]
    return {"token": play.game.write_token(entry.token), "card": entry.card, "seen_by": seats}


def from_json(play: AnyPlay, item: object) -> Entry:
    """Return the entry that an object means for a play as it stands; ParseError says what is wrong with it."""
    if not isinstance(item, dict) or len(item) != 1:
        raise ParseError('An entry is an object with one name, such as {"answer": {…}}.')
    name, fields = next(iter(item.items()))
    reader = _READERS.get(name)
    if reader is None:
        raise ParseError(f'There is no entry "{name}"; there are {", ".join(_READERS)}.')
    if not isinstance(fields, dict):
        raise ParseError(f'"{name}" must be an object with the fields of that entry.')
    for field in fields:
        if field not in _FIELDS[name]:
            raise ParseError(f'"{name}" has no field "{field}"; it has {", ".join(_FIELDS[name])}.')
    return reader(play, fields)


def refeed(play: AnyPlay, item: object, at: int) -> None:
    """Feed one entry of a saved log; SetupError names it."""
    try:
        play.feed(from_json(play, item))
    except (ParseError, IllegalEntry) as error:
        raise SetupError(f"Entry {at} of the saved game cannot be: {error}") from error


def seen_and_taken_back(play: AnyPlay) -> list[dict[str, object]]:
    """Return the identities that were seen and taken back since: what was seen stays seen, in a saved game too."""
    logged = {entry.token for entry in play.log if isinstance(entry, Observed)}
    return [{"observed": _write_observed(play, entry)} for token, entry in play.seen.items() if token not in logged]


def recall(play: AnyPlay, seen: object) -> None:
    """Let a play know identities that were seen and taken back; SetupError says what cannot be."""
    if not isinstance(seen, list):
        raise SetupError('"seen" of a saved game must be a list of identities.')
    for item in seen:
        try:
            play.recall(from_json(play, item))
        except (ParseError, IllegalEntry) as error:
            raise SetupError(f"What was seen in the saved game cannot be: {error}") from error


def _number(fields: dict[str, object]) -> int:
    return check.whole(fields.get("decision"), '"decision"', -MOST, MOST)


def _text(fields: dict[str, object], key: str) -> str:
    return check.text(fields.get(key), f'"{key}"', MAX_TEXT, least=1)


def _answer(play: AnyPlay, fields: dict[str, object]) -> Answer:
    decision = _number(fields)
    text = _text(fields, "choice")
    return Answer(decision, play.parse(text, decision))


def _observed(play: AnyPlay, fields: dict[str, object]) -> Observed:
    seats, named = play.seats, fields.get("seen_by")
    if named is not None and not (isinstance(named, list) and all(seat in seats for seat in named)):
        raise ParseError(f'"seen_by" must be a list of seats ({", ".join(seats)}), or null for all.')
    seen_by = None if named is None else tuple(sorted({seats.index(seat) for seat in named}))
    return Observed(play.game.read_token(_text(fields, "token")), _text(fields, "card"), seen_by)


def _corrected(play: AnyPlay, fields: dict[str, object]) -> Corrected:
    value = fields.get("value")
    if isinstance(value, bool) or not isinstance(value, int | str) or (isinstance(value, str) and len(value) > 100):
        raise ParseError('"value" must be a whole number or a short text.')
    by = _text(fields, "by") if "by" in fields else "table"
    return Corrected(_text(fields, "field"), value, _text(fields, "why"), by)


_READERS: dict[str, Callable[[AnyPlay, dict[str, object]], Entry]] = {
    "answer": _answer,
    "pass": lambda play, fields: Pass(_number(fields)),
    "observed": _observed,
    "shuffled": lambda play, fields: Shuffled(_text(fields, "zone")),
    "corrected": _corrected,
}


_FIELDS = {
    kind.__name__.lower(): tuple(field for field in kind._fields if field != "seat")
    for kind in (Answer, Pass, Observed, Shuffled, Corrected)
}
