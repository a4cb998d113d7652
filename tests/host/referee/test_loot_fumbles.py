"""What hands do at a table of Loot Trap, and what the referee must make of it: one fumble for each test.

Red's pawn stands on b4, Blue's on b8. The game is the real one, and time is virtual.
"""

import pytest

from engines.core import Observed
from hardware.profiles.model import EAST, NORTH, SOUTH, WEST
from host.referee import Guide, TakenBack, Unchanged
from tests.engines.loot.scenes import Scene, say
from tests.host.referee.loot_table import Pirates, cell, table, tile


def test_a_pawn_is_moved_and_its_tray_turned_afterwards():
    pirates = table().walk("b4", "b5").wait(600)
    assert pirates.said == ["move b5"]
    assert pirates.is_told() == "turn tray.b4 b4"
    pirates.tray("b4", EAST).wait()
    assert pirates.is_still()


@pytest.mark.parametrize("reed", [EAST, WEST])
def test_a_tray_is_armed_whichever_way_it_is_turned(reed):
    pirates = table().walk("b4", "c5").wait(600).tray("b4", reed).wait()
    assert pirates.said == ["move c5"]
    assert pirates.is_still()


def test_the_tray_is_turned_while_the_pawn_is_in_the_hand():
    pirates = table().pawn_off("b4").tray("b4", EAST).wait(3_000)
    assert pirates.said == []
    assert pirates.is_waiting()
    pirates.pawn_on("a5").wait()
    assert pirates.said == ["move a5"]
    assert pirates.is_still()


def test_a_tray_that_is_lifted_to_be_turned_means_nothing_else():
    pirates = table().walk("b4", "b5").wait(600).tray_off("b4").wait(1_500).tray("b4", WEST).wait()
    assert pirates.said == ["move b5"]
    assert pirates.is_still()


def test_a_tray_that_is_held_over_another_tile_on_its_way_is_no_mistake():
    pirates = table().walk("b4", "b5").wait(600).tray_off("b4").wait(100).cross_on("d4").wait(400)
    assert pirates.verdict.is_owed
    pirates.cross_off("d4").tray("b4", WEST).wait()
    assert pirates.said == ["move b5"]
    assert pirates.is_still()


def test_a_tray_that_is_laid_on_another_tile_is_a_mistake_soon():
    pirates = table().walk("b4", "b5").wait(600).tray_off("b4").wait(100).cross_on("d4").wait(950)
    assert not pirates.verdict.is_owed


def test_a_pawn_that_is_lifted_and_put_back_has_not_moved():
    pirates = table().pawn_off("b4").wait(8_000).pawn_on("b4").wait()
    assert pirates.said == []
    assert pirates.is_still()


def test_the_card_beneath_is_taken_and_the_pawn_put_back():
    """The tray comes along with the pawn in the hand, and both come back."""
    pirates = table().pawn_off("b4").tray_off("b4").wait(2_000).tray("b4", NORTH).pawn_on("b4").wait()
    assert pirates.said == []
    assert pirates.is_still()


def test_a_pawn_slides_over_the_corner_of_a_tile():
    pirates = table().walk("b4", "b5", "c5", pause=60).wait()
    assert pirates.said == ["move c5"]


def test_a_pawn_that_leaves_a_dead_tile_is_understood():
    """Whether its tray is turned by now nobody can see, and it makes no other answer of it."""
    pirates = table()
    pirates.confidence[tile("b4")] = 0
    pirates.walk("b4", "b5").wait()
    assert pirates.said == ["move b5"]
    assert pirates.is_still()


def test_a_pawn_that_was_put_down_from_above_is_understood_soon():
    """It goes on to no other space from there; and whether its tray is turned soon makes no other answer of it."""
    pirates = table().walk("b4", "c5").wait(140)
    assert pirates.said == ["move c5"]


