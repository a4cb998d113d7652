"""SAW at a table on virtual time: cards at the pads, benches, buttons and typed answers."""

import io
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from engines.core.oracles import Table
from engines.core.viewers import HOST, PUBLIC
from hardware.twin.rfid.field import Conditions
from host.ledger import export_lines
from host.play import opening
from host.play.commands import Name, Pick, Say, Show, Taps, Undo
from host.play.companion import OVERTAKEN
from host.play.orders import LOOKS_AGAIN, PRESSED_TWICE
from host.play.replay import replay
from host.play.tapping import BACK_MS, LIFTED_MS
from host.play.taps import AGAIN_MS, READ_TWICE
from host.stage.language import LAID
from host.stage.saw_lights import bench_lights
from host.table.privacy import Veil
from tests.host.play.saw_sitting import SawSitting

Sit = Callable[..., SawSitting]
BENCH = "seat1.bench."


@pytest.fixture
def sit(tmp_path) -> Iterator[Sit]:
    """Return a function that opens a game; with ``ready`` everybody is somebody, and Red begins."""
    sittings: list[SawSitting] = []

    def open_one(*, ready: bool = True, **settings: object) -> SawSitting:
        sitting = SawSitting(tmp_path, **settings)
        sittings.append(sitting)
        if ready:
            sitting.begin()
        return sitting

    yield open_one
    for sitting in sittings:
        sitting.close()


def alone(sitting: SawSitting) -> str:
    """The digest of what the rules make of the same entries, without any table."""
    play = sitting.companion.game.new(Table(), len(sitting.play.seats))
    for entry in sitting.play.log:
        play.feed(entry)
    return play.digest()


def lit(sitting: SawSitting, meaning) -> set[int]:
    effects = sitting.table.picture.lights.effects
    return set(effects[meaning.slot].lights) if meaning.slot in effects else set()


def known(sitting: SawSitting, seat: int) -> list[str]:
    """What the rules know of a hand."""
    return [card for card in sitting.play.position()["players"][seat]["hand"] if card != "?"]


# ---- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("profile", "seats", "seed"), [("bench", 2, 5), ("pocket", 2, 5), ("none", 2, 5)])
def test_a_whole_game_ends_in_the_engines_own_state(sit: Sit, profile, seats, seed):
    sitting = sit(ready=False, profile=profile, seats=seats, seed=seed)
    for _ in range(700):
        if not sitting.play.waiting:
            break
        before = len(sitting.play.log)
        deed = sitting.go_on()
        assert len(sitting.play.log) > before, f"{deed}: {sitting.notice} {sitting.prompt}"
    assert sitting.prompt.kind == "over"
    sitting.table.post(Show("rope"))  # whoever tidies up brings cards near the pads
    assert sitting.prompt.kind == "over"
    assert sitting.table.picture.winner is not None
    assert sitting.play.digest() == alone(sitting)
    assert not any(line.is_taken_back for line in sitting.table.picture.lines)
    whys = Counter(line.why for line in sitting.table.picture.lines)
    assert profile == "none" or whys["Shown to the pad."] > 20
    assert profile != "bench" or min(whys["Read on the bench."], whys["Pressed at the table."]) > 8
    sitting.ledger.close()
    assert replay(sitting.path).difference is None


# ---- taps ------------------------------------------------------------------------------------------------------------


def test_a_card_that_is_held_to_play_is_told_and_played(sit: Sit):
    sitting = sit()
    sitting.tap("candle")
    assert sitting.said[-1] == "play candle"
    assert sitting.prompt.title == "Red: keep 1 of the 3 cards just drawn"


def test_what_is_kept_stays_unknown_when_the_others_go_to_the_pile(sit: Sit):
    sitting = sit()
    sitting.tap("candle")
    for card in ("rope", "wrench"):
        sitting.tap(card, "discard")
    assert sitting.said[-1] == "keep ? then rope wrench"
    assert known(sitting, 0) == []
    assert sitting.play.position()["discard"] == ["rope", "wrench", "candle"]


