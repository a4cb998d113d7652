"""Every ruling of Loot Trap, by its number, with each of its values."""

import pytest

from engines.core import Answer, IllegalEntry, Pass, Shuffle, Table
from engines.loot import events as ev
from engines.loot.box import SHAPES
from tests.engines.loot.scenes import Scene, discarded, game, hand, named, options, passes, player, say, space


def widths(shape: str, seats: int) -> list[int]:
    """How many cards each row of a field has, from the south."""
    field = game(A1=shape).box.fields[seats]
    rows = [field.spots[cell][1] for cell in field.cells]
    return [rows.count(row) for row in sorted(set(rows))]


def test_a1_the_shape_of_the_field() -> None:
    assert widths("standard", 2) == [1, 3, 3, 3, 3, 3, 3, 1]
    assert widths("standard", 4) == [1, 3, 5, 6, 6, 5, 3, 1]
    assert {sum(widths(shape, 2)) for shape in SHAPES} == {20}
    assert {sum(widths(shape, 4)) for shape in SHAPES} == {30}
    assert len({tuple(widths(shape, 4)) for shape in SHAPES}) == 3


def test_a2_with_three_one_first_card_stays_empty() -> None:
    position = game().new(Table(), 3).position()
    stands = [row["space"] for row in position["players"]]
    assert stands == ["d1", "a4", "d8"]
    assert any(row["space"] == "g5" and row["card"] for row in position["field"])


@pytest.mark.parametrize(("ruled", "cells"), [("orthogonal", ["b2"]), ("diagonal", ["b2", "c2", "a2"])])
def test_a3_where_traps_are_laid(ruled: str, cells: list[str]) -> None:
    play = Scene(rules=game(A3=ruled)).hand("red", "loot").play(at="action")
    assert [text.split()[-1] for text in options(play) if text.startswith("lay")] == cells


@pytest.mark.parametrize("card", ["loot", "cork-vest", "mutiny"])
def test_a4_any_card_may_be_laid(card: str) -> None:
    play = Scene().hand("red", card).hand("blue", "loot").play(at="action")
    say(play, f"lay {card} b2")
    assert space(play, "b2")["laid_by"] == "red"


def test_a5_a_peeked_card_is_swapped_or_tossed_and_left_only_by_option() -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").play(at="action")
    say(play, "peek")
    assert options(play) == ["swap loot", "toss"]
    lenient = Scene(rules=game(A5="leave")).hand("red", "loot").hand("blue", "loot").play(at="action")
    say(lenient, "peek", "leave")
    assert lenient.state.acted


def test_a6_a_card_swapped_in_is_nobodys_trap() -> None:
    scene = Scene().hand("red", "powder-keg").hand("blue", "loot").pawn("blue", "b3").trap("b2", "powder-keg")
    play = scene.play("blue")
    say(play, "move b2")
    assert player(play, "blue")["health"] == 6
    swapped = Scene().hand("red", "powder-keg loot").play(at="action")
    say(swapped, "peek", "swap powder-keg")
    assert space(swapped, "b1")["laid_by"] is None


def test_a7_the_card_under_a_resolved_trap_stays() -> None:
    play = Scene().hand("red", "loot").laid("b2", "ship-surgeon", over="mutiny").play()
    under = space(play, "b2")["card"]
    say(play, "move b2")
    row = space(play, "b2")
    assert (row["card"], row["armed"], row["face_up"]) == (under, False, False)
    assert discarded(play) == ["ship-surgeon"]


def test_a8_behind_is_next_to_the_hopped_and_not_next_to_the_start() -> None:
    field = game().box.fields[4]
    start, over = field.find("d1"), field.find("c2")
    assert start is not None
    assert over is not None
    assert [field.names[cell] for cell in field.behind[start, over]] == ["c3", "d3", "b3"]


