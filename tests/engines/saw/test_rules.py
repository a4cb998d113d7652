"""Every numbered rule of SAW: The Jigsaw Trials, one test or more for each."""

from random import Random

import pytest

import engines
from engines.core import PUBLIC, Answer, AnyGame, Observed, Play, SetupError, Shuffle
from engines.saw.cards import KINDS, Character
from engines.saw.state import LIMBS, STAGES
from engines.saw.traps import compose
from tests.engines.saw.positions import (
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
    player,
    position,
    refused,
    say,
    table,
    texts,
    trapped,
)

GAME = engines.load("saw")
FILLER = "rope chalk brick magnet"
SEARCHES = "candle flashlight strong-torch bin toolbox room-map metal-detector"


def begun(seats: int) -> AnyGame:
    play = GAME.new(oracle=Shuffle(seats), seats=seats)
    for name in GAME.box.people[:seats]:
        play.say(f"character {name}")
    return play


# ---- components and set-up ----


def test_r1_the_box_has_123_cards_and_six_characters() -> None:
    assert GAME.box.total == len(GAME.box.cards()) == 123
    assert len(GAME.box.people) == len(GAME.seats) == 6


def test_r2_each_of_two_to_six_picks_a_different_character() -> None:
    assert sorted(GAME.seat_counts) == [2, 3, 4, 5, 6]
    play = GAME.new(oracle=Shuffle(1), seats=4)
    play.say("character broker")
    assert refused(play, "character broker") == "A54"
    assert len(texts(play)) == 5


def test_r3_only_its_owner_sees_a_bench() -> None:
    play = table(benches={"red": THOMAS})
    assert play.view(0)["players"][0]["bench"] == THOMAS.split()
    assert play.view(1)["players"][0]["bench"] == play.view(PUBLIC)["players"][0]["bench"] == ["?", "?", "?"]


def test_r4_everyone_starts_with_10_blood_and_whole_limbs() -> None:
    play = begun(3)
    assert [(blood(play, seat), limbs(play, seat)) for seat in play.seats] == [(10, "healthy " * 3 + "healthy")] * 3


def test_r5_there_are_eight_piles_of_damage_tokens() -> None:
    kinds = {limb.split("-")[1] for limb in LIMBS}
    assert len([(kind, stage) for kind in kinds for stage in STAGES[1:]]) == 8


def test_r6_the_whole_deck_is_shuffled_and_the_pile_is_empty() -> None:
    play = GAME.new(oracle=Shuffle(1), seats=2)
    assert deck(play, 200) == ["?"] * 123
    assert pile(play) == []
    first = [tuple(hand(begun_with(seed), "red")) for seed in range(6)]
    assert len(set(first)) == 6


def begun_with(seed: int) -> AnyGame:
    play = GAME.new(oracle=Shuffle(seed), seats=2)
    say(play, "character broker", "character gambler")
    return play


def test_r7_somebody_begins_and_play_goes_clockwise() -> None:
    play = table(seats=3, hands={"blue": "rope"}, turn="blue", deck=FILLER)
    say(play, "done", "keep")
    assert asked(play) == "green use"
    say(play, "done", "keep")
    assert asked(play) == "red use"


@pytest.mark.parametrize(("seats", "hands"), [(2, [3, 4]), (3, [3, 4, 4]), (6, [3, 4, 4, 5, 5, 5])])
def test_r8_starting_hands_go_by_turn_order(seats: int, hands: list[int]) -> None:
    play = begun(seats)
    first = play.decision.seat
    dealt = [event for event in play.events if getattr(event, "cause", "") == "starting hand"]
    assert [event.seat for event in dealt] == [(first + by) % seats for by in range(seats)]
    assert [len(event.tokens) for event in dealt] == hands


@pytest.mark.parametrize(("seats", "total"), [(2, 7), (3, 11), (4, 16), (5, 21), (6, 26)])
def test_r9_starting_hands_add_up(seats: int, total: int) -> None:
    dealt = [event for event in begun(seats).events if getattr(event, "cause", "") == "starting hand"]
    assert sum(len(event.tokens) for event in dealt) == total


@pytest.mark.parametrize("character", GAME.box.characters, ids=lambda character: character.id)
def test_r10_every_character_has_a_story_to_read_aloud(character: Character) -> None:
    assert 60 <= len(character.story.split()) <= 90
    assert character.story.endswith(".")
    assert character.source == "house"


def test_r10_nobody_has_to_read_a_story() -> None:
    play = begun(2)
    assert play.decision.kind == "use"


# ---- goal ----


def test_r11_without_blood_a_player_is_out_at_once() -> None:
    play = trapped(blood={"blue": 2}, limbs={"blue": "lost lost healthy healthy"})
    events = say(play, "sacrifice")
    names = [type(event).__name__ for event in events]
    assert names.index("Eliminated") == names.index("BloodChanged") + 1
    assert blood(play, "blue") == 0


def test_r12_the_last_one_alive_wins() -> None:
    play = trapped(seats=2, blood={"blue": 3}, limbs={"blue": "lost lost healthy healthy"})
    say(play, "sacrifice")
    assert play.result == (0, "R12")
    assert play.waiting == ()


def test_r13_nothing_heals() -> None:
    play, rng = GAME.new(oracle=Shuffle(5), seats=3), Random(5)
    while play.waiting:
        decision = play.decision
        events = play.feed(Answer(decision.id, play.options(decision).sample_kind_first(rng)))
        assert all(event.after < event.before for event in named(events, "BloodChanged"))
        assert all(event.after > event.before for event in named(events, "LimbChanged"))


# ---- turn ----


def test_r14_a_turn_has_five_steps_in_order() -> None:
    play = table(
        hands={"red": "billy", "green": "rope"},
        benches={"red": THOMAS},
        limbs={"red": "lost healthy healthy healthy"},
        deck="chalk " * 2 + "brick",
        waits="use",
    )
    steps = [asked(play)]
    for text in ("done", "keep", "pass"):
        events = say(play, text)
        steps.append(asked(play))
    assert steps == ["red use", "red discard", "red set", "blue use"]
    bled = named(events, "BloodChanged")[0]
    assert (bled.rule, bled.after) == ("R92", 9)
    assert named(events, "Drawn")[0].tokens.__len__() == 3


def test_r15_cards_are_drawn_on_turn_1_too() -> None:
    play = begun(2)
    assert len(hand(play, play.seats[play.decision.seat])) == 6


