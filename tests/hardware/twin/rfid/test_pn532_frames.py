"""PN532 frames against the examples of the user manual, and against noise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.twin.rfid.pn532_frames import ACK, ERROR, NACK, Deframer, Frame, Kind, build

VERSION = bytes.fromhex("0000ff02fed4022a00")
ASKED = Frame(Kind.DATA, b"\xd4\x02")


@pytest.mark.parametrize(
    ("data", "frame"),
    [
        ("d402", "0000ff02fed4022a00"),
        ("d50332010607", "0000ff06fad50332010607e800"),
        ("d414 01 14 01", "0000ff05fbd4140114010200"),
        ("d44a 01 00", "0000ff04fcd44a0100e100"),
        ("7f", ERROR.hex()),
    ],
)
def test_normal_frames(data: str, frame: str) -> None:
    assert build(bytes.fromhex(data)).hex() == frame


def test_a_long_frame_is_extended() -> None:
    frame = build(b"\xd5" + bytes(264))
    assert frame[:8].hex() == "0000ffffff0109f6"
    assert Deframer().feed(frame) == [Frame(Kind.DATA, b"\xd5" + bytes(264))]


@given(st.binary(min_size=1, max_size=265), st.integers(1, 20))
def test_every_frame_is_found_however_it_is_cut(data: bytes, size: int) -> None:
    frame = build(data)
    deframer = Deframer()
    found = [each for at in range(0, len(frame), size) for each in deframer.feed(frame[at : at + size])]
    assert found == [Frame(Kind.DATA, data)]


def test_ack_and_nack() -> None:
    assert Deframer().feed(ACK + NACK) == [Frame(Kind.ACK), Frame(Kind.NACK)]


@pytest.mark.parametrize("at", range(2, 8))
def test_a_frame_with_a_wrong_byte_is_ignored_and_the_next_is_found(at: int) -> None:
    wrong = bytearray(VERSION)
    wrong[at] ^= 0x10
    deframer = Deframer()
    assert deframer.feed(bytes(wrong)) == []
    assert deframer.feed(VERSION + VERSION)[-1] == ASKED


def test_a_frame_inside_a_bad_one_is_found() -> None:
    bad = b"\x00\x00\xff\x0a\xf6" + VERSION + b"\x00\x00"
    assert Deframer().feed(bad) == [ASKED]


@given(st.lists(st.binary(max_size=300), max_size=10))
def test_noise_hides_a_frame_no_longer_than_the_longest_frame(noise: list[bytes]) -> None:
    deframer = Deframer()
    for part in noise:
        deframer.feed(part)
    found = [frame for _ in range(40) for frame in deframer.feed(VERSION)]
    assert found[-1] == ASKED
