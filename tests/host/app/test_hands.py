"""Hands move magnets: every assertion here is about reeds of a real twin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from engines.armada.pieces import Design
from host.app.hands import VirtualHands
from host.app.places import Place, Where
from host.play.picture import Picture
from tests.host.app import samples
from tests.host.app.rig import TwinOnTheDesk, beginning, middle, names, tile

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
ON_PLAY = Place(Where.PAD, pad=0)


@pytest.fixture
def desk() -> TwinOnTheDesk:
    return TwinOnTheDesk()


@pytest.fixture
def hands(desk: TwinOnTheDesk, designs: Mapping[str, Design]) -> VirtualHands:
    made = VirtualHands(samples.grid(), desk, names(beginning(), designs), seed=3, pace=0)
    made.lay(beginning())
    return made


def expected(picture: Picture) -> dict[int, int]:
    return {piece.tile: 1 << piece.facing for piece in picture.pieces}


def test_the_table_is_laid_as_the_rules_begin(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    assert desk.reeds() == {tile("e2"): SOUTH, tile("e10"): NORTH}
    assert hands.places.names(Where.RACK, "blue") == list(beginning().seats[0].pile)
    assert len(hands.drawable("red")) == 13


def test_a_piece_that_is_carried_closes_the_reed_it_faces(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    hands.carry("blue.gun-1", tile("e1"), 3)
    assert desk.reeds()[tile("e1")] == WEST


def test_a_lifted_piece_is_felt_nowhere_until_it_is_put_back(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    hands.pick_up("blue.starter")
    assert tile("e2") not in desk.reeds()
    assert hands.put_down("blue.starter", Place(Where.TILE, tile("e2"), 2))
    assert desk.reeds()[tile("e2")] == SOUTH


def test_a_piece_turns_where_it_lies(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    hands.turn("blue.starter", 1)
    assert desk.reeds()[tile("e2")] == WEST
    hands.turn("blue.starter", -2)
    assert desk.reeds()[tile("e2")] == EAST


def test_a_slide_is_felt_on_its_way(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    hands.turn("blue.starter", -1)
    desk.reeds()
    seen = set()
    assert hands.slide({"blue.starter": tile("f2")})
    for _ in range(60):
        desk.twin.run(desk.twin.now + 2)
        seen.add(bytes(desk.twin.reeds()[tile("e2") : tile("f2") + 1]))
    assert seen >= {bytes([EAST, 0]), bytes([0, EAST])}
    assert len(seen) > 2  # and something in between


def test_nothing_is_put_or_slid_onto_another_piece(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    before = desk.reeds()
    hands.pick_up("blue.gun-1")
    assert not hands.put_down("blue.gun-1", Place(Where.TILE, tile("e2"), 0))
    assert not hands.slide({"red.starter": tile("e2")})
    assert desk.reeds() == before


def test_a_piece_of_the_play_pile_passes_the_pad_on_its_way(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    hands.pick_up("blue.starter")
    assert desk.on_pads() == []
    hands.pick_up("blue.gun-1")
    assert desk.on_pads() == [("blue.gun-1", "play")]
    desk.reeds()
    desk.reeds()
    assert desk.on_pads() == []


def test_a_piece_on_a_pad_has_its_tag_there_until_it_is_lifted(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    assert hands.put_down("blue.gun-1", ON_PLAY)
    assert hands.put_down("blue.hub-2", ON_PLAY)
    assert desk.on_pads() == [("blue.gun-1", "play"), ("blue.hub-2", "play")]
    hands.pick_up("blue.gun-1")
    assert hands.put_down("blue.hub-2", Place(Where.TILE, tile("e1"), 0))
    assert desk.on_pads() == []
    assert desk.reeds()[tile("e1")] == NORTH


def test_a_piece_of_the_board_that_lies_on_a_pad_is_felt_on_no_tile(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    hands.put_down("blue.starter", ON_PLAY)
    assert set(desk.reeds()) == {tile("e10")}
    hands.follow(beginning())
    assert set(desk.reeds()) == {tile("e2"), tile("e10")}
    assert desk.on_pads() == []


def test_nothing_is_tapped_on_a_pad_on_which_something_lies(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    told: list[str] = []
    hands.blocked.connect(told.append)
    hands.put_down("blue.gun-1", ON_PLAY)
    hands.pick_up("red.gun-1")
    assert told == []
    hands.tap("red.gun-1")
    assert told == ["blue.gun-1 lies on the pad. Take it away first."]
    hands.tap("blue.gun-1")
    desk.reeds()
    desk.reeds()
    assert desk.on_pads() == [("blue.gun-1", "play")]


def test_a_board_that_is_not_felt_is_moved_by_the_rules_alone(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    told: list[str] = []
    hands.blocked.connect(told.append)
    hands.lay(replace(beginning(), tiles=b""))
    assert not hands.reaches("blue.starter")
    assert hands.reaches("blue.gun-1")
    asked = len(desk.asked)
    assert not hands.put_down("blue.gun-1", Place(Where.TILE, tile("e1"), 0))
    assert told == ["This table has no tiles. Choose your move below."]
    hands.follow(middle())
    assert hands.places.lies() == {piece.name: (piece.tile, piece.facing) for piece in middle().pieces}
    assert not any(request["do"] == "put" for request in desk.asked[asked:])


def test_a_whole_ship_turns_about_its_hub(desk: TwinOnTheDesk, hands: VirtualHands) -> None:
    hands.carry("blue.gun-1", tile("e1"), 0)
    assert hands.turn_ship("blue.starter", ["blue.starter", "blue.gun-1"], 1)
    reeds = desk.reeds()
    assert (reeds[tile("e2")], reeds[tile("d2")]) == (WEST, EAST)
    assert tile("e1") not in reeds


def test_a_ship_does_not_turn_off_the_board(desk: TwinOnTheDesk, hands: VirtualHands) -> None:
    hands.carry("blue.starter", tile("a1"), 0)
    hands.carry("blue.gun-1", tile("a2"), 0)
    before, told = desk.reeds(), []
    hands.blocked.connect(told.append)
    assert not hands.turn_ship("blue.starter", ["blue.starter", "blue.gun-1"], -1)
    assert desk.reeds() == before
    assert told[0].startswith("The ship has no room")


def test_hands_follow_from_one_position_to_any_other(hands: VirtualHands, desk: TwinOnTheDesk) -> None:
    for picture in (middle(), samples.picture_of(*samples.play_some(40, 1)), beginning()):
        hands.follow(picture)
        assert desk.reeds() == expected(picture)


def test_what_was_destroyed_goes_to_the_scrap_and_what_was_unbuilt_to_the_rack(hands: VirtualHands) -> None:
    hands.carry("blue.gun-1", tile("e1"), 0)
    hands.carry("blue.hub-2", tile("a1"), 0)
    hands.follow(beginning())
    assert hands.places["blue.gun-1"].where is Where.RACK
    assert hands.places["blue.hub-2"].where is Where.SCRAP


def test_an_undrawn_piece_goes_back_onto_its_pile(hands: VirtualHands) -> None:
    top = hands.drawable("blue")[0]
    seat = beginning().seats[0]
    drawn = replace(beginning(), seats=(replace(seat, pile=(*seat.pile, top)), beginning().seats[1]))
    hands.deal(drawn)
    assert hands.places[top].where is Where.RACK
    hands.deal(beginning())
    assert hands.drawable("blue")[0] == top


def test_carrying_takes_time_and_is_told_when_it_is_over(
    desk: TwinOnTheDesk, designs: Mapping[str, Design], until: Callable[[Callable[[], object]], None]
) -> None:
    hands = VirtualHands(samples.grid(), desk, names(beginning(), designs), pace=30)
    hands.lay(beginning())
    done: list[bool] = []
    hands.idle.connect(lambda: done.append(True))
    hands.carry("blue.gun-1", tile("e1"), 0)
    hands.carry("blue.gun-1", tile("e3"), 0)
    assert hands.is_busy
    assert tile("e1") not in desk.reeds()
    until(lambda: done)
    assert desk.reeds()[tile("e3")] == NORTH
    assert not hands.is_busy


def test_a_button_is_pressed_and_let_go(
    hands: VirtualHands, desk: TwinOnTheDesk, until: Callable[[Callable[[], object]], None]
) -> None:
    hands.press(1, "yes")
    until(lambda: desk.asked[-1]["do"] == "release")
    assert [request["do"] for request in desk.asked[-2:]] == ["press", "release"]
