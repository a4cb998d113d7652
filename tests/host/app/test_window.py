from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PyQt6.QtCore import QSize, Qt, QTimer
from PyQt6.QtGui import QScreen
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from host.app import errors
from host.app.lobby import Opened
from host.app.memory import Memory
from host.app.window import FRAME, Window
from host.app.wishes import Wish
from host.play.commands import Undo
from host.play.picture import Button, Prompt
from tests.host.app import samples
from tests.host.app.rig import SmallLobby, middle

LEFT = Qt.MouseButton.LeftButton
Until = Callable[[Callable[[], object]], None]


@pytest.fixture
def lobby() -> SmallLobby:
    return SmallLobby(middle())


@pytest.fixture
def window(app: QApplication, lobby: SmallLobby) -> Iterator[Window]:
    made = Window(lobby, pace=0)
    made.show()
    yield made
    made.close()


@pytest.fixture
def playing(window: Window, until: Until) -> Window:
    QTest.mouseClick(window.start.begin, LEFT)
    until(lambda: window.table is not None)
    return window


def test_begin_opens_a_table_and_leave_closes_it(playing: Window, lobby: SmallLobby) -> None:
    assert playing.page is playing.table
    assert lobby.table.is_running
    assert playing.table is not None
    QTest.mouseClick(playing.table.header.leave, LEFT)
    assert playing.page is playing.start
    assert not lobby.table.is_running


def test_a_picture_from_another_thread_is_shown(playing: Window, lobby: SmallLobby, until: Until) -> None:
    changed = replace(middle(), link="The cable is out.", is_linked=False)
    thread = threading.Thread(target=lobby.table.show, args=(changed,))
    thread.start()
    thread.join()
    assert playing.table is not None
    until(lambda: not playing.table.header.is_linked)


def test_what_is_chosen_on_the_screen_reaches_the_table(playing: Window, lobby: SmallLobby) -> None:
    assert playing.table is not None
    QTest.mouseClick(playing.table.ledger.undo, LEFT)
    assert lobby.table.posted == [Undo()]


def test_the_lights_of_a_real_table_are_mirrored(playing: Window, until: Until) -> None:
    assert playing.table is not None
    lights = playing.table.board.board.lights
    first = samples.grid().seat_light(0, "pints", 0)
    until(lambda: lights.frame[first] == middle().lights.base[first])


def test_a_game_that_cannot_be_opened_is_told_and_another_can_be_begun(
    window: Window, lobby: SmallLobby, until: Until
) -> None:
    lobby.problem = "The ledger is torn. Choose another game."
    QTest.mouseClick(window.start.begin, LEFT)
    until(window.start.begin.isEnabled)
    assert window.page is window.start
    assert lobby.problem in {label.text() for label in window.start.findChildren(type(window.start._state))}
    lobby.problem = ""
    QTest.mouseClick(window.start.begin, LEFT)
    until(lambda: window.table is not None)


def test_enter_begins_and_never_quits(window: Window, app: QApplication, until: Until) -> None:
    window.activateWindow()
    until(window.isActiveWindow)
    assert app.focusWidget() is window.start.begin
    window.start.tell("Setting the table …", is_busy=True)
    assert app.focusWidget() is not window.start.quit
    window.start.tell("It could not be set.")
    assert app.focusWidget() is window.start.begin


def test_a_saved_game_that_is_aborted_is_gone(window: Window, lobby: SmallLobby) -> None:
    for _ in range(2):
        QTest.mouseClick(window.start.saved[0].abort, LEFT)
    assert lobby.kept == []
    assert window.start.saved == []


def test_a_notice_floats_above_the_table_and_can_be_dismissed(playing: Window, lobby: SmallLobby) -> None:
    assert playing.table is not None
    size = playing.table.board.size()
    playing.table.show_picture(replace(middle(), notice="A gun needs an open side (R18)."))
    assert playing.table.notice.text == "A gun needs an open side (R18)."
    assert playing.table.board.size() == size
    playing.table.show_picture(replace(middle(), prompt=replace(middle().prompt, buttons=())))
    playing.say("Read this.")
    QTest.keyClick(playing.table.board, Qt.Key.Key_Escape)
    assert playing.table.notice.text == ""


