from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PyQt6.QtCore import QEvent, QPoint, Qt
from PyQt6.QtGui import QKeyEvent, QKeySequence
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


@pytest.mark.parametrize("text", ["1 answer taken back", "done again", "to line 24"])
def test_a_step_back_or_forwards_says_itself_which_of_them_it_is(text: str) -> None:
    line = Line(25, None, None, text, "Asked for by a player.", kind="takeback")
    assert [row[0] for row in _rows(line)] == [text, "Asked for by a player."]


def test_a_taken_back_line_is_struck_through_and_a_doubtful_one_says_so() -> None:
    line = Line(1, 0, 0, "build gun-1 e1 north", "only this fits", ("ship-1 is closed off.",), 82, ("build gun-2",))
    plain, taken = _rows(line), _rows(replace(line, is_taken_back=True))
    assert not plain[0][1].strikeOut()
    assert taken[0][1].strikeOut()
    assert plain[1][0] == "only this fits · 82 % sure, not build gun-2"
    assert plain[2][0] == "→ ship-1 is closed off."


def long_game(lines: int) -> Picture:
    why = "One tile newly covered, and only this fits; two others were lifted meanwhile"
    made = tuple(Line(at, at, at % 2, "build gun-6 h10 north", why, ("ship-2: energy 2 → 1.",)) for at in range(lines))
    return replace(middle(), lines=made)


def test_who_reads_older_lines_is_left_there(view: LedgerView, app: QApplication) -> None:
    view.show_picture(long_game(100))
    bar = view.lines.verticalScrollBar()
    assert bar is not None
    assert bar.value() == bar.maximum()
    bar.setValue(200)
    view.show_picture(long_game(101))
    struck = long_game(101)
    view.show_picture(replace(struck, lines=(*struck.lines[:-1], replace(struck.lines[-1], is_taken_back=True))))
    settle(app)
    assert bar.value() == 200
    bar.setValue(bar.maximum())
    view.show_picture(long_game(102))
    settle(app)
    assert bar.value() == bar.maximum()


def test_every_line_of_a_long_game_has_the_height_that_it_needs(view: LedgerView, app: QApplication) -> None:
    view.show_picture(long_game(100))
    settle(app)
    heights = {view.lines.visualRect(view.model.index(at)).height() for at in range(100)}
    assert len(heights) == 1
    last = view.lines.visualRect(view.model.index(99))
    assert last.bottom() <= view.lines.viewport().height()  # type: ignore[union-attr]


def test_digits_and_letters_are_left_to_the_window(view: LedgerView) -> None:
    view.lines.setCurrentIndex(view.model.index(0))
    for key in (Qt.Key.Key_3, Qt.Key.Key_Y, Qt.Key.Key_Backspace):
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, QKeySequence(key).toString())
        view.lines.keyPressEvent(event)
        assert not event.isAccepted()
    QTest.keyClick(view.lines, Qt.Key.Key_Down)
    assert view.lines.currentIndex().row() == 1
