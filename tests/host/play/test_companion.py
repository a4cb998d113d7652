"""One game at one table: what is understood, what is asked, what is shown, and how it is taken back."""

import re

import pytest

from firmware.wire import BUTTON
from host.ledger import Fact, Origin
from host.play.chronicle import Because, Moment
from host.play.commands import (
    Again,
    Aim,
    Correct,
    GoTo,
    Leave,
    Mask,
    Name,
    Pick,
    Press,
    Redo,
    Say,
    Show,
    TableIsRight,
    Undo,
)
from host.referee.verdicts import Ask
from host.referee.walking import GRACE_MS


def tile(sitting, name):
    return sitting.table.companion.stage.profile.tile_named(name).index


# ---- setting up --------------------------------------------------------------------------------------------


def test_an_empty_table_is_led_to_the_start_one_step_at_a_time(sit):
    game = sit(ready=False)
    assert game.prompt.kind == "guide"
    assert game.prompt.detail == "Put blue starter on e2, facing south. (2 steps in all)"
    game.put("blue.starter", "e2", "south")
    assert game.prompt.detail == "Put red starter on e10, facing north."
    game.put("red.starter", "e10", "north")
    assert game.prompt.kind == "reveal"


def test_a_starter_that_looks_the_wrong_way_is_turned(sit):
    game = sit(ready=False)
    game.put("blue.starter", "e2", "north", wait=1500)
    assert game.prompt.step.kind == "turn"
    assert "Turn blue starter on e2 to face south" in game.prompt.detail


# ---- answers -----------------------------------------------------------------------------------------------


def test_a_drawn_piece_is_asked_for_by_name(sit):
    game = sit(ready=False)
    game.set_up()
    assert game.prompt.kind == "reveal"
    assert [button.command for button in game.prompt.buttons if button.label == "hub-2"] == [Name("hub-2")]
    game.name("hub-2")
    assert game.picture.seats[0].pile == ("blue.hub-2", "blue.gun-1")


def test_a_piece_shown_to_the_pad_is_the_one_that_was_drawn(sit):
    game = sit(ready=False)
    game.set_up()
    game.say(Show("blue.hub-2"))
    assert "blue.hub-2" in game.picture.seats[0].pile
    game.put("blue.hub-2", "a1", "north")
    assert game.said == ["build hub-2 a1 north"]


def test_the_light_of_the_pad_asks_for_what_was_drawn(sit):
    game = sit(ready=False)
    game.set_up()
    profile = game.table.companion.stage.profile
    light = profile.pad_light(profile.pad_named("play").index)

    def asks():
        return any(light in effect.lights for effect in game.picture.lights.effects.values())

    assert asks()
    game.say(Show("blue.hub-2"))
    assert not asks()


def test_a_piece_of_the_other_side_is_not_what_was_drawn(sit):
    game = sit(ready=False)
    game.set_up()
    game.say(Show("red.hub-2"))
    assert "Blue draws now" in game.picture.notice
    assert game.prompt.kind == "reveal"


def test_a_ship_that_moves_is_understood(sit):
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south")
    assert game.said == ["move ship-1 north"]
    assert game.picture.actions_left == 1


def test_what_looks_alike_is_asked_about(sit):
    game = sit(first="gun-3")
    game.put("blue.gun-1", "e1", "north")
    assert game.prompt.kind == "ask"
    labels = [button.label for button in game.prompt.buttons]
    assert labels[-1] == "None of these"
    assert (game.prompt.may_be_back, game.prompt.may_be_nothing) == (False, False)
    game.say(Pick(next(at for at, label in enumerate(labels) if "gun-1" in label)))
    assert game.said == ["build gun-1 e1 north"]
    [line] = [line for line in game.picture.lines if line.kind == "answer"]
    assert len(line.candidates) == len(labels) - 2


def test_a_piece_shown_on_its_way_to_the_board_needs_no_question(sit):
    game = sit(first="gun-3")
    game.say(Show("blue.gun-1"))
    game.put("blue.gun-1", "e1", "north")
    assert game.said == ["build gun-1 e1 north"]


