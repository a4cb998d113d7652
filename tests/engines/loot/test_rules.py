"""Every rule of Loot Trap, by its number."""

from collections import Counter
from random import Random

import pytest

import engines
from engines.core import Answer, IllegalEntry, Observed, Reveal, Shuffle, Table
from engines.loot import events as ev
from engines.loot.field import Field
from tests.engines.loot.scenes import Scene, discarded, game, hand, named, options, passes, player, say, space

FOUR = 4


def begun(seats: int = 2, **options_: str) -> engines.core.Play:
    """A game after the avatars have been chosen and Red begins."""
    play = game(**options_).new(Shuffle(3), seats)
    while play.waiting and play.decision.kind == "avatar":
        play.feed(Answer(play.decision.id, next(play.options(play.decision).enumerate())))
    return play


# ---- set-up and goal -------------------------------------------------------------------------------------------------


def test_r1_the_box_has_130_cards() -> None:
    box = game().box
    kinds = Counter(design.kind for design in box.designs for _ in range(design.copies))
    assert kinds == {"hybrid": 81, "equipment": 10, "loot": 12}
    assert (box.total, len(box.avatars), len(box.catalogue.variants)) == (103, 9, 4)
    assert 9 + 6 + 4 + 4 + 4 + box.total == 130


@pytest.mark.parametrize(("seats", "goal"), [(2, 5), (3, 4), (4, 4)])
def test_r2_enough_loot_at_the_end_of_the_own_turn_wins(seats: int, goal: int) -> None:
    for loots, winner in ((goal, 0), (goal - 1, None)):
        play = Scene(seats).hand("red", "grapeshot").bank("red", loots).play(at="discard")
        say(play, "keep")
        assert (play.result and play.result.winner) == (winner if loots == goal else None)


def test_r3_everybody_begins_with_an_avatar_health_8_and_four_cards() -> None:
    for row in begun(3).position()["players"]:
        assert row["avatar"]
        assert row["health"] == 8
        assert len(row["hand"]) >= 4


@pytest.mark.parametrize(("seats", "field", "deck"), [(2, 20, 75), (3, 30, 61), (4, 30, 57)])
def test_r4_the_field_lies_face_down_and_the_rest_is_the_deck(seats: int, field: int, deck: int) -> None:
    position = game().new(Table(), seats).position()
    assert len(position["field"]) == field
    assert not any(row["armed"] or row["face_up"] or row["laid"] for row in position["field"])
    assert len(position["deck"]) == deck


def test_r5_other_shapes_are_allowed() -> None:
    own = Field("1########\n........2", 2)
    assert len(own.cells) == 10
    assert {len(game(A1=shape).box.fields[2].cells) for shape in ("standard", "square", "ring")} == {20}


def test_r6_pawns_begin_on_the_single_cards() -> None:
    assert [row["space"] for row in game().new(Table(), 4).position()["players"]] == ["d1", "a4", "d8", "g5"]


def test_r7_roll_cards_are_a_deck_of_their_own() -> None:
    assert game().new(Table()).position()["rolls"] == [1, 2, 3, 4, 5, 6]
    assert not any(name.startswith("roll") for name in game().box.names)


def test_r8_who_begins_is_told() -> None:
    play = game().new(Table(), 3)
    say(play, "avatar annie", "avatar fen", "avatar gull")
    assert options(play) == ["first red", "first blue", "first green"]
    say(play, "first green")
    assert play.decision.seat == 2


# ---- turn ------------------------------------------------------------------------------------------------------------


def test_r9_without_cards_draw_three_and_end() -> None:
    play = Scene().bank("red", 5).hand("blue", "grapeshot").play("red", "turn")
    assert len(named(play.events, ev.Drawn)) == 3
    assert not named(play.events, ev.Moved)
    assert play.result == (0, "R2")
    later = Scene().hand("red", "lucky-charm").hand("blue", "grapeshot").play(at="action")
    say(later, "play lucky-charm")  # running out later in the turn is nothing
    passes(later)
    assert [event.seat for event in named(later.events, ev.Drawn)] == [1]


