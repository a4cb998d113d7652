"""Frames, checksum and air time against the standard's own examples and a sniffed trace."""

import pytest

from hardware.twin.rfid.air import CARRIER_HZ, FDT_US, PAUSE_US, Frame, checked, crc_a, rx_us, tx_us, with_crc


@pytest.mark.parametrize(("data", "check"), [("0000", "a01e"), ("1234", "26cf"), ("5000", "57cd"), ("3004", "26ee")])
def test_crc_a_of_known_frames(data: str, check: str) -> None:
    assert crc_a(bytes.fromhex(data)).hex() == check


def test_a_wrong_bit_is_noticed() -> None:
    good = with_crc(b"\x30\x04")
    assert checked(good) == b"\x30\x04"
    assert all(checked(Frame(good.value ^ 1 << bit, good.bits)) is None for bit in range(good.bits))


def test_a_frame_of_part_bytes_has_no_checksum() -> None:
    assert checked(Frame(with_crc(b"\x30\x04").value, 31)) is None


# proxmark3 issue 1411: WUPA, ATQA, ANTICOLL and UID at 0…992, 2116…4484, 7040…9504 and 10564…16388 carrier periods.
@pytest.mark.parametrize(
    ("us", "periods"),
    [
        (tx_us(Frame(0x52, 7)), 992),
        (rx_us(Frame.of(bytes(2))), 4484 - 2116),
        (tx_us(Frame.of(bytes(2))), 9504 - 7040),
        (rx_us(Frame.of(bytes(5))), 16388 - 10564),
        (FDT_US, 2116 - 992),
    ],
)
def test_air_time_is_that_of_a_sniffed_trace(us: int, periods: int) -> None:
    assert us == pytest.approx(periods * 1_000_000 / CARRIER_HZ, rel=0.05)


def test_waking_a_tag_and_the_first_level_take_as_long_as_in_the_trace() -> None:
    wake = tx_us(Frame(0x52, 7)) + FDT_US + rx_us(Frame.of(bytes(2)))
    anticollision = tx_us(Frame.of(bytes(2))) + FDT_US + rx_us(Frame.of(bytes(5)))
    select = tx_us(Frame.of(bytes(9))) + FDT_US + rx_us(Frame.of(bytes(3)))
    assert wake <= 400
    assert wake + PAUSE_US + anticollision == pytest.approx(1_210, rel=0.05)
    assert anticollision + PAUSE_US + select <= 2_100