def test_a_piece_shown_when_it_was_drawn_need_not_be_the_one_that_is_built(sit):
    game = sit(ready=False)
    game.set_up()
    game.say(Show("blue.gun-3"))
    game.put("blue.gun-1", "e1", "north")
    assert game.prompt.kind == "ask"
    game.lift("blue.gun-1")
    game.say(Show("blue.gun-1"))
    game.put("blue.gun-1", "e1", "north")
    assert game.said == ["build gun-1 e1 north"]


def test_a_piece_that_was_shown_is_not_taken_for_the_only_one_that_fits_there(sit):
    """Only a hub may begin a ship: a gun in the base looks like one."""
    game = sit(first="hub-3")
    game.say(Show("blue.gun-1"))
    game.put("blue.gun-1", "a1", "north")
    assert game.said == []
    assert game.prompt.detail.startswith("Another one was shown to the pad.")
    game.say(Pick(-1))
    assert game.prompt.detail.startswith("Take the piece off a1.")


def test_a_piece_that_was_held_to_the_pad_once_more_is_not_taken_for_another_one(sit):
    """Whether it was only held there twice when it was drawn, or is on its way to the board, nobody knows."""
    game = sit(first="hub-3")
    game.say(Again("blue.gun-1"))
    game.put("blue.gun-1", "a1", "north")
    assert game.said == []
    assert game.prompt.detail.startswith("Another one was shown to the pad.")


def test_what_is_shown_plainly_counts_though_another_one_was_held_to_the_pad_once_more(sit):
    game = sit(first="hub-3")
    game.say(Again("blue.gun-1"))
    game.say(Show("blue.hub-3"))
    game.put("blue.hub-3", "a1", "north")
    assert game.said == ["build hub-3 a1 north"]


def test_a_piece_that_was_shown_is_not_taken_for_one_like_it_that_fell_over(sit):
    """The table looks as if the starter had been moved."""
    game = sit(first="shield-3")
    game.say(Show("blue.shield-3"))
    game.lift("blue.starter")
    game.put("blue.shield-3", "e1", "south")
    assert game.said == []
    assert game.prompt.detail.startswith("Another one was shown to the pad.")
    game.put("blue.starter", "e2", "south")
    assert game.said == ["build shield-3 e1 south"]


def test_a_piece_that_was_shown_is_not_taken_for_the_one_that_was_built_before_and_fell_over(sit):
    """The table looks as if the piece that was just built had been moved on."""
    game = sit(first="hub-3")
    game.say(Show("blue.hub-3"))
    game.put("blue.hub-3", "a1", "north")
    game.say(Show("blue.gun-1"))
    game.lift("blue.hub-3")
    game.put("blue.gun-1", "e1", "north", wait=2_000)
    assert game.said == ["build hub-3 a1 north"]
    game.put("blue.hub-3", "a1", "north", wait=2_000)
    assert game.said == ["build hub-3 a1 north", "build gun-1 e1 north"]


def test_a_build_that_is_put_back_for_a_move_is_replaced_by_it(sit):
    game = sit(first="gun-3")
    game.say(Show("blue.gun-1"))
    game.put("blue.gun-1", "e1", "north")
    game.lift("blue.gun-1")
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south", wait=3_500)
    assert game.said == ["move ship-1 north"]
    assert game.prompt.kind == "turn"


def test_a_piece_that_slides_on_stays_the_same_piece(sit):
    game = sit(first="hub-3")
    game.say(Show("blue.hub-3"))
    game.put("blue.hub-3", "a1", "north", wait=400)
    assert game.said == ["build hub-3 a1 north"]
    game.put("blue.hub-3", "b1", "north", wait=800)
    assert game.said == ["build hub-3 b1 north"]
    assert [line.text for line in game.picture.lines if line.is_taken_back] == ["build hub-3 a1 north"]


def test_a_piece_that_nobody_has_shown_may_be_another_one_where_it_slides_on(sit):
    """Where it was held first only a hub could be built; where it is put down, a gun fits as well."""
    game = sit(first="hub-3")
    game.put("blue.gun-1", "d1", "east", wait=400)
    assert game.said == ["build hub-3 d1 east"]
    game.put("blue.gun-1", "e1", "north", wait=800)
    assert game.prompt.kind == "ask"
    labels = [button.label for button in game.prompt.buttons]
    game.say(Pick(labels.index("Build gun-1 e1 north instead of build hub-3 d1 east")))
    assert game.said == ["build gun-1 e1 north"]


