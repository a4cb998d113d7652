"""The PIO model and the assembler of the `rp2` shim."""

from typing import Any

import pytest

from hardware.twin.pio import PioError, Program, StateMachine, fifo_words
from tests.hardware.twin.pio_programs import WS2812, assemble, program


def test_the_assembler_gives_the_words_of_the_pico_sdk() -> None:
    # pico-examples/pio/ws2812: T1, T2, T3 = 2, 5, 3
    assert assemble(WS2812(2, 5, 3), side_bits=1).words == [0x6221, 0x1123, 0x1400, 0xA442]


def test_side_set_and_delay_share_five_bits() -> None:
    with pytest.raises(Exception, match="delay 16"):
        assemble(WS2812(17, 1, 1), side_bits=1)


def test_the_divider_is_rounded_down() -> None:
    assert program(WS2812(3, 4, 6)).cycle_ns == 100
    assert program(WS2812(3, 4, 6), freq=9_999_999).cycle_ns == pytest.approx(8 * 3200 / 256)
    assert program(WS2812(3, 4, 6), freq=7_000_000).cycle_ns == pytest.approx(8 * 4571 / 256)


def test_an_out_with_autopull_stalls_on_an_empty_fifo_with_its_side_set_done() -> None:
    machine = StateMachine(program(WS2812(3, 4, 6)))
    machine.level = 1
    machine.run_until_stalled()
    assert machine.level == 0
    assert machine.edges == [(0, 0)]


def edges(words: list[int], **changes: Any) -> list[tuple[int, int]]:
    machine = StateMachine(program(WS2812(3, 4, 6), **changes))
    machine.run_until_stalled()
    start = machine.cycles
    machine.fifo.extend(words)
    machine.run_until_stalled()
    return [(cycle - start, level) for cycle, level in machine.edges]


def test_a_one_is_seven_cycles_high_and_a_zero_three() -> None:
    # 2 bits of one word, high bit first: 1 then 0; the OUT itself takes six cycles low
    assert edges([0x80000000], threshold=2) == [(6, 1), (13, 0), (19, 1), (22, 0)]


def test_shift_right_takes_the_low_bit_first() -> None:
    assert edges([0b01], threshold=2, shift_right=True) == [(6, 1), (13, 0), (19, 1), (22, 0)]


def test_the_clock_divider_has_eight_fractional_bits() -> None:
    assert program(WS2812(3, 4, 6), freq=10_000_000).cycle_ns == pytest.approx(100.0)
    assert program(WS2812(3, 4, 6), freq=7_000_000).cycle_ns == pytest.approx(round(125 / 7 * 256) / 256 * 8)


def countdown() -> Program:
    def body() -> None:
        set(x, 3)  # type: ignore[name-defined,operator]  # noqa: F821
        label("again")  # type: ignore[name-defined]  # noqa: F821
        jmp(x_dec, "again").side(1)  # type: ignore[name-defined]  # noqa: F821
        pull(block).side(0)  # type: ignore[name-defined]  # noqa: F821

    return program(body, autopull=False)


def test_x_dec_loops_and_pull_blocks() -> None:
    machine = StateMachine(countdown())
    machine.run_until_stalled()
    assert machine.edges == [(1, 1), (5, 0)]


def test_an_unknown_instruction_is_refused() -> None:
    machine = StateMachine(Program((0x4001,), (0, 0), 0, False, False, 32, 10_000_000))
    with pytest.raises(PioError, match="opcode 2"):
        machine.step()


def test_a_program_that_never_waits_is_refused() -> None:
    machine = StateMachine(Program((0xA042,), (0, 0), 0, False, False, 32, 10_000_000))
    with pytest.raises(PioError, match="never waits"):
        machine.run_until_stalled(100)


def test_narrow_writes_fill_all_lanes() -> None:
    assert fifo_words(b"\x12\x34", 1) == b"\x12\x12\x12\x12\x34\x34\x34\x34"
    assert fifo_words(b"\x12\x34", 2) == b"\x12\x34\x12\x34"
