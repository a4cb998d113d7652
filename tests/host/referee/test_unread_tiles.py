"""Ships around a tile that cannot be read: what is half done may look complete, and is not taken for it.

A ship of a hub and its neighbours is rotated piece by piece, in every order, with any tile of it left out.
"""

from itertools import permutations

import pytest

from host.referee import Ask
from tests.host.referee.armada_table import FACINGS, play, ship, tile
from tests.host.referee.hands import Hands

HUB = "e5"
AROUND = {"north": ("e6", "south"), "east": ("f5", "west"), "south": ("e4", "north"), "west": ("d5", "east")}
GUNS = {"north": "gun-1", "east": "gun-2", "south": "shield-1"}
SHIPS = [("north",), ("east",), ("north", "east"), ("north", "south"), ("east", "south"), ("north", "east", "south")]
STEP = {"left": -1, "right": 1}


def around_hub(sides, unread):
    """Blue's hub-3, which faces north, with a piece at some of its sides."""
    pieces = [f"{GUNS[side]} {' '.join(AROUND[side])}" for side in sides]
    blue = ship(1, "blue", f"hub-3 {HUB} north", *pieces)
    table = Hands(play(blue, ship(2, "red", "starter a11 south")))
    table.confidence[tile(unread)] = 0
    return table


def beyond(side, turn):
    """The side to which a piece goes."""
    return FACINGS[(FACINGS.index(side) + STEP[turn]) % 4]


def rotate(table, turn, order, pace):
    """Move the pieces in this order, as far as their places are free; what is in the way of all is lifted first."""
    ways = {side: (AROUND[side][0], *AROUND[beyond(side, turn)]) for side in order if side != "hub"}
    ways["hub"] = (HUB, HUB, beyond("north", turn))
    left, filled = list(order), {way[0] for way in ways.values()}
    while left:
        free = [name for name in left if name == "hub" or ways[name][1] not in filled]
        name = (free or left)[0]
        source, target, facing = ways[name]
        if source in filled:
            table.lift(source).wait(pace // 2)
            filled.discard(source)
        if free:
            table.put(target, facing).wait(pace)
            filled.add(target)
            left.remove(name)
            ways[name] = target, target, facing
    return table.wait()


@pytest.mark.parametrize("pace", [120, 600, 2_500])
@pytest.mark.parametrize("unread", [HUB, "e6", "f5", "e4", "d5"])
@pytest.mark.parametrize("sides", SHIPS, ids="-".join)
@pytest.mark.parametrize("turn", ["left", "right"])
def test_a_ship_is_rotated_the_way_it_was_meant_or_the_table_asks(turn, sides, unread, pace):
    answer = f"rotate hub-3 {turn}"
    for order in permutations(("hub", *sides)):
        table = rotate(around_hub(sides, unread), turn, order, pace)
        assert table.said == [answer] or (not table.said and answer in table.is_asked()), order


def test_a_pause_after_the_first_piece_is_asked_about():
    """It may be all of a rotation to the right with other pieces than those that lie there, or a third of one left."""
    table = around_hub(GUNS, HUB).turn(HUB, "west").carry("e6", "d5", "east").wait(3_500)
    assert table.said == []
    assert table.is_waiting()
    assert table.wait(1_000).is_asked() == ("rotate hub-3 right", "rotate hub-3 left")
    table.carry("f5", "e6", "south").carry("e4", "f5", "west").wait()
    assert table.said == ["rotate hub-3 left"]


def test_a_pause_after_the_second_piece_means_nothing():
    """Two rotations to the right would look like this, too."""
    table = around_hub(GUNS, HUB).turn(HUB, "west").carry("e6", "d5", "east").carry("f5", "e6", "south").wait(3_500)
    assert table.said == []
    assert table.is_waiting()
    assert "rotate hub-3 left" in table.wait(1_000).is_asked()
    assert table.carry("e4", "f5", "west").wait().said == ["rotate hub-3 left"]


def test_a_rotation_in_which_every_piece_was_lifted_is_not_asked_about():
    table = around_hub(GUNS, HUB).turn(HUB, "east").carry("e4", "d5", "east").carry("f5", "e4", "north")
    assert table.carry("e6", "f5", "west").wait(500).said == ["rotate hub-3 right"]


def test_what_a_hand_holds_does_not_lie_on_a_tile_that_cannot_be_read():
    """The hub is turned, and the gun beside it is lifted: a ship moved onto the tile looks the same for a while."""
    table = around_hub(["east"], "d5").turn(HUB, "west").wait(600).lift("f5").wait(2_500)
    assert table.said == []
    assert table.put("e6", "south").wait().said == ["rotate hub-3 left"]


def test_a_ship_that_is_moved_onto_a_tile_that_cannot_be_read_is_understood_after_a_while():
    table = around_hub(["east"], "d5").lift(HUB).wait(500).put("d5", "north").carry("f5", HUB, "west").wait(3_500)
    assert table.said == ["move ship-1 west"]
    assert not any(isinstance(verdict, Ask) for verdict in table.heard)
