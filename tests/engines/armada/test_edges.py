"""Small things at the edges that no rule's own test reaches: each was a change to the engine that went unnoticed."""

from typing import Any

import pytest

from engines.core import ParseError, SetupError, Shuffle
from tests.engines.armada.positions import new, play, position, refusal, rules, starting

FAR = "red 2: starter e10 north"


def test_a_build_that_turns_a_closed_side_to_a_second_ship_joins_only_one() -> None:
    game = play(f"blue 2: starter e2 south\nblue 2: hub-2 c1 north\n{FAR}\nplay blue: gun-2")
    assert "build gun-2 d1 west" in starting(game, "build gun-2 d1")
    assert refusal(game, "build gun-2 d1 north").rule == "R19"


def test_half_way_places_off_the_board_do_not_stop_a_rotation() -> None:
    hook = "blue 2: hub-2 c5 north, gun-1 c6 north, hub-5 c7 south, shield-3 b7 east, shield-1 a7 east"
    game = play(f"{hook}\n{FAR}", A23="swept")  # a7 goes to a3, three columns west of c5 on its way
    assert "rotate hub-2 left" in starting(game, "rotate")


DRAWN = [{"for": "draw", "token": f"blue.token-{number}"} for number in (14, 15)]


@pytest.mark.parametrize(
    ("waits", "named"), [(DRAWN, "at most one"), ([{"for": "dream", "token": "blue.token-14"}], "dream")]
)
def test_a_game_waits_on_one_thing_that_exists(waits: list[Any], named: str) -> None:
    piles = position(f"blue 2: starter e2 south\n{FAR}\ndraw blue: gun-3 gun-4")
    assert rules().setup({**piles, "waits": DRAWN[:1]}).waiting[0].token == 13
    with pytest.raises(SetupError, match=named):
        rules().setup({**piles, "waits": waits})


def test_a_ship_without_pieces_is_refused() -> None:
    empty = {"id": 9, "seat": "blue", "energy": 2, "pieces": []}
    found = position(f"blue 2: starter e2 south\n{FAR}")
    with pytest.raises(SetupError, match="ship-9 has no pieces"):
        rules().setup({**found, "ships": [*found["ships"], empty]})


def test_a_bash_needs_its_sign() -> None:
    with pytest.raises(ParseError, match="incomplete"):
        new().parse("bash ship-1 at ship-2")


@pytest.mark.parametrize(("energy", "is_possible"), [(999, True), (1000, False)])
def test_energy_has_a_limit(energy: int, is_possible: bool) -> None:
    text = f"blue {energy}: starter e2 south\n{FAR}"
    if is_possible:
        assert play(text).position()["ships"][0]["energy"] == energy
    else:
        with pytest.raises(SetupError, match="energy"):
            play(text)


@pytest.mark.parametrize(("name", "is_name"), [("ship-9999", True), ("ship-10000", False)])
def test_a_ship_has_a_number_of_four_digits_at_most(name: str, is_name: bool) -> None:
    if is_name:
        assert refusal(new(), f"move {name} north").rule == "R42"
    else:
        with pytest.raises(ParseError, match="is no ship"):
            new().parse(f"move {name} north")


@pytest.mark.parametrize("quiet", [-1, 201])
def test_quiet_turns_are_counted_from_none_to_the_limit(quiet: int) -> None:
    with pytest.raises(SetupError, match="quiet"):
        play(f"turn blue 2 {quiet}\nblue 2: starter e2 south\n{FAR}")


def test_a_piece_that_was_being_drawn_when_a_game_was_saved_is_dealt() -> None:
    piles = position(f"blue 2: starter e2 south\n{FAR}\ndraw blue: gun-3")
    game = rules().setup({**piles, "waits": DRAWN[1:]}, oracle=Shuffle(1))
    assert (game.position()["play"]["blue"], game.decision.kind) == (["gun-3"], "action")


@pytest.mark.parametrize("builder", ["blue", "red"])
def test_who_has_only_a_hub_left_plays_on(builder: str) -> None:
    game = play(f"turn blue 2\nblue 1: hub-4 c4 north\nred 1: hub-4 d4 north\nplay {builder}: hub-2")
    game.say("bash ship-1 > ship-2")
    assert game.result is None
    assert game.position()["ships"] == []
    assert game.decision.seat == ("blue", "red").index(builder)


def test_a_bash_of_ships_with_high_numbers_can_be_saved_in_its_middle() -> None:
    found = position(f"blue 2: hub-2 d5 north\nred 2: hub-3 c6 east, shield-1 c5 north, shield-2 d6 west\n{FAR}")
    for row in found["ships"]:
        row["id"] += 1000
    game = rules().setup(found)
    game.say("bash ship-1001 > ship-1002")
    assert game.decision.kind == "shield"
    assert rules().setup(game.position()).position() == game.position()


def test_a_cell_that_is_not_there_is_answered_with_the_last_one() -> None:
    with pytest.raises(ParseError, match="cells go from a1 to i11"):
        new().parse("build gun-1 z9 north")


@pytest.mark.parametrize(
    ("pieces", "sentence"),
    [
        ("starter c5 south, gun-2 c4 south", "Inside ship-1 an open side meets a closed side at c4."),
        ("starter c5 south, shield-1 c4 north, gun-1 g7 north", "ship-1 falls apart: g7 is not connected."),
    ],
)
def test_what_is_wrong_with_a_ship_is_told_with_its_cell(pieces: str, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        play(f"blue 2: {pieces}\n{FAR}")
    assert str(caught.value) == sentence


def test_a_field_that_a_piece_does_not_have_is_refused() -> None:
    found = position(f"blue 2: starter e2 south\n{FAR}")
    found["ships"][0]["pieces"][0]["colour"] = "green"
    with pytest.raises(SetupError, match="colour"):
        rules().setup(found)
