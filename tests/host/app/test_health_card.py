"""The card that tells how the sensors do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QLabel

from engines.armada.pieces import Design
from host.app.health_card import MOST, NOTHING, HealthCard, sentences
from host.app.table_screen import TableScreen
from host.table.health import NOTHING_COUNTED, HealthReport, PadHealth, TileHealth
from tests.host.app import samples
from tests.host.app.rig import middle, settle

BROKEN = "e4 does not feel what lies on it."


def test_the_sensors_are_shown_with_what_is_broken_first(app: QApplication, designs: Mapping[str, Design]) -> None:
    screen = TableScreen(samples.grid(), designs)
    screen.resize(1280, 800)
    screen.show()
    report = HealthReport((TileHealth("e4", 5, 1), TileHealth("e5", 2)), (PadHealth("play", reads=3),))
    screen.show_picture(replace(middle(), faults=(BROKEN,), health=report))
    settle(app)
    QTest.mouseClick(screen.header.sensors, Qt.MouseButton.LeftButton)
    card = screen.findChild(HealthCard)
    assert card is not None
    assert card.isVisible()
    assert [found.text() for found in card.findChildren(QLabel)] == [
        BROKEN,
        "e4 has changed 5 times, once undone at once.",
        "Nothing unusual was counted at 1 tile and 1 pad.",
    ]
    card.close()


def test_of_many_restless_tiles_the_worst_are_shown() -> None:
    tiles = tuple(TileHealth(f"a{at}", 50, at) for at in range(41))
    _, counted = sentences(replace(middle(), health=HealthReport(tiles)))
    assert len(counted) == MOST + 1
    assert counted[0].startswith("a40 ")
    assert counted[-2:] == ["29 more have had little trouble.", "Nothing unusual was counted at 1 tile."]


def test_a_table_without_sensors_says_so() -> None:
    assert sentences(replace(middle(), health=NOTHING_COUNTED)) == ([], [NOTHING])