@pytest.mark.parametrize(("ruled", "kind"), [("action", "action"), ("end", "move")])
def test_a9_who_cannot_move_or_hop_goes_on(ruled: str, kind: str) -> None:
    scene = Scene(4, game(A9=ruled, A1="square")).hand("red", "loot").hand("blue", "loot")
    state = scene.state
    scene.position()
    state.deck, state.hand[3] = [], (*state.hand[3], *state.deck)
    for name in ("a2", "b2", "b1"):
        cell = scene.cell(name)
        state.hand[3] = (*state.hand[3], state.base[cell])
        state.base[cell] = -1
    play = scene.rules.setup(scene.rules.write_position(state), Shuffle(1))
    assert named(play.events, ev.Stayed)
    passes(play)
    assert play.decision.kind == kind
    assert play.decision.seat == (0 if ruled == "action" else 1)


def test_a10_only_one_pawn_is_hopped_over() -> None:
    scene = Scene(4, game(A1="square")).hand("red", "loot").pawn("blue", "a2").pawn("green", "b2").pawn("yellow", "b1")
    play = scene.play()
    assert options(play) == ["hop c2", "hop b3", "hop c3"]


def test_a11_a_fixed_direction_that_is_blocked_is_not_made_a_free_one_may_hop() -> None:
    play = Scene().hand("red", "north-gale").hand("blue", "loot").play(at="action")
    events = say(play, "play north-gale")  # Blue stands at the northern end
    assert not named(events, ev.Moved)
    scene = Scene(4).hand("blue", "undertow").hand("red", "loot")
    play = scene.pawn("blue", "c2").pawn("green", "d2").pawn("yellow", "e2").play("blue", "action")
    say(play, "play undertow", "target red")
    assert all(text.startswith("hop") for text in options(play))


def test_a12_the_space_hopped_over_is_neither_triggered_nor_armed() -> None:
    scene = Scene(4).hand("red", "loot").pawn("blue", "c2").pawn("green", "d2").pawn("yellow", "e2")
    play = scene.trap("d3", "powder-keg").play()
    say(play, "hop d3")
    assert not space(play, "d2")["armed"]
    assert player(play, "red")["health"] == 6


def test_a13_a_trap_that_moves_is_discarded_and_refilled_first() -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "north-gale").play()
    events = say(play, "move b2")
    kinds = [type(event).__name__ for event in events]
    order = [kinds.index("HealthChanged"), kinds.index("Cleared"), kinds.index("Refilled"), kinds.index("Moved", 1)]
    assert order == sorted(order)
    assert space(play, "b2")["armed"]


def test_a14_an_own_trap_triggers_too() -> None:
    play = Scene().hand("red", "loot").laid("b2", "powder-keg", by="red").play()
    say(play, "move b2")
    assert player(play, "red")["health"] == 4


@pytest.mark.parametrize(("ruled", "goals"), [("by-count", (5, 4, 4)), ("4", (4, 4, 4)), ("5", (5, 5, 5))])
def test_a15_how_much_loot_wins(ruled: str, goals: tuple[int, ...]) -> None:
    rules = game(A15=ruled)
    assert tuple(rules.kit.loot_goal(rules.first_state(seats), 0) for seats in (2, 3, 4)) == goals


def test_a16_nobody_wins_by_loot_on_anothers_turn() -> None:
    play = Scene().hand("red", "mutiny").hand("blue", "mutiny").bank("blue", 5).play(at="discard")
    say(play, "keep")
    assert play.result is None


@pytest.mark.parametrize(("ruled", "winner"), [("damage-first", 1), ("win-first", 0)])
def test_a17_damage_for_the_hand_comes_before_the_win(ruled: str, winner: int) -> None:
    scene = Scene(rules=game(A17=ruled)).hand("red", " ".join(["mutiny"] * 3 + ["plunder"] * 3 + ["cutpurse"]))
    play = scene.hand("blue", "loot").bank("red", 5).health("red", 1).play(at="discard")
    say(play, "keep")
    if ruled == "damage-first":
        say(play, "spend 0")
    assert play.result is not None
    assert play.result.winner == winner


