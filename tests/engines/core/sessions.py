"""Valid conversations with an engine, and thousands of ways to spoil them: the material of the protocol's fuzzer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import engines
from engines.core.protocol import Session

BASH = {
    "turn": {"seat": "blue", "actions": 2, "quiet": 0},
    "ships": [
        {"id": 1, "seat": "blue", "energy": 2, "pieces": [{"piece": "hub-2", "cell": "e5", "facing": "north"}]},
        {
            "id": 2,
            "seat": "red",
            "energy": 2,
            "pieces": [
                {"piece": "hub-2", "cell": "f7", "facing": "north"},
                {"piece": "hub-3", "cell": "f6", "facing": "south"},
                {"piece": "shield-1", "cell": "e6", "facing": "east"},
            ],
        },
        {"id": 3, "seat": "red", "energy": 1, "pieces": [{"piece": "hub-5", "cell": "d5", "facing": "east"}]},
    ],
    "play": {"blue": ["gun-3"], "red": ["hub-4"]},
    "draw": {"blue": ["gun-1", "shield-1"], "red": ["gun-1"]},
}
"""Blue's hub touches two ships of Red: one by a shield, one by its hub."""

HOSTILE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 15, 99, 10**9, 10**30, -(10**400), 1.0, 0.5, 1e308, -0.0),
    *("", " ", "x", "x" * 5_000, "\ud800", "\x00", "e1", "north", "blue", "red", "world", "public", "ship-1", "ship-0"),
    *("ship-99999", "blue.token-3", "red.token-15", "blue.starter", "fresh", "gone", "draw", "stop", "first red"),
    *("bash ship-1 > ship-2", "shield shield-1", "build gun-1 e1 north", "move ship-1 north 2", "random", "A3", "R40"),
    *(
        [],
        {},
        [[]],
        [None],
        {"": None},
        [1, 2, 3],
        ["first"],
        {"for": "first"},
        {"for": "draw", "token": "blue.token-9"},
    ),
    *({"for": "shield", "ship": "ship-1", "target": "ship-2", "payer": None}, {"seat": None}, {"winner": None}),
    *({"answer": {"decision": 0, "choice": "draw"}}, {"pass": {"decision": 1}}, {"shuffled": {"zone": "draw"}}),
    *({"corrected": {"field": "ship-1.energy", "value": 0, "why": "counted"}}, {"observed": {}}),
)
CATALOGUES = ("", "x = 1", "[[piece]]", 'id = "\\ud800"', "x = " + "9" * 5_000, "a." * 5_000 + "a = 1", "[" * 5_000)


def conversation(rng: Random, length: int) -> Iterator[dict[str, Any]]:
    """Requests that are all granted, from the beginning of a play on."""
    session = Session(engines.load("armada"))
    request: dict[str, Any] = _beginning(rng)
    for number in range(length):
        if rng.random() < 0.3:
            request["id"] = number
        reply = session.handle(request)
        assert reply["ok"], (request, reply)
        yield request
        request = _next(rng, session)


def _beginning(rng: Random) -> dict[str, Any]:
    request: dict[str, Any] = {"request": "new"}
    if rng.random() < 0.4:
        request = {"request": "setup", "position": json.loads(json.dumps(BASH))}
    if rng.random() < 0.7:
        request["seed"] = rng.randrange(1000)
    if rng.random() < 0.3:
        request["options"] = {"A3": "random", "A8": "legal"}
    return request


def _next(rng: Random, session: Session) -> dict[str, Any]:
    play = session.play
    assert play is not None
    if not play.waiting or rng.random() < 0.03:
        return _beginning(rng)
    if rng.random() < 0.4:
        return dict(rng.choice(LOOKS))
    item = session.handle({"request": "waiting"})["waiting"][0]
    if "reveal" in item:
        card = rng.choice(sorted(play.candidates(play.game.read_token(item["token"]))))
        return {"request": "feed", "entry": {"observed": {"token": item["token"], "card": card, "seen_by": None}}}
    choice = rng.choice(session.handle({"request": "options", "texts": True})["texts"])
    if rng.random() < 0.3:
        return {"request": rng.choice(("feed", "verify")), "say": choice}
    entry = {"answer": {"decision": item["decision"], "choice": choice}}
    return {"request": rng.choice(("feed", "feed", "verify")), "entry": entry}


LOOKS: tuple[dict[str, Any], ...] = (
    {"request": "state", "log": True, "history": True},
    {"request": "waiting"},
    {"request": "view", "seat": "blue"},
    {"request": "view", "seat": "public"},
    {"request": "playout", "games": 1, "answers": 9, "seed": 3},
    {"request": "catalogue"},
    {"request": "hello"},
    {"request": "verify", "entry": {"corrected": {"field": "ship-1.energy", "value": 3, "why": "counted", "by": "us"}}},
)


# ---- spoiling --------------------------------------------------------------------------------------------------------


def spoiled(rng: Random, request: dict[str, Any]) -> bytes:
    """A line that was a request before somebody dropped it."""
    request = json.loads(json.dumps(request))
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        _spoil_value(rng, request)
    line = json.dumps(request).encode()
    return _spoil_bytes(rng, line) if rng.random() < 0.3 else line


def _spoil_value(rng: Random, request: dict[str, Any]) -> None:
    places = [place for place in _places(request) if place[1] != "request" or rng.random() < 0.1]
    places = places or [({"": request}, "")]
    holder, key = rng.choice(places)
    kind = rng.randrange(6)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[
            rng.choice(("catalogue", "options", "position", "seats", "seed", "say", "waits", "result", "seen_by"))
        ] = _value(rng)
    elif kind == 2:
        other, place = rng.choice(places)
        holder[key] = json.loads(json.dumps(other[place]))
    else:
        holder[key] = _value(rng)


def _value(rng: Random) -> Any:
    value: Any = rng.choice(CATALOGUES if rng.random() < 0.1 else HOSTILE)
    if rng.random() < 0.02:
        for _ in range(50):
            value = [value]
    return json.loads(json.dumps(value))


def _places(holder: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        yield holder, key
        if isinstance(holder[key], dict | list):
            yield from _places(holder[key])


def _spoil_bytes(rng: Random, line: bytes) -> bytes:
    at = rng.randrange(len(line))
    kind = rng.randrange(5)
    if kind == 0:
        return line[:at]
    if kind == 1:
        return line[:at] + bytes([rng.randrange(256)]) + line[at + 1 :]
    if kind == 2:
        return (
            line[:at]
            + rng.choice((b"NaN", b"\xff\xfe", b"{", b"[" * 2_000, b'"', b"1e999", b"\r", b"9" * 5_000))
            + line[at:]
        )
    if kind == 3:
        return line[at:] + line[:at]
    return line + line
