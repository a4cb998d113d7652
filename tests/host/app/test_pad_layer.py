from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from PyQt6.QtCore import QEvent
from PyQt6.QtGui import QHelpEvent, QImage
from PyQt6.QtWidgets import QApplication, QToolTip

from engines.armada.pieces import Design
from host.app import theme
from host.app.board_view import BoardView
from host.app.pad_layer import words
from host.play.picture import PadSight
from tests.host.app import samples
from tests.host.app.rig import beginning, settle


@pytest.mark.parametrize(
    ("sight", "said", "in_short"),
    [
        (PadSight("play"), "", ""),
        (PadSight("play", "empty"), "", ""),
        (PadSight("play", "card", "blue.gun-3"), "blue gun-3", "gun-3"),
        (PadSight("seat1.bench.1", "card"), "a card", "card"),
        (PadSight("play", "several"), "several cards", "several"),
        (PadSight("play", "garbled"), "cannot be read", "unread"),
        (PadSight("play", "down"), "reader is down", "down"),
    ],
)
def test_a_pad_in_words(sight: PadSight, said: str, in_short: str) -> None:
    assert words(sight) == said
    assert words(sight, is_narrow=True) == in_short


@pytest.mark.parametrize(
    ("sight", "said"),
    [
        (PadSight("play"), "play: not read yet"),
        (PadSight("play", "empty"), "play: nothing lies there"),
        (PadSight("play", "card", "blue.gun-3"), "play: blue gun-3"),
        (PadSight("seat1.bench.1", "card"), "seat1.bench.1: a card"),
    ],
)
def test_a_pad_below_the_pointer_is_told_in_full(
    app: QApplication, view: BoardView, monkeypatch: pytest.MonkeyPatch, sight: PadSight, said: str
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, *_: told.append(text))
    frame(app, view, sight)
    place = view.mapFromScene(view.board.table.pad(0))
    port = view.viewport()
    assert port is not None
    QApplication.sendEvent(port, QHelpEvent(QEvent.Type.ToolTip, place, port.mapToGlobal(place)))
    assert told == [said]


@pytest.fixture
def view(app: QApplication, designs: Mapping[str, Design]) -> BoardView:
    made = BoardView(samples.grid(), designs)
    made.resize(690, 600)
    made.show()
    settle(app)
    return made


def frame(app: QApplication, view: BoardView, *sights: PadSight) -> QImage:
    """The pad and what is written below it."""
    view.show_picture(replace(beginning(), pads=sights))
    settle(app)
    rect = view.board.table.pad_rect(0).adjusted(-2, -2, 2, 46)
    return view.grab(view.mapFromScene(rect).boundingRect()).toImage()


def has_colour_of(image: QImage, wanted: str) -> bool:
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return any(image.pixelColor(x, y).name() == wanted for x, y in points)


def test_what_lies_on_a_pad_is_seen_at_a_real_table_too(app: QApplication, view: BoardView) -> None:
    empty = frame(app, view, PadSight("play", "empty"))
    taken = frame(app, view, PadSight("play", "card", "blue.gun-3"))
    assert empty != taken
    assert has_colour_of(taken, theme.INK.name())
    assert not has_colour_of(empty, theme.INK.name())


def test_trouble_with_a_pad_is_amber_and_dashed(app: QApplication, view: BoardView) -> None:
    assert has_colour_of(frame(app, view, PadSight("play", "down")), theme.AMBER.name())


def test_a_picture_of_a_table_that_is_not_read_yet_changes_nothing(app: QApplication, view: BoardView) -> None:
    before = frame(app, view, PadSight("play", "card", "blue.gun-3"))
    assert frame(app, view) == before
