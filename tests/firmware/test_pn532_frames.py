"""The driver of the PN532 against frames as the manual has them (NXP UM0701-02, chapters 6 and 7), byte by byte.

The model of the chip says only what a chip would say; here it says whatever fits, or nearly fits, into a frame.
"""

import pytest

from firmware.card import BUSY, DENIED, DONE, Card
from firmware.pn532 import Pn532
from firmware.wire import PAD_ABSENT, PAD_DOWN, PAD_GARBLED, PAD_PRESENT, PAD_SEVERAL
from firmware.wires import BUFFER
from tests.firmware.protocol_page import promised

ACK = bytes.fromhex("00 00 ff 00 ff 00")
LIST, EXCHANGE, DESELECT = 0x4A, 0x40, 0x44
READ_AT_ONCE = 31  # bytes that the driver takes of an answer
ACK_MS, ANSWER_MS, WAKE_MS = (promised(name, "pn532") for name in ("ACK_MS", "ANSWER_MS", "WAKE_MS"))


def turned(data: bytes) -> bytes:
    """Bytes with their bits in the order of the bus."""
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)


def frame(*body: int) -> bytes:
    """A frame of 6.2.1.1: preamble, start code, length, its checksum, TFI and data, their checksum, postamble."""
    return bytes((0, 0, 0xFF, len(body), -len(body) & 255, *body, -sum(body) & 255, 0))


class Chip:
    """What the driver takes for its wires: ``ack`` and ``answer`` are what the chip has to say, one after the other."""

    def __init__(self) -> None:
        self.data = bytearray(BUFFER)
        self.sent: list[bytes] = []
        self.statuses = 0  # how often it was asked whether it is ready
        self.says: list[bytes] = []
        self.asking = True

    def ask(self, pad: int, request: bytes) -> None:
        out = turned(bytes(request))
        self.data[: len(out)] = request
        if out[0] == 0x03:
            said = self.says.pop(0) if self.says else bytes(len(out))
            self.data[1 : len(out)] = turned(said.ljust(len(out), b"\xaa")[: len(out) - 1])
        elif out[0] == 0x02:
            self.statuses += 1
        elif out[0] == 0x01:
            self.sent.append(out[1:])

    def part(self, at: int, n: int) -> memoryview:
        return memoryview(self.data)[at : at + n]

    def is_asking(self, pad: int) -> bool:
        return self.asking


class Bench:
    """A driver and what it believes to be a chip."""

    def __init__(self) -> None:
        self.chip = Chip()
        self.card = Card()
        self.driver = Pn532(self.chip, 0, self.card)
        self.now = 0

    def step(self, ms: int = 2) -> int:
        self.now += ms
        return int(self.driver.step(self.now))

    def look(self, answer: bytes) -> int:
        self.driver.prepare(self.now)
        self.now += 2
        self.driver.light(self.now)
        return self.answered(answer)

    def answered(self, answer: bytes) -> int:
        """The chip acknowledges the last command, and then says this."""
        self.chip.says = [ACK, answer]
        assert self.step() == BUSY
        return self.step()

    @property
    def uid(self) -> bytes:
        return bytes(self.card.uid[1 : 1 + self.card.uid[0]])


@pytest.fixture
def bench() -> Bench:
    return Bench()


def target(uid: bytes, more: bytes = b"", tags: int = 1) -> bytes:
    """InListPassiveTarget's answer (7.3.5): number of tags, then number, ATQA, SAK, length of the UID, UID, ATS."""
    return frame(0xD5, LIST + 1, tags, 1, 0x00, 0x44, 0x20, len(uid), *uid, *more)


def uid_of(size: int) -> bytes:
    return bytes(range(0xC1, 0xC1 + size))


# ---- who is there ----


def test_nobody(bench: Bench) -> None:
    assert bench.look(frame(0xD5, LIST + 1, 0)) == PAD_ABSENT
    assert bench.uid == b""


@pytest.mark.parametrize("size", range(13))
def test_a_uid_has_from_four_to_ten_bytes(bench: Bench, size: int) -> None:
    is_good = 4 <= size <= 10
    assert bench.look(target(uid_of(size))) == (PAD_PRESENT if is_good else PAD_GARBLED)
    assert bench.uid == (uid_of(size) if is_good else b"")


@pytest.mark.parametrize("size", [4, 7, 10])
def test_what_a_tag_says_behind_its_uid_does_not_matter(bench: Bench, size: int) -> None:
    """Until the whole answer is longer than what is read of it."""
    room = READ_AT_ONCE - len(target(uid_of(size)))
    for more in range(room + 3):
        outcome = bench.look(target(uid_of(size), bytes(more)))
        assert outcome == (PAD_PRESENT if more <= room else PAD_DOWN), more
        if outcome == PAD_PRESENT:
            assert bench.uid == uid_of(size)


