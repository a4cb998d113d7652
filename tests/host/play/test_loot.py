"""Loot Trap at a table on virtual time: pawns, trays, cross trays, cards at the pad, buttons and typed answers."""

import io
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engines.core.oracles import Table
from engines.core.viewers import HOST, PUBLIC
from hardware.twin.objects import CROSS, PAWN
from hardware.twin.rfid.field import Conditions
from host.ledger import Ledger, export_lines
from host.play import opening
from host.play.commands import GoTo, Name, Pick, Redo, Say, Undo
from host.play.replay import replay
from host.stage.language import ARMED, LAID, TAKE
from host.stage.loot_tiles import SIDEWAYS, UPRIGHT
from host.table.privacy import Veil
from tests.host.play.loot_sitting import START, LootSitting

Sit = Callable[..., LootSitting]


@pytest.fixture
def sit(tmp_path) -> Iterator[Sit]:
    """Return a function that opens a game; with ``ready`` everybody has an avatar and Red begins."""
    sittings: list[LootSitting] = []

    def open_one(*, ready: bool = True, **settings: object) -> LootSitting:
        sitting = LootSitting(tmp_path, **settings)
        sittings.append(sitting)
        for text in ("avatar annie", "avatar coral", "avatar gull", "avatar fen")[: len(sitting.play.seats)]:
            if ready:
                sitting.say(text)
        if ready:
            sitting.say("first red")
        return sitting

    yield open_one
    for sitting in sittings:
        sitting.close()


def alone(sitting: LootSitting) -> str:
    """The digest of what the rules make of the same entries, without any table."""
    play = sitting.companion.game.new(Table(), len(sitting.play.seats))
    for entry in sitting.play.log:
        play.feed(entry)
    return play.digest()


def walk(sitting: LootSitting, seat: str, space: str, *, turns: bool = True) -> None:
    """Move a pawn by hand, and turn the tray that it left."""
    start = sitting.lies[f"pawn.{seat}"][0]
    sitting.lift(f"pawn.{seat}")
    sitting.put(f"pawn.{seat}", tile(sitting, space), PAWN.closes)
    sitting.table.run_for(500)
    if turns:
        name = sitting.companion.stage.profile.tiles[start].name
        sitting.lift(f"tray.{name}")
        sitting.put(f"tray.{name}", start, SIDEWAYS)
        sitting.table.run_for(500)


def tile(sitting: LootSitting, name: str) -> int:
    return sitting.companion.stage.profile.tile_named(name).index


def lit(sitting: LootSitting, meaning) -> set[int]:
    effects = sitting.table.picture.lights.effects
    return set(effects[meaning.slot].lights) if meaning.slot in effects else set()


def said(sitting: LootSitting) -> list[str]:
    return [line.text for line in sitting.table.picture.lines if line.kind == "answer" and not line.is_taken_back]


# ---- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "seats", "seed"), [("field", 2, 5), ("pocket", 3, 3), ("pocket", 3, 6), ("none", 4, 4)]
)
def test_a_whole_game_ends_in_the_engines_own_state(sit: Sit, profile, seats, seed):
    sitting = sit(ready=False, profile=profile, seats=seats, seed=seed)
    for _ in range(1200):  # with four seats, windows make games long
        if not sitting.play.waiting:
            break
        before = len(sitting.play.log)
        deed = sitting.go_on()
        assert len(sitting.play.log) > before, f"{deed}: {sitting.table.picture.notice} {sitting.prompt}"
    assert sitting.prompt.kind == "over"
    assert sitting.table.picture.winner is not None
    assert sitting.play.digest() == alone(sitting)
    assert not any(line.is_taken_back for line in sitting.table.picture.lines)
    whys = Counter(line.why for line in sitting.table.picture.lines)
    assert profile == "none" or whys["Shown to the pad."] > 20
    assert profile != "field" or whys["The table shows this answer and no other."] > 8
    sitting.ledger.close()
    assert replay(sitting.path).difference is None


