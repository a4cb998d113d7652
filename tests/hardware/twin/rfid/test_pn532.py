"""The PN532 on SPI against its user manual, and against tags in its field."""

import random

import pytest

from hardware.twin.faults import BusFault
from hardware.twin.rfid.field import Conditions, Field
from hardware.twin.rfid.ntag21x import NTAG216, Ntag21x
from hardware.twin.rfid.pn532 import WAKE_US, Pn532Spi, Pn532Uart
from hardware.twin.rfid.pn532_frames import ACK, ERROR, NACK, build
from hardware.twin.rfid.tag import State, Tag
from tests.hardware.twin.rfid.talk import UID

VERSION = bytes.fromhex("0000ff02fed4022a00")
VERSION_ANSWER = bytes.fromhex("0000ff06fad50332010607e800")
OTHER = bytes.fromhex("04112233445566")


def reversed_bits(data: bytes) -> bytes:
    return bytes(sum((byte >> bit & 1) << 7 - bit for bit in range(8)) for byte in data)


class Host:
    """The other end of the SPI bus; time passes only while it waits."""

    def __init__(self, *tags: Tag, conditions: Conditions | None = None) -> None:
        self.field = Field(conditions or Conditions())
        for tag in tags:
            self.field.put(tag, 0)
        self.reader = Pn532Spi(self.field)
        self.now = 0
        self.spi(b"\x00")
        self.now += WAKE_US

    def spi(self, mosi: bytes) -> bytes:
        self.reader.select(0, self.now)
        miso = self.reader.exchange(reversed_bits(mosi), self.now)
        self.reader.select(1, self.now)
        return reversed_bits(miso)

    def write(self, frame: bytes) -> None:
        self.spi(b"\x01" + frame)

    def ready(self) -> bool:
        return self.spi(b"\x02\x00") == b"\x00\x01"

    def read(self, count: int = 300) -> bytes:
        """The frame that waits, with what is clocked out behind it left off."""
        data = self.spi(b"\x03" + bytes(count))[1:]
        return data[: 6 + (data[3] + 1 if data[3:5] != b"\x00\xff" else 0)]

    def wait(self, limit: int = 200_000) -> bool:
        end = self.now + limit
        while not self.ready() and self.now < end:
            self.now += 50
        return self.ready()

    def command(self, data: str, limit: int = 200_000) -> str | None:
        """Send D4 and `data`; return what follows D5, None if nothing comes in time, ERROR for the error frame."""
        self.write(build(b"\xd4" + bytes.fromhex(data)))
        assert self.wait(15_000)
        assert self.read() == ACK
        if not self.wait(limit):
            return None
        frame = self.read()
        return "error" if frame == ERROR else frame[6:-2].hex()


def listed(host: Host) -> None:
    assert host.command("4a0100") == "4b010100440007" + UID.hex()


# ---- bus -----------------------------------------------------------------------------------------------------
def test_the_manuals_own_exchange() -> None:
    host = Host()
    host.write(VERSION)
    assert host.wait()
    assert host.read() == ACK
    assert host.wait()
    assert host.read() == VERSION_ANSWER
    assert not host.ready()


def test_nothing_is_ready_before_its_time() -> None:
    host = Host()
    host.write(VERSION)
    assert not host.ready()
    due = host.reader.next_event(host.now)
    assert due is not None
    assert due > host.now
    host.now = due - 1
    assert not host.ready()
    host.now = due
    assert host.ready()


def test_the_irq_pin_is_low_while_a_frame_waits() -> None:
    host = Host()
    levels = [host.reader.irq(host.now)]
    host.write(VERSION)
    for _ in range(2):
        levels.append(host.reader.irq(host.now))
        host.wait()
        levels.append(host.reader.irq(host.now))
        host.read()
    assert levels == [False, False, True, False, True]
    assert not host.reader.irq(host.now)


def test_sam_configuration_may_switch_the_irq_pin_off() -> None:
    host = Host()
    assert host.command("14011400") == "15"
    host.write(VERSION)
    host.wait()
    assert not host.reader.irq(host.now)


def test_operations_with_the_highest_bit_first_are_a_fault() -> None:
    host = Host()
    host.reader.select(0, host.now)
    with pytest.raises(BusFault, match="lowest bit first"):
        host.reader.exchange(b"\x01", host.now)


def test_reading_when_nothing_waits_and_clocking_unselected_are_faults() -> None:
    host = Host()
    with pytest.raises(BusFault, match="nothing to say"):
        host.read()
    host.reader.select(1, host.now)
    with pytest.raises(BusFault, match="not selected"):
        host.reader.exchange(b"\x40", host.now)


