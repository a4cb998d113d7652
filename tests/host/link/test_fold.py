"""The state as the host believes it."""

from binascii import crc32

from hypothesis import given
from hypothesis import strategies as st

from firmware.wire import BASELINE, BUTTON, TILE
from host.link.fold import MAX_STATE, Fold

STATES = st.binary(min_size=1, max_size=60)


def fold_of(state, tiles=None):
    fold = Fold()
    for at in range(0, len(state), 12):
        fold.apply(BASELINE, at // 12, state[at : at + 12])
    if tiles is not None:
        fold.tiles = tiles
    return fold


@given(STATES)
def test_baselines_give_the_state_and_its_digest(state):
    fold = fold_of(state)
    assert bytes(fold.cells) == state
    assert fold.digest() == crc32(state)


@given(STATES, st.data())
def test_differences_lead_from_any_state_to_any_other(state, data):
    other = data.draw(st.binary(min_size=len(state), max_size=len(state)))
    fold = fold_of(state, data.draw(st.integers(0, len(state))))
    for difference in fold.differences(other):
        fold.apply(*difference)
    assert bytes(fold.cells) == other
    assert fold.differences(other) == []


@given(STATES, st.integers(0, 60))
def test_differences_from_nothing_are_the_whole_state(state, tiles):
    fold = Fold()
    fold.tiles = tiles
    changes = fold.differences(state)
    assert b"".join(data for _, _, data in changes) == state
    assert {kind for kind, _, _ in changes} == {BASELINE}


def test_buttons_wait_until_their_place_is_known():
    fold = fold_of(bytes(25))
    fold.apply(BUTTON, 0, b"\x03")
    assert fold.cells[24] == 0
    fold.tiles = 24
    assert fold.cells[24] == 3


def test_a_chunk_replaces_only_the_waiting_buttons_that_lie_in_it():
    fold = Fold()
    fold.apply(BUTTON, 0, b"\x03")
    fold.apply(BUTTON, 12, b"\x05")
    fold.apply(BASELINE, 0, bytes(12))
    fold.apply(BASELINE, 2, b"\x01" + bytes(11))
    fold.tiles = 24
    assert (fold.cells[24], fold.cells[36]) == (1, 5)


def test_a_button_told_after_its_chunk_counts():
    fold = Fold()
    fold.apply(BUTTON, 0, b"\x03")
    fold.apply(BASELINE, 2, bytes(12))
    fold.apply(BUTTON, 0, b"\x07")
    fold.tiles = 24
    assert fold.cells[24] == 7


def test_a_chunk_that_was_never_told_is_inferred_whole_even_if_tiles_in_it_were():
    fold = Fold()
    fold.tiles = 24
    fold.apply(BASELINE, 0, bytes(12))
    fold.apply(TILE, 13, b"\x05")
    state = bytearray(25)
    state[13] = 5
    assert fold.differences(bytes(state)) == [(BASELINE, 1, bytes(state[12:24])), (BASELINE, 2, bytes(1))]


def test_senseless_facts_do_not_make_it_grow():
    fold = Fold()
    for src in range(256):
        fold.apply(BASELINE, src, bytes(12))
        fold.apply(TILE, src, b"")
        fold.apply(14, src, b"\x01")
    fold.tiles = MAX_STATE
    fold.apply(BUTTON, 255, b"\x01")
    assert len(fold.cells) <= MAX_STATE
