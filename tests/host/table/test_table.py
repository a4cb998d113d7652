"""Facts become snapshots."""

import pytest

from firmware.wire import BASELINE, BUTTON, MAX_DATA, TILE
from hardware import profiles
from host.ledger import Fact
from host.table import Press, Table, Touch
from host.table.table import LEAST, MEMORY_MS

GRID = profiles.load("grid")
TILES = len(GRID.tiles)


def fact(kind, src, data):
    return Fact(seq=1, as_of=None, t_board=0, t_host=0, kind=kind, src=src, data=bytes(data))


def baseline(state):
    return [fact(BASELINE, at // MAX_DATA, state[at : at + MAX_DATA]) for at in range(0, len(state), MAX_DATA)]


def whole(tiles=b""):
    return baseline(bytes(tiles).ljust(TILES + GRID.button_bytes, b"\0"))


@pytest.fixture
def table():
    table = Table(GRID)
    table.take(whole(), 100)
    return table


def test_nothing_is_known_before_every_tile_was_told():
    table = Table(GRID)
    table.found()
    assert not table.snapshot(0).is_known
    table.take(whole()[:-2], 10)
    assert not table.snapshot(10).is_known
    table.take(whole()[-2:], 20)
    assert table.snapshot(20).is_known


def test_a_baseline_is_laid_over_all_tiles():
    table = Table(GRID)
    table.take(whole(range(1, 17)), 10)
    assert table.snapshot(10).tiles[:16] == bytes(range(1, 17))


def test_a_tile_changes_and_the_touch_is_remembered_for_a_while(table):
    table.take([fact(TILE, 7, [4])], 200)
    snapshot = table.snapshot(200)
    assert snapshot.tiles[7] == 4
    assert snapshot.changed_at == 200
    assert snapshot.touches == (Touch(200, 7, 0, 4),)
    assert table.snapshot(201 + MEMORY_MS).touches == ()


def test_the_same_fact_again_changes_nothing(table):
    table.take([fact(TILE, 7, [4])], 200)
    table.take([fact(TILE, 7, [4])], 900)
    assert table.snapshot(900).changed_at == 200
    assert len(table.snapshot(900).touches) == 1


def test_facts_about_tiles_that_are_not_there_are_ignored(table):
    before = table.snapshot(200).tiles
    table.take([fact(TILE, 250, [1]), fact(BUTTON, 250, [1]), fact(TILE, 3, [])], 200)
    assert table.snapshot(200).tiles == before
    assert table.presses() == []


def test_a_lost_board_is_not_believed_until_it_is_back(table):
    table.lost()
    assert not table.snapshot(300).is_known
    table.take((), 350)
    assert not table.snapshot(350).is_known
    table.found()
    assert table.snapshot(400).is_known


def test_a_press_is_told_once_and_a_release_is_none(table):
    button = GRID.buttons[1]
    table.take([fact(BUTTON, button.byte, [1 << button.bit])], 300)
    table.take([fact(BUTTON, button.byte, [0])], 400)
    assert table.presses() == [Press(300, button.seat, button.answer)]
    assert table.presses() == []


def test_a_button_that_is_held_when_the_board_starts_is_no_press():
    table = Table(GRID)
    table.take(baseline(bytes(TILES) + b"\xff" * GRID.button_bytes), 10)
    assert table.presses() == []


def test_a_piece_lifted_five_times_is_trusted_and_a_restless_one_less(table):
    for count in range(10):
        table.take([fact(TILE, 7, [count % 2])], 200 + count)
    assert table.snapshot(300).confidence[7] == 100
    for count in range(10, 14):
        table.take([fact(TILE, 7, [count % 2])], 200 + count)
    assert LEAST < table.snapshot(300).confidence[7] < 100
    assert table.snapshot(300).confidence[8] == 100


def test_a_tile_on_which_hands_are_busy_is_trusted(table):
    for count in range(40):
        table.take([fact(TILE, 7, [count % 2])], 200 + 240 * count)
    assert table.snapshot(10_000).confidence[7] == 100


def test_a_tile_that_flaps_hundreds_of_times_still_says_something(table):
    for count in range(400):
        table.take([fact(TILE, 7, [count % 2])], 200 + count)
    assert table.snapshot(700).confidence[7] == LEAST


def test_a_masked_tile_is_not_trusted_at_all(table):
    table.mask(7)
    assert table.snapshot(200).masked == {7}
    table.unmask(7)
    assert table.snapshot(200).masked == frozenset()
