"""Nothing is drawn over what is written on a table: every game, at every kind of table, in several sizes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PyQt6.QtCore import QRectF, Qt
from PyQt6.QtGui import QPainter
from PyQt6.QtWidgets import QApplication

from hardware import profiles
from host.app import board_item, pad_layer, saw_ground
from host.app.geometry import Geometry
from tests.host.app.rig import settle
from tests.host.app.tables import TABLES, begin, screen_of

SIZES = [(1016, 700), (1272, 760), (1920, 1040)]
Written = list[tuple[str, QRectF]]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """What was written on the table, with the room that its letters take."""
    found: Written = []
    plain = board_item.write

    def noting(painter: QPainter, rect: QRectF, text: str) -> None:
        plain(painter, rect, text)
        room = painter.boundingRect(rect, int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextDontClip), text)
        metrics = painter.fontMetrics()
        spare = (room.height() - metrics.capHeight()) / 2  # above and below the letters
        if text:
            found.append((text, room.adjusted(0, spare, 0, -spare)))

    for module in (board_item, pad_layer, saw_ground):
        monkeypatch.setattr(module, "write", noting)
    return found


def lights_of(table: Geometry) -> list[QRectF]:
    found = []
    for light in table.profile.lights:
        centre, (core, _) = table.point(light.x, light.y), table.light_mm(light.owner)
        found.append(QRectF(centre.x() - core, centre.y() - core, 2 * core, 2 * core))
    return found


@pytest.mark.parametrize(("game", "profile", "seats"), TABLES)
def test_no_light_and_no_other_word_covers_what_is_written(
    app: QApplication, tmp_path: Path, written: Written, game: str, profile: str, seats: int
) -> None:
    screen = screen_of(begin(tmp_path, game, profile, seats), profile)
    screen.show()
    for size in SIZES:
        screen.resize(*size)
        settle(app)
        written.clear()
        screen.board.resetCachedContent()
        for item in screen.board.board.items():
            item.update()
        screen.grab()
        words = {(text, rect.x(), rect.y()): rect for text, rect in written}
        assert words
        lights = lights_of(screen.board.board.table)
        assert [key for key, rect in words.items() if any(rect.intersects(light) for light in lights)] == []
        rects = list(words.items())
        both = [(a[0], b[0]) for at, (a, one) in enumerate(rects) for b, two in rects[:at] if one.intersects(two)]
        assert both == []


@pytest.mark.parametrize("profile", ["field", "full", "grid"])
def test_rows_and_columns_are_written_in_line_with_their_tiles(profile: str) -> None:
    table = Geometry(profiles.load(profile))
    rows, columns = table.rows(), table.columns()
    rects = [rect for rect, _ in table.labels()]
    for tile, rect in zip(rows, rects, strict=False):
        assert rect.center().y() == table.tile_centre(tile.index).y()
    for tile, rect in zip(columns, rects[len(rows) :], strict=True):
        assert rect.center().x() == table.tile_centre(tile.index).x()
    assert len({rect.center().x() for rect in rects[: len(rows)]}) == 1
    assert len({rect.center().y() for rect in rects[len(rows) :]}) == 1
