"""A catalogue of what hands do at a table, and what the referee must make of it.

Each test is one fumble: hands act, time passes, and ``said`` is what went into the play. The game is the real one.
"""

import pytest

from host.referee import Aiming, Commit, Guide, Instead, TakenBack, Target, Unchanged, Wait
from host.referee.walking import GRACE_MS, WALK_MS
from tests.host.referee.armada_table import COLUMNS, ROWS, outlook, play, scene, ship, tile
from tests.host.referee.hands import Hands

EMPTY = bytes(COLUMNS * ROWS)


def lone(**more):
    """A single blue piece in the middle; what it may do: move and turn."""
    return Hands(play(ship(1, "blue", "starter e4 north"), ship(2, "red", "starter e9 south"), **more))


def column(**more):
    """A blue ship of three in one column; the lower two lie alike."""
    pieces = ("starter e4 north", "gun-1 e5 north", "shield-1 e6 south")
    return Hands(play(ship(1, "blue", *pieces), ship(2, "red", "starter h9 south"), **more))


def fleet(**more):
    """Two single blue pieces that can be moved one after the other."""
    return Hands(
        play(
            ship(1, "blue", "starter c4 north"),
            ship(2, "blue", "hub-2 g4 east"),
            ship(3, "red", "starter e9 south"),
            **more,
        )
    )


def battery(**more):
    """Blue's gun at e5 points at a red ship of two with one energy left; Red has another ship."""
    return Hands(
        play(
            ship(1, "blue", "starter e4 north", "gun-1 e5 north"),
            ship(2, "red", "starter g5 north", "gun-1 g6 north", energy=1),
            ship(3, "red", "hub-2 b9 north"),
            **more,
        )
    )


# ---- plain answers ---------------------------------------------------------------------------------------------------


def test_a_single_piece_is_moved():
    table = lone().carry("e4", "e5")
    assert table.said == ["move ship-1 north"]
    assert table.is_still()


def test_a_move_that_cannot_go_on_is_committed_without_waiting():
    table = lone().lift("e4")
    before = table.now
    table.put("e5", "north")
    assert table.said == ["move ship-1 north"]
    assert table.now - before <= 50


@pytest.mark.parametrize("order", ["e6 e5 e4", "e4 e5 e6", "e5 e4 e6"])
def test_a_ship_is_moved_sideways_piece_by_piece_in_any_order(order):
    table = column()
    for name in order.split():
        table.carry(name, f"f{name[1]}")
    assert table.said == ["move ship-1 east"]


def test_a_ship_is_moved_forward_front_piece_first():
    table = column().carry("e6", "e7").carry("e5", "e6").carry("e4", "e5")
    assert table.said == ["move ship-1 north"]


def test_a_ship_is_lifted_whole_and_put_down_in_another_order():
    table = column().lift("e4", "e5", "e6").wait(2_000)
    assert table.is_waiting()
    table.put("e6", "north").put("e5", "north").put("e7", "south")
    assert table.said == ["move ship-1 north"]


def test_a_ship_is_moved_by_carrying_its_last_piece_over_the_others():
    """The lower two lie alike: this cannot be told from moving each by one, and is a rigid move."""
    table = column().carry("e6", "e7").carry("e4", "e6")
    assert table.said == ["move ship-1 north"]


@pytest.mark.parametrize("order", ["e4 e5 e6", "e6 e5 e4", "e5 e6 e4"])
def test_a_ship_is_rotated_piece_by_piece_in_any_order(order):
    table = column()
    target = {"e4": ("e4", "east"), "e5": ("f4", "east"), "e6": ("g4", "west")}
    for name in order.split():
        table.carry(name, *target[name])
    assert table.said == ["rotate starter right"]


def test_a_piece_is_turned_in_place():
    table = lone().turn("e4", "east").wait()
    assert table.said == ["rotate starter right"]


def test_a_piece_that_is_slid_off_across_a_corner_seems_to_be_turned_on_its_way():
    table = lone(actions=1).turn("e4", "west").wait(230).lift("e4").wait(300).put("d3", "north").wait()
    assert table.said == []
    assert table.is_told() == "move blue.starter d3 > e4"


def test_a_piece_is_turned_the_long_way_round():
    """Right, right, right is not left: three answers, of which the turn allows two."""
    table = lone().turn("e4", "east").wait(600).turn("e4", "south").wait(600).turn("e4", "west").wait(100)
    assert table.said == ["rotate starter right", "rotate starter right"]


def test_a_piece_is_built():
    table = lone(pile=("gun-1",)).put("e5", "north").wait()
    assert table.said == ["build gun-1 e5 north"]


def test_a_build_waits_a_moment_because_it_may_still_be_turned():
    table = lone(pile=("gun-1",)).put("e5", "north").wait(90)
    assert table.said == []
    assert table.turn("e5", "south").wait().said == ["build gun-1 e5 south"]


def test_a_build_that_was_put_down_from_above_is_understood_soon():
    """It could lie the other way round, and might have been pushed in from beside: a third of a second is enough."""
    table = lone(pile=("gun-1",)).put("e5", "north").wait(140)
    assert table.said == []
    table.wait(220)
    assert table.said == ["build gun-1 e5 north"]
    assert table.turn("e5", "south").wait().said == ["build gun-1 e5 north → build gun-1 e5 south"]


def test_a_piece_that_is_pushed_on_is_not_taken_for_a_new_one():
    """Its magnet comes to the next tile before the reed that it leaves is seen to open."""
    table = Hands(
        play(ship(1, "blue", "hub-2 d4 east"), ship(2, "red", "starter e9 south"), pile=("shield-1",)),
    )
    table.put("e4", "west").wait(20).lift("d4").wait(50).turn("e4", "east").wait()
    assert table.said == ["move ship-1 east"]


def test_a_new_piece_at_the_edge_may_be_slid_in():
    table = lone(pile=("hub-2",)).put("b1", "north").wait(300)
    assert table.said == []
    assert table.wait(60).said == ["build hub-2 b1 north"]