@pytest.mark.parametrize(("ruled", "health"), [("one", 7), ("each", 5)])
def test_a18_more_than_seven_cards(ruled: str, health: int) -> None:
    scene = Scene(rules=game(A18=ruled)).hand("red", " ".join(["loot"] * 9)).hand("blue", "mutiny")
    play = scene.play(at="discard")
    say(play, "keep")
    assert player(play, "red")["health"] == health


@pytest.mark.parametrize(("ruled", "health"), [("after", 1), ("before", 0)])
def test_a19_loot_counts_after_health_has_fallen_to_0(ruled: str, health: int) -> None:
    scene = Scene(rules=game(A19=ruled)).hand("red", "powder-keg").hand("blue", "mutiny")
    play = scene.health("blue", 1).bank("blue", 1).play(at="action")
    say(play, "play powder-keg", "spend 1")
    assert player(play, "blue")["health"] == health


def test_a20_nobody_heals_above_8() -> None:
    play = Scene().hand("red", "ship-surgeon").hand("blue", "loot").health("red", 7).play(at="action")
    say(play, "play ship-surgeon")
    assert player(play, "red")["health"] == 8


def test_a21_who_landed_decides_about_what_is_found() -> None:
    scene = Scene().hand("red", "north-gale").hand("blue", "mutiny").pawn("blue", "b4").trap("b5", "loot")
    play = scene.play(at="action")
    say(play, "play north-gale")
    assert (play.decision.kind, play.decision.seat) == ("found", 1)


def test_a22_loot_that_is_not_banked_is_discarded() -> None:
    play = Scene().hand("red", "mutiny").trap("b2", "loot").play()
    say(play, "move b2", "leave")
    assert discarded(play) == ["loot"]


def test_a23_equipment_is_not_taken_off_at_will() -> None:
    play = Scene().hand("red", "mutiny").wears("red", "cursed-ring").play(at="action")
    assert {text.split()[0] for text in options(play)} == {"play", "lay", "peek", "done"}


@pytest.mark.parametrize(("ruled", "fizzles"), [("partly", False), ("strict", True)])
def test_a24_what_is_possible_is_done(ruled: str, fizzles: bool) -> None:
    play = Scene(rules=game(A24=ruled)).hand("red", "press-gang").hand("blue", "loot").play(at="action")
    events = say(
        play, "play press-gang", *([] if fizzles else ["give loot"])
    )  # Blue wears nothing; the rest can be done
    assert bool(named(events, ev.Fizzled)) == fizzles
    assert bool(named(events, ev.Drawn)) == (not fizzles)


def test_a25_a_card_that_fizzles_gives_no_free_action() -> None:
    play = Scene().hand("red", "rum-ration loot").play(at="action")
    say(play, "play rum-ration")
    passes(play)
    assert play.decision.kind == "discard"


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("target", "is_free"), [("green", True), ("blue", False)])
def test_a25_a_free_card_is_judged_by_its_target(seats: int, target: str, is_free: bool) -> None:
    """Blue has no cards to give; whoever aims a Cutpurse at Blue has played it for nothing."""
    play = Scene(seats).hand("red", "cutpurse loot").hand("green", "loot mutiny").play(at="action")
    events = say(play, "play cutpurse", f"target {target}", *(["give mutiny"] if is_free else []))
    assert bool(named(events, ev.Fizzled)) != is_free
    assert discarded(play) == ["cutpurse"]
    passes(play)
    assert (play.decision.kind, play.decision.seat) == ("action" if is_free else "discard", 0)


def test_a25_a_card_that_does_anything_else_is_free_whoever_is_its_target() -> None:
    """Green cannot be moved, but the first part of a Switcheroo guards its player (A24)."""
    scene = Scene(3).hand("red", "switcheroo loot").hand("blue", "loot").hand("green", "loot")
    forbids = next(
        design.id for design in scene.rules.box.designs if any(one.what == "moved" for one in design.modifiers)
    )
    play = scene.wears("green", forbids).play(at="action")
    events = say(play, "play switcheroo", "target green")
    assert not named(events, ev.Traded)
    passes(play)
    assert play.decision.kind == "action"