def test_two_quick_moves_are_understood_in_their_order(sit):
    game = sit()
    game.lift("blue.starter", wait=20)
    game.put("blue.starter", "e4", "south", wait=1500)
    assert game.said == ["move ship-1 north", "move ship-1 north"]


def test_two_quick_moves_are_taken_back_together(sit):
    """Nobody has seen the piece halfway: the second move is not changed into one that goes back."""
    game = sit()
    game.lift("blue.starter", wait=20)
    game.put("blue.starter", "e4", "south", wait=1500)
    assert game.said == ["move ship-1 north", "move ship-1 north"]
    game.lift("blue.starter")
    game.put("blue.starter", "e2", "south", wait=1500)
    assert game.said == []


def test_the_next_seat_may_move_before_its_piece_has_a_name(sit):
    game = sit()
    game.say(Say("draw"))
    game.name("gun-2")
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south")
    assert game.prompt.kind == "reveal"
    game.lift("red.starter")
    game.put("red.starter", "e9", "north", wait=3000)
    assert game.prompt.kind == "reveal"
    game.name("gun-3")
    game.table.run_for(1000)
    assert game.said == ["draw", "move ship-1 north", "move ship-2 south"]


def test_two_seats_at_once_are_understood_once_the_piece_has_a_name(sit):
    game = sit()
    game.say(Say("draw"))
    game.name("gun-2")
    game.lift("blue.starter", wait=20)
    game.lift("red.starter", wait=20)
    game.put("blue.starter", "e3", "south", wait=20)
    game.put("red.starter", "e9", "north", wait=3000)
    assert game.said == ["draw", "move ship-1 north"]
    game.name("gun-3")
    game.table.run_for(1500)
    assert game.said == ["draw", "move ship-1 north", "move ship-2 south"]


def test_a_candidate_without_a_place_is_lit_at_the_seat(sit):
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south", wait=1500)
    game.lift("blue.starter")
    game.put("blue.starter", "e2", "south", wait=1000)
    assert game.prompt.kind == "ask"
    labels = [button.label for button in game.prompt.buttons]
    assert labels == ["Move ship-1 south", "Take back 1 answer", "None of these"]
    assert (game.prompt.may_be_back, game.prompt.may_be_nothing) == (True, False)
    game.table.run_while(lambda: game.prompt.lit != 1, 5000)
    lit = game.picture.lights.effects[8].lights
    assert lit == {game.twin.profile.seat_light(0, "limb", 0)}
    game.table.run_for(GRACE_MS)
    game.say(Press(0, "yes"))
    assert game.said == []


@pytest.mark.parametrize("late", [0, 10, GRACE_MS - 20])
def test_yes_just_after_the_light_has_walked_on_is_asked_for_once_more(sit, late):
    """It may have been meant for the light before, so that one is lit again."""
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south", wait=1500)
    game.lift("blue.starter")
    game.put("blue.starter", "e2", "south", wait=1000)
    game.table.run_while(lambda: game.prompt.lit != 1, 5000)
    game.table.run_for(late)
    game.say(Press(0, "yes"), wait=0)
    assert game.said == ["move ship-1 north"]
    assert (game.prompt.kind, game.prompt.lit) == ("ask", 0)
    assert game.picture.notice.startswith("The light had just moved on.")
    game.table.run_for(GRACE_MS)
    game.say(Press(0, "yes"))
    assert game.said == ["move ship-1 north", "move ship-1 south"]


@pytest.mark.parametrize(("answer", "is_taken"), [("yes", False), ("no", True)])
def test_a_press_that_is_told_late_counts_only_where_no_light_matters(sit, answer, is_taken):
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south", wait=1500)
    game.lift("blue.starter")
    game.put("blue.starter", "e2", "south", wait=1000)
    game.table.run_for(2 * GRACE_MS)
    button = next(each for each in game.twin.profile.buttons if (each.seat, each.answer) == (0, answer))
    at = game.table.now - GRACE_MS
    pressed = Fact(None, None, None, at, BUTTON, button.byte, bytes([1 << button.bit]))
    game.table.companion.facts((pressed,), game.ledger.last_fact())
    picture = game.table.companion.picture
    assert (picture.prompt.kind != "ask") == is_taken
    assert picture.notice.startswith("The light had just moved on.") != is_taken


