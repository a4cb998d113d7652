"""The 74HC165 chain against its datasheet's function table."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.twin.hc165 import Hc165Chain


def loaded(*levels: int) -> Hc165Chain:
    chain = Hc165Chain(len(levels))
    chain.inputs[:] = bytes(levels)
    chain.load(0)
    chain.load(1)
    return chain


def test_open_inputs_read_one() -> None:
    chain = Hc165Chain(3)
    chain.load(0)
    chain.load(1)
    assert chain.read(3) == b"\xff\xff\xff"


def test_nearest_register_comes_first_with_d7_first() -> None:
    chain = loaded(0b01111111, 0b11111110)
    bits = []
    for _ in range(16):
        bits.append(chain.q)
        chain.clock()
    assert bits == [0] + 14 * [1] + [0]


def test_inputs_are_frozen_by_the_rising_edge_of_load() -> None:
    chain = loaded(0xFE)
    chain.inputs[0] = 0xFF
    assert chain.read(1) == b"\xfe"


def test_while_loading_the_output_follows_d7_and_the_clock_shifts_nothing() -> None:
    chain = Hc165Chain(2)
    chain.load(0)
    chain.inputs[0] = 0x7F
    assert chain.read(2) == b"\x00\x00"
    chain.inputs[0] = 0xFE
    assert chain.read(1) == b"\xff"
    chain.load(1)
    assert chain.read(2) == b"\xfe\xff"


def test_a_second_high_on_load_neither_loads_nor_rewinds() -> None:
    chain = loaded(0x12, 0x34)
    chain.read(1)
    chain.inputs[:] = b"\x00\x00"
    chain.load(1)
    assert chain.read(1) == b"\x34"


def test_behind_the_last_register_comes_its_tied_serial_input() -> None:
    assert loaded(0x00).read(3) == b"\x00\xff\xff"


def test_a_master_that_samples_late_loses_the_first_bit() -> None:
    chain = loaded(0x7F, 0xFF)
    chain.sample_late = True
    assert chain.read(2) == b"\xff\xff"


@given(
    levels=st.binary(max_size=12),
    late=st.booleans(),
    parts=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5), st.booleans()), max_size=6),
)
def test_reading_bytes_equals_clocking_bits(levels: bytes, late: bool, parts: list[tuple[int, int, bool]]) -> None:
    short, definition = loaded(*levels), loaded(*levels)
    for chain in (short, definition):
        chain.sample_late = late
    for clocks, size, load in parts:
        for chain in (short, definition):
            for _ in range(clocks):
                chain.clock()
            chain.load(0 if load else 1)
        assert short.read(size) == definition.read_bits(size)
        assert short.q == definition.q