def test_a25_nobody_is_aimed_at_with_two_players() -> None:
    play = Scene().hand("red", "cutpurse loot").play(at="action")
    assert named(say(play, "play cutpurse"), ev.Fizzled)
    passes(play)
    assert play.decision.kind == "discard"


@pytest.mark.parametrize(("ruled", "count"), [("both", 2), ("after-move", 1), ("after-action", 1)])
def test_a26_windows_after_the_move_and_after_the_action(ruled: str, count: int) -> None:
    play = Scene(rules=game(A26=ruled)).hand("red", "loot").hand("blue", "mutiny").play()
    kinds = []
    for text in ("move b2", "pass", "done", "pass", "keep"):
        if play.decision.kind == "window" or text != "pass":
            kinds.append(play.decision.kind)
            play.say(text)
    assert kinds.count("window") == count
    assert kinds.index("move") < kinds.index("action") < kinds.index("discard")


@pytest.mark.parametrize(("ruled", "opens"), [("both", True), ("after-move", False), ("after-action", True)])
def test_a26_a_window_between_two_actions_of_one_turn(ruled: str, opens: bool) -> None:
    scene = Scene(rules=game(A26=ruled)).hand("red", "rum-ration loot").health("red", 4)
    play = scene.hand("blue", "lucky-charm mutiny").play(at="action")
    say(play, "play rum-ration")
    assert (play.decision.kind, play.decision.seat) == (("window", 1) if opens else ("action", 0))
    if opens:
        say(play, "out:play lucky-charm", "out:pass")
        assert player(play, "blue")["guarded"]
    assert (play.decision.kind, play.decision.seat) == ("action", 0)


def test_a27_several_play_out_of_turn_clockwise() -> None:
    play = Scene(4).hand("green", "loot").hand("red", "loot").hand("blue", "loot").hand("yellow", "loot").play("green")
    play.say(options(play)[0])
    order = []
    while play.decision.kind == "window":
        order.append(play.decision.seat)
        play.feed(Pass(play.decision.id))
    assert order == [3, 0, 1]


@pytest.mark.parametrize(("ruled", "seat"), [("skipped", 1), ("kept", 0)])
def test_a28_a_stopped_turn_has_no_discard_step(ruled: str, seat: int) -> None:
    scene = Scene(rules=game(A28=ruled)).hand("red", "loot").hand("blue", "mutiny").trap("b2", "ship-surgeon")
    play = scene.play()
    play.say("move b2")
    assert play.decision.seat == seat
    assert play.decision.kind == ("move" if seat else "discard")


@pytest.mark.parametrize(("ruled", "steps"), [("all", 4), ("damage", 2)])
def test_a29_multiply_doubles_all_numbers(ruled: str, steps: int) -> None:
    scene = Scene(4, game(A29=ruled)).hand("red", "loot").pawn("red", "b3").laid("b4", "trade-wind")
    play = scene.play()
    events = say(play, "move b4")
    assert len(named(events, ev.Moved)) == 1 + steps
    hurt = Scene(rules=game(A29=ruled)).laid("b2", "powder-keg").hand("red", "loot").play()
    say(hurt, "move b2")
    assert player(hurt, "red")["health"] == 4


def test_a30_a_turn_without_cards_can_win_too() -> None:
    play = Scene().bank("red", 5).hand("blue", "mutiny").play("red", "turn")
    assert play.result == (0, "R2")


def test_a31_the_eliminated_do_not_draw_three() -> None:
    play = Scene(3).dead("blue").hand("green", "loot").play("blue", "turn")
    assert options(play) == ["draw", "no"]
    assert not named(play.events, ev.Drawn)


