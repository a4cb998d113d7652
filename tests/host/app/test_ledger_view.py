from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from host.app.ledger_lines import _rows
from host.app.ledger_view import LedgerView
from host.play.commands import Command, GoTo, Redo, TableIsRight, Undo
from host.play.picture import Line, Picture
from tests.host.app.rig import middle, settle

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def chosen() -> list[Command]:
    return []


@pytest.fixture
def view(app: QApplication, chosen: list[Command]) -> LedgerView:
    made = LedgerView()
    made.resize(made.width(), 600)
    made.chosen.connect(chosen.append)
    made.show()
    made.show_picture(replace(middle(), can_redo=True))
    settle(app)
    return made


def test_the_newest_line_is_last_and_in_view(view: LedgerView) -> None:
    last = view.model.index(len(middle().lines) - 1)
    assert view.lines.visualRect(last).bottom() <= view.lines.viewport().height()  # type: ignore[union-attr]
    assert view.lines.visualRect(last).height() > 20
    assert middle().lines[-1].text in str(last.data())


@pytest.mark.parametrize(("name", "command"), [("undo", Undo()), ("redo", Redo()), ("table_is_right", TableIsRight())])
def test_a_button_says_what_is_written_on_it(
    view: LedgerView, chosen: list[Command], name: str, command: Command
) -> None:
    QTest.mouseClick(getattr(view, name), LEFT)
    assert chosen == [command]


def test_undo_and_redo_have_keys(
    view: LedgerView, chosen: list[Command], until: Callable[[Callable[[], object]], None]
) -> None:
    view.activateWindow()
    until(view.isActiveWindow)
    QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    until(lambda: chosen)  # a button that is pressed by its key goes down and up again
    QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    until(lambda: len(chosen) > 1)
    assert chosen == [Undo(), Redo()]


def test_what_cannot_be_undone_cannot_be_clicked(view: LedgerView) -> None:
    view.show_picture(replace(middle(), can_undo=False, can_redo=False, is_linked=False))
    assert not view.undo.isEnabled()
    assert not view.redo.isEnabled()
    assert not view.table_is_right.isEnabled()


def test_a_line_that_is_clicked_can_be_gone_to(view: LedgerView, chosen: list[Command]) -> None:
    assert not view.go_to.isEnabled()
    row = len(middle().lines) - 2
    place = view.lines.visualRect(view.model.index(row)).center()
    QTest.mouseClick(view.lines.viewport(), LEFT, pos=QPoint(place))
    QTest.mouseClick(view.go_to, LEFT)
    assert chosen == [GoTo(middle().lines[row].number)]
    assert not view.go_to.isEnabled()


def grown(picture: Picture, **changes: object) -> Picture:
    lines = picture.lines
    return replace(picture, lines=(*lines[:-1], replace(lines[-1], **changes)))  # type: ignore[arg-type]


def test_lines_that_are_added_or_taken_back_show_at_once(view: LedgerView) -> None:
    picture = middle()
    more = replace(picture, lines=(*picture.lines, Line(99, 0, 0, "draw", "said on the screen")))
    view.show_picture(more)
    assert view.model.rowCount() == len(picture.lines) + 1
    view.show_picture(grown(more, is_taken_back=True))
    assert "taken back" in str(view.model.index(len(picture.lines)).data())


def test_a_taken_back_line_is_struck_through_and_a_doubtful_one_says_so() -> None:
    line = Line(1, 0, 0, "build gun-1 e1 north", "only this fits", ("ship-1 is closed off.",), 82, ("build gun-2",))
    plain, taken = _rows(line), _rows(replace(line, is_taken_back=True))
    assert not plain[0][1].strikeOut()
    assert taken[0][1].strikeOut()
    assert plain[1][0] == "only this fits · 82 % sure, not build gun-2"
    assert plain[2][0] == "→ ship-1 is closed off."