def test_r16_no_trap_is_set_on_turn_1() -> None:
    for turns, next_asked in ((1, "blue use"), (2, "red set")):
        play = table(hands={"red": "billy"}, benches={"red": THOMAS}, turns=turns)
        say(play, "done", "keep")
        assert asked(play) == next_asked


def test_r17_nobody_bleeds_on_turn_1() -> None:
    play, rng = begun(6), Random(1)
    while max(row["turns"] for row in play.position()["players"]) < 2:
        decision = play.decision
        play.feed(Answer(decision.id, play.options(decision).sample_kind_first(rng)))
    assert not named(play.events, "BloodChanged")


def test_r18_discards_lie_face_up_in_order() -> None:
    play = table(hands={"red": "rope chalk brick"}, waits="discard")
    say(play, "discard chalk", "discard rope")
    assert pile(play, 2) == ["rope", "chalk"]
    assert play.view(2)["discard"] == {"count": 2, "shown": ["rope"]}


def test_r19_a_bench_holds_up_to_three_cards_of_any_type() -> None:
    play = table(hands={"red": "rope billy candle video"})
    say(play, "bench rope 1", "bench billy 2", "bench candle 3")
    assert bench(play, "red") == ["rope", "billy", "candle"]
    say(play, "bench video 2", "lift 1")
    assert bench(play, "red") == [None, "video", "candle"]
    assert hand(play, "red") == ["billy", "rope"]


def test_r20_five_in_hand_and_three_on_the_bench() -> None:
    play = table(hands={"red": f"{FILLER} rope bottle"}, benches={"red": THOMAS}, waits="discard")
    assert "keep" not in texts(play)
    say(play, "discard bottle")
    assert len(hand(play, "red")) + len(bench(play, "red")) == 8
    assert "keep" in texts(play)


def test_r21_more_may_be_held_during_the_turn() -> None:
    play = table(hands={"red": f"{FILLER} rope candle"}, deck="hammer knife dice")
    say(play, "play candle", "keep knife")
    assert len(hand(play, "red")) == 6
    say(play, "done")
    assert refused(play, "keep") == "R14"


def test_r22_capacity_does_not_matter_in_the_turns_of_others() -> None:
    play = trapped(hands={"blue": f"{FILLER} rope"}, deck="hammer knife dice")
    say(play, "challenge", "discard hammer", "discard knife")
    assert len(hand(play, "blue")) == 6
    say(play, "done")
    assert asked(play) == "blue use"
    assert len(hand(play, "blue")) == 6 + 3


# ---- traits, characters, tools ----


def test_r23_each_character_has_a_value_for_each_trait() -> None:
    assert all(len(values) == 5 and min(values) == 0 for values in GAME.box.values)


def test_r24_a_tool_has_one_trait_or_two() -> None:
    tools = [design for design in GAME.box.designs if KINDS[design.kind] == "tool"]
    assert {len(tool.traits) for tool in tools} == {1, 2}
    assert all(tool.value > 0 for tool in tools)


def test_r25_a_tool_counts_for_one_of_its_traits() -> None:
    play = trapped(hands={"blue": "lock-pick"}, deck=FILLER)
    say(play, "challenge", "discard rope", "discard chalk")
    assert {"commit lock-pick corruption", "commit lock-pick greed"} <= set(texts(play))
    say(play, "commit lock-pick greed")
    assert named(say(play, "done"), "Judged")[0].missing == 5 + 5


def test_r26_a_hacksaw_is_obsession_2() -> None:
    assert card("hacksaw") == (("obsession",), 2)


def card(name: str, **options: str) -> tuple[tuple[str, ...], int]:
    cards = engines.load("saw", options=options).write_catalogue()["cards"]
    row = next(row for row in cards if row["card"] == name)
    return tuple(row["traits"]), row["value"]


def test_r27_scissors_have_two_traits_and_value_1() -> None:
    assert card("scissors") == (("corruption", "violence"), 1)


def test_r28_outside_a_challenge_a_tool_is_just_a_card() -> None:
    play = table(hands={"red": "hacksaw"})
    assert refused(play, "play hacksaw") == "R28"
    assert "bench hacksaw 1" in texts(play)


# ---- search cards ----


def test_r29_any_number_of_search_cards_in_the_own_turn() -> None:
    play = table(hands={"red": "candle candle candle"}, deck="rope chalk brick magnet knife dice drill wallet bottle")
    say(play, "play candle", "keep rope", "play candle", "keep magnet", "play candle", "keep drill")
    assert hand(play, "red") == ["drill", "magnet", "rope"]


def test_r30_two_search_cards_in_a_challenge() -> None:
    play = trapped(hands={"blue": "bin bin bin"}, discard="rope chalk", deck="brick magnet knife")
    say(play, "challenge", "discard brick", "discard magnet", "search bin", "take rope", "search bin", "take chalk")
    assert refused(play, "search bin") == "R30"


def test_r31_a_candle_draws_3_and_keeps_1() -> None:
    play = table(hands={"red": "candle"}, deck="rope chalk brick magnet")
    say(play, "play candle", "keep chalk")
    assert hand(play, "red") == ["chalk"]
    assert pile(play) == ["candle", "brick", "rope"]
    assert deck(play, 1) == ["magnet"]


def test_r32_a_flashlight_draws_3_and_keeps_1() -> None:
    play = table(hands={"red": "flashlight"}, deck="rope chalk brick magnet")
    say(play, "play flashlight", "keep brick")
    assert hand(play, "red") == ["brick"]
    assert deck(play, 1) == ["magnet"]


def test_r33_a_strong_torch_draws_5_and_keeps_3() -> None:
    play = table(hands={"red": "strong-torch"}, deck="rope chalk brick magnet knife dice")
    say(play, "play strong-torch", "keep rope", "keep knife", "keep brick")
    assert hand(play, "red") == ["brick", "knife", "rope"]
    assert pile(play) == ["strong-torch", "magnet", "chalk"]


def test_r34_a_bin_takes_any_card_of_the_pile() -> None:
    play = table(hands={"red": "bin"}, discard="rope chalk brick")
    say(play, "play bin", "take chalk")
    assert hand(play, "red") == ["chalk"]
    assert pile(play) == ["bin", "rope", "brick"]