def test_a_new_piece_is_slid_in_along_its_axis_and_seems_to_face_the_other_way_at_first():
    """Its magnet passes over the southern reed on its way to the northern one."""
    table = Hands(
        play(ship(1, "blue", "starter e2 south"), ship(2, "red", "starter e9 south"), pile=("gun-1",)),
    )
    table.put("e1", "south").wait(250).turn("e1", "north").wait()
    assert table.said == ["build gun-1 e1 north"]


def test_two_pieces_of_the_pile_fit_and_the_screen_asks():
    table = lone(pile=("gun-2", "gun-3")).put("e5", "south").wait()
    assert set(table.is_asked()) == {"build gun-2 e5 south", "build gun-3 e5 south"}
    assert table.said == []
    assert table.pick("build gun-3 e5 south").said == ["build gun-3 e5 south"]


# ---- sliding ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", [100, 200, 280])
def test_a_new_hub_is_slid_to_its_place_quickly(pace):
    table = lone(pile=("hub-2",)).put("b1", "north").wait(pace).slide("b1", "c1", "d1", "d2", pace=pace).wait()
    assert table.said == ["build hub-2 d2 north"]


@pytest.mark.parametrize("pace", [360, 450, 600])
def test_a_new_hub_is_slid_so_slowly_that_it_seems_to_rest(pace):
    table = lone(pile=("hub-2",)).put("b1", "north").wait(pace).slide("b1", "c1", "d1", pace=pace).wait()
    assert table.said == ["build hub-2 b1 north → build hub-2 c1 north → build hub-2 d1 north"]
    assert table.play.state.left == 1


@pytest.mark.parametrize("pace", [100, 200, 280])
def test_a_new_gun_is_slid_past_another_ship_that_it_would_fit(pace):
    table = fleet(pile=("gun-2",)).put("i5", "south").wait(pace)
    table.slide("i5", "h5", "g5", "f5", "e5", "d5", "c5", pace=pace).wait()
    assert table.said == ["build gun-2 c5 south"]


def test_a_piece_that_fell_is_slid_back_over_the_edge_of_the_board():
    table = Hands(play(ship(1, "blue", "starter e2 north"), ship(2, "red", "starter e9 south")))
    table.lift("e2").wait(800).put("e1", "north").wait(200).slide("e1", "e2", pace=200).wait()
    assert table.said == []
    assert table.is_still()


def test_a_piece_that_is_carried_to_the_edge_has_arrived():
    """It has just been lifted beside it: nobody takes it off the board and slides it in again in so short a time."""
    table = Hands(play(ship(1, "blue", "starter e2 north"), ship(2, "red", "starter e9 south")))
    assert table.lift("e2").wait(300).put("e1", "north").wait(50).said == ["move ship-1 south"]


def test_a_new_piece_at_the_edge_does_not_go_round_a_corner():
    """What is slid in over the edge goes straight on; the other places that it fits lie along the edge."""
    table = Hands(
        play(
            ship(1, "blue", "starter i5 north"),
            ship(2, "blue", "hub-4 e7 north"),
            ship(3, "red", "starter e9 south"),
            pile=("gun-2",),
        ),
    )
    assert table.put("i6", "south").wait(140).said == ["build gun-2 i6 south"]


@pytest.mark.parametrize("pace", [100, 200, 280])
def test_a_piece_that_fell_is_slid_back_past_a_tile_where_it_could_have_gone(pace):
    table = lone().lift("e4").wait(300).put("h4", "north").wait(pace).slide("h4", "g4", "f4", "e4", pace=pace).wait()
    assert table.said == []
    assert table.is_still()


def test_a_piece_that_is_slid_to_the_next_tile_has_arrived():
    """The other tiles where it could go lie in other directions from where it came."""
    table = lone().slide("e4", "e5", pace=50)
    assert table.said == ["move ship-1 north"]


def test_a_hub_that_has_rested_for_long_is_moved_and_not_amended():
    table = lone(pile=("hub-2",)).put("b1", "north").wait(4_500).carry("b1", "c1").wait()
    assert table.said == ["build hub-2 b1 north", "move ship-3 east"]


def test_a_hub_that_was_built_just_now_and_is_moved_may_be_built_elsewhere_instead():
    table = lone(pile=("hub-2",)).put("b1", "north").wait(1_500).carry("b1", "c1").wait()
    assert table.said == ["build hub-2 b1 north"]
    assert table.is_asked() == ("move ship-3 east", Instead("build hub-2 c1 north", ""))


def test_a_rotation_that_is_turned_into_the_opposite_one_looks_like_a_move():
    """Left, no, right: what lies there then is also the ship that was turned left, moved north."""
    pieces = ("starter e4 west", "gun-2 d4 east")
    table = Hands(play(ship(1, "blue", *pieces), ship(2, "red", "starter h9 south")))
    table.carry("d4", "e3", "north").turn("e4", "south").wait(1_500)
    assert table.said == ["rotate starter left"]
    table.turn("e4", "north").carry("e3", "e5", "south").wait()
    assert table.said == ["rotate starter left"]
    assert table.is_asked() == ("move ship-1 north", Instead("rotate starter right", ""))


def test_a_piece_is_slid_over_two_tiles_and_that_is_two_moves():
    table = lone().slide("e4", "e5", "e6", pace=300).wait()
    assert table.said == ["move ship-1 north", "move ship-1 north"]


def test_a_piece_slides_too_far_and_back_again():
    table = lone(actions=1).slide("e4", "e5", "e6", "e5", pace=200).wait()
    assert table.said == ["move ship-1 north"]
    assert table.is_still()


def test_the_last_move_is_changed_to_another_one():
    table = lone().carry("e4", "e5").wait(2_000).carry("e5", "f4").wait()
    assert table.said == ["move ship-1 north → move ship-1 east"]