def test_r10_one_card_is_drawn_and_must_be() -> None:
    play = Scene().hand("red", "loot").play("red", "turn")
    assert len(hand(play, "red")) == 2
    assert play.decision.kind == "move"


def test_r11_the_discard_pile_is_shuffled_when_a_card_is_due_and_not_before() -> None:
    scene = Scene().hand("red", "loot grapeshot").hand("blue", "loot").discard("cutpurse plunder").deck("mutiny")
    play = scene.play("red", "draw", short=True)
    assert not named(play.events, ev.Reshuffled)
    assert len(play.state.deck) == 0
    play.say("move b2")
    passes(play)
    events = say(play, "done", "replace grapeshot")
    assert len(named(events, ev.Reshuffled)[0].old) == 3
    assert len(play.state.deck) + len(play.state.discard) < 3


def test_r12_more_than_six_cards_at_the_end_hurt() -> None:
    for count, health in ((6, 8), (7, 7)):
        play = Scene().hand("red", " ".join(["loot"] * count)).hand("blue", "loot").play(at="discard")
        say(play, "keep")
        assert player(play, "red")["health"] == health
        assert len(player(play, "red")["hand"]) == count


def test_r13_a_pawn_moves_one_step_to_any_free_space_around() -> None:
    play = Scene().hand("red", "loot").pawn("red", "b4").pawn("blue", "b5").play()
    assert options(play) == [f"move {name}" for name in ("c5", "c4", "c3", "b3", "a3", "a4", "a5")]
    with pytest.raises(IllegalEntry, match="stands there"):
        say(play, "move b5")
    with pytest.raises(IllegalEntry, match="around it"):
        say(play, "move b7")


def test_r14_the_card_left_is_armed_also_after_a_forced_move() -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "north-gale").play()
    say(play, "move b2")
    assert space(play, "b1")["armed"]
    assert player(play, "red")["space"] == "b3"
    assert space(play, "b2")["armed"]


def test_r15_only_a_pawn_that_pawns_surround_hops() -> None:
    scene = Scene(4).hand("red", "loot").pawn("red", "d1")
    scene.pawn("blue", "c2").pawn("green", "d2").pawn("yellow", "e2")
    play = scene.play()
    assert options(play) == ["hop b3", "hop c3", "hop d3", "hop e3", "hop f3"]
    free = Scene(4).hand("red", "loot").pawn("blue", "c2").pawn("green", "d2").play()
    assert options(free) == ["move e2"]


def test_r16_an_action_is_optional_and_one_of_three() -> None:
    play = Scene().hand("red", "loot powder-keg").play(at="action")
    kinds = {text.split()[0] for text in options(play)}
    assert kinds == {"play", "bank", "lay", "peek", "done"}
    say(play, "done")
    passes(play)
    assert play.decision.kind == "discard"


def test_r17_play_a_hybrid_or_equip_or_bank() -> None:
    scene = Scene().hand("red", "powder-keg cork-vest loot").hand("blue", "loot")
    play = scene.play(at="action")
    position = play.position()
    say(play, "play powder-keg")
    assert player(play, "blue")["health"] == 6
    assert discarded(play) == ["powder-keg"]
    equipped = play.game.setup(position, Shuffle(1))
    say(equipped, "equip cork-vest blue")
    assert player(equipped, "blue")["equipment"]
    banked = play.game.setup(position, Shuffle(1))
    say(banked, "bank")
    assert len(player(banked, "red")["bank"]) == 1


def test_r18_what_cannot_be_fulfilled_is_discarded() -> None:
    play = Scene().hand("red", "rum-ration loot").hand("blue", "loot").play(at="action")
    events = say(play, "play rum-ration")
    assert named(events, ev.Fizzled)
    assert discarded(play) == ["rum-ration"]
    passes(play)
    assert play.decision.kind == "discard"