@pytest.mark.parametrize(("ruled", "kept"), [("kept", ["mutiny"]), ("discarded", [])])
def test_a32_what_becomes_of_the_eliminated(ruled: str, kept: list[str]) -> None:
    scene = Scene(3, game(A32=ruled)).hand("red", "powder-keg").hand("blue", "mutiny").health("blue", 1)
    play = scene.wears("blue", "thin-soles").play(at="action")
    say(play, "play powder-keg", "target blue")
    assert hand(play, "blue") == kept
    assert player(play, "blue")["space"] is None
    assert "thin-soles" in discarded(play)
    assert not space(play, "a4")["armed"]


def test_a33_the_turn_of_an_eliminated_active_player_ends() -> None:
    scene = Scene(3).hand("red", "loot").hand("blue", "mutiny").health("red", 1).trap("d2", "powder-keg")
    play = scene.play()
    play.say("move d2")
    assert (play.decision.kind, play.decision.seat) == ("move", 1)


@pytest.mark.parametrize(("ruled", "seats"), [("eliminated", [1, 1]), ("mover", [2, 0])])
def test_a34_who_picks_the_directions_of_a_6(ruled: str, seats: list[int]) -> None:
    scene = Scene(3, game(A34=ruled)).hand("blue", "mutiny").hand("green", "loot").dead("blue").rolls(6)
    play = scene.play("blue", "turn")
    say(play, "no", "roll")
    asked = [play.decision.seat]
    play.say(options(play)[0])
    asked.append(play.decision.seat)
    assert asked == seats


def test_a35_anywhere_is_any_free_card_without_a_laid_trap() -> None:
    scene = Scene(3).hand("blue", "mutiny").hand("green", "loot").dead("blue").rolls(4).laid("d4", "loot", by="red")
    play = scene.play("blue", "turn")
    say(play, "no", "roll")
    cells = {text.split()[-1] for text in options(play)}
    assert len(cells) == 30 - 2 - 1
    assert not cells & {"d1", "d8", "d4"}


def test_a36_the_eliminated_discard_down_to_the_limit() -> None:
    scene = Scene(3).hand("blue", "mutiny mutiny mutiny plunder plunder plunder cutpurse").dead("blue")
    play = scene.hand("green", "loot").play("blue", "turn")
    say(play, "no", "no", "discard plunder")
    assert len(hand(play, "blue")) == 6


def test_a37_without_cards_a_hole_stays_until_there_is_one() -> None:
    scene = Scene().hand("red", "mutiny plunder").hand("blue", "loot").pawn("red", "b3").field("b3", "cutpurse")
    play = scene.play(at="action", short=True)
    say(play, "peek", "swap mutiny")
    assert not play.state.holes
    scene = Scene().hand("red", "mutiny plunder").hand("blue", "loot").trap("b2", "loot")
    play = scene.play(short=True)
    say(play, "move b2", "bank")
    assert space(play, "b2")["card"] is None
    assert "peek" not in options(play)
    events = say(play, "done", "discard mutiny")
    assert [event.rule for event in named(events, ev.Refilled)] == ["A37"]
    assert space(play, "b2")["card"]
    assert not play.state.holes


def test_a38_the_roll_cards_are_shuffled_at_the_next_draw() -> None:
    play = Scene().hand("red", "knucklebones knucklebones").health("red", 5).rolls(2).table(at="action")
    say(play, "play knucklebones", "roll 2")
    assert play.position()["rolls"] == []
    say(play, "play knucklebones")
    assert "roll 2" in options(play)


def test_a39_a_draw_is_among_those_who_died_together() -> None:
    scene = Scene(3).dead("green").hand("red", "loot").health("red", 1).health("blue", 1).trap("d2", "short-fuse")
    play = scene.play()
    say(play, "move d2")
    assert play.result == (None, "R48")


def test_a40_a_character_may_be_there_twice_but_each_avatar_once() -> None:
    play = game().new(Table(), 2)
    say(play, "avatar annie")
    assert "avatar annie" not in options(play)
    say(play, "avatar barnaby")
    avatars = play.game.box.avatars
    assert avatars[play.state.avatar[0]].character == avatars[play.state.avatar[1]].character


