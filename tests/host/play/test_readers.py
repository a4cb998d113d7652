"""Pads that read nothing: named, asked for on the screen, and believed again."""

from collections.abc import Callable, Iterator

import pytest

from hardware.twin.rfid.field import CLEAR, Conditions
from host.play.commands import Name, Show, Undo, Unread
from host.play.floor import asked_of
from host.play.readers import UNREAD_MS
from host.play.tapping import BACK_MS
from host.stage.saw_lights import bench_pads
from tests.host.play.saw_sitting import SawSitting
from tests.host.play.test_taps import Sitting

DOWN = "The reader of play does not answer. Until it does, name its cards on the screen."
SILENT = (
    "{} does not read the cards that you give it: its reader may be broken, or they lie askew. Name them on the "
    "screen; the pad is believed again once it reads one."
)
SLOT = "seat1.bench.1"
NOTICED_MS = 5_000


@pytest.fixture
def pocket() -> Iterator[Sitting]:
    sitting = Sitting("pocket")
    yield sitting
    sitting.ledger.close()
    sitting.twin.close()


@pytest.fixture
def sit(tmp_path) -> Iterator[Callable[..., SawSitting]]:
    sittings: list[SawSitting] = []

    def open_one(**settings: object) -> SawSitting:
        sittings.append(SawSitting(tmp_path, **settings))
        return sittings[-1]

    yield open_one
    for sitting in sittings:
        sitting.close()


def deafen(game, pad: str, *, is_deaf: bool = True) -> None:
    """Break the coil of a reader: it answers, and hears nothing. Or mend it."""
    index = game.twin.profile.pad_named(pad).index
    game.twin.devices.readers.fields[index].conditions = Conditions(miss=1.0) if is_deaf else CLEAR


def read_one(game: Sitting) -> None:
    game.put("blue.shield-1")
    game.lift("blue.shield-1")
    assert game.understood()


def say_on_screen(game: Sitting, count: int) -> None:
    """Say on the screen what could be held to the pad, again and again."""
    for _ in range(count):
        game.table.post(Show("blue.gun-1"))
        game.table.run_for(100)


def test_a_reader_that_does_not_answer_is_named_and_the_screen_asks(pocket: Sitting):
    pocket.twin.stop_reader("play")
    pocket.table.run_for(NOTICED_MS)
    assert pocket.table.picture.notice == DOWN
    assert pocket.table.picture.faults == (DOWN,)
    assert pocket.table.picture.prompt.detail.endswith("Name on the screen what you hold to play: it is not read.")
    pocket.table.post(Name("shield-1"))
    assert pocket.table.picture.faults == (DOWN,)
    pocket.twin.stop_reader("play", stopped=False)
    pocket.table.run_for(NOTICED_MS)
    assert pocket.table.picture.notice == "The reader of play answers again."
    assert pocket.table.picture.faults == ()


def test_a_pad_that_has_read_and_reads_no_more_is_named_after_two_cards(pocket: Sitting):
    read_one(pocket)
    deafen(pocket, "play")
    say_on_screen(pocket, 1)
    assert pocket.table.picture.faults == ()
    say_on_screen(pocket, 1)
    assert pocket.table.picture.notice == SILENT.format("play")
    assert pocket.table.picture.faults == (SILENT.format("play"),)
    deafen(pocket, "play", is_deaf=False)
    pocket.put("blue.gun-3")
    assert pocket.table.picture.notice == "play reads cards again."
    assert pocket.table.picture.faults == ()


def test_who_has_tried_in_vain_says_so_and_is_believed_until_the_pad_reads_a_card(pocket: Sitting):
    deafen(pocket, "play")
    pocket.put("blue.shield-1")
    pocket.table.post(Unread("play"))
    assert pocket.table.picture.notice == SILENT.format("play")
    assert pocket.table.picture.faults == (SILENT.format("play"),)
    deafen(pocket, "play", is_deaf=False)
    pocket.table.run_for(NOTICED_MS)
    assert pocket.table.picture.notice == "play reads cards again."
    assert pocket.table.picture.faults == ()


