"""Small things at the edges that no rule's own test reaches: each was a change to the engine that went unnoticed."""

from typing import Any

import pytest

from engines.core import ParseError, SetupError
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
