"""Positions in which the game is over, or in which somebody says so."""

from typing import Any

import pytest

import engines
from engines.armada.events import GameEnded
from engines.core import SetupError

GAME = engines.load("armada")
BLUE = {"id": 1, "seat": "blue", "energy": 2, "pieces": [{"piece": "starter", "cell": "e2", "facing": "south"}]}
RED = {"id": 2, "seat": "red", "energy": 2, "pieces": [{"piece": "starter", "cell": "e10", "facing": "north"}]}


def moved(ship: dict[str, Any], cell: str) -> dict[str, Any]:
    return {**ship, "pieces": [{**ship["pieces"][0], "cell": cell}]}


@pytest.mark.parametrize("seat", ["blue", "red", None])
def test_a_piece_in_the_enemy_base_has_won_whoevers_turn_it_is(seat: str | None) -> None:
    play = GAME.setup({"turn": {"seat": seat}, "ships": [moved(BLUE, "c10"), RED]})
    assert (play.result, play.waiting) == ((0, "R40"), ())
    assert isinstance(play.events[-1], GameEnded)


def test_without_ships_and_hubs_it_is_over_at_once() -> None:
    play = GAME.setup({"turn": {"seat": None}, "ships": [RED], "draw": {"blue": ["gun-2", "gun-3", "gun-4"]}})
    assert (play.result, play.waiting) == ((1, "A26"), ())
    GAME.check(play.state)


def test_two_hundred_quiet_turns_are_a_draw() -> None:
    assert GAME.setup({"turn": {"seat": "blue", "quiet": 200}, "ships": [BLUE, RED]}).result == (None, "A30")


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"ships": [BLUE, RED], "result": {"winner": "blue", "rule": "R40"}}, "result"),
        ({"ships": [moved(BLUE, "c10"), moved(RED, "c2")]}, "Both"),
        ({"turn": {"seat": None}, "ships": [BLUE, RED], "waits": [{"for": "first"}]}, "A3"),
        ({"ships": [BLUE, RED], "draw": {"bleu": ["gun-2"]}}, "bleu"),
    ],
)
def test_what_cannot_be_is_named(position: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        GAME.setup(position)


def test_a_bash_that_waits_needs_an_action_to_be_left() -> None:
    ships = [
        {
            "id": 1,
            "seat": "blue",
            "energy": 4,
            "pieces": [
                {"piece": "hub-4", "cell": "c5", "facing": "east"},
                {"piece": "hub-2", "cell": "d5", "facing": "north"},
            ],
        },
        {
            "id": 2,
            "seat": "red",
            "energy": 4,
            "pieces": [
                {"piece": "shield-3", "cell": "c6", "facing": "east"},
                {"piece": "shield-4", "cell": "d6", "facing": "south"},
                {"piece": "hub-2", "cell": "d7", "facing": "north"},
            ],
        },
    ]
    waits = [{"for": "shield", "ship": "ship-1", "target": "ship-2", "payer": None}]
    with pytest.raises(SetupError, match="cannot wait on"):
        GAME.setup({"turn": {"seat": "blue", "actions": 0}, "ships": ships, "waits": waits})


def test_a_correction_is_no_damage() -> None:
    from engines.core import Corrected

    play = GAME.setup({"turn": {"seat": "blue", "quiet": 150}, "ships": [BLUE, RED]})
    play.feed(Corrected("ship-1.energy", 3, "miscounted"))
    for _ in range(2):
        play.say("rotate starter left")
    assert play.state.quiet == 151


def test_only_a_shield_has_a_shield() -> None:
    starter = {"piece": "starter", "cell": "e2", "facing": "south", "shield": "fresh"}
    with pytest.raises(SetupError, match="only shields"):
        GAME.setup({"ships": [{**BLUE, "pieces": [starter]}, RED]})


def test_who_is_there_has_won_by_that_also_if_the_other_side_has_nothing_left() -> None:
    assert GAME.setup({"ships": [moved(BLUE, "c10")]}).result == (0, "R40")


def test_before_the_first_turn_nobody_has_actions() -> None:
    random = engines.load("armada", options={"A3": "random"})
    assert random.new().position()["turn"]["actions"] == 0


def test_a_number_alone_is_no_ship() -> None:
    assert (GAME.names.find_ship("1"), GAME.names.find_ship("ship-1")) == (None, 1)
