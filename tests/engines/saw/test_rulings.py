"""Every numbered ruling of SAW: The Jigsaw Trials; those that are options with each of their values."""

from importlib.resources import files
from typing import Any

import pytest

import engines
from engines.core import HOST, PUBLIC, Answer, Game, Play, Shuffle
from engines.saw.traps import compose
from tests.engines.saw.positions import (
    PEOPLE,
    THOMAS,
    asked,
    bench,
    blood,
    deck,
    hand,
    lever,
    limbs,
    named,
    pile,
    refused,
    say,
    table,
    texts,
    trapped,
)

GAME = engines.load("saw")
FILLER = "rope chalk brick magnet"
KEEP_ROW = "rising-water coal-tank lever"
ARMLESS = "lost lost healthy healthy"
BEAR = {"red": "billy reverse-bear-trap dice wallet"}
BEARED = "set blue corruption greed blood reverse-bear-trap"
ESCAPE = ("commit crowbar corruption", "commit wrench corruption", "commit screwdriver-set greed", "commit billy greed")
KIT = "crowbar wrench screwdriver-set billy"


def with_object(name: str, trait: str, **fields: Any) -> Play:
    """Blue is in a trap of Rising Water (draw 3), some object and a Lever."""
    return trapped(f"set blue corruption {trait} arms", benches={"red": f"rising-water {name} lever"}, **fields)


def option(**options: str) -> Game:
    return engines.load("saw", options=options)


def in_challenge(**fields: Any) -> Play:
    """Blue tries the example's challenge and has drawn and discarded."""
    play = trapped(deck=f"rope chalk {fields.pop('deck', 'brick')}", **fields)
    say(play, "challenge", "discard rope", "discard chalk")
    return play


def missing(play: Play) -> int:
    return int(named(say(play, "done"), "Judged")[0].missing)


def test_a1_123_cards_or_125() -> None:
    assert GAME.box.total == 123
    big = option(A1="125")
    assert big.new(oracle=Shuffle(1)).position()["deck"] == ["?"] * 125
    kinds = [design.kind for design in big.box.designs for _ in range(design.copies)]
    assert [kinds.count(kind) for kind in range(7)] == [13, 13, 13, 12, 37, 21, 16]


def test_a2_the_scissors_read_in_two_ways() -> None:
    def tool(game: Game, name: str) -> tuple[list[str], int]:
        row = next(row for row in game.write_catalogue()["cards"] if row["card"] == name)
        return row["traits"], row["value"]

    assert tool(GAME, "scissors") == (["corruption", "violence"], 1)
    assert tool(GAME, "wrench") == (["corruption"], 2)
    assert tool(GAME, "screwdriver-set") == (["greed"], 3)
    other = option(A2="corruption-greed")
    assert tool(other, "scissors") == (["corruption", "greed"], 1)
    assert tool(other, "wrench") == (["corruption", "greed"], 2)
    assert tool(other, "screwdriver-set") == (["corruption"], 3)


def test_a3_candle_and_flashlight_are_the_same_or_not() -> None:
    for value, kept in (("3-1", 1), ("4-2", 2)):
        play = table({"A3": value}, hands={"red": "flashlight"}, deck="rope chalk brick magnet knife")
        say(play, "play flashlight", *("keep rope", "keep chalk")[:kept])
        assert asked(play) == "red use"
        assert len(hand(play, "red")) == kept
    play = table({"A3": "4-2"}, hands={"red": "candle"}, deck="rope chalk brick magnet")
    say(play, "play candle", "keep rope")
    assert deck(play, 1) == ["magnet"]


def test_a4_turn_1_is_each_players_own() -> None:
    def may_set(value: str, turns: list[int]) -> bool:
        game = option(A4=value)
        position = table(hands={"red": "billy"}, benches={"red": THOMAS}).position()
        for row, count in zip(position["players"], turns, strict=True):
            row["turns"] = count
        play = game.setup(position)
        say(play, "done", "keep")
        return asked(play) == "red set"

    assert not may_set("own", [1, 3, 3])
    assert may_set("own", [2, 1, 1])
    assert may_set("game", [1, 1, 0])
    assert not may_set("game", [1, 0, 0])


def test_a5_two_caps_or_one() -> None:
    cards = "rope chalk brick magnet knife dice"
    for value, fits in (("5+3", False), ("8", True)):
        play = table({"A5": value}, hands={"red": cards}, waits="discard")
        assert ("keep" in texts(play)) == fits
    play = table({"A5": "8"}, hands={"red": cards}, benches={"red": THOMAS}, waits="discard")
    assert "keep" not in texts(play)
    say(play, "discard lever bench")
    assert "keep" in texts(play)
    assert asked(table(hands={"red": "rope"})) == "red use"  # the bench is asked for before the discards


def test_a6_a_victim_uses_cards_of_the_hand_or_also_of_the_bench() -> None:
    for value, usable in (("hand", False), ("bench", True)):
        play = in_challenge(options={"A6": value}, benches={"red": THOMAS, "blue": "crowbar candle -"})
        assert ("commit crowbar corruption" in texts(play)) == usable
        assert ("search candle" in texts(play)) == usable
    say(play, "commit crowbar corruption")
    assert bench(play, "blue") == [None, "candle", None]


