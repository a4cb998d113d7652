"""The control channel in plain words: each phrase becomes the request that a program would send.

>>> parse("put base A on tile 12, facing east, 3 mm off")
{'do': 'put', 'kind': 'base', 'object': 'A', 'tile': 12, 'facing': 'east', 'dx': 3.0}
"""

from __future__ import annotations

import re

Request = dict[str, object]

_TILE = r"(?:tile )?(?P<tile>\w+)"
_THING = r"(?P<object>\w[\w.-]*)"
_CARD = r"(?P<object>\w[\w.#-]*)"
_NUMBER = r"-?\d+(?:\.\d+)?"
_DIRECTIONS = {"off": ("dx", 1), "east": ("dx", 1), "west": ("dx", -1), "north": ("dy", 1), "south": ("dy", -1)}
_PHRASES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<do>put) (?P<kind>card) {_CARD} on (?:pad )?(?P<pad>[\w.]+)",
        rf"(?P<do>tap) (?:card )?{_CARD} on (?:pad )?(?P<pad>[\w.]+)(?: for (?P<ms>{_NUMBER}) ms)?",
        rf"(?P<do>put) (?P<kind>\w+) {_THING} on {_TILE}(?P<rest>(?:,.*)?)",
        rf"(?P<do>move) {_THING} to {_TILE}(?P<rest>(?:,.*)?)",
        rf"(?P<do>slide) {_THING} to {_TILE}(?: in (?P<ms>{_NUMBER}) ms)?",
        rf"(?P<do>turn) {_THING} (?:to (?P<facing>\w+)|by (?P<degrees>{_NUMBER}))(?: in (?P<ms>{_NUMBER}) ms)?",
        rf"(?P<do>lift) (?:card )?{_CARD}",
        r"(?P<do>press|release) (?P<answer>\w+) at seat (?P<seat>\d+)",
        rf"(?P<do>reeds) {_TILE} (?P<mask>\d+)",
        r"(?P<do>step) (?P<now>\d+)",
        r"(?P<do>[a-z_]+)",
    )
)
_NUMBERS = {"ms": float, "degrees": float, "seat": int, "mask": int, "now": int}
HELP = "put base A on tile 12, facing east, 3 mm off"


def parse(text: str) -> Request:
    """Turn one phrase into a request; ValueError with a sentence if it is none."""
    words = " ".join(text.split()).rstrip(".")
    for phrase in _PHRASES:
        if match := phrase.fullmatch(words):
            return _request({key: value for key, value in match.groupdict().items() if value})
    raise ValueError(f'{words[:80]!r} was not understood; say for example "{HELP}".')


def _request(found: dict[str, str]) -> Request:
    request: Request = {}
    for key, value in found.items():
        if key == "rest":
            request.update(_details(value))
        elif key in ("tile", "pad"):
            request[key] = int(value) if value.isdecimal() else value
        else:
            request[key] = _NUMBERS.get(key, str)(value)
    return request


def _details(rest: str) -> Request:
    details: Request = {}
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        if match := re.fullmatch(r"facing (\w+)", part):
            details["facing"] = match[1]
        elif match := re.fullmatch(rf"({_NUMBER}) mm (off|north|east|south|west)", part):
            axis, sign = _DIRECTIONS[match[2]]
            details[axis] = sign * float(match[1])
        elif match := re.fullmatch(rf"turned (?:by )?({_NUMBER})(?: degrees)?", part):
            details["turn"] = float(match[1])
        else:
            raise ValueError(f'{part[:80]!r} was not understood; say for example "{HELP}".')
    return details