def test_of_a_pad_that_is_not_there_nothing_can_be_said(pocket: Sitting):
    pocket.table.post(Unread("discard"))
    assert pocket.table.picture.notice == "This table has no such pad."
    assert pocket.table.picture.faults == ()


def test_a_pad_that_nobody_ever_used_is_not_called_broken(pocket: Sitting):
    pocket.table.post(Name("shield-1"))
    say_on_screen(pocket, 6)
    assert pocket.table.picture.faults == ()


def test_one_card_that_is_read_clears_the_count(pocket: Sitting):
    read_one(pocket)
    say_on_screen(pocket, 1)
    pocket.put("blue.gun-3")
    pocket.lift("blue.gun-3")
    say_on_screen(pocket, 1)
    assert pocket.table.picture.faults == ()


def test_a_slot_that_does_not_read_its_card_is_named_without_naming_the_card(sit):
    game = sit()
    game.begin()
    deafen(game, SLOT)
    game.put("pendulum", SLOT)
    game.say("bench pendulum 1")
    game.table.run_for(UNREAD_MS - 1_000)
    assert game.table.picture.faults == ()
    game.table.run_for(2_000)
    assert game.notice == SILENT.format(SLOT)
    assert "pendulum" not in repr(game.table.picture.faults)
    deafen(game, SLOT, is_deaf=False)
    game.table.run_for(NOTICED_MS)
    assert game.notice == f"{SLOT} reads cards again."
    assert game.said[-1] == "bench ? 1"


def test_a_slot_whose_card_was_read_and_lifted_is_not_called_broken(sit):
    game = sit()
    game.begin()
    game.put("pendulum", SLOT)
    game.lift(SLOT, 2_000)
    game.table.run_for(2 * UNREAD_MS)
    assert game.table.picture.faults == ()


def test_a_slot_that_had_read_its_card_before_it_was_said_to_lie_there_is_not_called_broken(sit):
    game = sit()
    game.begin()
    game.put("pendulum", SLOT)
    game.say("lift 1")
    game.table.post(Undo())
    game.table.run_for(2 * UNREAD_MS)
    game.lift(SLOT, 2_000)
    assert game.table.picture.faults == ()


@pytest.mark.slow
@pytest.mark.parametrize(("pad", "is_deaf"), [("play", False), (SLOT, False), (SLOT, True)])
def test_a_game_of_saw_is_finished_though_a_pad_dies_in_the_middle(sit, pad: str, is_deaf: bool):
    game = sit(seats=2, seed=5)
    for number in range(900):
        if not game.play.waiting:
            break
        if number == 40:
            deafen(game, pad) if is_deaf else game.twin.stop_reader(pad)
        _go_on(game)
    assert game.prompt.kind == "over"
    assert any(pad in sentence for sentence in game.table.picture.faults)


def _go_on(game: SawSitting) -> None:
    """Do the next thing at the table; if nothing comes of it, say it on the screen."""
    before, item = len(game.play.log), asked_of(game.play)
    seat = item.seat if item is not None else -1
    deed = game.go_on()
    if len(game.play.log) > before:
        return
    word, *rest = deed.split()
    if word == "reveal":
        game.table.post(Name(rest[0].partition("#")[0]))
        game.table.run_for(20)
    elif word == "bench":
        card, pad = game.held(seat, rest[0]), bench_pads(game.profile, seat)[int(rest[-1]) - 1]
        game.say(deed)
        game.put(card, pad)
    else:
        game.say(deed)
        game.table.run_for(2 * BACK_MS)  # a word may wait until it is clear whether a card is back on its bench
    assert len(game.play.log) > before, f"{deed}: {game.notice} {game.prompt}"
