"""Every event says what caused it and which rule it rests on, so that "why did I lose energy?" has an answer."""

from typing import Any

import pytest

from tests.engines.armada.positions import new, play

FAR = "red 2: starter e10 north"
GUNNER = "blue 2: starter c5 south, gun-3 c4 north"
DONE = ("ActionDone", "action", "R9")
OVER = [("TurnEnded", "turn", "R9"), ("TurnBegan", "turn", "R8")]
FREE_DRAW = [("Drawn", "free draw", "R9"), ("Bound", "drawn", "R11")]


def told(events: list[Any]) -> list[tuple[str, str, str]]:
    return [(type(event).__name__, event.cause, event.rule) for event in events]


def test_a_new_game_begins_with_a_turn_and_a_free_draw() -> None:
    assert told(new().events) == [("TurnBegan", "turn", "R8"), *FREE_DRAW]


@pytest.mark.parametrize(
    ("said", "events"),
    [
        ("build gun-1 e1 north", [("Built", "build", "R19"), DONE]),
        ("draw", [("Drawn", "draw", "R39"), DONE, ("Bound", "drawn", "R11")]),
        ("move ship-1 north", [("ShipMoved", "move", "R26"), DONE]),
        ("rotate starter left", [("ShipRotated", "rotate", "R28"), DONE]),
    ],
)
def test_a_first_action(said: str, events: list[tuple[str, str, str]]) -> None:
    assert told(new().say(said)) == events


def test_the_second_action_ends_the_turn() -> None:
    game = new()
    game.say("move ship-1 north")
    assert told(game.say("move ship-1 north")) == [("ShipMoved", "move", "R26"), DONE, *OVER, *FREE_DRAW]


BUILDS = f"blue 2: starter e2 south\n{FAR}\nplay blue: shield-1 hub-5"


@pytest.mark.parametrize(
    ("position", "said", "events"),
    [
        (
            BUILDS,
            "build shield-1 e1 north",
            [
                ("Built", "build", "R19"),
                ("ShieldChanged", "a shield was built", "R24"),
                ("ShipClosed", "closed off", "R25"),
                ("EnergyChanged", "closed off with 2 pieces", "R25"),
            ],
        ),
        (BUILDS, "build hub-5 a1 north", [("Built", "build", "R20"), ("EnergyChanged", "a hub was built", "R23")]),
        (
            f"{GUNNER}\nred 1: hub-4 g4 north\n{FAR}",
            "shoot gun-3 east",
            [
                ("Shot", "shoot", "R31"),
                ("EnergyChanged", "a shot hit", "R33"),
                ("ShipDestroyed", "no energy left", "R18"),
            ],
        ),
        (
            f"{GUNNER}\nred 2: hub-4 g5 north, shield-1 g4 north\n{FAR}",
            "shoot gun-3 east",
            [("Shot", "shoot", "R31"), ("ShieldChanged", "a shot hit the shield", "R32")],
        ),
        (
            f"blue 2: starter c5 south, shield-1 c4 north\nred 2: hub-4 d3 north, shield-1 d4 south\n{FAR}",
            "bash shield-1 > ship-2",
            [
                ("Bashed", "bash", "R35"),
                ("ShieldChanged", "bash: the attacker's share", "R36"),
                ("ShieldChanged", "bash: the defender's share", "R37"),
            ],
        ),
        (
            f"blue 2: starter c5 south, shield-1 c4 north\nred 2: hub-4 d4 north\n{FAR}",
            "bash ship-1 > ship-2",
            [
                ("Bashed", "bash", "R35"),
                ("EnergyChanged", "bash: the attacker's share", "R35"),
                ("EnergyChanged", "bash: the defender's share", "R35"),
            ],
        ),
    ],
    ids=["close", "new ship", "hit", "shield hit", "shields bash", "hulls bash"],
)
def test_an_action(position: str, said: str, events: list[tuple[str, str, str]]) -> None:
    assert told(play(position).say(said)) == [*events, DONE]


def test_a_pick_settles_the_bash() -> None:
    game = play(f"blue 2: hub-2 d5 north\nred 2: hub-3 c6 east, shield-1 c5 north, shield-2 d6 west\n{FAR}")
    assert told(game.say("bash ship-1 > ship-2")) == [("Bashed", "bash", "R35")]
    assert told(game.say("shield shield-2")) == [
        ("ShieldPicked", "bash", "A20"),
        ("EnergyChanged", "bash: the attacker's share", "R35"),
        ("ShieldChanged", "bash: the defender's share", "R37"),
        DONE,
    ]


@pytest.mark.parametrize(
    ("position", "said", "end"),
    [
        (
            "blue 2: starter e9 south\nred 2: starter a10 north",
            "move ship-1 north",
            ("GameEnded", "a piece reached the enemy base", "R40"),
        ),
        (
            f"{GUNNER}\nred 1: hub-4 g4 north",
            "shoot gun-3 east",
            ("GameEnded", "the other side has no ship and no hub left", "A26"),
        ),
        (
            "blue 1: hub-4 c4 north\nred 1: hub-4 d4 north",
            "bash ship-1 > ship-2",
            ("GameEnded", "neither side has a ship or a hub left", "A26"),
        ),
        (
            f"turn blue 1 199\nblue 2: starter e2 south\n{FAR}",
            "move ship-1 north",
            ("GameEnded", "200 turns without a build or damage", "A30"),
        ),
    ],
    ids=["base", "nothing left", "nobody left", "quiet"],
)
def test_an_end(position: str, said: str, end: tuple[str, str, str]) -> None:
    assert told(play(position).say(said))[-1] == end


def test_a_turn_that_is_ended_early() -> None:
    game = play(f"blue 2: starter e2 south\n{FAR}", A7="may-stop")
    assert told(game.say("stop")) == [("TurnEnded", "stopped", "A7"), ("TurnBegan", "turn", "R8")]


def test_a_turn_in_which_nothing_can_be_done() -> None:
    game = play("turn blue 1\nblue 2: starter e2 south\nplay red: gun-1\ndraw red: hub-2")
    assert told(game.say("move ship-1 north")) == [("ShipMoved", "move", "R26"), DONE, *OVER, *FREE_DRAW]
    stuck = play("turn blue 1\nblue 2: starter e2 south\nplay red: gun-1", A26="off")
    events = told(stuck.say("move ship-1 north"))
    assert ("TurnEnded", "nothing can be done", "A48") in events
    assert stuck.waiting[0].seat == 0