def test_a_frame_sent_before_the_chip_is_awake_is_lost() -> None:
    reader = Pn532Spi(Field())
    for now, heard in ((0, None), (WAKE_US, WAKE_US + 300)):
        reader.select(0, now)
        reader.exchange(reversed_bits(b"\x01" + VERSION), now)
        reader.select(1, now)
        assert reader.next_event(now) == heard


def test_a_frame_cut_short_by_the_select_is_lost() -> None:
    host = Host()
    host.write(VERSION[:5])
    host.write(VERSION[5:])
    assert not host.wait(20_000)
    assert host.command("02") == "0332010607"


def test_a_wrong_checksum_gets_no_answer_at_all() -> None:
    host = Host()
    host.write(VERSION[:-2] + b"\x2b\x00")
    assert not host.wait(50_000)


def test_nack_repeats_the_last_frame() -> None:
    host = Host()
    host.write(VERSION)
    host.wait()
    host.read()
    host.wait()
    host.read()
    host.write(NACK)
    assert host.wait()
    assert host.read() == VERSION_ANSWER


@pytest.mark.parametrize(
    "data", ["99", "4a01", "4a0300", "4a0000", "4a0109", "320105 07".replace(" ", ""), "1409", "0001"]
)
def test_what_cannot_be_is_answered_by_the_error_frame(data: str) -> None:
    assert Host().command(data) == "error"


def test_diagnose_echoes_the_line_test() -> None:
    assert Host().command("0000c0ffee") == "0100c0ffee"


# ---- targets -------------------------------------------------------------------------------------------------
def test_a_tag_with_seven_bytes_is_listed() -> None:
    host = Host(Ntag21x(UID))
    began = host.now
    listed(host)
    assert host.now - began < 15_000


def test_with_infinite_retries_an_empty_field_never_answers_until_a_tag_comes() -> None:
    host = Host()
    assert host.command("4a0100", limit=400_000) is None
    host.field.put(Ntag21x(UID), host.now)
    assert host.wait(20_000)
    assert host.read()[7] == 1


def test_finite_retries_end() -> None:
    host = Host()
    assert host.command("3205ff0100") == "33"
    began = host.now
    assert host.command("4a0100") == "4b00"
    assert host.now - began < 12_000


def test_type_b_and_felica_find_nothing() -> None:
    host = Host(Ntag21x(UID))
    host.command("3205ff0102")
    assert [host.command(f"4a010{modulation}") for modulation in (1, 2, 3, 4)] == ["4b00"] * 4


def test_an_ack_aborts_without_an_answer() -> None:
    host = Host()
    assert host.command("4a0100", limit=50_000) is None
    host.write(ACK)
    host.field.put(Ntag21x(UID), host.now)
    assert not host.wait(100_000)
    assert host.command("02") == "0332010607"


def test_a_new_command_takes_the_place_of_an_old_one() -> None:
    host = Host()
    assert host.command("4a0100", limit=50_000) is None
    assert host.command("02") == "0332010607"


def test_a_tag_left_selected_is_missed_by_every_second_poll_unless_the_field_is_cycled() -> None:
    host = Host(Ntag21x(UID))
    host.command("3205ff0100")
    found = [host.command("4a0100") != "4b00" for _ in range(4)]
    assert found == [True, False, True, False]
    for _ in range(4):
        assert host.command("320100") == "33"
        host.now += 6_000
        listed(host)


def test_two_tags_are_listed_and_both_can_be_read() -> None:
    tags = [Ntag21x(UID), Ntag21x(OTHER, NTAG216)]
    host = Host(*tags)
    answer = host.command("4a0200")
    assert answer is not None
    assert answer[:4] == "4b02"
    assert {answer[14:28], answer[38:52]} == {UID.hex(), OTHER.hex()}
    sizes = [host.command(f"40{number:02x}3003") for number in (1, 2, 1)]
    assert sizes[0] == sizes[2] != sizes[1]
    assert {size[4:12] for size in sizes if size} == {"e1101200", "e1106d00"}


def test_asking_for_two_finds_one_and_leaves_it_selected() -> None:
    tag = Ntag21x(UID)
    host = Host(tag)
    assert host.command("4a0200") == "4b010100440007" + UID.hex()
    assert tag.state is State.ACTIVE


def test_release_halts_the_tag_and_forgets_it() -> None:
    tag = Ntag21x(UID)
    host = Host(tag)
    listed(host)
    assert host.command("5200") == "5300"
    assert tag.state is State.HALT
    assert host.command("40013003") == "4127"


def test_select_and_deselect() -> None:
    tag = Ntag21x(UID)
    host = Host(tag)
    listed(host)
    assert host.command("4401") == "4500"
    assert tag.state is State.HALT
    assert host.command("5401") == "5500"
    assert tag.state is State.ACTIVE
    assert host.command("5402") == "5527"


