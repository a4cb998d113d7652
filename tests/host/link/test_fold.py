"""The state as the host believes it."""

from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.wire import BASELINE, BUTTON, PAD, PART, TAG, TEXT, TILE
from host.link.fold import MAX_STATE, Fold
from host.link.pads import Layout
from tests.host.link.page import told

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


# ---- where facts have their place ----

LAYOUT = Layout(tiles=14, buttons=2, pads=2)
UID = bytes.fromhex("04a1b2c3d4e5f6")


def table_fold():
    fold = Fold()
    fold.layout = LAYOUT
    fold.apply(BASELINE, 0, bytes(12))
    fold.apply(BASELINE, 1, bytes(4))
    return fold


def changed(fold):
    """The bytes that are not 0, by their place."""
    return {at: value for at, value in enumerate(fold.cells) if value}


def test_every_kind_of_fact_has_the_place_that_the_page_gives_it():
    for kind, src, data, expected in (
        (TILE, 13, b"\5", {13: 5}),
        (TILE, 3, b"\5\6", {3: 5}),
        (BUTTON, 0, b"\3", {14: 3}),
        (BUTTON, 1, b"\3\4", {15: 3}),
        (PAD, 0, b"\1\2", {16: 1, 17: 2}),
        (PAD, 1, b"\1\2\3", {18: 1, 19: 2}),
        (PAD, 2, b"\1\2", {}),
        (PAD, 0, b"\1", {}),
        (TAG, 0, b"\7\x08\x09\x0a", {20: 4, 21: 7, 22: 8, 23: 9, 24: 10}),
        (TAG, 13, b"\7\x08\x09\x0a", {475: 4, 476: 7, 477: 8, 478: 9, 479: 10}),
        (TAG, 14, b"\7\x08\x09\x0a", {}),
        (TEXT, 0, b"ab", {31: 97, 32: 98}),
        (TEXT, PART, b"ab", {43: 97, 44: 98}),
        (TEXT, 14, b"ab", {}),
        (14, 0, b"ab", {}),
    ):
        fold = table_fold()
        fold.apply(kind, src, data)
        assert changed(fold) == expected, (kind, src, data)
        assert len(fold.cells) == LAYOUT.size


def test_a_shorter_text_replaces_the_whole_half_and_a_tag_both():
    fold = table_fold()
    for src, half in ((0, b"a long text."), (PART, b"and the rest")):
        fold.apply(TEXT, src, half)
    fold.apply(TEXT, 0, b"b")
    assert bytes(fold.cells[31:55]) == b"b".ljust(12, b"\0") + b"and the rest"
    fold.apply(TAG, 0, UID + b"xyz" + b"beyond")
    assert bytes(fold.cells[20:55]) == b"\x0a" + UID + b"xyz" + bytes(24)
    fold.apply(TAG, 0, UID)
    assert bytes(fold.cells[20:55]) == b"\7" + UID + bytes(27)


def test_a_layout_with_pads_makes_the_state_as_long_as_it_must_be_and_one_without_does_not():
    fold = Fold()
    fold.layout = LAYOUT
    assert len(fold.cells) == LAYOUT.size
    fold = Fold()
    fold.layout = Layout(14, 2)
    assert (len(fold.cells), fold.tiles) == (0, 14)
    assert Fold().tiles is None


def test_what_would_be_may_be_asked_without_its_being_so():
    fold = table_fold()
    fold.apply(TILE, 3, b"\5")
    before = bytes(fold.cells)
    found = fold.after([(TILE, 4, b"\6"), (BUTTON, 0, b"\7")], 18)
    assert found == bytes((0, 0, 0, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0))
    assert bytes(fold.cells) == before


def test_what_lies_behind_the_end_is_dropped():
    fold = fold_of(bytes(range(1, 26)))
    fold.shorten(24)
    assert bytes(fold.cells) == bytes(range(1, 25))
    fold.shorten(30)
    assert len(fold.cells) == 24


def test_a_chunk_that_was_told_shorter_than_it_is_comes_whole():
    fold = Fold()
    fold.tiles = 24
    fold.apply(BASELINE, 0, bytes(12))
    fold.apply(BASELINE, 1, bytes(5))
    state = bytes(13) + b"\1" + bytes(10)
    assert fold.differences(state) == [(BASELINE, 1, state[12:])]
    assert fold.differences(bytes(17)) == []


