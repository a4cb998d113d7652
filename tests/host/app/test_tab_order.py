from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QWidget

from host.app.tab_order import tab_order
from host.app.window import Window
from tests.host.app.rig import SmallLobby, middle, settle

Until = Callable[[Callable[[], object]], None]


@pytest.fixture
def window(app: QApplication) -> Iterator[Window]:
    lobby = SmallLobby(middle())
    made = Window(lobby, pace=0)
    made.show()
    made.show_table(lobby.open(made.start.wish(), made.pictured))
    settle(app)
    made.activateWindow()
    yield made
    made.close()


def walk(app: QApplication, key: Qt.Key) -> list[QWidget]:
    """Press a key until it leads back to where it began."""
    first = app.focusWidget()
    assert first is not None
    seen = [first]
    while True:
        QTest.keyClick(seen[-1], key)
        now = app.focusWidget()
        assert now is not None
        if now is first:
            return seen
        assert now not in seen
        seen.append(now)


def test_tab_reaches_everything_from_the_table_to_the_head(window: Window, app: QApplication, until: Until) -> None:
    table = window.table
    assert table is not None
    until(window.isActiveWindow)
    table.board.setFocus()
    seen = walk(app, Qt.Key.Key_Tab)
    parts = (table.board, table.bar, table.seats[1], table.seats[0], table.ledger, table.header)
    assert seen == tab_order(parts)
    assert {table.header.keys, table.header.leave, table.ledger.undo, *table.bar.answers} <= set(seen)
    assert walk(app, Qt.Key.Key_Backtab) == [seen[0], *reversed(seen[1:])]


def test_what_tab_reaches_is_scrolled_into_view(window: Window, app: QApplication, until: Until) -> None:
    table = window.table
    assert table is not None
    until(window.isActiveWindow)
    table.board.setFocus()
    for widget in walk(app, Qt.Key.Key_Tab):
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Tab)
        now = app.focusWidget()
        assert now is not None
        shown = table.board.viewport() if now is table.board else now  # which covers all of the table's own region
        assert shown is not None
        assert not shown.visibleRegion().isEmpty(), now.accessibleName()