def test_each_light_of_a_question_about_an_exchange_is_that_of_the_candidate_which_yes_picks(sit, monkeypatch):
    """Where one answer alone fits, the question is also whether nothing was done; that has no light and no number."""
    game = sit(first="hub-2")
    game.say(Show("blue.hub-2"))
    game.put("blue.gun-1", "e1", "north")
    game.put("blue.hub-2", "d1", "east", wait=900)
    desk = game.table.companion._desk
    answer = desk.question.candidates[0]
    monkeypatch.setattr(desk.referee, "look", lambda *_: Ask((answer,), "this looks like an answer"))
    desk.question = None
    game.say(Press(1, "no"))  # so that it looks once more
    candidates = desk.question.candidates
    assert [type(candidate).__name__ for candidate in candidates[1:]] == ["Instead"]
    assert [button.command for button in game.prompt.buttons] == [Pick(0), Pick(1), Pick(-1)]


def test_none_of_these_leads_back(sit):
    game = sit(first="gun-3")
    game.put("blue.gun-1", "e1", "north")
    game.say(Pick(-1), wait=1500)
    assert game.said == []
    assert game.prompt.kind == "guide"
    game.lift("blue.gun-1", wait=1500)
    assert game.prompt.kind == "turn"


def test_yes_does_not_pick_among_candidates_that_share_a_light(sit):
    """Two guns on one tile: whoever looks at the lights alone cannot know which one yes would pick."""
    game = sit(first="gun-3")
    game.put("blue.gun-1", "e1", "north")
    assert game.prompt.kind == "ask"
    assert game.prompt.lit is None
    assert game.prompt.detail.endswith("Hold the piece to the Play pad, or choose on the screen.")
    for _ in range(30):
        game.say(Press(0, "yes"), wait=100)
    assert game.said == []
    assert game.picture.notice == "These share one light, so yes cannot tell them apart. Choose on the screen."
    game.say(Pick(0))
    assert len(game.said) == 1


def test_an_illegal_build_is_guided_away_and_nothing_is_booked(sit):
    game = sit()
    game.put("blue.shield-1", "a6", "north", wait=2000)
    assert game.said == []
    assert game.prompt.kind == "guide"
    assert "off a6" in game.prompt.detail
    [effect] = game.picture.lights.effects.values()
    assert effect.lights == {tile(game, "a6")}
    game.lift("blue.shield-1", wait=1000)
    assert game.prompt.kind == "turn"


def test_an_answer_on_the_screen_makes_the_table_follow(sit):
    game = sit()
    game.say(Say("move ship-1 north"))
    assert game.prompt.kind == "guide"
    assert game.prompt.step.kind == "move"
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south", wait=800)
    assert game.prompt.kind == "turn"
    assert game.said == ["move ship-1 north"]


def test_an_answer_that_makes_no_sense_is_refused_with_a_sentence(sit):
    game = sit()
    for words in ("move ship-9 north", "shoot", "build gun-1 a11 north", "dance"):
        game.say(Say(words))
        assert game.picture.notice.endswith(".")
    assert game.said == []
    game.say(Say("draw"))
    assert game.picture.notice == ""


# ---- aiming ------------------------------------------------------------------------------------------------


def test_a_piece_lifted_and_put_back_means_nothing_by_itself(sit):
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "e2", "south", wait=3000)
    assert game.said == []
    assert game.prompt.kind == "turn"


def test_yes_opens_aiming_and_no_leaves_it(sit):
    game = sit()
    game.say(Press(0, "yes"))
    assert game.prompt.kind == "aim"
    assert "Draw a piece" in [button.label for button in game.prompt.buttons]
    game.say(Press(0, "no"))
    assert game.prompt.kind == "turn"


def test_a_button_that_makes_no_sense_now_is_answered_with_a_sentence(sit):
    game = sit(ready=False)
    game.set_up()
    game.twin.press(0, "yes")
    game.table.run_for(100)
    assert game.picture.notice == "There is nothing to aim with now."


