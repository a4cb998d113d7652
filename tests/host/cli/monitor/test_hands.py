"""Hands at a real twin's table."""

import pytest

from hardware import profiles
from host.cli.monitor.hands import PRESS_MS, Hands

GRID = profiles.load("grid")
E5 = GRID.tile_named("e5")


@pytest.fixture
def hands(twin):
    return Hands(GRID, twin.control)


def kinds(twin):
    return [thing["kind"] for thing in twin.control.objects()]


def test_put_turn_lift(hands, twin):
    assert hands.put("base", E5) == "A base was put on e5. Turn it with r, lift it with x."
    hands.turn(E5)
    assert twin.control.objects()[0]["angle"] == 90
    assert hands.lift(E5) == "The base was lifted off e5."
    assert kinds(twin) == []
    assert hands.lift(E5) == "Nothing lies on e5."


def test_piles_are_those_of_the_games(hands, twin):
    for kind in ("tray", "cross", "pawn"):
        hands.put(kind, E5)
    assert kinds(twin) == ["tray", "cross", "pawn"]
    assert hands.put("base", E5).startswith("A base cannot lie on e5 now: there is a tray with a cross with a pawn.")
    assert kinds(twin) == ["tray", "cross", "pawn"]
    assert hands.lift(E5) == "The pawn was lifted off e5."


def test_neighbours_are_left_alone(hands, twin):
    hands.put("base", GRID.tile_named("d5"))
    hands.put("base", E5)
    hands.lift(E5)
    assert [thing["x"] for thing in twin.control.objects()] == [GRID.tile_named("d5").x]


def test_a_button_is_let_go_after_a_while(hands, twin):
    hands.press(0, "yes", 1000)
    hands.tick(1000 + PRESS_MS - 1)
    assert hands._held
    hands.tick(1000 + PRESS_MS)
    assert not hands._held


def test_the_cable_goes_out_and_in(hands, twin):
    from pathlib import Path

    hands.plug()
    assert not Path(twin.port).exists()
    hands.plug()
    assert Path(twin.port).exists()