def test_a_build_is_picked_up_again_and_put_elsewhere():
    table = lone(pile=("hub-2",)).put("b1", "north").wait(1_000).carry("b1", "g2", "west").wait()
    assert table.said == ["build hub-2 b1 north → build hub-2 g2 west"]


def test_a_ship_is_moved_right_after_a_piece_was_built_on_it():
    """With the new piece in the hand the rest looks like another answer to what was asked before."""
    table = lone(pile=("gun-1",)).put("e5", "north").wait(500).lift("e5", "e4").put("d4", "north").wait(2_000)
    assert table.said == ["build gun-1 e5 north"]
    table.put("d5", "north").wait()
    assert table.said == ["build gun-1 e5 north", "move ship-1 west"]


def test_a_ship_is_turned_twice_though_it_then_lies_as_if_it_had_moved():
    """Only one thing at a time slides on: what two hands lift and put down is the next answer, or another idea."""
    pieces = ("starter e4 north", "shield-1 e5 south")
    table = Hands(play(ship(1, "blue", *pieces), ship(2, "red", "starter h9 south")))
    table.carry("e5", "f4", "west").carry("e4", "e4", "east").wait(360)
    assert table.said == ["rotate starter right"]
    table.lift("e4", "f4").put("e4", "south").put("e3", "north").wait()
    assert table.is_asked() == ("rotate starter right", Instead("move ship-1 south", ""))
    table.pick("rotate starter right")
    assert table.said == ["rotate starter right", "rotate starter right"]


def test_a_half_moved_ship_looks_as_if_it_had_been_turned_the_other_way():
    pieces = ("hub-2 e5 east", "gun-4 e6 south", "gun-6 f5 west", "shield-2 e4 north")
    table = Hands(play(ship(1, "blue", *pieces), ship(2, "red", "starter h9 south")))
    table.lift("e5", "e6", "f5", "e4").put("e5", "north").put("d5", "east").put("e6", "south").put("f5", "west")
    assert table.wait(1_000).said == ["rotate hub-2 left"]
    table.carry("e5", "e4").carry("e6", "e5").wait(800)
    assert table.said == ["rotate hub-2 left"]
    table.carry("d5", "d4").carry("f5", "f4").wait(400)
    assert table.said == ["rotate hub-2 left", "move ship-1 south"]


def test_a_piece_is_knocked_over_while_the_last_move_is_changed():
    """The lights lead to what the move was changed to: only what fell over is missing."""
    table = fleet().carry("c4", "c5").wait(1_500).carry("c5", "d4").lift("e9").wait(2_000)
    assert table.is_told() == "put red.starter e9"
    table.put("e9", "south").wait()
    assert table.said == ["move ship-1 north → move ship-1 east"]


def test_something_else_is_done_first_and_then_the_earlier_answer_is_put_back():
    table = fleet(actions=2).carry("g4", "g5").wait(1_000).carry("c4", "c5").wait(500)
    assert table.said == ["move ship-2 north", "move ship-1 north"]
    table.carry("g5", "g4").wait()
    assert table.said == ["move ship-2 north", "move ship-1 north", "back 2", "move ship-1 north"]
    assert table.is_still()


def test_a_build_is_put_back_and_a_move_made_instead():
    table = lone(pile=("gun-1",)).put("e5", "north").wait(500).lift("e5").carry("e4", "d4").wait()
    assert table.said == ["build gun-1 e5 north → move ship-1 west"]
    assert table.is_still()


def hubs(**more):
    """A blue ship of two hubs, to which a third one may be built in many ways."""
    pieces = ("starter e4 north", "hub-3 e5 north")
    return Hands(play(ship(1, "blue", *pieces), ship(2, "red", "starter h9 south"), pile=("hub-2",), **more))


def builds():
    """All builds beside that ship, as a cell and a facing."""
    texts = [text for found in outlook(hubs().play).outcomes.values() for text in found if text.startswith("build")]
    return [tuple(text.split()[2:]) for text in texts if text.split()[2][1] in "456"]


@pytest.mark.parametrize("first", builds(), ids=" ".join)
@pytest.mark.parametrize("second", builds(), ids=" ".join)
def test_a_change_of_mind_is_taken_and_nobody_is_told_to_move_it_back(first, second):
    """What lies there may be half of the next answer as well; that is no reason to call it a mistake."""
    table = hubs().put(*first).wait(1_500)
    heard = len(table.heard)
    table.lift(first[0]).wait(300).put(*second).wait()
    assert not [told for told in table.heard[heard:] if isinstance(told, Guide) or getattr(told, "hint", None)]
    texts = [f"build hub-2 {' '.join(build)}" for build in dict.fromkeys((first, second))]
    assert table.said == [" → ".join(texts)]
    assert table.is_still()


def test_what_was_taken_for_a_change_of_mind_may_be_half_of_the_next_answer_after_all():
    """Somebody pauses after the first piece of a ship, which lies where it could have been built."""
    pieces = ("starter e4 north", "hub-2 e5 north", "hub-3 e6 north")
    table = Hands(play(ship(1, "blue", *pieces), ship(2, "red", "starter h9 south"), pile=("gun-2",)))
    table.put("f5", "west").wait(1_500).carry("f5", "f6").wait(1_500)
    assert table.said == ["build gun-2 f5 west → build gun-2 f6 west"]
    table.carry("e6", "e7").carry("e5", "e6").carry("e4", "e5").wait()
    changed = "build gun-2 f5 west → build gun-2 f6 west → build gun-2 f5 west"
    assert table.said == [changed, "move ship-1 north"]
    assert table.is_still()


# ---- lifting, bumping, dropping --------------------------------------------------------------------------------------


def test_a_piece_is_lifted_and_put_back():
    table = lone().lift("e4").wait(2_000).put("e4", "north").wait()
    assert table.said == []
    assert table.is_still()