def test_r18_a_card_aimed_at_somebody_whom_it_cannot_affect_is_discarded() -> None:
    play = Scene(3).hand("red", "cutpurse loot").hand("green", "loot").play(at="action")
    events = say(play, "play cutpurse", "target blue")
    assert named(events, ev.Fizzled)
    assert discarded(play) == ["cutpurse"]
    assert hand(play, "green") == ["loot"]


def test_r19_a_trap_is_laid_face_down_on_a_free_card_beside() -> None:
    play = Scene().hand("red", "powder-keg").hand("blue", "loot").pawn("red", "b4").pawn("blue", "b5").play(at="action")
    assert [text for text in options(play) if text.startswith("lay")] == [
        "lay powder-keg c4",
        "lay powder-keg b3",
        "lay powder-keg a4",
    ]
    say(play, "lay powder-keg c4")
    row = space(play, "c4")
    assert (row["laid_by"], row["armed"], row["face_up"]) == ("red", False, False)
    assert play.view(1)["field"][play.state.field.cells.index(play.state.field.find("c4"))]["laid"] == "hidden"


def test_r20_a_trap_over_an_armed_card_flips_it_and_both_are_discarded_in_the_end() -> None:
    scene = Scene().hand("red", "powder-keg loot").hand("blue", "loot").trap("b2", "mutiny")
    play = scene.play(at="action")
    events = say(play, "lay powder-keg b2")
    assert [event.face for event in named(events, ev.Flipped)] == [play.game.box.number["mutiny"]]
    assert space(play, "b2")["face_up"]
    assert not space(play, "b2")["armed"]
    sprung = Scene().hand("red", "loot").laid("b2", "ship-surgeon", over="mutiny", face_up=True)
    play = sprung.play()
    say(play, "move b2")
    assert sorted(discarded(play)) == ["mutiny", "ship-surgeon"]
    assert space(play, "b2")["card"]


def test_r21_no_trap_on_a_laid_trap_unless_a_card_says_so() -> None:
    scene = Scene().hand("red", "saboteur loot").hand("blue", "loot").laid("b2", "grapeshot", by="red")
    play = scene.play(at="action")
    assert "lay loot b2" not in options(play)
    with pytest.raises(IllegalEntry, match="already"):
        say(play, "lay loot b2")
    say(play, "play saboteur", "lay loot b2")
    assert named(play.events, ev.Ousted)
    assert sorted(discarded(play)) == ["grapeshot", "saboteur"]
    assert space(play, "b2")["laid_by"] == "red"


def test_r22_a_laid_trap_lies_over_a_face_down_or_a_face_up_card() -> None:
    down = Scene().hand("red", "loot mutiny").play(at="action")
    say(down, "lay loot b2")
    up = Scene().hand("red", "loot mutiny").trap("b2", "plunder").play(at="action")
    say(up, "lay loot b2")
    assert [space(play, "b2")["face_up"] for play in (down, up)] == [False, True]
    assert all(space(play, "b2")["laid"] for play in (down, up))


def test_r23_peek_then_swap_or_toss() -> None:
    scene = Scene().hand("red", "loot mutiny").field("b1", "plunder")
    play = scene.play(at="action")
    position = play.position()
    say(play, "peek")
    assert play.view(0)["field"][0]["card"] == "plunder"
    assert play.view(1)["field"][0]["card"] == "hidden"
    assert options(play) == ["swap mutiny", "swap loot", "toss"]
    say(play, "swap mutiny")
    assert hand(play, "red") == ["loot", "plunder"]
    tossed = play.game.setup(position, Shuffle(1))
    say(tossed, "peek", "toss")
    assert discarded(tossed) == ["plunder"]
    assert space(tossed, "b1")["card"] != position["field"][0]["card"]


