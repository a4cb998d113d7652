"""Why not: each illegal answer is refused with a sentence about what is really wrong, and the line that it rests on."""

import pytest

from engines.core import Answer, Table
from tests.engines.armada.positions import play, refusal, rules, texts

SHIPS = """
    blue 3: hub-4 d6 east, shield-2 e6 west gone, gun-6 c6 east
    blue 2: hub-2 a1 north, shield-3 a2 north
    red 2: hub-4 d4 north, shield-4 d5 east, shield-1 e5 west
    red 2: starter e10 north
    play blue: shield-1 hub-3 gun-1
    draw blue: gun-2
"""


@pytest.mark.parametrize(
    ("text", "rule", "named"),
    [
        ("build gun-2 b1 north", "R45", "gun-2"),
        ("build gun-1 d6 north", "R21", "d6"),
        ("build gun-1 i9 north", "R19", "i9"),
        ("build hub-3 i9 north", "R20", "i9"),
        ("move ship-1 south", "R27", "ship-1"),
        ("move ship-2 south", "R27", "board"),
        ("move ship-3 south", "R42", "ship-3"),
        ("move ship-9 south", "R42", "ship"),
        ("move ship-1 north 2", "A2", "one cell"),
        ("move ship-1 north-east", "A2", "one cell"),
        ("rotate gun-6 left", "R30", "gun-6"),
        ("rotate hub-5 left", "R42", "hub-5"),
        ("rotate hub-2 left", "R29", "board"),
        ("shoot gun-6 north", "R49", "turret"),
        ("shoot shield-2 north", "R49|R15", "turret"),
        ("shoot gun-5 north", "R42", "gun-5"),
        ("bash ship-1 > ship-4", "R34", "ship-4"),
        ("bash ship-1 > ship-9", "R34", "ship"),
        ("bash ship-1 > ship-2", "A22", "enemy"),
        ("bash ship-3 > ship-1", "R42", "ship-3"),
        ("bash shield-2 > ship-3", "R36|R46", "shield-2"),
        ("bash gun-6 > ship-3", "R36", "gun-6"),
        ("bash shield-1 > ship-3", "R42", "shield-1"),
        ("bash shield-3 > ship-3", "R34", "ship-2"),
        ("stop", "A7", "both actions"),
    ],
)
def test_an_illegal_action_is_explained(text: str, rule: str, named: str) -> None:
    problem = refusal(play(SHIPS), text)
    assert problem.rule in rule.split("|")
    assert named in problem.sentence


def test_an_active_shield_away_from_the_contact_is_told_so() -> None:
    game = play(
        """
        blue 3: hub-4 d6 east, shield-2 e6 west, gun-6 c6 east
        red 2: hub-2 c5 north
        """
    )
    problem = refusal(game, "bash shield-2 > ship-2")
    assert (problem.rule, "shield-2" in problem.sentence) == ("R36", True)


def test_of_two_equal_pieces_the_first_is_to_be_named() -> None:
    game = play("blue 2: starter e5 south\nred 2: starter e10 north\nplay blue: shield-1 shield-2")
    problem = refusal(game, "build shield-2 e4 north")
    assert (problem.rule, "shield-1" in problem.sentence) == ("A54", True)


def test_a_far_move_stops_at_the_first_obstacle_or_the_edge() -> None:
    game = play("blue 2: starter b5 south\nred 2: hub-2 b7 north\nred 2: starter e10 north", A2="two")
    assert "b7" in refusal(game, "move ship-1 north 2").sentence
    assert "board" in refusal(game, "move ship-1 west 2").sentence


def test_the_reach_is_named_as_the_ruling_has_it() -> None:
    far = play("blue 2: starter e5 south\nred 2: starter e10 north", A2="two")
    assert "two" in refusal(far, "move ship-1 north-east").sentence
    slanted = play("blue 2: starter e5 south\nred 2: starter e10 north", A2="diagonal")
    near = play("blue 2: starter e5 south\nred 2: starter e10 north")
    far_move = "move ship-1 north 2"
    assert refusal(slanted, far_move).sentence != refusal(near, far_move).sentence


def test_a_pick_outside_the_contact_is_explained() -> None:
    game = play(SHIPS.replace("e6 west gone", "e6 west"))
    game.say("bash ship-1 > ship-3")
    problem = refusal(game, "shield shield-2")
    assert problem.rule == "A20"


@pytest.mark.parametrize(
    "junk",
    [
        None,
        17,
        "draw",
        (),
        ("fly",),
        ("build",),
        ("build", 1, 2, 3, 4),
        ("build", "gun-1", "e5", "north"),
        ("build", 10**9, 10**9, 0),
        ("build", -1, -1, -1),
        ("build", 5, -7, 0),
        ("move", None, 0, 1),
        ("move", 1, 99, 1),
        ("move", 1, "north", 1),
        ("rotate", None, 0),
        ("rotate", 10**9, 0),
        ("shoot", -5, 0),
        ("shoot", 10, "north"),
        ("shoot", 10, 7),
        ("bash", 1, None, None),
        ("bash", None, None, 3),
        ("bash", 1, -4, 3),
        ("shield", 3),
        ("first", 0),
        ([],),
        ({"a": 1},),
    ],
)
def test_junk_is_refused_with_a_sentence(junk: object) -> None:
    for game in (play(SHIPS), play(SHIPS.replace("e6 west gone", "e6 west")), rules(A3="random").new(oracle=Table())):
        if "bash ship-1 > ship-3" in texts(game):
            game.say("bash ship-1 > ship-3")
        if game.options(game.waiting[0]).contains(junk):
            continue
        problem = game.verify(Answer(game.waiting[0].id, junk))
        assert problem is not None
        assert problem.sentence.endswith(".")