def test_a_piece_is_held_for_a_minute():
    table = column().lift("e6").wait(60_000)
    assert isinstance(table.verdict, Wait)
    assert table.verdict.until is None
    assert "move ship-1 north" in table.verdict.possible
    table.put("e6", "south")
    assert table.is_still()


def test_another_players_piece_is_lifted_and_forgotten():
    table = lone().lift("e9").wait(2_500)
    assert table.is_waiting()
    table.wait(1_000)
    assert table.is_told() == "put red.starter e9"
    assert table.put("e9", "south").is_still()


def test_an_unrelated_piece_is_bumped_while_another_one_is_in_the_hand():
    table = lone().lift("e4").lift("e9").put("e9", "south").put("e5", "north").wait()
    assert table.said == ["move ship-1 north"]


def test_an_unrelated_piece_is_bumped_and_leaves_no_trace():
    table = lone().lift("e9").wait(80).put("e9", "south").wait()
    assert table.said == []
    assert not any(isinstance(verdict, Guide | Commit) for verdict in table.heard)


def test_two_pieces_are_lifted_at_once_and_one_is_moved():
    table = fleet().lift("c4", "g4").wait(1_000).put("g4", "east").put("c5", "north").wait()
    assert table.said == ["move ship-1 north"]


def test_a_ship_is_moved_while_another_piece_is_knocked_over():
    """The answer is nearer than the way back: the lights lead there."""
    table = column().lift("h9")
    for name in ("e4", "e5", "e6"):
        table.carry(name, f"f{name[1]}")
    table.wait()
    assert table.said == []
    assert table.is_told() == "put red.starter h9"
    assert table.put("h9", "south").wait(400).said == ["move ship-1 east"]


def test_a_piece_is_knocked_onto_the_next_tile():
    table = lone().carry("e9", "f9").wait(1_000)
    assert table.is_told() == "move red.starter f9 > e9"
    assert table.follow() == 1
    assert table.is_still()


def test_a_piece_is_turned_by_a_sleeve():
    table = lone().turn("e9", "west").wait(1_000)
    assert table.is_told() == "turn red.starter e9"


def test_a_wrong_move_is_shown_within_a_second():
    table = lone().lift("e4").put("g6", "north").wait(1_000)
    assert table.is_told() == "move blue.starter g6 > e4"


def test_a_piece_astray_where_another_ship_could_turn_a_piece_is_shown_within_a_second():
    """That ship would have to be half turned while the piece is in a hand; nobody does that."""
    pieces = ("hub-2 g5 north", "shield-2 g6 south")
    table = Hands(
        play(ship(1, "blue", "starter e4 east"), ship(2, "blue", *pieces), ship(3, "red", "starter b9 south"))
    )
    table.carry("e4", "h5", "west").wait(1_000)
    assert table.is_told() == "move blue.starter h5 > e4"


def test_a_piece_that_is_being_mended_passes_a_tile_where_it_could_have_gone():
    table = lone(actions=1).lift("e4").put("g4", "north").wait(1_000)
    assert table.is_told() == "move blue.starter g4 > e4"
    table.slide("g4", "f4", "e4", pace=200).wait()
    assert table.said == []
    assert table.is_still()


def test_a_wrong_move_is_mended_before_anybody_complains():
    table = lone().lift("e4").put("g6", "north").wait(700).lift("g6").put("e5", "north").wait()
    assert table.said == ["move ship-1 north"]
    assert not any(isinstance(verdict, Guide) for verdict in table.heard)


def test_an_illegal_build_is_guided_away_and_then_done_right():
    table = lone(pile=("gun-1",)).put("e5", "east").wait(1_000)
    assert table.is_told() == "take it e5"
    assert table.turn("e5", "north").wait().said == ["build gun-1 e5 north"]


def test_a_half_moved_ship_is_left_alone():
    table = column().carry("e6", "f6").carry("e5", "f5").wait(3_000)
    assert table.is_waiting()
    table.wait(2_000)
    assert table.is_told() == "move blue.starter e4 > f4"
    table.follow()
    assert table.wait(400).said == ["move ship-1 east"]


def test_whoever_puts_the_last_piece_back_where_it_was_is_told_soon():
    table = column().carry("e6", "f6").carry("e5", "f5").carry("e4", "e4").wait(950)
    assert table.is_told() == "move blue.starter e4 > f4"


def test_whoever_puts_a_piece_back_with_the_other_hand_is_told_soon():
    table = column().lift("e6", "e4").wait(200).put("f6", "south").put("e4", "north").carry("e5", "f5").wait(950)
    assert table.is_told() == "move blue.starter e4 > f4"


def test_a_piece_that_was_turned_is_slid_off_along_its_axis():
    """Its magnet passes over the other side of its tile, as if it had been turned there instead."""
    table = lone().turn("e4", "west").wait(850).turn("e4", "east").wait(100).lift("e4").put("f4", "west").wait()
    assert table.said == ["rotate starter left", "move ship-1 east"]


def test_a_ship_of_two_that_lie_alike_is_moved_on_soon_after_the_second_was_built():
    """The front piece goes first: that looks as if it had been built one tile further on."""
    table = Hands(
        play(ship(1, "blue", "hub-5 c2 north"), ship(2, "red", "starter e9 south"), pile=("hub-2",)),
    )
    table.put("d2", "north").wait(900).carry("d2", "e2").wait(350).carry("c2", "d2").wait()
    assert table.said == ["build hub-2 d2 north", "move ship-1 east"]


@pytest.mark.parametrize("place", ["b10", "a10", "b11"])
def test_a_piece_that_was_held_low_over_a_corner_is_put_down_beside_it(place):
    """It seemed to have been built, and to have been moved on by something else."""
    table = Hands(
        play(
            ship(1, "red", "hub-4 c10 north"),
            ship(2, "blue", "starter e2 south"),
            seat="red",
            red_pile=("hub-2",),
        )
    )
    table.put("a11", "north").wait(350)
    assert table.said == ["build hub-2 a11 north"]
    table.put(place, "north").wait(20).lift("a11").wait(700)
    assert table.said == [f"build hub-2 a11 north → build hub-2 {place} north"]


