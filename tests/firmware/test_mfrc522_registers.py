"""The driver of the MFRC522 against registers as its datasheet has them (NXP 112139, chapter 9), value by value.

The model of the chip says only what a chip would say; here the registers hold whatever a test wants.
"""

from collections.abc import Sequence

import pytest

from firmware.card import BUSY, DENIED, DONE, Card
from firmware.mfrc522 import Mfrc522
from firmware.wire import PAD_ABSENT, PAD_DOWN, PAD_GARBLED, PAD_PRESENT, PAD_SEVERAL
from firmware.wires import BUFFER
from tests.firmware.protocol_page import promised

COMMAND, COM_IRQ, ERROR, FIFO, LEVEL, CONTROL, FRAMING = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0C, 0x0D
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK, VERSION = 0x11, 0x12, 0x13, 0x14, 0x15, 0x37
RECEIVED = 0x20  # RxIRq
COLLISION = 0x08  # CollErr
READ, WRITE = 0x30, 0xA2
GUARD_MS, ANSWER_MS, WRITE_MS = (promised(name, "mfrc522") for name in ("GUARD_MS", "ANSWER_MS", "WRITE_MS"))


class Chip:
    """What the driver takes for its wires: ``registers`` are what it reads, ``fifo`` what a tag has said.

    ``sent`` are the frames that went to the tag, each with the CRC modes (to the tag, from it) and the bits of its
    last byte.
    """

    def __init__(self) -> None:
        self.data = bytearray(BUFFER)
        self.registers = {VERSION: 0x92, TX_ASK: 0x40, COM_IRQ: 0, ERROR: 0, CONTROL: 0}
        self.written: dict[int, int] = {}
        self.commands: list[int] = []
        self.fifo = bytearray()
        self.level = -1  # what LEVEL tells, if not the truth
        self.out = bytearray()
        self.sent: list[tuple[bytes, bool, bool, int]] = []

    def tell(self, pad: int, commands: Sequence[bytes]) -> None:
        for address, *values in commands:
            assert not address & 0x81, "an address byte for writing"
            for value in values:
                self._write(address >> 1, value)

    def ask(self, pad: int, request: bytes) -> None:
        self.data[: len(request)] = request
        self.exchange(pad, len(request))

    def exchange(self, pad: int, n: int) -> None:
        """An address byte for each value that comes with the next byte; or an address and what is written there."""
        out = bytes(self.data[:n])
        if not out[0] & 0x80:
            for value in out[1:]:
                self._write(out[0] >> 1, value)
            return
        for at, byte in enumerate(out[:-1]):
            self.data[at + 1] = self._read(byte >> 1 & 0x3F)

    def part(self, at: int, n: int) -> memoryview:
        return memoryview(self.data)[at : at + n]

    def _read(self, register: int) -> int:
        if register == FIFO:
            return self.fifo.pop(0)
        if register == LEVEL:
            return len(self.fifo) if self.level < 0 else self.level
        return self.registers[register]

    def _write(self, register: int, value: int) -> None:
        self.written[register] = value
        if register == COMMAND:
            self.commands.append(value)
        if register == FIFO:
            self.out.append(value)
        elif register == LEVEL and value & 0x80:
            self.out.clear()
            self.fifo.clear()
        elif register == COM_IRQ:
            assert value == 0x7F, "the seven marked bits are cleared (9.3.1.5)"
            self.registers[COM_IRQ] = 0
        elif register == FRAMING and value & 0x80:
            modes = (self.written.get(TX_MODE, 0) & 0x80 > 0, self.written.get(RX_MODE, 0) & 0x80 > 0)
            self.sent.append((bytes(self.out), *modes, value & 7))

    def hear(self, data: bytes, error: int = 0, bits: int = 0, level: int = -1) -> None:
        """A tag has answered."""
        self.fifo[:] = data
        self.registers.update({COM_IRQ: RECEIVED, ERROR: error, CONTROL: bits})
        self.level = level