def test_a41_who_begins_is_drawn_by_lot() -> None:
    def first(seed: int, **options_: str) -> int:
        play = game(**options_).new(Shuffle(seed), 4)
        while play.decision.kind == "avatar":
            play.feed(Answer(play.decision.id, next(play.options(play.decision).enumerate())))
        return int(play.decision.seat)

    assert {first(seed) for seed in range(30)} == {0, 1, 2, 3}
    for seat, name in enumerate(("red", "blue", "green", "yellow")):  # whoever lost the last game, says the host
        assert {first(seed, A41=name) for seed in range(4)} == {seat}


def test_a41_a_seat_that_does_not_play_cannot_begin_so_lots_decide() -> None:
    play = game(A41="yellow").new(Table(), 3)
    say(play, "avatar annie", "avatar fen", "avatar gull")
    assert options(play) == ["first red", "first blue", "first green"]


def test_a42_a_role_card_is_a_roll_card() -> None:
    assert [one.effect for one in game().box.catalogue.characters[0].abilities] != []
    assert sum(len(one.abilities) for one in game().box.catalogue.characters) == 30


def test_a43_loot_can_be_spent_against_too_many_cards() -> None:
    play = Scene().hand("red", " ".join(["loot"] * 7)).hand("blue", "mutiny").bank("red", 1).play(at="discard")
    say(play, "keep")
    assert options(play) == ["spend 0", "spend 1"]
    say(play, "spend 1")
    assert player(play, "red")["health"] == 8


def test_a44_free_counts_only_when_the_card_is_played() -> None:
    play = Scene().hand("red", "loot mutiny").health("red", 5).trap("b2", "rum-ration").play()
    say(play, "move b2", "done")
    passes(play)
    assert play.decision.kind == "discard"


def test_a45_a_first_card_is_armed_only_when_it_is_left() -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").play()
    assert not space(play, "b1")["armed"]
    say(play, "move b2")
    assert space(play, "b1")["armed"]


def test_a46_a_card_is_replaced_only_if_one_was_discarded() -> None:
    play = Scene().hand("red", "loot").hand("blue", "mutiny").play(at="discard")
    assert options(play) == ["discard loot", "replace loot", "keep"]
    say(play, "keep")
    assert hand(play, "red") == ["loot"]


def test_a47_damage_to_the_eliminated_is_ignored() -> None:
    scene = Scene(3).dead("blue").hand("red", "grapeshot").hand("green", "loot")
    play = scene.play(at="action")
    events = say(play, "play grapeshot")
    assert [event.seat for event in named(events, ev.HealthChanged)] == [2]


def test_a48_a_turn_is_draw_move_action_discard() -> None:
    play = Scene().hand("red", "loot").hand("blue", "mutiny").play("red", "turn")
    assert named(play.events, ev.Drawn)
    kinds = []
    for text in ("move b2", "done", "keep"):
        passes(play)
        kinds.append(play.decision.kind)
        play.say(text)
    assert kinds == ["move", "action", "discard"]


def test_a49_a_turn_is_the_own_turn() -> None:
    play = Scene(3).hand("red", "mutiny").hand("blue", "mutiny").bank("blue", 4).play(at="discard")
    say(play, "keep", "move b4", "done", "keep")
    assert play.result == (1, "R2")


def test_a50_the_hand_is_counted_after_the_discard() -> None:
    play = Scene().hand("red", "loot loot loot loot loot loot mutiny").hand("blue", "mutiny").play(at="discard")
    say(play, "discard mutiny")
    assert player(play, "red")["health"] == 8


def test_a51_three_cards_out_of_nothing_never_hurt() -> None:
    play = Scene(rules=game(V3="back")).hand("blue", "mutiny").play("red", "turn")
    assert len(hand(play, "red")) == 3
    assert player(play, "red")["health"] == 8


