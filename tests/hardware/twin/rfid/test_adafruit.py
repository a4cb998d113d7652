"""Adafruit's own PN532 driver, through Blinka, must take the model for the chip, before any driver of ours does."""

import importlib
import os
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.twin.rfid.field import Field
from hardware.twin.rfid.ntag21x import Ntag21x
from hardware.twin.rfid.pn532 import Pn532Spi, Pn532Uart
from hardware.twin.rfid.tag import Tag

pytest.importorskip("adafruit_pn532", reason="adafruit-circuitpython-pn532 is not installed (extra dev)")

UID = bytes.fromhex("04a1b2c3d4e5f6")
FOUND = b"\x32\x01\x06\x07"
BLINKA_SPI = "adafruit_blinka.microcontroller.generic_agnostic_board.spi"
BLINKA_PIN = "adafruit_blinka.microcontroller.generic_agnostic_board.pin"


class Clock:
    """Virtual seconds for the driver, microseconds for the model; every question takes a little."""

    def __init__(self) -> None:
        self.us = 0

    def monotonic(self) -> float:
        self.us += 10
        return self.us / 1_000_000

    def sleep(self, seconds: float) -> None:
        self.us += round(seconds * 1_000_000)


class SerialLine:
    """As much of pyserial's Serial as the driver uses, with the chip at its other end."""

    def __init__(self, chip: Pn532Uart, clock: Clock) -> None:
        self._chip = chip
        self._clock = clock
        self._buffer = b""

    @property
    def in_waiting(self) -> int:
        self._buffer += self._chip.read(self._clock.us)
        return len(self._buffer)

    def write(self, data: bytes) -> None:
        self._chip.write(bytes(data), self._clock.us)

    def read(self, count: int) -> bytes:
        self._clock.sleep(0.001 * count)
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def reset_input_buffer(self) -> None:
        self._chip.read(self._clock.us)
        self._buffer = b""


def spi_class(reader: Pn532Spi, clock: Clock) -> type:
    """Blinka's SPI of the agnostic board does nothing; this one reaches the model at 8 µs a byte."""

    class Spi:
        MSB = 0
        frequency = 1_000_000

        def __init__(self, index: int, *, baudrate: int = 100_000) -> None: ...

        def init(self, **options: object) -> None:
            assert (options["polarity"], options["phase"]) == (0, 0)

        def _clocked(self, data: bytes) -> bytes:
            answer = reader.exchange(data, clock.us)
            clock.us += 8 * len(data)
            return answer

        def write(self, buf: bytes, start: int = 0, end: int | None = None) -> None:
            self._clocked(bytes(buf[start:end]))

        def write_readinto(
            self, out: bytes, into: bytearray, out_start: int, out_end: int, in_start: int, in_end: int
        ) -> None:
            into[in_start:in_end] = self._clocked(bytes(out[out_start:out_end]))

    return Spi


def select_pin(reader: Pn532Spi, clock: Clock) -> Callable[[Any, int], None]:
    def write(pin: object, level: int) -> None:
        reader.select(int(level), clock.us)

    return write


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setitem(os.environ, "BLINKA_OS_AGNOSTIC", "1")
    for name in ("adafruit_pn532", "spi", "uart"):
        module = importlib.import_module(f"adafruit_pn532.{name}")
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=clock.monotonic, sleep=clock.sleep))
    return clock


@pytest.fixture
def field() -> Field:
    return Field()


@pytest.fixture(params=["spi", "uart"])
def driver(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, clock: Clock, field: Field
) -> Iterator[Any]:
    if request.param == "uart":
        uart = importlib.import_module("adafruit_pn532.uart")
        yield uart.PN532_UART(SerialLine(Pn532Uart(field), clock))
        return
    reader = Pn532Spi(field)
    monkeypatch.setattr(importlib.import_module(BLINKA_SPI), "SPI", spi_class(reader, clock))
    monkeypatch.setattr(importlib.import_module(BLINKA_PIN).Pin, "write", select_pin(reader, clock))
    board, busio, digitalio = (importlib.import_module(name) for name in ("board", "busio", "digitalio"))
    spi = busio.SPI(board.SCK, board.MOSI, board.MISO)
    yield importlib.import_module("adafruit_pn532.spi").PN532_SPI(spi, digitalio.DigitalInOut(board.Dx_OUTPUT))
    spi.deinit()


def test_the_driver_reads_the_firmware_version(driver: Any) -> None:
    assert bytes(driver.firmware_version) == FOUND


def test_it_finds_a_tag_with_seven_bytes(driver: Any, field: Field, clock: Clock) -> None:
    driver.SAM_configuration()
    field.put(Ntag21x(UID), clock.us)
    assert bytes(driver.read_passive_target(timeout=0.5)) == UID


def test_it_finds_a_tag_with_four_bytes(driver: Any, field: Field, clock: Clock) -> None:
    field.put(Tag(b"\x11\x22\x33\x44"), clock.us)
    assert bytes(driver.read_passive_target(timeout=0.5)) == b"\x11\x22\x33\x44"


def test_it_reads_and_writes_blocks(driver: Any, field: Field, clock: Clock) -> None:
    tag = Ntag21x(UID)
    field.put(tag, clock.us)
    driver.read_passive_target(timeout=0.5)
    assert bytes(driver.ntag2xx_read_block(3)) == b"\xe1\x10\x12\x00"
    assert driver.ntag2xx_write_block(6, b"card")
    assert bytes(driver.ntag2xx_read_block(6)) == b"card"
    assert tag.memory[6] == b"card"


def test_a_block_that_is_not_there_is_refused(driver: Any, field: Field, clock: Clock) -> None:
    field.put(Ntag21x(UID), clock.us)
    driver.read_passive_target(timeout=0.5)
    assert driver.ntag2xx_read_block(60) is None
    assert not driver.ntag2xx_write_block(60, b"card")


def test_it_times_out_on_an_empty_field_and_goes_on(driver: Any, field: Field, clock: Clock) -> None:
    began = clock.us
    assert driver.read_passive_target(timeout=0.3) is None
    assert clock.us - began >= 300_000
    assert bytes(driver.firmware_version) == FOUND


def test_it_finds_a_tag_that_comes_while_it_listens(driver: Any, field: Field, clock: Clock) -> None:
    assert driver.listen_for_passive_target(timeout=0.1)
    clock.sleep(0.2)
    field.put(Ntag21x(UID), clock.us)
    assert bytes(driver.get_passive_target(timeout=0.5)) == UID


def test_it_sends_the_chip_to_sleep_and_wakes_it(driver: Any, field: Field, clock: Clock) -> None:
    assert driver.power_down()
    clock.sleep(1)
    field.put(Ntag21x(UID), clock.us)
    assert bytes(driver.read_passive_target(timeout=0.5)) == UID