class Bench:
    """A driver that has been set up, and what it believes to be a chip."""

    def __init__(self) -> None:
        self.chip = Chip()
        self.card = Card()
        self.driver = Mfrc522(self.chip, 0, self.card)
        self.now = 0
        self.driver.set_up(self.now)
        self.set_up = self.step()

    def step(self, ms: int = 2) -> int:
        self.now += ms
        return int(self.driver.step(self.now))

    def wake(self) -> None:
        """Begin a look, up to the frame that wakes a tag."""
        self.chip.out.clear()
        self.driver.light(self.now)
        before = len(self.chip.sent)
        while len(self.chip.sent) == before:
            assert self.step() == BUSY

    def said(self, data: bytes, error: int = 0, bits: int = 0, level: int = -1) -> int:
        self.chip.hear(data, error, bits, level)
        return self.step()

    def look(self, uid: bytes = b"\x01\x02\x03\x04") -> int:
        """A tag with a UID of four bytes answers as it should."""
        self.wake()
        assert self.said(b"\x44\x00") == BUSY
        return self.said(part(uid))

    @property
    def uid(self) -> bytes:
        return bytes(self.card.uid[1 : 1 + self.card.uid[0]])


def part(data: bytes) -> bytes:
    """A part of a UID with its check byte (ISO/IEC 14443-3, 6.4.4)."""
    assert len(data) == 4
    return bytes((*data, data[0] ^ data[1] ^ data[2] ^ data[3]))


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    assert bench.set_up == DONE
    return bench


# ---- is the chip well? ----


def test_any_version_will_do_but_that_of_a_bus_without_a_chip(bench: Bench) -> None:
    for version in range(256):
        bench.chip.registers[VERSION] = version
        bench.driver.set_up(bench.now)
        assert bench.step() == (PAD_DOWN if version in (0, 255) else DONE), version
        assert bench.driver.is_idle
        assert bench.driver.is_dark


@pytest.mark.parametrize("ask", [0x00, 0x41, 0xC0, 0xFF])
def test_a_chip_that_has_lost_its_settings_is_down(bench: Bench, ask: int) -> None:
    bench.wake()
    bench.chip.registers[TX_ASK] = ask
    assert bench.said(b"\x44\x00") == PAD_DOWN
    assert bench.driver.is_dark
    assert not bench.chip.written[TX_CONTROL] & 3, "it may still hear: both halves of the antenna are off"


def test_a_reset_takes_its_time(bench: Bench) -> None:
    bench.driver.set_up(bench.now)
    assert bench.chip.written[COMMAND] == 0x0F
    assert bench.driver.step(bench.now) == BUSY, "not in the same millisecond"
    assert not bench.driver.is_idle
    assert bench.step(1) == DONE
    assert bench.chip.written[MODE] & 3 == 1, "CRCPreset 6363h (9.3.2.2)"
    assert bench.chip.written[TX_ASK] == 0x40, "Force100ASK (9.3.2.6)"
    bench.chip.written.clear()
    assert bench.step() == DONE
    assert bench.chip.written == {}, "it is at rest"


# ---- a look ----


def test_a_tag_has_five_milliseconds_of_field_before_it_is_called(bench: Bench) -> None:
    bench.driver.light(bench.now)
    assert bench.chip.written[TX_CONTROL] & 3 == 3
    lit = bench.now
    while not bench.chip.sent:
        bench.step(1)
    assert bench.now - lit == GUARD_MS + 1, "a whole millisecond may be missing from the first"
    assert bench.chip.sent == [(b"\x52", False, False, 7)], "WUPA, a short frame of seven bits"


def test_a_look_begins_with_idle_and_transceives_until_it_is_over(bench: Bench) -> None:
    """10.3.1.8: one command for the whole look; StartSend sends each frame."""
    bench.chip.commands.clear()
    begin(bench, READ)
    bench.said(bytes(16))
    assert bench.chip.commands == [0x00, 0x0C]


def test_a_reader_whose_field_is_off_is_left_in_peace(bench: Bench) -> None:
    begin(bench, READ)
    assert bench.driver.darken(bench.now) == DONE
    assert not bench.chip.written[TX_CONTROL] & 3
    bench.chip.written.clear()
    for _ in range(3):
        assert bench.step() == DONE
    assert bench.chip.written == {}