def test_a_card_that_is_shown_again_after_an_undo_is_still_the_same_one(sit: Sit):
    """Else it would be known twice, and another copy of it could be nowhere any more."""
    sitting = sit()
    sitting.say("bench ? 1")
    sitting.press(0, "no")
    sitting.tap("rope", "discard")
    first = {token for token, entry in sitting.play.seen.items() if entry.card == "rope"}
    sitting.table.post(Undo())
    sitting.say("discard rope")
    assert sitting.said[-1] == "discard rope"
    assert {token for token, entry in sitting.play.seen.items() if entry.card == "rope"} == first


def test_a_card_that_is_tapped_twice_while_the_cable_is_out_is_read_once_and_nobody_is_blamed(sit: Sit):
    """Whoever sees nothing happen taps again; the board tells of both when the cable is back."""
    sitting = sit()
    sitting.press(0, "no")
    said = list(sitting.said)
    sitting.table.unplug()
    for _ in range(2):
        sitting.tap("rope", "discard")
        sitting.table.run_for(800)
    sitting.table.plug()
    sitting.table.run_for(600)
    assert sitting.said == [*said, "discard rope"]
    assert sitting.notice == ""


def test_two_cards_that_are_tapped_while_the_cable_is_out_are_told_apart(sit: Sit):
    sitting = sit()
    sitting.press(0, "no")
    said = list(sitting.said)
    sitting.table.unplug()
    for card in ("rope", "wrench"):
        sitting.tap(card, "discard")
        sitting.table.run_for(800)
    sitting.table.plug()
    sitting.table.run_for(600)
    assert sitting.said == [*said, "discard rope"]
    assert sitting.notice == OVERTAKEN


def test_a_card_that_is_tapped_again_soon_counts_once_and_the_screen_says_so(sit: Sit):
    sitting = sit(taps="every")
    while sitting.prompt.kind == "reveal":
        card = sitting.cards[sitting.companion._desk.owed().token]
        sitting.tap(card)
    said = list(sitting.said)
    sitting.tap(card)
    assert sitting.said == said
    assert READ_TWICE in sitting.prompt.detail
    sitting.table.run_for(AGAIN_MS)
    sitting.tap(card)
    assert READ_TWICE not in sitting.prompt.detail


def test_a_card_whose_answer_was_taken_back_counts_again_at_once(sit: Sit):
    sitting = sit()
    sitting.press(0, "no")
    sitting.tap("rope", "discard")
    said = list(sitting.said)
    sitting.table.post(Undo())
    sitting.tap("rope", "discard")
    assert sitting.said == said


def test_cards_reach_the_pile_in_the_order_in_which_they_are_tapped(sit: Sit):
    sitting = sit()
    sitting.press(0, "no")
    for card in ("wrench", "rope"):
        sitting.tap(card, "discard")
    assert sitting.play.position()["discard"] == ["wrench", "rope"]


def test_a_card_that_was_read_when_it_was_used_means_nothing_on_its_way_to_the_pile(sit: Sit):
    sitting = sit()
    sitting.tap("candle#1")
    sitting.tap("candle#1", "discard")
    assert sitting.play.decision.kind == "choose"
    sitting.say("keep ?")
    sitting.press(0, "no")
    sitting.tap("candle#1", "discard")
    assert sitting.said[-1] == "done"
    sitting.tap("candle#2", "discard")
    assert sitting.said[-1] == "discard candle"


def test_a_card_that_cannot_be_used_now_stays_untold(sit: Sit):
    sitting = sit()
    sitting.tap("hacksaw")
    assert sitting.notice == "Hacksaw has no use in step 2."
    assert known(sitting, 0) == []


def test_a_metal_detector_asks_what_for_and_every_card_is_named(sit: Sit):
    sitting = sit()
    sitting.tap("metal-detector")
    assert [button.label for button in sitting.prompt.buttons] == [
        "Play Metal Detector mechanism",
        "Play Metal Detector object",
        "Play Metal Detector escape",
        "None of these",
    ]
    sitting.table.post(Pick(1))
    sitting.table.run_for(50)
    assert sitting.prompt.kind == "reveal"
    sitting.tap("wrench", "discard")
    sitting.tap("acid-bath")
    assert sitting.prompt.title == "Red: use cards and arrange the bench"
    assert known(sitting, 0) == ["acid-bath"]