def test_r24_one_card_may_be_discarded_and_replaced_if_nothing_was_done() -> None:
    play = Scene().hand("red", "loot mutiny").hand("blue", "loot").play(at="action")
    say(play, "done")
    passes(play)
    assert options(play) == ["discard mutiny", "discard loot", "replace mutiny", "replace loot", "keep"]
    say(play, "replace mutiny")
    assert len(hand(play, "red")) == 2
    acted = Scene().hand("red", "loot mutiny").play(at="action")
    say(acted, "bank")
    passes(acted)
    assert options(acted) == ["discard mutiny", "keep"]


def test_r25_then_the_next_player() -> None:
    play = Scene(3).hand("red", "loot").hand("blue", "loot").play(at="discard")
    say(play, "keep")
    assert (play.decision.seat, play.decision.kind) == (1, "move")


# ---- traps -----------------------------------------------------------------------------------------------------------


def test_r26_landing_on_an_armed_card_reveals_resolves_and_discards_it() -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "powder-keg").table()
    play.say("move b2")
    assert isinstance(play.waiting[0], Reveal) is False  # its face was told by the set-up
    assert player(play, "red")["health"] == 6
    assert discarded(play) == ["powder-keg"]
    unseen = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "?").table()
    unseen.say("move b2")
    assert [(item.zone, item.policy) for item in unseen.waiting] == [("aside", "must")]
    unseen.feed(Observed(unseen.waiting[0].token, "powder-keg"))
    assert player(unseen, "red")["health"] == 6


def test_r27_an_unarmed_card_stays_hidden() -> None:
    play = Scene().hand("red", "loot").field("b2", "powder-keg").play()
    events = say(play, "move b2")
    assert not named(events, ev.Sprung)
    assert player(play, "red")["health"] == 8


def test_r28_an_empty_space_is_refilled_face_down_and_unarmed() -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "powder-keg").play()
    events = say(play, "move b2")
    assert named(events, ev.Refilled)
    assert space(play, "b2")["card"]
    assert not space(play, "b2")["armed"]


def test_r29_the_target_is_who_landed_unless_the_trap_says_otherwise() -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "short-fuse").play()
    say(play, "move b2")
    assert [player(play, seat)["health"] for seat in ("red", "blue")] == [7, 7]
    own = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "powder-keg").play()
    say(own, "move b2")
    assert [player(own, seat)["health"] for seat in ("red", "blue")] == [6, 8]


def test_r30_of_a_hybrid_the_lower_part_counts() -> None:
    play = Scene().hand("red", "loot").trap("b2", "powder-keg").play()
    say(play, "move b2")
    assert [player(play, seat)["health"] for seat in ("red", "blue")] == [6, 8]  # the upper part would hurt Blue


def test_r31_found_loot_may_be_banked_and_the_action_is_still_there() -> None:
    play = Scene().hand("red", "mutiny").trap("b2", "loot").play()
    say(play, "move b2")
    assert options(play) == ["bank", "leave"]
    say(play, "bank")
    assert len(player(play, "red")["bank"]) == 1
    passes(play)
    assert play.decision.kind == "action"


def test_r32_found_equipment_goes_on_any_player_or_is_discarded() -> None:
    scene = Scene(3).hand("red", "mutiny").trap("d2", "cork-vest")
    play = scene.play()
    say(play, "move d2")
    assert options(play) == ["equip cork-vest red", "equip cork-vest blue", "equip cork-vest green", "leave"]
    again = play.clone()
    say(play, "equip cork-vest green")
    assert player(play, "green")["equipment"]
    say(again, "leave")
    assert discarded(again) == ["cork-vest"]


def test_r33_several_traps_go_off_in_landing_order() -> None:
    scene = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "north-gale").trap("b3", "north-gale")
    play = scene.trap("b4", "powder-keg").play()
    events = say(play, "move b2")
    assert [play.game.names.cell(event.cell) for event in named(events, ev.Sprung)] == ["b2", "b3", "b4"]
    assert player(play, "red")["health"] == 8 - 1 - 1 - 2
    assert [space(play, name)["armed"] for name in ("b1", "b2", "b3", "b4")] == [True, True, True, False]