def test_nobody(bench: Bench) -> None:
    bench.wake()
    assert bench.step() == PAD_ABSENT
    assert bench.uid == b""


@pytest.mark.parametrize(
    "parts",
    [
        (b"\x01\x02\x03\x04",),
        (b"\x88\x04\x05\x06", b"\x07\x08\x09\x0a"),
        (b"\x88\x04\x05\x06", b"\x88\x08\x09\x0a", b"\x0b\x0c\x0d\x0e"),
        (b"\x88\x04\x05\x06", b"\x88\x08\x09\x0a", b"\x88\x0c\x0d\x0e"),
    ],
)
def test_a_uid_comes_in_parts_that_the_cascade_tag_joins(bench: Bench, parts: tuple[bytes, ...]) -> None:
    bench.wake()
    bench.chip.sent.clear()
    assert bench.said(b"\x44\x00") == BUSY
    for level, data in enumerate(parts):
        code = (0x93, 0x95, 0x97)[level]
        assert bench.chip.sent[-1] == (bytes((code, 0x20)), False, False, 0)
        is_last = level == len(parts) - 1
        assert bench.said(part(data)) == (PAD_PRESENT if is_last else BUSY)
        if not is_last:
            assert bench.chip.sent[-1] == (bytes((code, 0x70, *part(data))), True, True, 0)
            assert bench.said(b"\x04") == BUSY
    assert bench.uid == b"".join(data[1:] if at < len(parts) - 1 else data for at, data in enumerate(parts))
    assert bench.step() == PAD_PRESENT, "and it stays so"


def test_of_the_errors_only_those_of_the_answer_count(bench: Bench) -> None:
    """9.3.1.7: protocol, parity, CRC, collision, overflow; the upper three are no errors of an answer."""
    for error in range(256):
        outcome = PAD_SEVERAL if error & COLLISION else PAD_GARBLED if error & 0x1F else BUSY
        bench.wake()
        assert bench.said(b"\x44\x00", error) == outcome, error
        if outcome == BUSY:
            assert bench.said(part(b"\x01\x02\x03\x04"), error) == PAD_PRESENT


def test_an_answer_has_whole_bytes(bench: Bench) -> None:
    """9.3.1.13: the lower three bits tell how many of the last byte are valid, 0 all."""
    for bits in range(256):
        bench.wake()
        assert bench.said(b"\x44\x00", bits=bits) == (PAD_GARBLED if bits & 7 else BUSY), bits


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 6, 16])
def test_each_answer_of_a_look_has_its_length(bench: Bench, size: int) -> None:
    bench.wake()
    assert bench.said(bytes(size)) == (BUSY if size == 2 else PAD_GARBLED)
    bench.wake()
    bench.said(b"\x44\x00")
    data = part(b"\x01\x02\x03\x04")[:size].ljust(size, b"\0")
    assert bench.said(data) == (PAD_PRESENT if size == 5 else PAD_GARBLED)
    bench.wake()
    bench.said(b"\x44\x00")
    bench.said(part(b"\x88\x04\x05\x06"))
    assert bench.said(bytes(size)) == (BUSY if size == 1 else PAD_GARBLED)


def test_the_upper_bit_of_the_level_is_no_part_of_it(bench: Bench) -> None:
    bench.wake()
    assert bench.said(b"\x44\x00", level=0x82) == BUSY


