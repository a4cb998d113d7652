"""The lines of an exported ledger: what each kind has in it, and how it is checked when it comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from host.ledger.origins import Origin

FORMAT = "deadfall-ledger"
VERSION = 2
WITHOUT_ORIGINS = 1  # the version whose entries do not say where they came from
MAX_LINE = 4_000_000  # bytes: a catalogue of the players' own lies in one line
MAX_DATA = 255  # bytes of a fact

Check = Callable[[Any], Any]


def whole(low: int = -(1 << 53), high: int = 1 << 53) -> Check:
    """Return a check for whole numbers in a range; the default is what every JSON library reads exactly."""

    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return value

    return check


def text(value: Any) -> str:
    """Check for a text."""
    if not isinstance(value, str):
        raise ValueError("must be a text")
    return value


def texts(value: Any) -> tuple[str, ...]:
    """Check for a list of texts."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError("must be a list of texts")
    return tuple(value)


def origin(value: Any) -> Origin:
    """Check for where an entry came from."""
    if value not in tuple(Origin):
        raise ValueError(f"must be one of {', '.join(Origin)}")
    return Origin(value)


def mapping(value: Any) -> dict[str, Any]:
    """Check for an object."""
    if not isinstance(value, dict):
        raise ValueError("must be an object")
    return value


def text_mapping(value: Any) -> dict[str, str]:
    """Check for an object whose values are texts."""
    if not all(isinstance(item, str) for item in mapping(value).values()):
        raise ValueError("must be an object of texts")
    return dict(value)


def mappings(value: Any) -> list[dict[str, Any]]:
    """Check for a list of objects."""
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise ValueError("must be a list of objects")
    return value


def octets(value: Any) -> bytes:
    """Check for bytes, written as hexadecimal digits."""
    try:
        data = bytes.fromhex(text(value))
    except ValueError:
        data = None
    if data is None or data.hex() != value or len(data) > MAX_DATA:
        raise ValueError(f"must be at most {MAX_DATA} bytes in small hexadecimal digits")
    return data


def checked(checks: Mapping[str, Check], values: Sequence[Any]) -> list[Any]:
    """Return what the first checks say of as many values; ValueError names the one that is wrong."""
    found = []
    for (name, check), value in zip(checks.items(), values, strict=False):
        try:
            found.append(check(value))
        except ValueError as error:
            raise ValueError(f'"{name}" {error}') from None
    return found


def optional(check: Check) -> Check:
    """Return a check that takes null as well."""
    return lambda value: None if value is None else check(value)


TIME = whole()
ID = whole(1)
COUNT = whole(0)


class Table(NamedTuple):
    """A kind of line that is a row of a table, as it is."""

    select: str
    insert: str
    fields: Mapping[str, Check]


TABLES: Mapping[str, Table] = {
    "board": Table(
        "SELECT id, uid, name, first_seen, last_seen FROM boards ORDER BY id",
        "INSERT INTO boards (id, uid, name, first_seen, last_seen) VALUES (?,?,?,?,?)",
        {"id": ID, "uid": text, "name": text, "first_seen": TIME, "last_seen": TIME},
    ),
    "boot": Table(
        "SELECT id, board, boot_id, started, ended, next_seq FROM boots ORDER BY id",
        "INSERT INTO boots (id, board, boot_id, started, ended, next_seq) VALUES (?,?,?,?,?,?)",
        {"id": ID, "board": ID, "boot_id": COUNT, "started": TIME, "ended": optional(TIME), "next_seq": ID},
    ),
    "fact": Table(
        "SELECT id, boot, batch, at, seq, as_of, t_board, t_host, kind, src, data, inferred FROM facts ORDER BY id",
        "INSERT INTO facts (id, boot, batch, at, seq, as_of, t_board, t_host, kind, src, data, inferred) "
        "VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
        {
            **{"id": ID, "boot": ID, "batch": ID, "at": TIME, "seq": optional(ID), "as_of": optional(ID)},
            **{"t_board": optional(TIME), "t_host": TIME, "kind": whole(0, 255), "src": whole(0, 65535)},
            **{"data": octets, "inferred": whole(0, 1)},
        },
    ),
    "gap": Table(
        "SELECT id, boot, first, last, reason, at FROM gaps ORDER BY id",
        "INSERT INTO gaps (id, boot, first, last, reason, at) VALUES (?,?,?,?,?,?)",
        {"id": ID, "boot": ID, "first": ID, "last": optional(ID), "reason": text, "at": TIME},
    ),
    "state": Table(
        "SELECT board, kind, src, fact, as_of, data FROM state ORDER BY board, kind, src",
        "INSERT INTO state (board, kind, src, fact, as_of, data) VALUES (?,?,?,?,?,?)",
        {
            **{"board": ID, "kind": whole(0, 255), "src": whole(0, 65535), "fact": ID, "as_of": optional(ID)},
            **{"data": octets},
        },
    ),
}

PLAY: Mapping[str, Check] = {
    **{"game": text, "options": text_mapping, "catalogue": optional(text), "catalogue_digest": text, "profile": text},
    **{"players": texts, "root": mapping, "created": TIME},
}
INPUT: Mapping[str, Check] = {"id": ID, "at": TIME, "kind": text, "data": mapping, "fact": COUNT}
ENTRY: Mapping[str, Check] = {
    **{"id": ID, "at": TIME, "kind": text, "entry": mapping, "text": text, "seat": optional(whole(0, 99)), "by": text},
    **{"confidence": whole(0, 100), "candidates": texts, "why": text, "input": COUNT, "fact": COUNT, "digest": text},
    **{"origin": origin, "events": mappings},
}
FIELDS: Mapping[str, Mapping[str, Check]] = {
    "header": {"format": text, "version": ID},
    **{kind: table.fields for kind, table in TABLES.items()},
    "play": PLAY,
    "input": INPUT,
    "entry": ENTRY,
    "end": {"lines": ID},
}
"""Every kind of line, in the order of the file."""
ORDER = tuple(FIELDS)
ONCE = ("header", "play", "end")