def test_a7_a_trap_holder_is_the_bench_complete_or_not() -> None:
    play = table(hands={"red": "toolbox"}, benches={"red": "- rope -"}, deck=FILLER)
    say(play, "play toolbox")
    assert pile(play) == ["toolbox", "rope"]


def test_a8_pig_and_bear_trap_are_paid_from_the_hand() -> None:
    play = table(hands={"red": "billy the-pig rope"}, benches={"red": THOMAS}, waits="set")
    assert refused(play, "set blue corruption greed arms the-pig") == "A8"
    play = trapped("set blue corruption greed arms the-pig", hands={"red": "billy the-pig rope dice"})
    assert texts(play) == ["pay rope", "pay dice"]


def test_a9_pig_and_bear_trap_together_need_four_more_cards() -> None:
    said = "set blue corruption greed blood the-pig reverse-bear-trap"
    cards = "billy the-pig reverse-bear-trap rope chalk dice"
    play = table(hands={"red": cards}, benches={"red": THOMAS}, waits="set")
    assert refused(play, said) == "A8"
    play = trapped(said, hands={"red": f"{cards} wallet"}, deck="brick magnet knife")
    say(play, "pay rope", "pay chalk", "pay dice", "pay wallet")
    trap = play.position()["trap"]
    assert (trap["forced"], trap["backfires"]) == (True, True)


def test_a10_traits_and_place_are_picked_at_setting_time() -> None:
    play = trapped("set blue greed addiction legs", benches={"red": "wire-harness glass-box strap"})
    assert asked(play) == "blue answer"
    shown = play.view(PUBLIC)["trap"]
    assert (shown["needs"], shown["place"]) == ({"greed": 8, "addiction": 6}, "legs")


def test_a11_the_trait_of_the_other_box_may_be_picked() -> None:
    play = trapped("set blue greed greed arms", benches={"red": "wire-harness acid-bath lever"})
    assert play.view(1)["trap"]["needs"] == {"greed": 14}


def test_a12_damage_is_the_sum_over_traits() -> None:
    assert missing(in_challenge(hands={"blue": "crowbar screwdriver-set"})) == 5 + 6
    play = in_challenge(hands={"blue": "crowbar screwdriver-set"})
    say(play, "commit crowbar corruption", "commit screwdriver-set greed")
    assert missing(play) == 2 + 3


def test_a13_nobody_has_to_commit_anything() -> None:
    play = in_challenge(hands={"blue": KIT})
    assert "done" in texts(play)
    assert missing(play) == 11
    assert set(KIT.split()) <= set(hand(play, "blue"))


def test_a14_a_billy_is_not_split() -> None:
    play = in_challenge(hands={"blue": "billy"})
    say(play, "commit billy corruption")
    assert "commit billy greed" not in texts(play)
    assert missing(play) == 2 + 6


def test_a15_a_victims_billy_goes_with_the_tools() -> None:
    play = in_challenge(hands={"blue": "billy crowbar"})
    say(play, "commit billy greed", "commit crowbar corruption", "done", "damage 3 2")
    assert list(reversed(pile(play, 6))) == ["billy", "crowbar", *THOMAS.split(), "billy"]


def test_a16_tools_in_commit_order_then_searches_then_anesthetics() -> None:
    play = in_challenge(hands={"blue": "candle crowbar wrench"}, deck="brick dice drill wallet")
    say(play, "search candle", "keep dice", "commit wrench corruption", "commit crowbar corruption", "done")
    assert list(reversed(pile(play, 7)))[:3] == ["wrench", "crowbar", "candle"]
    play = trapped(hands={"blue": "anesthetic rope chalk"})
    say(play, "sacrifice", "ease anesthetic", "pay rope", "pay chalk", "damage 2 0")
    assert pile(play, 5)[-1] == "anesthetic"


def test_a17_a_search_card_of_a_challenge_is_discarded_at_the_end_or_at_once() -> None:
    for value, may_take in (("end", False), ("at-once", True)):
        play = in_challenge(options={"A17": value}, hands={"blue": "candle bin"}, deck="brick dice drill wallet")
        say(play, "search candle", "keep dice", "search bin")
        assert ("take candle" in texts(play)) == may_take


def test_a17_a_search_card_that_is_discarded_at_once_is_on_the_pile_once() -> None:
    play = in_challenge(
        options={"A17": "at-once"}, hands={"blue": "candle flashlight"}, deck="brick dice drill wallet knife bottle"
    )
    say(play, "search candle", "keep dice")
    trap = play.position()["trap"]
    assert (trap["searches"], trap["searched"]) == ([], 1)
    assert pile(play, 3) == ["candle", "wallet", "drill"]
    say(play, "search flashlight", "keep knife", "done")
    assert pile(play).count("candle") == pile(play).count("flashlight") == 1


def test_a18_a_played_card_goes_on_top_after_it_is_resolved() -> None:
    play = table(hands={"red": "bin"}, discard="rope")
    say(play, "play bin")
    assert texts(play) == ["take rope"]
    say(play, "take rope")
    assert pile(play) == ["bin"]


