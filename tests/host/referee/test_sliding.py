"""Whether a thing may still be on its way."""

import pytest

from host.referee.sliding import came_from, elsewhere, inward, is_one_push, last_landed, turned_round, with_corners
from host.table import Snapshot, Touch
from tests.host.referee.test_foresight import table
from tests.host.referee.toy import NEIGHBOURS, TILES

MIDDLE, BESIDE, FAR, EDGE = 12, 11, 4, 2


def source(*touches: Touch) -> int | None:
    return came_from(after(*touches), MIDDLE, NEIGHBOURS, 700)


def after(*touches: Touch) -> Snapshot:
    return Snapshot(1_000, bytes(TILES), bytes([100] * TILES), 1_000, True, touches)


def test_what_left_the_tile_beside_just_now_was_slid():
    assert source(Touch(700, BESIDE, 1, 0), Touch(1_000, MIDDLE, 0, 1)) == BESIDE
    assert source(Touch(1_000, MIDDLE, 0, 1), Touch(1_050, BESIDE, 1, 0)) == BESIDE


def test_what_left_it_long_ago_was_carried():
    assert source(Touch(200, BESIDE, 1, 0), Touch(1_000, MIDDLE, 0, 1)) is None


def test_what_was_lifted_elsewhere_was_carried():
    assert source(Touch(700, FAR, 1, 0), Touch(1_000, MIDDLE, 0, 1)) is None


def test_what_lay_otherwise_on_the_same_tile_was_turned():
    assert source(Touch(900, MIDDLE, 1, 0), Touch(1_000, MIDDLE, 0, 2)) == MIDDLE


def test_over_the_edge_things_come_straight_in_and_round_a_corner_either_way():
    assert inward(EDGE, NEIGHBOURS) == [7]
    assert sorted(inward(0, NEIGHBOURS)) == [1, 5]
    assert inward(MIDDLE, NEIGHBOURS) == []


def test_what_came_last_is_told_by_the_touches():
    touches = (Touch(800, MIDDLE, 0, 1), Touch(900, BESIDE, 0, 1), Touch(1_000, FAR, 1, 0))
    assert last_landed(after(*touches), (MIDDLE, BESIDE, FAR)) == BESIDE
    assert last_landed(after(*touches), (FAR, EDGE)) == FAR
    assert last_landed(after(*touches), ()) is None


def test_one_thing_lies_elsewhere_and_all_else_is_the_same():
    assert elsewhere(table((12, 1), (0, 4)), table((10, 1), (0, 4)), 12) == 10
    assert elsewhere(table((12, 1)), table((10, 2)), 12) is None
    assert elsewhere(table((12, 1)), table((12, 2)), 12) is None
    assert elsewhere(table((12, 1), (0, 4)), table((10, 1)), 12) is None
    assert elsewhere(table((12, 1), (0, 4)), table((12, 1), (1, 4)), 12) is None
    assert elsewhere(table((10, 1)), table((12, 1)), 12) is None


def test_one_push_is_one_thing_to_a_tile_beside_or_turned_where_it_lies():
    assert is_one_push(table((12, 1)), table((11, 1)), NEIGHBOURS)
    assert is_one_push(table((12, 1)), table((12, 2)), NEIGHBOURS)
    assert not is_one_push(table((12, 1)), table((10, 1)), NEIGHBOURS)
    assert not is_one_push(table((12, 1)), table((11, 2)), NEIGHBOURS)
    assert not is_one_push(table((12, 1), (0, 1)), table((11, 1), (1, 1)), NEIGHBOURS)
    assert not is_one_push(table((12, 1)), table(), NEIGHBOURS)


@pytest.mark.parametrize(("source", "target"), [(11, 12), (12, 11)])
@pytest.mark.parametrize("below", [(0, 0), (0, 1), (1, 0), (1, 1)], ids=str)
def test_a_pawn_may_be_pushed_from_tray_to_tray(source, target, below):
    """Only what stands on a tray goes on, and it stays as it faced."""
    trays = [(tile, 1) for tile, has_tray in zip((source, target), below, strict=True) if has_tray]
    before = table(*trays, (source, 16))
    assert is_one_push(before, table(*trays, (target, 16)), NEIGHBOURS)
    assert not is_one_push(before, table(*trays, (target, 8)), NEIGHBOURS)


def test_a_thing_that_is_turned_round_closes_the_reed_across():
    assert turned_round(table((12, 1), (0, 4)), 12) == table((12, 4), (0, 4))
    assert turned_round(table((12, 8)), 12) == table((12, 2))
    assert turned_round(table((12, 16)), 12) == table((12, 16))
    assert turned_round(table((12, 1)), 12) == table((12, 4))
    assert turned_round(table((12, 2)), 12) == table((12, 8))
    assert turned_round(table((12, 3)), 12) == table((12, 12))


@pytest.mark.parametrize(("left", "is_slid"), [(300, True), (299, False)])
def test_what_left_a_tile_beside_within_the_time_was_slid(left, is_slid):
    assert source(Touch(left, BESIDE, 1, 0), Touch(1_000, MIDDLE, 0, 1)) == (BESIDE if is_slid else None)


def test_a_thing_that_passes_between_two_tiles_comes_from_beyond():
    """Where tiles are far apart, no reed is closed for a while: what left two tiles away comes here, too."""
    assert source(Touch(700, 10, 1, 0), Touch(1_000, MIDDLE, 0, 1)) == 10
    assert source(Touch(700, BESIDE, 0, 1), Touch(1_000, MIDDLE, 0, 1)) is None


def test_what_is_held_over_a_tile_may_be_put_down_beside_it_or_across_its_corner():
    around = with_corners(NEIGHBOURS)
    assert sorted(around[MIDDLE]) == [6, 7, 8, 11, 13, 16, 17, 18]
    assert sorted(around[0]) == [1, 5, 6]


def test_tiles_touch_at_a_corner_only_if_they_share_two_neighbours():
    """On a table with holes some tiles have no neighbours at all."""
    line = {0: (1,), 1: (0, 2), 2: (1,), 3: ()}
    assert with_corners(line) == line
