from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QImage, QPainter
from PyQt6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from host.app import theme
from host.app.opening import HomeLobby
from host.app.screens import Photographer, write_screens
from host.app.showcase import Showcase
from host.app.window import LEAST_SIZE, Window
from tests.host.app.rig import rich_texts, settle

SCREENS = {
    "start",
    "rulings",
    "turn",
    "build",
    "ask",
    "guide",
    "aim",
    "correct",
    "ignored",
    "unplugged",
    "over",
    "pocket",
    "bench",
    "loot-start",
    "loot-turn",
    "loot-tray",
    "loot-look",
    "loot-ask",
    "loot-three",
    "loot-pocket",
    "saw-start",
    "saw-turn",
    "saw-look",
    "saw-map",
    "saw-set",
    "saw-challenge",
    "saw-damage",
    "saw-six",
    "saw-pocket",
}
LEAST_TEXT = 13


def test_every_screen_of_a_first_game_is_another(app: QApplication, tmp_path: Path) -> None:
    photographer = Photographer(tmp_path, (1280, 800))
    files = {name: photographer.take().toImage() for name in islice(photographer.shots(), 10)}
    photographer.leave()
    assert files.keys() < SCREENS
    assert "unplugged" in files
    assert len({bytes(image.bits().asarray(image.sizeInBytes())) for image in files.values()}) == len(files)  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_every_screen_is_written_in_the_size_that_was_asked_for(app: QApplication, tmp_path: Path) -> None:
    rich: list[str] = []
    write_screens(tmp_path, [(1280, 800)], say=lambda _: rich.extend(rich_texts()))
    assert rich == []
    files = {file.stem.removesuffix("-1280x800"): QImage(str(file)) for file in tmp_path.glob("*.png")}
    assert set(files) == SCREENS
    assert {(image.width(), image.height()) for image in files.values()} == {(1280, 800)}
    assert len({image.pixelColor(x, 700).rgb() for image in files.values() for x in range(0, 1280, 8)}) > 20
    assert len({bytes(image.bits().asarray(image.sizeInBytes())) for image in files.values()}) == len(SCREENS)  # type: ignore[union-attr]


@pytest.fixture
def window(app: QApplication, tmp_path: Path) -> Window:
    made = Window(HomeLobby(tmp_path), pace=0)
    made.resize(1280, 800)
    made.show()
    show = Showcase(tmp_path, seed=9)
    show.on_change = made.pictured
    made.show_table(show.opened)
    assert made.session is not None
    show.speak = made.session.post
    show.settle()
    show.wander(6)
    settle(app)
    return made


def words(window: Window) -> list[QWidget]:
    return [
        widget
        for kind in (QLabel, QPushButton)
        for widget in window.findChildren(kind)
        if widget.isVisible() and widget.text()
    ]


def test_no_text_is_smaller_than_thirteen_pixels(window: Window) -> None:
    for widget in words(window):
        assert widget.fontInfo().pixelSize() >= LEAST_TEXT, widget.text()  # type: ignore[attr-defined]


def test_no_text_is_cut_off(window: Window) -> None:
    for widget in words(window):
        if isinstance(widget, QLabel) and widget.wordWrap():
            assert widget.heightForWidth(widget.width()) <= widget.height() + 1, widget.text()
        else:
            assert widget.sizeHint().width() <= widget.width() + 1, widget.text()  # type: ignore[attr-defined]


def test_everything_that_can_have_the_focus_has_a_name(window: Window) -> None:
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
            name = widget.accessibleName() or getattr(widget, "text", lambda: "")()
            assert name, widget


def test_the_smallest_window_cuts_nothing_off_and_writes_nothing_too_small(window: Window, app: QApplication) -> None:
    window.setMinimumSize(LEAST_SIZE)  # the screen of these tests is smaller than any that the app is meant for
    window.resize(LEAST_SIZE)
    settle(app)
    assert window.size() == LEAST_SIZE
    test_no_text_is_cut_off(window)
    for widget in words(window):
        assert widget.visibleRegion().isEmpty() or widget.visibleRegion().boundingRect().width() == widget.width()
    assert window.table is not None
    picture = QImage(8, 8, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(picture)
    painter.setWorldTransform(window.table.board.transform())
    assert theme.scene_font(painter, 15).pixelSize() * window.table.board.transform().m11() >= LEAST_TEXT
    painter.end()