def test_a19_exactly_as_many_or_up_to() -> None:
    for value, may_stop in (("exactly", False), ("up-to", True)):
        play = trapped(options={"A19": value}, deck=FILLER)
        say(play, "challenge", "discard rope")
        assert ("enough" in texts(play)) == may_stop
    say(play, "enough")
    assert hand(play, "blue") == ["brick", "chalk"]
    play = with_object("coal-tank", "obsession", options={"A19": "up-to"}, deck=FILLER)
    say(play, "challenge", "enough")
    assert hand(play, "blue") == []
    play = with_object("organ-pipe", "greed", deck=FILLER)
    say(play, "challenge", "discard rope", "discard chalk", "discard brick")
    assert hand(play, "blue") == []


def test_a19_who_has_enough_keeps_nothing_more_not_even_the_last_card_of_the_deck() -> None:
    play = with_object(
        "coal-tank", "obsession", options={"A19": "up-to"}, hands={"green": "? " * 116}, deck="rope chalk ?"
    )
    say(play, "challenge", "enough")
    assert hand(play, "blue") == []
    assert sorted(pile(play)) == ["?", "chalk", "rope"]


def test_a20_no_more_is_kept_than_drawn() -> None:
    play = table(hands={"red": "strong-torch"}, deck="rope chalk brick magnet", limbs={"red": "mild mild lost lost"})
    say(play, "play strong-torch")
    assert asked(play) == "red use"
    assert hand(play, "red") == ["brick", "chalk", "rope"]


def test_a21_steal_while_there_is_anything_then_draw() -> None:
    play = with_object("ice-chest", "corruption", hands={"red": "billy knife"}, deck=FILLER)
    say(play, "challenge", "steal knife")
    assert hand(play, "blue") == sorted([*FILLER.split(), "knife"])
    assert asked(play) == "blue challenge"


def test_a22_from_the_discard_with_too_few_cards() -> None:
    play = trapped(
        "set blue addiction greed arms", benches={"red": "gas-valve acid-bath lever"}, discard="rope", deck="dice drill"
    )
    say(play, "challenge")
    assert hand(play, "blue") == ["dice", "drill", "rope"]


def test_a23_the_deck_is_rebuilt_only_when_a_card_is_needed() -> None:
    play = table(hands={"red": "candle", "blue": "rope"}, deck="chalk brick magnet", is_deck_short=True)
    say(play, "play candle", "keep chalk")
    assert deck(play) == []
    assert len(pile(play, 200)) > 100
    say(play, "done", "keep")
    assert len(deck(play, 200)) > 100


def test_a24_without_any_card_fewer_are_drawn() -> None:
    everything = " ".join(["?"] * 120)
    play = table(hands={"red": "candle", "blue": everything}, deck="chalk brick")
    say(play, "play candle", "keep brick")
    assert hand(play, "red") == ["brick"]
    say(play, "done", "keep")
    assert named(play.events, "Drawn")[-1].tokens.__len__() == 2


def test_a25_a_room_map_with_a_short_deck() -> None:
    play = table(hands={"red": "room-map"}, deck="rope chalk", is_deck_short=True)
    events = say(play, "play room-map")
    assert len(named(events, "Reshuffled")) == 1
    assert play.position()["look"] == ["?"] * 8 + ["chalk", "rope"]
    say(play, "next chalk", "leave")
    assert deck(play, 3) == ["chalk", "rope", "?"]


def test_a26_a_metal_detector_that_finds_nothing_stops() -> None:
    held = " ".join(name for name, design in zip(GAME.box.names, GAME.box.designs, strict=True) if design.kind == 0)
    for value, rebuilt in (("twice", 1), ("once", 0)):
        play = table(
            {"A26": value},
            oracle=Shuffle(1),
            hands={"red": "metal-detector", "blue": held},
            deck="rope",
            discard="chalk",
        )
        events = say(play, "play metal-detector mechanism")
        assert len(named(events, "Reshuffled")) == rebuilt
        assert not named(events, "Found")
        assert hand(play, "red") == []
        assert deck(play) == []
        assert len(pile(play, 200)) == 123 - 13


def test_a27_a_bin_without_a_pile_is_legal() -> None:
    play = table(hands={"red": "bin"})
    say(play, "play bin")
    assert (asked(play), pile(play)) == ("red use", ["bin"])


def test_a28_a_toolbox_in_a_challenge() -> None:
    play = in_challenge(hands={"blue": "toolbox crowbar"}, benches={"red": THOMAS, "blue": "billy - -"}, deck="brick")
    say(play, "search toolbox")
    assert pile(play, 3) == ["billy", "brick", "crowbar"]
    assert bench(play, "blue") == [None, None, None]
    assert play.position()["trap"]["searched"] == 1
    play = in_challenge(options={"A28": "forbidden"}, hands={"blue": "toolbox candle"})
    assert refused(play, "search toolbox") == "A28"
    say(play, "search candle")  # other Search cards may be used as before
    assert play.position()["trap"]["searched"] == 1


def test_a28_a_toolbox_takes_committed_tools_too() -> None:
    play = in_challenge(hands={"blue": "toolbox crowbar"}, deck="brick")
    say(play, "commit crowbar corruption", "search toolbox then crowbar brick")
    assert pile(play, 2) == ["brick", "crowbar"]
    assert play.view(PUBLIC)["trap"]["tools"] == []