# ---- loot and equipment ----------------------------------------------------------------------------------------------


def test_r34_banked_loot_lies_open() -> None:
    play = Scene().hand("red", "loot mutiny").play(at="action")
    say(play, "bank")
    assert play.view(1)["players"][0]["bank"] == 1


def test_r35_banked_loot_prevents_damage_loot_in_hand_does_not() -> None:
    scene = Scene().hand("red", "powder-keg").hand("blue", "loot loot").bank("blue", 1)
    play = scene.play(at="action")
    say(play, "play powder-keg")
    assert play.decision.seat == 1
    assert options(play) == ["spend 0", "spend 1"]
    say(play, "spend 1")
    assert player(play, "blue")["health"] == 7
    assert player(play, "blue")["bank"] == []


def test_r36_one_piece_of_equipment_for_each_player() -> None:
    play = Scene().hand("red", "cork-vest").hand("blue", "loot").wears("red", "sea-legs").play(at="action")
    say(play, "equip cork-vest red")
    assert discarded(play) == ["sea-legs"]
    assert play.position()["faces"][player(play, "red")["equipment"]] == "cork-vest"


# ---- icons -----------------------------------------------------------------------------------------------------------


def test_r37_free_gives_another_action() -> None:
    play = Scene().hand("red", "rum-ration loot").health("red", 5).play(at="action")
    say(play, "play rum-ration")
    assert (play.decision.kind, play.decision.seat) == ("action", 0)
    assert discarded(play) == ["rum-ration"]


def test_r38_stop_ends_the_active_players_turn_after_the_chain() -> None:
    scene = Scene().hand("red", "loot").hand("blue", "loot").health("red", 4)
    play = scene.trap("b2", "homesick").trap("b1", "powder-keg").play()
    play.say("move b2")  # the card left is armed, homesick sends Red back onto it
    assert player(play, "red")["space"] == "b1"
    assert player(play, "red")["health"] == 2
    assert play.decision.seat == 1
    other = Scene().hand("red", "north-gale loot").hand("blue", "loot").pawn("blue", "b4").trap("b5", "ship-surgeon")
    pushed = other.health("red", 3).play(at="action")
    say(pushed, "play north-gale")
    assert player(pushed, "red")["health"] == 5
    assert not pushed.state.stopped


def test_r39_multiply_doubles_if_a_player_laid_it() -> None:
    for scene, health in (
        (Scene().trap("b2", "powder-keg"), 6),
        (Scene().laid("b2", "powder-keg"), 4),
        (Scene().laid("b2", "north-gale"), 7),
    ):
        play = scene.hand("red", "loot").play()
        say(play, "move b2")
        assert player(play, "red")["health"] == health


def test_r40_out_of_turn_on_the_own_turn_or_free_on_anothers() -> None:
    play = Scene().hand("red", "lucky-charm loot").hand("blue", "lucky-charm powder-keg").play()
    say(play, "move b2")
    assert (play.decision.seat, options(play)) == (1, ["play lucky-charm", "pass"])
    say(play, "out:play lucky-charm", "out:pass")
    assert player(play, "blue")["guarded"]
    say(play, "play lucky-charm")
    assert player(play, "red")["guarded"]


def test_r41_free_actions_only_after_draw_and_move() -> None:
    play = Scene().hand("red", "rum-ration loot").hand("blue", "lucky-charm").play("red", "turn")
    assert play.decision.kind == "move"
    assert not any(text.startswith("play") for text in options(play))
    play.say("move b2")
    assert play.decision.kind == "window"


# ---- rolls and characters --------------------------------------------------------------------------------------------


def test_r42_a_roll_card_triggers_the_ability_of_its_number() -> None:
    play = Scene().hand("red", "knucklebones loot").hand("blue", "loot").rolls(6).play(at="action")
    events = say(play, "play knucklebones")
    assert [event.number for event in named(events, ev.Rolled)] == [6]
    assert player(play, "blue")["health"] == 7  # Annie is a gunner: every opponent takes 1


