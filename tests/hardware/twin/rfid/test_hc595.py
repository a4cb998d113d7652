"""Chip selects and SPI1: exactly one reader hears, and nothing is written to it by choosing another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.twin.faults import BusFault
from hardware.twin.rfid.field import Field
from hardware.twin.rfid.hc595 import Hc595Chain, ReaderBus
from hardware.twin.rfid.mfrc522 import Mfrc522
from hardware.twin.rfid.pn532 import Pn532Spi

VERSION = bytes((0x80 | 0x37 << 1, 0))
READ_RELOAD = bytes((0x80 | 0x2D << 1, 0))
WRITE_RELOAD = bytes((0x2D << 1, 0x5A))


def bus_of(count: int, tied: bool = True) -> ReaderBus:
    return ReaderBus([Mfrc522(Field()) for _ in range(count)], tied)


def choose(bus: ReaderBus, pattern: bytes) -> None:
    """Shift a pattern, the nearest register's byte last, and latch it."""
    bus.latch(1, 0)
    bus.exchange(pattern, 0)
    for level in (0, 1, 0):
        bus.latch(level, 0)


def pattern_for(bus: ReaderBus, index: int) -> bytes:
    count = -(-len(bus.readers) // 8)
    return ((1 << 8 * count) - 1 ^ 1 << index).to_bytes(count, "big")


@given(st.integers(1, 4), st.lists(st.binary(min_size=1, max_size=6), max_size=5))
def test_a_chain_is_one_long_shift_register(count: int, parts: list[bytes]) -> None:
    chain, bits = Hc595Chain(count), [1] * 8 * count
    for part in parts:
        chain.shift(part)
        for byte in part:
            for bit in range(7, -1, -1):
                bits = [byte >> bit & 1, *bits[:-1]]
    chain.rclk(1)
    outputs = [chain.outputs[k >> 3] >> (k & 7) & 1 for k in range(8 * count)]
    assert outputs == bits


def test_outputs_change_with_the_rising_edge_alone() -> None:
    chain = Hc595Chain(1)
    chain.rclk(1)
    chain.shift(b"\x12")
    assert chain.outputs == b"\xff"
    chain.rclk(1)
    chain.rclk(0)
    assert chain.outputs == b"\xff"
    chain.rclk(1)
    assert chain.outputs == b"\x12"
    chain.enable(1)
    assert chain.outputs == b"\xff"


@pytest.mark.parametrize("index", [0, 1, 7, 8, 19])
def test_the_chosen_reader_answers_and_no_other(index: int) -> None:
    bus = bus_of(20)
    choose(bus, pattern_for(bus, index))
    assert bus.selected == (index,)
    assert bus.exchange(VERSION, 0) == b"\x00\x92"
    counts = [reader.accesses for reader in bus.readers if isinstance(reader, Mfrc522)]
    assert counts == [int(k == index) for k in range(20)]


def test_nobody_drives_miso_while_nobody_is_selected() -> None:
    assert bus_of(3).exchange(VERSION, 0) == b"\xff\xff"


def test_two_readers_at_once_are_a_fault() -> None:
    bus = bus_of(4)
    choose(bus, b"\xf6")
    with pytest.raises(BusFault, match="Readers 0 and 3 are selected at once"):
        bus.exchange(VERSION, 0)


def read_back_after_choosing_another(tied: bool) -> bytes:
    bus = bus_of(2, tied)
    choose(bus, b"\xfe")
    bus.exchange(WRITE_RELOAD, 0)
    choose(bus, b"\xfd")
    choose(bus, b"\xfe")
    return bus.exchange(READ_RELOAD, 0)


def test_choosing_another_reader_writes_nothing_to_the_old_one() -> None:
    assert read_back_after_choosing_another(tied=True) == b"\x00\x5a"


def test_with_output_enable_grounded_the_pattern_is_written_to_the_old_reader() -> None:
    assert read_back_after_choosing_another(tied=False) == b"\x00\xfd"


def test_irq_lines_are_low_for_readers_that_ask() -> None:
    readers = [Pn532Spi(Field()) for _ in range(9)]
    bus = ReaderBus(readers)
    assert bus.irq_levels(0) == b"\xff\xff"
    assert bus.next_event(0) is None
    readers[8].select(0, 0)
    readers[8].select(1, 10_000)
    readers[8].chip.receive(bytes.fromhex("0000ff02fed4022a00"), 20_000)
    assert bus.next_event(20_000) == 20_300
    assert bus.irq_levels(20_300) == b"\xff\xfe"


def test_reset_reaches_all_readers() -> None:
    bus = bus_of(2)
    choose(bus, b"\xfe")
    bus.exchange(WRITE_RELOAD, 0)
    bus.reset(0, 1_000)
    choose(bus, b"\xfe")
    assert bus.exchange(VERSION, 1_000) == b"\xff\xff"
    bus.reset(1, 2_000)
    choose(bus, b"\xfe")
    assert bus.exchange(READ_RELOAD, 3_000) == b"\x00\x00"


def test_bytes_on_the_wire_are_counted() -> None:
    bus = bus_of(1)
    choose(bus, b"\xfe")
    bus.exchange(VERSION, 0)
    assert bus.bytes_clocked == 3