# ---- data ----------------------------------------------------------------------------------------------------
def test_reading_and_writing() -> None:
    host = Host(Ntag21x(UID))
    listed(host)
    assert host.command("4001a20663617264") == "4100"
    assert host.command("40013006") == "4100" + "63617264" + "00" * 12
    assert host.command("4001a006" + "64726163" + "00" * 12) == "4100"
    assert host.command("40013006") == "4100" + "64726163" + "00" * 12


def test_a_refused_page_and_a_lost_tag() -> None:
    tag = Ntag21x(UID)
    host = Host(tag)
    listed(host)
    assert host.command("400130ff") == "4113"
    listed_again = host.command("4a0100")
    assert listed_again is not None
    host.field.take(tag, host.now)
    assert host.command("40013003") == "4101"


def test_how_long_a_lost_tag_is_waited_for_is_configured() -> None:
    waits = []
    for timeout in ("0a", "06"):  # 51.2 and 3.2 ms
        tag = Ntag21x(UID)
        host = Host(tag)
        assert host.command("320200" + "0b" + timeout) == "33"
        listed(host)
        host.field.take(tag, host.now)
        began = host.now
        assert host.command("40013003") == "4101"
        waits.append(host.now - began)
    assert waits[0] - waits[1] == pytest.approx(48_000, abs=100)


def test_mifare_classic_authentication_fails() -> None:
    host = Host(Ntag21x(UID))
    listed(host)
    assert host.command("40016004ffffffffffff" + UID[:4].hex()) == "4114"


def test_communicate_thru_carries_any_command() -> None:
    host = Host(Ntag21x(UID))
    listed(host)
    assert host.command("4260") == "43000004040201000f03"
    assert host.command("421bffffffff") == "43000000"
    assert host.command("423a0404") == "43000103a00c"
    assert host.command("421b00000000") == "4302"  # a 4-bit NAK has no CRC


def test_a_fast_read_of_the_whole_memory_comes_in_one_frame() -> None:
    host = Host(Ntag21x(UID))
    listed(host)
    answer = host.command("423a002c")
    assert answer is not None
    assert len(answer) == 2 * (2 + 45 * 4)


def test_garbled_answers_end_in_an_error() -> None:
    host = Host(Ntag21x(UID))
    listed(host)
    host.field.conditions = Conditions(garble=1.0)
    assert host.command("40013003") == "4103"


def test_general_status_tells_error_field_and_targets() -> None:
    host = Host(Ntag21x(UID))
    assert host.command("04") == "0500000000"
    listed(host)
    assert host.command("04") == "050001010100001000"


# ---- power ---------------------------------------------------------------------------------------------------
def test_rf_configuration_switches_the_field() -> None:
    host = Host()
    assert host.command("320101") == "33"
    assert host.field.on
    assert host.command("320100") == "33"
    assert not host.field.on


def test_power_down_sleeps_after_its_answer_and_wakes_by_select() -> None:
    host = Host(Ntag21x(UID))
    host.command("320101")
    assert host.command("1620") == "1700"
    assert not host.field.on
    host.write(VERSION)
    assert not host.wait(50_000)
    assert host.command("02") == "0332010607"


def test_a_reset_switches_the_field_off_and_forgets() -> None:
    host = Host(Ntag21x(UID))
    host.command("3205ff0100")
    listed(host)
    host.reader.reset(0, host.now)
    assert not host.field.on
    assert host.spi(b"\x02\x00") == b"\xff\xff"
    host.reader.reset(1, host.now)
    host.spi(b"\x00")
    host.now += WAKE_US
    assert host.command("40013003") == "4127"


def test_uart_speaks_the_same_frames_behind_a_wake_up() -> None:
    chip = Pn532Uart(Field())
    chip.write(VERSION, 0)
    assert chip.read(50_000) == b""
    chip.write(b"\x55\x55" + bytes(14) + VERSION, 100_000)
    assert chip.read(101_000) == ACK
    assert chip.read(110_000) == VERSION_ANSWER


def test_twenty_thousand_hostile_bytes_raise_nothing_but_bus_faults() -> None:
    chance = random.Random(532)
    host = Host(Ntag21x(UID), Ntag21x(OTHER))
    faults = 0
    for _ in range(1_000):
        noise = chance.randbytes(8)
        for data in (noise, b"\x01" + noise, b"\x01" + build(b"\xd4" + noise[:4]), b"\x02\x00\x00\x00"):
            try:
                host.spi(data)
                host.now += chance.randrange(20_000)
                host.spi(b"\x03" + bytes(chance.randrange(30)))
            except BusFault:
                faults += 1
        host.reader.irq(host.now)
        host.reader.next_event(host.now)
    assert 0 < faults < 4_000
    host.write(ACK)
    host.now += 100_000
    assert host.command("02") == "0332010607"