@pytest.mark.parametrize("size", range(2, 18))
def test_an_answer_that_ends_too_early_is_rubbish(bench: Bench, size: int) -> None:
    bench.look(target(uid_of(10)))  # what was read before still stands in the buffer
    whole = target(uid_of(10))
    assert bench.look(frame(*whole[5 : 5 + size])) == PAD_GARBLED
    assert bench.uid == b""


@pytest.mark.parametrize("tags", [2, 3, 255])
def test_more_tags_than_were_asked_for_are_rubbish(bench: Bench, tags: int) -> None:
    assert bench.look(target(uid_of(7), tags=tags)) == PAD_GARBLED


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (frame(0xD5, LIST + 1, 0), PAD_PRESENT),
        (target(uid_of(4)), PAD_SEVERAL),
        (target(uid_of(3)), PAD_SEVERAL),
        (frame(0xD5, LIST + 1), PAD_GARBLED),
    ],
)
def test_a_tag_is_alone_if_nobody_answers_when_it_sleeps(bench: Bench, answer: bytes, outcome: int) -> None:
    assert bench.look(target(uid_of(7))) == PAD_PRESENT
    assert bench.driver.recheck(bench.now) == BUSY
    assert bench.answered(frame(0xD5, DESELECT + 1, 0)) == BUSY
    assert bench.answered(answer) == outcome
    assert bench.uid == uid_of(7), "the one that was found first"


# ---- what it holds ----


def test_the_status_of_an_exchange_decides(bench: Bench) -> None:
    """7.1: the lower six bits; 1 no answer in time, 2 a wrong CRC, 3 a wrong parity; all others are a no of the tag."""
    bench.look(target(uid_of(7)))
    for status in range(256):
        error = status & 0x3F
        outcome = DONE if not error else PAD_GARBLED if error <= 3 else DENIED
        bench.card.page[:] = bytes(16)
        bench.driver.read(8, bench.now)
        assert bench.answered(frame(0xD5, EXCHANGE + 1, status, *range(1, 17))) == outcome, status
        assert bytes(bench.card.page) == (bytes(range(1, 17)) if outcome == DONE else bytes(16))
        bench.driver.write(8, bench.now)
        assert bench.answered(frame(0xD5, EXCHANGE + 1, status)) == outcome


def test_an_exchange_without_a_status_says_nothing(bench: Bench) -> None:
    bench.look(target(uid_of(7)))
    for begin in (bench.driver.read, bench.driver.write):
        begin(8, bench.now)
        assert bench.answered(frame(0xD5, EXCHANGE + 1)) == PAD_GARBLED


@pytest.mark.parametrize("size", [0, 1, 4, 15, 17, 20])
def test_a_read_brings_four_pages_or_nothing(bench: Bench, size: int) -> None:
    bench.look(target(uid_of(7)))
    bench.driver.read(8, bench.now)
    assert bench.answered(frame(0xD5, EXCHANGE + 1, 0, *range(1, 1 + size))) == PAD_GARBLED
    assert bytes(bench.card.page) == bytes(16)


@pytest.mark.parametrize("page", [0, 4, 128, 255])
def test_a_page_is_asked_for_and_written_by_its_number(bench: Bench, page: int) -> None:
    bench.look(target(uid_of(7)))
    bench.driver.read(page, bench.now)
    assert bench.chip.sent[-1] == frame(0xD4, EXCHANGE, 1, 0x30, page)
    bench.answered(frame(0xD5, EXCHANGE + 1, 0, *range(16)))
    for data in (b"\x01\x80\xff\x00", b"abcd"):
        bench.card.data[:] = data
        bench.driver.write(page, bench.now)
        assert bench.chip.sent[-1] == frame(0xD4, EXCHANGE, 1, 0xA2, page, *data)
        bench.answered(frame(0xD5, EXCHANGE + 1, 0))


def test_a_field_is_on_from_light_until_the_chip_has_heard(bench: Bench) -> None:
    bench.driver.prepare(bench.now)
    assert bench.driver.is_dark
    bench.driver.light(bench.now)
    assert not bench.driver.is_dark
    bench.answered(target(uid_of(7)))
    assert not bench.driver.is_dark
    before = bench.chip.statuses
    assert bench.driver.darken(bench.now) == BUSY
    assert bench.chip.statuses == before, "it is asked as often as it was said, and that was not at all"
    assert not bench.driver.is_dark
    bench.chip.says = [ACK]
    assert bench.step() == BUSY
    assert bench.driver.is_dark


# ---- frames that are none ----


