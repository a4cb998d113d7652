"""What the screen of a running game does by itself: whose panel it shows, which keys it explains, what Esc closes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QLabel

from host.app.keys import KeysCard
from host.app.panels import SeatPanel
from host.app.table_screen import TableScreen
from host.play.picture import Picture
from tests.host.app.rig import settle
from tests.host.app.tables import begin, pictures, screen_of

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def six(app: QApplication, tmp_path: Path) -> tuple[TableScreen, Picture]:
    companion = begin(tmp_path, "saw", "none", 6)
    *_, picture = pictures(companion, 12)
    screen = screen_of(companion, "none")
    screen.resize(1024, 700)
    screen.show()
    settle(app)
    return screen, picture


def asking(picture: Picture, seat: int, player: str = "person") -> Picture:
    seats = tuple(replace(each, player=player if at == seat else "person") for at, each in enumerate(picture.seats))
    return replace(picture, seats=seats, prompt=replace(picture.prompt, seat=seat))


def is_seen(screen: TableScreen, panel: SeatPanel) -> bool:
    around = panel.parentWidget().parentWidget()  # type: ignore[union-attr]
    top = panel.mapTo(around, QPoint(0, 0)).y()
    return top >= 0 and top + panel.height() <= around.height()  # type: ignore[union-attr]


def test_whoever_is_asked_is_seen_where_there_is_no_room_for_all(
    app: QApplication, six: tuple[TableScreen, Picture]
) -> None:
    screen, picture = six
    for seat in (5, 0, 3):
        screen.show_picture(asking(picture, seat))
        settle(app)
        assert is_seen(screen, screen.seats[seat]), seat
    screen.show_picture(asking(picture, 0, "wanderer"))
    settle(app)
    assert is_seen(screen, screen.seats[3]), "It runs after house players."


def test_whoever_is_asked_is_seen_as_soon_as_the_game_is_shown_and_when_the_window_shrinks(
    app: QApplication, tmp_path: Path
) -> None:
    companion = begin(tmp_path, "saw", "none", 6)
    screen = screen_of(companion, "none")
    assert screen._picture is not None
    screen.show_picture(asking(screen._picture, 0))
    screen.resize(1280, 1400)
    screen.show()
    settle(app)
    screen.resize(1024, 700)
    settle(app)
    assert is_seen(screen, screen.seats[0])


def test_the_panel_of_whoever_is_asked_stays_where_somebody_scrolled_to(
    app: QApplication, six: tuple[TableScreen, Picture]
) -> None:
    screen, picture = six
    screen.show_picture(asking(picture, 0))
    bar = screen._left.verticalScrollBar()
    assert bar is not None
    bar.setValue(0)
    screen.show_picture(replace(asking(picture, 0), notice="Nothing."))
    assert bar.value() == 0


def test_the_order_of_the_pile_is_left_by_escape(app: QApplication, six: tuple[TableScreen, Picture]) -> None:
    screen, picture = six
    screen.show_picture(replace(picture, dropped=("rope", "chalk")))
    QTest.mouseClick(screen.pile.opener, LEFT)
    assert screen.pile.isVisible()
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert not screen.pile.isVisible()


@pytest.mark.parametrize("has_ships", [True, False])
def test_only_a_game_with_ships_explains_how_to_turn_them(app: QApplication, has_ships: bool) -> None:
    card = KeysCard(True, has_ships=has_ships)
    words = " ".join(each.text() for each in card.findChildren(QLabel))
    assert ("ship" in words) == has_ships
    assert "lift a piece" in words
