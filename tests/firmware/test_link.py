"""The board's end of the wire: who is heard, what is sent again, and how much may be under way."""

import random
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from firmware import wire
from firmware.wire import NORTH, TILE
from tests.firmware.protocol_page import promised
from tests.firmware.rig import BOOT, SID, UID, Rig, frame, parse, raw_frame, records, settings

EVENT_BYTES, LOST_MS, QUIET_MS, REWIND_MS, RTO_MAX_MS, RTO_MS = (
    promised(name, "link") for name in ("EVENT_BYTES", "LOST_MS", "QUIET_MS", "REWIND_MS", "RTO_MAX_MS", "RTO_MS")
)

FIFO = promised("FIFO", "wire")
SLOTS = promised("SLOTS", "ring")


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = Rig(tmp_path)
    rig.tick()
    return rig


def of(kind: int, frames: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [message for message in frames if message[0] == kind]


def facts(rig: Rig, count: int) -> None:
    """Let ``count`` things happen."""
    for i in range(count):
        rig.board.ring.add(rig.now, TILE, i & 15, NORTH)


def first_seqs(frames: list[tuple[Any, ...]]) -> list[int]:
    return [message[4] for message in of(wire.EVENTS, frames)]


def ack(next_seq: int, flags: int = 0) -> bytes:
    return frame(wire.ACK, next_seq, flags, rid=0)


# ---- who is heard ----


def test_the_board_never_speaks_first(rig: Rig) -> None:
    facts(rig, 300)
    rig.tick(5000)
    assert rig.serial.writes == []


def test_a_probe_is_answered_by_a_banner(rig: Rig) -> None:
    rig.send(b"\x03\x04garbage" + wire.PROBE)
    ((kind, sid, rid, *fields, rest),) = rig.heard()
    assert (kind, sid, rid) == (wire.BANNER, 0, 0)
    caps = zlib.crc32(rig.board.link._desk._caps)
    length = len(rig.board.link._desk._caps)
    assert fields == [1, 1, wire.FLAG_LOST, 0, 1, 0, UID, BOOT, wire.CAUSE_POWER, length, caps]
    assert rest == b""


def test_probes_in_a_row_get_a_banner_each(rig: Rig) -> None:
    for _ in range(3):
        rig.send(wire.PROBE)
    assert [message[0] for message in rig.heard()] == [wire.BANNER] * 3


def test_a_good_hello_opens_the_stream(rig: Rig) -> None:
    heard = rig.greet()
    assert heard[0] == (wire.HELLO_ACK, SID, 1, 1, 1, 2, wire.RX_WINDOW, wire.MAX_DECODED, b"")
    assert heard[1][:8] == (wire.EVENTS, SID, heard[1][2], BOOT & 0xFFFF, 1, 1, 0, 1)
    assert records(heard[1][8], 0) == [(0, wire.BASELINE, 0, bytes(11))]


@pytest.mark.parametrize(
    ("proto", "boot", "next_seq", "status"),
    [
        (2, BOOT, 1, wire.WRONG_VERSION),
        (0, BOOT, 1, wire.WRONG_VERSION),
        (2, 1, 99, wire.WRONG_VERSION),
        (1, BOOT ^ 1, 1, wire.WRONG_BOOT),
        (1, 0, 99, wire.WRONG_BOOT),
        (1, BOOT, 3, wire.REFUSED),
        (1, BOOT, 0, wire.REFUSED),
        (1, BOOT, 0xFFFFFFFF, wire.REFUSED),
    ],
)
def test_a_hello_that_does_not_fit_is_refused(rig: Rig, proto: int, boot: int, next_seq: int, status: int) -> None:
    assert rig.ask(wire.HELLO, proto, boot, next_seq, rid=9) == [(wire.RESP, SID, 9, wire.HELLO, status, b"")]
    facts(rig, 3)
    rig.tick(100)
    assert rig.heard() == [], "no session, no stream"


def test_a_refused_hello_leaves_the_session_alone(rig: Rig) -> None:
    rig.greet()
    assert rig.ask(wire.HELLO, 1, BOOT ^ 1, 1, sid=8)[-1][3:5] == (wire.HELLO, wire.WRONG_BOOT)
    rig.send(ack(2))
    facts(rig, 1)
    rig.tick(10)
    assert first_seqs(rig.heard()) == [2]


def test_a_refusal_carries_the_numbers_of_its_hello_not_of_the_session(rig: Rig) -> None:
    rig.greet()
    rig.ask(wire.HELLO, 1, BOOT ^ 1, 1, sid=8, rid=77)
    assert rig.ask(wire.HELLO, 1, BOOT, 99, sid=9, rid=78)[-1][:5] == (wire.RESP, 9, 78, wire.HELLO, wire.REFUSED)


def test_an_empty_hello_is_a_bad_request(rig: Rig) -> None:
    rig.send(raw_frame(wire.HELLO, b"", rid=4))
    assert rig.heard() == [(wire.RESP, SID, 4, wire.HELLO, wire.BAD_REQUEST, b"")]


def test_a_short_hello_is_refused(rig: Rig) -> None:
    rig.send(raw_frame(wire.HELLO, struct.pack("<BI", 1, BOOT), rid=4))
    assert rig.heard() == [(wire.RESP, SID, 4, wire.HELLO, wire.BAD_REQUEST, b"")]


def test_a_hello_of_another_version_is_told_so_whatever_its_length(rig: Rig) -> None:
    rig.send(raw_frame(wire.HELLO, b"\x02", rid=4))
    rig.send(raw_frame(wire.HELLO, b"\x02" + bytes(60), rid=5))
    assert [message[3:5] for message in rig.heard()] == [(wire.HELLO, wire.WRONG_VERSION)] * 2


def test_session_zero_is_nobody(rig: Rig) -> None:
    assert rig.greet(sid=0) == []
    assert rig.ask(wire.PING, 1, sid=0) == []


def test_bytes_behind_the_known_fields_are_ignored(rig: Rig) -> None:
    assert rig.ask(wire.HELLO, 1, BOOT, 1, rest=b"future")[0][0] == wire.HELLO_ACK
    assert of(wire.PONG, rig.ask(wire.PING, 5, rest=b"future"))
    rig.send(raw_frame(wire.ACK, struct.pack("<IB", 2, 0) + b"future"))
    assert of(wire.STATS, rig.ask(wire.STATS_GET, rest=b"future"))


@pytest.mark.parametrize("kind", [kind for kind in wire.FORMATS if kind < 0x80 and kind != wire.HELLO])
def test_frames_of_another_session_are_left_over(rig: Rig, kind: int) -> None:
    rig.greet()
    fields = (2, 0) if kind == wire.ACK else struct.unpack(layout := wire.FORMATS[kind], bytes(struct.calcsize(layout)))
    assert rig.ask(kind, *fields, sid=SID + 1) == []
    assert rig.chip.resets == []
    assert rig.board.link._acked == 1


def test_a_new_hello_takes_over_and_resumes(rig: Rig) -> None:
    rig.greet()
    facts(rig, 30)
    rig.tick(20)
    rig.heard()
    heard = rig.greet(sid=9, next_seq=12)
    assert heard[0][3:6] == (12, 1, 32)
    assert first_seqs(heard)[0] == 12
    assert {message[1] for message in heard} == {9}
    rig.serial.rx += ack(32)  # the old session's
    rig.tick(5)
    assert rig.board.link._acked == 12


def test_a_hello_that_comes_twice_is_harmless(rig: Rig) -> None:
    facts(rig, 3)
    rig.send(frame(wire.HELLO, 1, BOOT, 1) * 2)
    rig.tick(20)
    heard = rig.heard()
    assert len(of(wire.HELLO_ACK, heard)) in (1, 2)
    assert set(first_seqs(heard)) == {1}


def test_what_the_ring_has_lost_is_told_as_tail(rig: Rig) -> None:
    facts(rig, SLOTS + 50)
    heard = rig.greet()
    tail, head = rig.board.ring.tail, rig.board.ring.head
    assert heard[0][3:6] == (tail, tail, head)
    assert of(wire.EVENTS, heard)[0][4:6] == (tail, tail)


def test_an_overflow_during_a_session_moves_the_stream_to_the_tail(rig: Rig) -> None:
    rig.greet()
    facts(rig, SLOTS + 50)
    for _ in range(12):
        rig.send(frame(wire.PING, 1))
        rig.tick(60)
    pong = of(wire.PONG, rig.heard())[-1]
    assert pong[5:7] == (rig.board.ring.head, rig.board.ring.tail)
    rig.send(ack(pong[6], wire.ACK_REWIND))
    rig.tick(40)
    assert first_seqs(rig.heard())[0] == pong[6]


# ---- acknowledging and sending again ----


def drain(rig: Rig, next_seq: int = 1) -> list[int]:
    """A perfect host: acknowledge everything; return the numbers as they came."""
    seen: list[int] = []
    for _ in range(400):
        for message in of(wire.EVENTS, rig.heard()):
            assert message[4] <= next_seq
            seen += range(message[4], message[4] + message[7])
            next_seq = max(next_seq, message[4] + message[7])
            rig.serial.rx += ack(next_seq)
        rig.tick(2)
    return seen


def test_events_arrive_in_order_and_once(rig: Rig) -> None:
    facts(rig, 200)
    rig.serial.rx += frame(wire.HELLO, 1, BOOT, 1)
    assert drain(rig) == list(range(1, 202))


def test_the_window_bounds_what_is_unacknowledged(rig: Rig) -> None:
    facts(rig, 200)
    rig.greet()
    rig.tick(1000)
    sizes = [len(data) for data in rig.serial.writes] or [0]
    assert sum(sizes) <= EVENT_BYTES
    sent = sum(message[7] for message in of(wire.EVENTS, rig.heard())) + 1
    assert rig.board.link._bytes <= EVENT_BYTES
    assert sent > 0


def test_an_acknowledgement_of_what_was_never_sent_is_ignored(rig: Rig) -> None:
    rig.greet()
    for number in (99, 0xFFFFFFFF, 0):
        rig.send(ack(number))
    assert rig.board.link._acked == 1
    rig.send(ack(2))
    assert rig.board.link._acked == 2
    rig.send(ack(1))
    assert rig.board.link._acked == 2, "an old one does not take it back"


def test_a_rewind_sends_everything_unacknowledged_again(rig: Rig) -> None:
    facts(rig, 60)
    before = first_seqs(rig.greet())
    rig.tick(20)
    before += first_seqs(rig.heard())
    rig.tick(30)
    rig.send(ack(1, wire.ACK_REWIND))
    rig.tick(60)
    assert first_seqs(rig.heard())[: len(before)] == before
    assert rig.board.link.resends == 1


def test_rewinds_in_quick_succession_count_once(rig: Rig) -> None:
    facts(rig, 5)
    rig.greet()
    rig.tick(30)
    rig.heard()
    rig.serial.rx += ack(1, wire.ACK_REWIND) * 2
    rig.tick(2)  # both are read within the limit
    assert REWIND_MS >= 4
    rig.tick(30)
    assert len(first_seqs(rig.heard())) == 1


def test_a_rewind_to_another_place_is_ignored(rig: Rig) -> None:
    facts(rig, 5)
    rig.greet()
    rig.send(ack(3))
    rig.heard()
    rig.send(ack(2, wire.ACK_REWIND))
    assert first_seqs(rig.heard()) == []


def test_without_a_sign_of_life_nothing_is_sent_twice(rig: Rig) -> None:
    facts(rig, 5)
    rig.greet()
    rig.tick((LOST_MS - 200) // 2)
    assert first_seqs(rig.heard()) == []
    assert not rig.board.link.lost


def test_after_a_sign_of_life_the_timer_sends_again_and_backs_off(rig: Rig) -> None:
    facts(rig, 5)
    rig.greet()
    times: list[int] = []
    for _ in range(2600):
        if not rig.now % 80:
            rig.serial.rx += frame(wire.PING, rig.now)
        rig.tick()
        times += [rig.now] * len(first_seqs(rig.heard()))
    gaps = [b - a for a, b in zip([0, *times], times, strict=False)]
    assert len(gaps) >= 5, "the last of them after the longest wait"
    assert all(gap >= RTO_MS for gap in gaps)
    waits = [min(RTO_MS << n, RTO_MAX_MS) for n in range(1, len(gaps))]
    assert all(0 <= gap - wait < 100 for gap, wait in zip(gaps[1:], waits, strict=True)), gaps


def test_progress_resets_the_timer(rig: Rig) -> None:
    facts(rig, 5)
    rig.greet()
    for _ in range(400):
        rig.serial.rx += frame(wire.PING, 1) if not rig.now % 40 else b""
        rig.tick()
    assert rig.board.link._rto > RTO_MS
    rig.send(ack(3))
    assert rig.board.link._rto == RTO_MS


# ---- silence and farewell ----


def test_a_silent_host_is_lost_after_three_seconds_and_comes_back(rig: Rig) -> None:
    rig.greet()
    rig.send(ack(2))
    rig.tick(LOST_MS // 2 - 20)
    assert not rig.board.link.lost
    rig.tick(40)
    assert rig.board.link.lost
    facts(rig, 3)
    rig.tick(200)
    rig.heard()
    rig.tick(200)
    assert rig.heard() == [], "nothing is sent to nobody"
    rig.send(frame(wire.PING, 77))
    rig.tick(20)
    heard = rig.heard()
    assert not rig.board.link.lost
    assert of(wire.PONG, heard)[0][3] == 77
    assert first_seqs(heard) == [2]


def test_garbage_and_strangers_are_no_sign_of_life(rig: Rig) -> None:
    rig.greet()
    for _ in range(40):
        rig.send(b"\xff" * 20 + b"\0" + frame(wire.PING, 1, sid=SID + 1) + wire.PROBE)
        rig.tick(40)
    assert rig.board.link.lost


def test_bye_is_answered_and_ends_the_session(rig: Rig) -> None:
    rig.greet()
    assert rig.ask(wire.BYE, rid=5)[-1] == (wire.RESP, SID, 5, wire.BYE, wire.OK, b"")
    assert rig.board.link.lost
    facts(rig, 3)
    rig.tick(200)
    assert rig.heard() == []


def test_a_ping_after_bye_takes_the_session_up_again(rig: Rig) -> None:
    rig.greet()
    rig.ask(wire.BYE, rid=5)
    facts(rig, 1)
    heard = rig.ask(wire.PING, 123)
    rig.tick(200)
    heard += rig.heard()
    assert {wire.PONG, wire.EVENTS} <= {message[0] for message in heard}
    assert not rig.board.link.lost


def test_whoever_says_hello_is_heard_after_anything(rig: Rig) -> None:
    rng = random.Random(5)
    for round_ in range(30):
        rig.send(rng.randbytes(rng.randrange(300)))
        rig.send(frame(rng.choice([wire.BYE, wire.STATS_GET]), sid=rng.randrange(256)))
        rig.heard()
        assert of(wire.HELLO_ACK, rig.ask(wire.HELLO, 1, BOOT, 1, sid=round_ + 1)), round_


# ---- PING, PONG, LOG ----


def test_a_ping_is_echoed_with_the_boards_own_account(rig: Rig) -> None:
    rig.greet()
    rig.spi.closed[3] = NORTH
    rig.tick(20)
    rig.send(b"\xff\xff\0")
    (pong,) = of(wire.PONG, rig.ask(wire.PING, 0xFEDCBA98, rid=33))
    _, sid, rid, t_host, t_board, head, tail, digest, led_rev, flags, drops, _ = pong
    assert (sid, rid, t_host, head, tail, led_rev, flags, drops) == (SID, 33, 0xFEDCBA98, 3, 1, 0, 0, 1)
    assert digest == zlib.crc32(bytes(rig.board.inputs.state))
    assert rig.now - 60 <= t_board < rig.now


def test_one_log_line_a_ping_and_only_when_all_is_acknowledged(rig: Rig) -> None:
    desk = rig.board.link._desk
    rig.greet()
    desk.log("first")
    desk.log("second")
    assert of(wire.LOG, rig.ask(wire.PING, 1)) == [], "an event is unacknowledged"
    rig.send(ack(2))
    rig.tick(5)
    assert of(wire.LOG, rig.heard()) == [(wire.LOG, SID, 0, 0, 2, b"second")], "the line of the start was dropped too"
    desk.log("x" * 300)
    rig.tick(50)
    assert of(wire.LOG, rig.heard()) == [], "no ping since"
    assert of(wire.LOG, rig.ask(wire.PING, 1))[0][-1] == b"x" * 96


def test_a_new_session_owes_no_log_before_its_ping(rig: Rig) -> None:
    rig.greet()
    rig.ask(wire.PING, 1)
    rig.board.link._desk.log("old")
    heard = rig.greet(sid=9, next_seq=2)
    rig.tick(50)
    assert of(wire.LOG, heard + rig.heard()) == []


# ---- every request, whatever it holds ----

REQUESTS = [kind for kind in wire.FORMATS if kind < 0x80 and kind not in (wire.HELLO, wire.ACK, wire.PING)]


@pytest.mark.parametrize("kind", [kind for kind in REQUESTS if wire.FORMATS[kind].strip("<")])
def test_a_request_that_is_too_short_is_refused(rig: Rig, kind: int) -> None:
    rig.greet()
    rig.send(ack(2))
    for size in range(struct.calcsize(wire.FORMATS[kind])):
        rig.send(raw_frame(kind, b"\1" * size, rid=size + 1))
        assert rig.heard() == [(wire.RESP, SID, size + 1, kind, wire.BAD_REQUEST, b"")]
    assert rig.chip.resets == []


def test_an_unknown_request_is_unsupported(rig: Rig) -> None:
    rig.greet()
    rig.send(ack(2))
    for kind in sorted(set(range(0x80)) - set(wire.FORMATS)):
        rig.send(raw_frame(kind, b"\1" * 9, rid=kind + 1))
        assert rig.heard() == [(wire.RESP, SID, kind + 1, kind, wire.UNSUPPORTED, b"")]


def test_the_boards_own_messages_are_no_requests(rig: Rig) -> None:
    rig.greet()
    rig.send(ack(2))
    for kind in range(0x80, 0x100):
        rig.send(raw_frame(kind, b"\1" * 9))
    assert rig.heard() == []


@pytest.mark.parametrize("kind", REQUESTS)
def test_garbage_in_a_request_is_answered_once_and_harms_nobody(rig: Rig, kind: int) -> None:
    rng = random.Random(kind)
    rig.greet()
    rig.send(ack(2))
    for turn in range(60):
        size = rng.choice([rng.randrange(wire.MAX_PAYLOAD), wire.MAX_PAYLOAD, 12])
        payload = bytes(rng.choice([0, 1, 2, 255, rng.randrange(256)]) for _ in range(size))
        if kind == wire.REBOOT:
            payload = b"\x04" + payload[1:]  # a mode that there is not
        rig.send(raw_frame(kind, payload, rid=turn + 1))
        rig.tick(20)
        (reply,) = rig.heard()
        assert reply[0] in (wire.RESP, *wire.LARGE)
        assert reply[1:3] == (SID, turn + 1)
        rig.tick(40)
        rig.send(frame(wire.PING, turn))
        assert of(wire.PONG, rig.heard())[0][3] == turn
    assert rig.chip.resets == []
    assert not rig.board.fault


def test_a_request_that_comes_twice_is_answered_alike(rig: Rig) -> None:
    rig.greet()
    rig.send(ack(2))
    for kind, fields, rest in (
        (wire.SNAP_GET, (1, 0), b""),
        (wire.CAPS_GET, (0,), b""),
        (wire.LED_SET, (1, 0, 1, 1, 0), b"\1\2\3"),
        (wire.LED_FX, (2, 0, 1, 9, 9, 9, 100, 0, 0), b"\1"),
        (wire.CFG_SET, (0,), b"{}"),
        (wire.BYE, (), b""),
    ):
        once = rig.ask(kind, *fields, rest=rest, rid=8)
        rig.tick(150)  # a host asks again after 300 ms
        again = rig.ask(kind, *fields, rest=rest, rid=8)
        assert len(once) == 1
        assert once == again


# ---- bytes that nobody reads ----


class Host:
    """A host that keeps to the protocol until, at a moment that it does not choose, it stops reading.

    Frames take ``delay`` ms to the board; some of the board's frames are lost on the way to the host.
    """

    def __init__(self, rig: Rig, rng: random.Random) -> None:
        self.rig, self.rng = rig, rng
        self.unread = bytearray()
        self.worst = 0
        self.next = 1
        self.rid = 0
        self.waiting = 0  # request that is unanswered, and since when
        self.asked_at = 0
        self.ping_at = 0
        self.repeat = b""
        self.under_way: list[tuple[int, bytes]] = []
        self.loss = rng.choice([0.0, 0.1, 0.4])
        self.seen = False
        self._rx = wire.Decoder()
        self._send(frame(wire.HELLO, 1, BOOT, 1))

    def _send(self, data: bytes) -> None:
        self.under_way.append((self.rig.now + self.rng.randrange(0, 8), data))

    def run(self, until: int, reading: bool) -> None:
        rig, rng = self.rig, self.rng
        while rig.now < until:
            while self.under_way and self.under_way[0][0] <= rig.now:
                rig.serial.rx += self.under_way.pop(0)[1]
            if rng.random() < 0.2:
                facts(rig, rng.choice([1, 1, 3, 20]))
            rig.tick()
            for data in rig.serial.writes:
                self.unread += data
            rig.serial.writes.clear()
            self.worst = max(self.worst, len(self.unread))
            if reading:
                self._act()

    def _act(self) -> None:
        data, self.unread = bytes(self.unread), bytearray()
        for message in parse(self._rx, data):
            if self.rng.random() >= self.loss:
                self._take(message)
        now = self.rig.now
        if now >= self.ping_at:
            self.ping_at = now + 250
            self._send(frame(wire.PING, now))
        if self.waiting and now - self.asked_at >= 300:
            self.asked_at = now
            self._send(self.repeat)
        elif not self.waiting and self.rng.random() < 0.1:
            self._request()

    def _request(self) -> None:
        self.rid = self.rid % 255 + 1
        self.waiting, self.asked_at = self.rid, self.rig.now
        kind, fields = self.rng.choice(
            [(wire.CAPS_GET, (0,)), (wire.SNAP_GET, (1, 0)), (wire.STATS_GET, ()), (wire.LED_SET, (1, 0, 0, 1, 0))]
        )
        self.repeat = frame(kind, *fields, rid=self.rid)
        self._send(self.repeat)

    def _take(self, message: tuple[Any, ...]) -> None:
        if message[0] == wire.EVENTS:
            first, tail, count = message[4], message[5], message[7]
            if tail > self.next:
                self.next = tail
            self.seen = True
            if first > self.next:
                self._send(ack(self.next, wire.ACK_REWIND))
            else:
                self.next = max(self.next, first + count)
                self._send(ack(self.next))
        elif message[0] == wire.PONG:
            if message[5] > self.next and not self.seen:
                self._send(ack(self.next, wire.ACK_REWIND))
            self.seen = False
        elif message[2] == self.waiting:
            self.waiting = 0


@pytest.mark.parametrize("seed", range(40))
def test_a_host_that_stops_reading_never_has_more_than_the_fifo_holds(tmp_path: Path, seed: int) -> None:
    """Its earlier frames still arrive; the board must not block on a write that does not fit."""
    rng = random.Random(seed)
    rig = Rig(tmp_path, settings(tiles=99, buttons=2, lights=128))
    host = Host(rig, rng)
    for _ in range(6):
        host.run(rig.now + rng.randrange(300, 1200), reading=True)
        host.run(rig.now + rng.choice([5, 150, 2500]), reading=False)
    assert host.next > 50, "the stream does get on"
    assert host.worst <= FIFO


def test_a_large_reply_waits_for_room(rig: Rig) -> None:
    facts(rig, 60)
    rig.greet()
    rig.tick(10)
    rig.heard()
    rig.send(frame(wire.CAPS_GET, 0))
    rig.tick(10)
    assert of(wire.CAPS, rig.heard()) == []
    assert of(wire.PONG, rig.ask(wire.PING, 1)), "small answers are not held up"
    rig.send(ack(rig.board.link._cursor))
    rig.tick(20)
    assert of(wire.CAPS, rig.heard())


def stream(rig: Rig, ticks: int, each: int, delay: int, every: int, ask: int) -> tuple[int, list[int], int]:
    """Events without end, acknowledged after ``delay`` ms, a PING every 250 ms, a large request every ``ask`` ticks.

    Return how many events arrived, which requests were answered, and the longest pause between two events in ms.
    """
    rig.serial.rx += frame(wire.HELLO, 1, BOOT, 1)
    next_seq, answered, pause, last = 1, [], 0, rig.now
    later: list[tuple[int, bytes]] = []
    for tick in range(ticks):
        if tick % every == 0:
            facts(rig, each)
        if tick % 125 == 60:
            rig.serial.rx += frame(wire.PING, tick)
        if tick % ask == ask // 2:
            rig.serial.rx += frame(wire.CAPS_GET, 0, rid=tick // ask + 1)
        while later and later[0][0] <= rig.now:
            rig.serial.rx += later.pop(0)[1]
        rig.tick()
        for message in rig.heard():
            if message[0] == wire.EVENTS:
                next_seq = max(next_seq, message[5], message[4] + message[7])
                later.append((rig.now + delay, ack(next_seq)))
                pause, last = max(pause, rig.now - last), rig.now
            elif message[0] == wire.CAPS:
                answered.append(message[2])
    return next_seq - 1, answered, pause


@pytest.mark.parametrize(("each", "every"), [(1, 1), (1, 2), (3, 1)])
@pytest.mark.parametrize("delay", [0, 4, 12])
def test_events_without_end_do_not_starve_a_large_reply(rig: Rig, each: int, every: int, delay: int) -> None:
    _, answered, pause = stream(rig, 900, each, delay, every, 150)
    assert answered == [1, 2, 3, 4, 5, 6]
    assert pause <= 400


def test_a_thousand_facts_a_second_get_through_to_a_slow_disk(rig: Rig) -> None:
    """Each acknowledgement waits 10 ms for the disk; answers to PINGs do not hold the stream up."""
    events, _, pause = stream(rig, 2000, 2, 10, 1, 10_000)
    assert events >= 3900
    assert pause <= 60


# ---- what fits, to the byte (wire protocol, 7.3) ----

RESP_SIZE, PONG_SIZE, LARGEST = 12, 35, 195
LOG_SIZE = 3 + 3 + 96 + 4 + 3  # header, level and count, the text, CRC, COBS and delimiters


def unread(rig: Rig, count: int) -> None:
    """Have so many bytes under way that the host has not proved to have read."""
    link = rig.board.link
    link._read = (link._sent - count) & 0xFFFF
    link._spoke = rig.now


def calm(rig: Rig) -> Rig:
    """A session in which everything is acknowledged and read, and no line of the log waits."""
    rig.greet()
    for _ in range(3):
        rig.send(ack(rig.board.ring.head))
        rig.ask(wire.PING, 1)
        rig.tick(40)
    rig.heard()
    return rig


@pytest.mark.parametrize(
    ("kind", "fields", "size"),
    [(wire.EXPECT, (0,), RESP_SIZE), (wire.PING, (5,), PONG_SIZE), (wire.CAPS_GET, (0,), LARGEST)],
)
@pytest.mark.parametrize("around", [-1, 0, 1])
@pytest.mark.parametrize("begun", [0, 100, 0xFFF0])
def test_an_answer_waits_until_it_fits_beside_what_is_unread(
    rig: Rig, kind: int, fields: tuple[int, ...], size: int, around: int, begun: int
) -> None:
    """Bytes are counted modulo 65536."""
    link = calm(rig).board.link
    link._sent = begun
    unread(rig, FIFO - size + around)
    rig.serial.rx += frame(kind, *fields, rid=link._reply_rid)  # the number of the last request: no proof
    rig.tick(20)
    assert bool(rig.heard()) == (around <= 0)
    rig.tick(QUIET_MS)
    rig.send(ack(rig.board.ring.head))
    assert bool(rig.heard()) == (around > 0), "now all is read"


@pytest.mark.parametrize("around", [-1, 0, 1])
def test_a_line_of_the_log_leaves_room_for_an_answer(rig: Rig, around: int) -> None:
    link = calm(rig).board.link
    link._may_log = False  # none has waited for the last PING
    link._desk.log("x" * 96)
    unread(rig, FIFO - LOG_SIZE - RESP_SIZE - PONG_SIZE - PONG_SIZE + around)  # the PONG of this PING comes first
    rig.serial.rx += frame(wire.PING, 5)
    rig.tick(25)
    assert [message[0] for message in rig.heard()] == [wire.PONG, *([wire.LOG] if around <= 0 else [])]


@pytest.mark.parametrize("around", [-1, 0, 1])
def test_events_leave_room_for_an_answer_while_others_are_under_way(rig: Rig, around: int) -> None:
    calm(rig)
    facts(rig, 1)
    rig.tick(10)
    (first,) = rig.serial.writes
    rig.heard()
    unread(rig, FIFO - RESP_SIZE - PONG_SIZE - len(first) + around)
    facts(rig, 1)
    rig.tick(10)
    assert bool(rig.heard()) == (around <= 0)


def test_the_window_is_filled_to_the_last_frame_that_fits(rig: Rig) -> None:
    calm(rig)
    unread(rig, 0)
    sizes: list[int] = []
    for _ in range(30):
        facts(rig, 1)
        rig.tick(10)
        sizes += [len(data) for data in rig.serial.writes]
        rig.heard()
    assert len(set(sizes)) == 1
    assert sum(sizes) <= EVENT_BYTES < sum(sizes) + sizes[0]


@pytest.mark.parametrize("late", [-2, 0])
def test_a_frame_long_after_the_last_byte_proves_that_all_was_read(rig: Rig, late: int) -> None:
    """The host reads before it writes, and what it wrote has been read within 48 ms."""
    link = calm(rig).board.link
    unread(rig, FIFO - 5)
    rig.serial.rx += frame(wire.EXPECT, 0, rid=link._reply_rid)
    before = link.frames_in
    spoke = rig.now
    while link.frames_in == before:
        link._spoke = rig.now - QUIET_MS - late  # as if it had been so long
        rig.tick()
    rig.tick(20)
    assert bool(rig.heard()) == (late == 0), spoke


@pytest.mark.parametrize("early", [2, 0])
def test_a_host_is_lost_after_exactly_its_time(rig: Rig, early: int) -> None:
    link = calm(rig).board.link
    before = link.frames_in
    rig.serial.rx += frame(wire.PING, 5)
    while link.frames_in == before:
        rig.tick()
    heard = rig.now - 2
    while rig.now <= heard + LOST_MS - early:
        rig.tick()
    assert link.lost == (early == 0)


def test_a_rewind_is_heard_again_after_its_time(rig: Rig) -> None:
    """Twice within 5 ms is one; the board counts how often the stream went back."""
    link = calm(rig).board.link
    for gap, resends in ((REWIND_MS - 1, 1), (REWIND_MS, 2)):
        link.resends = 0
        facts(rig, 2)
        rig.tick(20)
        link._rewound = -1000
        assert link._under_way
        now = rig.now
        link._acknowledge(link._acked, wire.ACK_REWIND, now)
        link._cursor = link._acked + 1  # something was sent again meanwhile
        link._acknowledge(link._acked, wire.ACK_REWIND, now + gap)
        assert link.resends == resends
        rig.tick(20)
        rig.send(ack(rig.board.ring.head))
        rig.heard()


def test_a_smaller_frame_goes_at_once_when_a_large_one_does_not_fit(rig: Rig) -> None:
    """Nothing else is under way whose acknowledgement would make room."""
    calm(rig)
    unread(rig, FIFO - 60)
    facts(rig, 30)
    begun = rig.now
    while not rig.serial.writes:
        rig.tick()
        assert rig.now - begun <= 20
    (events,) = rig.heard()
    assert events[0] == wire.EVENTS
    assert 1 <= events[7] < 30


def test_a_frame_that_was_built_large_gives_way_to_a_smaller_one(rig: Rig) -> None:
    """Another was under way then, whose acknowledgement proves nothing: it is that of an earlier copy."""
    link = calm(rig).board.link
    facts(rig, 1)
    rig.tick(10)
    rig.heard()
    unread(rig, FIFO - 60)
    facts(rig, 30)
    rig.tick(10)
    assert rig.heard() == []
    link._marks[link._first] = link._read
    rig.serial.rx += ack(link._first_seq)
    link._spoke = rig.now
    rig.tick(12)
    (events,) = rig.heard()
    assert events[0] == wire.EVENTS
    assert 1 <= events[7] < 30