def test_the_other_seat_cannot_aim(sit):
    game = sit()
    game.say(Press(1, "yes"))
    assert game.prompt.kind == "turn"
    assert "not that seat's turn" in game.picture.notice


def test_a_gun_is_fired_by_lifting_it(sit):
    game = armed(sit)
    game.say(Aim())
    shots = [button for button in game.prompt.buttons if button.label.startswith("Shoot")]
    assert shots
    game.lift("blue.gun-1")
    game.put("blue.gun-1", "d5", "north", wait=300)
    assert game.said[-1].startswith("shoot gun-1")


def test_a_gun_that_is_put_back_at_once_is_not_fired_and_that_is_told(sit):
    game = armed(sit)
    game.say(Aim())
    game.lift("blue.gun-1", wait=120)
    game.put("blue.gun-1", "d5", "north", wait=300)
    assert game.prompt.kind == "aim"
    assert game.prompt.detail.startswith("That was too brief to be meant. Lift one of the lit pieces")


def armed(sit):
    """Blue's gun-1 on d5 has Red's starter on g5 in the line of its turret."""
    game = sit()
    place(
        game,
        ship(1, "blue", 5, ("starter", "d4", "north"), ("gun-1", "d5", "north")),
        ship(2, "red", 5, ("starter", "g5", "north")),
        gone={"blue": ["gun-1"]},
    )
    return game


def place(game, *ships, gone):
    """Take up a position, and put its pieces on the table."""
    position = game.play.position()
    position["ships"] = list(ships)
    del position["next_ship"]
    for seat, pieces in gone.items():
        for pile in ("play", "draw"):
            position[pile][seat] = [piece for piece in position[pile][seat] if piece not in pieces]
    because, now = Because("A position for this test.", Origin.SCREEN), Moment.at_end_of(game.ledger, game.table.now)
    game.table.companion._desk.chronicle.take_position(position, because, now)
    game.table.companion._desk.expect(is_seen=False)
    for row in ships:
        for piece in row["pieces"]:
            game.put(f"{row['seat']}.{piece['piece']}", piece["cell"], piece["facing"])
    game.table.run_for(1000)
    assert game.table.companion.is_still


def ship(number, seat, energy, *pieces):
    rows = [{"piece": piece, "cell": cell, "facing": facing} for piece, cell, facing in pieces]
    return {"id": number, "seat": seat, "energy": energy, "pieces": rows}


def test_damage_flashes_and_is_explained(sit):
    game = armed(sit)
    shot = next(words for words in game.table.companion.legal() if words.startswith("shoot"))
    game.say(Say(shot))
    red = game.picture.seats[1].cards[0]
    assert red.gauges[0].value == 4
    assert red.gauges[0].why == "ship-2: energy 5 → 4 (a shot hit, R33)."
    flashing = {
        light for effect in game.picture.lights.effects.values() for light in effect.lights if effect.period == 300
    }
    assert tile(game, "g5") in flashing
    game.table.run_for(2000)
    assert not [effect for effect in game.picture.lights.effects.values() if effect.period == 300]


# ---- back --------------------------------------------------------------------------------------------------


def moved(sit):
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south")
    assert game.said == ["move ship-1 north"]
    return game


def test_undo_on_the_screen_asks_for_the_piece_back(sit):
    game = moved(sit)
    game.say(Undo())
    assert game.said == []
    assert "from e3 to e2" in game.prompt.detail
    game.lift("blue.starter")
    game.put("blue.starter", "e2", "south", wait=1000)
    assert game.prompt.kind == "turn"
    assert game.picture.actions_left == 2


def test_redo_does_it_again(sit):
    game = moved(sit)
    digest = game.play.digest()
    game.say(Undo())
    assert game.picture.can_redo
    game.say(Redo())
    assert game.play.digest() == digest
    assert not game.picture.can_redo
    game.say(Redo())
    assert game.picture.notice == "There is nothing to do again."


def test_nothing_to_take_back_is_said(sit):
    game = sit(ready=False)
    game.say(Undo())
    assert game.picture.notice == "There is nothing to take back."


