"""The WS2812B chain against its datasheet."""

import pytest

from hardware.twin.ws2812 import RESET_NS, Pulse, Ws2812Chain, decode_pulse

ZERO, ONE = (300, 900), (700, 700)


def pulses(*data: int) -> list[Pulse]:
    return [ONE if byte >> bit & 1 else ZERO for byte in data for bit in range(7, -1, -1)]


def test_green_red_blue_most_significant_bit_first() -> None:
    chain = Ws2812Chain(1)
    chain.receive(pulses(0x81, 0x42, 0x18))
    chain.idle(RESET_NS)
    assert chain.colours == [(0x42, 0x81, 0x18)]
    assert chain.faults == 0


def test_each_light_takes_the_first_24_bits_and_hands_on_the_rest() -> None:
    chain = Ws2812Chain(2)
    chain.receive(pulses(1, 2, 3, 4, 5, 6, 7, 8, 9))
    chain.idle(RESET_NS)
    assert chain.colours == [(2, 1, 3), (5, 4, 6)]
    assert chain.overflow_bits == 24


def test_nothing_shows_before_the_reset() -> None:
    chain = Ws2812Chain(1)
    chain.receive(pulses(1, 2, 3))
    chain.idle(RESET_NS - 1)
    assert chain.colours == [(0, 0, 0)]
    chain.idle(RESET_NS)
    assert chain.colours == [(2, 1, 3)]


def test_a_light_without_its_24_bits_keeps_its_colour() -> None:
    chain = Ws2812Chain(2)
    chain.receive(pulses(1, 2, 3, 4, 5, 6))
    chain.idle(RESET_NS)
    chain.receive(pulses(9, 9, 9, 9, 9))
    chain.idle(RESET_NS)
    assert chain.colours == [(9, 9, 9), (5, 4, 6)]


def test_bytes_behind_a_torn_byte_are_shifted() -> None:
    chain = Ws2812Chain(1)
    chain.receive([ONE])
    chain.receive_bytes(b"\x00\x00\x00")
    chain.idle(RESET_NS)
    assert chain.colours == [(0, 0x80, 0)]


@pytest.mark.parametrize(
    ("pulse", "bit", "good"),
    [
        ((220, 580), 0, True),
        ((380, 1000), 0, True),
        ((580, 580), 1, True),
        ((1000, 1000), 1, True),
        ((210, 900), 0, False),
        ((400, 900), 0, False),
        ((560, 900), 1, False),
        ((700, 375), 1, False),
        ((300, 5000), 0, False),
    ],
)
def test_the_high_time_tells_the_bit_and_the_limits_are_the_datasheets(pulse: Pulse, bit: int, good: bool) -> None:
    assert decode_pulse(pulse) == (bit, good)


def test_bad_pulses_are_counted() -> None:
    chain = Ws2812Chain(1)
    chain.receive([(450, 900)] * 24)
    assert chain.faults == 24
