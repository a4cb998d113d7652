"""The invariants: a sound position passes, and each way to spoil one is noticed."""

from collections.abc import Callable
from typing import Any

import pytest

from engines.core import Table
from tests.engines.armada.positions import position, rules

POSITION = """
    blue 2: starter c5 south, shield-1 c4 north
    blue 2: hub-4 g2 north
    red 3: hub-2 d4 north, gun-1 d5 north
    play blue: gun-1 hub-2
    play red: gun-2
    draw blue: gun-3 gun-4
    draw red: gun-3 shield-1 shield-2
"""
GAME = rules()
HUB, SHIELD, GUN = (GAME.box.number[name] for name in ("hub-4", "shield-1", "gun-1"))
ON_BOARD, IN_DRAW = 2, 0
RED = 15


def sound() -> Any:
    return GAME.setup(position(POSITION), oracle=Table()).state


def put(name: str, at: Any, value: Any) -> Callable[[Any], None]:
    """Set one entry of a list or dict of the state."""

    def spoil(state: Any) -> None:
        getattr(state, name)[at] = value

    return spoil


def put_whole(name: str, value: Callable[[Any], Any]) -> Callable[[Any], None]:
    """Set an attribute of the state."""

    def spoil(state: Any) -> None:
        setattr(state, name, value(state))

    return spoil


def cell(name: str) -> int:
    found = GAME.box.grid.find(name)
    assert found is not None
    return int(found)


SPOILED = {
    "a piece on the board that its zone denies": (put("zone", HUB, IN_DRAW), "two places"),
    "a piece in a pile that its zone denies": (put("zone", GUN, ON_BOARD), "two places"),
    "a cell without a zone": (put("where", GUN, cell("a1")), "two places"),
    "a piece without a ship": (put("ship_of", HUB, 0), "wrong ship"),
    "a ship without a piece": (put("ship_of", GUN, 1), "wrong ship"),
    "a cell that holds another piece": (put("at", cell("c5"), HUB), "not on its cell"),
    "a cell that holds a piece from elsewhere": (put("at", cell("a9"), GUN), "not there"),
    "a cell that holds the first piece": (put("at", cell("a9"), 0), "not there"),
    "a shield on a hub": (put("shield", HUB, 1), "shield is wrong"),
    "a shield in the pile": (put("shield", RED + SHIELD, 1), "shield is wrong"),
    "a shield too strong": (put("shield", SHIELD, 3), "shield is wrong"),
    "a shield below nothing": (put("shield", SHIELD, -1), "shield is wrong"),
    "a piece in the wall": (put_whole("occupied", lambda state: state.occupied | 1), "off the board"),
    "a play pile too short": (put("play", 0, ()), "play pile"),
    "the other play pile too short": (put("play", 1, ()), "play pile"),
    "a draw pile too short": (put("draw", 0, (14,)), "draw pile"),
    "the other draw pile too short": (put("draw", 1, (28, 29)), "draw pile"),
    "a draw that is not in the pile": (put_whole("stack", lambda state: (("draw", 14),)), "draw pile"),
    "a ship without energy": (put("energy", 1, 0), "no energy"),
    "a ship that changed sides": (put("owner", 2, 1), "piece of the enemy"),
    "a facing that the open sides deny": (put("facing", HUB, 1), "is not what the position says"),
    "cells that the pieces deny": (put("mask", 2, 1 << cell("h2")), "is not what the position says"),
    "open sides that the pieces deny": (put("opens", 2, (0, 0, 0, 0)), "is not what the position says"),
    "occupied cells that nothing occupies": (
        put_whole("occupied", lambda state: state.occupied | 1 << cell("a9")),
        "is not what the position says",
    ),
    "a play pile with another piece": (put("play", 0, (1, 6)), "is not what the position says"),
}


def test_a_sound_position_passes() -> None:
    state = sound()
    GAME.check(state)
    assert state.shield[SHIELD] == 2


@pytest.mark.parametrize("seat", ["blue", "red"])
def test_a_piece_that_is_being_drawn_is_still_counted(seat: str) -> None:
    play = GAME.setup(position(f"turn {seat} 1\n{POSITION}"), oracle=Table())
    play.say("draw")
    assert [frame[0] for frame in play.state.stack] == ["draw"]
    GAME.check(play.state)


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_spoiled_is_noticed(name: str) -> None:
    spoil, named = SPOILED[name]
    state = sound()
    spoil(state)
    with pytest.raises(AssertionError, match=named):
        GAME.check(state)
