"""What can be true of a board, fact by fact, at the limits of its own description."""

import pytest

from firmware import wire
from host.link.fold import Fold
from host.link.pads import Layout, PadView, layout_of, read_pads
from host.link.sense import conclusions, objection

LAYOUT = Layout(tiles=15, buttons=2, pads=3)
UID = bytes.fromhex("04a1b2c3d4e5f6")
MISPLACED, SENSELESS = "but describes itself with 15 tiles, 2 bytes of buttons and 3 pads", "which makes no sense"


def is_so(words, kind, src, data, layout=LAYOUT):
    sentence = objection(layout, kind, src, data)
    assert words or not sentence, sentence
    assert words in sentence
    return True


@pytest.mark.parametrize(
    ("kind", "src", "data", "words"),
    [
        (wire.TILE, 0, b"\x1f", ""),
        (wire.TILE, 14, b"\0", ""),
        (wire.TILE, 15, b"\0", MISPLACED),
        (wire.TILE, 3, b"\x20", SENSELESS),
        (wire.TILE, 3, b"", SENSELESS),
        (wire.TILE, 3, b"\0\0", SENSELESS),
        (wire.BUTTON, 1, b"\xff", ""),
        (wire.BUTTON, 2, b"\0", MISPLACED),
        (wire.BUTTON, 0, b"", SENSELESS),
        (wire.BUTTON, 0, b"\0\0", SENSELESS),
        (wire.PAD, 2, bytes((wire.PAD_PRESENT, 14)), ""),
        (wire.PAD, 2, bytes((wire.PAD_PRESENT, 15)), SENSELESS),
        (wire.PAD, 2, bytes((wire.PAD_ABSENT, 200)), ""),
        (wire.PAD, 3, bytes((wire.PAD_ABSENT, 0)), MISPLACED),
        (wire.PAD, 0, b"\1", SENSELESS),
        (wire.PAD, 0, b"\1\0\0", SENSELESS),
        (wire.TAG, 14, UID, ""),
        (wire.TAG, 15, UID, MISPLACED),
        (wire.TEXT, 14, b"gun", ""),
        (wire.TEXT, 14 | wire.PART, b"", ""),
        (wire.TEXT, 15, b"gun", MISPLACED),
        (wire.TEXT, 15 | wire.PART, b"gun", MISPLACED),
        (wire.BASELINE, 0, bytes(12), ""),
        (wire.BASELINE, 1, bytes(5), ""),
        (wire.BASELINE, 1, bytes(6), MISPLACED),
        (wire.BASELINE, 2, b"", MISPLACED),
        (wire.BASELINE, 0, bytes(11) + b"\x20", SENSELESS),
        (wire.BASELINE, 1, b"\0\0\x20\0\0", SENSELESS),
        (wire.BASELINE, 1, b"\0\0\x1f\xff\xff", ""),
        (0, 250, b"what is new", ""),
        (7, 250, b"what is new", ""),
        (15, 250, b"what is new", ""),
    ],
)
def test_a_fact_at_the_limits(kind, src, data, words):
    assert is_so(words, kind, src, data)


@pytest.mark.parametrize("size", range(13))
def test_a_uid_has_four_seven_or_ten_bytes_or_none(size):
    assert is_so("" if size in (0, 4, 7, 10) else SENSELESS, wire.TAG, 0, bytes(size))


def test_an_objection_names_the_thing_and_what_was_said_of_it():
    assert "says 20 of tile 14, which" in objection(LAYOUT, wire.BASELINE, 1, b"\0\0\x20\0\0")
    assert "says 2a of tile 3, which" in objection(LAYOUT, wire.TILE, 3, b"\x2a")
    assert "says nothing of tile 3, which" in objection(LAYOUT, wire.TILE, 3, b"")
    assert "tells of bytes of its state from 12 on, but" in objection(LAYOUT, wire.BASELINE, 1, bytes(6))
    assert "tells of pad 3, but" in objection(LAYOUT, wire.PAD, 3, b"\1\0")
    assert "tells of text of tag 15, but" in objection(LAYOUT, wire.TEXT, 15 | wire.PART, b"x")


def test_one_of_a_kind_is_said_as_one():
    assert "describes itself with 1 tile, 1 byte of buttons and 1 pad." in objection(
        Layout(1, 1, 1), wire.TILE, 1, b"\0"
    )


# ---- states ----


