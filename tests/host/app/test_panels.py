from __future__ import annotations

from dataclasses import replace

import pytest
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from host.app.gauge import GaugePopover
from host.app.panels import SeatPanel
from host.play.commands import Command, Correct
from host.play.picture import Gauge
from tests.host.app.rig import beginning, middle, settle

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def corrected() -> list[Command]:
    return []


@pytest.fixture
def panel(app: QApplication, corrected: list[Command]) -> SeatPanel:
    made = SeatPanel(0)
    made.resize(made.width(), 320)
    made.corrected.connect(corrected.append)
    made.show()
    made.show_seat(middle().seats[0])
    settle(app)
    return made


def popover(app: QApplication, panel: SeatPanel) -> GaugePopover:
    QTest.mouseClick(panel.ships[0].gauges[0], LEFT)
    settle(app)
    (found,) = [widget for widget in app.topLevelWidgets() if isinstance(widget, GaugePopover) and widget.isVisible()]
    return found


def test_every_ship_is_shown_with_all_its_gauges(panel: SeatPanel) -> None:
    cards = middle().seats[0].cards
    assert [ship.card.name for ship in panel.ships] == [card.name for card in cards]
    assert [[gauge.gauge for gauge in ship.gauges] for ship in panel.ships] == [list(card.gauges) for card in cards]


def test_a_number_says_whose_it_is_to_a_screen_reader(panel: SeatPanel) -> None:
    first = panel.ships[0]
    assert first.gauges[0].accessibleName().startswith("Ship 3, Energy: ")


def test_ships_that_are_gone_disappear(app: QApplication, panel: SeatPanel) -> None:
    panel.show_seat(beginning().seats[0])
    assert [ship.card.name for ship in panel.ships] == ["ship-1"]
    panel.show_seat(middle().seats[0])
    assert len(panel.ships) == len(middle().seats[0].cards)


def test_no_card_is_squeezed_when_there_are_many(app: QApplication, panel: SeatPanel) -> None:
    seat = middle().seats[0]
    panel.show_seat(replace(seat, cards=seat.cards * 3))
    settle(app)
    for ship in panel.ships:
        assert ship.height() >= ship.sizeHint().height()


def test_a_number_that_is_clicked_says_why_and_can_be_corrected(
    app: QApplication, panel: SeatPanel, corrected: list[Command]
) -> None:
    gauge = panel.ships[0].gauges[0].gauge
    window = popover(app, panel)
    assert not window.correct.isEnabled()
    assert window.missing == "Choose another value first."
    window.value.setValue(gauge.value + 3)
    assert not window.correct.isEnabled()
    assert window.missing == window.correct.toolTip() == "Enter a reason to correct this."
    QTest.keyClicks(window.reason, "a hit was forgotten")
    QTest.mouseClick(window.correct, LEFT)
    assert corrected == [Correct(gauge.field, gauge.value + 3, "a hit was forgotten")]


def test_the_explanation_of_the_lowest_number_is_on_the_screen_as_a_whole(app: QApplication, panel: SeatPanel) -> None:
    screen = panel.screen()
    assert screen is not None
    room = screen.availableGeometry()
    panel.move(room.right() - 40, room.bottom() - 120)
    settle(app)
    assert room.contains(popover(app, panel).geometry())


def test_a_shield_is_corrected_in_the_words_of_the_rules(app: QApplication) -> None:
    corrected: list[Command] = []
    made = GaugePopover(Gauge("shield-2", 2, "fresh", "blue.shield-2.shield"), "ship 1")
    made.corrected.connect(corrected.append)
    made.open_at(QPoint(10, 10))
    settle(app)
    QTest.keyClicks(made.reason, "a hit was forgotten")
    assert not made.correct.isEnabled()
    QTest.mouseClick(made.state.ticks["cracked"], LEFT)
    QTest.mouseClick(made.correct, LEFT)
    assert corrected == [Correct("blue.shield-2.shield", "cracked", "a hit was forgotten")]


def test_a_correction_is_made_by_keyboard_alone(app: QApplication, panel: SeatPanel, corrected: list[Command]) -> None:
    panel.ships[0].gauges[0].setFocus()
    QTest.keyClick(panel.ships[0].gauges[0], Qt.Key.Key_Space)
    settle(app)
    (window,) = [widget for widget in app.topLevelWidgets() if isinstance(widget, GaugePopover) and widget.isVisible()]
    QTest.keyClick(window.value, Qt.Key.Key_Up)
    QTest.keyClicks(window.reason, "miscounted")
    QTest.keyClick(window.reason, Qt.Key.Key_Return)
    assert len(corrected) == 1


def test_the_active_seat_is_said_in_words(panel: SeatPanel) -> None:
    seat = middle().seats[0]
    panel.show_seat(replace(seat, is_active=True, player="greedy"))
    words = {child.text() for child in panel.findChildren(type(panel._turn))}
    assert "Greedy · to move" in words