def test_a29_an_attacker_over_the_limit_after_being_given_cards() -> None:
    for value in ("recheck", "next-turn"):
        play = with_object(
            "dolls-house",
            "corruption",
            options={"A29": value},
            hands={"red": "billy knife dice drill wallet"},
            deck=FILLER,
        )
        say(play, "challenge", "give rope", "give chalk", "done")
        assert asked(play) == ("red trim" if value == "recheck" else "blue use")
        if value == "recheck":
            assert refused(play, "discard lever") == "A29"
            say(play, "discard rope")
            assert asked(play) == "blue use"
            assert len(hand(play, "red")) == 5


@pytest.mark.parametrize(
    ("others", "next_asked"), [("knife dice drill", "blue use"), ("knife dice drill wallet", "red trim")]
)
def test_a29_an_attacker_at_the_limit_keeps_what_was_given(others: str, next_asked: str) -> None:
    play = with_object("dolls-house", "corruption", hands={"red": f"billy {others}"}, deck=FILLER)
    say(play, "challenge", "give rope", "give chalk", "done")
    assert asked(play) == next_asked


def test_a30_a_victim_is_checked_in_its_own_step_3() -> None:
    play = with_object("iron-safe", "greed", hands={"blue": "knife dice drill"}, deck=FILLER)
    say(play, "challenge", "done")
    assert asked(play) == "blue use"
    assert len(hand(play, "blue")) == 3 + 4 + 3


def test_a31_tokens_are_unlimited_or_eight_of_each() -> None:
    mild = "mild mild healthy healthy"
    fields: dict[str, Any] = {
        "seats": 6,
        "limbs": dict.fromkeys(("red", "green", "yellow", "orange"), mild),
        "catalogue": lever("arms", 2),
    }
    for value, ways in (
        ("unlimited", ["damage 0 2", "damage 1 1", "damage 2 0"]),
        ("eight", ["damage 0 2", "damage 2 0"]),
    ):
        play = trapped(options={"A31": value}, **fields)
        say(play, "sacrifice")
        assert texts(play) == ways
    play = trapped(options={"A31": "eight"}, seats=6)  # eleven limbs are healthy: what stays as it is needs no token
    say(play, "sacrifice")
    assert texts(play) == ["damage 0 3", "damage 1 2", "damage 2 1", "damage 3 0"]
    bound = dict.fromkeys(("blue", "green", "yellow", "orange"), "tourniquet tourniquet healthy healthy")
    play = table(
        {"A31": "eight"}, seats=6, hands={"red": "tourniquet rope rope"}, limbs={"red": "lost mild mild lost", **bound}
    )
    assert [text for text in texts(play) if text.startswith("play")] == ["play tourniquet right-leg"]


@pytest.mark.parametrize(("place", "spare"), [("arms", 0), ("legs", 2)])
@pytest.mark.parametrize(("mild", "ways"), [(6, 3), (7, 2), (8, 2)])
def test_a31_the_eighth_token_of_a_pile_is_the_last(place: str, spare: int, mild: int, ways: int) -> None:
    """Of two points, one each needs two tokens of mild; arms and legs have piles of their own."""
    worn = ["mild"] * mild + ["healthy"] * (8 - mild)
    other = ["mild", "mild"]
    fields: dict[str, Any] = {"limbs": {}}
    for seat in ("red", "green", "yellow", "orange"):
        pair = [worn.pop(), worn.pop()]
        fields["limbs"][seat] = " ".join([*pair, *other] if spare == 0 else [*other, *pair])
    said = f"set blue corruption greed {place}"
    play = trapped(said, options={"A31": "eight"}, seats=6, catalogue=lever(place, 2), **fields)
    say(play, "sacrifice")
    assert len(texts(play)) == ways
    assert ("damage 1 1" in texts(play)) == (ways == 3)


def test_a31_what_there_is_no_token_for_is_blood() -> None:
    worn = dict.fromkeys(("red", "green", "yellow", "orange"), "mild mild healthy healthy")
    play = trapped(options={"A31": "eight"}, seats=6, limbs=worn, catalogue=lever("arms", 1))
    say(play, "sacrifice")
    assert (limbs(play, "blue"), blood(play, "blue")) == ("healthy healthy healthy healthy", 9)


@pytest.mark.parametrize(("bound", "fits"), [(7, True), (8, False)])
@pytest.mark.parametrize(
    ("limb", "lost"),
    [
        ("left-arm", "lost mild mild mild"),
        ("right-arm", "mild lost mild mild"),
        ("left-leg", "mild mild lost mild"),
        ("right-leg", "mild mild mild lost"),
    ],
)
def test_a31_there_are_eight_tourniquets_for_arms_and_eight_for_legs(
    bound: int, fits: bool, limb: str, lost: str
) -> None:
    worn = ["tourniquet"] * bound + ["mild"] * (8 - bound)
    limbs_ = {"red": lost}
    for seat in ("blue", "green", "yellow", "orange"):
        pair = f"{worn.pop()} {worn.pop()}"
        limbs_[seat] = f"{pair} mild mild" if limb.endswith("arm") else f"mild mild {pair}"
    for value in ("eight", "unlimited"):
        play = table({"A31": value}, seats=6, hands={"red": "tourniquet rope rope"}, limbs=limbs_)
        assert (f"play tourniquet {limb}" in texts(play)) == (fits or value == "unlimited")


