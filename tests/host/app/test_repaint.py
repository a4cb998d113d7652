"""Only what changed is painted again: what is painted bit by bit must be what is painted as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from PyQt6.QtCore import QEvent, QObject, QRectF
from PyQt6.QtGui import QGuiApplication, QImage, QPaintEvent, QPixmapCache, QRegion
from PyQt6.QtWidgets import QApplication, QWidget

from engines.armada.pieces import Design
from host.app.board_view import BoardView
from host.app.opening import HomeLobby
from host.app.showcase import Showcase
from host.app.window import Window
from host.play.picture import PadSight
from tests.host.app import samples
from tests.host.app.rig import beginning, middle, settle, tile

BESIDE = 16.0  # a mark or a glow may reach this far beyond what it is about, in mm


class Painted(QObject):
    """Remembers what is painted of a view."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self.region = QRegion()
        port = view.viewport()
        assert port is not None
        port.installEventFilter(self)

    def eventFilter(self, a0: QObject | None, a1: QEvent | None) -> bool:
        if isinstance(a1, QPaintEvent):
            self.region = self.region.united(a1.region())
        return super().eventFilter(a0, a1)


@pytest.fixture
def view(app: QApplication, designs: Mapping[str, Design]) -> BoardView:
    made = BoardView(samples.grid(), designs)
    made.resize(900, 800)
    made.show()
    made.show_picture(replace(middle(), pads=(PadSight("play", "empty"),)))
    settle(app)
    return made


def on_screen(widget: QWidget) -> QImage:
    """What was painted until now, wherever it came from."""
    screen = QGuiApplication.primaryScreen()
    assert screen is not None
    return screen.grabWindow(widget.window().winId()).toImage()  # type: ignore[union-attr, arg-type]


def is_whole(app: QApplication, view: BoardView) -> bool:
    """Whether the screen shows what it would show if everything were painted anew."""
    settle(app)
    before, port = on_screen(view), view.viewport()
    QPixmapCache.clear()
    assert port is not None
    port.repaint()
    return before == on_screen(view)


def lit(view: BoardView, count: int) -> list[tuple[int, int, int]]:
    """A frame with some lights."""
    return [(40, 8, 0) if at < count else (0, 0, 0) for at in range(len(view.board.lights.frame))]


DEEDS: dict[str, Callable[[BoardView], object]] = {
    "another position": lambda view: view.show_picture(beginning()),
    "a question": lambda view: view.show_picture(samples.asking(middle())),
    "a step to do": lambda view: view.show_picture(samples.guiding(middle())),
    "an ignored tile": lambda view: view.show_picture(replace(middle(), confidence=bytes([100] * 20 + [0] * 79))),
    "tiles to choose from": lambda view: view.board.point_at((3, 4, 50)),
    "the cursor": lambda view: view.board.show_cursor(tile("e6")),
    "the cursor on a pad": lambda view: view.board.show_cursor(None, 0),
    "a card on a pad": lambda view: view.show_picture(
        replace(middle(), pads=(PadSight("play", "card", "blue.gun-3"),))
    ),
    "a reader that is down": lambda view: view.show_picture(replace(middle(), pads=(PadSight("play", "down"),))),
    "some lights": lambda view: view.board.show_frame(lit(view, 5)),
    "all lights": lambda view: view.board.show_frame(lit(view, len(view.board.lights.frame))),
}


@pytest.mark.parametrize("size", [(900, 800), (560, 470)])
@pytest.mark.parametrize("deed", DEEDS)
def test_what_comes_and_goes_leaves_nothing_behind(
    app: QApplication, view: BoardView, deed: str, size: tuple[int, int]
) -> None:
    view.resize(*size)
    settle(app)
    still = on_screen(view)
    DEEDS[deed](view)
    assert is_whole(app, view)
    assert on_screen(view) != still
    view.board.show_cursor(None)
    view.board.point_at(())
    view.board.show_frame(lit(view, 0))
    view.show_picture(replace(middle(), pads=(PadSight("play", "empty"),)))
    assert is_whole(app, view)
    assert on_screen(view) == still


@pytest.mark.parametrize("profile", ["grid", "bench"])
def test_a_game_is_painted_bit_by_bit_as_it_is_as_a_whole(app: QApplication, tmp_path: Path, profile: str) -> None:
    window = Window(HomeLobby(tmp_path), pace=0)
    window.show()
    show = Showcase(tmp_path, seed=9, profile=profile)
    show.on_change = window.pictured
    window.show_table(show.opened)
    assert window.session is not None
    assert window.table is not None
    show.speak = window.session.post
    show.settle()
    for _ in range(6):
        show.wander(2, ("build", "shoot"))
        show.run(200)
        assert is_whole(app, window.table.board)


@pytest.mark.parametrize(
    ("deed", "place"),
    [
        ("the cursor", lambda view: view.board.table.tile_rect(tile("e6"))),
        ("the cursor on a pad", lambda view: view.board.table.pad_rect(0)),
        ("a card on a pad", lambda view: view.board.table.pad_rect(0).adjusted(-31, 0, 31, 62)),
        ("some lights", lambda view: _around_lights(view, 5)),
    ],
)
def test_no_more_is_painted_than_what_changed(
    app: QApplication, view: BoardView, deed: str, place: Callable[[BoardView], QRectF]
) -> None:
    painted = Painted(view)
    DEEDS[deed](view)
    settle(app)
    room = place(view).adjusted(-BESIDE, -BESIDE, BESIDE, BESIDE)
    assert not painted.region.isEmpty()
    assert view.mapFromScene(room).boundingRect().contains(painted.region.boundingRect())


def test_what_lies_between_two_lights_is_not_painted(app: QApplication, view: BoardView) -> None:
    painted, lights = Painted(view), lit(view, 1)
    lights[tile("i11")] = (0, 0, 40)
    view.board.show_frame(lights)
    settle(app)
    assert painted.region.contains(view.mapFromScene(_around_lights(view, 1).center()))
    assert not painted.region.contains(view.mapFromScene(view.board.table.tile_centre(tile("e6"))))


def test_a_tile_in_doubt_is_painted_alone(app: QApplication, view: BoardView) -> None:
    tiles = bytearray(middle().tiles)
    tiles[tile("e6")] ^= 1
    painted = Painted(view)
    view.show_picture(replace(middle(), pads=(PadSight("play", "empty"),), tiles=bytes(tiles)))
    settle(app)
    room = view.board.table.tile_rect(tile("e6")).adjusted(-BESIDE, -BESIDE, BESIDE, BESIDE)
    assert not painted.region.isEmpty()
    assert view.mapFromScene(room).boundingRect().contains(painted.region.boundingRect())


def test_what_stays_the_same_is_not_painted(app: QApplication, view: BoardView) -> None:
    view.board.show_frame(lit(view, 9))
    settle(app)
    painted = Painted(view)
    view.board.show_frame(lit(view, 9))
    view.board.show_cursor(None)
    view.show_picture(replace(middle(), pads=(PadSight("play", "empty"),), turn=99))
    settle(app)
    assert painted.region.isEmpty()


def _around_lights(view: BoardView, count: int) -> QRectF:
    rect = QRectF()
    for light in view.board.table.profile.lights[:count]:
        place = view.board.table.point(light.x, light.y)
        rect = rect.united(QRectF(place.x() - 1, place.y() - 1, 2, 2))
    return rect