def test_r34_bin_takes_the_copy_at_the_told_place() -> None:
    play = table(hands={"red": "bin"}, discard="billy chalk brick billy knife billy billy dice")
    say(play, "play bin")
    assert refused(play, "take billy") == refused(play, "take billy 2") == "R34"
    middle, lowest = play.clone(), play.clone()
    token = lowest.state.discard[-7]
    say(play, "take billy 1")
    assert pile(play) == ["bin", "chalk", "brick", "billy", "knife", "billy", "billy", "dice"]
    say(middle, "take billy 4")
    assert pile(middle) == ["bin", "billy", "chalk", "brick", "knife", "billy", "billy", "dice"]
    say(lowest, "take billy 7")
    assert pile(lowest) == ["bin", "billy", "chalk", "brick", "billy", "knife", "billy", "dice"]
    assert lowest.state.hand[0] == (token,)


def test_r34_bin_takes_an_untold_card_from_the_told_place() -> None:
    play = table(hands={"red": "bin"}, discard="? rope ? ? chalk ?")
    say(play, "play bin")
    assert refused(play, "take ?") == "R34"
    top, *_, lowest = reversed(play.state.discard)
    events = say(play, "take ? 4")
    assert len(named(events, "Mingled")[0].old) == 2
    assert hand(play, "red") == ["?"]
    assert pile(play) == ["bin", "?", "rope", "?", "chalk", "?"]
    assert {top, lowest} <= set(play.state.discard)
    play.feed(Observed(top, "billy"))
    assert pile(play) == ["bin", "billy", "rope", "?", "chalk", "?"]


def test_r34_a_lonely_untold_card_keeps_its_number() -> None:
    play = table(hands={"red": "bin"}, discard="? rope ?")
    say(play, "play bin")
    token = play.state.discard[0]
    assert not named(say(play, "take ? 3"), "Mingled")
    assert play.state.hand[0] == (token,)


def test_r35_a_toolbox_renews_hand_and_bench() -> None:
    play = table(
        hands={"red": "toolbox rope chalk"}, benches={"red": "- brick -"}, deck="knife dice drill wallet bottle"
    )
    say(play, "play toolbox")
    assert hand(play, "red") == ["bottle", "dice", "drill", "knife", "wallet"]
    assert bench(play, "red") == [None, None, None]
    assert pile(play) == ["toolbox", "brick", "chalk", "rope"]


MAPPED = "rope chalk brick magnet knife dice drill wallet bottle compass"


def test_r36_a_room_map_orders_the_top_ten() -> None:
    play = table(hands={"red": "room-map"}, deck=f"{MAPPED} notebook")
    say(play, "play room-map", "next bottle", "next rope", "leave")
    assert " ".join(deck(play, 11)) == "bottle rope chalk brick magnet knife dice drill wallet compass notebook"


def test_r37_a_metal_detector_digs_for_a_kind_of_part() -> None:
    play = table(hands={"red": "metal-detector"}, deck="rope lever chalk pendulum acid-bath")
    say(play, "play metal-detector mechanism")
    assert hand(play, "red") == ["pendulum"]
    assert pile(play) == ["metal-detector", "chalk", "lever", "rope"]


HURT = "healthy healthy severe healthy"
BOTH = "healthy healthy severe lost"


@pytest.mark.parametrize(
    ("name", "drawn"), [("candle", 2), ("flashlight", 2), ("strong-torch", 4), ("room-map", 9), ("toolbox", 4)]
)
def test_r38_a_severe_leg_lowers_what_is_drawn(name: str, drawn: int) -> None:
    play = table(hands={"red": name}, deck=f"{MAPPED} notebook", limbs={"red": HURT})
    before = len(deck(play, 200))
    say(play, f"play {name}")
    assert before - len(deck(play, 200)) == drawn


def test_r39_legs_do_not_matter_to_a_metal_detector() -> None:
    play = table(hands={"red": "metal-detector"}, deck="rope lever", limbs={"red": BOTH})
    say(play, "play metal-detector escape")
    assert hand(play, "red") == ["lever"]


def test_r40_one_such_leg_makes_a_bin_useless() -> None:
    play = table(hands={"red": "bin"}, discard="rope", limbs={"red": HURT})
    say(play, "play bin")
    assert asked(play) == "red use"
    assert hand(play, "red") == []


@pytest.mark.parametrize(("name", "drawn"), [("flashlight", 1), ("strong-torch", 3), ("room-map", 8), ("toolbox", 3)])
def test_r41_two_such_legs(name: str, drawn: int) -> None:
    play = table(hands={"red": name}, deck=f"{MAPPED} notebook", limbs={"red": BOTH})
    before = len(deck(play, 200))
    say(play, f"play {name}")
    assert before - len(deck(play, 200)) == drawn
    if name != "room-map":
        assert len(hand(play, "red")) == drawn


def test_r42_legs_lower_neither_step_1_nor_the_top_row() -> None:
    play = trapped(limbs={"blue": BOTH}, deck="rope chalk brick magnet knife dice")
    say(play, "challenge", "discard rope", "discard chalk", "done")
    assert hand(play, "blue") == ["brick", "dice", "knife", "magnet"]


# ---- traps ----


def test_r43_there_are_three_kinds_of_parts() -> None:
    kinds = [design.kind for design in GAME.box.designs if design.story]
    assert [kinds.count(kind) for kind in range(3)] == [13, 13, 13]


def test_r44_a_trap_is_one_of_each_in_order() -> None:
    play = table(hands={"red": "billy"}, benches={"red": "acid-bath rising-water lever"}, waits="set")
    assert texts(play) == ["pass"]
    assert refused(play, "set blue corruption greed arms") == "R44"


def test_r45_setting_needs_a_billy_in_hand() -> None:
    play = table(hands={"red": "rope"}, benches={"red": THOMAS}, waits="set")
    assert refused(play, "set blue corruption greed arms") == "R45"
    play = table(hands={"red": "billy"}, benches={"red": THOMAS}, waits="set")
    assert "set blue corruption greed arms" in texts(play)


def test_r45_without_a_card_in_hand_or_with_a_gap_on_the_bench_nothing_is_asked() -> None:
    """Everybody can see that no trap can be set; who has a card and a full bench may have one."""
    for hand_, bench_, next_asked in (
        ("rope", THOMAS, "red set"),
        ("", THOMAS, "blue use"),
        ("billy", "rising-water acid-bath -", "blue use"),
        ("billy", "- acid-bath lever", "blue use"),
    ):
        play = table(hands={"red": hand_}, benches={"red": bench_})
        say(play, "done", "keep")
        assert asked(play) == next_asked


