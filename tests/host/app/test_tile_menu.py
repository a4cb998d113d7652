"""A tile that misbehaves is ignored and believed again: by mouse, finger and key, in a real window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from PyQt6.QtCore import QEvent, QPoint, Qt
from PyQt6.QtGui import QHelpEvent
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QToolTip

from engines.armada.pieces import Design
from host.app.opening import HomeLobby
from host.app.showcase import Showcase
from host.app.table_screen import TableScreen
from host.app.tile_words import BELIEVE, IGNORE
from host.app.window import Window
from host.play.commands import Command, Mask
from host.play.picture import Picture
from tests.host.app import samples
from tests.host.app.rig import middle, settle, spot, tile

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
E6 = tile("e6")
Until = Callable[[Callable[[], object]], None]


def believed(picture: Picture, sure: int, at: int = E6) -> Picture:
    """The same picture with another confidence in one tile."""
    confidence = bytearray(picture.confidence)
    confidence[at] = sure
    return replace(picture, confidence=bytes(confidence))


@pytest.fixture
def chosen() -> list[Command]:
    return []


@pytest.fixture
def screen(app: QApplication, designs: Mapping[str, Design], chosen: list[Command]) -> TableScreen:
    """A real table: there are no hands, so a right click has nothing to turn."""
    made = TableScreen(samples.grid(), designs)
    made.resize(1280, 800)
    made.chosen.connect(chosen.append)
    made.show()
    made.show_picture(middle())
    made.board.setFocus(Qt.FocusReason.TabFocusReason)
    made.board.keyboard.tile = E6
    made.board.keyboard.show()
    settle(app)
    return made


def choose(screen: TableScreen) -> None:
    assert screen.board.menu.isVisible()
    QTest.keyClick(screen.board.menu, Qt.Key.Key_Return)


def test_a_right_click_offers_to_ignore_the_tile_and_then_to_believe_it(
    screen: TableScreen, chosen: list[Command]
) -> None:
    for sure, words in ((100, IGNORE), (0, BELIEVE)):
        screen.show_picture(believed(middle(), sure))
        QTest.mouseClick(screen.board.viewport(), RIGHT, pos=spot(screen.board, "e6"))
        assert screen.board.menu.deed.text() == words
        choose(screen)
    assert chosen == [Mask(E6, True), Mask(E6, False)]


def test_a_right_click_beside_the_tiles_offers_nothing(screen: TableScreen) -> None:
    QTest.mouseClick(screen.board.viewport(), RIGHT, pos=QPoint(3, 3))
    assert not screen.board.menu.isVisible()


def test_a_long_press_offers_it_too_and_points_at_nothing(
    screen: TableScreen, chosen: list[Command], until: Until
) -> None:
    pointed: list[int] = []
    screen.board.pointed.connect(pointed.append)
    port, place = screen.board.viewport(), spot(screen.board, "e6")
    QTest.mousePress(port, LEFT, pos=place)
    until(screen.board.menu.isVisible)
    QTest.mouseRelease(port, LEFT, pos=place)
    choose(screen)
    assert chosen == [Mask(E6, True)]
    assert pointed == []


def test_a_key_ignores_the_tile_under_the_cursor(screen: TableScreen, chosen: list[Command]) -> None:
    QTest.keyClick(screen.board, Qt.Key.Key_I)
    screen.show_picture(believed(middle(), 0))
    QTest.keyClick(screen.board, Qt.Key.Key_I)
    assert chosen == [Mask(E6, True), Mask(E6, False)]
    QTest.keyClick(screen.board, Qt.Key.Key_Menu)
    choose(screen)
    assert chosen[2:] == [Mask(E6, False)]


def test_a_cursor_that_nobody_sees_is_shown_before_anything_is_ignored(
    screen: TableScreen, chosen: list[Command]
) -> None:
    screen.board.board.show_cursor(None)
    QTest.keyClick(screen.board, Qt.Key.Key_I)
    assert chosen == []
    assert screen.board.board.cursor == E6


def test_the_tooltip_says_how_far_a_tile_is_believed(screen: TableScreen, app: QApplication) -> None:
    port, place = screen.board.viewport(), spot(screen.board, "e6")
    assert port is not None
    for sure, words in ((100, "e6"), (80, "a little restless"), (30, "hardly believed"), (0, "is ignored")):
        screen.show_picture(believed(middle(), sure))
        app.sendEvent(port, QHelpEvent(QEvent.Type.ToolTip, place, port.mapToGlobal(place)))
        assert words in QToolTip.text()
    QToolTip.hideText()


def test_the_cursor_says_it_too(screen: TableScreen) -> None:
    screen.show_picture(believed(middle(), 30))
    QTest.keyClick(screen.board, Qt.Key.Key_Left)
    QTest.keyClick(screen.board, Qt.Key.Key_Right)
    assert "e6 is very restless" in QToolTip.text()
    QToolTip.hideText()


def test_an_ignored_tile_looks_different_even_with_a_piece_on_it(screen: TableScreen, app: QApplication) -> None:
    for at in (E6, middle().pieces[0].tile):
        screen.show_picture(middle())
        screen.board.board.show_cursor(None)
        settle(app)
        plain = screen.board.grab(screen.board._on_screen(at)).toImage()
        screen.show_picture(believed(middle(), 0, at))
        settle(app)
        assert screen.board.grab(screen.board._on_screen(at)).toImage() != plain


def test_at_a_virtual_table_the_companion_ignores_the_tile(app: QApplication, tmp_path: Path) -> None:
    window = Window(HomeLobby(tmp_path), pace=0)
    window.show()
    show = Showcase(tmp_path, seed=3)
    show.on_change = window.pictured
    window.show_table(show.opened)
    show.settle()
    settle(app)
    assert window.table is not None
    board = window.table.board
    QTest.mouseClick(board.viewport(), RIGHT, pos=spot(board, "e6"))
    choose(window.table)
    show.run()
    settle(app)
    assert board.board.marks.blind == (E6,)
    assert window.table.notice.text == "e6 is ignored from now on."
    window.close()