def test_a_video_asks_where_on_the_pile_a_billy_was_that_nobody_had_named(sit: Sit):
    sitting = sit(seats=4)
    sitting.tap("candle")
    sitting.say("keep ?")
    sitting.tap("video")
    for card in ("rope", "wrench"):
        sitting.tap(card, "discard")
    sitting.press(0, "no")
    assert sitting.prompt.title == "Red searches the pile for a Billy"
    sitting.tap("billy")
    assert [button.label for button in sitting.prompt.buttons] == ["Found 4", "Found 5", "None of these"]
    sitting.table.post(Pick(1))
    sitting.table.run_for(50)
    assert known(sitting, 0) == ["billy"]
    assert sitting.play.position()["discard"] == ["?", "candle", "rope", "wrench", "video"]


def test_a_card_that_lies_open_already_is_not_the_one_that_is_turned_over(sit: Sit):
    """Somebody holds the Metal Detector to the pad twice, or the card before once more."""
    sitting = sit()
    sitting.tap("metal-detector#0")
    sitting.table.post(Pick(1))
    sitting.table.run_for(50)
    sitting.tap("metal-detector#0")
    sitting.tap("wrench#0")
    sitting.table.run_for(3_000)
    sitting.tap("wrench#0")
    assert sitting.prompt.kind == "reveal"
    assert sitting.play.position()["discard"] == ["wrench"]
    sitting.tap("metal-detector#1")
    assert sitting.play.position()["discard"] == ["wrench", "metal-detector"]


def test_with_every_card_tapped_a_hand_is_told_before_it_is_used(sit: Sit):
    sitting = sit(taps="every")
    assert sitting.prompt.title == "Red: tap the 6 cards that you drew"
    for card in ("candle", "rope", "wrench", "billy", "bin", "toolbox"):
        sitting.tap(card)
    assert sorted(known(sitting, 0)) == ["billy", "bin", "candle", "rope", "toolbox", "wrench"]
    assert not any(name in line.text for line in sitting.table.picture.lines for name in ("candle", "rope"))
    assert sitting.prompt.title == "Red: use cards and arrange the bench"
    sitting.tap("candle")
    assert sitting.said[-1] == "play candle"


def test_without_taps_a_reader_says_nothing(sit: Sit):
    sitting = sit(taps="none")
    before = len(sitting.play.log)
    sitting.tap("candle")
    sitting.put("rope", f"{BENCH}1")
    assert len(sitting.play.log) == before
    sitting.say("bench ? 1")
    assert sitting.said[-1] == "bench ? 1"


def test_how_many_cards_are_tapped_is_remembered(sit: Sit):
    sitting = sit(taps="every")
    now = sitting.table.now
    again = opening.resume(sitting.ledger, now)
    assert again.picture.prompt.title == "Red: tap the 6 cards that you drew"
    again.command(Taps("needed"), now + 1)
    assert again.picture.prompt.title == "Red: use cards and arrange the bench"


def test_a_card_that_was_used_before_a_restart_means_nothing_on_its_way_to_the_pile(sit: Sit):
    sitting = sit()
    sitting.tap("candle#1")
    sitting.say("keep ?")
    sitting.press(0, "no")
    sitting.restart()
    sitting.tap("candle#1", "discard")
    assert sitting.said[-1] == "done"
    sitting.tap("candle#2", "discard")
    assert sitting.said[-1] == "discard candle"
    assert replay(sitting.path).difference is None


def test_a_start_of_an_older_program_which_knew_no_tags_is_replayed_as_it_was(sit: Sit):
    sitting = sit()
    sitting.tap("candle#1")
    sitting.say("keep ?")
    sitting.press(0, "no")
    sitting.restart({})
    sitting.tap("candle#1", "discard")
    assert sitting.said[-1] == "discard candle"
    assert replay(sitting.path).difference is None