def test_r45_a_bench_card_that_was_discarded_in_step_3_leaves_a_gap() -> None:
    play = table(hands={"red": "billy"}, benches={"red": THOMAS}, waits="discard")
    say(play, "discard acid-bath bench", "keep")
    assert asked(play) == "blue use"
    assert bench(play, "red") == ["rising-water", None, "lever"]


def test_r45_a_card_that_was_lifted_off_the_bench_leaves_a_gap() -> None:
    play = table(hands={"red": "billy"}, benches={"red": THOMAS})
    say(play, "lift 2", "done", "keep")
    assert asked(play) == "blue use"
    assert bench(play, "red") == ["rising-water", None, "lever"]


def test_r46_the_attacker_lays_billy_down_and_shows_the_bench() -> None:
    play = trapped()
    shown = play.view(PUBLIC)["trap"]
    assert shown["parts"] == THOMAS.split()
    assert "Cold water climbs" in shown["story"]
    assert pile(play) == []
    assert hand(play, "red") == []


def test_r46_the_target_sees_the_top_row_traits_and_sacrifice_before_choosing() -> None:
    play = trapped()
    assert asked(play) == "blue answer"
    for viewer in (PUBLIC, 1):
        shown = play.view(viewer)["trap"]
        assert shown["row"] == {"draw": ["deck", 3], "then": ["discard", 2]}
        assert shown["needs"] == {"corruption": 6, "greed": 6}
        assert (shown["place"], shown["number"]) == ("arms", 3)


def test_r47_the_target_is_a_living_opponent_without_the_saw_token() -> None:
    fields = {"seats": 4, "hands": {"red": "billy"}, "benches": {"red": THOMAS}, "waits": "set"}
    play = table(saw="green", blood={"yellow": 0}, **fields)
    assert texts(play) == ["pass", "set blue corruption greed arms"]
    assert refused(play, "set red corruption greed arms") == "R47"
    assert refused(play, "set yellow corruption greed arms") == "R47"
    assert refused(play, "set green corruption greed arms") == "R80"


def test_r48_the_target_chooses() -> None:
    play = trapped()
    assert asked(play) == "blue answer"
    assert texts(play) == ["challenge", "sacrifice"]


def test_r49_a_trap_has_parts_story_challenge_and_sacrifice() -> None:
    composed = compose(GAME.box, tuple(GAME.box.number[name] for name in THOMAS.split()))
    assert composed.top == ("deck", 3)
    assert composed.then == ("discard", 2)
    assert [box.value for box in composed.boxes] == [6, 6]
    assert (composed.places, composed.number) == ((0,), 3)


def test_r50_the_attacker_picks_one_of_two_traits() -> None:
    play = table(hands={"red": "billy"}, benches={"red": "wire-harness glass-box lever"}, waits="set")
    assert [text for text in texts(play) if " blue " in text] == [
        "set blue greed addiction arms",
        "set blue violence addiction arms",
    ]
    say(play, "set blue violence addiction arms")
    assert play.view(1)["trap"]["needs"] == {"violence": 8, "addiction": 6}


def test_r51_the_same_trait_twice_adds_up() -> None:
    play = trapped("set blue obsession obsession arms", benches={"red": "pendulum coal-tank lever"})
    assert play.view(1)["trap"]["needs"] == {"obsession": 12}


def test_r52_the_attacker_picks_arms_or_legs() -> None:
    play = table(hands={"red": "billy"}, benches={"red": "rising-water acid-bath strap"}, waits="set")
    assert "set blue corruption greed arms" in texts(play)
    say(play, "set blue corruption greed legs")
    assert play.view(1)["trap"]["place"] == "legs"


# ---- the challenge ----


def test_r53_the_top_row_comes_first() -> None:
    play = trapped(hands={"blue": "crowbar"}, deck=FILLER)
    say(play, "challenge")
    assert asked(play) == "blue choose"
    assert hand(play, "blue") == ["brick", "chalk", "crowbar", "rope"]


def test_r54_only_cards_just_drawn_are_chosen_from() -> None:
    play = trapped(hands={"blue": "crowbar"}, deck=FILLER)
    say(play, "challenge")
    assert refused(play, "discard crowbar") == "R54"


def test_r53_a_top_row_that_draws_nothing_asks_nothing() -> None:
    """All cards are in hands: there is nothing to draw and so nothing to discard, keep or give (A24)."""
    everything = "? " * 119
    for name, trait in (("acid-bath", "greed"), ("coal-tank", "obsession"), ("needle-crate", "addiction")):
        play = trapped(
            f"set blue corruption {trait} arms",
            benches={"red": f"rising-water {name} lever"},
            hands={"green": everything},
        )
        say(play, "challenge")
        assert asked(play) == "blue challenge"
        assert hand(play, "blue") == []


@pytest.mark.parametrize(("cards", "next_asked"), [(1, "blue challenge"), (2, "blue choose")])
def test_r58_what_is_all_kept_is_not_asked_for(cards: int, next_asked: str) -> None:
    """Coal Tank keeps one: of one card that is drawn all, of two one."""
    play = trapped(
        "set blue corruption obsession arms",
        benches={"red": "rising-water coal-tank lever"},
        hands={"green": "? " * (119 - cards)},
    )
    say(play, "challenge")
    assert asked(play) == next_asked


def test_r55_an_empty_deck_is_rebuilt_from_the_pile() -> None:
    play = trapped(deck="rope", is_deck_short=True)
    events = say(play, "challenge")
    assert len(named(events, "Reshuffled")[0].old) == 123 - 5
    assert pile(play) == []
    assert len(hand(play, "blue")) == 3


DISCARD_ROW = "falling-weight glass-box lever"


def test_r56_from_the_discard_is_from_its_top_or_else_the_deck() -> None:
    play = trapped(
        "set blue obsession addiction arms", benches={"red": DISCARD_ROW}, discard="knife", deck="dice drill wallet"
    )
    say(play, "challenge")
    assert hand(play, "blue") == ["dice", "knife"]


@pytest.mark.parametrize(
    ("thing", "trait", "said", "kept"),
    [
        ("acid-bath", "greed", ("discard rope", "discard brick"), ["chalk"]),
        ("coal-tank", "obsession", ("keep brick",), ["brick"]),
        ("needle-crate", "addiction", ("give rope",), ["brick", "chalk"]),
    ],
)
def test_r56_what_comes_from_the_pile_is_chosen_from_like_what_is_drawn(
    thing: str, trait: str, said: tuple[str, ...], kept: list[str]
) -> None:
    play = trapped(
        f"set blue addiction {trait} arms",
        benches={"red": f"gas-valve {thing} lever"},
        discard="rope chalk brick dice",
    )
    say(play, "challenge")
    assert hand(play, "blue") == ["brick", "chalk", "rope"]
    say(play, *said)
    assert hand(play, "blue") == kept
    assert asked(play) == "blue challenge"


