"""Jigsaw Armada passes what every game has to pass."""

from random import Random
from typing import Any

import pytest

import engines
from engines.core import Corrected, Observed, Play
from host.soak.invariants import check_agreement, check_state
from tests.engines.armada.positions import play, position
from tests.engines.conformance import Conformance

SHIELDS = ("fresh", "cracked", "gone")
# Red touches Blue's ship with two active shields and nothing else.
TWO_SHIELDS = """
    blue 3: starter c4 north, gun-2 c5 south
    red 2: shield-3 d4 east, hub-3 e4 west, hub-5 e5 south, shield-1 d5 east
    red 2: starter e10 north
"""
# When Red has turned its starter, Blue draws the last but one piece; without a ship Blue has lost.
LAST_SHIP = """
    turn red 1
    blue 1: starter e2 south
    red 2: starter e10 north
    draw blue: gun-3 gun-2
"""


class TestArmada(Conformance):
    name = "armada"

    def some_correction(self, play: Play, rng: Random) -> Corrected:
        ships = play.position()["ships"]
        what = rng.choice(("energy", "shield", "actions"))
        if what == "energy" and ships:
            ship = rng.choice(ships)
            return Corrected(f"ship-{ship['id']}.energy", rng.choice((0, 1, 2, 3, 99)), "miscounted")
        if what == "shield":
            seat = rng.choice(play.game.seats)
            return Corrected(f"{seat}.shield-{rng.randint(1, 4)}.shield", rng.choice(SHIELDS), "wrong side up")
        return Corrected("turn.actions", rng.randint(1, 2), "took one back")

    def impossible_corrections(self, play: Play) -> list[Corrected]:
        ship = play.position()["ships"][0]["id"]
        pairs: list[tuple[Any, Any]] = [
            (f"ship-{ship}.energy", -1),
            (f"ship-{ship}.energy", 1000),
            (f"ship-{ship}.energy", "2"),
            (f"ship-{ship}.energy", 2.0),
            (f"ship-{ship}.energy", True),
            (f"ship-{ship}.energy", None),
            ("ship-999.energy", 2),
            ("ship-0.energy", 2),
            ("ship.energy", 2),
            ("turn.actions", 0),
            ("turn.actions", 3),
            ("turn.actions", "1"),
            ("turn.seat", "red"),
            ("blue.gun-1.shield", "fresh"),
            ("blue.shield-1.shield", "broken"),
            ("blue.shield-1.shield", 2),
            ("green.shield-1.shield", "fresh"),
            ("", 1),
            (None, 1),
            (7, 1),
            ([], 1),
        ]
        return [Corrected(field, value, "to see what happens") for field, value in pairs]

    def unseen_in(self, view: dict[str, Any]) -> list[tuple[int, list[str]]]:
        return [(pile["left"], pile["among"]) for pile in view["draw"].values()]


@pytest.mark.parametrize("field", ["ship-1.energy", "ship-2.energy"])
def test_no_ship_is_corrected_away_in_the_middle_of_a_bash(field: str) -> None:
    game = play(TWO_SHIELDS)
    game.say("bash ship-1 > ship-2")
    assert game.decision.kind == "shield"
    assert not check_agreement(game, Corrected(field, 0, "miscounted"))


def test_no_shield_is_corrected_away_while_it_may_be_picked() -> None:
    game = play(TWO_SHIELDS)
    game.say("bash ship-1 > ship-2")
    assert not check_agreement(game, Corrected("red.shield-1.shield", "gone", "wrong side up"))
    game.say("shield shield-1")
    assert check_agreement(game, Corrected("red.shield-1.shield", "gone", "wrong side up"))


def test_a_drawn_piece_is_named_before_anything_is_corrected() -> None:
    game = engines.load("armada").setup(position(LAST_SHIP))
    game.say("rotate starter left")
    lost = Corrected("ship-1.energy", 0, "miscounted")
    assert not check_agreement(game, lost)
    game.feed(Observed(game.waiting[0].token, "gun-3"))
    game.feed(lost)
    check_state(game)
    assert game.result == (1, "A26")