def test_a32_a_tourniquet_in_step_2_or_also_before_bleeding() -> None:
    for value in ("step-2", "late"):
        play = table(
            {"A32": value}, hands={"red": "tourniquet rope rope"}, limbs={"red": "lost mild mild mild"}, waits="discard"
        )
        say(play, "keep")
        assert asked(play) == ("red last" if value == "late" else "blue use")
    say(play, "play tourniquet left-arm", "pay rope", "pay rope")
    assert (asked(play), blood(play, "red")) == ("blue use", 10)
    play = table(
        {"A32": "late"}, hands={"red": "tourniquet rope rope"}, limbs={"red": "lost mild mild mild"}, waits="discard"
    )
    say(play, "keep", "done")
    assert blood(play, "red") == 9


@pytest.mark.parametrize(
    ("cards", "limbs_", "next_asked"),
    [
        ("? ? ?", "lost mild mild mild", "red last"),
        ("? ?", "lost mild mild mild", "blue use"),
        ("? ? ?", "severe tourniquet mild mild", "blue use"),
    ],
)
def test_a32_a_last_tourniquet_is_asked_for_where_everybody_must_reckon_with_one(
    cards: str, limbs_: str, next_asked: str
) -> None:
    play = table({"A32": "late"}, hands={"red": cards}, limbs={"red": limbs_}, waits="discard")
    say(play, "keep")
    assert asked(play) == next_asked


def test_a32_a_last_tourniquet_may_also_be_used_after_a_trap() -> None:
    play = trapped(options={"A32": "late"}, hands={"red": "billy ? ? ?"}, limbs={"red": "lost mild mild mild"})
    say(play, "sacrifice", "damage 3 0")
    assert asked(play) == "red last"
    say(play, "done")
    assert blood(play, "red") == 9


def test_a33_a_tourniqueted_limb_takes_nothing_more() -> None:
    play = trapped(limbs={"blue": "tourniquet severe healthy healthy"})
    say(play, "sacrifice")
    assert limbs(play, "blue") == "tourniquet lost healthy healthy"
    assert blood(play, "blue") == 8


def test_a34_lost_and_tourniqueted_limbs_count_as_severe() -> None:
    play = table(hands={"red": "rope chalk brick magnet"}, limbs={"red": "lost tourniquet mild mild"}, waits="discard")
    assert "keep" not in texts(play)
    play = table(hands={"red": "candle"}, limbs={"red": "mild mild lost tourniquet"}, deck=FILLER)
    say(play, "play candle")
    assert hand(play, "red") == ["rope"]


def test_a35_the_bear_traps_point_comes_first_or_last() -> None:
    for value, eased in (("first", 3), ("last", 2)):
        play = trapped(
            BEARED,
            options={"A35": value},
            hands={**BEAR, "blue": "anesthetic anesthetic anesthetic rope rope chalk chalk brick brick"},
        )
        say(play, "pay dice", "pay wallet", "sacrifice")
        for paid in ("rope", "chalk", "brick")[:eased]:
            say(play, "ease anesthetic", f"pay {paid}", f"pay {paid}")
        assert asked(play) == "blue use"
        assert blood(play, "blue") == 10 - (4 - eased)


def test_a35_without_a_bear_trap_the_last_point_stays_either_way() -> None:
    for value in ("first", "last"):
        cards = "anesthetic anesthetic rope rope chalk chalk"
        play = trapped(options={"A35": value}, hands={"blue": cards})
        say(play, "sacrifice", "ease anesthetic", "pay rope", "pay rope", "ease anesthetic", "pay chalk", "pay chalk")
        assert texts(play) == ["damage 0 1", "damage 1 0"]


def test_a36_no_anesthetic_against_challenge_damage() -> None:
    play = in_challenge(hands={"blue": "anesthetic dice drill"})
    assert refused(play, "commit anesthetic greed") == "R62"
    say(play, "done")
    assert "anesthetic" in hand(play, "blue")


def test_a37_no_other_special_in_a_challenge() -> None:
    play = in_challenge(hands={"blue": "tourniquet video the-pig dice drill"}, limbs={"blue": "lost mild mild mild"})
    assert [text for text in texts(play) if not text.startswith("commit")] == ["done"]
    assert refused(play, "search tourniquet") == "A37"


def test_a38_short_under_a_bear_trap_costs_blood() -> None:
    play = trapped(BEARED, hands=BEAR, deck=FILLER, blood={"blue": 10})
    say(play, "pay dice", "pay wallet", "challenge", "discard rope", "discard chalk", "done")
    assert blood(play, "blue") == 0
    assert (blood(play, "red"), limbs(play, "blue")) == (10, "healthy healthy healthy healthy")


def test_a39_a_bear_trap_backfires_under_the_pig_too() -> None:
    play = trapped(
        "set blue corruption greed blood the-pig reverse-bear-trap",
        hands={"red": "billy the-pig reverse-bear-trap dice wallet drill bottle", "blue": KIT},
        deck=FILLER,
    )
    say(play, "pay dice", "pay wallet", "pay drill", "pay bottle", "discard rope", "discard chalk", *ESCAPE, "done")
    assert blood(play, "red") == 7