def test_a_part_with_any_bit_wrong_is_rubbish(bench: Bench) -> None:
    for wrong in range(40):
        data = bytearray(part(b"\x91\x82\x73\x64"))
        data[wrong // 8] ^= 1 << wrong % 8
        bench.wake()
        bench.said(b"\x44\x00")
        assert bench.said(bytes(data)) == PAD_GARBLED, wrong
        assert bench.uid == b""


def test_a_tag_that_falls_silent_is_waited_for_and_then_rubbish(bench: Bench) -> None:
    bench.wake()
    bench.said(b"\x44\x00")
    assert bench.step(ANSWER_MS - 1) == BUSY
    assert bench.step(1) == PAD_GARBLED


# ---- what it holds ----


def begin(bench: Bench, task: int) -> None:
    """A tag is chosen, and told what to do."""
    bench.look()
    ask(bench, task)
    assert bench.chip.sent[-1] == (b"\x93\x70" + part(b"\x01\x02\x03\x04"), True, True, 0), "the tag is selected first"
    assert bench.said(b"\x00") == BUSY


def ask(bench: Bench, task: int) -> None:
    if task == READ:
        bench.driver.read(9, bench.now)
    else:
        bench.card.data[:] = b"abcd"
        bench.driver.write(9, bench.now)


def test_a_tag_is_selected_once_in_a_look(bench: Bench) -> None:
    begin(bench, READ)
    for data in (bytes(range(16)), bytes(range(16, 32))):
        assert bench.chip.sent[-1] == (b"\x30\x09", True, True, 0)
        assert bench.said(data) == DONE
        assert bytes(bench.card.page) == data
        bench.driver.read(9, bench.now)
    begin(bench, WRITE)
    assert bench.chip.sent[-1] == (b"\xa2\x09abcd", True, False, 0), "the tag's half byte has no CRC"


@pytest.mark.parametrize("task", [READ, WRITE])
def test_half_a_byte_is_yes_or_no(bench: Bench, task: int) -> None:
    """NTAG21x, 9.3: 1010 is an ACK, all others are a NAK; neither CRC nor parity. A page is no half byte."""
    for byte in (*range(16), *range(0xF0, 0x100)):
        begin(bench, task)
        is_yes = task == WRITE and byte & 0x0F == 0x0A
        assert bench.said(bytes((byte,)), 0x06, 4) == (DONE if is_yes else DENIED), byte


@pytest.mark.parametrize("task", [READ, WRITE])
def test_any_other_answer_is_rubbish(bench: Bench, task: int) -> None:
    """Errors, bits that are missing, and other lengths than a page's four or half a byte."""
    wrong = [(16, error, 0) for error in (1, 2, 4, 8, 16)] + [(16, 0, 4), (1, 0, 3), (1, 0, 5), (2, 0, 4), (0, 0, 4)]
    for size, error, bits in [*wrong, *((size, 0, 0) for size in (0, 1, 15, 17))]:
        begin(bench, task)
        assert bench.said(b"\x0a" * size, error, bits) == PAD_GARBLED, (size, error, bits)
        assert bytes(bench.card.page) == bytes(16)


@pytest.mark.parametrize("size", [0, 1, 16])
def test_a_page_that_is_written_brings_no_pages(bench: Bench, size: int) -> None:
    begin(bench, WRITE)
    assert bench.said(b"\x0a" * size) == PAD_GARBLED


@pytest.mark.parametrize(("task", "most"), [(READ, ANSWER_MS), (WRITE, WRITE_MS)])
def test_a_task_has_its_time(bench: Bench, task: int, most: int) -> None:
    begin(bench, task)
    assert bench.step(most - 1) == BUSY
    assert bench.step(1) == PAD_GARBLED


@pytest.mark.parametrize("task", [READ, WRITE])
def test_selecting_has_no_more_time_than_an_answer(bench: Bench, task: int) -> None:
    bench.look()
    ask(bench, task)
    assert bench.step(ANSWER_MS - 1) == BUSY
    assert bench.step(1) == PAD_GARBLED


def test_a_new_look_knows_nothing_of_the_last(bench: Bench) -> None:
    """Neither whose UID it was, nor how far it had come, nor what was to be done."""
    begin(bench, WRITE)
    bench.driver.darken(bench.now)
    assert bench.look(b"\x05\x06\x07\x08") == PAD_PRESENT
    assert bench.uid == b"\x05\x06\x07\x08"
    assert bench.chip.sent[-1] == (b"\x93\x20", False, False, 0), "without any CRC again"
    bench.wake()
    assert bench.uid == b""


def test_the_modes_of_the_crc_are_told_again_after_a_reset(bench: Bench) -> None:
    begin(bench, READ)
    bench.chip.written.clear()
    bench.driver.set_up(bench.now)
    assert bench.step() == DONE
    assert (bench.chip.written[TX_MODE], bench.chip.written[RX_MODE]) == (0, 0)