def test_any_line_can_be_gone_back_to_and_forward_again(sit):
    game = sit()
    for words in ("draw", "move ship-1 north"):
        game.say(Say(words))
        if game.prompt.kind == "reveal":
            game.name("gun-2")
    digest, last = game.play.digest(), max(line.number for line in game.picture.lines)
    first = next(line.number for line in game.picture.lines if line.text == "draw")
    game.say(GoTo(first))
    assert game.said == ["draw"]
    game.say(GoTo(0))
    assert game.said == []
    game.say(GoTo(last))
    assert game.play.digest() == digest
    game.say(GoTo(999))
    assert "can only be read" in game.picture.notice


def test_what_was_seen_stays_seen(sit):
    game = sit()
    game.say(Say("draw"))
    game.name("gun-2")
    game.say(Undo(2))
    assert game.said == []
    game.say(Say("draw"))
    assert "blue.gun-2" in game.picture.seats[0].pile
    assert game.prompt.kind != "reveal"


def test_a_wrong_name_is_taken_back_and_another_one_given(sit):
    game = sit()
    game.say(Say("draw"))
    game.name("gun-2")
    game.say(Undo())
    assert game.said == ["draw"]
    assert game.prompt.kind == "reveal"
    assert "gun-2" in [button.label for button in game.prompt.buttons]
    game.name("gun-3")
    assert "blue.gun-3" in game.picture.seats[0].pile
    assert "blue.gun-2" not in game.picture.seats[0].pile
    game.restart()
    assert "blue.gun-3" in game.picture.seats[0].pile


def test_the_first_name_of_a_game_can_be_taken_back(sit):
    game = sit(first="hub-2")
    game.say(Undo())
    assert game.prompt.kind == "reveal"
    game.restart()
    assert len([button for button in game.prompt.buttons if button.group == "Drawn"]) == 13


def test_a_number_is_corrected_with_a_reason(sit):
    game = sit()
    game.say(Correct("ship-1.energy", 4, "we forgot a cube"))
    gauge = game.picture.seats[0].cards[0].gauges[0]
    assert gauge.value == 4
    assert "we forgot a cube" in gauge.why
    game.say(Correct("ship-1.energy", -4, "no"))
    assert "from 0 to 99" in game.picture.notice


# ---- the table is right ------------------------------------------------------------------------------------


def test_the_table_is_right_takes_its_position(sit):
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "b5", "west", wait=1500)
    assert game.prompt.kind == "guide"
    game.say(TableIsRight(), wait=500)
    assert game.prompt.kind == "turn"
    assert [(piece.name, piece.facing) for piece in game.picture.pieces] == [("blue.starter", 3), ("red.starter", 0)]
    game.say(Undo())
    assert game.play.state.where[0] == game.play.game.box.grid.find("e2")


def test_a_table_that_shows_no_position_is_refused_with_a_sentence(sit):
    game = sit()
    game.put("blue.hub-2", "a6", "north", wait=1500)
    game.say(TableIsRight())
    assert game.picture.notice.startswith("No piece can have been built on a6.")
    assert "(R19)" in game.picture.notice


# ---- trouble -----------------------------------------------------------------------------------------------


def test_unplug_and_replug_in_the_middle_of_a_move(sit):
    game = sit()
    game.lift("blue.starter")
    game.table.unplug()
    assert not game.picture.is_linked
    game.put("blue.starter", "e3", "south")
    game.table.plug()
    game.table.run_for(3000)
    assert game.picture.is_linked
    assert game.said == ["move ship-1 north"]


def test_a_mask_outlives_the_program(sit):
    game = sit()
    game.say(Mask(tile(game, "a6")))
    assert game.picture.notice == "a6 is ignored from now on."
    game.restart()
    game.put("blue.shield-1", "a6", "north", wait=2000)
    assert game.prompt.kind == "turn"


def test_a_build_that_was_not_understood_any_more_is_understood_after_a_restart(sit):
    game = sit(first="hub-2")
    game.say(Show("blue.hub-2"))
    game.put("blue.hub-2", "a1", "north", wait=100)
    game.restart()
    game.table.run_for(2000)
    assert game.prompt.kind == "turn"
    assert game.said == ["build hub-2 a1 north"]


def test_a_question_does_not_outlive_its_moment(sit):
    game = sit(first="gun-3")
    game.put("blue.gun-1", "e1", "north")
    assert game.prompt.kind == "ask"
    game.table.unplug()
    game.say(GoTo(0))
    assert game.prompt.kind == "reveal"
    game.say(Pick(0))
    assert game.said == []


