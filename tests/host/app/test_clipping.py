"""No word is cut off: every screen, in the sizes that people have, in every state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QPushButton, QWidget

from engines.armada.pieces import Design
from host.app.opening import HomeLobby
from host.app.start import StartScreen
from host.app.wishes import ANY_BOARD, VIRTUAL_TABLE, SavedGame, TablePlace
from tests.host.app.clipping import clipped
from tests.host.app.rig import settle

LEFT = Qt.MouseButton.LeftButton
SIZES = [(1008, 660), (1024, 700), (1280, 740), (1366, 700), (1920, 1040)]
GAMES = ("armada", "loot", "saw")
SAVED = [
    SavedGame(
        "a", "SAW: The Jigsaw Trials", "28 September 2026, 21:40", f"{'Mastermind against ' * 5}Person. Turn 10."
    ),
    SavedGame("b", "Jigsaw Armada", "9 November 2026, 18:02", "Person against Person. Blue has won.", "", ("red",), 5),
    SavedGame("c", "loot-2026-09-28-2140", "1 May 2026, 08:00", "", "This file holds no game yet."),
]


@pytest.fixture
def start(app: QApplication, tmp_path: Path) -> Iterator[StartScreen]:
    lobby = HomeLobby(tmp_path)
    made = StartScreen(lobby.games, lobby.designs)
    made.offer_tables([VIRTUAL_TABLE, ANY_BOARD, TablePlace("e660", "Board e660…4a2f", "On /dev/ttyACM0")])
    made.offer_saved(SAVED)
    made.show()
    yield made
    made.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_the_start_screen_is_cut_off(
    app: QApplication, start: StartScreen, size: tuple[int, int], game: str
) -> None:
    start.resize(*size)
    QTest.mouseClick(start.games.ticks[game], LEFT)
    QTest.mouseClick(start.rulings.fold, LEFT)
    settle(app)
    assert (start.width(), start.height()) == size, "It does not fit into the window."
    assert clipped(start) == []
    for row in start.saved:
        QTest.mouseClick(row.abort, LEFT)
    for box in start.rulings.boxes.values():
        longest = max(range(box.count()), key=lambda at: len(box.itemText(at)))
        box.setCurrentIndex(longest)
    start.tell("The game could not be opened: the disk is full. Try again, or choose another table.")
    settle(app)
    assert clipped(start) == []


def test_a_button_without_room_is_found(app: QApplication, designs: Mapping[str, Design]) -> None:
    box = QWidget()
    narrow = QPushButton("Really abort?", box)
    narrow.resize(30, 40)
    box.show()
    assert [line.split(":")[0] for line in clipped(box)] == ["'Really abort?'"]