def backfired(**fields: Any) -> Play:
    """Red's Reverse Bear Trap for Blue has backfired, and Red had 3 blood."""
    play = trapped(BEARED, hands={**BEAR, "blue": KIT}, deck=FILLER, blood={"red": 3}, **fields)
    say(play, "pay dice", "pay wallet", "challenge", "discard rope", "discard chalk", *ESCAPE, "done")
    return play


def test_a40_an_attacker_who_dies_of_it_is_out_at_once() -> None:
    play = backfired(limbs={"red": "lost healthy healthy healthy"})
    assert asked(play) == "blue use"
    assert [event.rule for event in named(play.events, "BloodChanged")] == ["R77"]
    assert play.position()["turn"]["seat"] == "blue"


def test_a41_the_cards_of_the_dead_go_to_the_pile_or_leave_the_game() -> None:
    fields: dict[str, Any] = {
        "blood": {"blue": 1},
        "limbs": {"blue": ARMLESS},
        "hands": {"blue": "rope chalk"},
        "benches": {"red": THOMAS, "blue": "brick - -"},
    }
    play = trapped(**fields)
    say(play, "sacrifice", "take")
    assert pile(play, 4) == ["brick", "chalk", "rope", "billy"]
    play = trapped(options={"A41": "removed"}, **fields)
    say(play, "sacrifice", "take")
    assert pile(play, 1) == ["billy"]
    assert play.position()["gone"] == ["rope", "chalk", "brick"]


def test_a42_a_holder_who_bleeds_to_death_leaves_the_token_unowned() -> None:
    play = table(seats=4, hands={"red": "rope"}, blood={"red": 1}, limbs={"red": "lost mild mild mild"}, saw="red")
    events = say(play, "done", "keep")
    assert play.position()["turn"] == {"seat": "blue", "saw": None}
    assert [event.rule for event in named(events, "SawMoved")] == ["A42"]


def test_a43_nobody_starts_with_the_token() -> None:
    assert GAME.new(oracle=Shuffle(1), seats=4).position()["turn"]["saw"] is None


def test_a44_the_token_holder_may_attack() -> None:
    play = table(hands={"red": "billy"}, benches={"red": THOMAS}, waits="set", saw="red")
    assert "set blue corruption greed arms" in texts(play)


def test_a45_one_trap_each_turn() -> None:
    play = trapped(hands={"red": "billy billy pendulum coal-tank pedal"})
    say(play, "sacrifice", "damage 3 0")
    assert asked(play) == "blue use"


def test_a46_a_game_that_is_won_in_step_4_ends_at_once() -> None:
    play = trapped(seats=2, blood={"blue": 1, "red": 1}, limbs={"blue": ARMLESS, "red": ARMLESS})
    say(play, "sacrifice")
    assert play.result == (0, "R12")
    assert blood(play, "red") == 1


def test_a47_a_victim_who_dies_leaves_the_token_to_nobody() -> None:
    play = trapped(seats=4, blood={"blue": 1}, limbs={"blue": ARMLESS}, saw="green")
    events = say(play, "sacrifice")
    assert play.position()["turn"]["saw"] is None
    assert [event.rule for event in named(events, "SawMoved")] == ["A47"]


def test_a48_a_special_that_cannot_be_paid_cannot_be_played() -> None:
    play = table(hands={"red": "video rope"})
    assert refused(play, "play video") == "A48"
    play = trapped(hands={"blue": "anesthetic rope"})
    say(play, "sacrifice")
    assert refused(play, "ease anesthetic") == "A48"


def test_a49_there_are_five_kinds_of_specials_with_several_copies() -> None:
    specials = [design for design in GAME.box.designs if design.cost]
    assert [special.copies for special in specials] == [3] * 5


def test_a50_a_video_may_find_the_billy_that_paid_for_it() -> None:
    others = "billy " * 11
    play = table(hands={"red": "video billy rope", "blue": others})
    say(play, "play video", "pay billy", "pay rope")
    assert hand(play, "red") == ["billy"]


def test_a51_any_part_may_carry_any_figure() -> None:
    text = (files("engines.saw") / "catalogue.toml").read_text("utf-8")
    blocks = text.split("\n\n")
    moved = []
    for block in blocks:
        if 'kind = "mechanism"' in block:
            block = "\n".join(line for line in block.splitlines() if not line.startswith("draw =")) + "\nnumber = 3"
        elif 'kind = "escape"' in block:
            block = (
                "\n".join(line for line in block.splitlines() if not line.startswith("number =")) + '\ndraw = "deck 2"'
            )
        moved.append(block)
    other = engines.load("saw", catalogue="\n\n".join(moved))
    composed = compose(other.box, tuple(other.box.number[name] for name in THOMAS.split()))
    assert (composed.top, composed.number, composed.then) == (("deck", 2), 3, ("discard", 2))


def test_a52_the_examples_sacrifice_is_3_to_the_arms() -> None:
    shown = trapped().view(1)["trap"]
    assert (shown["place"], shown["number"]) == ("arms", 3)