def whole():
    """A fold that knows all of an empty table."""
    fold = Fold()
    fold.layout = LAYOUT
    fold.apply(wire.BASELINE, 0, bytes(12))
    fold.apply(wire.BASELINE, 1, bytes(5))
    return fold


def test_a_state_that_can_be_true_is_concluded_and_nothing_else_changes():
    state = bytearray(LAYOUT.size)
    state[14], state[16] = 31, 255
    assert conclusions(whole(), LAYOUT, bytes(state)) == [(wire.TILE, 14, b"\x1f"), (wire.BUTTON, 1, b"\xff")]
    assert conclusions(whole(), LAYOUT, bytes(LAYOUT.size)) == []


@pytest.mark.parametrize("size", [0, LAYOUT.size - 1, LAYOUT.size + 1])
def test_a_state_of_another_length_is_a_sentence(size):
    found = conclusions(whole(), LAYOUT, bytes(size))
    assert isinstance(found, str)
    assert f"should have {LAYOUT.size} bytes, but it has {size}." in found


TAG_0 = LAYOUT.tag_at(0)


@pytest.mark.parametrize(
    "change",
    [
        {14: 32},
        {LAYOUT.pad_at(0): wire.PAD_PRESENT, LAYOUT.pad_at(0) + 1: 15},
        {TAG_0: 5, TAG_0 + 1: 9},
        {TAG_0: 11, TAG_0 + 1: 9},
        {TAG_0: 4, TAG_0 + 5: 9},  # a fifth byte of a UID of four
        {TAG_0: 0, TAG_0 + 1: 9},
    ],
    ids=["tile", "pad", "five bytes", "eleven bytes", "a byte too many", "a UID of none"],
)
def test_a_state_that_cannot_be_true_is_a_sentence(change):
    state = bytearray(LAYOUT.size)
    for at, value in change.items():
        state[at] = value
    found = conclusions(whole(), LAYOUT, bytes(state))
    assert isinstance(found, str)
    assert "no state that a table can have" in found


# ---- where everything lies ----


def test_the_layout_follows_from_the_capabilities():
    """8.1 of the page: tiles, buttons, two bytes for each pad, then n + 12 entries of 35 bytes."""
    assert (LAYOUT.pads_at, LAYOUT.entries, LAYOUT.size) == (17, 15, 17 + 6 + 15 * 35)
    assert [LAYOUT.pad_at(pad) for pad in range(3)] == [17, 19, 21]
    assert [LAYOUT.tag_at(entry) for entry in (0, 1, 14)] == [23, 58, 513]
    assert (Layout(15, 2).entries, Layout(15, 2).size, Layout(0).size) == (0, 17, 0)


@pytest.mark.parametrize(("name", "most"), [("tiles", 240), ("buttons", 8), ("pads", 64)])
def test_a_number_that_the_page_does_not_allow_counts_as_none(name, most):
    def read(value):
        return getattr(layout_of({name: value}), name)

    assert [read(value) for value in (0, 1, most)] == [0, 1, most]
    assert [read(value) for value in (-1, most + 1, 1.0, "1", None, [])] == [0] * 6
    assert getattr(layout_of({}), name) == 0


def test_pads_are_read_as_far_as_the_state_goes():
    state = bytearray(LAYOUT.size)
    state[17:23] = bytes((wire.PAD_PRESENT, 14, wire.PAD_ABSENT, 3, wire.PAD_PRESENT, 15))
    at = LAYOUT.tag_at(14)
    state[at : at + 35] = b"\x07" + UID + bytes(3) + "Größe".encode().ljust(24, b"\0")
    first, second, third = read_pads(bytes(state), LAYOUT)
    assert first == PadView(wire.PAD_PRESENT, UID, "Größe")
    assert (second, third) == (PadView(wire.PAD_ABSENT), PadView(wire.PAD_PRESENT))
    assert read_pads(bytes(state[:at]), LAYOUT)[0] == PadView(wire.PAD_PRESENT)
    assert read_pads(bytes(state[:21]), LAYOUT) == (PadView(wire.PAD_PRESENT), PadView(wire.PAD_ABSENT), PadView())
    assert read_pads(bytes(state[:20]), LAYOUT)[1] == PadView()
    state[at] = 11  # longer than a UID can be
    assert read_pads(bytes(state), LAYOUT)[0].uid == UID + bytes(3)
    state[at + 11] = 0xFF
    assert read_pads(bytes(state), LAYOUT)[0].text == "\N{REPLACEMENT CHARACTER}r" + "öße"