def test_a_piece_is_slid_in_where_a_ship_lay_that_was_moved_away_just_now():
    """At first it seems to face the other way: as if the ship lay there again, and something were built before it."""
    table = Hands(
        play(
            ship(1, "red", "hub-4 i10 east", "gun-1 h10 east"),
            ship(2, "red", "starter f10 north", "gun-2 f11 south"),
            ship(3, "blue", "starter e2 south"),
            seat="red",
            red_pile=("shield-2",),
        )
    )
    table.carry("h10", "g10").lift("i10").wait(120).put("h10", "east")
    table.wait(620).put("i10", "east").wait(300).turn("i10", "west").wait()
    assert table.said == ["move ship-1 west", "build shield-2 i10 west"]


def test_a_piece_that_has_rested_is_held_low_beside_its_place_before_it_is_turned_again():
    """For a moment it seems that it had been moved before, instead of turned."""
    table = lone().turn("e4", "west").wait(900).lift("e4").wait(80).put("d4", "north").wait(400).lift("d4").wait(60)
    assert table.put("e4", "south").wait().said == ["rotate starter left", "rotate starter left"]


def knocked_over():
    """A shield is built beside a piece that lies like it, and that one is knocked over just then."""
    ships = ship(1, "blue", "starter e2 south"), ship(2, "red", "starter e9 south")
    return Hands(play(*ships, pile=("shield-3",))).put("e1", "south").wait(150).lift("e2")


def test_a_piece_is_knocked_over_just_when_another_one_was_built_beside_it():
    """Both lay there for a moment, so this is no move."""
    table = knocked_over().wait(2_000)
    assert table.is_waiting()
    assert table.put("e2", "south").wait().said == ["build shield-3 e1 south"]


def test_a_piece_that_was_knocked_over_is_asked_about_if_nobody_puts_it_back():
    table = knocked_over().wait()
    assert table.said == []
    assert table.is_asked() == ("move ship-1 south", "build shield-3 e1 south")


def test_the_last_piece_of_a_ship_may_stay_in_the_hand_for_a_while():
    """Another one like it lay where it goes: all tiles that change show the answer already."""
    table = Hands(
        play(
            ship(1, "blue", "hub-2 e4 north", "shield-4 e5 south", "gun-5 e6 south"),
            ship(2, "red", "starter h9 south"),
        )
    )
    table.lift("e4", "e5", "e6").put("e7", "south").put("e5", "north").wait(1_500)
    assert table.is_waiting()
    assert table.put("e6", "south").wait(400).said == ["move ship-1 north"]


def test_a_piece_of_another_ship_that_is_missing_is_asked_for_soon():
    table = fleet().lift("c4").carry("g4", "g5").wait(950)
    assert table.is_told() == "put blue.starter c4"


def test_a_ship_is_moved_with_one_piece_turned_wrong():
    table = column().carry("e4", "f4").carry("e5", "f5").carry("e6", "f6", "north").wait()
    assert table.said == []
    assert table.is_told() == "turn blue.shield-1 f6"
    assert table.turn("f6", "south").wait(400).said == ["move ship-1 east"]


def test_the_lights_lead_to_the_answer_that_is_nearest_for_the_things_themselves():
    """By its reeds the table is one tile from a move, but the shield lies where the hub would have to."""
    pieces = ("hub-4 d4 west", "shield-4 c4 north")
    table = Hands(play(ship(1, "blue", *pieces), ship(2, "red", "starter h9 south")))
    table.turn("d4", "south").carry("c4", "e4", "west").wait()
    assert table.is_told() == "move blue.shield-4 e4 > d3"
    table.follow()
    assert table.wait(400).said == ["rotate hub-4 left"]


def test_a_foreign_magnet_lies_on_the_board():
    table = lone().put("a6", "east").wait(1_000)
    assert table.is_told() == "take it a6"
    assert table.lift("a6").is_still()


def test_a_ring_closes_two_reeds_of_a_tile_at_once():
    table = lone()
    table._touch(tile("a6"), 0b0011)
    table.wait(1_000)
    assert table.is_told() == "take it a6"
    assert table.lift("a6").is_still()
    assert table.said == []


def test_the_other_player_moves_too_early():
    table = lone().carry("e9", "e8").wait(1_000)
    assert table.said == []
    assert table.is_told() == "move red.starter e8 > e9"
    table.carry("e4", "e5").wait()
    assert table.said == []
    assert table.is_told() == "move red.starter e8 > e9"
    table.follow()
    assert table.wait(400).said == ["move ship-1 north"]


def test_two_pieces_are_exchanged():
    """A piece must be taken off first; the one after it has room then."""
    table = column().lift("e5", "e6").put("e5", "south").put("e6", "north").wait()
    assert table.said == []
    assert isinstance(table.verdict, Guide)
    assert table.follow() <= 3
    assert table.is_still()


# ---- two at once -----------------------------------------------------------------------------------------------------


def test_two_ships_are_moved_quickly_one_after_the_other():
    table = fleet().lift("c4").put("c5", "north").lift("g4").put("g5", "east").wait()
    assert table.said == ["move ship-1 north", "move ship-2 north"]


def test_two_ships_are_moved_with_two_hands():
    table = fleet().lift("c4", "g4").put("c5", "north").put("g5", "east").wait()
    assert sorted(table.said) == ["move ship-1 north", "move ship-2 north"]
    assert table.is_still()


def test_a_piece_is_carried_two_tiles_in_one_go():
    table = lone().carry("e4", "e6").wait()
    assert table.said == ["move ship-1 north", "move ship-1 north"]


def test_a_piece_is_moved_and_turned_in_one_go():
    table = lone().carry("e4", "e5", "east").wait()
    assert sorted(table.said) == ["move ship-1 north", "rotate starter right"]


