"""Errands: pages read and written on a pad, verified, torn and repaired."""

import pytest

from firmware import wire
from firmware.turns import NOBODY
from hardware.twin.cards import uid_of
from hardware.twin.rfid.ntag21x import Ntag21x
from tests.firmware.pad_rig import READERS, PadRig
from tests.firmware.protocol_page import promised

UID = uid_of("gun-3")


@pytest.fixture(params=READERS)
def rig(request: pytest.FixtureRequest) -> PadRig:
    rig = PadRig("bench", request.param)
    rig.settle()
    rig.cards.put("gun-3", 0, rig.now)
    rig.wait_for(0, wire.PAD_PRESENT)
    return rig


def tag(rig: PadRig) -> Ntag21x:
    tag = rig.cards.tag("gun-3")
    assert isinstance(tag, Ntag21x)
    return tag


def begin(rig: PadRig, page: int, count: int = 0, data: bytes = b"", uid: bytes = b"", pad: int = 0) -> None:
    rig.pads.card.data[:] = data.ljust(4, b"\0")
    assert rig.pads.run_errand(pad)
    rig.pads.errand.start(pad, page, count, uid)


def finish(rig: PadRig) -> int:
    begun = rig.now
    while rig.pads.errand.is_under_way():
        rig.step()
        assert rig.now - begun < 1_000
    return int(rig.pads.errand.status)


@pytest.mark.parametrize("count", [1, 4, 5, 32])
def test_pages_are_read(rig: PadRig, count: int) -> None:
    begin(rig, 3, count, uid=UID)
    assert finish(rig) == wire.OK
    assert bytes(rig.pads.errand.pages[: 4 * count]) == b"".join(tag(rig).memory[3 : 3 + count])
    assert bytes(rig.pads.errand.uid[1:8]) == UID


def test_a_cancelled_errand_takes_no_turn_from_the_other_pads(rig: PadRig) -> None:
    begin(rig, 3, 4, pad=5)
    assert rig.pads.turns.choose(rig.now, NOBODY, NOBODY) == 5
    rig.pads.cancel_errand()
    assert not rig.pads.errand.is_under_way()
    assert [rig.pads.turns.choose(rig.now + 1_000, NOBODY, NOBODY) for _ in range(2)] != [5, 5]


def test_a_page_is_written_verified_and_the_text_read_anew(rig: PadRig) -> None:
    before = list(tag(rig).memory)
    at = next(page for page in range(4, 16) if b"gun" in tag(rig).memory[page] + tag(rig).memory[page + 1])
    whole = tag(rig).memory[at] + tag(rig).memory[at + 1]
    begin(rig, at, data=whole.replace(b"gun", b"run")[:4], uid=UID)
    assert finish(rig) == wire.OK
    assert [page for page in range(45) if tag(rig).memory[page] != before[page]] == [at]
    rig.run(600)
    assert rig.text(0)[0:3] != "gun"
    assert rig.told(0)[-1] == wire.PAD_PRESENT


def test_a_page_that_is_not_there_or_locked_is_refused(rig: PadRig) -> None:
    begin(rig, 200, 4)
    assert finish(rig) == wire.REFUSED
    begin(rig, 0, data=b"evil")
    assert finish(rig) == wire.REFUSED
    assert tag(rig).memory[0][:3] == UID[:3]


def test_another_tag_an_empty_pad_and_several_are_no_tag(rig: PadRig) -> None:
    begin(rig, 6, data=b"abcd", uid=b"\x04" + bytes(6))
    assert finish(rig) == wire.NO_TAG
    begin(rig, 6, 4, pad=5)
    assert finish(rig) == wire.NO_TAG
    rig.cards.put("two", 0, rig.now)
    begin(rig, 6, data=b"abcd", uid=bytes(7))
    assert finish(rig) == wire.NO_TAG
    assert b"abcd" not in tag(rig).memory


def test_a_torn_write_is_told_and_can_be_repaired(rig: PadRig) -> None:
    begin(rig, 30, data=b"\xff\xff\xff\xff", uid=UID)
    while tag(rig)._writing is None:
        rig.step()
    rig.cards.lift("gun-3", rig.now)
    assert finish(rig) == wire.TORN
    rig.cards.put("gun-3", 0, rig.now)
    begin(rig, 30, data=b"\xff\xff\xff\xff", uid=UID)
    assert finish(rig) == wire.OK
    assert tag(rig).memory[30] == b"\xff\xff\xff\xff"


def test_a_dead_reader_is_told(rig: PadRig) -> None:
    rig.readers.models[0].reset(0, rig.readers.us)
    begin(rig, 4, 4)
    assert finish(rig) == wire.TRY_LATER
    assert not rig.pads.run_errand(0)


def test_only_exactly_the_same_is_the_same(rig: PadRig) -> None:
    errand = rig.pads.errand
    assert not errand.is_same(0, 3, 4, UID), "nothing is under way yet"
    errand.start(0, 3, 4, UID)
    assert errand.is_same(0, 3, 4, UID)
    for other in ((1, 3, 4, UID), (0, 2, 4, UID), (0, 3, 5, UID), (0, 3, 0, UID), (0, 3, 4, b""), (0, 3, 4, UID[:4])):
        assert not errand.is_same(*other), other
    for at in range(len(UID)):
        wrong = bytearray(UID)
        wrong[at] ^= 1
        assert not errand.is_same(0, 3, 4, bytes(wrong))
    errand.cancel()
    assert not errand.is_same(0, 3, 4, UID)
    errand.start(0, 3, 4, b"")
    assert errand.is_same(0, 3, 4, b"")


@pytest.mark.parametrize("pad", [5, 0])
def test_a_tag_is_looked_for_so_often_and_no_more(rig: PadRig, pad: int) -> None:
    """On an empty pad, and on one with another tag."""
    looks: list[int] = []
    reader = rig.pads._readers[pad]
    plain = reader.light
    reader.light = lambda now: (looks.append(now), plain(now))[1]
    while rig.pads._pad == pad:  # that look has begun already
        rig.step()
    begin(rig, 4, 4, uid=bytes(7), pad=pad)
    looks.clear()
    assert finish(rig) == wire.NO_TAG
    assert len(looks) == promised("TRIES", "errand")
