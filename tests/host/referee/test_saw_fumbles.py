"""What hands do at a table of SAW, and what must be made of it: one fumble for each test.

It is Red's second step. The game is the real one, and time is virtual.
"""

import pytest

from host.play import opening
from host.play.commands import Name, Undo
from host.stage.language import DAMAGE
from tests.host.referee.saw_table import THOMAS, table

HAND = {"red": "? ? ? ?", "blue": "? ? ?", "green": "?"}
ARMED = {"hands": HAND, "benches": {"red": THOMAS}, "waits": "set"}


# ---- benches ---------------------------------------------------------------------------------------------------------


def test_a_card_that_is_taken_up_again_at_once_was_not_benched():
    red = table(hands=HAND).put("pendulum", 1).wait(200).lift(1).wait()
    assert red.said == []


def test_a_card_that_is_lifted_to_be_looked_at_stays_where_it_is():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).lift(1).wait(2_000).put("pendulum", 1).wait()
    assert red.said == []
    assert red.bench == ["pendulum", "-", "-"]


def test_one_of_two_copies_is_lifted_to_be_looked_at():
    """The other one lies in a slot of its own, and there is no third."""
    red = table(hands=HAND, benches={"red": "wrench - wrench"}).lift(3).wait(2_000)
    assert red.said == []
    red.put("wrench", 3).wait()
    assert red.said == []
    assert red.lift(3).wait().bench == ["wrench", "-", "-"]


def test_a_card_that_is_kept_in_the_hand_has_left_the_bench():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).lift(1).wait()
    assert red.said == ["lift 1"]
    assert red.known() == ["pendulum"]


def test_a_card_that_was_looked_at_when_the_cable_came_out_has_not_left_the_bench():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).lift(1).wait(1_000).unplug().wait(20_000)
    assert red.said == []
    red.plug().wait(1_000).put("pendulum", 1).wait()
    assert red.said == []
    assert red.bench == ["pendulum", "-", "-"]


def test_a_card_that_is_still_away_when_the_cable_is_back_has_left_the_bench():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).lift(1).wait(1_000).unplug().wait(20_000).plug().wait()
    assert red.said == ["lift 1"]


def test_a_step_is_ended_on_the_screen_while_nobody_can_see_whether_a_card_is_back():
    """What a table does not know it does not book; whoever has taken the card says so."""
    red = table(hands=HAND, benches={"red": "pendulum - -"}).lift(1).wait(1_000).unplug().wait(1_000)
    red.say("done").wait()
    assert red.said == ["done"]
    assert red.bench == ["pendulum", "-", "-"]


def test_a_card_that_had_left_the_bench_before_the_cable_came_out_is_in_the_hand():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).lift(1).wait().unplug().wait(20_000).plug().wait()
    assert red.said == ["lift 1"]


def test_a_card_is_pushed_on_to_the_next_slot():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).lift(1).wait(300).put("pendulum", 2).wait()
    assert red.bench == ["-", "pendulum", "-"]


def test_a_card_that_two_slots_hear_lies_in_one_of_them():
    """It lies askew, and the reader of the next slot reads the same tag."""
    red = table(hands=HAND).put("wrench", 1).wait().put("wrench", 2).wait()
    assert red.said == ["bench ? 1"]
    assert red.bench == ["wrench", "-", "-"]
    red.lift(1).wait()
    assert red.bench == ["-", "wrench", "-"]


def test_a_card_that_two_slots_hear_from_the_beginning_lies_in_one_of_them():
    red = table(hands=HAND).put("wrench", 1).put("wrench", 2).wait()
    assert red.said == ["bench ? 1"]


def test_two_cards_change_places():
    red = table(hands=HAND, benches={"red": "pendulum acid-bath -"}).lift(1).lift(2).wait(500)
    red.put("acid-bath", 1).put("pendulum", 2).wait()
    assert red.bench == ["acid-bath", "pendulum", "-"]


def test_another_card_is_laid_where_one_lay():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).put("rising-water", 1).wait()
    assert red.bench == ["rising-water", "-", "-"]
    assert red.known() == ["pendulum"]


