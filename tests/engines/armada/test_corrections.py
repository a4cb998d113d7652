"""Players overrule the engine: energies, shields and actions are corrected whenever no answer is half done."""

import pytest

from engines.core import Corrected
from tests.engines.armada.positions import energy, kinds, play, seat_to_decide, shield, texts

DUEL = """
    blue 2: starter c5 south, gun-3 c4 north
    red 2: hub-4 g4 north, shield-1 g5 south
    red 2: starter e10 north
"""
# Blue bashes; Red has to say which of two shields takes it.
PICK = """
    blue 2: hub-4 d6 east, shield-2 e6 west
    red 2: hub-4 d4 north, shield-4 d5 east, shield-1 e5 west
    blue 2: starter a1 north
    red 2: starter e10 north
"""


def corrected(field: str, value: int | str) -> Corrected:
    return Corrected(field, value, "counted again", "blue")


def test_energy_is_what_the_players_say() -> None:
    game = play(DUEL)
    game.feed(corrected("ship-2.energy", 7))
    assert energy(game, 2) == 7
    assert seat_to_decide(game) == "blue"


def test_no_energy_destroys() -> None:
    game = play(DUEL)
    events = game.feed(corrected("ship-2.energy", 0))
    assert "ShipDestroyed" in kinds(events)
    assert energy(game, 2) == 0
    assert not {text for text in texts(game) if text.startswith("shoot")}


def test_the_last_ship_corrected_away_ends_the_game() -> None:
    game = play("blue 2: starter c5 south\nred 2: starter e10 north")
    game.feed(corrected("ship-2.energy", 0))
    assert (game.result.winner, game.result.rule) == (0, "A26")


def test_a_shield_is_what_the_players_say() -> None:
    game = play(DUEL.replace("g4 north", "g5 north").replace("g5 south", "g4 north"))
    game.feed(corrected("red.shield-1.shield", "gone"))
    assert shield(game, "red", "shield-1") == "gone"
    game.say("shoot gun-3 east")
    assert energy(game, 2) == 1


def test_actions_are_what_the_players_say() -> None:
    game = play(DUEL)
    game.feed(corrected("turn.actions", 1))
    game.say("move ship-1 north")
    assert seat_to_decide(game) == "red"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ship-2.energy", -1),
        ("ship-2.energy", "3"),
        ("ship-2.energy", True),
        ("ship-9.energy", 1),
        ("red.shield-1.shield", "broken"),
        ("red.shield-2.shield", "fresh"),
        ("turn.actions", 0),
        ("turn.actions", 3),
        ("turn.seat", 1),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(field: str, value: int | str) -> None:
    game = play(DUEL)
    before = game.digest()
    problem = game.verify(corrected(field, value))
    assert problem is not None
    assert problem.sentence.endswith(".")
    assert game.digest() == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ship-1.energy", 0),
        ("ship-2.energy", 0),
        ("red.shield-1.shield", "gone"),
        ("red.shield-4.shield", "cracked"),
        ("blue.shield-2.shield", "gone"),
        ("turn.actions", 1),
    ],
)
def test_nothing_is_corrected_in_the_middle_of_a_bash(field: str, value: int | str) -> None:
    game = play(PICK)
    assert game.verify(corrected(field, value)) is None
    game.say("bash shield-2 > ship-2")
    assert game.waiting[0].kind == "shield"
    before = game.digest()
    problem = game.verify(corrected(field, value))
    assert problem is not None
    assert problem.sentence == "Answer what is asked now; after that it can be corrected."
    assert game.digest() == before
    game.say("shield shield-4")
    assert game.verify(corrected(field, value)) is None


def test_a_shield_corrected_away_after_a_bash_stays_gone() -> None:
    game = play(PICK)
    game.say("bash shield-2 > ship-2")
    game.say("shield shield-4")
    game.feed(corrected("blue.shield-2.shield", "gone"))
    assert shield(game, "blue", "shield-2") == "gone"
    assert shield(game, "red", "shield-4") == "cracked"
    assert shield(game, "red", "shield-1") == "fresh"
    assert "bash shield-2 > ship-2" not in texts(game)


def test_a_correction_does_not_survive_its_take_back() -> None:
    game = play(DUEL)
    before = game.digest()
    game.feed(corrected("ship-2.energy", 7))
    game.undo()
    assert (energy(game, 2), game.digest()) == (2, before)
