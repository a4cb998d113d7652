"""What people put right by hand: blood, limbs and the Saw token, where and while nothing hangs on them."""

from typing import Any

import pytest

from engines.core import PUBLIC, Corrected, Play
from engines.saw.state import LIMBS, STAGES
from tests.engines.saw.positions import THOMAS, blood, limbs, named, pile, player, say, table, trapped

FIELD = 'There is nothing called "{}"; say red.blood, red.left-arm, saw or discard.'
BLOOD = "Blood is a whole number from 1 to 10; who has none is out by the rules."
LIMB = "A limb is one of healthy, mild, severe, lost, tourniquet."


def correct(play: Play, field: str, value: int | str) -> list[Any]:
    events = play.feed(Corrected(field, value, "miscounted", "a player"))
    play.game.check(play.state)
    return events


def problem(play: Play, field: Any, value: Any) -> str:
    found = play.verify(Corrected(field, value, "miscounted"))
    assert found is not None
    return found.sentence


@pytest.mark.parametrize("value", [1, 7, 10])
@pytest.mark.parametrize("seat", ["red", "blue", "green"])
def test_blood_is_corrected_and_nothing_else(seat: str, value: int) -> None:
    play = table(blood={"red": 8, "blue": 8, "green": 8})
    (event,) = correct(play, f"{seat}.blood", value)
    assert (event.before, event.after, event.rule) == (8, value, "")
    assert event.cause == "corrected by a player: miscounted"
    assert [blood(play, each) for each in play.seats] == [value if each == seat else 8 for each in play.seats]


@pytest.mark.parametrize("value", [0, 11, -1, "9", True, 9.0])
def test_blood_stays_within_its_bounds(value: Any) -> None:
    assert problem(table(), "red.blood", value) == BLOOD


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("limb", LIMBS)
def test_each_limb_is_corrected_to_each_stage(limb: str, stage: str) -> None:
    play = table(limbs={"blue": "mild mild mild mild"})
    (event,) = correct(play, f"blue.{limb}", stage)
    assert (event.before, event.after, event.rule) == (1, STAGES.index(stage), "")
    assert player(play, "blue")["limbs"] == [stage if each == limb else "mild" for each in LIMBS]
    assert limbs(play, "red") == "healthy healthy healthy healthy"


@pytest.mark.parametrize("value", ["broken", 3, "", "Mild"])
def test_a_limb_is_in_one_of_five_stages(value: Any) -> None:
    assert problem(table(), "red.left-arm", value) == LIMB


def test_the_saw_token_is_given_to_somebody_or_nobody() -> None:
    play = table(seats=4, blood={"blue": 0})
    for value, holder in (("red", "red"), ("yellow", "yellow"), ("nobody", None)):
        (event,) = correct(play, "saw", value)
        assert event.rule == ""
        assert play.position()["turn"]["saw"] == holder
    for value in ("blue", "white", "", 0):
        assert problem(play, "saw", value) == "The Saw token is with red, green, yellow or nobody."


def test_r79_with_two_players_there_is_no_saw_token_to_give() -> None:
    for play in (table(seats=2), table(seats=3, blood={"green": 0})):
        found = play.verify(Corrected("saw", "red", "forgotten"))
        assert found is not None
        assert found.rule == "R79"


@pytest.mark.parametrize("dead", ["red", "blue", "green"])
def test_who_is_dead_keeps_nobody_from_giving_the_token(dead: str) -> None:
    turn = "blue" if dead == "red" else "red"
    play = table(seats=4, turn=turn, blood={dead: 0})
    correct(play, "saw", "yellow")
    assert play.position()["turn"]["saw"] == "yellow"


def test_who_is_eliminated_stays_so() -> None:
    play = table(seats=4, blood={"green": 0})
    for field, value in (("green.blood", 3), ("green.left-arm", "lost")):
        assert problem(play, field, value) == "Green is eliminated; take that back first."


@pytest.mark.parametrize(
    "field", ["", "blood", "red", "red.", "red.head", "white.blood", "pink.blood", "saw.red", "red.saw"]
)
def test_what_cannot_be_corrected_is_told(field: str) -> None:
    assert problem(table(), field, 5) == FIELD.format(field)


def test_a_field_is_a_text() -> None:
    assert problem(table(), 7, 5) == FIELD.format(7)


@pytest.mark.parametrize("waits", ["use", "discard", "set"])
def test_between_two_traps_anything_may_be_corrected(waits: str) -> None:
    play = table(hands={"red": "billy"}, benches={"red": THOMAS}, waits=waits)
    correct(play, "red.blood", 3)
    assert blood(play, "red") == 3


def test_while_something_is_half_done_nothing_is() -> None:
    half = table(hands={"red": "candle"}, deck="rope chalk brick")
    say(half, "play candle")
    for play in (trapped(), half):
        assert problem(play, "red.blood", 3) == "Answer what is asked now; after that it can be corrected."


def test_a_game_that_is_over_is_taken_back_first() -> None:
    play = trapped(seats=2, blood={"blue": 1}, limbs={"blue": "lost lost healthy healthy"})
    say(play, "sacrifice")
    assert named(play.events, "GameEnded")
    assert problem(play, "red.blood", 3) == "The game is over; take the last answer back first."


ORDER = (
    "Say which places of the discard pile, counted from 1 at the top, its top cards have now, in their true order from "
    "the top down: 2,1 swaps the two uppermost cards."
)


@pytest.mark.parametrize(
    ("value", "after"),
    [
        ("2,1", ["chalk", "rope", "brick", "?"]),
        ("3,1,2", ["brick", "rope", "chalk", "?"]),
        ("4,3,2,1", ["?", "brick", "chalk", "rope"]),
    ],
)
def test_the_order_of_the_pile_is_put_right_from_the_top_down(value: str, after: list[str]) -> None:
    play = table(discard="rope chalk brick ?")
    (event,) = correct(play, "discard", value)
    assert (event.rule, event.cause) == ("A69", "corrected by a player: miscounted")
    assert pile(play) == after
    play.undo()
    assert pile(play) == ["rope", "chalk", "brick", "?"]


@pytest.mark.parametrize("value", ["1", "", "1,1", "2,3", "0,1", "1,2,3,4", "2;1", "b,a", "²,1", 21, True])
def test_an_order_names_the_top_cards_each_once(value: Any) -> None:
    assert problem(table(discard="rope chalk brick"), "discard", value) == ORDER


def test_the_order_of_the_pile_is_put_right_while_something_else_is_asked() -> None:
    play = table(hands={"red": "bin"}, discard="rope chalk")
    say(play, "play bin")
    correct(play, "discard", "2,1")
    assert pile(play) == ["chalk", "rope"]
    say(play, "take rope")
    assert pile(play) == ["bin", "chalk"]


def test_after_a_correction_everybody_still_knows_the_cards_of_the_pile() -> None:
    play = table(discard="rope chalk", options={"A66": "all"})
    correct(play, "discard", "2,1")
    assert play.view(PUBLIC)["discard"]["shown"] == ["rope", "chalk"]
