from __future__ import annotations

from itertools import combinations

import pytest

from hardware import profiles
from host.app.drawn import drawn, group_of
from host.app.geometry import PAD_MM, Geometry


def test_a_table_with_tiles_is_drawn_as_it_is() -> None:
    assert drawn(profiles.load("grid"), 9, 11) is profiles.load("grid")


@pytest.mark.parametrize("name", ["pocket", "bench", "none"])
@pytest.mark.parametrize("size", [(9, 11), (5, 6)])
def test_a_table_without_tiles_gets_a_board_and_keeps_its_pads_and_lights(name: str, size: tuple[int, int]) -> None:
    real = profiles.load(name)
    table = drawn(real, *size)
    assert len(table.tiles) == size[0] * size[1]
    assert [(pad.index, pad.name, pad.is_private) for pad in table.pads] == [
        (pad.index, pad.name, pad.is_private) for pad in real.pads
    ]
    assert [(light.index, light.name) for light in table.lights] == [(light.index, light.name) for light in real.lights]


@pytest.mark.parametrize("name", ["pocket", "bench"])
@pytest.mark.parametrize("size", [(9, 11), (5, 6)])
def test_nothing_lies_upon_anything_else_or_beyond_the_edge(name: str, size: tuple[int, int]) -> None:
    geometry = Geometry(drawn(profiles.load(name), *size))
    pads = [geometry.pad_rect(pad.index) for pad in geometry.profile.pads]
    piles = [geometry.point(pile.x, pile.y) for pile in geometry.profile.piles]
    for one, other in combinations([geometry.board, *pads], 2):
        assert not one.intersects(other)
    for rect in (geometry.board, *pads):
        assert geometry.table.contains(rect)
        assert not any(rect.adjusted(-20, -20, 20, 20).contains(pile) for pile in piles)
    for light in geometry.profile.lights[len(pads) :]:
        place = geometry.point(light.x, light.y)
        assert geometry.table.contains(place)
        assert not any(rect.contains(place) for rect in pads)


def test_pads_of_a_seat_stand_together() -> None:
    table = drawn(profiles.load("bench"), 9, 11)
    for seat in range(1, 7):
        own = [pad for pad in table.pads if group_of(pad.name) == f"seat{seat}.bench"]
        assert len({pad.y for pad in own}) == 1
        assert own[-1].x - own[0].x < 3 * PAD_MM