@pytest.mark.parametrize("bit", range(8))
def test_an_answer_with_any_bit_wrong_is_no_answer(bench: Bench, bit: int) -> None:
    """All but the postamble is checked: a chip that says such things is set up anew."""
    whole = target(uid_of(7))
    for at in range(len(whole) - 1):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << bit
        assert bench.look(bytes(damaged)) == PAD_DOWN, at
        assert bench.driver.is_dark
        assert bench.driver.is_idle
        assert bench.chip.sent[-1] == ACK, "which aborts whatever the chip is doing"
    assert bench.look(whole[:-1] + b"\x55") == PAD_PRESENT


@pytest.mark.parametrize("bit", range(8))
def test_an_acknowledgement_with_any_bit_wrong_is_none(bench: Bench, bit: int) -> None:
    for at in range(len(ACK)):
        damaged = bytearray(ACK)
        damaged[at] ^= 1 << bit
        bench.driver.prepare(bench.now)
        bench.driver.light(bench.now)
        bench.chip.says = [bytes(damaged)]
        assert bench.step() == PAD_DOWN


@pytest.mark.parametrize("body", [(0xD5,), (), (0xD5, LIST), (0xD5, LIST + 2), (0xD4, LIST + 1, 0), (0x7F,)])
def test_an_answer_to_something_else_is_none(bench: Bench, body: tuple[int, ...]) -> None:
    assert bench.look(frame(*body)) == PAD_DOWN


def test_each_command_wants_its_own_answer(bench: Bench) -> None:
    bench.look(target(uid_of(7)))
    for begin, code in (
        (lambda: bench.driver.read(4, bench.now), EXCHANGE),
        (lambda: bench.driver.write(4, bench.now), EXCHANGE),
        (lambda: bench.driver.recheck(bench.now), DESELECT),
        (lambda: bench.driver.darken(bench.now), 0x32),
    ):
        for answer in (LIST, EXCHANGE, DESELECT, 0x32, 0x14):
            begin()
            outcome = bench.answered(frame(0xD5, answer + 1, 0, *([7] * 16 if answer == EXCHANGE else [])))
            assert (outcome == PAD_DOWN) == (answer != code), (code, answer)


# ---- time ----


def test_the_chip_has_its_time_to_wake_up(bench: Bench) -> None:
    bench.driver.set_up(bench.now)
    assert bench.step(WAKE_MS - 1) == BUSY
    assert bench.chip.sent == []
    assert bench.step(1) == BUSY
    assert bench.chip.sent == [frame(0xD4, 0x14, 1, 0x14, 1)]


def test_a_chip_is_set_up_by_four_commands_one_after_the_other(bench: Bench) -> None:
    """7.2.10 and 7.3.1: it works as usual, tries once, waits little for a tag, and its field is off."""
    bench.driver.set_up(bench.now)
    bench.step(WAKE_MS)
    for code in (0x14, 0x32, 0x32):
        assert bench.answered(frame(0xD5, code + 1)) == BUSY
        assert not bench.driver.is_idle
    assert bench.answered(frame(0xD5, 0x33)) == DONE
    assert bench.driver.is_idle
    assert [sent[5:-2] for sent in bench.chip.sent] == [
        bytes((0xD4, 0x14, 1, 0x14, 1)),
        bytes((0xD4, 0x32, 5, 0xFF, 1, 0)),
        bytes((0xD4, 0x32, 2, 0, 0x0B, 7)),
        bytes((0xD4, 0x32, 1, 0)),
    ]
    assert all(sent == frame(*sent[5:-2]) for sent in bench.chip.sent)


def test_an_acknowledgement_and_an_answer_have_their_time_and_no_more(bench: Bench) -> None:
    bench.driver.prepare(bench.now)
    bench.driver.light(bench.now)
    bench.chip.asking = False
    assert bench.step(ACK_MS - 1) == BUSY
    assert bench.step(1) == PAD_DOWN
    bench.driver.prepare(bench.now)
    bench.driver.light(bench.now)
    bench.chip.asking = True
    bench.chip.says = [ACK]
    assert bench.step() == BUSY
    bench.chip.asking = False
    assert bench.step(ANSWER_MS - 1) == BUSY
    assert bench.step(1) == PAD_DOWN
    assert bench.driver.step(bench.now) == DONE, "it is at rest"


def test_what_the_lines_said_before_a_command_is_no_news_of_it(bench: Bench) -> None:
    bench.driver.prepare(bench.now)
    bench.chip.says = [ACK, target(uid_of(7))]
    assert not bench.driver.is_prepared(bench.now)
    assert bench.driver.is_prepared(bench.now + 1)
    bench.driver.light(bench.now)
    assert bench.step(0) == BUSY
    assert len(bench.chip.says) == 2, "nothing was read yet"
