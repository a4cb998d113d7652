"""Tiles that break in the middle of a game: named, left out, asked about, and believed again."""

import pytest

from firmware.wire import EAST, NORTH
from host.play.commands import Mask, Say, Vouch
from host.play.replay import replay
from host.play.sensors import VAIN_MS
from host.table.faults import BACK_MS

DEAD = (
    "e2 does not feel what lies on it. It is left out from now on: say on the screen what you do there. If its plug is "
    "loose, press it in; the tile is believed again once it feels something."
)
STUCK = (
    "a6 feels something that is not there: one of its reeds is stuck. It is left out from now on: say on the screen "
    "what you do there. A light knock may free the reed; then the tile is believed again."
)
LED_MS = 5_000  # by then the lights have asked


def tile(game, name: str) -> int:
    return game.twin.profile.tile_named(name).index


def press(game, label: str) -> None:
    """Press the button that says this."""
    game.say(next(button.command for button in game.prompt.buttons if button.label == label))


def dead_under_blue(sit):
    """A game in which e2 has died under Blue's starter, and somebody has said that it lies there."""
    game = sit()
    game.twin.cut_reeds(tile(game, "e2"))
    game.table.run_for(LED_MS)
    assert game.prompt.detail == "Something is in a hand. If nothing was taken off e2, say so."
    press(game, "It lies on e2 already")
    return game


def stuck_in_the_open(sit):
    game = sit()
    game.twin.set_reeds(tile(game, "a6"), NORTH)
    game.table.run_for(LED_MS)
    assert game.prompt.detail.startswith("Take the piece off a6")
    press(game, "a6 is correct")
    return game


def test_a_dead_tile_is_named_and_left_out(sit):
    game = dead_under_blue(sit)
    assert game.picture.notice == DEAD
    assert game.picture.faults == (DEAD,)
    assert game.prompt.kind == "turn"
    assert game.prompt.detail.endswith("Say on the screen what you do on e2, which is left out.")
    assert game.picture.confidence[tile(game, "e2")] == 0


def test_a_ship_that_leaves_a_dead_tile_is_understood(sit):
    game = dead_under_blue(sit)
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south", wait=1_500)
    assert game.said == ["move ship-1 north"]


def test_a_ship_that_may_have_gone_to_a_dead_tile_is_asked_about_and_nothing_is_owed(sit):
    game = dead_under_blue(sit)
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south", wait=1_500)
    game.lift("blue.starter")
    game.put("blue.starter", "e2", "south", wait=4_000)
    assert [button.label for button in game.prompt.buttons] == [
        "Move ship-1 south",
        "Take back 1 answer",
        "None of these",
    ]
    press(game, "Move ship-1 south")
    game.table.run_for(2_000)
    assert game.said == ["move ship-1 north", "move ship-1 south"]
    assert game.prompt.kind == "reveal"


def test_a_piece_that_is_built_on_a_dead_tile_is_said_on_the_screen_and_nothing_is_owed(sit):
    game = sit()
    game.say(Mask(tile(game, "e1"), True, "dead"))
    game.put("blue.shield-1", "e1", "north", wait=4_000)
    assert game.said == []
    game.say(Say("build shield-1 e1 north"), wait=2_000)
    assert game.said == ["build shield-1 e1 north"]
    assert game.prompt.kind == "turn"


def test_a_stuck_reed_is_named_and_left_out(sit):
    game = stuck_in_the_open(sit)
    assert game.picture.notice == STUCK
    assert game.prompt.kind == "turn"
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south")
    assert game.said == ["move ship-1 north"]


def test_a_reed_that_sticks_under_a_piece_is_named(sit):
    game = sit()
    game.twin.set_reeds(tile(game, "e2"), EAST)
    game.table.run_for(LED_MS)
    press(game, "e2 is correct")
    assert game.picture.notice.startswith("e2 feels something that is not there")
    assert game.prompt.kind == "turn"