@pytest.mark.parametrize("is_moved", [False, True])
def test_a_bench_that_was_overruled_means_nothing_after_a_restart_until_it_changes(sit: Sit, is_moved):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.table.post(Undo())
    sitting.table.run_for(5_000)
    if is_moved:
        sitting.put("acid-bath", f"{BENCH}2")
    before = list(sitting.said)
    sitting.restart()
    sitting.restart()
    sitting.table.run_for(5_000)
    assert sitting.said == before
    sitting.lift(f"{BENCH}1")
    sitting.put("pendulum", f"{BENCH}1")
    assert sitting.said == [*before, "bench ? 1"]
    assert replay(sitting.path).difference is None


# ---- benches ---------------------------------------------------------------------------------------------------------


def test_what_lies_on_a_bench_is_read_and_kept_secret(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    assert sitting.said[-1] == "bench ? 1"
    assert sitting.play.view(HOST)["players"][0]["bench"][0] == "pendulum"
    assert sitting.play.view(PUBLIC)["players"][0]["bench"][0] == "?"
    assert "pendulum" not in repr(sitting.table.picture)


def test_cards_that_change_slots_are_followed(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.put("acid-bath", f"{BENCH}2")
    sitting.lift(f"{BENCH}1", 800)
    sitting.lift(f"{BENCH}2", 800)
    sitting.put("pendulum", f"{BENCH}2")
    sitting.put("acid-bath", f"{BENCH}1")
    assert sitting.play.view(HOST)["players"][0]["bench"] == ["acid-bath", "pendulum", None]


def test_a_card_that_is_lifted_to_be_looked_at_stays_on_the_bench(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    said = list(sitting.said)
    sitting.lift(f"{BENCH}1", 1_500)
    sitting.put("pendulum", f"{BENCH}1")
    assert sitting.said == said


def test_a_card_that_is_back_but_not_read_again_yet_was_only_looked_at(sit: Sit):
    """Whoever puts it back presses no in the same moment; four looks take a quarter of a second."""
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    said = list(sitting.said)
    sitting.lift(f"{BENCH}1", 1_500)
    sitting.twin.put_card("pendulum#0", f"{BENCH}1")
    sitting.table.run_for(40)
    sitting.press(0, "no")
    sitting.table.run_for(500)
    assert sitting.said == [*said, "done"]
    assert sitting.play.view(HOST)["players"][0]["bench"][0] == "pendulum"


def deafen(sitting: SawSitting, pad: str, *, is_deaf: bool) -> None:
    """Let a reader miss every card for a while, as readers do now and then."""
    index = next(each.index for each in sitting.profile.pads if each.name == pad)
    sitting.twin.devices.readers.fields[index].conditions = Conditions(miss=1.0 if is_deaf else 0.0)


def put_back_unread(sitting: SawSitting, card: str, pad: str) -> None:
    """Put a card back; its reader does not hear it yet."""
    deafen(sitting, pad, is_deaf=True)
    sitting.twin.put_card(card, pad)
    sitting.table.run_for(40)


def test_a_word_waits_for_a_card_that_a_reader_misses_for_a_moment(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    said = list(sitting.said)
    sitting.lift(f"{BENCH}1", 1_500)
    put_back_unread(sitting, "pendulum#0", f"{BENCH}1")
    sitting.press(0, "no")
    sitting.table.run_for(400)
    deafen(sitting, f"{BENCH}1", is_deaf=False)
    sitting.table.run_for(500)
    assert sitting.said == [*said, "done"]


def test_a_word_waits_though_the_card_was_just_taken_for_lifted(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.lift(f"{BENCH}1")
    assert sitting.said[-1] == "lift 1"
    put_back_unread(sitting, "pendulum#0", f"{BENCH}1")
    sitting.press(0, "no")
    deafen(sitting, f"{BENCH}1", is_deaf=False)
    sitting.table.run_for(900)
    assert sitting.said[-3:] == ["lift 1", "bench ? 1", "done"]


def test_a_card_is_put_back_and_its_step_ended_while_the_cable_is_out(sit: Sit):
    """All that time the table cannot see that the card is back: it must not pass for lifted meanwhile."""
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    said = list(sitting.said)
    sitting.lift(f"{BENCH}1", 1_500)
    sitting.table.unplug()
    sitting.twin.put_card("pendulum#0", f"{BENCH}1")
    sitting.table.run_for(400)
    sitting.press(0, "no")
    sitting.table.run_for(LIFTED_MS)
    assert sitting.said == said
    sitting.table.plug()
    sitting.table.run_for(2_000)
    assert sitting.said == [*said, "done"]


def test_a_card_that_is_looked_at_while_the_turn_passes_stays_on_the_bench(sit: Sit):
    sitting = sit()
    pad = "seat2.bench.1"
    sitting.say("done")
    sitting.say("discard ?")
    sitting.say("keep")
    sitting.put("pendulum", pad)
    for text in ("done", "discard ?", "discard ?", "keep", "done", "discard ?", "discard ?", "discard ?"):
        sitting.say(text)
    assert sitting.play.decision.kind == "discard"
    sitting.lift(pad, 4_000)
    put_back_unread(sitting, "pendulum#0", pad)
    sitting.say("keep")
    sitting.table.run_for(600)
    deafen(sitting, pad, is_deaf=False)
    sitting.table.run_for(900)
    assert sitting.said[-1] == "keep"
    assert sitting.play.view(HOST)["players"][1]["bench"][0] == "pendulum"


def test_a_card_that_stays_away_when_its_owner_presses_no_was_taken(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.lift(f"{BENCH}1", 700)
    sitting.press(0, "no")
    sitting.table.run_for(BACK_MS + 100)
    assert sitting.said[-2:] == ["lift 1", "done"]


def test_a_card_that_was_put_back_late_is_waited_for_before_its_owner_is_done(sit: Sit):
    """It was away for so long that it counts as taken while the reader has not heard it again yet."""
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.lift(f"{BENCH}1", LIFTED_MS - 100)
    put_back_unread(sitting, "pendulum#0", f"{BENCH}1")
    sitting.press(0, "no")
    sitting.table.run_for(500)
    assert sitting.profile.pad_named(f"{BENCH}1").index in sitting.companion.picture.expects
    deafen(sitting, f"{BENCH}1", is_deaf=False)
    sitting.table.run_for(900)
    assert sitting.profile.pad_named(f"{BENCH}1").index not in sitting.companion.picture.expects
    assert "lift 1" not in sitting.said
    assert sitting.said[-1] == "done"


def test_what_is_meant_is_picked_at_once_though_a_card_is_being_looked_at(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.tap("metal-detector")
    sitting.lift(f"{BENCH}1", 600)
    assert sitting.prompt.kind == "ask"
    meant = sitting.companion.meanings()[0]
    sitting.table.post(sitting.prompt.buttons[0].command)
    assert sitting.said[-1] == meant


def test_a_card_that_was_looked_at_while_another_was_resolved_may_come_back_after_it(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.tap("room-map")
    sitting.lift(f"{BENCH}1", 4_500)
    sitting.press(0, "yes")
    assert sitting.said[-1] == "leave"
    sitting.put("pendulum", f"{BENCH}1")
    assert sitting.said[-1] == "leave"


def test_whoever_presses_once_more_while_the_first_time_waits_has_answered_once(sit: Sit):
    """Nobody ends two steps at once without having seen that the first one is over."""
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.lift(f"{BENCH}1", 700)
    before, said = sitting.prompt.detail, list(sitting.said)
    sitting.press(0, "no")
    assert sitting.said == said
    assert sitting.prompt.detail == f"{before} {LOOKS_AGAIN}"
    sitting.press(0, "no")
    assert sitting.said == said
    sitting.table.run_for(BACK_MS + 100)
    assert sitting.said == [*said, "lift 1", "done"]
    assert LOOKS_AGAIN not in sitting.prompt.detail
    assert PRESSED_TWICE in sitting.prompt.detail


def test_what_is_said_next_waits_its_turn(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.lift(f"{BENCH}1", 700)
    sitting.table.post(Say("done"))
    sitting.table.post(Say("discard ?"))
    assert sitting.said[-1] == "bench ? 1"
    sitting.table.run_for(BACK_MS + 100)
    assert sitting.said[-3:] == ["lift 1", "done", "discard ?"]


@pytest.mark.parametrize("how", ["say", "press", "tap"])
def test_a_card_that_hops_while_two_answers_are_given_in_a_row_stays_on_the_bench(sit: Sit, how):
    """A sleeve brushes over the bench, Red ends the step, and somebody goes on at once."""
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    said = list(sitting.said)
    sitting.lift(f"{BENCH}1", 500)
    sitting.press(0, "no")
    sitting.twin.put_card("pendulum#0", f"{BENCH}1")
    if how == "say":
        sitting.say("keep")
    elif how == "press":
        sitting.press(0, "yes")
    else:
        sitting.tap("rope", "discard")
    sitting.table.run_for(2_000)
    assert "lift 1" not in sitting.said
    assert sitting.said[len(said)] == "done"


def test_a_card_that_is_played_meanwhile_leaves_open_what_becomes_of_one_that_is_looked_at(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.lift(f"{BENCH}1", 700)
    sitting.tap("candle")
    assert sitting.said[-1] == "play candle"
    assert "lift 1" not in sitting.said


def test_another_players_bench_means_nothing_before_its_own_turn(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", "seat2.bench.1")
    assert sitting.said[-1] == "first red"
    sitting.press(0, "no")
    sitting.tap("wrench", "discard")
    sitting.press(0, "no")
    sitting.table.run_for(100)
    assert sitting.said[-1] == "bench ? 1"
    assert sitting.table.picture.lines[-1].seat == 1


def test_what_was_said_holds_against_a_bench_until_that_changes(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.say("lift 1")
    sitting.table.run_for(5_000)
    assert sitting.said[-1] == "lift 1"
    sitting.lift(f"{BENCH}1")
    sitting.put("pendulum", f"{BENCH}1")
    assert sitting.said[-1] == "bench ? 1"


def test_taking_an_answer_back_leaves_the_bench_alone(sit: Sit):
    sitting = sit()
    sitting.put("pendulum", f"{BENCH}1")
    sitting.table.post(Undo())
    sitting.table.run_for(5_000)
    assert sitting.said[-1] == "first red"


def test_a_copy_of_a_card_that_lies_on_the_bench_is_discarded_from_the_hand(sit: Sit):
    sitting = sit()
    sitting.put("wrench#0", f"{BENCH}1")
    sitting.press(0, "no")
    sitting.tap("wrench#1", "discard")
    assert sitting.said[-1] == "discard wrench"
    assert sitting.play.view(HOST)["players"][0]["bench"][0] == "wrench"


def test_a_card_of_the_bench_is_discarded_from_there(sit: Sit):
    sitting = sit()
    sitting.put("wrench#0", f"{BENCH}1")
    sitting.press(0, "no")
    sitting.tap("wrench#0", "discard")
    assert sitting.said[-1] == "discard wrench bench"


def test_a_card_that_a_toolbox_sent_to_the_pile_is_not_laid_on_the_bench_once_it_is_read_again(sit: Sit):
    sitting = sit()
    sitting.put("wrench", f"{BENCH}1")
    sitting.lift(f"{BENCH}1", 1_000)
    put_back_unread(sitting, "wrench#0", f"{BENCH}1")
    sitting.tap("toolbox")
    assert sitting.said[-1] == "play toolbox"
    deafen(sitting, f"{BENCH}1", is_deaf=False)
    sitting.table.run_for(2_000)
    assert sitting.said[-1] == "play toolbox"
    assert sitting.notice == ""


# ---- the pile --------------------------------------------------------------------------------------------------------


def piled(sitting: SawSitting, *, by_hand: bool) -> None:
    """Red discards a Wrench, a Rope and another Wrench; then Blue uses a Bin."""
    sitting.press(0, "no")
    for card in ("wrench#0", "rope#0", "wrench#1"):
        if by_hand:
            sitting.tap(card, "discard")
        else:
            sitting.say(f"discard {card.partition('#')[0]}")
    sitting.say("keep")
    sitting.say("pass")
    sitting.tap("bin")


def test_r34_the_screen_asks_which_copy_a_bin_takes(sit: Sit):
    sitting = sit()
    piled(sitting, by_hand=False)
    sitting.tap("wrench#0")
    assert [button.label for button in sitting.prompt.buttons] == ["Take Wrench 1", "Take Wrench 3", "None of these"]
    assert "places are counted from the top of the pile" in sitting.prompt.detail
    sitting.table.post(Pick(1))
    sitting.table.run_for(20)
    assert sitting.said[-1] == "take wrench 3"
    assert sitting.play.position()["discard"] == ["rope", "wrench", "bin"]


def test_r34_the_tag_of_a_copy_tells_where_on_the_pile_it_lay(sit: Sit):
    sitting = sit()
    piled(sitting, by_hand=True)
    sitting.tap("wrench#0")
    assert sitting.said[-1] == "take wrench 3"


def test_r34_a_copy_that_is_said_is_asked_about_too(sit: Sit):
    sitting = sit()
    piled(sitting, by_hand=True)
    sitting.say("take wrench")
    assert [button.label for button in sitting.prompt.buttons] == ["Take Wrench 1", "Take Wrench 3", "None of these"]
    sitting.say("take wrench 3")
    assert sitting.said[-1] == "take wrench 3"


def test_r34_a_copy_that_was_only_said_may_be_another_than_the_one_whose_tag_was_read(sit: Sit):
    """Red had one Wrench on the bench, and says that a Wrench is discarded: the other one, as it turns out."""
    sitting = sit()
    sitting.put("wrench#0", f"{BENCH}1")
    sitting.lift(f"{BENCH}1")
    assert sitting.said[-2:] == ["bench ? 1", "lift 1"]
    sitting.press(0, "no")
    for text in ("discard ?", "discard wrench", "keep", "pass"):
        sitting.say(text)
    sitting.tap("bin")
    sitting.tap("wrench#1")
    assert [button.label for button in sitting.prompt.buttons] == ["Take Wrench 1", "Take Wrench 2", "None of these"]


# ---- traps -----------------------------------------------------------------------------------------------------------


def armed(sitting: SawSitting) -> None:
    """Let Red have a trap on the bench, in the second turn."""
    for _ in range(2):
        sitting.say("done")
        for card in sitting.hand(sitting.play.state.seat)[5:]:
            sitting.tap(sitting.held(sitting.play.state.seat, card), "discard")
        sitting.say("keep")
    for slot, card in enumerate(("rising-water", "acid-bath", "lever"), 1):
        sitting.put(card, f"{BENCH}{slot}")
    sitting.press(0, "no")


def test_billy_arms_the_trap_its_bench_and_the_seat_of_its_target(sit: Sit):
    sitting = sit(seed=3)
    armed(sitting)
    bench = set(bench_lights(sitting.profile, 0))
    while sitting.play.decision.kind == "discard":
        sitting.say("discard ?" if sitting.prompt.title != "Red: discard cards?" else "keep")
    assert sitting.prompt.title == "Red: set a trap?"
    assert not bench & lit(sitting, LAID)
    sitting.tap("billy")
    assert sitting.said[-1] == "set blue corruption greed arms"
    assert bench < lit(sitting, LAID)
    assert sitting.profile.seat_light(1, "limb", 0) in lit(sitting, LAID)
    for slot in (1, 2, 3):
        sitting.lift(f"{BENCH}{slot}")
    assert sitting.play.decision.kind == "answer"


def test_with_several_targets_the_light_walks_and_yes_picks(sit: Sit):
    sitting = sit(seed=3, seats=3)
    sitting.say("done")
    for _ in range(3):
        seat = sitting.play.state.seat
        while sitting.play.state.seat == seat:
            sitting.say("done" if sitting.play.decision.kind == "use" else "keep")
            sitting.say("discard ?")
    for slot, card in enumerate(("rising-water", "acid-bath", "lever"), 1):
        sitting.put(card, f"{BENCH}{slot}")
    sitting.press(0, "no")
    while sitting.play.decision.kind == "discard":
        sitting.say("discard ?" if sitting.prompt.title != "Red: discard cards?" else "keep")
    sitting.tap("billy")
    assert sitting.prompt.kind == "aim"
    assert [button.label for button in sitting.prompt.buttons] == ["Blue", "Green", "Leave"]
    assert set(bench_lights(sitting.profile, 0)) <= lit(sitting, LAID)
    sitting.table.run_for(1_000)
    sitting.press(0, "yes")
    assert sitting.play.state.trap.victim == 2


def test_a_bench_that_is_no_trap_is_refused_only_when_billy_is_laid_down(sit: Sit):
    sitting = sit(seed=3, profile="pocket")
    sitting.bench_three_unread()
    assert [button.label for button in sitting.prompt.buttons][:2] == ["Pass and set no trap", "a trap with Billy"]
    sitting.tap("billy")
    assert sitting.prompt.title == "Red sets a trap: show its parts"
    sitting.tap("rising-water")
    sitting.tap("acid-bath")
    assert sitting.prompt.detail == "Still to be shown: escape."
    sitting.table.post(Name("lever"))
    assert sitting.said[-1] == "set blue corruption greed arms"


def test_a_trap_fills_as_tools_are_tapped_and_damage_is_shared_by_the_lights(sit: Sit):
    sitting = sit(seed=3)
    armed(sitting)
    while sitting.play.decision.kind == "discard":
        sitting.say("discard ?" if sitting.prompt.title != "Red: discard cards?" else "keep")
    sitting.tap("billy")
    sitting.press(1, "yes")
    sitting.say("discard ?")
    sitting.say("discard ?")
    title, gauges = sitting.prompt.title, sitting.table.picture.seats[1].cards[1].gauges
    assert title == "Blue: 5 corruption and 6 greed short"
    assert [gauge.text for gauge in gauges] == ["1 of 6", "0 of 6"]
    sitting.tap("wrench")
    assert sitting.said[-1] == "commit wrench corruption"
    sitting.tap("billy#7")
    assert sitting.prompt.kind == "ask"
    sitting.table.post(Pick(1))
    sitting.table.run_for(50)
    assert sitting.prompt.title == "Blue: 3 corruption and 3 greed short"
    sitting.press(1, "no")
    assert sitting.play.position()["players"][1]["limbs"][:2] == ["lost", "lost"]
    assert sitting.play.state.blood[1] == 10


# ---- what stays secret -----------------------------------------------------------------------------------------------


def test_no_line_of_a_public_export_names_a_card_that_only_some_have_seen(sit: Sit):
    sitting = sit(taps="every")
    for card in ("candle", "rope", "wrench", "billy", "bin", "toolbox"):
        sitting.tap(card)
    sitting.put("rope", f"{BENCH}1")
    out = io.BytesIO()
    export_lines(sitting.ledger, out, Veil(sitting.profile).hide)
    lines = [line for line in out.getvalue().splitlines() if b'"catalogue"' not in line]  # which names all cards
    assert len(lines) > 5
    assert not [name for name in ("rope", "wrench", "billy") if any(name.encode() in line for line in lines)]


def test_what_is_asked_on_the_screen_tells_nothing_of_what_the_host_knows(sit: Sit):
    sitting = sit(taps="every")
    for card in ("candle", "rope", "wrench", "billy", "bin", "toolbox"):
        sitting.tap(card)
    plays = [button.label for button in sitting.prompt.buttons if button.group == "Play"]
    assert {"Candle", "Flashlight", "Bin", "Video"} <= set(plays)


def test_answers_can_be_typed_at_any_table(sit: Sit):
    sitting = sit(profile="none")
    for text in ("bench ? 1", "play flashlight", "keep ?", "lift 1", "done", "discard rope", "keep"):
        sitting.table.post(Say(text))
        assert sitting.notice == "", text
    assert sitting.said[-1] == "keep"
    sitting.table.post(Show("candle"))
    assert sitting.said[-1] == "play candle"