# ---- moving --------------------------------------------------------------------------------------------------------


def test_a_pawn_is_moved_and_the_light_asks_for_its_tray(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2", turns=False)
    assert said(sitting)[-1] == "move b2"
    assert sitting.prompt.title == "Finish the move"
    assert sitting.prompt.detail == "Turn the tray on b1 sideways."
    assert lit(sitting, TAKE) == {tile(sitting, "b1")}
    sitting.tidy()
    assert sitting.prompt.title == "Red: play, lay or peek"
    assert lit(sitting, ARMED) == {tile(sitting, "b1")}


def test_a_tray_that_is_turned_back_changes_nothing_of_the_move(sit: Sit):
    """The same answer looks like that before its tray is turned; it is not given again and again."""
    sitting = sit()
    walk(sitting, "red", "b2")
    lines = len(sitting.table.picture.lines)
    sitting.lift("tray.b1")
    sitting.put("tray.b1", tile(sitting, "b1"), UPRIGHT)
    sitting.table.run_for(5_000)  # it may be the beginning of taking the move back
    assert len(sitting.table.picture.lines) == lines
    assert sitting.prompt.detail == "Turn the tray on b1 sideways."


def test_the_tray_may_be_turned_before_the_pawn_comes_down(sit: Sit):
    sitting = sit()
    sitting.lift("pawn.red")
    sitting.lift("tray.b1")
    sitting.put("tray.b1", tile(sitting, "b1"), SIDEWAYS)
    sitting.table.run_for(2_000)
    sitting.put("pawn.red", tile(sitting, "a2"), PAWN.closes)
    sitting.table.run_for(600)
    assert said(sitting)[-1] == "move a2"
    assert sitting.companion.is_still


def test_lifting_a_pawn_to_look_beneath_is_no_move(sit: Sit):
    sitting = sit()
    sitting.lift("pawn.red")
    sitting.table.run_for(2_000)
    sitting.put("pawn.red", tile(sitting, "b1"), PAWN.closes)
    sitting.table.run_for(600)
    assert said(sitting)[-1] == "first red"
    assert sitting.companion.is_still


def test_while_a_trap_is_revealed_its_tile_means_nothing(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.say("done")
    sitting.say("keep")
    walk(sitting, "blue", "b7")
    sitting.say("done")
    sitting.say("keep")
    walk(sitting, "red", "b1")
    assert sitting.prompt.kind == "reveal"
    sitting.lift("pawn.red")
    sitting.lift("tray.b1")
    sitting.table.run_for(6_000)
    assert sitting.prompt.title == "Red springs the trap on b1"
    sitting.put("tray.b1", tile(sitting, "b1"), UPRIGHT)
    sitting.put("pawn.red", tile(sitting, "b1"), PAWN.closes)
    sitting.tap("ship-surgeon")
    assert sitting.companion.is_still
    assert "Ship's Surgeon goes off under Red on b1 (trap, R26)." in sitting.table.picture.lines[-1].effects


def test_a_trap_over_an_armed_card_that_is_taken_back_is_led_off_by_its_name(sit: Sit):
    """Meanwhile the card beneath was to be flipped, and nobody followed which magnet is whose."""
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.put("cross.b1", tile(sitting, "b1"), CROSS.closes)
    sitting.table.run_for(1_000)
    assert said(sitting)[-1] == "lay unseen b1"
    sitting.table.post(Undo())
    sitting.table.run_for(1_000)
    assert sitting.prompt.detail == "Take the cross tray off b1."
    sitting.lift("cross.b1")
    sitting.table.run_for(1_000)
    assert sitting.prompt.title == "Red: play, lay or peek"


# ---- cards ---------------------------------------------------------------------------------------------------------


def test_a_trap_is_laid_and_nobody_says_which_card_it_is(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.put("cross.b3", tile(sitting, "b3"), CROSS.closes)
    sitting.table.run_for(800)
    assert said(sitting)[-1] == "lay unseen b3"
    assert lit(sitting, LAID) == {tile(sitting, "b3")}


def test_a_card_at_the_pad_that_may_mean_several_things_is_asked_about(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.tap("cork-vest")
    assert [button.label for button in sitting.prompt.buttons] == [
        "Red: equip Cork Vest red",
        "Red: equip Cork Vest blue",
        "None of these",
    ]
    sitting.table.post(Pick(1))
    assert said(sitting)[-1] == "equip cork-vest blue"
    assert sitting.table.picture.seats[1].cards[0].detail == "Cork Vest"


def test_a_card_that_is_held_to_the_pad_twice_is_shown_once(sit: Sit):
    """A trap that went off is not played as well; another copy of it is."""
    sitting = sit()
    for seat, space in (("red", "b2"), ("blue", "b7")):
        walk(sitting, seat, space)
        sitting.say("done")
        sitting.say("keep")
    walk(sitting, "red", "b1")
    sitting.tap("rum-ration", wait=500)
    sitting.tidy()
    revealed = said(sitting)
    sitting.tap("rum-ration", wait=1_000)
    assert said(sitting) == revealed
    sitting.tap("rum-ration#2")
    assert said(sitting)[-1] == "play rum-ration"


def test_of_two_cards_at_the_pad_neither_is_shown(sit: Sit):
    """Even if the reader hears only one of them now and then."""
    sitting = sit()
    walk(sitting, "red", "b2")
    before = said(sitting)
    for field in sitting.twin.devices.readers.fields:
        field.conditions = Conditions(miss=0.2)
    for _ in range(20):
        sitting.twin.put_card("powder-keg", "play")
        sitting.twin.put_card("grapeshot", "play")
        sitting.table.run_for(600)
        sitting.twin.lift_card("powder-keg")
        sitting.twin.lift_card("grapeshot")
        sitting.table.run_for(600)
    assert said(sitting) == before
    assert sitting.prompt.kind == "turn"


@pytest.mark.parametrize("held", [600, 3_000])
def test_a_card_that_was_banked_and_left_on_the_pad_is_not_discarded_when_another_is_held_over_it(sit: Sit, held):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.twin.put_card("loot#1", "play")
    sitting.table.run_for(1_000)
    assert (said(sitting)[-1], sitting.prompt.title) == ("bank", "Red: discard a card?")
    for _ in range(3):
        sitting.twin.put_card("grapeshot", "play")
        sitting.table.run_for(held)
        sitting.twin.lift_card("grapeshot")
        sitting.table.run_for(3_000)
    assert said(sitting)[-1] == "bank"
    sitting.twin.lift_card("loot#1")
    sitting.table.run_for(1_000)
    sitting.tap("loot#1")
    assert said(sitting)[-1] == "discard loot"


def test_two_cards_on_the_pad_are_told_until_one_of_them_is_gone(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    crowded = "More than one card lies on play. Leave one there."
    for card in ("loot#1", "grapeshot"):
        sitting.twin.put_card(card, "play")
        sitting.table.run_for(1_000)
    assert sitting.table.picture.notice == crowded
    sitting.press(1, "yes")
    assert sitting.table.picture.notice == f"There is nothing to aim with now. {crowded}"
    sitting.say("keep")
    sitting.table.run_for(5_000)
    assert sitting.table.picture.notice == crowded
    sitting.twin.lift_card("loot#1")
    sitting.table.run_for(1_000)
    assert crowded not in sitting.table.picture.notice


def test_a_card_at_the_discard_pad_is_discarded_when_that_is_asked(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.say("play rum-ration")
    sitting.table.run_for(500)
    assert sitting.prompt.title == "Red: discard a card?"
    sitting.tap("grapeshot", pad="discard")
    assert said(sitting)[-1] == "discard grapeshot"


def test_a_card_at_the_discard_pad_is_told_where_it_belongs_while_nothing_is_discarded(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    before = said(sitting)
    sitting.tap("rum-ration", pad="discard")
    assert said(sitting) == before
    assert sitting.table.picture.notice == "No card is discarded now. To play a card, hold it to the Play pad."


def test_a_card_that_was_played_is_not_discarded_on_its_way_to_the_pile(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.tap("rum-ration#1")
    assert sitting.prompt.title == "Red: discard a card?"
    played = said(sitting)
    sitting.table.run_for(3_000)
    sitting.tap("rum-ration#1", pad="discard")
    assert said(sitting) == played
    sitting.table.post(Undo())
    sitting.say("done")
    sitting.table.run_for(1_000)
    sitting.tap("rum-ration#1", pad="discard")
    assert sitting.prompt.kind == "ask"
    assert [button.label for button in sitting.prompt.buttons][:2] == [
        "Red: discard Rum Ration",
        "Red: replace Rum Ration",
    ]


@pytest.mark.parametrize(
    ("profile", "play", "drop"),
    [
        ("field", "Play pad", "Discard pad"),
        ("pocket", "Play pad", "Play pad"),
        ("none", "Choose a card to play or lay", "Choose a card, or keep"),
    ],
)
def test_prompts_name_the_pad_that_they_mean(sit: Sit, profile, play, drop):
    sitting = sit(profile=profile)
    sitting.say("move b2")
    sitting.tidy()
    assert play in sitting.prompt.detail
    sitting.say("done")
    assert drop in sitting.prompt.detail


def test_an_out_of_turn_card_is_asked_about_by_who_plays_it(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.tap("bilge-rats")
    labels = [button.label for button in sitting.prompt.buttons]
    assert labels == ["Blue: play Bilge Rats", "Red: play Bilge Rats", "None of these"]
    sitting.table.post(Pick(0))
    assert sitting.table.picture.lines[-1].seat == 1


def test_a_card_that_two_could_play_is_offered_for_both(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    offered = {button.group: button.command for button in sitting.prompt.buttons if button.about == "Bilge Rats"}
    assert offered["Play"] == Say("red: play bilge-rats")
    assert offered["Out of turn"] == Say("play bilge-rats")
    sitting.say("blue: play bilge-rats")
    assert sitting.table.picture.lines[-1].seat == 1
    sitting.table.post(Undo())
    sitting.table.post(offered["Play"])
    assert (sitting.table.picture.lines[-1].seat, said(sitting)[-2:]) == (0, ["pass", "play bilge-rats"])


def test_a_card_that_answers_nothing_changes_nothing(sit: Sit):
    sitting = sit()
    before = said(sitting)
    sitting.tap("powder-keg")
    sitting.tap("annie")
    assert said(sitting) == before


def test_a_revealed_card_that_cannot_be_is_refused_with_a_sentence(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.say("peek")
    sitting.say("toss")
    sitting.tap("roll-4")
    assert "roll-4 is none" in sitting.table.picture.notice
    sitting.table.post(Name("mutiny"))
    assert sitting.table.picture.notice == ""


def test_another_card_is_shown_by_mistake_than_the_one_that_was_revealed(sit: Sit):
    """Taking it back asks for the card again; what was booked by mistake is not taken for known."""
    sitting = sit()
    for seat, space in (("red", "b2"), ("blue", "b7"), ("red", "b1")):
        walk(sitting, seat, space)
        if sitting.prompt.kind != "reveal":
            sitting.say("pass")
            sitting.say("done")
            sitting.say("pass")
            sitting.say("keep")
    assert sitting.prompt.title == "Red springs the trap on b1"
    sitting.tap("loot#0")
    assert sitting.table.picture.lines[-1].text == "revealed loot"
    sitting.table.post(Undo())
    sitting.table.run_for(3_000)
    assert sitting.prompt.title == "Red springs the trap on b1"
    assert said(sitting)[-1] == "move b1"
    sitting.tap("mutiny#0")
    assert sitting.table.picture.lines[-1].text == "revealed mutiny"


def test_a_tray_that_is_turned_back_after_a_slip_takes_the_name_back_and_not_the_answer_before_it(sit: Sit):
    """Before the answer and behind it the table looked the same; what is nearest is meant."""
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.say("play treasure-map")
    sitting.say("dig b1")
    there = tile(sitting, "b1")
    sitting.tap("ship-surgeon#0")
    assert sitting.table.picture.lines[-1].text == "revealed ship-surgeon"
    sitting.tidy()
    assert sitting.lies["tray.b1"] == (there, UPRIGHT)
    sitting.lift("tray.b1")
    sitting.put("tray.b1", there, SIDEWAYS)
    sitting.table.run_for(2_000)
    assert sitting.table.picture.notice == "A name taken back."
    assert said(sitting)[-1] == "dig b1"
    sitting.tap("mutiny#0")
    assert sitting.table.picture.lines[-1].text == "revealed mutiny"


def test_a_pawn_that_is_blown_from_trap_to_trap_does_not_change_the_move(sit: Sit):
    """From a2 it could have gone to b2 as well, where it stands now on an armed tray; but it went to b1 first."""
    sitting = sit()
    for seat, space in (("red", "b2"), ("blue", "b7"), ("red", "a2"), ("blue", "b8")):
        walk(sitting, seat, space)
        if sitting.prompt.kind == "reveal":
            sitting.tap("ship-surgeon")
            sitting.tidy()
        for text in ("done", "keep"):
            sitting.say(text)
    walk(sitting, "red", "b1")
    sitting.tap("north-gale")
    sitting.lift("pawn.red")
    sitting.put("pawn.red", tile(sitting, "b2"), PAWN.closes)
    sitting.table.run_for(700)
    assert sitting.prompt.title == "Red springs the trap on b2"
    sitting.tap("switcheroo")
    for facing in (UPRIGHT, SIDEWAYS):
        sitting.lift("tray.b2")
        sitting.table.run_for(300)
        sitting.put("tray.b2", tile(sitting, "b2"), facing)
        sitting.table.run_for(1_200)
    assert "move b1" in said(sitting)
    assert "move b2" not in said(sitting)[-2:]
    assert not any(line.kind == "takeback" for line in sitting.table.picture.lines)


# ---- windows and buttons -------------------------------------------------------------------------------------------


def test_the_next_answer_passes_for_everybody_who_could_interrupt(sit: Sit):
    sitting = sit(seats=3)
    walk(sitting, "red", "d2")
    assert sitting.play.decision.kind == "window"
    assert sitting.prompt.title == "Red: play, lay or peek"
    sitting.press(0, "no")
    assert said(sitting)[-3:] == ["pass", "pass", "done"]
    assert sitting.prompt.title == "Red: discard a card?"
    sitting.press(0, "no")
    assert sitting.prompt.title == "Blue: move one space"


def test_who_may_interrupt_passes_with_no(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.press(1, "no")
    assert said(sitting)[-1] == "pass"
    assert sitting.play.decision.kind == "action"
    sitting.press(1, "no")
    assert sitting.table.picture.notice == "It is not that seat's turn."


def test_an_answer_is_taken_back_together_with_the_passes_before_it(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.say("done")
    sitting.table.post(Undo())
    assert said(sitting)[-1] == "move b2"
    sitting.table.post(Undo())
    assert said(sitting)[-1] == "first red"


def test_yes_opens_peek_and_lifting_the_pawn_takes_it(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.press(0, "yes")
    assert sitting.prompt.kind == "aim"
    sitting.lift("pawn.red")
    sitting.table.run_for(300)
    sitting.put("pawn.red", tile(sitting, "b2"), PAWN.closes)
    sitting.table.run_for(300)
    assert said(sitting)[-1] == "peek"
    sitting.press(0, "no")
    assert said(sitting)[-1] == "peek"  # the card has to be swapped or tossed (A5)
    sitting.say("swap unseen")
    assert said(sitting)[-1] == "swap unseen"


@pytest.mark.parametrize(
    ("card", "words"), [("powder-keg", "Choose by lifting their pawn."), ("treasure-map", "Choose by lifting a tray.")]
)
def test_who_leaves_the_aim_is_told_what_it_chooses(sit: Sit, card: str, words: str):
    sitting = sit(seats=3)
    walk(sitting, "red", "d2")
    aims = {button.detail for button in sitting.prompt.buttons if button.key == "Y"}
    assert aims == {"Peek by lifting your pawn, or end your action."}
    sitting.say(f"play {card}")
    assert sitting.prompt.kind == "aim"
    sitting.press(0, "no")
    assert {button.detail for button in sitting.prompt.buttons if button.key == "Y"} == {words}


def test_whoever_could_interrupt_before_an_answer_can_do_so_again_when_it_is_taken_back(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    begun = len(sitting.play.log)
    sitting.press(0, "no")
    assert said(sitting)[-1] == "done"
    assert len(sitting.play.log) > begun + 1  # Blue was passed over
    sitting.table.post(Undo())
    sitting.table.run_for(300)
    assert len(sitting.play.log) == begun
    assert sitting.companion.floor().following is not None
    sitting.table.post(Redo())
    assert said(sitting)[-1] == "done"


def test_a_trap_that_slid_on_is_amended_though_somebody_could_have_interrupted(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.put("cross.a2", tile(sitting, "a2"), CROSS.closes)
    sitting.table.run_for(500)
    assert said(sitting)[-1] == "lay unseen a2"
    sitting.lift("cross.a2")
    sitting.put("cross.b3", tile(sitting, "b3"), CROSS.closes)
    sitting.table.run_for(500)
    assert [text for text in said(sitting) if text != "pass"][-2:] == ["move b2", "lay unseen b3"]
    assert sitting.play.digest() == alone(sitting)


def test_a_trap_that_slid_on_is_amended_though_somebody_went_back_to_behind_the_passes_before_it(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.press(0, "no")
    passed = [line.number for line in sitting.table.picture.lines if line.text == "pass"]
    sitting.table.post(GoTo(passed[-1]))
    sitting.table.run_for(300)
    sitting.put("cross.a2", tile(sitting, "a2"), CROSS.closes)
    sitting.table.run_for(500)
    assert said(sitting)[-1] == "lay unseen a2"
    sitting.lift("cross.a2")
    sitting.put("cross.b3", tile(sitting, "b3"), CROSS.closes)
    sitting.table.run_for(500)
    assert [text for text in said(sitting) if text != "pass"][-2:] == ["move b2", "lay unseen b3"]
    assert sitting.play.digest() == alone(sitting)


# ---- secrets -------------------------------------------------------------------------------------------------------


def test_what_the_host_was_told_in_secret_stands_in_no_line_and_no_public_export(tmp_path):
    with Ledger.open(tmp_path / "secret.ledger") as ledger:
        companion = opening.begin(ledger, "loot", "none", 0, options={"A41": "red"}, is_virtual=True)
        for text in ("avatar annie", "avatar coral", "move b2", "lay unseen b3"):
            companion.command(Say(text), 1)
        play = companion.play
        laid = play.state.laid[play.state.field.find("b3")]
        card = play.knowledge(HOST).card(laid)
        assert card is not None
        assert play.knowledge(PUBLIC).card(laid) is None
        assert companion.picture.lines[-1].text == "lay unseen b3"
        assert all(card not in line.text for line in companion.picture.lines)
        sink = io.BytesIO()
        export_lines(ledger, sink, Veil(companion.stage.profile).hide)
        public = sink.getvalue().decode()
        assert "lay unseen b3" in public
        assert f"lay {card}" not in public


# ---- what the board tells late ---------------------------------------------------------------------------------------


def test_a_button_that_was_pressed_before_the_last_answer_means_nothing_any_more(sit: Sit):
    """The cable was out; meanwhile somebody said on the screen what the button should have said."""
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.table.unplug()
    sitting.press(0, "no")
    sitting.say("pass")
    sitting.say("done")
    sitting.table.run_for(300)
    sitting.table.plug()
    sitting.table.run_for(1_000)
    assert said(sitting)[-1] == "done"
    assert "before" in sitting.table.picture.notice
    sitting.ledger.close()
    assert replay(sitting.path).difference is None


def test_a_button_that_was_pressed_without_a_cable_counts_if_nothing_was_answered_since(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.table.unplug()
    sitting.press(0, "no")
    sitting.table.run_for(1_000)
    sitting.table.plug()
    sitting.table.run_for(1_000)
    assert said(sitting)[-1] == "done"


def test_a_card_that_was_shown_before_the_last_answer_means_nothing_any_more(sit: Sit):
    """What was to be played has been said on the screen; after that, the same card would be thrown away."""
    sitting = sit()
    walk(sitting, "red", "b2")
    sitting.table.unplug()
    sitting.tap("bilge-rats#0")
    sitting.say("pass")
    sitting.say("done")
    sitting.table.run_for(300)
    sitting.table.plug()
    sitting.table.run_for(1_000)
    assert said(sitting)[-1] == "done"
    assert sitting.prompt.kind == "turn"
    assert "before" in sitting.table.picture.notice
    sitting.ledger.close()
    assert replay(sitting.path).difference is None


# ---- a program that ends and begins ----------------------------------------------------------------------------------


def test_a_tray_that_is_still_to_be_turned_is_asked_for_after_a_restart(sit: Sit):
    sitting = sit()
    walk(sitting, "red", "b2", turns=False)
    assert sitting.prompt.title == "Finish the move"
    sitting.restart()
    sitting.table.run_for(5_000)
    assert sitting.prompt.title == "Finish the move"
    assert sitting.prompt.detail == "Turn the tray on b1 sideways."
    sitting.put("cross.b3", tile(sitting, "b3"), CROSS.closes)
    sitting.table.run_for(1_500)
    assert said(sitting)[-1] == "lay unseen b3"
    sitting.ledger.close()
    assert replay(sitting.path).difference is None


@pytest.mark.parametrize("is_turned", [False, True])
def test_a_trap_that_was_laid_without_a_program_is_understood_though_a_tray_is_to_be_turned(sit: Sit, is_turned):
    sitting = sit()
    walk(sitting, "red", "b2", turns=False)
    sitting.table.unplug()
    sitting.put("cross.b3", tile(sitting, "b3"), CROSS.closes)
    if is_turned:
        sitting.put("tray.b1", tile(sitting, "b1"), SIDEWAYS)
    sitting.table.run_for(500)
    sitting.restart()
    sitting.table.run_for(1_500)
    assert said(sitting)[-1] == "lay unseen b3"
    assert (sitting.prompt.title == "Finish the move") is not is_turned


def test_a_tray_that_was_turned_is_owed_no_more_after_a_restart(sit: Sit):
    """It was turned before the program ended; what is done with it after that is something new."""
    sitting = sit()
    walk(sitting, "red", "b2")
    assert sitting.companion.is_still
    sitting.table.unplug()
    sitting.put("tray.b1", tile(sitting, "b1"), UPRIGHT)
    sitting.restart()
    sitting.table.run_for(5_000)
    assert sitting.prompt.title != "Finish the move"
    assert sitting.prompt.kind == "guide"


def test_nobody_is_shown_what_a_house_player_peeks_at(tmp_path: Path):
    with Ledger.open(tmp_path / "loot.ledger", synchronous="OFF") as ledger:
        players = ("apprentice", "person")
        companion = opening.begin(ledger, "loot", "none", START, players=players, is_virtual=True)
        for text in ("avatar annie", "avatar coral", "first red", "move b2", "pass", "peek"):
            if text in companion.legal():
                companion.command(Say(text), START)
        assert companion.stage.peeked(companion.play)[0] == "Under your pawn"
        assert companion.picture.peeked == ("", "")