def test_people_who_go_on_are_believed_more_than_a_tile_that_asks_in_vain(sit):
    game = sit()
    game.twin.cut_reeds(tile(game, "e10"))
    game.table.run_for(LED_MS)
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south", wait=VAIN_MS - 2_000)
    assert game.said == []
    game.table.run_for(8_000)
    assert game.picture.notice.startswith("e10 does not feel what lies on it.")
    assert game.said == ["move ship-1 north"]


def test_a_piece_that_somebody_holds_is_no_broken_tile(sit):
    game = sit()
    game.lift("red.starter", wait=60_000)
    assert game.picture.faults == ()
    game.put("red.starter", "e10", "north")
    assert game.prompt.kind == "turn"


def test_a_dead_tile_that_feels_again_is_believed_and_that_is_said(sit):
    game = dead_under_blue(sit)
    game.table.run_for(30_000)
    assert game.picture.faults == (DEAD,)
    game.twin.cut_reeds(tile(game, "e2"), 0)
    game.table.run_for(BACK_MS + 500)
    assert game.picture.notice == "e2 works again: it is believed from now on."
    assert game.picture.faults == ()
    assert "left out" not in game.prompt.detail
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south")
    assert game.said == ["move ship-1 north"]


def test_a_stuck_reed_that_opens_is_believed_again(sit):
    game = stuck_in_the_open(sit)
    game.twin.set_reeds(tile(game, "a6"), 0)
    game.table.run_for(BACK_MS - 500)
    assert game.picture.faults
    game.table.run_for(1_000)
    assert game.picture.notice == "a6 works again: it is believed from now on."
    game.put("blue.shield-1", "a6", "north", wait=2_000)
    assert game.prompt.kind == "guide"


def test_what_lies_beside_a_reed_that_is_still_stuck_changes_nothing(sit):
    game = sit()
    game.twin.set_reeds(tile(game, "e2"), EAST)
    game.table.run_for(LED_MS)
    press(game, "e2 is correct")
    game.lift("blue.starter", wait=BACK_MS + 1_000)
    game.put("blue.starter", "e2", "south", wait=BACK_MS + 1_000)
    assert game.picture.faults != ()


def test_a_broken_tile_is_remembered_when_the_program_starts_again(sit):
    game = dead_under_blue(sit)
    game.restart()
    game.table.run_for(LED_MS)
    assert game.picture.faults == (DEAD,)
    assert game.prompt.kind == "turn"
    game.twin.cut_reeds(tile(game, "e2"), 0)
    game.table.run_for(BACK_MS + 500)
    assert game.picture.faults == ()
    game.restart()
    assert game.picture.faults == ()
    assert game.picture.confidence[tile(game, "e2")] > 0


def test_a_person_who_ignores_a_tile_is_not_overruled(sit):
    game = sit()
    game.say(Mask(tile(game, "a6")))
    game.twin.set_reeds(tile(game, "a6"), NORTH)
    game.table.run_for(2_000)
    game.twin.set_reeds(tile(game, "a6"), 0)
    game.table.run_for(2 * BACK_MS)
    assert game.picture.confidence[tile(game, "a6")] == 0
    assert game.picture.faults == ()


@pytest.mark.parametrize("name", ["a6", "e2"])
def test_nobody_can_vouch_for_a_tile_that_asks_for_nothing(sit, name):
    game = sit()
    game.say(Vouch(tile(game, name)))
    assert game.picture.notice == "Nothing is asked for there now."
    game.say(Vouch(1_000))
    assert game.picture.notice == "Nothing is asked for there now."


def test_a_game_with_a_broken_tile_replays_as_it_was(sit):
    game = sit()
    game.twin.cut_reeds(tile(game, "e10"))
    game.table.run_for(LED_MS)
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south", wait=VAIN_MS + 8_000)
    game.twin.cut_reeds(tile(game, "e10"), 0)
    game.table.run_for(3_000)
    game.lift("blue.starter")
    game.put("blue.starter", "e4", "south", wait=1_500)
    assert game.said == ["move ship-1 north", "move ship-1 north"]
    game.ledger.close()
    assert replay(game.path).difference is None