def test_aiming_does_not_outlive_its_moment(sit):
    game = sit()
    game.say(Aim())
    game.say(GoTo(0))
    assert game.prompt.kind == "reveal"


def test_a_won_game_stays_won_when_the_table_is_cleared(sit):
    game = sit(first="hub-2")
    place(
        game,
        ship(1, "blue", 5, ("starter", "d9", "north")),
        ship(2, "red", 5, ("starter", "g5", "north")),
        gone={},
    )
    game.lift("blue.starter")
    game.put("blue.starter", "d10", "north", wait=1000)
    assert game.prompt.kind == "over"
    for name in ("blue.starter", "red.starter"):
        game.lift(name, wait=5000)
    assert game.picture.winner == "blue"


def test_a_wrong_table_is_shown_though_somebody_aims(sit):
    game = sit()
    game.put("blue.shield-1", "a6", "north", wait=2000)
    game.say(Aim())
    assert game.prompt.kind == "guide"
    [effect] = game.picture.lights.effects.values()
    assert effect.lights == {tile(game, "a6")}


def test_a_mess_is_cleared_before_anything_new_is_believed(sit):
    """A piece of a ship was moved alone, and somebody takes the last answer back."""
    game = sit(first="hub-2")
    game.say(Show("blue.gun-1"))
    game.put("blue.gun-1", "e1", "north", wait=1500)
    assert game.said == ["build gun-1 e1 north"]
    game.put("blue.starter", "e3", "south", wait=5000)
    game.say(Undo(), wait=3000)
    assert game.said == []
    assert game.prompt.kind == "guide"
    while game.prompt.kind == "guide":
        step = game.prompt.step
        if step.kind == "take":
            game.lift(step.name, wait=800)
        else:
            game.put(step.name, game.twin.profile.tiles[step.target].name, "south", wait=800)
    assert game.said == []
    assert game.prompt.kind == "turn"


def test_a_masked_tile_is_not_believed(sit):
    game = sit()
    game.say(Mask(tile(game, "a6")))
    game.put("blue.shield-1", "a6", "north", wait=2000)
    assert game.prompt.kind == "turn"
    game.say(Mask(tile(game, "a6"), False), wait=2000)
    assert game.prompt.kind == "guide"
    game.say(Mask(500))
    assert game.picture.notice == "This table has no such tile."


def test_a_game_goes_on_after_the_program_was_killed(sit):
    game = moved(sit)
    digest, lines = game.play.digest(), [line.text for line in game.picture.lines]
    game.restart()
    assert game.play.digest() == digest
    assert [line.text for line in game.picture.lines] == lines
    game.lift("blue.starter")
    game.put("blue.starter", "e4", "south")
    assert game.said[-1] == "move ship-1 north"


def test_what_happened_while_the_program_was_dead_is_understood(sit):
    game = sit()
    game.table.unplug()
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south")
    game.restart()
    game.table.run_for(1000)
    assert game.said == ["move ship-1 north"]


@pytest.mark.parametrize("said", [(), ("draw",)])
def test_what_happened_while_program_and_board_were_dead_is_understood(sit, said):
    """What was said last moved nothing on the table, so the table owes nothing."""
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south")
    for text in said:
        game.say(Say(text))
        game.name("gun-2")
        game.name("shield-2")
    before = game.said
    piece, end = ("red.starter", "e9") if said else ("blue.starter", "e4")
    game.table.unplug()
    game.lift(piece)
    game.put(piece, end, "north" if said else "south")
    game.twin.power_cut()
    game.restart()
    game.table.run_for(1500)
    assert game.said == [*before, "move ship-2 south" if said else "move ship-1 north"]


def test_taken_back_lines_stay_readable_after_a_restart(sit):
    game = moved(sit)
    game.say(Undo())
    game.restart()
    [line] = [line for line in game.picture.lines if line.text == "move ship-1 north"]
    assert line.is_taken_back
    assert game.picture.can_redo


