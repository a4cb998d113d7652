"""A pad that does not read a card: somebody says so by mouse, in a real window."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from engines.armada.pieces import Design
from host.app.pad_menu import UNREAD
from host.app.table_screen import TableScreen
from host.play.commands import Command, Unread
from tests.host.app import samples
from tests.host.app.rig import middle, settle


@pytest.fixture
def chosen() -> list[Command]:
    return []


@pytest.fixture
def screen(app: QApplication, designs: Mapping[str, Design], chosen: list[Command]) -> TableScreen:
    made = TableScreen(samples.grid(), designs)
    made.resize(1280, 800)
    made.chosen.connect(chosen.append)
    made.show()
    made.show_picture(middle())
    settle(app)
    return made


def test_a_right_click_on_a_pad_offers_to_say_that_it_reads_nothing(screen: TableScreen, chosen: list[Command]) -> None:
    view = screen.board
    pad = samples.grid().pad_named("play").index
    place = view.mapFromScene(view.board.table.pad_rect(pad).center())
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=place)
    assert view.pad_menu.isVisible()
    assert view.pad_menu.deed.text() == UNREAD
    assert not view.menu.isVisible()
    QTest.keyClick(view.pad_menu, Qt.Key.Key_Return)
    assert chosen == [Unread("play")]