def with_object(name: str, traits: str, **fields: object) -> AnyGame:
    """Blue is in a trap of Rising Water (draw 3), some object and a Lever."""
    return trapped(f"set blue corruption {traits} arms", benches={"red": f"rising-water {name} lever"}, **fields)


def test_r57_then_discard() -> None:
    play = trapped(deck=FILLER)
    say(play, "challenge", "discard chalk", "discard rope")
    assert pile(play) == ["rope", "chalk"]
    assert hand(play, "blue") == ["brick"]


def test_r58_then_keep() -> None:
    play = with_object("coal-tank", "obsession", deck=FILLER)
    say(play, "challenge", "keep chalk")
    assert hand(play, "blue") == ["chalk"]
    assert pile(play) == ["brick", "rope"]


def test_r59_then_give() -> None:
    play = with_object("needle-crate", "addiction", deck=FILLER)
    say(play, "challenge", "give chalk")
    assert hand(play, "blue") == ["brick", "rope"]
    assert hand(play, "red") == ["chalk"]


def test_r60_plus_an_extra_from_the_same_place() -> None:
    play = with_object("iron-safe", "greed", deck=FILLER)
    say(play, "challenge")
    assert hand(play, "blue") == sorted(FILLER.split())
    play = trapped(
        "set blue obsession greed arms",
        benches={"red": "falling-weight iron-safe lever"},
        discard="rope chalk brick",
        deck="dice",
    )
    say(play, "challenge")
    assert hand(play, "blue") == ["brick", "chalk", "rope"]


def test_r61_then_steal_unseen_or_draw() -> None:
    play = with_object("barbed-cage", "violence", deck=FILLER, hands={"red": "billy knife"})
    say(play, "challenge")
    assert asked(play) == "world steal"
    say(play, "steal knife")
    assert "knife" in hand(play, "blue")
    assert hand(play, "red") == []
    play = with_object("barbed-cage", "violence", deck=FILLER)
    say(play, "challenge")
    assert hand(play, "blue") == sorted(FILLER.split())


def test_r62_search_cards_and_tools_come_from_the_hand() -> None:
    play = trapped(hands={"blue": "candle crowbar billy"}, deck="rope chalk brick")
    say(play, "challenge", "discard rope", "discard chalk")
    assert texts(play) == [
        "search candle",
        "commit crowbar corruption",
        "commit billy corruption",
        "commit billy greed",
        "done",
    ]


def test_r63_a_total_is_the_character_and_the_tools() -> None:
    play = trapped(hands={"blue": "crowbar wrench screwdriver-set"}, deck=FILLER)
    say(play, "challenge", "discard rope", "discard chalk")
    say(play, "commit crowbar corruption", "commit wrench corruption", "commit screwdriver-set greed")
    assert named(say(play, "done"), "Judged")[0].missing == 0 + 3


def test_r64_a_billy_is_worth_3_in_one_trait() -> None:
    play = trapped(hands={"blue": "billy"}, deck=FILLER)
    say(play, "challenge", "discard rope", "discard chalk", "commit billy greed")
    assert named(say(play, "done"), "Judged")[0].missing == 5 + 3
    assert "billy" in pile(play, 8)


def test_r65_shortfall_sums_over_traits_and_surplus_does_not_help() -> None:
    play = trapped(hands={"blue": "crowbar wrench wrench"}, deck=FILLER)
    say(play, "challenge", "discard rope", "discard chalk")
    say(play, "commit crowbar corruption", "commit wrench corruption", "commit wrench corruption")
    assert named(say(play, "done"), "Judged")[0].missing == 0 + 6


def test_r66_damage_is_the_shortfall_at_the_traps_place() -> None:
    tools = "crowbar wrench screwdriver-set pliers"
    play = trapped(hands={"blue": tools}, deck=FILLER)
    say(play, "challenge", "discard rope", "discard chalk", "commit crowbar corruption", "commit wrench corruption")
    say(play, "commit screwdriver-set greed", "commit pliers greed", "done", "damage 1 0")
    assert limbs(play, "blue") == "mild healthy healthy healthy"
    play = trapped(hands={"blue": f"{tools} magnet"}, deck=FILLER)
    say(play, "challenge", "discard rope", "discard chalk", "commit crowbar corruption", "commit wrench corruption")
    say(play, "commit screwdriver-set greed", "commit pliers greed", "commit magnet greed", "done")
    assert limbs(play, "blue") == "healthy healthy healthy healthy"


def test_r67_committed_cards_are_discarded_either_way() -> None:
    play = trapped(hands={"blue": "crowbar"}, deck=FILLER)
    say(play, "challenge", "discard rope", "discard chalk", "commit crowbar corruption", "done")
    assert "crowbar" in pile(play)


def test_r68_a_video_has_no_use_in_a_challenge() -> None:
    play = trapped(hands={"blue": "video rope rope"}, deck="chalk chalk brick")
    say(play, "challenge", "discard chalk", "discard chalk")
    assert refused(play, "search video") == "A37"


# ---- the sacrifice and the end of a trap ----


def test_r69_the_sacrifice_is_damage_at_once() -> None:
    play = trapped()
    say(play, "sacrifice")
    assert asked(play) == "blue damage"
    say(play, "damage 2 1")
    assert limbs(play, "blue") == "severe mild healthy healthy"


def test_r70_the_cards_go_to_the_pile_in_order() -> None:
    play = trapped(
        "set blue corruption greed blood the-pig reverse-bear-trap",
        hands={"red": "billy the-pig reverse-bear-trap rope rope chalk chalk", "blue": "crowbar candle"},
        deck="brick brick dice wallet drill compass",
    )
    say(play, "pay rope", "pay rope", "pay chalk", "pay chalk", "discard brick", "discard brick")
    say(play, "search candle", "keep wallet", "commit crowbar corruption", "done")
    assert list(reversed(pile(play, 9)))[-8:] == [
        *("crowbar", "candle", *THOMAS.split(), "billy", "the-pig", "reverse-bear-trap"),
    ]


