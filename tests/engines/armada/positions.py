"""Positions in a few lines of text, and short questions to a play, for the tests of Jigsaw Armada.

    turn blue 2
    blue 3: starter e2 south, shield-1 e1 north cracked
    red 2: starter e10 north
    play blue: gun-1 hub-2
    draw red: gun-3

Ships are numbered from the top. Two actions, no quiet turn and empty piles go without saying; a shield is fresh.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import engines
from engines.core import Answer, Fixed

SEATS = ("blue", "red")
PIECES = (
    *("starter", "hub-2", "hub-3", "hub-4", "hub-5"),
    *("gun-1", "gun-2", "gun-3", "gun-4", "gun-5", "gun-6"),
    *("shield-1", "shield-2", "shield-3", "shield-4"),
)
DRAW = tuple(name for name in PIECES if name not in ("starter", "gun-1"))


def position(text: str) -> dict[str, Any]:
    """The position that the text describes."""
    found: dict[str, Any] = {
        "turn": {"seat": "blue", "actions": 2, "quiet": 0},
        "ships": [],
        "play": {seat: [] for seat in SEATS},
        "draw": {seat: [] for seat in SEATS},
    }
    for line in filter(None, map(str.strip, text.splitlines())):
        head, _, tail = line.partition(":")
        words = head.split()
        if words[0] == "turn":
            _, seat, actions, quiet = (*words, "0")[:4] if len(words) > 2 else (*words, "2", "0")
            found["turn"] = {"seat": seat, "actions": int(actions), "quiet": int(quiet)}
        elif words[0] in SEATS:
            pieces = [piece(entry) for entry in tail.split(",")]
            found["ships"].append(
                {"id": len(found["ships"]) + 1, "seat": words[0], "energy": int(words[1]), "pieces": pieces}
            )
        else:
            found[words[0]][words[1]] = tail.split()
    return found


def piece(entry: str) -> dict[str, str]:
    """One piece of a ship: ``shield-1 e1 north cracked``."""
    name, cell, facing, *shield = entry.split()
    result = {"piece": name, "cell": cell, "facing": facing}
    if name.startswith("shield"):
        result["shield"] = shield[0] if shield else "fresh"
    return result


@cache
def rules(**options: str) -> Any:
    """The game with these rulings; games are shareable, and loading one takes a while."""
    return engines.load("armada", options=options)


def play(text: str, **options: str) -> Any:
    """A play of this position; pieces are drawn in the order of its ``draw`` lines."""
    described = position(text)
    return rules(**options).setup(described, oracle=Fixed(described["draw"]))


def new(blue: tuple[str, ...] = DRAW, red: tuple[str, ...] = DRAW, **options: str) -> Any:
    """A new game whose draw piles lie in this order."""
    oracle = Fixed({"blue": list(blue), "red": list(red)})
    return rules(**options).new(oracle=oracle)


def texts(game: Any) -> set[str]:
    """What may be answered now, in words."""
    if not game.waiting:
        return set()
    decision = game.waiting[0]
    written = [game.write(choice) for choice in game.options(decision).enumerate()]
    assert len(written) == len(set(written)), "an answer is listed twice"
    return set(written)


def starting(game: Any, *words: str) -> set[str]:
    """The answers that begin with one of these words."""
    return {text for text in texts(game) if text.startswith(tuple(words))}


def seat_to_decide(game: Any) -> str:
    return SEATS[game.waiting[0].seat]


def refusal(game: Any, text: str) -> Any:
    """The problem with this answer, which must not be among the legal ones."""
    assert text not in texts(game)
    problem = game.verify(Answer(game.waiting[0].id, game.parse(text)))
    assert problem is not None, f"{text} is not listed, yet nothing is said against it"
    assert problem.sentence.endswith("."), problem
    return problem


def kinds(events: list[Any]) -> list[str]:
    return [type(event).__name__ for event in events]


def only(events: list[Any], kind: str) -> Any:
    """The one event of this kind."""
    found = [event for event in events if type(event).__name__ == kind]
    assert len(found) == 1, f"{len(found)} events {kind} among {kinds(events)}"
    return found[0]


def ship(game: Any, number: int) -> dict[str, Any] | None:
    """The ship with this number, None once it is destroyed."""
    return next((ship for ship in game.position()["ships"] if ship["id"] == number), None)


def energy(game: Any, number: int) -> int:
    """The ship's energy, 0 once it is destroyed."""
    found = ship(game, number)
    return 0 if found is None else found["energy"]


def cells(game: Any, number: int) -> dict[str, tuple[str, str]]:
    """Each piece of the ship with its cell and facing."""
    found = ship(game, number)
    return {} if found is None else {p["piece"]: (p["cell"], p["facing"]) for p in found["pieces"]}


def shield(game: Any, seat: str, name: str) -> str | None:
    """The state of a seat's shield piece, None if it is not on the board."""
    for found in game.position()["ships"]:
        for p in found["pieces"]:
            if found["seat"] == seat and p["piece"] == name:
                return p["shield"]
    return None


def pile(game: Any, zone: str, seat: str) -> list[str]:
    return sorted(game.position()[zone][seat])