def test_r43_several_draw_the_active_one_first_then_clockwise() -> None:
    scene = Scene(3).hand("red", "loot").hand("blue", "loot").hand("green", "loot").trap("b4", "knucklebones")
    play = scene.table("blue")
    play.say("move b4")
    order = []
    while any(getattr(item, "kind", "") == "roll" for item in play.waiting):
        order.append(play.state.agenda[-1][1])
        play.say(options(play)[0])
        while play.decision.kind not in ("roll", "window", "action"):
            play.say(options(play)[0])
    assert order == [1, 2, 0]


def test_r44_no_number_twice_before_all_six_have_come() -> None:
    play = Scene().hand("red", "knucklebones loot").rolls(2).table(at="action")
    say(play, "play knucklebones")
    assert options(play) == ["roll 2"]
    say(play, "roll 2")
    assert play.position()["rolls"] == []
    fresh = Scene().hand("red", "knucklebones loot").rolls().table(at="action")
    say(fresh, "play knucklebones")
    assert len(options(fresh)) == 6


# ---- damage and end --------------------------------------------------------------------------------------------------


def test_r45_health_never_falls_below_0() -> None:
    play = Scene(3).hand("red", "powder-keg").hand("blue", "mutiny").health("blue", 1).play(at="action")
    say(play, "play powder-keg", "target blue")
    assert player(play, "blue")["health"] == 0


def test_r46_at_0_banked_loot_regains_health() -> None:
    play = Scene().hand("red", "powder-keg").hand("blue", "mutiny").health("blue", 1).bank("blue", 1).play(at="action")
    say(play, "play powder-keg", "spend 1")
    assert player(play, "blue")["health"] == 1
    assert play.result is None


def test_r47_at_0_without_rescue_the_game_is_lost() -> None:
    play = Scene().hand("red", "powder-keg").hand("blue", "mutiny").health("blue", 1).play(at="action")
    events = say(play, "play powder-keg")
    assert [event.seat for event in named(events, ev.Eliminated)] == [1]
    assert play.result == (0, "R2")


def test_r48_all_at_0_at_once_is_a_draw() -> None:
    scene = Scene().hand("red", "loot").health("red", 1).health("blue", 1).trap("b2", "short-fuse")
    play = scene.play()
    say(play, "move b2")
    assert play.result == (None, "R48")


# ---- three and four players ------------------------------------------------------------------------------------------


def test_r49_four_loot_win_with_three_or_four() -> None:
    play = Scene(4).hand("red", "mutiny").bank("red", 4).play(at="discard")
    say(play, "keep")
    assert play.result == (0, "R2")


def test_r50_the_active_player_chooses_the_opponent() -> None:
    play = Scene(3).hand("red", "powder-keg").play(at="action")
    say(play, "play powder-keg")
    assert (play.decision.seat, options(play)) == (0, ["target blue", "target green"])
    say(play, "target green")
    assert player(play, "green")["health"] == 6


def test_r51_the_eliminated_discard_all_loot() -> None:
    scene = Scene(3).hand("red", "powder-keg").hand("blue", "loot mutiny").health("blue", 1).bank("blue", 1)
    play = scene.play(at="action")
    say(play, "play powder-keg", "target blue", "spend 0")
    assert sorted(discarded(play)) == ["loot", "loot", "powder-keg"]
    assert hand(play, "blue") == ["mutiny"]


def test_r52_the_eliminated_may_draw_roll_and_discard() -> None:
    scene = Scene(3).hand("blue", "mutiny").hand("green", "loot").dead("blue").deck("loot")
    play = scene.play("blue", "turn")
    assert (play.decision.seat, options(play)) == (1, ["draw", "no"])
    say(play, "draw")
    assert hand(play, "blue") == ["mutiny"]
    assert discarded(play) == ["loot"]
    assert options(play) == ["roll", "no"]
    say(play, "no")
    assert options(play) == ["discard mutiny", "keep"]


