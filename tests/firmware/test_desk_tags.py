"""Requests about tags through the whole board: what is refused, what is answered, and when (wire protocol, 9.3)."""

from pathlib import Path
from typing import Any

import pytest

from firmware import wire
from hardware.twin.cards import uid_of
from tests.firmware.protocol_page import promised
from tests.firmware.rig import SID, frame, records
from tests.firmware.table_rig import TableRig

UID = uid_of("gun-3")
MAX_PAGES = promised("MAX_PAGES", "wire")


@pytest.fixture(params=["pn532", "mfrc522"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> TableRig:
    """A table with one pad, and a card on it of which the host knows."""
    rig = TableRig(tmp_path, request.param)
    rig.cards.put("gun-3", "play", 0)
    rig.tick()
    rig.greet()
    rig.wait_for(0, wire.PAD_PRESENT)
    settle(rig)
    return rig


def settle(rig: TableRig) -> list[tuple[Any, ...]]:
    """Acknowledge everything; return what was heard meanwhile."""
    heard = []
    for _ in range(12):
        rig.send(frame(wire.ACK, rig.board.ring.head, 0, rid=0))
        heard += rig.heard()
    return heard


def answers(rig: TableRig, ms: int = 400) -> list[tuple[Any, ...]]:
    """What is said to requests in the next time."""
    rig.tick(ms // 2)
    return [message for message in rig.heard() if message[0] in (wire.RESP, *wire.LARGE)]


def ask(rig: TableRig, kind: int, *fields: Any, rest: bytes = b"", rid: int = 9) -> tuple[Any, ...]:
    """The one answer to a request."""
    rig.serial.rx += frame(kind, *fields, rest=rest, rid=rid)
    (answer,) = answers(rig)
    assert answer[1:3] == (SID, rid)
    return answer[:1] + answer[3:]


def memory(rig: TableRig, first: int, count: int) -> bytes:
    return b"".join(rig.cards.tag("gun-3").memory[first : first + count])  # type: ignore[attr-defined]


def refused(kind: int, status: int) -> tuple[Any, ...]:
    return (wire.RESP, kind, status, b"")


@pytest.mark.parametrize("uid", [b"", UID])
@pytest.mark.parametrize(("first", "count"), [(4, 1), (0, 4), (5, 7), (3, MAX_PAGES)])
def test_pages_come_with_the_pad_the_first_page_and_the_uid(rig: TableRig, first: int, count: int, uid: bytes) -> None:
    answer = ask(rig, wire.TAG_READ, 0, first, count, rest=uid)
    assert answer == (wire.PAGES, 0, first, len(UID), UID + memory(rig, first, count))


@pytest.mark.parametrize("count", [0, MAX_PAGES + 1, 255])
def test_no_pages_or_too_many_are_a_bad_request(rig: TableRig, count: int) -> None:
    assert ask(rig, wire.TAG_READ, 0, 4, count) == refused(wire.TAG_READ, wire.BAD_REQUEST)


@pytest.mark.parametrize("pad", [1, 64, 255])
def test_a_pad_that_is_not_there_is_a_bad_request(rig: TableRig, pad: int) -> None:
    assert ask(rig, wire.TAG_READ, pad, 4, 1) == refused(wire.TAG_READ, wire.BAD_REQUEST)
    assert ask(rig, wire.TAG_WRITE, pad, 30, b"abcd") == refused(wire.TAG_WRITE, wire.BAD_REQUEST)
    assert memory(rig, 30, 1) != b"abcd"


@pytest.mark.parametrize("size", range(12))
def test_a_uid_has_four_seven_or_ten_bytes_or_none(rig: TableRig, size: int) -> None:
    other = bytes(range(0x21, 0x21 + size))
    status = wire.NO_TAG if size in (4, 7, 10) else wire.BAD_REQUEST
    if size:
        assert ask(rig, wire.TAG_READ, 0, 4, 1, rest=other) == refused(wire.TAG_READ, status)
        assert ask(rig, wire.TAG_WRITE, 0, 30, b"abcd", rest=other) == refused(wire.TAG_WRITE, status)
        assert memory(rig, 30, 1) != b"abcd"


@pytest.mark.parametrize("uid", [b"", UID])
def test_a_page_is_written(rig: TableRig, uid: bytes) -> None:
    assert ask(rig, wire.TAG_WRITE, 0, 30, b"abcd", rest=uid) == refused(wire.TAG_WRITE, wire.OK)
    assert memory(rig, 30, 1) == b"abcd"
    assert memory(rig, 29, 1) == memory(rig, 31, 1) != b"abcd"
    assert ask(rig, wire.TAG_READ, 0, 30, 1)[-1] == UID + b"abcd"


def test_what_a_tag_refuses_is_refused(rig: TableRig) -> None:
    assert ask(rig, wire.TAG_READ, 0, 200, 4) == refused(wire.TAG_READ, wire.REFUSED)
    assert ask(rig, wire.TAG_WRITE, 0, 0, b"evil") == refused(wire.TAG_WRITE, wire.REFUSED)


def test_a_reader_that_is_gone_is_asked_later(rig: TableRig) -> None:
    rig.readers.models[0].reset(0, rig.readers.us)
    rig.wait_for(0, wire.PAD_DOWN)
    settle(rig)
    assert ask(rig, wire.TAG_READ, 0, 4, 1) == refused(wire.TAG_READ, wire.TRY_LATER)
    assert ask(rig, wire.TAG_WRITE, 0, 30, b"abcd") == refused(wire.TAG_WRITE, wire.TRY_LATER)


def test_an_answer_comes_when_it_is_known_and_only_then(rig: TableRig) -> None:
    """Something must have been read; that takes 20 to 150 ms."""
    rig.send(frame(wire.TAG_READ, 0, 4, MAX_PAGES, rid=9))
    assert rig.heard() == []
    begun = rig.now
    while not (heard := rig.heard()):
        rig.tick()
        assert rig.now - begun <= 250
    assert [message[0] for message in heard] == [wire.PAGES]
    assert answers(rig) == []


def test_a_repetition_changes_nothing(rig: TableRig) -> None:
    once = frame(wire.TAG_READ, 0, 4, MAX_PAGES, rid=9)
    rig.send(once)
    errand = rig.board.pads.errand
    assert errand.is_under_way()
    began_again: list[int] = []
    plain = errand.start
    errand.start = lambda *fields: (began_again.append(rig.now), plain(*fields))[1]
    rig.serial.rx += once
    (answer,) = answers(rig)
    assert answer[:3] == (wire.PAGES, SID, 9)
    assert began_again == []
    for other in (
        frame(wire.TAG_READ, 0, 5, MAX_PAGES, rid=10),
        frame(wire.TAG_READ, 0, 4, 31, rid=10),
        frame(wire.TAG_READ, 0, 4, MAX_PAGES, rest=UID, rid=10),
        frame(wire.TAG_WRITE, 0, 4, bytes(rig.board.pads.card.data), rid=10),
        frame(wire.TAG_WRITE, 0, 4, b"four", rest=UID, rid=10),
    ):
        rig.send(once)
        began_again.clear()
        rig.serial.rx += other
        (answer,) = answers(rig)
        assert answer[2] == 10, "another request: the answer to that one is the only one"
        assert len(began_again) == 1


@pytest.mark.parametrize(("kind", "fields"), [(wire.STATS_GET, ()), (wire.BYE, ()), (wire.SNAP_GET, (1, 0))])
def test_any_other_request_cancels_it(rig: TableRig, kind: int, fields: tuple[int, ...]) -> None:
    rig.send(frame(wire.TAG_READ, 0, 4, MAX_PAGES, rid=9))
    assert rig.board.pads.errand.is_under_way()
    rig.send(frame(kind, *fields, rid=10))
    assert not rig.board.pads.errand.is_under_way()
    (answer,) = answers(rig)
    assert answer[2] == 10


def test_what_is_on_a_pad_is_told_with_its_tag_and_text(tmp_path: Path) -> None:
    """TAG, TEXT, then PAD, which names the entry (7.6)."""
    rig = TableRig(tmp_path)
    rig.tick()
    rig.greet()
    rig.wait_for(0, wire.PAD_ABSENT)
    settle(rig)
    rig.cards.put("a-second-of-24-bytes-hmm", "play", rig.now)
    rig.wait_for(0, wire.PAD_PRESENT)
    told = [
        record for message in settle(rig) if message[0] == wire.EVENTS for record in records(message[8], message[6])
    ]
    kinds = dict.fromkeys((kind, src, data) for _, kind, src, data in told)
    uid = uid_of("a-second-of-24-bytes-hmm")
    assert list(kinds) == [(5, 0, uid), (6, 0, b"a-second-of-"), (6, 128, b"24-bytes-hmm"), (4, 0, bytes((2, 0)))]
    state = bytes(rig.board.state)
    assert state[100:] == bytes((2, 0, 7)) + uid + bytes(3) + b"a-second-of-24-bytes-hmm" + bytes(35 * 12)


@pytest.mark.parametrize("ttl", [0, 1, 30])
def test_what_is_expected_is_expected_for_its_time(tmp_path: Path, ttl: int) -> None:
    rig = TableRig(tmp_path, profile="bench")
    rig.tick()
    rig.greet()
    rig.wait_for(19, wire.PAD_ABSENT)
    settle(rig)
    assert ask(rig, wire.EXPECT, ttl, rest=b"\x00\x00\x08\xff") == refused(wire.EXPECT, wire.OK)

    def share(pad: int, ms: int) -> float:
        """Of all looks, how many go to a pad."""
        looks: list[int] = []
        for number, reader in enumerate(rig.board.pads._readers):
            plain = type(reader).light
            reader.light = lambda now, number=number, reader=reader, plain=plain: (
                looks.append(number),
                plain(reader, now),
            )[1]
        rig.tick(ms // 2)
        return looks.count(pad) / len(looks)

    if ttl == 1:
        rig.tick(100)
    assert (share(19, 2_000) > 0.1) == (ttl != 1)
    rig.tick(1_000)
    assert (share(19, 2_000) > 0.1) == (not ttl)