def test_a52_lay_and_peek_have_no_icons() -> None:
    play = Scene().hand("red", "rum-ration loot").hand("blue", "mutiny").play(at="action")
    say(play, "lay rum-ration b2")
    passes(play)
    assert play.decision.kind == "discard"


def test_a53_stop_counts_for_the_active_player_whoever_moved_them() -> None:
    scene = Scene().hand("red", "loot").hand("blue", "short-fuse mutiny").field("b2", "ship-surgeon")
    play = scene.play()
    play.say("move b2")
    say(play, "out:play short-fuse")
    assert (play.decision.seat, play.decision.kind) == (1, "move")
    assert named(play.events, ev.Stopped)


def test_a54_the_refilled_card_can_be_peeked_in_the_same_turn() -> None:
    play = Scene().hand("red", "loot").hand("blue", "mutiny").trap("b2", "powder-keg").deck("plunder").play()
    say(play, "move b2", "peek")
    assert "plunder" in [row["card"] for row in play.view(0)["field"]]


@pytest.mark.parametrize("card", ["loot", "cork-vest"])
def test_a55_a_card_that_was_laid_over_is_lost(card: str) -> None:
    play = Scene().hand("red", "mutiny").laid("b2", "ship-surgeon", over=card, face_up=True).play()
    say(play, "move b2")
    assert card in discarded(play)
    assert player(play, "red")["bank"] == []
    assert player(play, "red")["equipment"] is None


def test_a56_with_two_the_game_is_over_before_loot_is_discarded() -> None:
    play = Scene().hand("red", "powder-keg").hand("blue", "loot").health("blue", 1).play(at="action")
    say(play, "play powder-keg")
    assert play.result == (0, "R2")
    assert hand(play, "blue") == ["loot"]


def test_a57_a_card_that_fizzled_was_played() -> None:
    play = Scene().hand("red", "rum-ration loot").hand("blue", "mutiny").play(at="action")
    say(play, "play rum-ration")
    passes(play)
    assert options(play) == ["discard loot", "keep"]


def test_a58_a_move_of_several_spaces_is_made_of_single_steps() -> None:
    scene = Scene().hand("red", "trade-wind loot").hand("blue", "mutiny").health("red", 5).trap("b2", "powder-keg")
    play = scene.play(at="action")
    say(play, "play trade-wind", "move b2", "move b3")
    assert player(play, "red")["health"] == 5  # the keg takes 2, and at last the card heals 2
    assert [space(play, name)["armed"] for name in ("b1", "b2", "b3")] == [True, True, False]


def test_a59_a_trap_half_way_is_resolved_at_once() -> None:
    scene = Scene().hand("red", "trade-wind loot").hand("blue", "mutiny").trap("b2", "north-gale")
    play = scene.play(at="action")
    say(play, "play trade-wind", "move b2")
    assert player(play, "red")["space"] == "b3"
    assert "move b4" in options(play)


def test_a60_equipment_may_be_forced_on_a_player() -> None:
    play = Scene().hand("red", "cursed-ring").hand("blue", "loot").wears("blue", "cork-vest").play(at="action")
    say(play, "equip cursed-ring blue")
    assert discarded(play) == ["cork-vest"]


def test_a61_who_declines_to_spend_loot_at_0_is_lost_and_all_is_booked_together() -> None:
    scene = Scene(3).hand("blue", "loot").health("red", 1).health("blue", 1).bank("red", 1).bank("blue", 1)
    play = scene.trap("b4", "short-fuse").play("blue")
    play.say("move b4")
    assert play.decision.seat == 1
    play.say("spend 1")
    assert (play.decision.seat, player(play, "blue")["bank"] != []) == (0, True)
    play.say("spend 0")
    assert [player(play, seat)["health"] for seat in ("red", "blue", "green")] == [0, 1, 7]