def test_r71_the_victim_takes_the_saw_token() -> None:
    for answers in (["sacrifice", "damage 3 0"], ["challenge", "discard rope", "discard chalk", "done"]):
        play = trapped(deck=FILLER, saw="green")
        say(play, *answers)
        assert play.position()["turn"]["saw"] == "blue"


# ---- Billy and the Special cards ----


def test_r72_billy_sets_a_trap_or_adds_3() -> None:
    assert card("billy") == (("corruption", "greed", "obsession", "violence", "addiction"), 3)
    play = trapped(hands={"red": "billy billy"})
    assert hand(play, "red") == ["billy"]


@pytest.mark.parametrize("name", ["tourniquet left-arm", "video"])
def test_r73_a_special_costs_two_other_cards(name: str) -> None:
    lost = {"red": "lost healthy healthy healthy"}
    play = table(hands={"red": f"{name.split()[0]} rope"}, benches={"red": "- chalk -"}, limbs=lost)
    say(play, f"play {name}")
    assert asked(play) == "red pay"
    say(play, "pay chalk bench", "pay rope")
    assert pile(play, 5)[-2:] == ["rope", "chalk"]
    assert all(GAME.box.cost[at] == 2 for at, does in enumerate(GAME.box.kind) if KINDS[does] == "special")


def test_r74_a_tourniquet_stops_one_lost_limb() -> None:
    play = table(hands={"red": "tourniquet rope rope"}, limbs={"red": "lost mild severe tourniquet"})
    assert [text for text in texts(play) if "tourniquet" in text and "play" in text] == ["play tourniquet left-arm"]
    say(play, "play tourniquet left-arm", "pay rope", "pay rope")
    assert limbs(play, "red") == "tourniquet mild severe tourniquet"
    events = say(play, "done")
    assert not named(events, "BloodChanged")


def test_r75_an_anesthetic_lowers_a_sacrifice_but_never_to_0() -> None:
    cards = "anesthetic anesthetic anesthetic rope rope chalk chalk brick brick"
    play = trapped(hands={"blue": cards})
    say(play, "sacrifice", "ease anesthetic", "pay rope", "pay rope", "ease anesthetic", "pay chalk", "pay chalk")
    assert asked(play) == "blue damage"
    assert texts(play) == ["damage 0 1", "damage 1 0"]
    assert "anesthetic" in hand(play, "blue")


@pytest.mark.parametrize(("cards", "next_asked"), [("?", "blue damage"), ("? ?", "blue ease")])
def test_r75_who_has_one_card_cannot_have_an_anesthetic_and_pay(cards: str, next_asked: str) -> None:
    play = trapped(hands={"blue": cards})
    say(play, "sacrifice")
    assert asked(play) == next_asked


def test_r75_an_anesthetic_is_paid_from_hand_or_bench() -> None:
    play = trapped(hands={"blue": "anesthetic rope"}, benches={"red": THOMAS, "blue": "- chalk -"})
    say(play, "sacrifice", "ease anesthetic")
    assert texts(play) == ["pay rope", "pay chalk bench"]
    say(play, "pay chalk bench", "pay rope")
    assert texts(play) == ["damage 0 2", "damage 1 1", "damage 2 0"]
    assert bench(play, "blue") == [None, None, None]


def test_r76_under_the_pig_the_challenge_must_be_tried() -> None:
    play = trapped("set blue corruption greed arms the-pig", hands={"red": "billy the-pig dice wallet"}, deck=FILLER)
    say(play, "pay dice", "pay wallet")
    assert asked(play) == "blue choose"


BEAR = {"red": "billy reverse-bear-trap dice wallet"}


def test_r77_a_reverse_bear_trap_asks_for_blood_and_may_backfire() -> None:
    play = trapped("set blue corruption greed blood reverse-bear-trap", hands=BEAR)
    say(play, "pay dice", "pay wallet", "sacrifice")
    assert blood(play, "blue") == 10 - 4
    tools = "crowbar wrench screwdriver-set billy"
    play = trapped("set blue corruption greed blood reverse-bear-trap", hands={**BEAR, "blue": tools}, deck=FILLER)
    say(play, "pay dice", "pay wallet", "challenge", "discard rope", "discard chalk", "commit crowbar corruption")
    say(play, "commit wrench corruption", "commit screwdriver-set greed", "commit billy greed", "done")
    assert (blood(play, "red"), blood(play, "blue")) == (7, 10)


def test_r78_a_video_finds_a_billy_in_the_deck_or_else_in_the_pile() -> None:
    play = table(hands={"red": "video rope rope"}, deck="chalk billy brick")
    events = say(play, "play video", "pay rope", "pay rope", "found")
    assert hand(play, "red") == ["billy"]
    assert named(events, "Filmed")
    assert deck(play, 3) == ["?", "?", "?"]
    no_billy = "billy " * 11
    play = table(hands={"red": "video rope rope"}, benches={"red": "billy - -"}, discard=f"chalk {no_billy}")
    say(play, "play video", "pay rope", "pay rope")
    assert hand(play, "red") == ["billy"]
    assert pile(play, 4) == ["video", "rope", "rope", "chalk"]
    play = table(hands={"red": "video rope rope", "blue": no_billy}, benches={"red": "billy - -"})
    say(play, "play video", "pay rope", "pay rope")
    assert hand(play, "red") == []


def sifting(discard: str, billys: int = 11, hidden: str = "?") -> Play:
    """A Video found nothing in the deck. The pile is ``discard`` under two ropes; Blue has Billys, Green a hand."""
    hands = {"red": "video rope rope", "blue": "billy " * billys, "green": hidden}
    play = table(hands=hands, discard=discard)
    say(play, "play video", "pay rope", "pay rope", "none")
    return play


def test_r78_it_is_asked_where_on_the_pile_a_billy_was_that_nobody_had_named() -> None:
    play = sifting("chalk ? knife ?")
    assert asked(play) == "world sift"
    assert texts(play) == ["found 4", "found 6", "none"]
    assert refused(play, "found 3") == "R78"
    again = GAME.setup(play.position())
    assert (asked(again), texts(again)) == (asked(play), texts(play))
    taken = named(say(play, "found 4"), "TakenUp")[0]
    assert (taken.cause, taken.rule) == ("video", "R78")
    assert hand(play, "red") == ["billy"]
    assert pile(play) == ["video", "rope", "rope", "chalk", "knife", "?"]
    assert play.view(PUBLIC)["players"][0]["hand"]["known"] == ["billy"]


