"""DMA, PIO and lights together."""

import struct
from random import Random

import pytest

from hardware.twin.lightline import NOMINAL, LightLine, coding_of, waveform
from hardware.twin.pio import Program
from hardware.twin.ws2812 import RESET_NS, Ws2812Chain
from tests.hardware.twin.pio_programs import WS2812, program

LIGHTS = program(WS2812(3, 4, 6), shift_right=True)
LATER_US = 20_000


def frame(*colours: int) -> bytes:
    return struct.pack(f"<{len(colours)}I", *colours)


def shown(line: LightLine, words: bytes) -> list[tuple[int, int, int]]:
    line.start(words, 0)
    line.settle(LATER_US)
    return line.chain.colours


def test_words_leave_lowest_bit_first() -> None:
    line = LightLine(2)
    line.load(LIGHTS)
    assert shown(line, frame(0x000001, 0x010100)) == [(0, 0x80, 0), (0x80, 0, 0x80)]


def test_a_board_without_pio_sends_the_same() -> None:
    with_pio, without = LightLine(1), LightLine(1)
    with_pio.load(LIGHTS)
    words = frame(0xC0FFEE)
    assert shown(with_pio, words) == shown(without, words)


@pytest.mark.parametrize(
    "sent",
    [
        LIGHTS,
        program(WS2812(3, 4, 6)),
        program(WS2812(3, 4, 6), threshold=8),
        program(WS2812(3, 4, 6), threshold=32, shift_right=True),
        program(WS2812(2, 5, 3), freq=8_000_000),
    ],
)
def test_the_table_says_what_the_machine_does(sent: Program) -> None:
    assert coding_of(sent) is not None
    words = [Random(1).getrandbits(32) for _ in range(12)]
    line = LightLine(4)
    line.load(sent)
    colours = shown(line, frame(*words))
    by_pulse = Ws2812Chain(4)
    pulses = waveform(sent, words)
    by_pulse.receive([*pulses[:-1], (pulses[-1][0], 600)])
    by_pulse.idle(RESET_NS)
    assert colours == by_pulse.colours


def test_a_program_with_a_memory_is_not_put_into_a_table() -> None:
    def body() -> None:
        # a 1 after a 1 is longer: Y remembers the bit before
        wrap_target()  # type: ignore[name-defined]  # noqa: F821
        out(x, 1).side(0)[5]  # type: ignore[name-defined]  # noqa: F821
        jmp(not_x, "low").side(1)[2]  # type: ignore[name-defined]  # noqa: F821
        jmp(not_y, "low").side(1)[2]  # type: ignore[name-defined]  # noqa: F821
        nop().side(1)[3]  # type: ignore[name-defined]  # noqa: F821
        label("low")  # type: ignore[name-defined]  # noqa: F821
        mov(y, x).side(0)  # type: ignore[name-defined]  # noqa: F821
        wrap()  # type: ignore[name-defined]  # noqa: F821

    assert coding_of(program(body)) is None


def test_pulses_out_of_the_limits_are_counted() -> None:
    line = LightLine(1)
    line.load(program(WS2812(2, 5, 3), freq=8_000_000, shift_right=True))  # T1L is 375 ns
    line.start(frame(0x000007), 0)
    assert line.chain.faults == 3


def test_the_channel_is_busy_until_the_last_words_are_in_the_fifo() -> None:
    line = LightLine(203)
    line.load(LIGHTS)
    line.start(frame(*[0] * 203), 1000)
    end = 1000 + 203 * 24 * 1.3
    assert line.busy(int(end - 5 * 24 * 1.3))
    assert not line.busy(int(end))


def test_lights_change_only_after_the_reset_time() -> None:
    line = LightLine(1)
    line.start(frame(0xFF), 0)
    line.settle(280)
    assert line.chain.colours == [(0, 0, 0)]
    line.settle(350)
    assert line.chain.colours == [(0, 255, 0)]


def test_a_frame_too_close_behind_another_only_prolongs_it() -> None:
    line = LightLine(1)
    line.start(frame(0x0000FF), 0)
    line.start(frame(0x00FF00), 100)
    line.settle(LATER_US)
    assert line.chain.colours == [(0, 255, 0)]
    assert line.chain.overflow_bits == 24


def test_nominal_pulses_keep_to_the_datasheet() -> None:
    line = LightLine(1)
    line.start(frame(0x00FF00), 0)
    assert line.chain.faults == 0
    assert NOMINAL.bit_ns == 1250
