"""All that may be answered, listed in full, and how players at random draw from it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engines.core import Play
from tests.engines.saw.positions import THOMAS, say, table, texts, trapped


def after(*said: str, **fields: Any) -> list[str]:
    play = table(**fields)
    say(play, *said)
    return texts(play)


def drawn(play: Play, count: int = 200, *, kind_first: bool = True) -> Counter[str]:
    """What players at random say."""
    options: Any = play.options(play.decision)
    rng = Random(1)
    return Counter(
        play.write(options.sample_kind_first(rng) if kind_first else options.sample(rng)) for _ in range(count)
    )


# ---- step 2 ----


def test_r14_step_2_in_full() -> None:
    play = table(
        hands={"red": "candle metal-detector video tourniquet rope brick brick ?"},
        benches={"red": "- chalk rope"},
        limbs={"red": "lost mild severe lost"},
    )
    cards = ("candle", "metal-detector", "video", "tourniquet")
    assert texts(play) == [
        "play candle",
        *(f"play metal-detector {part}" for part in ("mechanism", "object", "escape")),
        "play video",
        *(f"play tourniquet {limb}" for limb in ("left-arm", "right-leg")),
        *(f"bench {card} {slot}" for card in cards for slot in (1, 2, 3)),
        *("bench rope 1", "bench rope 2"),
        *(f"bench {card} {slot}" for card in ("brick", "?") for slot in (1, 2, 3)),
        *("lift 2", "lift 3", "done"),
    ]


def test_r19_of_two_cards_that_nobody_has_named_one_is_lifted_before_the_other_comes() -> None:
    listed = after(hands={"red": "?"}, benches={"red": "? - -"})
    assert listed == ["bench ? 2", "bench ? 3", "lift 1", "done"]


@pytest.mark.parametrize(("others", "may_play"), [("rope", False), ("rope chalk", True)])
def test_a48_video_and_tourniquet_need_two_other_cards(others: str, may_play: bool) -> None:
    for card, said in (("video", "play video"), ("tourniquet", "play tourniquet left-arm")):
        listed = after(hands={"red": f"{card} {others}"}, limbs={"red": "lost mild mild mild"})
        assert (said in listed) == may_play
        benched = after(
            hands={"red": card},
            benches={"red": "rope - chalk" if may_play else "rope - -"},
            limbs={"red": "lost mild mild mild"},
        )
        assert (said in benched) == may_play


def test_r74_only_limbs_that_are_lost_now() -> None:
    fields = {"hands": {"red": "tourniquet tourniquet rope rope"}}
    for limbs, listed in (
        ("healthy mild severe tourniquet", []),
        ("lost lost lost lost", ["left-arm", "right-arm", "left-leg", "right-leg"]),
    ):
        found = [text for text in after(limbs={"red": limbs}, **fields) if text.startswith("play")]
        assert found == [f"play tourniquet {limb}" for limb in listed]


# ---- steps 3 and 4 ----


def test_r14_step_3_in_full() -> None:
    fields = {"benches": {"red": "? - rope"}, "waits": "discard"}
    listed = ["discard brick", "discard ?", "discard ? bench", "discard rope bench"]
    assert after(hands={"red": "brick brick ? ? ?"}, **fields) == [*listed, "keep"]
    assert after(hands={"red": "brick brick ? ? ? ?"}, **fields) == listed


def test_r90_each_hurt_arm_lowers_the_limit() -> None:
    for limbs, most in (("mild mild", 5), ("severe mild", 4), ("lost tourniquet", 3)):
        for count in (most, most + 1):
            listed = after(hands={"red": "? " * count}, limbs={"red": f"{limbs} severe severe"}, waits="discard")
            assert ("keep" in listed) == (count == most)


def test_r45_step_4_in_full() -> None:
    hand = "billy the-pig reverse-bear-trap rope chalk brick magnet"
    play = table(hands={"red": hand}, benches={"red": "rising-water acid-bath strap"}, waits="set", saw="green")
    start = "set blue corruption greed"
    assert texts(play) == [
        "pass",
        *(f"{start} {place}" for place in ("arms", "legs")),
        f"{start} blood reverse-bear-trap",
        *(f"{start} {place} the-pig" for place in ("arms", "legs")),
        f"{start} blood the-pig reverse-bear-trap",
    ]


@pytest.mark.parametrize(
    ("hand", "extras"),
    [
        ("the-pig rope", []),
        ("the-pig rope chalk", [["the-pig"]]),
        ("the-pig reverse-bear-trap rope", [["reverse-bear-trap"], ["the-pig"]]),
        ("the-pig reverse-bear-trap rope chalk brick", [["reverse-bear-trap"], ["the-pig"]]),
        (
            "the-pig reverse-bear-trap rope chalk brick magnet",
            [["reverse-bear-trap"], ["the-pig"], ["the-pig", "reverse-bear-trap"]],
        ),
    ],
)
def test_a8_what_is_played_with_billy_is_paid_from_the_hand(hand: str, extras: list[list[str]]) -> None:
    """Cards of the bench do not pay, and the card that is played does not pay for itself."""
    listed = after(hands={"red": f"billy {hand}"}, benches={"red": THOMAS}, waits="set", seats=2)
    assert [text.split()[5:] for text in listed[1:]] == [[], *extras]


def test_r103_and_r80_whom_a_trap_may_be_set_for() -> None:
    fields: dict[str, Any] = {"hands": {"red": "billy"}, "benches": {"red": THOMAS}, "waits": "set"}
    for seats, blood, saw, targets in (
        (2, {}, None, ["blue"]),
        (3, {}, None, ["blue", "green"]),
        (3, {}, "blue", ["green"]),
        (3, {}, "red", ["blue", "green"]),
        (4, {"green": 0}, "yellow", ["blue"]),
    ):
        listed = after(seats=seats, blood=blood, saw=saw, **fields)
        assert [text.split()[1] for text in listed[1:]] == targets


# ---- cards that are seen ----


def test_r36_the_cards_of_a_room_map_from_the_top_down() -> None:
    fields = {"hands": {"red": "room-map"}, "deck": "rope chalk rope ? brick"}
    assert after("play room-map", **fields) == ["next rope", "next chalk", "next ?", "next brick", "leave"]
    assert after("play room-map", "next chalk", **fields) == ["next rope", "next ?", "next brick", "leave"]


def test_r34_the_cards_of_the_pile_from_the_top_down() -> None:
    listed = after("play bin", hands={"red": "bin"}, discard="rope ? chalk")
    assert listed == ["take rope", "take ?", "take chalk"]


def test_r34_copies_at_different_places_of_the_pile_are_told_apart() -> None:
    listed = after("play bin", hands={"red": "bin"}, discard="billy ? chalk billy ? ? billy billy")
    assert listed == ["take billy 1", "take billy 4", "take billy 7", "take ? 2", "take ? 5", "take chalk"]


def test_r34_copies_that_lie_next_to_each_other_are_not_asked_for() -> None:
    assert after("play bin", hands={"red": "bin"}, discard="billy billy ? ?") == ["take billy", "take ?"]


def test_r34_the_place_of_a_card_may_always_be_said() -> None:
    play = table(hands={"red": "bin"}, discard="billy chalk chalk")
    say(play, "play bin")
    options = play.options(play.decision)
    billy, chalk = (play.game.box.number[name] for name in ("billy", "chalk"))
    assert all(options.contains(("take", *where)) for where in ((billy, 1), (chalk, 2), (chalk, 3)))
    no_places: list[Any] = [
        (billy, 0),
        (billy, 2),
        (billy, 4),
        (billy, -3),
        (billy, True),
        (billy, "1"),
        (billy, 1, 1),
        (billy, 1.0),
    ]
    assert not any(options.contains(("take", *where)) for where in no_places)
    assert not options.contains(["take", billy, 1])
    assert not options.contains(("found", billy, 1))


def test_r78_a_video_finds_a_billy_wherever_one_may_be() -> None:
    fields = {"hands": {"red": "video rope rope", "blue": "? " * 12}, "deck": "chalk billy ? brick"}
    listed = after("play video", "pay rope", "pay rope", **fields)
    total = 123 - 2 - 12 - 1
    assert listed[-1] == f"found {total - 2}"
    assert f"found {total - 3}" in listed
    assert f"found {total - 1}" not in listed
    assert f"found {total - 4}" not in listed


@pytest.mark.parametrize(("untold", "may_fail"), [(11, False), (12, True)])
def test_r99_a_billy_that_must_be_in_the_deck_is_found(untold: int, may_fail: bool) -> None:
    fields = {"hands": {"red": "video rope rope", "blue": "? " * untold}}
    assert ("none" in after("play video", "pay rope", "pay rope", **fields)) == may_fail


# ---- in a trap ----


def test_r62_a_challenge_in_full() -> None:
    play = trapped(hands={"blue": "candle metal-detector lock-pick billy drill video ?"}, deck="rope chalk brick")
    say(play, "challenge", "discard rope", "discard chalk")
    assert texts(play) == [
        "search candle",
        *(f"search metal-detector {part}" for part in ("mechanism", "object", "escape")),
        *(f"commit lock-pick {trait}" for trait in ("corruption", "greed")),
        *(f"commit billy {trait}" for trait in ("corruption", "greed")),
        "done",
    ]


def test_r75_anesthetics_as_long_as_they_can_be_paid_for() -> None:
    for hand, bench, listed in (
        ("anesthetic rope chalk", "- - -", ["ease anesthetic", "take"]),
        ("anesthetic rope", "- chalk -", ["ease anesthetic", "take"]),
        ("anesthetic rope", "- - -", ["take"]),
        ("? rope chalk", "- - -", ["take"]),
    ):
        play = trapped(hands={"blue": hand}, benches={"red": THOMAS, "blue": bench})
        say(play, "sacrifice")
        assert texts(play) == listed


def test_r61_a_card_that_is_there_twice_is_stolen_twice_as_often() -> None:
    play = trapped(
        "set blue corruption violence arms",
        benches={"red": "rising-water barbed-cage lever"},
        hands={"red": "billy rope rope chalk"},
        deck="dice drill wallet",
    )
    say(play, "challenge")
    assert texts(play) == ["steal rope", "steal chalk"]
    found = drawn(play, 600, kind_first=False)
    assert 1.5 < found["steal rope"] / found["steal chalk"] < 2.7


# ---- players at random ----


def test_players_at_random_build_play_and_go_on_but_seldom_shuffle_their_bench() -> None:
    play = table(hands={"red": "candle pendulum rope"}, benches={"red": "- acid-bath -"})
    found = drawn(play, 300)
    assert set(found) <= set(texts(play))
    usual = found["play candle"] + found["bench pendulum 1"] + found["done"]
    assert usual > 250
    assert min(found["play candle"], found["bench pendulum 1"], found["done"]) > 60
    assert usual < 300


def test_players_at_random_leave_a_part_alone_that_lies_where_it_should() -> None:
    play = table(hands={"red": "pendulum rope"}, benches={"red": "rising-water - -"})
    assert drawn(play, 300)["done"] > 240
    wrong = table(hands={"red": "pendulum rope"}, benches={"red": "lever - -"})
    assert drawn(wrong, 300)["bench pendulum 1"] > 100


def test_players_at_random_seldom_throw_away_what_they_may_keep() -> None:
    play = table(hands={"red": "rope chalk"}, benches={"red": "brick - -"}, waits="discard")
    found = drawn(play, 300)
    assert 250 < found["keep"] < 300
    over = table(hands={"red": "rope chalk magnet knife dice drill"}, benches={"red": "brick - -"}, waits="discard")
    found = drawn(over, 300)
    assert 0 < found["discard brick bench"] < 20
    assert "keep" not in found
