"""Pieces on pads, the whole way: a hand, the sticker, the reader's model, the firmware, the link, the ledger, the game.

A real window on a paced board: bytes go through a pseudo-terminal and pyserial. What the screen says is what it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PyQt6.QtCore import QPoint, QPointF, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from hardware.twin.rfid.field import Conditions
from host.app.opening import HomeLobby
from host.app.pad_layer import words
from host.app.places import Place, Where
from host.app.showcase import Showcase
from host.app.table_screen import TableScreen
from host.app.window import Window
from host.play.commands import Say, Undo
from tests.host.app.rig import settle

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
READ_MS, GONE_MS = 300, 600
SURE_MS = 1_500  # a private pad is looked at less often, and four times


class Sitting:
    """Somebody at a virtual table, with a mouse."""

    def __init__(self, app: QApplication, folder: Path, profile: str) -> None:
        self._app = app
        self.window = Window(HomeLobby(folder), pace=0)
        self.window.resize(1280, 800)
        self.window.show()
        self.show = Showcase(folder, seed=5, profile=profile, is_paced=True)
        self.show.on_change = self.window.pictured
        self.window.show_table(self.show.opened)
        assert self.window.session is not None
        assert self.window.session.hands is not None
        self.hands = self.window.session.hands
        self.show.speak = self.window.session.post
        self.said: list[str] = []
        self.show.settle()
        settle(app)

    @property
    def screen(self) -> TableScreen:
        assert self.window.table is not None
        return self.window.table

    def pad(self, name: str) -> int:
        return next(pad.index for pad in self.show.twin.profile.pads if pad.name == name)

    def drag(self, name: str, place: QPointF) -> None:
        """Drag a piece with the mouse to a place of the table."""
        view = self.screen.board
        start, end = (view.mapFromScene(point) for point in (view.board.items_by_name[name].pos(), place))
        port = view.viewport()
        QTest.mousePress(port, LEFT, PLAIN, start)
        for part in (0.3, 0.7, 1.0):
            QTest.mouseMove(port, start + QPoint(round((end - start).x() * part), round((end - start).y() * part)))
        QTest.mouseRelease(port, LEFT, PLAIN, end)

    def drag_to_pad(self, name: str, pad: str, ms: int = READ_MS) -> None:
        self.drag(name, self.screen.board.board.table.pad(self.pad(pad)))
        self.wait(ms)

    def wait(self, ms: int) -> None:
        """Let time pass, and remember each sentence that comes up on the screen."""
        for _ in range(ms // 20):
            self.show.run(20)
            settle(self._app)
            text = self.screen.notice.text
            if text and (not self.said or self.said[-1] != text):
                self.said.append(text)

    def seen(self, pad: str) -> str:
        """What the screen says lies on a pad."""
        return words(self.screen.board.board.pads.sights[self.pad(pad)])

    def rack(self, seat: str = "blue") -> list[str]:
        return self.hands.places.names(Where.RACK, seat)


Sit = Callable[[str], Sitting]


@pytest.fixture
def sit(app: QApplication, tmp_path: Path) -> Iterator[Sit]:
    made: list[Sitting] = []

    def make(profile: str) -> Sitting:
        made.append(Sitting(app, tmp_path, profile))
        return made[-1]

    yield make
    for sitting in made:
        sitting.window.close()


@pytest.mark.parametrize("profile", ["grid", "pocket", "bench"])
def test_a_card_on_the_play_pad_names_what_was_drawn(sit: Sit, profile: str) -> None:
    sitting = sit(profile)
    top = sitting.hands.drawable("blue")[0]
    before = len(sitting.show.picture.lines)
    sitting.show.say("draw")
    lines = sitting.show.picture.lines[before:]
    assert [(line.text, line.why) for line in lines] == [
        ("draw", "Said by a player."),
        (f"drew {top.split('.')[1]}", "Shown to the pad."),
    ]
    assert top in sitting.rack()
    assert sitting.show.twin.cards.lying() == []
    sitting.wait(GONE_MS)
    assert sitting.seen("play") == ""
    assert sitting.said == []


@pytest.mark.parametrize("profile", ["grid", "pocket", "bench"])
def test_a_piece_dragged_to_the_pad_is_named_there_until_it_is_dragged_away(sit: Sit, profile: str) -> None:
    sitting = sit(profile)
    name = sitting.rack()[0]
    sitting.drag_to_pad(name, "play")
    assert sitting.seen("play") == name.replace(".", " ")
    sitting.drag(name, sitting.screen.board.board.table.slot(0, 3))
    sitting.wait(GONE_MS)
    assert sitting.seen("play") == ""
    assert sitting.said == []


def test_what_was_drawn_while_the_cable_was_pulled_is_named_when_it_is_back(sit: Sit) -> None:
    sitting = sit("grid")
    top = sitting.hands.drawable("blue")[0]
    sitting.screen.header.cable.click()
    sitting.wait(100)
    sitting.show.speak(Say("draw"))
    sitting.wait(1_000)
    assert sitting.show.picture.prompt.kind == "reveal"
    assert sitting.show.twin.cards.lying() == [(top, "play")]
    sitting.screen.header.cable.click()
    sitting.show.run_while(lambda: sitting.show.picture.prompt.kind == "reveal")
    assert top in sitting.rack()
    assert sitting.show.twin.cards.lying() == []


def test_a_piece_whose_draw_was_taken_back_comes_from_the_pile_again(sit: Sit) -> None:
    sitting = sit("pocket")
    top = sitting.hands.drawable("blue")[0]
    sitting.show.say("draw")
    sitting.wait(GONE_MS)
    sitting.show.speak(Undo())
    sitting.wait(GONE_MS)
    assert sitting.hands.drawable("blue")[0] == top
    sitting.show.say("draw")
    assert sitting.show.picture.lines[-1].text == f"drew {top.split('.')[1]}"
    assert top in sitting.rack()


def test_a_private_pad_keeps_its_secret_on_the_screen(sit: Sit) -> None:
    sitting = sit("bench")
    name = sitting.rack()[0]
    sitting.drag_to_pad(name, "seat1.bench.2", SURE_MS)
    assert sitting.show.twin.cards.lying() == [(name, "seat1.bench.2")]
    assert sitting.seen("seat1.bench.2") == "a card"
    assert not sitting.screen.board.board.items_by_name[name].is_face_up
    assert sitting.said == []
    assert name not in repr(sitting.show.picture.pads)
    sitting.drag_to_pad(name, "discard", GONE_MS)
    assert sitting.seen("discard") == name.replace(".", " ")
    assert sitting.screen.board.board.items_by_name[name].is_face_up


def test_a_board_without_tiles_is_played_on_the_screen(sit: Sit) -> None:
    sitting = sit("pocket")
    text = next(text for text in sitting.show.table.companion.legal() if text.startswith("build"))
    sitting.show.say(text)
    settle(QApplication.instance())  # type: ignore[arg-type]
    board = sitting.screen.board.board
    for piece in sitting.show.picture.pieces:
        assert board.items_by_name[piece.name].pos() == board.table.tile_centre(piece.tile)
    piece, cell = text.split()[1:3]
    assert sitting.hands.places[f"blue.{piece}"].tile == sitting.screen.board.board.table.profile.tile_named(cell).index
    assert sitting.show.twin.mechanics.objects() == []


def test_a_piece_dropped_on_a_board_that_is_not_felt_goes_back(sit: Sit) -> None:
    sitting = sit("pocket")
    name, lines = sitting.rack()[0], len(sitting.show.picture.lines)
    sitting.drag(name, sitting.screen.board.board.table.tile_centre(40))
    assert sitting.screen.notice.text == "This table has no tiles. Choose your move below."
    assert name in sitting.rack()
    assert len(sitting.show.picture.lines) == lines


# ---- what goes wrong is said once ---------------------------------------------------------------------


def test_two_tags_at_once_are_told_each_time_and_for_as_long_as_they_lie_there(sit: Sit) -> None:
    sitting = sit("grid")
    first, second = sitting.rack()[0], sitting.rack("red")[0]
    sitting.drag_to_pad(first, "play")
    for _ in range(2):
        sitting.drag_to_pad(second, "play", 1_500)
        assert sitting.screen.notice.text == "More than one card lies on play. Leave one there."
        assert sitting.seen("play") == "several cards"
        sitting.drag(second, sitting.screen.board.board.table.slot(1, 3))
        sitting.wait(GONE_MS)
        assert sitting.screen.notice.text == ""
        assert sitting.seen("play") == first.replace(".", " ")


def test_a_tag_that_cannot_be_read_any_more_is_named_once(sit: Sit, tmp_path: Path) -> None:
    """A PN532 keeps rubbish to itself: for it, nobody is there. An MFRC522 tells."""
    profile = tmp_path / "cheap.toml"
    profile.write_text('extends = "pocket"\n[[pads]]\nname = "play"\nx = 60\ny = 70\nreader = "mfrc522"\n')
    sitting = sit(str(profile))
    name = sitting.rack()[0]
    sitting.drag_to_pad(name, "play")
    field = sitting.show.twin.devices.readers.fields[0]
    for garble in (1.0, 0.0, 1.0):
        field.conditions = Conditions(garble=garble)
        sitting.wait(2_000)
    assert sitting.said == [
        f"The tag of {name} on play cannot be read any more. Lay it flat, or name it on the screen."
    ]
    assert sitting.seen("play") == "cannot be read"


def test_a_foreign_tag_is_told_once_and_names_nothing(sit: Sit) -> None:
    sitting = sit("pocket")
    lines = len(sitting.show.picture.lines)
    for _ in range(2):
        sitting.show.twin.put_card("menu", "play")
        sitting.wait(READ_MS)
        assert sitting.seen("play") == "a card"
        sitting.show.twin.lift_card("menu")
        sitting.wait(GONE_MS)
    assert sitting.said == ['play: This tag says "menu", and that is no card of this game.']
    assert len(sitting.show.picture.lines) == lines


def test_a_reader_that_is_down_is_told_once_and_the_screen_asks_instead(sit: Sit) -> None:
    sitting = sit("bench")
    play = sitting.pad("play")
    readers = sitting.show.twin.devices.readers
    readers.models[play].reset(0, readers.us)
    sitting.show.run_while(lambda: sitting.seen("play") != "reader is down")
    sitting.wait(2_000)
    assert sitting.said == ["The reader of play does not answer. Until it does, name its cards on the screen."]
    top = sitting.hands.drawable("blue")[0]
    answer = next(
        button for button in sitting.show.picture.prompt.buttons if getattr(button.command, "text", "") == "draw"
    )
    sitting.show.speak(answer.command)
    sitting.wait(400)
    assert sitting.show.picture.prompt.kind == "reveal"
    assert sitting.hands.places[top] == Place(Where.PAD, pad=play)
    named = next(button for button in sitting.show.picture.prompt.buttons if button.label == top.split(".")[1])
    sitting.show.speak(named.command)
    sitting.wait(40)
    assert top in sitting.rack()


# ---- a live table, as the app opens it ----------------------------------------------------------------


@pytest.mark.parametrize("profile", ["grid", "pocket"])
def test_the_app_opens_a_table_of_the_kind_that_was_wished_for(
    app: QApplication, tmp_path: Path, profile: str, until: Callable[[Callable[[], object]], None]
) -> None:
    window = Window(HomeLobby(tmp_path), pace=0)
    window.show()
    window.start.kinds.choose(profile)
    window.begin(window.start.wish())
    until(lambda: window.table is not None and window.table.header.is_linked)
    assert window.table is not None
    bar = window.table.bar
    until(lambda: bar.prompt is not None and bar.prompt.kind == "turn")  # what was drawn has its name
    assert window.session is not None
    assert window.session.hands is not None
    hands, board = window.session.hands, window.table.board.board
    name = hands.places.names(Where.RACK, "blue")[0]
    hands.put_down(name, Place(Where.PAD, pad=0))
    until(lambda: words(board.pads.sights[0]) == name.replace(".", " "))
    window.close()