def test_two_cards_in_one_slot_are_never_a_swap():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).blind(1).wait(10_000)
    assert red.said == []
    red.put("pendulum", 1).wait()
    assert red.said == []


def test_a_slot_that_cannot_be_read_holds_what_was_said():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).blind(1).say("lift 1").wait(10_000)
    assert red.said == ["lift 1"]
    assert red.bench == ["-", "-", "-"]


def test_a_card_without_a_name_lies_on_the_bench_and_is_named_later():
    red = table(hands=HAND).unread(2).wait()
    assert red.said == ["bench ? 2"]
    assert red.bench == ["-", "?", "-"]
    red.put("acid-bath", 2).wait()
    assert red.said == ["bench ? 2"]
    assert red.bench == ["-", "acid-bath", "-"]


def test_a_bench_that_is_filled_before_its_turn_counts_when_that_begins():
    red = table(hands=HAND).put("pendulum", 1, seat=1).wait()
    assert red.said == []
    red.press("no").press("no").wait()
    assert red.said == ["done", "keep", "bench ? 1"]


def test_a_bench_that_is_changed_after_the_second_step_waits_for_the_next_turn():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).press("no").lift(1).wait(10_000)
    assert red.said == ["done"]
    assert red.bench == ["pendulum", "-", "-"]


def test_the_step_is_ended_while_a_card_is_just_laid_down():
    """What lies there when somebody goes on was meant."""
    red = table(hands=HAND).put("pendulum", 1).press("no")
    assert red.said == ["bench ? 1", "done"]


def test_an_answer_is_taken_back_and_the_card_stays_on_the_bench():
    red = table(hands=HAND).put("pendulum", 1).wait().undo().wait(10_000)
    assert red.said == []
    red.lift(1).wait().put("pendulum", 1).wait()
    assert red.said == ["bench ? 1"]


def test_a_toolbox_empties_the_bench_and_its_cards_still_lie_there():
    red = table(hands=HAND, benches={"red": "pendulum - -"}).tap("toolbox").wait(10_000)
    assert red.said == ["play toolbox"]
    assert red.bench == ["-", "-", "-"]
    red.lift(1).wait()
    assert red.said == ["play toolbox"]


# ---- pads ------------------------------------------------------------------------------------------------------------


def test_a_card_is_held_to_the_pad_twice():
    red = table(hands=HAND).tap("candle").tap("candle").wait()
    assert red.said == ["play candle"]
    assert red.prompt.title == "Red: keep 1 of the 3 cards just drawn"


def test_the_card_that_was_used_is_put_onto_the_pile_among_those_that_are_not_kept():
    red = table(hands=HAND).tap("candle").tap("wrench", "discard").tap("candle", "discard").tap("rope", "discard")
    assert red.said == ["play candle", "keep ? then wrench rope"]
    assert red.play.position()["discard"][-3:] == ["wrench", "rope", "candle"]


def test_a_card_that_is_not_kept_is_held_to_the_pad_twice():
    red = table(hands=HAND).tap("candle").tap("wrench", "discard").tap("wrench", "discard")
    assert red.said == ["play candle"]
    red.tap("wrench", "discard", copy=2)
    assert red.said == ["play candle", "keep ? then wrench wrench"]


def test_a_card_is_discarded_at_the_wrong_pad():
    red = table(hands=HAND, waits="discard").tap("wrench")
    assert red.said == []
    assert red.notice == "To discard a card, hold it to discard."


def test_a_card_is_discarded_too_early():
    red = table(hands=HAND).tap("wrench", "discard")
    assert red.said == []
    assert red.notice == "Nobody has to discard a card now."
    assert red.known() == []


def test_a_card_is_shown_that_lies_elsewhere():
    red = table(hands={**HAND, "blue": "pendulum"}, waits="discard").tap("pendulum", "discard")
    assert red.said == []
    assert red.notice == "Red cannot have Pendulum there: all copies of it are elsewhere."


