"""Whole frames out and in, and what is counted of them."""

from binascii import crc32

import pytest

from firmware import wire
from host.link.frames import STRUCTS, Inbox, Outbox, fields, frame, rest
from tests.host.link.page import told

MOST = told("frames.py", "MAX_WAITING")
ACK_OF_THE_PAGE = bytes.fromhex("00 03 02 07 02 2b 01 01 06 01 19 c8 b6 23 00")


@pytest.fixture
def outbox():
    return Outbox()


@pytest.fixture
def inbox():
    return Inbox()


def read(inbox, data):
    """The good frames in some bytes, without their CRC."""
    return [bytes(inbox.raw[:n]) for n in inbox.frames(data)]


# ---- out ----


def test_a_frame_goes_out_as_the_page_has_it(outbox):
    outbox.sid = 7
    outbox.send(wire.ACK, 0, bytes.fromhex("2b 00 00 00 01"))
    assert outbox.take() == ACK_OF_THE_PAGE == frame(wire.ACK, 7, 0, 43, 1)


def test_what_follows_the_fixed_fields_is_part_of_the_frame(inbox):
    (whole,) = read(inbox, frame(wire.LOG, 3, 0, 1, 2, rest=b"chain ok"))
    assert whole == bytes((wire.LOG, 3, 0, 1, 2, 0)) + b"chain ok"


def test_what_was_taken_is_forgotten(outbox):
    outbox.send_raw(b"once")
    assert (outbox.take(), outbox.take()) == (b"once", b"")


def test_every_frame_and_every_byte_that_was_taken_is_counted(outbox):
    assert (outbox.frames, outbox.bytes) == (0, 0)
    outbox.send(wire.BYE, 0)
    outbox.send(wire.PING, 1, bytes(4))
    assert (outbox.frames, outbox.bytes) == (2, 0)
    size = len(outbox.take())
    assert (outbox.frames, outbox.bytes) == (2, size)
    outbox.send_raw(wire.PROBE)
    size += len(outbox.take())
    assert (outbox.frames, outbox.bytes) == (2, size), "a probe is no frame, but has its bytes"


def test_as_much_waits_as_the_page_says_and_not_a_byte_more(outbox):
    outbox.send_raw(bytes(MOST))
    outbox.send_raw(b"x")
    assert outbox.take() == bytes(MOST)
    outbox.send_raw(bytes(MOST - 2))
    outbox.send_raw(b"too long")
    outbox.send_raw(b"ab")
    assert outbox.take() == bytes(MOST - 2) + b"ab"
    outbox.send_raw(bytes(MOST + 1))
    assert outbox.take() == b""


# ---- in ----


def test_frames_are_read_whatever_stands_between_them_and_however_they_are_cut(inbox):
    line = b"boot\r\n" + ACK_OF_THE_PAGE + b">>> " + wire.PROBE + frame(wire.BYE, 1, 0) + b"\0\0"
    expected = [bytes.fromhex("02 07 00 2b 00 00 00 01"), bytes((wire.BYE, 1, 0))]
    assert read(inbox, line) == expected
    assert [found for byte in line for found in read(inbox, bytes((byte,)))] == expected


def test_every_bad_frame_is_counted_also_beyond_a_new_port(inbox):
    spoilt = bytearray(ACK_OF_THE_PAGE)
    spoilt[5] ^= 4
    too_long, too_short, dangling = b"\1" * 300 + b"\0", b"\2x\0", b"\xff" + b"y" * 20 + b"\0"
    for count, bad in enumerate((bytes(spoilt), too_long, too_short, dangling, bytes(spoilt)), 1):
        assert read(inbox, b"\0" + bad) == []
        assert inbox.bad == count
        if count in (2, 4):
            inbox.reset()
            assert inbox.bad == count
    assert read(inbox, ACK_OF_THE_PAGE)
    assert inbox.bad == 5


def test_a_half_read_frame_is_forgotten_when_the_port_is_opened_anew(inbox):
    half = len(ACK_OF_THE_PAGE) // 2
    assert read(inbox, ACK_OF_THE_PAGE[:half]) == []
    inbox.reset()
    assert read(inbox, ACK_OF_THE_PAGE[half:] + ACK_OF_THE_PAGE) == [bytes.fromhex("02 07 00 2b 00 00 00 01")]


@pytest.mark.parametrize("kind", STRUCTS)
def test_fixed_fields_are_read_when_all_of_them_are_there(kind):
    size = STRUCTS[kind].size
    raw = memoryview(bytes((kind, 1, 2)) + bytes(range(1, size + 1)) + b"rest")
    whole = wire.HEADER + size
    assert fields(kind, raw, whole) == STRUCTS[kind].unpack(bytes(range(1, size + 1)))
    assert rest(kind, raw, whole) == b""
    assert rest(kind, raw, whole + 4) == b"rest"
    if size:
        assert fields(kind, raw, whole - 1) is None


def test_the_checksum_covers_all_that_stands_before_it():
    assert crc32(bytes.fromhex("02 07 00 2b 00 00 00 01")) == 0x23B6C819