def test_the_same_refusal_is_told_again_when_the_same_is_tried_again(playing: Window, lobby: SmallLobby) -> None:
    assert playing.table is not None
    refused = replace(middle(), notice="There is nothing to take back.")
    playing.table.show_picture(refused)
    playing.table.notice.dismiss()
    playing.table.show_picture(replace(refused, turn=40))
    assert playing.table.notice.text == ""
    QTest.mouseClick(playing.table.ledger.undo, LEFT)
    playing.table.show_picture(replace(refused, turn=41))
    assert playing.table.notice.text == "There is nothing to take back."


def test_without_a_table_the_bar_says_that_words_still_count(playing: Window) -> None:
    table = playing.table
    assert table is not None
    table.show_picture(replace(middle(), link="The cable is out.", is_linked=False))
    assert (table.bar._sign.isVisibleTo(table), table.bar._sign.name) == (True, "blind")
    assert "Choose your move here" in table.bar._detail.accessibleName()
    assert table.bar.prompt == middle().prompt
    table.show_picture(middle())
    assert not table.bar._sign.isVisibleTo(table)
    assert table.bar._detail.accessibleName() == middle().prompt.detail


@pytest.fixture
def over(playing: Window) -> Window:
    """A game that Blue has won, with its last picture on the screen."""
    take_back = (Button("Take back the last answer", Undo(), "Ctrl+Z"),)
    prompt = Prompt("over", "Blue has won.", buttons=take_back, is_owed=True)
    assert playing.table is not None
    playing.table.show_picture(replace(middle(), prompt=prompt, winner="blue"))
    playing.activateWindow()
    playing.table.board.setFocus()
    return playing


def by_mouse(window: Window) -> None:
    assert window.table is not None
    QTest.mouseClick(window.table.bar.renew, LEFT)


def by_shortcut(window: Window) -> None:
    assert window.table is not None
    QTest.keyClick(window.table.board, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)


def by_tab_and_space(window: Window) -> None:
    assert window.table is not None
    for _ in range(40):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        if QApplication.focusWidget() is window.table.bar.renew:
            break
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)