@pytest.mark.parametrize(
    ("number", "kind"), [(1, "ghost-discard"), (3, "ghost-discard"), (4, "lay"), (5, "lay"), (6, "step")]
)
def test_r53_their_roll(number: int, kind: str) -> None:
    scene = Scene(3).hand("blue", "mutiny").hand("green", "loot").dead("blue").rolls(number)
    play = scene.play("blue", "turn")
    say(play, "no", "roll")
    assert (play.decision.kind, play.decision.seat) == (kind, 1)
    if kind == "step":
        moved = [play.state.agenda[-1][1]]
        play.say(options(play)[0])
        moved.append(play.state.agenda[-1][1])
        assert moved == [2, 0]


def test_r54_they_must_not_end_above_the_hand_limit() -> None:
    scene = Scene(3).hand("blue", "mutiny mutiny mutiny plunder plunder plunder cutpurse cutpurse").dead("blue")
    play = scene.hand("green", "loot").play("blue", "turn")
    say(play, "no", "no")
    assert "keep" not in options(play)
    say(play, "discard mutiny")
    assert "keep" not in options(play)
    say(play, "discard mutiny")
    assert len(hand(play, "blue")) == 6
    assert play.decision.seat == 2


# ---- variants and the rest -------------------------------------------------------------------------------------------


def test_r55_up_to_four_variant_cards_one_side_each() -> None:
    def goal(**options_: str) -> int:
        rules = game(**options_)
        return rules.kit.loot_goal(rules.first_state(2), 0)

    assert (goal(), goal(V2="front"), goal(V2="back")) == (5, 4, 6)
    everything = game(V1="front", V2="back", V3="front", V4="back")
    assert set(everything.box.house_rules) == {"trap-damage", "loot-goal", "hand-limit", "peek"}
    foggy = Scene(rules=everything).hand("red", "loot").play(at="action")
    assert "peek" not in options(foggy)


def test_r56_equipment_goes_on_by_play_or_out_of_a_trap_and_on_anybody() -> None:
    play = Scene(3).hand("red", "cork-vest").play(at="action")
    assert [text for text in options(play) if "equip" in text] == [
        "equip cork-vest red",
        "equip cork-vest blue",
        "equip cork-vest green",
    ]


def test_r57_a_played_card_is_discarded_only_when_it_is_resolved() -> None:
    scene = Scene().hand("red", "smuggler loot").hand("blue", "loot").discard("mutiny")
    play = scene.play(at="action", short=True)
    events = say(play, "play smuggler")
    shuffled = named(events, ev.Reshuffled)[0]
    assert len(shuffled.old) == 1
    assert play.position()["aside"]
    say(play, "discard loot")
    assert discarded(play) == ["loot", "smuggler"]


def test_r58_the_loot_win_is_tested_at_the_end_of_the_own_turn() -> None:
    play = Scene().hand("red", "loot mutiny").hand("blue", "mutiny").bank("red", 4).play(at="action")
    say(play, "bank")
    assert play.result is None
    say(play, "keep")
    assert play.result == (0, "R2")
    spent = Scene().hand("red", "loot").hand("blue", "mutiny").bank("red", 5).trap("b2", "powder-keg").play()
    say(spent, "move b2", "spend 2", "done", "keep")
    assert spent.result is None


def test_r59_a_card_swapped_in_by_peek_is_unarmed_until_the_space_is_left() -> None:
    play = Scene().hand("red", "powder-keg loot").hand("blue", "loot").play(at="action")
    say(play, "peek", "swap powder-keg", "keep")
    assert (space(play, "b1")["armed"], space(play, "b1")["laid"]) == (False, None)
    rng = Random(1)
    while space(play, "b1")["armed"] is False:
        play.feed(Answer(play.decision.id, play.options(play.decision).sample(rng)))
    assert player(play, "red")["space"] != "b1"