def test_a_piece_is_carried_two_tiles_with_one_action_left():
    table = lone(actions=1).carry("e4", "e6").wait()
    assert table.said == []
    assert table.is_told() == "move blue.starter e6 > e4"


def test_two_pieces_are_built_before_anybody_looks():
    table = lone(pile=("gun-1", "shield-1")).put("e5", "north").put("e6", "south").wait()
    assert table.said == ["build gun-1 e5 north", "build shield-1 e6 south"]


def test_two_pieces_that_lie_alike_are_built_at_once():
    table = fleet(pile=("gun-2", "gun-3")).put("c5", "south").put("g5", "south").wait()
    assert len(table.is_asked()) >= 2
    table.pick("build gun-3 c5 south").wait()
    assert table.said == ["build gun-3 c5 south", "build gun-2 g5 south"]


@pytest.mark.parametrize("pace", [100, 200, 300, 400, 600])
@pytest.mark.parametrize("gap", [0, 100, 200, 300, 500, 800, 1_500])
@pytest.mark.parametrize("way", [("e1", "f1", "g1"), ("e1", "d1", "c1")], ids="-".join)
def test_a_piece_is_slid_through_the_place_where_the_next_one_is_built(pace, gap, way):
    """The ledger has the first one first, however quickly the other hand puts down the second one."""
    ships = ship(1, "blue", "starter e2 south"), ship(2, "red", "starter e10 north")
    table = Hands(play(*ships, pile=("hub-2", "gun-1")))
    table.put("e1", "north").slide(*way, pace=pace).wait(gap).put("e1", "north").wait()
    first, second = table.said
    assert first.endswith(f"build hub-2 {way[-1]} north")
    assert second == "build gun-1 e1 north"


@pytest.mark.parametrize("hops", ["e1", "g1"])
@pytest.mark.parametrize("order", [("e1", "g1"), ("g1", "e1")], ids="-".join)
def test_two_pieces_are_built_at_once_and_then_one_of_them_hops(order, hops):
    """The ledger has them in their order, whichever lay there alone for a moment."""
    names = {"e1": "build gun-1 e1 north", "g1": "build hub-2 g1 north"}
    ships = ship(1, "blue", "starter e2 south"), ship(2, "red", "starter e10 north")
    table = Hands(play(*ships, pile=("hub-2", "gun-1")))
    for name in order:
        table.put(name, "north")
    table.wait(50).lift(hops).wait(100).put(hops, "north").wait()
    assert table.said == [names[name] for name in order]


# ---- taking back -----------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_when_the_turn_is_over():
    table = lone(actions=1).carry("e4", "e5").wait().carry("e5", "e4").wait()
    assert table.said == ["move ship-1 north", "back 1"]
    assert table.is_still()


def test_going_back_may_be_a_move_or_a_take_back_and_the_screen_asks():
    table = lone().carry("e4", "e5").wait().carry("e5", "e4").wait()
    assert table.is_asked() == ("move ship-1 south", TakenBack(1))


def test_going_back_behind_what_others_have_said_is_a_move():
    """Nobody takes back what was said by carrying a ship: whoever means that says so too."""
    table = lone().carry("e4", "e5").wait(2_000).say("draw").say("draw").say("draw").carry("e5", "e4").wait()
    assert table.said == ["move ship-1 north", "draw", "draw", "draw", "move ship-1 south"]


def test_going_back_by_two_moves_may_be_another_second_move_and_the_screen_asks():
    table = lone(draw=()).carry("e4", "e5").wait(2_000).carry("e5", "f5").wait(2_000).carry("f5", "e4").wait()
    assert table.is_asked() == ("move ship-1 south", TakenBack(2))


def test_a_walk_in_a_circle_is_four_moves():
    table = Hands(play(ship(1, "blue", "starter e4 north"), ship(2, "red", "starter e9 south"), draw=()))
    for source, target in (("e4", "e5"), ("e5", "f5")):
        table.carry(source, target).wait(2_000)
    table.carry("e9", "e8").wait(2_000).carry("e8", "f8").wait(2_000)
    table.carry("f5", "f4").wait(2_000).carry("f4", "e4").wait(2_000)
    assert table.said[-2:] == ["move ship-1 south", "move ship-1 west"]
    assert len(table.said) == 6


def test_three_answers_are_taken_back_at_once():
    table = fleet(draw=()).carry("c4", "c5").wait().carry("g4", "g5").wait().carry("e9", "e8").wait()
    assert len(table.said) == 3
    table.lift("c5", "g5", "e8").put("c4", "north").put("g4", "east").put("e9", "south").wait()
    assert table.said[3:] == ["back 3"]
    assert table.is_still()


def test_four_answers_are_not_taken_back_without_a_question():
    table = fleet(draw=()).carry("c4", "c5").wait().carry("g4", "g5").wait()
    table.carry("e9", "e8").wait().carry("e8", "e7").wait()
    assert len(table.said) == 4
    table.lift("c5", "g5", "e7").put("c4", "north").put("g4", "east").put("e9", "south").wait()
    assert len(table.said) == 4
    assert table.is_asked() == (TakenBack(4), Unchanged())


def test_an_answer_is_taken_back_and_another_one_given():
    table = fleet().carry("c4", "c5").wait(1_000).carry("g4", "g5").wait(1_000)
    table.carry("g5", "g4").wait().carry("g4", "h4").wait(1_000)
    assert table.said == ["move ship-1 north", "move ship-2 north", "back 1", "move ship-2 east"]


def test_a_build_is_put_back_into_the_pile():
    table = lone(pile=("gun-1",)).put("e5", "north").wait(1_000).lift("e5").wait(2_000)
    assert table.said == ["build gun-1 e5 north"]
    table.wait(1_500)
    assert table.is_asked() == (TakenBack(1), Unchanged())


