"""Bus operations as the shims send them."""

import json
import struct

import pytest

from hardware.profiles import load
from hardware.twin.bus import Bus
from hardware.twin.devices import Devices
from hardware.twin.faults import BusFault
from tests.hardware.twin.pio_programs import WS2812, assemble

CTRL = 1 | 2 << 2 | 1 << 4  # enabled, words, through memory, paced by DREQ 0


def op(code: int, data: bytes = b"") -> bytes:
    return struct.pack("<BH", code, len(data)) + data


@pytest.fixture
def devices() -> Devices:
    return Devices(load("grid"))


def program(pin: int) -> bytes:
    words = assemble(WS2812(3, 4, 6), side_bits=1)
    settings = {"shift_right": True, "autopull": True, "threshold": 24, "freq": 10_000_000, "side_bits": 1}
    return b"\0" + json.dumps({"words": words.words, "wrap": words.wrap, "side_base": pin, **settings}).encode()


def test_latch_and_spi_read_the_chain(devices: Devices) -> None:
    latch = devices.profile.wiring.scan_latch
    assert latch is not None
    devices.chain.inputs[1] = 0xFD
    pulses = op(0x03, bytes((latch, 0))) + op(0x03, bytes((latch, 1)))
    size = devices.profile.scan_bytes
    answer = Bus(devices).carry_out(pulses + op(0x81, struct.pack("<BBH", 0, 0, size)))
    assert answer == b"\xff\xfd" + b"\xff" * (size - 2)


def test_a_spi_mode_that_samples_late_is_felt(devices: Devices) -> None:
    Bus(devices).carry_out(op(0x04, struct.pack("<BBBI", 0, 0, 1, 2_000_000)))
    assert devices.chain.sample_late


def test_another_bus_has_no_chain(devices: Devices) -> None:
    assert Bus(devices).carry_out(op(0x81, struct.pack("<BBH", 1, 0, 2))) == b"\xff\xff"


def test_scratch_registers_keep_words(devices: Devices) -> None:
    bus = Bus(devices)
    bus.carry_out(op(0x0B, struct.pack("<BI", 3, 0xDEADBEEF)))
    assert bus.carry_out(op(0x84, b"\x03")) == struct.pack("<I", 0xDEADBEEF)


def test_dma_sends_a_frame_and_is_busy(devices: Devices) -> None:
    bus = Bus(devices)
    bus.carry_out(op(0x05, program(pin=devices.profile.wiring.lights or 0)))
    start = op(0x07, struct.pack("<BBHI", 0, 0, 100, CTRL)) + struct.pack("<I", 0x00FF00) * 100
    assert bus.carry_out(start + op(0x83, b"\0")) == b"\x01"
    devices.now = 10
    assert bus.carry_out(op(0x83, b"\0")) == b"\x00"
    devices.line.settle(10_000)
    assert devices.line.chain.colours[99:101] == [(255, 0, 0), (0, 0, 0)]


@pytest.mark.parametrize(
    ("ctrl", "sentence"),
    [
        (CTRL & ~1, "must be enabled"),
        (CTRL | 1 << 5, "stay at the FIFO"),
        (CTRL & ~(1 << 4), "step through memory"),
        (CTRL | 5 << 15, "paced by request 5"),
    ],
)
def test_dma_that_the_chip_would_not_understand_is_refused(devices: Devices, ctrl: int, sentence: str) -> None:
    bus = Bus(devices)
    bus.carry_out(op(0x05, program(pin=devices.profile.wiring.lights or 0)))
    with pytest.raises(BusFault, match=sentence):
        bus.carry_out(op(0x07, struct.pack("<BBHI", 0, 0, 1, ctrl)) + bytes(4))


def test_a_frame_on_top_of_another_is_refused(devices: Devices) -> None:
    devices.send_lights(bytes(4 * 128))
    with pytest.raises(BusFault, match="still being sent"):
        devices.send_lights(bytes(4 * 128))


def test_a_program_on_the_wrong_pin_is_refused(devices: Devices) -> None:
    with pytest.raises(BusFault, match="GPIO 3"):
        Bus(devices).carry_out(op(0x05, program(pin=3)))


@pytest.mark.parametrize("operations", [op(0x7E), op(0x03, b"\x01\x02")[:-1]])
def test_unknown_or_torn_operations_are_refused(devices: Devices, operations: bytes) -> None:
    with pytest.raises(BusFault, match="no bus operation"):
        Bus(devices).carry_out(operations)
