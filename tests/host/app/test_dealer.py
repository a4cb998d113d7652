from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from engines.armada.pieces import Design
from hardware.profiles.model import Profile
from hardware.twin.phrases import Request
from host.app.dealer import Dealer
from host.app.hands import VirtualHands
from host.app.places import Place, Where
from host.play.commands import Command, Name, Say, Undo
from host.play.picture import Button, Line, Picture, Prompt
from tests.host.app import samples
from tests.host.app.rig import TwinOnTheDesk, beginning, middle, names, tile

TABLE = "the virtual table"


class Rig:
    def __init__(self, designs: Mapping[str, Design], profile: Profile | None = None) -> None:
        self.desk = TwinOnTheDesk()
        self.hands = VirtualHands(profile or samples.grid(), self.desk, names(beginning(), designs), seed=5, pace=0)
        self.dealer = Dealer(self.hands)
        self.told: list[Command] = []
        self.dealer.told.connect(self.told.append)
        self.dealer.take(beginning())

    def lying(self) -> list[tuple[str, str]]:
        return self.desk.on_pads()

    def puts(self) -> list[Request]:
        return [request for request in self.desk.asked if request.get("kind") == "card"]


@pytest.fixture
def rig(designs: Mapping[str, Design]) -> Rig:
    return Rig(designs)


def revealing(possible: tuple[str, ...], lines: int = 0) -> Picture:
    buttons = tuple(Button(card, Name(card)) for card in possible)
    prompt = Prompt("reveal", "Which piece was drawn?", seat=0, buttons=buttons)
    return replace(beginning(), prompt=prompt, lines=tuple(Line(n, 0, 0, "draw", "") for n in range(lines)))


def with_drawn(name: str) -> Picture:
    blue, red = beginning().seats
    return replace(beginning(), seats=(replace(blue, pile=(*blue.pile, name)), red))


def guiding(picture: Picture, *, is_owed: bool = True) -> Picture:
    return replace(picture, prompt=Prompt("guide", "Finish the move", is_owed=is_owed))


def test_the_first_picture_lays_the_table(rig: Rig) -> None:
    assert set(rig.desk.reeds()) == {tile("e2"), tile("e10")}


def test_a_drawn_piece_is_named_once_and_is_the_uppermost(rig: Rig, designs: Mapping[str, Design]) -> None:
    top = rig.hands.drawable("blue")[0]
    rig.dealer.take(revealing(tuple(designs)))
    rig.dealer.take(replace(revealing(tuple(designs)), notice="meanwhile"))
    rig.dealer.take(revealing(tuple(designs), lines=2))
    assert rig.lying() == [(top, "play")]
    assert len(rig.puts()) == 1
    assert rig.told == []


def test_a_piece_that_has_its_name_leaves_the_pad_for_the_rack(rig: Rig, designs: Mapping[str, Design]) -> None:
    top = rig.hands.drawable("blue")[0]
    rig.dealer.take(revealing(tuple(designs)))
    rig.dealer.take(with_drawn(top))
    assert rig.lying() == []
    assert rig.hands.places[top].where is Where.RACK
    rig.dealer.take(revealing(tuple(designs), lines=2))  # the name was taken back
    assert rig.lying() == [(top, "play")]


def test_a_piece_that_was_given_another_name_on_the_screen_goes_back_onto_the_pile(
    rig: Rig, designs: Mapping[str, Design]
) -> None:
    top, other = rig.hands.drawable("blue")[:2]
    rig.dealer.take(revealing(tuple(designs)))
    rig.dealer.take(with_drawn(other))
    assert rig.lying() == []
    assert rig.hands.places[other].where is Where.RACK
    assert rig.hands.drawable("blue")[0] == top


def test_what_somebody_left_on_the_pad_makes_room_for_what_was_drawn(rig: Rig, designs: Mapping[str, Design]) -> None:
    rig.hands.put_down("blue.gun-1", Place(Where.PAD, pad=0))
    rig.dealer.take(revealing(tuple(designs)))
    assert rig.lying() == [(rig.hands.drawable("blue")[0], "play")]
    assert rig.hands.places["blue.gun-1"].where is Where.RACK


def test_a_piece_named_on_the_screen_while_it_is_carried_to_the_pad_ends_in_the_rack(
    rig: Rig, designs: Mapping[str, Design], until: Callable[[Callable[[], object]], None]
) -> None:
    top = rig.hands.drawable("blue")[0]
    rig.hands.pace = 30
    rig.dealer.take(revealing(tuple(designs)))
    assert rig.hands.is_busy
    rig.dealer.take(with_drawn(top))
    until(lambda: not rig.hands.is_busy)
    assert rig.hands.places[top].where is Where.RACK
    assert rig.lying() == []


def test_only_a_piece_that_can_have_been_drawn_is_shown(rig: Rig) -> None:
    rig.dealer.take(revealing(("shield-2",)))
    assert rig.lying() == [("blue.shield-2", "play")]


def test_a_table_without_a_pad_is_told_the_name(designs: Mapping[str, Design]) -> None:
    rig = Rig(designs, replace(samples.grid(), pads=()))
    rig.dealer.take(revealing(("shield-2",)))
    rig.dealer.take(replace(revealing(("shield-2",)), notice="meanwhile"))
    assert rig.told == [Name("shield-2", TABLE)]


def test_two_tables_with_one_seed_draw_alike(rig: Rig, designs: Mapping[str, Design]) -> None:
    assert Rig(designs).hands.drawable("red") == rig.hands.drawable("red")


@pytest.mark.parametrize("command", [Say("build gun-1 e1 north"), Undo()])
def test_what_was_said_on_the_screen_is_carried_out(rig: Rig, command: Command) -> None:
    rig.dealer.note(command)
    rig.dealer.take(guiding(middle()))
    assert set(rig.desk.reeds()) == {piece.tile for piece in middle().pieces}


def test_what_a_house_player_decided_is_carried_out(rig: Rig) -> None:
    seats = tuple(replace(seat, player="greedy") for seat in middle().seats)
    rig.dealer.take(guiding(replace(middle(), seats=seats)))
    assert set(rig.desk.reeds()) == {piece.tile for piece in middle().pieces}


def test_what_a_person_disturbed_is_left_until_help_is_asked_for(rig: Rig) -> None:
    rig.hands.carry("blue.starter", tile("a5"), 0)
    rig.dealer.take(guiding(beginning(), is_owed=False))
    assert tile("a5") in rig.desk.reeds()
    rig.dealer.help()
    assert set(rig.desk.reeds()) == {tile("e2"), tile("e10")}


def test_what_a_person_did_wrong_against_a_house_player_is_left_to_that_person(rig: Rig) -> None:
    seats = tuple(replace(seat, player="apprentice") for seat in middle().seats)
    before = set(rig.desk.reeds())
    rig.dealer.take(guiding(replace(middle(), seats=seats), is_owed=False))
    assert set(rig.desk.reeds()) == before


def test_a_debt_ends_with_the_next_ordinary_turn(rig: Rig) -> None:
    rig.dealer.note(Undo())
    rig.dealer.take(beginning())
    rig.hands.carry("blue.starter", tile("a5"), 0)
    rig.dealer.take(guiding(beginning()))
    assert tile("a5") in rig.desk.reeds()


def test_drawn_pieces_lie_in_the_rack(rig: Rig) -> None:
    rig.dealer.take(middle())
    for seat in middle().seats:
        assert set(seat.pile) <= set(rig.hands.places.names(Where.RACK, seat.name))