def test_a_pawn_that_rested_too_shortly_slides_on():
    pirates = table().walk("b4", "b5").wait(450).walk("b5", "c5", pause=50).wait()
    assert pirates.said == ["move b5 → move c5"]


def test_a_pawn_two_spaces_away_is_led_back():
    pirates = table().walk("b4", "b6").wait()
    assert pirates.said == []
    assert pirates.is_told() == "move pawn.red b6 > b4"
    assert pirates.follow() == 1
    assert pirates.is_still()


def test_a_pawn_beside_the_field_is_led_back():
    pirates = table().walk("b4", "d4").wait()
    assert pirates.said == []
    assert pirates.is_told() == "move pawn.red d4 > b4"


def test_the_other_players_pawn_is_moved_by_mistake():
    pirates = table().walk("b8", "b7").wait()
    assert pirates.said == []
    assert pirates.is_told() == "move pawn.blue b7 > b8"
    pirates.follow()
    assert pirates.is_still()


def test_the_other_players_pawn_is_moved_onto_a_trap_and_the_own_tray_turned():
    """Red's pawn is not sent to where Blue's was, though the tiles could not tell the two apart."""
    pirates = table(lambda scene: scene.pawn("blue", "b6").trap("b5", "mutiny"))
    pirates.walk("b6", "b5").wait(200).tray("b4", EAST).wait()
    assert pirates.said == []
    told = pirates.is_told()
    assert pirates.follow() == 2
    assert told in ("turn tray.b4 b4", "move pawn.blue b5 > b6")
    assert pirates.is_still()


def test_a_tray_is_turned_that_nobody_has_left():
    pirates = table().tray("a6", EAST).wait()
    assert pirates.said == []
    assert pirates.is_told() == "turn tray.a6 a6"
    pirates.tray("a6", SOUTH).wait()
    assert pirates.is_still()


def test_the_wrong_tray_is_turned_after_a_move():
    pirates = table().walk("b4", "b5").wait(600).tray("b3", EAST).wait()
    assert pirates.said == ["move b5"]
    assert pirates.follow() == 2
    assert pirates.is_still()
    assert (pirates.tiles[tile("b3")], pirates.tiles[tile("b4")]) == (NORTH, EAST)


def test_a_move_is_taken_back_before_the_tray_was_turned():
    """A tray that is still owed keeps earlier positions from being recognised: the screen takes it back."""
    pirates = table().walk("b4", "b5").wait(1_000).undo().wait(300)
    assert pirates.is_told() == "move pawn.red b5 > b4"
    pirates.follow()
    assert pirates.is_still()


def test_a_move_is_taken_back_with_its_tray():
    pirates = table().walk("b4", "b5").wait(1_000).tray("b4", EAST).wait(1_000)
    pirates.pawn_off("b5").tray("b4", NORTH).pawn_on("b4").wait()
    assert pirates.said == ["move b5", "back 1"]
    assert pirates.is_still()


def windy():
    """Red has played Trade Wind on b4: the pawn moves two spaces, one after the other."""
    position = Scene().pawn("red", "b4").hand("red", "trade-wind ? ?")
    play = position.table(at="action")
    say(play, "play trade-wind")
    return Pirates(play)


def test_the_first_of_two_spaces_is_put_back_before_its_tray():
    """The pawn may as well have gone back on purpose: the table must not decide."""
    pirates = windy().walk("b4", "b5").wait(1_000).tray("b4", EAST).wait(1_000)
    pirates.walk("b5", "b4").wait(1_000)
    assert pirates.said == ["move b5"]
    assert pirates.verdict.candidates == ("move b4", TakenBack(1))
    pirates.tray("b4", NORTH).wait()
    assert pirates.said == ["move b5", "back 1"]
    assert pirates.is_still()