def test_a_search_card_is_taken_straight_from_the_bench():
    red = table(hands=HAND, benches={"red": "candle - -"}).lift(1).wait(300).tap("candle")
    assert red.said == ["lift 1", "play candle"]


# ---- traps -----------------------------------------------------------------------------------------------------------


def test_billy_is_laid_down_with_a_bench_that_is_no_trap():
    red = table(**{**ARMED, "benches": {"red": "rising-water lever acid-bath"}}).tap("billy")
    assert red.said == []
    assert red.notice.startswith("Your bench must hold a mechanism, an object and an escape, in this order.")
    assert not red.is_armed


def test_billy_is_laid_down_and_taken_up_again():
    red = table(**ARMED).tap("billy")
    assert red.is_armed
    red.press("no")
    assert red.said == []
    assert not red.is_armed
    assert red.prompt.title == "Red: set a trap?"


def test_the_pig_is_laid_down_without_billy():
    red = table(**ARMED).tap("the-pig")
    assert red.prompt.title == "Red sets a trap: lay down Billy"
    assert not red.is_armed
    red.tap("billy")
    assert red.is_armed
    assert red.prompt.kind == "aim"


def test_the_cards_of_a_trap_are_lifted_while_it_runs():
    red = table(seats=2, **ARMED).tap("billy")
    assert red.said == ["set blue corruption greed arms"]
    for slot in (1, 2, 3):
        red.lift(slot).wait()
    assert red.said == ["set blue corruption greed arms"]
    assert red.is_armed


def test_the_cards_of_a_trap_that_is_over_still_lie_on_the_bench():
    red = table(seats=2, **ARMED).tap("billy").press("no", seat=1).say("take").say("damage 2 1").wait(10_000)
    assert red.play.state.seat == 1
    red.press("no", seat=1).say("discard ?").say("discard ?").press("no", seat=1)
    assert red.play.state.seat == 0
    red.wait(10_000)
    assert red.bench == ["-", "-", "-"]


def test_somebody_else_presses_a_button():
    red = table(**ARMED).press("no", seat=2)
    assert red.said == []
    assert red.notice == "It is not that seat's turn."


def test_a_victim_holds_a_card_of_the_bench_to_the_pad():
    red = table(seats=2, **{**ARMED, "benches": {"red": THOMAS, "blue": "wrench - -"}}).tap("billy")
    red.press("yes", seat=1).say("discard ?").say("discard ?").wait()
    red.companion._desk.tapping.bind("wrench/1", red.play.state.bench[1][0])
    red.lift(1, seat=1).tap("wrench")
    assert red.said[-1] == "discard ?"
    assert red.notice.startswith("That card lies on your bench")


def test_a_victim_shows_a_tool_that_does_not_help():
    red = table(seats=2, **ARMED).tap("billy").press("yes", seat=1).say("discard ?").say("discard ?").tap("hacksaw")
    assert red.said[-1] == "discard ?"
    assert red.notice == "Hacksaw counts for obsession, and the trap asks for corruption or greed."
    assert "hacksaw" not in red.known(1)


# ---- taking back -----------------------------------------------------------------------------------------------------


def test_damage_that_is_taken_back_flashes_no_longer():
    red = table(seats=2, **ARMED).tap("billy").press("no", seat=1).say("take").say("damage 2 1")
    assert DAMAGE.slot in red.companion.picture.lights.effects
    red.undo()
    assert red.said[-1] == "take"
    assert DAMAGE.slot not in red.companion.picture.lights.effects


@pytest.mark.parametrize("restarts", [False, True])
def test_a_card_that_was_turned_over_and_taken_back_is_turned_over_anew(restarts):
    """Red has sorted the deck in another way since: whatever lies on top now has to be shown."""
    red = table(hands=HAND).say("play room-map").press("yes").say("play metal-detector mechanism")
    red._do(Name("iron-safe"))
    red._do(Undo(3))
    red.say("next ?").press("yes")
    if restarts:
        red.companion = opening.resume(red._ledger, red.now)
    red.say("play metal-detector mechanism")
    assert red.prompt.kind == "reveal"
    assert red.play.position()["discard"] == ["room-map"]
