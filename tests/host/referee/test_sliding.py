"""Whether a thing may still be on its way."""

from host.referee.sliding import is_on_its_way, is_one_push
from host.table import Snapshot, Touch
from tests.host.referee.test_foresight import table
from tests.host.referee.toy import NEIGHBOURS, TILES

MIDDLE, BESIDE, FAR, EDGE = 12, 11, 4, 2


def is_moving(*touches: Touch, landed: int = MIDDLE, is_new: bool = False) -> bool:
    snapshot = Snapshot(1_000, bytes(TILES), bytes([100] * TILES), 1_000, True, touches)
    return is_on_its_way(snapshot, [landed], NEIGHBOURS, 700, is_new=is_new)


def test_what_left_the_tile_beside_just_now_is_on_its_way():
    assert is_moving(Touch(700, BESIDE, 1, 0), Touch(1_000, MIDDLE, 0, 1))


def test_what_left_it_long_ago_was_carried():
    assert not is_moving(Touch(200, BESIDE, 1, 0), Touch(1_000, MIDDLE, 0, 1))


def test_what_was_lifted_elsewhere_was_carried():
    assert not is_moving(Touch(700, FAR, 1, 0), Touch(1_000, MIDDLE, 0, 1))


def test_what_is_being_turned_may_be_turned_on():
    assert is_moving(Touch(900, MIDDLE, 1, 0), Touch(1_000, MIDDLE, 0, 2))


def test_a_new_thing_is_slid_in_over_the_edge():
    assert is_moving(Touch(1_000, EDGE, 0, 1), landed=EDGE, is_new=True)
    assert not is_moving(Touch(1_000, EDGE, 0, 1), landed=EDGE)
    assert not is_moving(Touch(1_000, MIDDLE, 0, 1), is_new=True)


def test_one_push_is_one_thing_to_a_tile_beside_or_turned_where_it_lies():
    assert is_one_push(table((12, 1)), table((11, 1)), NEIGHBOURS)
    assert is_one_push(table((12, 1)), table((12, 2)), NEIGHBOURS)
    assert not is_one_push(table((12, 1)), table((10, 1)), NEIGHBOURS)
    assert not is_one_push(table((12, 1)), table((11, 2)), NEIGHBOURS)
    assert not is_one_push(table((12, 1), (0, 1)), table((11, 1), (1, 1)), NEIGHBOURS)
    assert not is_one_push(table((12, 1)), table(), NEIGHBOURS)
