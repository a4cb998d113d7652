"""What happened, in words."""

import pytest

from firmware import wire
from hardware import profiles
from host.cli.monitor.words import Words, gap_in_words, reeds_in_words
from host.ledger import OVERFLOW, REBOOT, Fact, Gap
from host.link import Arrived, Connected, Crashed, Lost, Missed, PadView, Repaired

N, E, S, W, C = 1, 2, 4, 8, 16


@pytest.fixture
def words():
    return Words(profiles.load("grid"))


def fact(kind, src, *data, inferred=0, at=7):
    return Fact(None if inferred else 1, None, 5, at, kind, src, bytes(data), inferred)


def told(words, happening):
    return [entry.text for entry in words.entries(happening, 99)]


@pytest.mark.parametrize(
    ("mask", "text"),
    [
        (0, "empty"),
        (N, "piece facing north"),
        (W, "piece facing west"),
        (C, "pawn"),
        (S | C, "piece facing south, pawn on it"),
        (N | E | W, "piece facing north, cross tray over it"),
        (E | N | S | C, "piece facing east, cross tray over it, pawn on top"),
        (N | E, "reeds N+E"),
        (N | S, "reeds N+S"),
        (31, "reeds N+E+S+W+C"),
    ],
)
def test_reeds(mask, text):
    assert reeds_in_words(mask) == text


def test_a_tile_is_called_by_its_name_and_time(words):
    (entry,) = words.entries(Arrived("u", [fact(wire.TILE, 40, N, at=1234)]), 99)
    assert entry == (1234, "e5: piece facing north")


def test_a_tile_that_the_profile_lacks_is_still_told(words):
    assert told(words, Arrived("u", [fact(wire.TILE, 200, N)])) == ["tile 200: piece facing north"]


def test_a_button_byte_tells_only_what_changed(words):
    facts = [fact(wire.BUTTON, 0, value) for value in (0b0001, 0b1001, 0b1000, 0)]
    assert told(words, Arrived("u", facts)) == [
        "seat1: yes pressed",
        "seat2: no pressed",
        "seat1: yes released",
        "seat2: no released",
    ]


def test_a_button_held_since_the_start_is_only_told_when_released(words):
    tiles = words.profile.tile_bytes
    chunk = tiles // wire.MAX_DATA
    baseline = bytearray(wire.MAX_DATA)
    baseline[tiles % wire.MAX_DATA] = 0b10
    assert told(words, Arrived("u", [fact(wire.BASELINE, chunk, *baseline)])) == ["whole state told in 1 fact"]
    assert told(words, Arrived("u", [fact(wire.BUTTON, 0, 0)])) == ["seat1: no released"]


def test_inferred_facts_say_so(words):
    assert told(words, Repaired("u", [fact(wire.TILE, 0, E, inferred=1)])) == [
        "a1: piece facing east (inferred)",
        "snapshot mended 1 fact",
    ]
    assert told(words, Repaired("u", [])) == ["snapshot: all as believed"]


def test_kinds_of_facts_that_nobody_knows_yet_are_shown_raw(words):
    assert told(words, Arrived("u", [fact(9, 3, 0xAB, 0xCD)])) == ["fact of kind 9 from 3: abcd"]


def test_sessions_gaps_and_crashes(words):
    assert told(words, Connected("u", 1, True)) == ["connected, a new run"]
    assert told(words, Lost("u", "The cable is out.")) == ["The cable is out."]
    assert told(words, Missed("u", Gap(5, 9, OVERFLOW, 1))) == ["gap: 5 facts lost, the board's ring was full"]
    assert told(words, Crashed("u", 1, "Traceback\nValueError: x\n")) == ["the board has crashed before: ValueError: x"]
    assert gap_in_words(Gap(5, None, REBOOT, 1)) == "gap: from fact 5 on, the board restarted"


UID = bytes.fromhex("04a1b2c3d4e5f6")


def test_a_card_on_a_pad_is_named_by_what_was_told_before(words):
    facts = [
        fact(wire.TAG, 3, *UID),
        fact(wire.TEXT, 3, *b"a-name-of-mo"),
        fact(wire.TEXT, 3 | wire.PART, *b"re-than-12"),
        fact(wire.PAD, 0, wire.PAD_PRESENT, 3),
    ]
    assert told(words, Arrived("u", facts)) == ["play: a-name-of-more-than-12 (04a1b2c3d4e5f6)"]
    facts = [fact(wire.TAG, 3, *UID), fact(wire.PAD, 0, wire.PAD_PRESENT, 3)]
    assert told(words, Arrived("u", facts)) == ["play: a tag without a text (04a1b2c3d4e5f6)"]


def test_a_card_that_was_told_to_an_earlier_host_is_named_too():
    words = Words(profiles.load("grid"), lambda: (PadView(wire.PAD_PRESENT, UID, "gun-3"),))
    assert told(words, Arrived("u", [fact(wire.PAD, 0, wire.PAD_PRESENT, 9)])) == ["play: gun-3 (04a1b2c3d4e5f6)"]


@pytest.mark.parametrize(
    ("what", "text"),
    [
        (wire.PAD_ABSENT, "play: empty"),
        (wire.PAD_SEVERAL, "play: several tags; leave one of them"),
        (wire.PAD_GARBLED, "play: a tag that cannot be read; move it"),
        (wire.PAD_DOWN, "play: the reader does not answer; look at its plug"),
        (77, "play: something that this Deadfall does not know"),
    ],
)
def test_other_things_that_a_pad_says(words, what, text):
    assert told(words, Arrived("u", [fact(wire.PAD, 0, what, 0)])) == [text]


def test_hostile_facts_of_pads_are_put_into_words(words):
    facts = [fact(wire.PAD, 200), fact(wire.PAD, 0, wire.PAD_PRESENT), fact(wire.TEXT, 255, 255), fact(wire.TAG, 1)]
    assert told(words, Arrived("u", facts)) == ["pad 200: not read yet", "play: a tag without a text (not told yet)"]