def test_the_piece_just_built_is_lifted_to_look_at_it():
    table = lone(pile=("gun-1",), actions=1).put("e5", "north").wait(1_000).lift("e5").wait(6_000)
    assert table.is_asked() == (TakenBack(1), Unchanged())
    table.put("e5", "north").wait()
    assert table.said == ["build gun-1 e5 north"]
    assert table.is_still()


def test_a_ship_is_carried_back_piece_by_piece_without_complaint():
    table = column(actions=1)
    for name in ("e4", "e5", "e6"):
        table.carry(name, f"f{name[1]}")
    table.wait()
    heard = len(table.heard)
    for name in ("f6", "f5", "f4"):
        table.carry(name, f"e{name[1]}").wait(1_000)
    assert table.wait().said == ["move ship-1 east", "back 1"]
    assert not any(isinstance(verdict, Guide) for verdict in table.heard[heard:])


# ---- what the table owes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["g5 g6", "g6 g5"])
def test_a_destroyed_ship_is_removed_in_any_order(order):
    table = battery().say("shoot gun-1 east")
    assert table.is_told().startswith("take red.")
    for name in order.split():
        assert not table.is_still()
        table.lift(name).wait(1_000)
    assert table.is_still()


def test_a_destroyed_ship_is_removed_late():
    table = battery().say("shoot gun-1 east").wait(60_000)
    assert isinstance(table.verdict, Guide)
    assert table.verdict.is_owed
    assert table.lift("g5", "g6").wait().is_still()
    assert table.said == ["shoot gun-1 east"]


def test_the_next_answer_is_given_while_a_destroyed_ship_still_lies_there():
    table = battery().say("shoot gun-1 east").carry("e5", "d5").carry("e4", "d4").wait()
    assert table.said == ["shoot gun-1 east", "move ship-1 west"]
    assert table.is_told().startswith("take red.")
    assert table.lift("g6", "g5").wait().is_still()


def test_a_destroyed_ship_is_removed_in_the_middle_of_the_next_answer():
    table = battery().say("shoot gun-1 east").carry("e5", "d5").lift("g5").carry("e4", "d4").lift("g6").wait()
    assert table.said == ["shoot gun-1 east", "move ship-1 west"]
    assert table.is_still()


def test_a_move_said_on_the_screen_is_followed_by_the_table():
    table = column().say("move ship-1 north")
    assert isinstance(table.verdict, Guide)
    assert table.verdict.is_owed
    table.follow()
    assert table.is_still()
    assert table.said == ["move ship-1 north"]


def test_a_move_said_on_the_screen_is_put_on_the_wrong_tile():
    table = lone().say("move ship-1 north").lift("e4").wait(300)
    assert table.is_told() == "put blue.starter e5"
    table.put("f5", "north").wait(1_000)
    assert table.is_told() == "move blue.starter f5 > e5"
    assert table.said == ["move ship-1 north"]
    assert table.lift("f5").put("e5", "north").wait().is_still()


def test_an_undo_on_the_screen_is_followed_by_the_table():
    table = lone().carry("e4", "e5").wait().undo()
    assert table.is_told() == "move blue.starter e5 > e4"
    assert table.carry("e5", "e4").wait().is_still()


def test_the_game_starts_with_an_empty_table():
    table = Hands(column().play, shows=EMPTY)
    assert isinstance(table.verdict, Guide)
    assert table.verdict.remaining == 4
    assert table.verdict.is_owed
    assert table.follow() == 4
    assert table.is_still()
    assert table.said == []


def test_the_table_is_set_up_in_an_order_of_ones_own():
    table = Hands(column().play, shows=EMPTY).put("h9", "south").wait(600).put("e6", "south").put("e4", "north")
    assert table.wait(500).is_told() == "put blue.gun-1 e5"
    assert table.put("e5", "north").wait(500).is_still()


def test_a_setup_piece_on_the_wrong_tile_is_no_build():
    """A hub in the play pile may be built on every tile of the base; while the table is set up, nothing is built."""
    table = Hands(lone(pile=("hub-2",)).play, shows=EMPTY).put("d1", "north").wait()
    assert table.said == []
    assert table.is_told() == "move blue.starter d1 > e4"


def test_the_table_is_set_up_with_a_piece_turned_wrong():
    shows = bytearray(scene(lone().play.state).signature)
    shows[tile("e4")] = 0b0010
    table = Hands(lone().play, shows=shows)
    assert table.is_told() == "turn blue.starter e4"
    assert table.follow() == 1
    assert table.said == []


# ---- broken and restless sensors, lost links -------------------------------------------------------------------------


def test_a_weak_magnet_flaps():
    table = lone(pile=("gun-1",))
    for _ in range(8):
        table.put("e5", "north").wait(60).lift("e5").wait(60)
    table.confidence[tile("e5")] = 30
    table.put("e5", "north").wait(700)
    assert table.said == []
    assert table.wait(500).said == ["build gun-1 e5 north"]


def test_a_weak_magnet_flaps_under_a_piece_that_nobody_touches():
    table = lone()
    for _ in range(30):
        table.lift("e9").wait(90).put("e9", "south").wait(90)
    assert table.said == []
    assert not any(isinstance(verdict, Guide | Commit) for verdict in table.heard)
    assert table.carry("e4", "e5").said == ["move ship-1 north"]


def test_the_cable_is_pulled_in_the_middle_of_a_move():
    table = column().carry("e6", "f6").unplug()
    assert table.is_blind()
    table.carry("e5", "f5").carry("e4", "f4").wait()
    assert table.said == []
    assert table.replug().said == ["move ship-1 east"]


def test_the_cable_is_pulled_and_pieces_are_scattered():
    table = lone().unplug().lift("e4").put("b7", "west").wait().replug()
    assert table.is_waiting()
    assert table.wait(1_000).is_told() == "move blue.starter b7 > e4"