@pytest.mark.parametrize("deed", [by_mouse, by_shortcut, by_tab_and_space])
def test_after_the_end_a_new_game_begins_with_the_same_choices(
    over: Window, lobby: SmallLobby, until: Until, deed: Callable[[Window], None]
) -> None:
    until(over.isActiveWindow)
    deed(over)
    until(lambda: over.page is over.start)
    assert not lobby.table.is_running
    assert over.start.wish() == replace(lobby.wishes[0], options=lobby.begun_with)
    QTest.keyClick(over, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    until(lambda: over.table is not None)
    assert lobby.wishes[1] == replace(lobby.wishes[0], options=lobby.begun_with)


def test_a_game_that_is_over_stays_to_be_read_until_somebody_leaves_it(over: Window, lobby: SmallLobby) -> None:
    assert over.table is not None
    ledger = over.table.ledger
    QTest.keyClick(over.table.board, Qt.Key.Key_Return)
    assert lobby.table.posted == []  # a careless Enter takes nothing back
    assert over.page is over.table
    assert ledger.lines.isVisible()
    place = ledger.lines.visualRect(ledger.model.index(len(ledger.model.lines) - 1)).center()
    QTest.mouseClick(ledger.lines.viewport(), LEFT, pos=place)
    assert ledger.go_to.isEnabled()


def test_a_new_game_is_offered_only_at_the_end(playing: Window) -> None:
    assert playing.table is not None
    assert not playing.table.bar.renew.isVisible()


def test_an_error_in_a_slot_becomes_a_sentence_and_the_app_goes_on(
    playing: Window, until: Until, capsys: pytest.CaptureFixture[str]
) -> None:
    assert playing.table is not None
    restore = errors.install(playing.say)
    try:
        QTimer.singleShot(0, lambda: {}["nothing"])
        until(lambda: playing.table.notice.text)
    finally:
        restore()
    assert "Something went wrong inside Deadfall: 'nothing'" in playing.table.notice.text
    assert playing.isVisible()


def test_an_error_in_a_thread_becomes_a_sentence_too(playing: Window, until: Until) -> None:
    assert playing.table is not None
    restore = errors.install(playing.failed.emit)
    try:
        thread = threading.Thread(target=lambda: {}["nobody"])
        thread.start()
        thread.join()
    finally:
        restore()
    until(lambda: playing.table.notice.text)
    assert "'nobody'" in playing.table.notice.text


def test_a_window_that_is_closed_while_a_game_is_opened_leaves_nothing_behind(
    window: Window, lobby: SmallLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[bool] = []
    may_open = threading.Event()
    plain = lobby.open

    def slow(wish: Wish, on_change: Callable[[], None]) -> Opened:
        may_open.wait(5)
        return replace(plain(wish, on_change), close=lambda: closed.append(True))

    monkeypatch.setattr(lobby, "open", slow)
    QTest.mouseClick(window.start.begin, LEFT)
    threading.Timer(0.1, may_open.set).start()
    window.close()
    assert closed == [True]
    assert window.table is None
    assert not lobby.table.is_running


def test_an_interrupt_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    passed: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: passed.append(kind))
    restore = errors.install(said.append)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    restore()
    assert (said, passed) == ([], [KeyboardInterrupt])


ROOMS = [(1024, 740), (1280, 770), (1366, 740), (1920, 1050)]


@pytest.fixture
def on_screen(app: QApplication, monkeypatch: pytest.MonkeyPatch) -> Callable[[tuple[int, int]], None]:
    """Let the screen have so much room, less what panels take."""

    def resize(room: tuple[int, int]) -> None:
        monkeypatch.setattr(QScreen, "availableSize", lambda screen: QSize(*room))

    return resize


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("size", [None, (3000, 2000), (1100, 720)])
def test_the_window_fits_the_screen_with_its_frame(
    on_screen: Callable[[tuple[int, int]], None],
    lobby: SmallLobby,
    room: tuple[int, int],
    size: tuple[int, int] | None,
) -> None:
    on_screen(room)
    memory = Memory()
    if size:
        memory.keep(size=size)
    window = Window(lobby, memory=memory)
    window.show()
    assert window.width() + FRAME.width() <= room[0]
    assert window.height() + FRAME.height() <= room[1]


def test_the_window_remembers_its_size_and_what_was_chosen(
    on_screen: Callable[[tuple[int, int]], None], lobby: SmallLobby, tmp_path: Path, until: Until
) -> None:
    on_screen((1920, 1050))
    path = tmp_path / "app.json"
    first = Window(lobby, memory=Memory(path))
    first.show()
    first.resize(1400, 850)
    QTest.mouseClick(first.start.seats[1].ticks["greedy"], LEFT)
    QTest.mouseClick(first.start.begin, LEFT)
    until(lambda: first.table is not None)
    first.close()
    again = Window(lobby, memory=Memory(path))
    assert (again.width(), again.height()) == (1400, 850)
    assert again.start.wish().players == ("person", "greedy")


def test_a_warning_of_the_hands_goes_once_something_else_has_happened(playing: Window) -> None:
    table = playing.table
    assert table is not None
    table.warn("The ship has no room to turn.")
    table.show_picture(replace(middle(), turn=40))
    assert table.notice.text == "The ship has no room to turn."
    table.show_picture(replace(middle(), lines=middle().lines[:-1]))
    assert table.notice.text == ""
    table.show_picture(replace(middle(), notice="Read this."))
    table.warn("The ship has no room to turn.")
    table.show_picture(replace(middle(), notice="Read this.", lines=middle().lines[:-1]))
    assert table.notice.text == "Read this."
