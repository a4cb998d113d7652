"""Pads in words: what everybody may know, and all of it if wished."""

import pytest

from firmware import wire
from hardware import profiles
from host.cli.monitor.pad_words import PadWords, shown_pads
from host.ledger import Fact
from host.link import PadView

BENCH = profiles.load("bench")
PLAY, PRIVATE = BENCH.pad_named("play").index, BENCH.pad_named("seat1.bench.1").index
UID = bytes.fromhex("04a1b2c3d4e5f6")


def lines(words: PadWords, kind: int, src: int, data: bytes) -> list[str]:
    return list(words.lines(Fact(1, None, 0, 0, kind, src, data)))


def laid(pad: int, text: bytes = b"gun-3", *, reveals: bool = False) -> list[str]:
    words = PadWords(BENCH, reveals=reveals)
    told = lines(words, wire.TAG, 3, UID) + lines(words, wire.TEXT, 3, text)
    return told + lines(words, wire.PAD, pad, bytes((wire.PAD_PRESENT, 3)))


def test_a_card_on_a_public_pad_is_named() -> None:
    assert laid(PLAY) == ['play: tag 04a1b2c3d4e5f6, "gun-3"']
    assert laid(PLAY, b"") == ["play: tag 04a1b2c3d4e5f6"]


def test_a_card_on_a_private_pad_is_a_card() -> None:
    assert laid(PRIVATE) == ["seat1.bench.1: a card"]
    assert laid(PRIVATE, reveals=True) == ['seat1.bench.1: tag 04a1b2c3d4e5f6, "gun-3"']


def test_a_tag_cannot_steer_the_terminal() -> None:
    assert laid(PLAY, b"\x1b[2J") == ['play: tag 04a1b2c3d4e5f6, "�[2J"']


@pytest.mark.parametrize(
    ("what", "text"),
    [
        (wire.PAD_ABSENT, "play: empty"),
        (wire.PAD_SEVERAL, "play: several cards; leave one of them"),
        (wire.PAD_DOWN, "play: its reader does not answer; look at its plug"),
        (77, "play: state 77"),
    ],
)
def test_other_states(what: int, text: str) -> None:
    assert lines(PadWords(BENCH), wire.PAD, PLAY, bytes((what, 0))) == [text]


def test_senseless_facts_tell_nothing() -> None:
    assert lines(PadWords(BENCH), wire.PAD, 200, b"\x01\x00") == []
    assert lines(PadWords(BENCH), wire.PAD, PLAY, b"") == []


@pytest.mark.parametrize("reveals", [False, True])
def test_a_picture_shows_no_more_than_the_words(reveals: bool) -> None:
    views = [PadView(wire.PAD_PRESENT, UID, "gun-3")] * len(BENCH.pads)
    pads = shown_pads(BENCH, views, reveals=reveals)
    assert pads[PLAY] == views[PLAY]
    assert pads[PRIVATE] == (views[PRIVATE] if reveals else PadView(wire.PAD_PRESENT, b"", "a card"))
    empty = shown_pads(BENCH, [PadView(wire.PAD_ABSENT)] * len(BENCH.pads), reveals=reveals)
    assert empty[PRIVATE] == PadView(wire.PAD_ABSENT)


def test_a_card_that_was_told_to_an_earlier_host_is_named_too():
    believed = (PadView(wire.PAD_PRESENT, bytes.fromhex("04a1b2"), "gun-3"),)
    words = PadWords(profiles.load("grid"), believed=lambda: believed)
    fact = Fact(1, None, 0, 0, wire.PAD, 0, bytes((wire.PAD_PRESENT, 9)))
    assert list(words.lines(fact)) == ['play: tag 04a1b2, "gun-3"']