def test_differences_of_tiles_and_buttons_are_told_by_their_own_numbers():
    fold = table_fold()
    state = bytearray(fold.cells)
    state[0], state[12], state[13], state[14], state[15] = 1, 2, 3, 4, 5
    assert fold.differences(bytes(state)) == [
        (TILE, 0, b"\1"),
        (TILE, 12, b"\2"),
        (TILE, 13, b"\3"),
        (BUTTON, 0, b"\4"),
        (BUTTON, 1, b"\5"),
    ]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (b"", []),
        (b"gun", [(TEXT, 13, b"gun")]),
        (b"twelve bytes", [(TEXT, 13, b"twelve bytes")]),
        (b"thirteen byte", [(TEXT, 13, b"thirteen byt"), (TEXT, 13 | PART, b"e")]),
        (b"a text of twenty-four by", [(TEXT, 13, b"a text of tw"), (TEXT, 13 | PART, b"enty-four by")]),
    ],
)
def test_a_difference_in_a_tag_is_told_as_the_board_would_tell_it(text, facts):
    board, host = table_fold(), table_fold()
    for fact in ((TAG, 13, UID), *facts, (PAD, 1, b"\2\x0d")):
        board.apply(*fact)
    found = host.differences(bytes(board.cells))
    assert found == [(TAG, 13, UID), *facts, (PAD, 1, b"\2\x0d")]


def test_a_state_that_ends_early_teaches_no_part_of_a_pad_or_tag():
    board = table_fold()
    board.apply(TAG, 0, UID)
    board.apply(PAD, 1, b"\2\0")
    state = bytes(board.cells)
    assert table_fold().differences(state[:54]) == [(PAD, 1, b"\2\0")]
    assert table_fold().differences(state[:55]) == [(TAG, 0, UID), (PAD, 1, b"\2\0")]
    assert table_fold().differences(state[:19]) == []


# ---- what waits until its place is known ----


def test_everything_but_tiles_and_chunks_waits_for_the_layout():
    fold = Fold()
    fold.apply(BASELINE, 0, bytes(12))
    for kind, src, data in ((BUTTON, 0, b"\3"), (PAD, 1, b"\1\2"), (TAG, 0, UID), (TEXT, 0, b"gun"), (TILE, 3, b"\4")):
        fold.apply(kind, src, data)
    assert changed(fold) == {3: 4}
    fold.layout = LAYOUT
    expected = {3: 4, 14: 3, 18: 1, 19: 2, 20: 7, **dict(enumerate(UID, 21)), **dict(enumerate(b"gun", 31))}
    assert changed(fold) == expected
    fold.cells[:] = bytes(len(fold.cells))
    fold.layout = LAYOUT
    assert changed(fold) == {}, "what waited has been laid, once"


def test_a_fact_that_only_part_of_a_later_chunk_covers_still_counts():
    """Bytes 12 to 23 were told since; the pad has bytes 22 to 25 of a table with 22 tiles and buttons."""
    layout = Layout(tiles=21, buttons=2, pads=1)
    fold = Fold()
    fold.apply(PAD, 0, b"\5\6")  # bytes 23 and 24
    fold.apply(BASELINE, 1, bytes(12))
    fold.layout = layout
    assert changed(fold) == {23: 5, 24: 6}
    fold = Fold()
    fold.apply(PAD, 0, b"\5\6")
    fold.apply(BASELINE, 1, bytes(12))
    fold.apply(BASELINE, 2, bytes(1))
    fold.layout = layout
    assert changed(fold) == {}


def test_a_state_has_as_many_bytes_as_the_page_says_at_most():
    fold, most = Fold(), told("fold.py", "MAX_STATE")
    fold.apply(BASELINE, most // 12, b"x" * 12)
    assert len(fold.cells) == most == MAX_STATE
    assert fold.cells[-4:] == b"xxxx"
    fold.apply(BASELINE, most // 12 + 1, b"x" * 12)
    assert len(fold.cells) == most
