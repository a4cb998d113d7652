"""The MFRC522 against its datasheet, register by register, and against tags in its field."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.twin.faults import BusFault
from hardware.twin.rfid.air import crc_a
from hardware.twin.rfid.field import Conditions, Field
from hardware.twin.rfid.mfrc522 import Mfrc522
from hardware.twin.rfid.mfrc522_registers import RESET, Command, Error, Irq, Reg
from hardware.twin.rfid.ntag21x import Ntag21x
from hardware.twin.rfid.tag import Tag
from tests.hardware.twin.rfid.talk import UID

TIMEOUT_US = 1_000


class Bench:
    """A reader with its registers, as a driver's first hour with it would go."""

    def __init__(self, *tags: Tag, conditions: Conditions | None = None) -> None:
        self.field = Field(conditions or Conditions())
        for tag in tags:
            self.field.put(tag, 0)
        self.reader = Mfrc522(self.field)
        self.now = 0

    def bus(self, mosi: bytes) -> bytes:
        self.reader.select(0, self.now)
        miso = self.reader.exchange(mosi, self.now)
        self.reader.select(1, self.now)
        return miso

    def read(self, reg: int) -> int:
        return self.bus(bytes((0x80 | reg << 1, 0)))[1]

    def write(self, reg: int, *values: int) -> None:
        self.bus(bytes((reg << 1, *values)))

    def start(self) -> None:
        """Timer of 1 ms that starts with every answer, 100 % ASK, antenna on, guard time over."""
        self.write(Reg.T_MODE, 0x80)
        self.write(Reg.T_PRESCALER, 0xA9)  # 13.56 MHz / (2 · 169 + 1) = 40 kHz
        self.write(Reg.T_RELOAD_L, TIMEOUT_US // 25 - 1)
        self.write(Reg.TX_ASK, 0x40)
        self.write(Reg.MODE, 0x3D)
        self.write(Reg.TX_CONTROL, 0x83)
        self.now += 5_000

    def send(self, data: bytes, framing: int = 0) -> None:
        self.write(Reg.COMMAND, Command.IDLE)
        self.write(Reg.COM_IRQ, 0x7F)
        self.write(Reg.FIFO_LEVEL, 0x80)
        self.write(Reg.FIFO_DATA, *data)
        self.write(Reg.COMMAND, Command.TRANSCEIVE)
        self.write(Reg.BIT_FRAMING, 0x80 | framing)

    def exchange(self, data: bytes, framing: int = 0) -> bytes:
        """Send and wait for an answer or the timer; return the FIFO."""
        self.send(data, framing)
        while not self.read(Reg.COM_IRQ) & (Irq.RX | Irq.TIMER):
            self.now += 10
        return bytes(self.read(Reg.FIFO_DATA) for _ in range(self.read(Reg.FIFO_LEVEL)))

    def exchange_crc(self, data: bytes) -> bytes:
        return self.exchange(data + crc_a(data))


def started(*tags: Tag) -> Bench:
    bench = Bench(*tags)
    bench.start()
    return bench


# ---- bus -----------------------------------------------------------------------------------------------------
def test_registers_after_a_reset() -> None:
    bench = Bench()
    values = {reg: bench.read(reg) for reg in range(1, 0x38) if reg != Reg.STATUS1}
    assert values == {reg: RESET.get(reg, 0) for reg in values}
    assert bench.read(Reg.VERSION) == 0x92
    assert bench.read(Reg.STATUS1) & 0x0F == 0x01


def test_several_reads_in_one_transaction() -> None:
    # 8.1.2.1: addresses out, the data of each comes with the next byte.
    addresses = [0x80 | reg << 1 for reg in (Reg.VERSION, Reg.MODE, Reg.RF_CFG)]
    assert Bench().bus(bytes((*addresses, 0))) == b"\x00\x92\x3f\x48"


def test_several_writes_in_one_transaction_go_to_one_address() -> None:
    bench = Bench()
    bench.write(Reg.FIFO_DATA, 1, 2, 3)
    assert bench.read(Reg.FIFO_LEVEL) == 3
    assert bench.bus(bytes([0x80 | Reg.FIFO_DATA << 1] * 3 + [0])) == b"\x00\x01\x02\x03"


@pytest.mark.parametrize("reg", [Reg.VERSION, Reg.ERROR, Reg.CRC_RESULT_L, 0x00, 0x3F])
def test_what_cannot_be_written_stays(reg: int) -> None:
    bench = Bench()
    before = bench.read(reg)
    bench.write(reg, 0x55)
    assert bench.read(reg) == before


@pytest.mark.parametrize(
    ("mosi", "sentence"),
    [
        (b"\x6f\x00", "lowest bit must be 0"),
        (bytes((0x80 | 0x37 << 1, 0x02)), "continued with a write address"),
        (bytes((Reg.COMMAND << 1, Command.MF_AUTHENT)), "MIFARE Classic authentication"),
        (bytes((Reg.COMMAND << 1, Command.MEM)), "internal buffer"),
        (bytes((Reg.COMMAND << 1, 0x10)), "soft power-down"),
    ],
)
def test_what_the_chip_would_not_understand_is_a_fault(mosi: bytes, sentence: str) -> None:
    with pytest.raises(BusFault, match=sentence):
        Bench().bus(mosi)


def test_clocking_an_unselected_reader_is_a_fault() -> None:
    with pytest.raises(BusFault, match="not selected"):
        Mfrc522(Field()).exchange(b"\x00", 0)


# ---- FIFO, interrupts, CRC, timer ----------------------------------------------------------------------------
def test_a_full_fifo_overflows_and_flushing_clears_the_error() -> None:
    bench = Bench()
    bench.write(Reg.FIFO_DATA, *range(65))
    assert bench.read(Reg.FIFO_LEVEL) == 64
    assert bench.read(Reg.ERROR) == Error.BUFFER
    assert bench.read(Reg.COM_IRQ) & Irq.HI_ALERT
    bench.write(Reg.FIFO_LEVEL, 0x80)
    assert (bench.read(Reg.FIFO_LEVEL), bench.read(Reg.ERROR)) == (0, 0)


def test_interrupt_bits_are_set_and_cleared_by_mark() -> None:
    bench = Bench()
    bench.write(Reg.COM_IRQ, 0x7F)
    assert bench.read(Reg.COM_IRQ) == 0
    bench.write(Reg.COM_IRQ, 0x80 | Irq.RX | Irq.TIMER)
    assert bench.read(Reg.COM_IRQ) == Irq.RX | Irq.TIMER
    bench.write(Reg.COM_IRQ, Irq.TIMER)
    assert bench.read(Reg.COM_IRQ) == Irq.RX


def test_the_irq_pin_is_low_for_enabled_interrupts_and_turned_by_irqinv() -> None:
    bench = Bench()
    bench.write(Reg.COM_IRQ, 0x7F)
    bench.write(Reg.COM_IEN, 0x80 | Irq.RX)
    assert not bench.reader.irq(0)
    bench.write(Reg.COM_IRQ, 0x80 | Irq.TX)
    assert not bench.reader.irq(0)
    bench.write(Reg.COM_IRQ, 0x80 | Irq.RX)
    assert bench.reader.irq(0)
    assert bench.read(Reg.STATUS1) & 0x10
    bench.write(Reg.COM_IEN, Irq.RX)
    assert not bench.reader.irq(0)


def test_the_crc_coprocessor_with_the_preset_of_type_a() -> None:
    bench = Bench()
    bench.write(Reg.MODE, 0x3D)
    for data, result in ((b"\x00\x00", 0x1EA0), (b"\x12\x34", 0xCF26)):
        bench.write(Reg.COMMAND, Command.IDLE)
        bench.write(Reg.DIV_IRQ, 0x04)
        bench.write(Reg.FIFO_DATA, *data)
        bench.write(Reg.COMMAND, Command.CALC_CRC)
        assert bench.read(Reg.DIV_IRQ) & 0x04
        assert bench.read(Reg.CRC_RESULT_H) << 8 | bench.read(Reg.CRC_RESULT_L) == result
        assert bench.read(Reg.COMMAND) & 0x0F == Command.CALC_CRC


def test_crc_ok_tells_that_data_and_their_checksum_give_zero() -> None:
    for tail, good in ((crc_a(b"card"), 0x40), (b"\x00\x00", 0x00)):
        bench = Bench()
        bench.write(Reg.MODE, 0x3D)
        bench.write(Reg.FIFO_DATA, *b"card", *tail)
        bench.write(Reg.COMMAND, Command.CALC_CRC)
        assert bench.read(Reg.STATUS1) & 0x40 == good


@given(reload=st.integers(0, 0xFFFF), prescaler=st.integers(0, 0xFFF))
def test_the_timer_runs_for_reload_plus_one_counts(reload: int, prescaler: int) -> None:
    bench = Bench()
    bench.write(Reg.COM_IRQ, 0x7F)
    bench.write(Reg.T_MODE, prescaler >> 8)
    bench.write(Reg.T_PRESCALER, prescaler & 0xFF)
    bench.write(Reg.T_RELOAD_H, reload >> 8)
    bench.write(Reg.T_RELOAD_L, reload & 0xFF)
    bench.write(Reg.CONTROL, 0x40)
    due = bench.reader.next_event(0)
    assert due is not None
    assert 0 <= due - (reload + 1) * (2 * prescaler + 1) / 13.56 < 1
    bench.now = due - 1
    assert bench.read(Reg.COM_IRQ) & Irq.TIMER == 0
    assert bench.read(Reg.STATUS1) & 0x08
    bench.now = due
    assert bench.read(Reg.COM_IRQ) & Irq.TIMER
    assert bench.read(Reg.STATUS1) & 0x08 == 0


def test_a_timer_that_is_stopped_keeps_its_count_and_one_with_auto_restart_goes_on() -> None:
    bench = Bench()
    bench.write(Reg.T_MODE, 0x10)
    bench.write(Reg.T_PRESCALER, 0xA9)
    bench.write(Reg.T_RELOAD_L, 39)
    bench.write(Reg.CONTROL, 0x40)
    bench.now = 500
    bench.write(Reg.CONTROL, 0x80)
    assert bench.read(Reg.T_COUNTER_L) == 20
    bench.now = 5_000
    assert bench.read(Reg.T_COUNTER_L) == 20
    bench.write(Reg.CONTROL, 0x40)
    bench.write(Reg.COM_IRQ, 0x7F)
    bench.now += 1_500
    assert bench.read(Reg.COM_IRQ) & Irq.TIMER
    assert bench.reader.next_event(bench.now) == 7_000


# ---- in the air ----------------------------------------------------------------------------------------------
def test_reqa_is_answered_with_atqa() -> None:
    bench = started(Ntag21x(UID))
    assert bench.exchange(b"\x26", framing=7) == b"\x44\x00"
    assert bench.read(Reg.COM_IRQ) & 0x73 == Irq.TX | Irq.RX
    assert bench.read(Reg.ERROR) == 0
    assert bench.read(Reg.CONTROL) & 7 == 0
    assert bench.read(Reg.COMMAND) & 0x0F == Command.TRANSCEIVE


def test_an_empty_field_ends_by_the_timer_alone() -> None:
    bench = started()
    began = bench.now
    assert bench.exchange(b"\x26", framing=7) == b""
    assert bench.read(Reg.COM_IRQ) & 0x73 == Irq.TX | Irq.TIMER
    assert bench.now - began == pytest.approx(TIMEOUT_US + 76, abs=10)
    assert bench.read(Reg.COMMAND) & 0x0F == Command.TRANSCEIVE


def test_the_timer_stops_with_the_first_bits_of_an_answer() -> None:
    bench = started(Ntag21x(UID))
    bench.exchange(b"\x26", framing=7)
    bench.now += 10 * TIMEOUT_US
    assert bench.read(Reg.COM_IRQ) & Irq.TIMER == 0


def test_without_the_antenna_or_without_full_modulation_nothing_answers() -> None:
    for reg, value in ((Reg.TX_CONTROL, 0x80), (Reg.TX_CONTROL, 0x81), (Reg.TX_ASK, 0x00)):
        bench = started(Ntag21x(UID))
        bench.write(reg, value)
        assert bench.exchange(b"\x26", framing=7) == b""


def select(bench: Bench, levels: int = 2) -> bytes:
    assert bench.exchange(b"\x52", framing=7) != b""
    uid = b""
    for code in (0x93, 0x95, 0x97)[:levels]:
        part = bench.exchange(bytes((code, 0x20)))
        uid += part[:4]
        bench.exchange_crc(bytes((code, 0x70)) + part)
    return uid


@pytest.mark.parametrize(("uid", "levels"), [(UID[:4], 1), (UID, 2), (UID + b"\x01\x02\x03", 3)])
def test_the_cascade_of_four_seven_and_ten_bytes(uid: bytes, levels: int) -> None:
    found = select(started(Tag(uid)), levels)
    assert found.replace(b"\x88", b"") == uid


def test_reading_with_the_chips_own_checksums() -> None:
    bench = started(Ntag21x(UID))
    select(bench)
    bench.write(Reg.TX_MODE, 0x80)
    bench.write(Reg.RX_MODE, 0x80)
    assert bench.exchange(b"\x30\x03") == b"\xe1\x10\x12\x00" + bytes.fromhex("0103a00c340300fe00000000")
    assert bench.read(Reg.ERROR) == 0


def test_a_wrong_preset_is_not_understood_by_the_tag() -> None:
    bench = started(Ntag21x(UID))
    select(bench)
    bench.write(Reg.MODE, 0x3F)
    bench.write(Reg.TX_MODE, 0x80)
    assert bench.exchange(b"\x30\x03") == b"\x01"  # NAK: the CRC is wrong


def test_a_four_bit_answer_leaves_four_bits_in_the_last_byte() -> None:
    bench = started(Ntag21x(UID))
    select(bench)
    assert bench.exchange_crc(b"\x30\xff") == b"\x00"
    assert bench.read(Reg.CONTROL) & 7 == 4


def test_a_write_takes_longer_than_a_short_timer_but_its_acknowledge_still_comes() -> None:
    bench = started(Ntag21x(UID))
    select(bench)
    assert bench.exchange_crc(b"\xa2\x06card") == b""
    bench.now += 5_000
    assert bench.read(Reg.COM_IRQ) & Irq.RX
    assert bench.read(Reg.FIFO_DATA) == 0x0A


def test_a_garbled_answer_is_a_parity_error() -> None:
    bench = Bench(Ntag21x(UID), conditions=Conditions(garble=1.0))
    bench.start()
    bench.exchange(b"\x26", framing=7)
    assert bench.read(Reg.ERROR) & Error.PARITY
    assert bench.read(Reg.COM_IRQ) & Irq.ERR


@pytest.mark.parametrize("bit", range(32))
def test_a_collision_is_reported_at_every_bit_and_resolved(bit: int) -> None:
    value = 0x0F1E2D3C
    uids = [v.to_bytes(4, "little") for v in (value, value ^ 1 << bit)]
    bench = started(*map(Tag, uids))
    bench.write(Reg.COLL, 0x00)
    bench.exchange(b"\x52", framing=7)
    part = bench.exchange(b"\x93\x20")
    assert bench.read(Reg.ERROR) & Error.COLLISION
    assert bench.read(Reg.COLL) == (bit + 1) % 32
    assert int.from_bytes(part, "little") == value & (1 << bit) - 1
    known = bit + 1
    prefix = int.from_bytes(part, "little") | 1 << bit
    request = bytes((0x93, 0x20 + (known // 8 << 4 | known % 8))) + prefix.to_bytes(5, "little")[: -(-known // 8)]
    rest = bench.exchange(request, framing=known % 8 << 4 | known % 8)
    assert bench.read(Reg.COLL) & 0x20
    assert bench.read(Reg.CONTROL) & 7 == 0
    head = prefix.to_bytes(5, "little")[: known // 8]
    uid = head + bytes((rest[0] | (prefix >> 8 * (known // 8) & 0xFF if known % 8 else 0),)) + rest[1:]
    assert uid[:4] in uids
    assert uid[4] == uid[0] ^ uid[1] ^ uid[2] ^ uid[3]


def test_values_after_a_collision_are_kept_if_asked_for() -> None:
    bench = started(Tag(b"\x01\xff\xff\xff"), Tag(b"\x00\xff\xff\xff"))
    bench.write(Reg.COLL, 0x80)
    bench.exchange(b"\x52", framing=7)
    assert bench.exchange(b"\x93\x20")[1:4] == b"\xff\xff\xff"
    assert bench.read(Reg.COLL) == 0x81


def test_transmit_and_receive_as_two_commands() -> None:
    bench = started(Ntag21x(UID))
    bench.write(Reg.COM_IRQ, 0x7F)
    bench.write(Reg.BIT_FRAMING, 7)
    bench.write(Reg.FIFO_DATA, 0x26)
    bench.write(Reg.COMMAND, Command.TRANSMIT)
    bench.now += 100
    assert bench.read(Reg.COM_IRQ) & (Irq.TX | Irq.IDLE) == Irq.TX | Irq.IDLE
    bench.write(Reg.COMMAND, Command.RECEIVE)
    bench.now += 1_000
    assert bench.read(Reg.COM_IRQ) & Irq.RX
    assert bench.bus(bytes([0x80 | Reg.FIFO_DATA << 1] * 2 + [0])) == b"\x00\x44\x00"


def test_a_soft_reset_switches_the_antenna_off() -> None:
    bench = started(Ntag21x(UID))
    bench.write(Reg.COMMAND, Command.SOFT_RESET)
    assert not bench.field.on
    assert bench.read(Reg.T_PRESCALER) == 0


def test_a_card_that_comes_late_is_found_by_the_next_poll() -> None:
    bench = started()
    assert bench.exchange(b"\x52", framing=7) == b""
    bench.field.put(Ntag21x(UID), bench.now)
    bench.now += 5_000
    assert bench.exchange(b"\x52", framing=7) == b"\x44\x00"


def test_twenty_thousand_hostile_bytes_raise_nothing_but_bus_faults() -> None:
    chance = random.Random(522)
    bench = started(Ntag21x(UID), Ntag21x(UID[::-1]))
    faults = 0
    for _ in range(4_000):
        try:
            bench.bus(chance.randbytes(5))
        except BusFault:
            faults += 1
        bench.now += chance.randrange(3_000)
        bench.reader.irq(bench.now)
        bench.reader.next_event(bench.now)
    assert 0 < faults < 4_000
    bench.bus(bytes((Reg.COMMAND << 1, Command.SOFT_RESET)))
    assert bench.read(Reg.VERSION) == 0x92
