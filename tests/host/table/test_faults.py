"""A broken tile is believed again only after it was seen to work."""

from firmware.wire import CENTRE, EAST, NORTH, SOUTH
from host.table.faults import BACK_MS, Fault


def test_a_dead_tile_has_to_feel_something_and_be_right_for_a_while():
    fault = Fault(3, "dead", 0)
    assert not fault.look(0, 0, is_right=True)
    assert fault.due is None
    assert not fault.look(NORTH, 100, is_right=False)
    assert not fault.look(NORTH, 200, is_right=True)
    assert fault.due == 200 + BACK_MS
    assert not fault.look(NORTH, 199 + BACK_MS, is_right=True)
    assert fault.look(NORTH, 200 + BACK_MS, is_right=True)


def test_what_is_right_only_for_a_moment_does_not_count():
    fault = Fault(3, "dead", 0)
    fault.look(NORTH, 0, is_right=True)
    fault.look(0, 100, is_right=False)
    assert fault.due is None
    fault.look(NORTH, 200, is_right=True)
    assert not fault.look(NORTH, BACK_MS + 100, is_right=True)
    assert fault.look(NORTH, BACK_MS + 200, is_right=True)


def test_a_dead_reed_among_others_has_to_close_itself():
    fault = Fault(3, "dead", NORTH)
    fault.look(0, 0, is_right=True)
    assert not fault.look(NORTH, 2 * BACK_MS, is_right=True)
    fault.look(NORTH | CENTRE, 3 * BACK_MS, is_right=True)
    assert fault.look(NORTH | CENTRE, 4 * BACK_MS, is_right=True)


def test_of_a_stuck_tile_every_reed_has_to_open_for_nobody_knows_which_it_is():
    fault = Fault(3, "stuck", NORTH | SOUTH)
    fault.look(NORTH, 0, is_right=True)
    assert not fault.look(NORTH, BACK_MS, is_right=True)
    fault.look(SOUTH, 2 * BACK_MS, is_right=False)
    fault.look(SOUTH, 3 * BACK_MS, is_right=True)
    assert fault.look(SOUTH, 4 * BACK_MS, is_right=True)


def test_something_else_on_a_stuck_tile_proves_nothing():
    fault = Fault(3, "stuck", NORTH)
    fault.look(NORTH | EAST, 0, is_right=True)
    assert not fault.look(NORTH | EAST, BACK_MS, is_right=True)
