"""A real mouse and a real keyboard at the virtual table; what counts is what the reeds of the twin say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import pytest
from PyQt6.QtCore import QPoint, QPointF, Qt
from PyQt6.QtGui import QWheelEvent
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QPushButton

from engines.armada.pieces import Design
from host.app.board_view import BoardView
from host.app.hands import VirtualHands
from host.app.light_layer import seen
from host.app.places import Place, Where
from tests.host.app import samples
from tests.host.app.rig import TwinOnTheDesk, beginning, middle, names, settle, spot, tile

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
CTRL, SHIFT, PLAIN = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)


class Rig(NamedTuple):
    view: BoardView
    hands: VirtualHands
    desk: TwinOnTheDesk

    def at(self, where: str | QPointF) -> QPoint:
        return spot(self.view, where)

    def drag(self, start: str | QPointF, *way: str | QPointF, modifier: Qt.KeyboardModifier = PLAIN) -> None:
        port = self.view.viewport()
        QTest.mousePress(port, LEFT, modifier, self.at(start))
        for place in way:
            QTest.mouseMove(port, self.at(place))
        QTest.mouseRelease(port, LEFT, modifier, self.at(way[-1]))

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN) -> None:
        QTest.keyClick(self.view, key, modifier)


@pytest.fixture
def rig(app: QApplication, designs: Mapping[str, Design]) -> Rig:
    view, desk = BoardView(samples.grid(), designs), TwinOnTheDesk()
    hands = VirtualHands(samples.grid(), desk, names(beginning(), designs), pace=0)
    view.resize(690, 600)
    view.show()
    view.show_picture(beginning())
    view.use_hands(hands)
    hands.lay(beginning())
    view.setFocus(Qt.FocusReason.TabFocusReason)
    settle(app)
    return Rig(view, hands, desk)


def rack(rig: Rig, name: str) -> QPointF:
    return rig.view.board.items_by_name[name].pos()


def tapped(rig: Rig) -> list[object]:
    return [request["object"] for request in rig.desk.asked if request["do"] == "tap"]


# ---- mouse ------------------------------------------------------------------------------------


def test_a_piece_is_dragged_from_the_rack_to_the_board(rig: Rig) -> None:
    rig.drag(rack(rig, "blue.gun-1"), "a1", "c1", "e1")
    assert rig.desk.reeds()[tile("e1")] == NORTH
    assert tapped(rig) == ["blue.gun-1"]
    item = rig.view.board.items_by_name["blue.gun-1"]
    assert rig.hands.places["blue.gun-1"] == Place(Where.TILE, tile("e1"), 0)
    assert item.scale() == 1.0


def test_a_piece_dragged_over_the_board_passes_every_tile(rig: Rig) -> None:
    rig.drag("e2", "f2", "g2", "g3")
    slides = [request["tile"] for request in rig.desk.asked if request["do"] == "slide"]
    assert slides == [tile("f2"), tile("g2"), tile("g3")]
    assert rig.desk.reeds() == {tile("g3"): SOUTH, tile("e10"): NORTH}


def test_a_piece_dragged_across_another_is_lifted_over_it(rig: Rig) -> None:
    rig.hands.carry("blue.gun-1", tile("e3"), 0)
    rig.drag("e2", "e3", "e4")
    assert rig.desk.reeds() == {tile("e3"): NORTH, tile("e4"): SOUTH, tile("e10"): NORTH}


def test_a_piece_dropped_on_another_goes_back(rig: Rig) -> None:
    rig.hands.carry("blue.gun-1", tile("e3"), 0)
    rig.drag("e2", "e3")
    assert rig.desk.reeds() == {tile("e3"): NORTH, tile("e2"): SOUTH, tile("e10"): NORTH}


def test_a_piece_is_dragged_to_the_scrap_and_back_to_the_rack(rig: Rig) -> None:
    scrap = rig.view.board.table.pile("scrap")
    assert scrap is not None
    rig.drag("e2", scrap)
    assert rig.hands.places["blue.starter"].where is Where.SCRAP
    assert tile("e2") not in rig.desk.reeds()
    rig.drag(scrap, rig.view.board.table.slot(0, 3))
    assert rig.hands.places["blue.starter"].where is Where.RACK


@pytest.mark.parametrize(("modifier", "mask"), [(PLAIN, WEST), (SHIFT, EAST)])
def test_a_right_click_turns_a_piece(rig: Rig, modifier: Qt.KeyboardModifier, mask: int) -> None:
    QTest.mouseClick(rig.view.viewport(), RIGHT, modifier, rig.at("e2"))
    assert rig.desk.reeds()[tile("e2")] == mask


def test_the_wheel_turns_a_piece_and_small_steps_of_a_touchpad_add_up(rig: Rig) -> None:
    where = QPointF(rig.at("e2"))
    for _ in range(4):
        event = QWheelEvent(
            where,
            where,
            QPoint(),
            QPoint(0, -30),
            Qt.MouseButton.NoButton,
            PLAIN,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(rig.view.viewport(), event)
    assert rig.desk.reeds()[tile("e2")] == WEST


def test_a_click_that_moves_nothing_points_at_the_tile(rig: Rig) -> None:
    pointed: list[int] = []
    rig.view.pointed.connect(pointed.append)
    before = rig.desk.reeds()
    for where in ("e2", "a9"):
        QTest.mouseClick(rig.view.viewport(), LEFT, PLAIN, rig.at(where))
    assert pointed == [tile("e2"), tile("a9")]
    assert rig.desk.reeds() == before


def test_a_tap_on_a_piece_in_the_rack_shows_it_to_the_pad(rig: Rig) -> None:
    QTest.mouseClick(rig.view.viewport(), LEFT, PLAIN, rig.at(rack(rig, "red.gun-1")))
    assert tapped(rig) == ["red.gun-1"]


def test_a_whole_ship_is_dragged_with_ctrl(rig: Rig, designs: Mapping[str, Design]) -> None:
    picture = middle()
    rig.hands.follow(picture)
    rig.view.show_picture(picture)
    ship = next(card for card in picture.seats[0].cards if tile("a1") in card.tiles)
    rig.drag("a1", "a2", "a3", modifier=CTRL)
    grid = rig.view.board.table
    moved = {grid.beside(there, 0, 2) for there in ship.tiles}
    reeds = rig.desk.reeds()
    assert moved <= set(reeds)
    assert not (set(ship.tiles) - moved) & set(reeds)
    assert len(reeds) == len(picture.pieces)


def test_a_ship_stops_at_what_is_in_its_way(rig: Rig) -> None:
    picture = middle()
    rig.hands.follow(picture)
    rig.view.show_picture(picture)
    before = rig.desk.reeds()
    rig.drag("a1", "b1", "c1", "d1", "e1", "f1", modifier=CTRL)
    assert len(rig.desk.reeds()) == len(before)


def test_a_piece_dragged_to_the_pad_lies_there_until_it_is_dragged_away(rig: Rig) -> None:
    pad = rig.view.board.table.pad(0)
    rig.drag("e2", pad)
    assert rig.desk.on_pads() == [("blue.starter", "play")]
    assert tile("e2") not in rig.desk.reeds()
    assert rack(rig, "blue.starter") == pad
    rig.drag(pad, "e2")
    assert rig.desk.on_pads() == []
    assert rig.desk.reeds()[tile("e2")] == SOUTH


def test_pieces_on_one_pad_can_be_told_apart(rig: Rig) -> None:
    pad = rig.view.board.table.pad(0)
    for name in ("blue.gun-1", "red.gun-1"):
        rig.drag(rack(rig, name), pad)
    assert rig.desk.on_pads() == [("blue.gun-1", "play"), ("red.gun-1", "play")]
    assert rack(rig, "blue.gun-1") != rack(rig, "red.gun-1")


def test_a_private_pad_shows_the_back_of_what_lies_there(app: QApplication, designs: Mapping[str, Design]) -> None:
    pads = tuple(replace(pad, is_private=True) for pad in samples.grid().pads)
    profile, desk = replace(samples.grid(), pads=pads), TwinOnTheDesk()
    hands = VirtualHands(profile, desk, names(beginning(), designs), pace=0)
    view = BoardView(profile, designs)
    view.use_hands(hands)
    view.show_picture(beginning())
    hands.lay(beginning())
    hands.put_down("blue.gun-1", Place(Where.PAD, pad=0))
    assert not view.board.items_by_name["blue.gun-1"].is_face_up
    hands.put_down("blue.gun-1", Place(Where.RACK))
    assert view.board.items_by_name["blue.gun-1"].is_face_up


# ---- fingers: a tap offers what the wheel and the second button do


def press(rig: Rig, what: str) -> None:
    button = next(child for child in rig.view.tools.findChildren(QPushButton) if child.accessibleName() == what)
    assert button.isVisible()
    QTest.mouseClick(button, LEFT)


def test_a_tapped_piece_is_turned_with_buttons(rig: Rig) -> None:
    QTest.mouseClick(rig.view.viewport(), LEFT, PLAIN, rig.at("e2"))
    press(rig, "Turn right")
    assert rig.desk.reeds()[tile("e2")] == WEST
    press(rig, "Turn left")
    press(rig, "Turn left")
    assert rig.desk.reeds()[tile("e2")] == EAST
    QTest.mouseClick(rig.view.viewport(), LEFT, PLAIN, rig.at("a9"))
    assert not rig.view.tools.isVisible()


def test_a_tapped_ship_is_turned_and_dragged_as_a_whole(rig: Rig) -> None:
    picture = middle()
    rig.hands.follow(picture)
    rig.view.show_picture(picture)
    ship = next(card for card in picture.seats[0].cards if tile("a1") in card.tiles)
    QTest.mouseClick(rig.view.viewport(), LEFT, PLAIN, rig.at("a1"))
    press(rig, "Drag the whole ship")
    rig.drag("a1", "a2", "a3", "a4", "a5")
    assert {rig.view.board.table.beside(there, 0, 4) for there in ship.tiles} <= set(rig.desk.reeds())
    before = rig.desk.reeds()
    hub = next(piece for piece in picture.pieces if piece.name == "blue.starter" or piece.name.startswith("blue.hub"))
    place = rig.hands.places[hub.name].tile
    assert place is not None
    QTest.mouseClick(rig.view.viewport(), LEFT, PLAIN, rig.at(samples.grid().tiles[place].name))
    press(rig, "Turn the whole ship right")
    assert len(rig.desk.reeds()) == len(before)
    assert rig.hands.places[hub.name].facing == (hub.facing + 1) % 4


def test_at_a_real_table_a_click_in_the_play_pile_says_which_piece_is_in_the_hand(
    app: QApplication, designs: Mapping[str, Design]
) -> None:
    view = BoardView(samples.grid(), designs)
    view.resize(690, 600)
    view.show()
    view.show_picture(beginning())
    shown: list[str] = []
    view.shown.connect(shown.append)
    name = beginning().seats[0].pile[1]
    QTest.mouseClick(view.viewport(), LEFT, PLAIN, spot(view, view.board.items_by_name[name].pos()))
    assert shown == [name]


# ---- keyboard ---------------------------------------------------------------------------------


def test_arrows_move_a_cursor_that_stays_on_the_board(rig: Rig) -> None:
    keyboard = rig.view.keyboard
    for _ in range(20):
        rig.key(Qt.Key.Key_Left)
        rig.key(Qt.Key.Key_Down)
    assert keyboard.tile == tile("a1")


def test_a_piece_of_the_play_pile_is_built_by_keyboard_alone(rig: Rig) -> None:
    rig.view.keyboard.tile = tile("d1")
    for key in (Qt.Key.Key_P, Qt.Key.Key_R, Qt.Key.Key_Right, Qt.Key.Key_Space):
        rig.key(key)
    assert rig.desk.reeds()[tile("e1")] == EAST
    assert tapped(rig) == ["blue.gun-1"]
    assert rig.view.keyboard.held is None


def test_a_piece_is_put_on_a_pad_and_taken_from_it_by_keyboard(rig: Rig) -> None:
    for key in (Qt.Key.Key_P, Qt.Key.Key_O, Qt.Key.Key_Space):
        rig.key(key)
    assert rig.desk.on_pads() == [("blue.gun-1", "play")]
    assert rig.view.board.cursor is None
    rig.view.keyboard.tile = tile("e1")
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Space):  # the arrow leads back to the board
        rig.key(key)
    assert rig.desk.on_pads() == []
    assert rig.desk.reeds()[tile("e1")] == NORTH


def test_p_again_gives_back_and_takes_the_next(rig: Rig) -> None:
    pile = list(beginning().seats[0].pile)
    assert len(pile) == 2
    rig.key(Qt.Key.Key_P)
    rig.key(Qt.Key.Key_P)
    assert rig.view.keyboard.held == pile[1]
    assert rig.hands.places[pile[0]].where is Where.RACK


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_P])
def test_a_piece_of_the_board_that_is_given_back_lies_where_it_was(rig: Rig, key: Qt.Key) -> None:
    before = rig.hands.places["blue.starter"]
    rig.view.keyboard.tile = tile("e2")
    for pressed in (Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_R, key):
        rig.key(pressed)
    assert rig.view.keyboard.held != "blue.starter"
    assert rig.hands.places["blue.starter"] == before


def test_a_piece_that_hands_put_down_is_no_longer_held(rig: Rig) -> None:
    rig.view.keyboard.tile = tile("e2")
    rig.key(Qt.Key.Key_Space)
    rig.hands.follow(beginning())  # as an undo does
    assert rig.view.keyboard.held is None
    rig.key(Qt.Key.Key_Right)
    rig.key(Qt.Key.Key_Space)
    assert rig.hands.places["blue.starter"].tile == tile("e2")


def test_a_piece_is_lifted_turned_and_put_back_by_keyboard(rig: Rig) -> None:
    rig.view.keyboard.tile = tile("e2")
    rig.key(Qt.Key.Key_Space)
    assert tile("e2") not in rig.desk.reeds()
    rig.key(Qt.Key.Key_R, SHIFT)
    rig.key(Qt.Key.Key_Space)
    assert rig.desk.reeds()[tile("e2")] == EAST


def test_a_ship_moves_and_turns_by_keyboard(rig: Rig) -> None:
    rig.view.keyboard.tile = tile("e2")
    rig.key(Qt.Key.Key_Up, CTRL)
    assert rig.desk.reeds() == {tile("e3"): SOUTH, tile("e10"): NORTH}
    assert rig.view.keyboard.tile == tile("e3")
    rig.key(Qt.Key.Key_R, CTRL)
    assert rig.desk.reeds()[tile("e3")] == WEST


def test_a_piece_is_scrapped_by_keyboard(rig: Rig) -> None:
    rig.view.keyboard.tile = tile("e2")
    rig.key(Qt.Key.Key_Delete)
    assert rig.hands.places["blue.starter"].where is Where.SCRAP
    assert tile("e2") not in rig.desk.reeds()


# ---- what is painted --------------------------------------------------------------------------


def test_a_light_is_painted_in_the_colour_of_the_frame(app: QApplication, rig: Rig) -> None:
    profile = samples.grid()
    frame = [(0, 0, 0)] * len(profile.lights)
    frame[tile("c5")] = (64, 0, 0)
    place = rig.view.board.table.point(profile.lights[tile("c5")].x, profile.lights[tile("c5")].y)
    dark = rig.view.grab().toImage().pixelColor(rig.at(place))
    assert rig.view.board.show_frame(frame)
    settle(app)
    lit = rig.view.grab().toImage().pixelColor(rig.at(place))
    assert dark.red() < 60
    assert lit.red() > 200
    assert lit.red() > 2 * lit.blue()
    assert not rig.view.board.show_frame(frame)


def test_half_the_current_still_looks_bright() -> None:
    assert seen((32, 0, 0), 64).red() > 150
    assert seen((255, 0, 0), 64).red() == 255
    amber = seen((255, 120, 0), 64)  # the board's own alarm is brighter than any scene, and keeps its hue
    assert amber.red() > amber.green() + 50 > amber.blue()
    assert seen((0, 0, 0), 64).value() == 0


def test_at_a_real_table_pieces_lie_where_the_rules_have_them(app: QApplication, designs: Mapping[str, Design]) -> None:
    view = BoardView(samples.grid(), designs)
    view.resize(690, 600)
    view.show()
    view.show_picture(middle())
    for piece in middle().pieces:
        item = view.board.items_by_name[piece.name]
        assert item.pos() == view.board.table.tile_centre(piece.tile)
        assert item.rotation() == 90.0 * piece.facing
    view.show_picture(beginning())
    shown = {name for name, item in view.board.items_by_name.items() if item.isVisible()}
    assert shown == {"blue.starter", "red.starter", *beginning().seats[0].pile, *beginning().seats[1].pile}


def test_the_energy_of_a_ship_is_written_on_one_hub(rig: Rig) -> None:
    picture = middle()
    rig.hands.follow(picture)
    rig.view.show_picture(picture)
    energies = sorted(item.energy for item in rig.view.board.items_by_name.values() if item.energy is not None)
    assert energies == sorted(card.gauges[0].value for seat in picture.seats for card in seat.cards)


def test_the_whole_table_stays_in_view_at_any_size(app: QApplication, rig: Rig) -> None:
    for width, height in ((400, 700), (1300, 500)):
        rig.view.resize(width, height)
        settle(app)
        port = rig.view.viewport()
        assert port is not None
        for corner in (rig.view.board.sceneRect().topLeft(), rig.view.board.sceneRect().bottomRight()):
            assert port.rect().adjusted(-2, -2, 2, 2).contains(rig.view.mapFromScene(corner))
