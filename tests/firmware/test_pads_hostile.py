"""Hostile tags and hostile readers on one pad: nothing is raised, and the other pads go on."""

from random import Random

import pytest

from firmware import wire
from firmware.ndef import MEMORY
from hardware.twin.cards import uid_of
from hardware.twin.rfid.ntag21x import Ntag21x
from tests.firmware.pad_rig import READERS, PadRig
from tests.firmware.reader_rig import Mangler
from tests.firmware.test_ndef import LOCK, read, record, tlv
from tests.sizes import sizes

MEMORIES_BESIDE_OTHERS = 60
ANSWERS = 1_000
MESSAGES = (
    tlv(record(b"T", b"\x02engun-3")),
    LOCK + tlv(record(b"T", b"\x02engun-3")),
    LOCK + tlv(record(b"U", b"\x04deadfall.example/c/gun-3")),
    tlv(record(b"\x01", b"abc", 0x92) + record(b"T", b"\x02engun-3", 0x51)),
    b"\x03\xff\x00\x0c" + record(b"T", b"\x02engun-3"),
)


@pytest.fixture(params=READERS)
def rig(request: pytest.FixtureRequest) -> PadRig:
    """Two pads; a card lies on the second."""
    rig = PadRig("bench", request.param, pads=2)
    rig.cards.put("stays", 1, rig.now)
    rig.wait_for(1, wire.PAD_PRESENT)
    rig.wait_for(0, wire.PAD_ABSENT)
    return rig


def hostile_memory(rng: Random) -> bytes:
    """Noise, or a message of which some bytes lie."""
    if rng.random() < 0.2:
        return rng.randbytes(MEMORY)
    data = bytearray(rng.choice(MESSAGES).ljust(MEMORY, b"\0"))
    for _ in range(rng.randint(1, 6)):
        data[rng.randrange(rng.choice((8, 16, MEMORY)))] = rng.choice((0, 1, 3, 0x7F, 0xFE, 0xFF, rng.randrange(256)))
    return bytes(data)


def hostile_tag(number: int, data: bytes) -> Ntag21x:
    tag = Ntag21x(b"\x04" + number.to_bytes(6, "big"))
    for page in range(MEMORY // 4):
        tag.memory[4 + page] = data[4 * page : 4 * page + 4]
    return tag


def show_hostile_memories(rig: PadRig, count: int) -> None:
    """Each tag takes the place of the last. What comes through the reader is what it holds, text or none."""
    rng = Random(count)
    field = rig.readers.fields[0]
    last = None
    texts = 0
    for number in range(1, count + 1):
        data = hostile_memory(rng)
        tag = hostile_tag(number, data)
        at = rig.readers.advance(rig.now)
        if last:
            field.take(last, at)
        field.put(tag, at)
        last = tag
        while rig.what(0) != wire.PAD_PRESENT or rig.uid(0) != tag.uid:
            rig.step()
            assert rig.now < 1_000_000, f"tag {number} was not read: {data.hex()}"
        _, text = read(data)
        held = rig.state[entry_text(rig, 0)].rstrip(b"\0")
        assert held == (text if len(text) <= wire.TEXT_BYTES else b""), data.hex()
        texts += bool(held)
    assert count // 10 < texts < count * 9 // 10, "some have a text, some have none"


@pytest.mark.parametrize("reader", READERS)
@sizes("memories", 300, 2_200)
def test_hostile_memories_are_read_as_the_finder_reads_them(reader: str, memories: int) -> None:
    rig = PadRig("pocket", reader)
    rig.settle()
    show_hostile_memories(rig, memories)


def test_hostile_memories_do_not_touch_other_pads(rig: PadRig) -> None:
    show_hostile_memories(rig, MEMORIES_BESIDE_OTHERS)
    assert rig.told(1) == [wire.PAD_PRESENT]
    assert rig.text(1) == "stays"


def entry_text(rig: PadRig, pad: int) -> slice:
    at = wire.PAD_BYTES * rig.pads.count + wire.TAG_BYTES * rig.pads.beliefs.entry(pad)
    return slice(at + 1 + wire.UID_BYTES, at + wire.TAG_BYTES)


def test_after_hostile_answers_everything_is_known_again(rig: PadRig) -> None:
    rig.cards.put("c", 0, rig.now)
    rig.lines.mangle = mangle = Mangler(9, 0.2)
    while mangle.count < ANSWERS:
        rig.step()
    rig.lines.mangle = None
    rig.run(5_000)
    assert [rig.what(0), rig.what(1)] == [wire.PAD_PRESENT] * 2
    assert [rig.uid(0), rig.uid(1)] == [uid_of("c"), uid_of("stays")]
    rig.cards.clear(rig.now)  # a text that was read meanwhile may be wrong: it is read again when a card comes
    for pad, name in enumerate(("c", "stays")):
        rig.wait_for(pad, wire.PAD_ABSENT)
        rig.cards.put(name, pad, rig.now)
        rig.wait_for(pad, wire.PAD_PRESENT)
        assert rig.text(pad) == name


@pytest.mark.parametrize("reader", READERS)
def test_one_hostile_reader_does_not_hold_up_the_others(reader: str) -> None:
    rig = PadRig("bench", reader, seed=9)
    rig.settle()
    hostile = Mangler(9, 1.0)

    def mangle(data: bytes) -> bytes:
        is_there = rig.readers._bus is not None and rig.readers._bus.selected == (5,)
        return hostile(data) if is_there else data

    rig.lines.mangle = mangle
    rig.run(2_000)
    for number in range(6):
        pad = (0, 4, 12)[number % 3]
        rig.cards.put("visitor", pad, rig.now)
        assert rig.wait_for(pad, wire.PAD_PRESENT) <= 500
        rig.cards.lift("visitor", rig.now)
        assert rig.wait_for(pad, wire.PAD_ABSENT) <= 900
    assert hostile.count > 10