def test_r78_if_no_billy_is_on_the_pile_either_the_video_is_lost() -> None:
    play = sifting("chalk ? knife ?")
    say(play, "none")
    assert hand(play, "red") == []
    assert pile(play) == ["video", "rope", "rope", "chalk", "?", "knife", "?"]
    assert asked(play) == "red use"


def test_r78_the_deck_is_shuffled_before_the_pile_is_searched() -> None:
    play = table(hands={"red": "video rope rope", "blue": "billy " * 11, "green": "?"}, deck="dice", discard="?")
    (shuffle,) = named(say(play, "play video", "pay rope", "pay rope", "none"), "Reshuffled")
    assert (shuffle.cause, shuffle.rule) == ("video", "R78")
    assert asked(play) == "world sift"
    assert deck(play, 1) == ["?"]


def test_r78_the_first_billy_from_the_top_is_taken() -> None:
    """What lies below a Billy that everybody has seen does not matter; what lies above it may be one too."""
    play = sifting("? chalk billy ?", billys=10)
    assert texts(play) == ["found 3", "found 5"]
    assert refused(play, "none") == "R78"
    say(play, "found 5")
    assert hand(play, "red") == ["billy"]
    assert pile(play) == ["video", "rope", "rope", "?", "chalk", "?"]
    play = sifting("chalk billy ? knife", billys=10)
    assert asked(play) == "red use"
    assert pile(play) == ["video", "rope", "rope", "chalk", "?", "knife"]


def test_r78_nothing_is_asked_that_the_cards_tell_by_themselves() -> None:
    """All Billys are seen elsewhere; or the last one can only be the one card of the pile that nobody has named."""
    play = table(hands={"red": "video rope rope", "blue": "billy " * 12}, discard="? chalk")
    say(play, "play video", "pay rope", "pay rope")
    assert (asked(play), hand(play, "red")) == ("red use", [])
    play = sifting("chalk ? knife", hidden="")
    assert (asked(play), hand(play, "red")) == ("red use", ["billy"])
    assert pile(play) == ["video", "rope", "rope", "chalk", "knife"]
    play = sifting("? ?", hidden="")
    assert texts(play) == ["found 3", "found 4"]


def test_r78_cards_of_the_pile_may_be_told_while_it_is_searched() -> None:
    play = sifting("? ?")
    play.feed(Observed(play.state.discard[1], "knife"))
    assert texts(play) == ["found 4", "none"]
    play.feed(Observed(play.state.discard[0], "dice"))
    assert texts(play) == ["none"]


# ---- the Saw token ----


def test_r79_the_saw_token_is_used_while_three_or_more_live() -> None:
    play = trapped(seats=2)
    say(play, "sacrifice", "damage 3 0")
    assert play.position()["turn"]["saw"] is None


def test_r80_its_holder_cannot_be_targeted() -> None:
    play = table(hands={"red": "billy"}, benches={"red": THOMAS}, waits="set", saw="blue")
    assert texts(play) == ["pass", "set green corruption greed arms"]
    assert refused(play, "set blue corruption greed arms") == "R80"


def test_r81_it_passes_to_each_new_victim() -> None:
    play = trapped("set green corruption greed arms", saw="blue")
    say(play, "sacrifice")
    assert play.position()["turn"]["saw"] == "blue"
    say(play, "damage 3 0")
    assert play.position()["turn"]["saw"] == "green"


@pytest.mark.parametrize("holder", ["red", "green"])
def test_r82_it_is_set_aside_when_two_remain(holder: str) -> None:
    play = trapped(blood={"blue": 1}, limbs={"blue": "lost lost healthy healthy"}, saw=holder)
    say(play, "sacrifice")
    assert play.position()["turn"]["saw"] is None
    assert [row["blood"] for row in play.position()["players"]] == [10, 0, 10]


# ---- damage ----


def test_r83_a_limb_has_three_stages() -> None:
    assert STAGES[:4] == ("healthy", "mild", "severe", "lost")
    play = trapped()
    say(play, "sacrifice", "damage 3 0")
    assert limbs(play, "blue") == "lost healthy healthy healthy"


def test_r84_the_damaged_player_shares_it_out() -> None:
    play = trapped(limbs={"blue": "severe healthy healthy healthy"})
    say(play, "sacrifice")
    assert asked(play) == "blue damage"
    assert texts(play) == ["damage 0 3", "damage 1 2"]


def test_r85_three_to_healthy_legs() -> None:
    play = trapped("set blue corruption greed legs", catalogue=lever("legs", 3))
    say(play, "sacrifice")
    assert texts(play) == ["damage 0 3", "damage 1 2", "damage 2 1", "damage 3 0"]


def test_r86_one_then_two_is_a_loss() -> None:
    play = trapped(limbs={"blue": "mild healthy healthy healthy"}, catalogue=lever("arms", 2))
    say(play, "sacrifice", "damage 2 0")
    assert limbs(play, "blue") == "lost healthy healthy healthy"


def test_r87_overflow_goes_to_blood() -> None:
    play = trapped(
        "set blue corruption greed legs",
        limbs={"blue": "healthy healthy severe severe"},
        catalogue=lever("legs", 3),
    )
    events = say(play, "sacrifice")
    assert limbs(play, "blue") == "healthy healthy lost lost"
    assert blood(play, "blue") == 9
    assert [event.rule for event in named(events, "BloodChanged")] == ["R87"]


def test_r88_with_both_limbs_gone_all_of_it_is_blood() -> None:
    play = trapped(limbs={"blue": "lost tourniquet healthy healthy"})
    say(play, "sacrifice")
    assert blood(play, "blue") == 7


def test_r89_mild_has_no_effect() -> None:
    mild = {"red": "mild mild mild mild"}
    play = table(hands={"red": f"candle {FILLER}"}, limbs=mild, deck="knife dice drill")
    say(play, "play candle", "keep knife", "done")
    assert "keep" in texts(play)


@pytest.mark.parametrize(("arms", "most"), [("severe mild", 4), ("severe lost", 3), ("tourniquet lost", 3)])
def test_r90_each_severe_arm_lowers_the_hand_limit(arms: str, most: int) -> None:
    cards = ["rope", "chalk", "brick", "magnet", "knife"]
    for count in (most, most + 1):
        play = table(hands={"red": " ".join(cards[:count])}, limbs={"red": f"{arms} mild mild"}, waits="discard")
        assert ("keep" in texts(play)) == (count == most)


def test_r91_legs_lower_search_cards_and_not_the_limit() -> None:
    play = table(hands={"red": "rope chalk brick magnet knife"}, limbs={"red": BOTH}, waits="discard")
    assert "keep" in texts(play)