@pytest.mark.parametrize("command", [Pick(0), Leave(), Name("gun-1"), Redo()])
def test_what_makes_no_sense_now_changes_nothing(sit, command):
    game = sit()
    digest = game.play.digest()
    game.say(command)
    assert game.play.digest() == digest


def test_a_gun_with_two_turrets_asks_what_it_aims_at(sit):
    game = sit()
    place(
        game,
        ship(1, "blue", 5, ("starter", "d4", "north"), ("gun-3", "d5", "south")),
        ship(2, "red", 5, ("starter", "g5", "north")),
        ship(3, "red", 5, ("hub-2", "a5", "north")),
        gone={"blue": ["gun-3"], "red": ["hub-2"]},
    )
    game.say(Aim())
    game.say(Pick(next(at for at, button in enumerate(game.prompt.buttons) if button.label == "Shoot with gun-3")))
    assert game.prompt.kind == "aim"
    tiles = [button.tile for button in game.prompt.buttons if button.tile is not None]
    assert sorted(tiles) == sorted([tile(game, "g5"), tile(game, "a5")])
    game.say(Pick(tiles.index(tile(game, "a5"))))
    assert game.said == ["shoot gun-3 west"]


def test_a_full_disk_keeps_an_answer_until_there_is_room(sit):
    game = sit()
    digest = game.play.digest()
    pages = game.ledger._db.execute("PRAGMA page_count").fetchone()[0]
    game.ledger._db.execute(f"PRAGMA max_page_count = {pages}")
    game.say(Correct("ship-1.energy", 3, "a long reason " * 20))
    for _ in range(60):
        game.say(Correct("ship-1.energy", 3, "a long reason " * 20))
        if "cannot be written" in game.picture.notice:
            break
    assert "cannot be written" in game.picture.notice
    stuck = game.play.digest()
    game.ledger._db.execute("PRAGMA max_page_count = 1000000")
    game.say(Correct("ship-1.energy", 2, "room again"))
    assert game.picture.notice == ""
    assert game.play.digest() == digest != stuck
    game.restart()
    assert game.play.digest() == digest


# ---- notices go when their cause has gone --------------------------------------------------------------------


def refused_import(game):
    game.put("blue.hub-2", "a6", "north", wait=1500)
    game.say(TableIsRight())


def refused_word(game):
    game.say(Say("fire gun-1"))


def refused_undo(game):
    game.say(Redo())


@pytest.mark.parametrize("refused", [refused_import, refused_word, refused_undo])
def test_a_refusal_is_withdrawn_once_the_table_shows_an_answer(sit, refused):
    game = sit()
    refused(game)
    assert game.picture.notice
    game.lift("blue.hub-2", wait=1500)
    game.put("blue.starter", "e3", "south", wait=2000)
    assert game.said == ["move ship-1 north"]
    assert game.picture.notice == ""


def test_what_was_said_about_a_wrong_table_is_withdrawn_once_it_is_right(sit):
    game = sit()
    refused_import(game)
    assert game.prompt.kind == "guide"
    assert game.picture.notice
    game.lift("blue.hub-2", wait=1500)
    assert game.prompt.kind == "turn"
    assert game.picture.notice == ""


# ---- an illegal move is told with the rule that it breaks -----------------------------------------------------


def built_apart(game):
    game.put("blue.gun-1", "g6", "north", wait=1500)


def moved_too_far(game):
    game.lift("blue.starter")
    game.put("blue.starter", "e5", "south", wait=1500)


def moved_askew(game):
    game.lift("blue.starter")
    game.put("blue.starter", "g5", "south", wait=1500)


def moved_the_enemy(game):
    game.lift("red.starter")
    game.put("red.starter", "e9", "north", wait=1500)


@pytest.mark.parametrize("deed", [built_apart, moved_too_far, moved_askew, moved_the_enemy])
def test_a_wrong_table_is_told_with_the_rule_that_it_breaks(sit, deed):
    game = sit()
    deed(game)
    assert game.prompt.kind == "guide"
    assert re.search(r"\. .*\. \([RA]\d+\)$", game.prompt.detail), game.prompt.detail


def test_a_table_that_only_has_to_follow_breaks_no_rule(sit):
    game = sit()
    game.say(Say("move ship-1 north"), wait=1500)
    assert game.prompt.is_owed
    assert "(R" not in game.prompt.detail