def test_a62_the_last_survivor_wins_at_once() -> None:
    scene = Scene(3).dead("green").hand("red", "rum-ration powder-keg").hand("blue", "loot").health("blue", 2)
    play = scene.play(at="action")
    say(play, "play powder-keg")
    assert play.result == (0, "R2")


def test_a63_the_active_player_picks_an_opponent_of_who_landed() -> None:
    scene = Scene(3).hand("red", "north-gale").hand("blue", "mutiny").pawn("blue", "b4").trap("b5", "switcheroo")
    play = scene.play(at="action")
    say(play, "play north-gale", "discard mutiny")
    assert play.decision.seat == 0
    assert options(play) == ["target red", "target green"]


def test_a64_no_window_in_a_turn_without_an_action_step() -> None:
    empty = Scene().hand("blue", "lucky-charm").play("red", "turn")
    assert (empty.decision.kind, empty.decision.seat) == ("move", 1)
    stopped = Scene().hand("red", "loot").hand("blue", "lucky-charm").trap("b2", "ship-surgeon").play()
    stopped.say("move b2")
    assert (stopped.decision.kind, stopped.decision.seat) == ("move", 1)
    ghost = Scene(3).dead("red").hand("blue", "lucky-charm").play("red", "turn")
    say(ghost, "no", "no")
    assert (ghost.decision.kind, ghost.decision.seat) == ("move", 1)


def test_a65_each_roll_is_resolved_before_the_next_and_the_eliminated_do_not_roll() -> None:
    scene = Scene(4).dead("green").hand("red", "mutiny loot").hand("blue", "loot").hand("yellow", "loot")
    play = scene.trap("d2", "knucklebones").table()
    say(play, "move d2")
    assert play.state.agenda[-1] == ("roll", 0)
    play.say("roll 4")  # Annie draws a card
    assert play.state.agenda[-1] == ("roll", 1)
    play.say("roll 1")  # Coral heals, which cannot change anything at 8
    assert play.state.agenda[-1] == ("roll", 3)


def test_a66_play_goes_clockwise() -> None:
    field = game().box.fields[4]
    assert [field.names[cell] for cell in field.starts] == ["d1", "a4", "d8", "g5"]  # south, west, north, east
    play = Scene(4).hand("yellow", "loot").hand("red", "loot").play("yellow", "discard")
    say(play, "keep")
    assert play.decision.seat == 0


def test_a67_moves_by_an_eliminated_players_roll_arm_and_trigger_but_do_not_stop() -> None:
    scene = Scene(3).dead("blue").hand("blue", "mutiny").hand("green", "loot").hand("red", "loot").rolls(6)
    play = scene.trap("d2", "ship-surgeon").health("green", 3).play("blue", "turn")
    say(play, "no", "roll", options_of_green(play), "move d2")
    assert player(play, "green")["health"] == 5
    assert space(play, "d1")["armed"]
    assert not play.state.stopped


def options_of_green(play: object) -> str:
    """Green goes first, being next clockwise: any step will do."""
    return "move d7"


def test_a68_a_trap_armed_by_leaving_is_nobodys() -> None:
    play = Scene().hand("red", "loot mutiny").trap("b2", "plunder").play(at="action")
    assert space(play, "b2")["laid_by"] is None
    assert "lay loot b2" in options(play)


def test_a69_nobody_looks_at_the_field_but_by_peek_or_a_card() -> None:
    scene = Scene().hand("red", "spyglass loot").hand("blue", "mutiny").laid("b3", "plunder", by="blue")
    play = scene.play(at="action")
    with pytest.raises(IllegalEntry, match="no answer to what is asked"):
        play.feed(Answer(play.decision.id, ("look", 1)))
    say(play, "play spyglass", "look b3")
    seen = {row["space"]: row["laid"] for row in play.view(0)["field"]}
    assert seen["b3"] == "plunder"
    assert {row["space"]: row["laid"] for row in play.view(1)["field"]}["b3"] == "plunder"
    own = Scene().hand("red", "loot mutiny").play(at="action")
    assert not any(text.startswith("look") for text in options(own))