@pytest.mark.parametrize("turned", ["before the pawn", "in the hand", "before it is understood", "late", "never"])
@pytest.mark.parametrize("reed", [EAST, WEST])
def test_the_first_of_two_spaces_is_put_back_whenever_its_tray_was_turned(turned, reed):
    pirates = windy()
    if turned == "before the pawn":
        pirates.tray("b4", reed)
    pirates.pawn_off("b4")
    if turned == "in the hand":
        pirates.tray("b4", reed)
    pirates.wait(500).pawn_on("c5")
    if turned == "before it is understood":
        pirates.wait(50).tray("b4", reed)
    pirates.wait(1_000)
    if turned == "late":
        pirates.tray("b4", reed).wait(1_000)
    pirates.walk("c5", "b4").wait(1_000)
    assert pirates.said == ["move c5"]
    assert pirates.verdict.candidates == ("move b4", TakenBack(1))
    pirates.tray("b4", NORTH).wait()
    assert pirates.said == (["move c5"] if turned == "never" else ["move c5", "back 1"])


def test_the_first_of_two_spaces_is_put_back_and_its_tray_was_never_turned():
    pirates = windy().walk("b4", "b5").wait(1_000).walk("b5", "b4").wait(1_000)
    assert pirates.said == ["move b5"]
    assert pirates.verdict.candidates == ("move b4", TakenBack(1))


def test_a_pawn_is_put_back_before_anybody_turned_its_tray():
    pirates = table().walk("b4", "b5").wait(1_000).walk("b5", "b4").wait(1_000)
    assert pirates.said == ["move b5", "back 1"]
    assert pirates.is_still()


def test_a_move_that_was_said_and_not_carried_out_is_not_taken_back():
    pirates = table().say("move b5").wait(10_000)
    assert pirates.said == ["move b5"]
    pirates.follow()
    assert pirates.is_still()


def test_the_second_of_two_spaces_leads_on():
    pirates = windy().walk("b4", "b5").wait(1_000).tray("b4", EAST).wait(1_000).walk("b5", "b6").wait(1_000)
    assert pirates.said == ["move b5", "move b6"]


def test_a_trap_is_laid_over_a_hidden_card():
    pirates = table(at="action").cross_on("b5").wait()
    assert pirates.said == ["lay unseen b5"]
    assert pirates.is_still()


def test_a_trap_is_laid_over_a_tray_that_lies_the_other_way_round():
    pirates = table(at="action").tray("b5", SOUTH).cross_on("b5").wait()
    assert pirates.said == ["lay unseen b5"]


def test_a_cross_tray_that_is_taken_up_again_is_asked_about():
    """It may be in somebody's hand, or the trap is taken back: nobody can see which."""
    pirates = table(at="action").cross_on("b5").wait(200).cross_off("b5").wait()
    assert pirates.said == ["lay unseen b5"]
    assert pirates.is_asked() == (TakenBack(1), Unchanged())
    pirates.cross_on("b5").wait()
    assert pirates.is_still()


def test_a_trap_in_a_corner_is_refused_and_led_off():
    """Diagonals are not beside (A3)."""
    pirates = table(at="action").cross_on("c5").wait()
    assert pirates.said == []
    assert isinstance(pirates.verdict, Guide)
    assert pirates.verdict.step.kind == "take"
    assert cell(pirates.verdict.step.source) == "c5"
    pirates.cross_off("c5").wait()
    assert pirates.is_still()


def test_a_trap_is_laid_over_an_armed_card_which_is_turned_upright_later():
    pirates = table(lambda scene: scene.trap("b5", "mutiny"), at="action").cross_on("b5").wait()
    assert pirates.said == ["lay unseen b5"]
    assert pirates.verdict.is_owed
    pirates.tray_off("b5").tray("b5", NORTH).cross_on("b5").wait()
    assert pirates.is_still()