def test_a_dead_tile_is_masked_and_the_game_goes_on():
    table = column()
    table.confidence[tile("f5")] = 0
    for name in ("e4", "e6"):
        table.carry(name, f"f{name[1]}")
    table.lift("e5").wait()
    assert table.said == ["move ship-1 east"]


def test_what_only_a_dead_tile_could_tell_is_asked():
    table = lone()
    table.confidence[tile("e5")] = 0
    table.lift("e4").wait(2_000)
    assert table.is_waiting()
    assert table.wait(1_500).is_asked() == ("move ship-1 north", Unchanged())
    assert table.put("e4", "north").is_still()


def test_a_dead_tile_that_flaps_hinders_nobody():
    table = lone(pile=("gun-1",))
    table.confidence[tile("a9")] = 0
    table.put("e5", "north")
    for _ in range(6):
        table.put("a9", "west").wait(50).lift("a9").wait(50)
    assert table.said == ["build gun-1 e5 north"]


# ---- questions -------------------------------------------------------------------------------------------------------


def test_none_of_these_was_meant():
    table = lone(pile=("gun-2", "gun-3")).put("e5", "south").wait().none_of_these()
    assert table.is_told() == "take it e5"
    assert table.wait(20_000).is_told() == "take it e5"
    assert table.lift("e5").is_still()
    table.put("e5", "south").wait()
    assert len(table.is_asked()) == 2


def test_a_question_goes_away_when_the_piece_does():
    table = lone(pile=("gun-2", "gun-3")).put("e5", "south").wait().lift("e5").wait()
    assert table.is_still()


# ---- aiming ----------------------------------------------------------------------------------------------------------


def aim(table):
    targets = [
        Target("gun-1", tile("e5"), 5, ("shoot gun-1 east",)),
        Target("starter", tile("e4"), 4, ("bash ship-1 > ship-2", "bash shield-1 > ship-2")),
    ]
    aiming = Aiming(targets, table.now)
    assert aiming.look(table.snapshot()) is None
    return aiming


def test_a_gun_is_aimed_by_lifting_it_and_putting_it_back():
    table = battery()
    aiming = aim(table)
    assert aiming.look(table.lift("e5").snapshot()) is None
    assert aiming.look(table.wait(300).put("e5", "north").snapshot()) == ("shoot gun-1 east",)


def test_a_gun_that_is_bumped_while_somebody_aims_does_not_fire():
    """What hops is back within a tenth of a second; a hand takes longer."""
    table = battery()
    aiming = aim(table)
    for _ in range(3):
        aiming.look(table.lift("e5").snapshot())
        assert aiming.look(table.wait(50).put("e5", "north").snapshot()) is None
    aiming.look(table.lift("e5").snapshot())
    assert aiming.look(table.wait(300).put("e5", "north").snapshot()) == ("shoot gun-1 east",)


def test_a_gun_is_lifted_outside_aiming():
    table = battery().lift("e5").wait(500).put("e5", "north").wait()
    assert table.said == []
    assert table.is_still()


def test_something_that_cannot_be_aimed_is_lifted():
    table = battery()
    aiming = aim(table)
    for name, facing in (("g5", "north"), ("b9", "north")):
        assert aiming.look(table.lift(name).snapshot()) is None
        assert aiming.look(table.wait(300).put(name, facing).snapshot()) is None


@pytest.mark.parametrize(("away", "choice"), [(130, None), (300, ("shoot gun-1 east",))])
def test_of_two_things_that_are_lifted_the_first_one_put_back_is_meant_unless_a_sleeve_brushed_it(away, choice):
    table = battery()
    aiming = aim(table)
    aiming.look(table.lift("e4").snapshot())
    aiming.look(table.lift("e5").snapshot())
    assert aiming.look(table.wait(away).put("e5", "north").snapshot()) == choice


def test_a_gun_is_put_back_turned():
    table = battery()
    aiming = aim(table)
    aiming.look(table.lift("e5").snapshot())
    assert aiming.look(table.wait(300).put("e5", "east").snapshot()) is None
    assert aiming.look(table.turn("e5", "north").snapshot()) == ("shoot gun-1 east",)


def test_aiming_is_left():
    table = battery()
    aiming = aim(table)
    assert aiming.press("no", table.now) is None
    assert aiming.is_left
    aiming.look(table.lift("e5").snapshot())
    assert aiming.look(table.wait(300).put("e5", "north").snapshot()) is None


def test_yes_is_pressed_just_as_the_light_walks_on():
    """Nobody can tell whether the gun was meant, which was lit before, or what is lit now."""
    table = battery()
    aiming = aim(table)
    for late in range(0, GRACE_MS, 10):
        assert aiming.press("yes", table.now + WALK_MS + late) is None
    assert aiming.targets == aim(table).targets


def test_yes_is_pressed_while_two_bashes_share_a_light():
    """The light of the ship stands for both, so yes leads to these two, and only the screen can tell them apart."""
    table = battery()
    aiming = aim(table)
    assert aiming.press("yes", table.now + WALK_MS + GRACE_MS) is None
    assert [target.answers for target in aiming.targets] == [("bash ship-1 > ship-2",), ("bash shield-1 > ship-2",)]
    for at in range(0, 3 * WALK_MS, 50):
        assert aiming.press("yes", table.now + 3 * WALK_MS + at) is None
    assert aiming.choose(1, table.now + 9 * WALK_MS) == ("bash shield-1 > ship-2",)


def test_two_quick_answers_that_undo_the_last_two_are_asked_about():
    """Red ends its turn, Blue begins, and both go back to where they were: nobody can tell that from a take-back."""
    table = lone(actions=1, draw=()).carry("e4", "e5").wait().carry("e9", "e8").wait()
    table.lift("e8", "e5").put("e9", "south").put("e4", "north").wait()
    assert table.said == ["move ship-1 north", "move ship-2 south"]
    assert table.is_asked()
    table.pick("move ship-2 north").wait()
    assert table.said == ["move ship-1 north", "move ship-2 south", "move ship-2 north", "move ship-1 south"]