def test_r92_lost_limbs_bleed_at_the_end_of_the_own_turn() -> None:
    play = table(hands={"red": "rope"}, limbs={"red": "lost lost lost lost"})
    say(play, "done", "keep")
    assert blood(play, "red") == 6
    play = table(hands={"red": "rope"}, limbs={"red": "lost tourniquet tourniquet severe"})
    say(play, "done", "keep")
    assert blood(play, "red") == 9


def test_r93_blood_goes_piece_by_piece() -> None:
    play = trapped(limbs={"blue": "lost lost healthy healthy"})
    lost = named(say(play, "sacrifice"), "BloodChanged")[0]
    assert (lost.before, lost.after) == (10, 7)


# ---- the worked example ----


@pytest.mark.parametrize("reading", ["corruption-violence", "corruption-greed"])
def test_r94_thomas_is_three_short(reading: str) -> None:
    """Both readings of the Scissors give the example's totals: 6 corruption and 3 greed, 3 damage (A2, A68)."""
    play = trapped(
        options={"A2": reading},
        hands={"blue": "wrench wrench screwdriver-set strong-torch"},
        deck="scissors hammer lighter hacksaw chalk brick hip-flask drill",
    )
    say(play, "challenge", "discard hammer", "discard lighter")
    say(play, "search strong-torch", "keep chalk", "keep brick", "keep drill")
    if reading == "corruption-violence":
        say(play, "commit scissors corruption", "commit wrench corruption", "commit wrench corruption")
        say(play, "commit screwdriver-set greed")
    else:
        say(play, "commit scissors greed", "commit wrench corruption", "commit wrench greed")
        say(play, "commit screwdriver-set corruption")
    assert named(say(play, "done"), "Judged")[0].missing == 3
    assert asked(play) == "blue damage"
    say(play, "damage 1 2")
    assert limbs(play, "blue") == "mild severe healthy healthy"
    used = {"scissors", "wrench", "screwdriver-set", "strong-torch"}
    assert used == set(pile(play, 9)[4:])


# ---- a second reading ----


def test_r95_characters_are_open() -> None:
    assert [row["character"] for row in table().view(PUBLIC)["players"]] == ["surgeon", "broker", "sergeant"]
    assert GAME.write_catalogue()["characters"][0]["greed"] == 0


def test_r96_a_payment_is_on_the_pile_before_the_draw_row() -> None:
    play = trapped(
        "set blue obsession addiction arms the-pig",
        hands={"red": "billy the-pig rope chalk"},
        benches={"red": DISCARD_ROW},
    )
    say(play, "pay rope", "pay chalk")
    assert hand(play, "blue") == ["chalk", "rope"]


def test_r97_pig_and_bear_trap_only_with_the_billy_that_sets_a_trap() -> None:
    play = table(hands={"red": "the-pig reverse-bear-trap rope rope"})
    assert refused(play, "play the-pig") == "R97"
    assert refused(play, "play reverse-bear-trap") == "R97"
    play = trapped(hands={"red": "billy the-pig rope rope"})
    assert texts(play) == ["challenge", "sacrifice"]


def test_r98_no_anesthetic_under_the_pig_and_no_way_around_the_token() -> None:
    fields = {"hands": {"red": "billy the-pig rope rope"}, "benches": {"red": THOMAS}, "waits": "set"}
    play = table(saw="blue", **fields)
    assert refused(play, "set blue corruption greed arms the-pig") == "R80"
    play = trapped(
        "set blue corruption greed arms the-pig", hands={"red": "billy the-pig rope rope", "blue": "anesthetic"}
    )
    events = say(play, "pay rope", "pay rope")
    assert named(events, "TrapAnswered")[0].is_challenge


def test_r99_a_video_is_no_search_card() -> None:
    play = table(hands={"red": "video rope rope"}, limbs={"red": BOTH}, deck="billy", discard="billy")
    say(play, "play video", "pay rope", "pay rope")
    assert "none" not in texts(play)
    say(play, "found")
    assert pile(play, 4) == ["video", "rope", "rope", "billy"]


def test_r100_the_character_counts_once_per_trait() -> None:
    play = trapped(
        "set blue obsession obsession arms", benches={"red": "pendulum coal-tank lever"}, deck="rope chalk brick"
    )
    say(play, "challenge", "keep rope")
    assert named(say(play, "done"), "Judged")[0].missing == 12 - 2


def test_r101_given_cards_cannot_be_benched_or_played_that_turn() -> None:
    play = with_object("needle-crate", "addiction", deck=FILLER)
    say(play, "challenge", "give rope", "done")
    assert bench(play, "red") == [None, None, None]
    assert asked(play) == "blue use"
    assert hand(play, "red") == ["rope"]


def test_r102_a_tourniquet_in_the_next_own_turn_is_in_time() -> None:
    play = trapped(hands={"blue": "tourniquet rope chalk"})
    say(play, "sacrifice", "take", "damage 3 0")
    assert blood(play, "blue") == 10
    say(play, "play tourniquet left-arm", "pay rope", "pay chalk", "done", "keep")
    assert blood(play, "blue") == 10


def test_r103_the_turn_passes_to_the_next_living_seat() -> None:
    play = table(seats=4, blood={"blue": 0, "green": 0}, hands={"red": "rope"})
    say(play, "done", "keep")
    assert asked(play) == "yellow use"


def test_r104_points_beyond_the_last_piece_are_ignored() -> None:
    play = trapped(blood={"blue": 1}, limbs={"blue": "lost lost healthy healthy"})
    lost = named(say(play, "sacrifice"), "BloodChanged")[0]
    assert (lost.before, lost.after) == (1, 0)


def test_positions_that_cannot_be_are_refused() -> None:
    wrong = position()
    wrong["deck"] = wrong["deck"][:-1]
    with pytest.raises(SetupError, match="122 cards"):
        GAME.setup(wrong)
    assert player(GAME.setup(position()), "red")["blood"] == 10


def test_an_untold_card_may_be_told_at_any_time() -> None:
    play = table(hands={"red": "? ? rope"})
    assert "bench ? 1" in texts(play)
    token = play.waiting[0].token
    play.feed(Observed(token, "candle"))
    assert "play candle" in texts(play)
    assert play.view(0)["players"][0]["hand"]["known"] == ["candle", "rope"]
    assert play.view(1)["players"][0]["hand"]["known"] == []