def test_a53_nobody_plays_alone() -> None:
    with pytest.raises(ValueError, match="1 cannot play"):
        GAME.new(seats=1)


def test_a54_characters_are_unique() -> None:
    play = GAME.new(oracle=Shuffle(1), seats=2)
    play.say(f"character {PEOPLE[0]}")
    assert f"character {PEOPLE[0]}" not in texts(play)


def test_a55_the_lot_or_the_table_says_who_begins() -> None:
    firsts = set()
    for seed in range(12):
        play = GAME.new(oracle=Shuffle(seed), seats=2)
        say(play, "character broker", "character gambler")
        firsts.add(play.decision.seat)
    assert firsts == {0, 1}
    play = GAME.new(seats=2)
    say(play, "character broker", "character gambler", "first blue")
    assert asked(play) == "blue use"


def test_a56_legs_count_in_challenges_too_and_nothing_falls_below_0() -> None:
    play = in_challenge(
        hands={"blue": "candle"}, deck="brick dice drill wallet", limbs={"blue": "mild mild lost severe"}
    )
    say(play, "search candle")
    assert hand(play, "blue") == ["brick", "dice"]
    play = table(hands={"red": "bin"}, discard="rope", limbs={"red": "mild mild lost severe"})
    say(play, "play bin")
    assert hand(play, "red") == []


def test_a57_toolbox_and_room_map_shrink_as_a_whole() -> None:
    legs = {"red": "mild mild severe mild"}
    play = table(hands={"red": "toolbox"}, deck="rope chalk brick magnet knife", limbs=legs)
    say(play, "play toolbox")
    assert len(hand(play, "red")) == 4
    play = table(hands={"red": "room-map"}, limbs=legs)
    say(play, "play room-map")
    assert len(play.position()["look"]) == 9


def test_a58_the_bear_traps_point_is_not_for_challenges() -> None:
    play = trapped(BEARED, hands={**BEAR, "blue": KIT}, deck=FILLER)
    say(play, "pay dice", "pay wallet", "challenge", "discard rope", "discard chalk", *ESCAPE[:3], "done")
    assert blood(play, "blue") == 10 - 3


def test_a59_a_bear_trap_makes_the_choice_of_place_void() -> None:
    play = table(hands=BEAR, benches={"red": "rising-water acid-bath strap"}, waits="set")
    bears = [text for text in texts(play) if "reverse-bear-trap" in text and "blue" in text]
    assert bears == ["set blue corruption greed blood reverse-bear-trap"]


def test_a60_a_hopeless_challenge_and_a_deadly_sacrifice_may_be_chosen() -> None:
    play = trapped(blood={"blue": 1}, limbs={"blue": ARMLESS})
    assert texts(play) == ["challenge", "sacrifice"]


def test_a61_search_cards_gained_in_the_challenge_may_be_used() -> None:
    play = trapped(deck="candle rope chalk brick dice drill")
    say(play, "challenge", "discard rope", "discard chalk")
    assert "search candle" in texts(play)


def test_a62_a_search_may_follow_a_tool() -> None:
    play = in_challenge(hands={"blue": "candle crowbar"})
    say(play, "commit crowbar corruption")
    assert "search candle" in texts(play)


def test_a62_tools_are_taken_back_and_assigned_anew_until_the_challenge_ends() -> None:
    play = in_challenge(options={"A2": "corruption-greed"}, hands={"blue": "scissors billy"})
    say(play, "commit scissors corruption", "commit billy greed")
    assert "retract scissors corruption" in texts(play)
    assert refused(play, "retract scissors greed") == "A62"
    say(play, "retract scissors corruption", "commit scissors greed", "retract billy greed")
    assert play.view(PUBLIC)["trap"]["tools"] == ["scissors"]
    assert "billy" in hand(play, "blue")
    (judged,) = named(say(play, "done"), "Judged")
    assert judged.missing == 5 + 5  # 1 corruption and 0 greed of the Broker, 1 greed of the Scissors


def test_a62_with_commit_last_searching_ends_with_the_first_tool_and_tools_stay() -> None:
    play = in_challenge(options={"A62": "commit-last"}, hands={"blue": "candle crowbar"})
    say(play, "commit crowbar corruption")
    assert refused(play, "search candle") == "A62"
    assert refused(play, "retract crowbar corruption") == "A62"


def test_a63_every_split_of_what_the_limbs_can_take() -> None:
    play = trapped(limbs={"blue": "mild severe healthy healthy"})
    say(play, "sacrifice")
    assert limbs(play, "blue") == "lost lost healthy healthy"
    play = trapped(limbs={"blue": "mild mild healthy healthy"})
    say(play, "sacrifice")
    assert texts(play) == ["damage 1 2", "damage 2 1"]


def test_a64_who_has_nothing_to_do_is_done() -> None:
    play = table(hands={"red": ""})
    assert texts(play) == ["done"]
    say(play, "done")
    assert asked(play) == "blue use"


def test_a65_out_of_order_it_is_no_trap() -> None:
    play = table(hands={"red": "billy"}, benches={"red": "acid-bath rising-water lever"})
    say(play, "lift 1", "bench acid-bath 2", "bench rising-water 1", "done", "keep")
    assert bench(play, "red") == THOMAS.split()
    assert "set blue corruption greed arms" in texts(play)


