"""A table that has no board: there is nothing to connect, so nothing is said about a connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PyQt6.QtWidgets import QApplication

from host.app.opening import HomeLobby
from host.app.prompt_bar import BLIND
from host.app.saw_scene import SawScene
from host.app.table_screen import TableScreen
from host.app.window import Window
from host.app.wishes import Wish
from host.play.companion import NO_SENSORS
from tests.host.app.tables import begin, pictures, screen_of

Until = Callable[[Callable[[], object]], None]
SEATS = {"armada": 2, "loot": 2, "saw": 3}


@pytest.fixture
def window(app: QApplication, tmp_path: Path) -> Iterator[Window]:
    made = Window(HomeLobby(tmp_path), pace=0)
    made.show()
    yield made
    made.close()


def open_table(window: Window, until: Until, game: str, profile: str, where: str) -> TableScreen:
    window.begin(Wish(game, ("person",) * SEATS[game], where, profile=profile))
    until(lambda: window.table is not None and window.table.bar.prompt is not None)
    assert window.table is not None
    return window.table


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("where", ["twin", "auto"])
def test_without_a_board_nothing_warns_that_none_is_connected(
    window: Window, until: Until, game: str, where: str
) -> None:
    table = open_table(window, until, game, "none", where)
    assert table.header._link.text() == NO_SENSORS
    assert not table.header._beacon.isVisibleTo(table)
    assert not table.header.sensors.isVisibleTo(table)
    assert table.notice.text == ""
    assert table.bar._detail.text() != BLIND


@pytest.mark.parametrize("game", SEATS)
def test_a_pad_that_is_not_plugged_in_hides_no_pieces(window: Window, until: Until, game: str) -> None:
    table = open_table(window, until, game, "pocket", "auto")
    assert table.header._beacon.isVisibleTo(table)
    assert table.bar._detail.text() != BLIND


def test_hands_and_benches_that_are_only_said_are_drawn_as_backs(app: QApplication, tmp_path: Path) -> None:
    companion = begin(tmp_path, "saw", "none", 3)
    shown = pictures(companion, 60, seed=3)
    screen = screen_of(companion, "none")
    scene = screen.board.board
    assert isinstance(scene, SawScene)
    most = 0
    for picture in shown:
        screen.show_picture(picture)
        drawn = [(seat, number) for seat, number, _, _ in scene._saw_ground.cards()]
        in_hands = [(seat, number) for seat, hand in enumerate(picture.hands) for number in range(1, len(hand) + 1)]
        benched = [(seat, 0) for seat, bench in enumerate(picture.benches) for card in bench if card]
        assert sorted(drawn) == sorted(in_hands + benched)
        most = max(most, len(benched))
    assert most > 0
    screen.grab()