def test_while_a_trap_is_revealed_pawn_and_tray_may_be_anywhere():
    pirates = table(lambda scene: scene.trap("b5", "?")).walk("b4", "b5").wait(600).tray("b4", EAST).wait()
    assert pirates.said == ["move b5"]
    pirates.pawn_off("b5").tray_off("b5").wait(20_000)
    assert pirates.is_still()
    pirates.tray("b5", NORTH).pawn_on("b5")
    reveal = pirates.play.waiting[0]
    pirates.play.feed(Observed(reveal.token, "lucky-charm"))
    pirates.expect(is_seen=False)
    pirates.look()
    assert pirates.is_still()


def test_a_pawn_is_held_over_a_trap_and_put_down_beside_it():
    """It seemed to stand there, and the trap is being revealed; but it hardly rested, and stands elsewhere now."""
    pirates = table(lambda scene: scene.trap("b5", "?")).pawn_off("b4").wait(200).pawn_on("b5").wait(360)
    assert pirates.said == ["move b5"]
    pirates.pawn_off("b5").pawn_on("c5").wait()
    assert pirates.said == ["move b5 → move c5"]


def test_a_pawn_that_is_put_aside_while_a_trap_is_revealed_has_not_moved():
    pirates = table(lambda scene: scene.trap("b5", "?")).walk("b4", "b5").wait(2_000)
    pirates.pawn_off("b5").wait(300).pawn_on("c5").wait()
    assert pirates.said == ["move b5"]


def test_a_sprung_tray_that_still_lies_sideways_is_asked_for():
    pirates = table(lambda scene: scene.trap("b5", "?")).walk("b4", "b5").wait(600).tray("b4", EAST).wait()
    pirates.play.feed(Observed(pirates.play.waiting[0].token, "lucky-charm"))
    pirates.expect(is_seen=False)
    pirates.look()
    assert pirates.is_told() == "turn tray.b5 b5"
    assert pirates.verdict.is_owed


def test_what_the_rules_move_is_led_one_step_at_a_time():
    pirates = table(lambda scene: scene.pawn("blue", "b6"), at="action")
    pirates.play.feed(Observed(pirates.play.waiting[0].token, "homesick"))
    pirates.expect(is_seen=False)
    pirates.say("play homesick").wait(300)
    assert isinstance(pirates.verdict, Guide)
    assert pirates.verdict.is_owed
    assert pirates.follow() == 2
    assert pirates.is_still()


def test_an_elbow_pushes_several_trays_and_they_are_led_back_one_by_one():
    pirates = table().tray_off("a5").tray_off("a6").tray("a7", EAST).wait()
    assert pirates.said == []
    assert pirates.follow() == 3
    assert pirates.is_still()
    assert pirates.tiles[tile("a5")] == NORTH


def test_a_table_that_is_unplugged_in_mid_move_is_understood_when_it_is_back():
    pirates = table().pawn_off("b4").unplug()
    assert pirates.is_blind()
    pirates.pawn_on("b5").replug().wait()
    assert pirates.said == ["move b5"]


def test_a_pawn_is_moved_and_a_trap_laid_while_the_cable_is_out():
    """The tray that the pawn left is still to be turned, and that hinders nobody."""
    pirates = table().unplug().walk("b4", "b5").cross_on("b6").replug().wait()
    assert pirates.said == ["move b5", "lay unseen b6"]
    assert pirates.is_told() == "turn tray.b4 b4"
    assert pirates.tray("b4", EAST).wait().is_still()


def test_a_pawn_is_moved_its_tray_turned_and_a_trap_laid_while_the_cable_is_out():
    pirates = table().unplug().walk("b4", "b5").tray("b4", WEST).cross_on("b6").replug().wait()
    assert pirates.said == ["move b5", "lay unseen b6"]
    assert pirates.is_still()


def test_a_tray_is_turned_that_nobody_left_while_the_cable_is_out():
    """Only what the first answer leaves to do may still lie as it did."""
    pirates = table().unplug().walk("b4", "b5").tray("c4", EAST).cross_on("b6").replug().wait()
    assert pirates.said == []
    assert isinstance(pirates.verdict, Guide)