def test_a66_the_top_of_the_pile_is_open_or_all_of_it() -> None:
    for value, shown in (("top", ["rope"]), ("all", ["brick", "chalk", "rope"])):
        play = table({"A66": value}, discard="rope chalk brick", hands={"red": "knife"})
        view = play.view(PUBLIC)
        assert view["discard"] == {"count": 3, "shown": shown}
        assert view["players"][0]["hand"] == {"count": 1, "known": []}


def test_a67_eight_is_hand_and_bench_together() -> None:
    play = table(hands={"red": "rope chalk brick magnet knife"}, benches={"red": THOMAS}, waits="discard")
    assert "keep" in texts(play)


def test_a68_which_traits_the_scissors_have_is_data() -> None:
    play = in_challenge(hands={"blue": "scissors"})
    assert "commit scissors greed" not in texts(play)
    play = in_challenge(options={"A2": "corruption-greed"}, hands={"blue": "scissors"})
    assert "commit scissors greed" in texts(play)


def test_a69_the_discarding_players_order_or_the_order_listed() -> None:
    play = table(hands={"red": "rope chalk brick"}, waits="discard")
    say(play, "discard brick", "discard rope", "discard chalk")
    assert pile(play) == ["chalk", "rope", "brick"]
    play = table(hands={"red": "toolbox rope chalk"}, benches={"red": "brick - magnet"}, deck=FILLER)
    say(play, "play toolbox")
    assert pile(play) == ["toolbox", "magnet", "brick", "chalk", "rope"]


def test_a69_a_toolbox_may_name_the_order_of_its_discards() -> None:
    play = table(hands={"red": "toolbox rope chalk"}, benches={"red": "brick - magnet"}, deck=FILLER)
    say(play, "play toolbox then magnet chalk brick rope")
    assert pile(play) == ["toolbox", "rope", "brick", "chalk", "magnet"]


@pytest.mark.parametrize("order", ["rope chalk", "chalk rope"])
@pytest.mark.parametrize("card", ["candle", "flashlight"])
def test_a69_what_is_not_kept_goes_to_the_pile_in_the_order_that_is_named(card: str, order: str) -> None:
    play = table(hands={"red": card}, deck="brick rope chalk")
    say(play, f"play {card}", f"keep brick then {order}")
    assert pile(play) == [card, *reversed(order.split())]


def test_a69_only_the_last_card_that_is_kept_carries_the_order() -> None:
    play = table(hands={"red": "strong-torch"}, deck="brick rope chalk dice drill")
    say(play, "play strong-torch")
    assert refused(play, "keep brick then rope chalk dice drill") == "A69"
    say(play, "keep brick", "keep rope", "keep chalk then drill dice")
    assert pile(play) == ["strong-torch", "dice", "drill"]


@pytest.mark.parametrize(
    "said", ["keep brick then rope", "keep brick then rope rope", "keep brick then rope chalk dice"]
)
def test_a69_an_order_names_every_card_that_goes_once(said: str) -> None:
    play = table(hands={"red": "candle"}, deck="brick rope chalk")
    say(play, "play candle")
    assert refused(play, said) == "A69"


def test_a69_the_keep_row_of_a_trap_takes_an_order_too() -> None:
    play = trapped("set blue corruption obsession arms", benches={"red": KEEP_ROW}, deck="rope chalk brick")
    say(play, "challenge", "keep rope then brick chalk")
    assert pile(play) == ["chalk", "brick"]


def test_a70_when_a_backfire_kills_the_trap_still_ends() -> None:
    play = backfired(seats=4)
    assert pile(play, 2) == ["reverse-bear-trap", "billy"]
    assert play.position()["turn"] == {"seat": "blue", "saw": "blue"}
    play = backfired(seats=3, saw="green")
    assert play.position()["turn"] == {"seat": "blue", "saw": None}


def test_a71_every_draw_rebuilds_the_deck_without_what_is_on_the_table() -> None:
    play = table(hands={"red": "candle"}, deck="", is_deck_short=True)
    events = say(play, "play candle")
    assert len(named(events, "Reshuffled")[0].old) == 122
    play = trapped(is_deck_short=True)
    events = say(play, "challenge")
    assert len(named(events, "Reshuffled")[0].old) == 123 - 4


def test_a72_more_than_needed_may_be_discarded_also_from_the_bench() -> None:
    play = table(hands={"red": "rope"}, benches={"red": "chalk - -"}, waits="discard")
    assert texts(play) == ["discard rope", "discard chalk bench", "keep"]
    say(play, "discard chalk bench", "discard rope")
    assert asked(play) == "blue use"


def test_the_host_knows_what_it_was_told_and_others_do_not() -> None:
    play = table(hands={"red": "rope", "blue": "chalk"})
    tokens = [token for token in range(123) if play.knowledge(HOST).card(token) is not None]
    assert len(tokens) == 2
    assert all(play.knowledge(PUBLIC).card(token) is None for token in tokens)
    assert [play.knowledge(seat).card(token) for seat, token in enumerate(tokens)] == ["rope", "chalk"]
    assert play.verify(Answer(play.decision.id, ("play", 0))) is not None
