"""A board that tells lies: it speaks the wire by itself, with a codec written from docs/wire-protocol.md alone."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

NEVER = 1 << 60
PROBE = b"DF1?"
UID = bytes.fromhex("0123456789abcdef")

HELLO, ACK, PING, SNAP_GET, CAPS_GET, STATS_GET, FAULT_GET = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07
LED_SET, LED_FX = 0x10, 0x11
BANNER, HELLO_ACK, PONG, SNAP, CAPS, RESP, FAULT, STATS, EVENTS, LOG = (
    *(0x80, 0x81, 0x82, 0x83, 0x84),
    *(0x85, 0x86, 0x87, 0x90, 0x91),
)
BASELINE, TILE, BUTTON, PAD, TAG, TEXT = 1, 2, 3, 4, 5, 6
FIELDS = {
    BANNER: ("<BBBBBB8sIBHI", "proto_min proto_max flags major minor patch uid boot_id cause caps_len caps_crc"),
    HELLO_ACK: ("<IIIHB", "start tail head rx_window max_decoded"),
    PONG: ("<IIIIIHBH", "t_host t_board head tail digest led_rev flags rx_drops"),
    SNAP: ("<BIHH", "token as_of total offset"),
    CAPS: ("<HH", "total offset"),
    EVENTS: ("<HIIIB", "boot16 first_seq tail t0 count"),
}
SIZES = {"B": 0xFF, "H": 0xFFFF, "I": 0xFFFF_FFFF}


def sealed(data: bytes) -> bytes:
    """Section 3: CRC-32, COBS, a delimiter on either side."""
    raw = data + struct.pack("<I", zlib.crc32(data))
    return b"\0" + b"".join([bytes((len(piece) + 1,)) + piece for piece in raw.split(b"\0")]) + b"\0"


def opened(data: bytes) -> bytes | None:
    """Undo it; None if the bytes between two delimiters are no good frame."""
    raw, at = bytearray(), 0
    while at < len(data):
        code = data[at]
        raw += data[at + 1 : at + code] + b"\0"
        at += code
    raw = raw[:-1]
    is_good = len(raw) >= 7 and zlib.crc32(raw[:-4]) == struct.unpack("<I", raw[-4:])[0]
    return bytes(raw[:-4]) if is_good else None


def most(kind: int, name: str) -> int:
    """Return the largest value of a field."""
    layout, names = FIELDS[kind]
    codes = list(layout[1:].replace("8s", "s"))
    return SIZES[codes[names.split().index(name)]]


@dataclass
class Lies:
    """What a board says other than it should."""

    fields: dict[int, dict[str, int]] = field(default_factory=dict)  # type of message → field → value
    statuses: dict[int, int] = field(default_factory=dict)  # type of request → status of the RESP to it
    silences: frozenset[int] = frozenset()  # requests that are not answered
    logs: tuple[bytes, ...] = ()
    fault: bytes = b""


class HostileBoard:
    """Keeps every rule of the page but those that ``lies`` break. ``told`` is every record that it has sent."""

    def __init__(self, caps: Any, state: bytes, *, bare: int, lies: Lies | None = None) -> None:
        self.caps = caps if isinstance(caps, bytes) else json.dumps(caps).encode()
        self.state = bytearray(state)
        self.lies = lies or Lies()
        self.boot_id = 0xC0FFEE
        self.ring: list[tuple[int, int, bytes]] = []
        self.told: set[tuple[int, int, int, bytes]] = set()
        self.hellos = 0
        self.plan: list[tuple[int, Callable[[HostileBoard], None]]] = []
        self._sid = 0
        self._next = 1
        self._rx = b""
        self._out = bytearray()
        self._now = self._led_rev = self._deaf_until = 0
        self._logs = list(self.lies.logs)
        for at in range(0, bare, 12):
            self.record(BASELINE, at // 12, state[at : min(at + 12, bare)])

    def record(self, kind: int, src: int, data: bytes) -> None:
        self.ring.append((kind, src, data))

    def set_tile(self, tile: int, value: int) -> None:
        self.state[tile] = value
        self.record(TILE, tile, bytes((value,)))

    def at(self, when: int, action: Callable[[HostileBoard], None]) -> HostileBoard:
        """Have something done when the time has come."""
        self.plan.append((when, action))
        return self

    def step(self, now: int, rx: bytes, take: int) -> tuple[int, bytes]:
        self._now = now
        while self.plan and self.plan[0][0] <= now:
            self.plan.pop(0)[1](self)
        for frame in self._frames(rx):
            self._hear(frame)
        if self._sid:
            self._stream()
        sent = bytes(self._out) if take else b""
        self._out.clear()
        return (self.plan[0][0] if self.plan else NEVER), sent

    # ---- frames ----

    def _frames(self, rx: bytes) -> Iterator[bytes]:
        *pieces, self._rx = (self._rx + rx).split(b"\0")
        for piece in pieces:
            if piece == PROBE:
                self._banner()
            elif frame := opened(piece):
                yield frame

    def send(self, kind: int, sid: int, rid: int, rest: bytes = b"", **values: Any) -> None:
        layout, names = FIELDS[kind]
        values |= self.lies.fields.get(kind, {})
        head = struct.pack(layout, *(values[name] for name in names.split()))
        self._out += sealed(bytes((kind, sid, rid)) + (head + rest)[:185])

    def say(self, kind: int, sid: int, rid: int, payload: bytes) -> None:
        self._out += sealed(bytes((kind, sid, rid)) + payload[:185])

    # ---- what is heard ----

    def _banner(self) -> None:
        values = {"proto_min": 1, "proto_max": 1, "flags": 2 if self.lies.fault else 0, "major": 9, "minor": 9}
        values |= {"patch": 9, "boot_id": self.boot_id, "cause": 0}
        values |= {"caps_len": len(self.caps) & 0xFFFF, "caps_crc": zlib.crc32(self.caps)}
        self.send(BANNER, 0, 0, uid=UID, **values)

    def _hear(self, frame: bytes) -> None:
        kind, sid, rid, payload = frame[0], frame[1], frame[2], frame[3:]
        if kind == HELLO:
            self._hello(sid, rid, payload)
        elif sid == self._sid:
            self._in_session(kind, rid, payload)

    def _hello(self, sid: int, rid: int, payload: bytes) -> None:
        self.hellos += 1
        if HELLO in self.lies.silences:
            return
        if HELLO in self.lies.statuses:
            self.say(RESP, sid, rid, bytes((HELLO, self.lies.statuses[HELLO])))
            return
        self._next = struct.unpack_from("<I", payload, 5)[0]
        if not 1 <= self._next <= self.head:
            self.say(RESP, sid, rid, bytes((HELLO, 5)))
            return
        self._sid = sid
        self.send(HELLO_ACK, sid, rid, start=self._next, tail=1, head=self.head, rx_window=384, max_decoded=192)

    def _in_session(self, kind: int, rid: int, payload: bytes) -> None:
        if kind == ACK:
            self._ack(*struct.unpack_from("<IB", payload))
        elif kind == PING:
            self._pong(rid, payload)
        elif kind in self.lies.silences:
            return
        elif kind in self.lies.statuses:
            self.say(RESP, self._sid, rid, bytes((kind, self.lies.statuses[kind])))
        elif kind == CAPS_GET:
            (offset,) = struct.unpack_from("<H", payload)
            piece = self.caps[offset : offset + 181]
            self.send(CAPS, self._sid, rid, piece, total=len(self.caps) & 0xFFFF, offset=offset)
        elif kind == SNAP_GET:
            token, offset = struct.unpack_from("<BH", payload)
            piece = bytes(self.state[offset : offset + 176])
            self.send(SNAP, self._sid, rid, piece, token=token, as_of=self.head, total=len(self.state), offset=offset)
        elif kind == FAULT_GET:
            self.say(FAULT, self._sid, rid, bytes((bool(self.lies.fault),)) + self.lies.fault)
        elif kind == STATS_GET:
            self.say(STATS, self._sid, rid, b"\1" + bytes(4))
        else:
            if kind in (LED_SET, LED_FX):
                self._led_rev = struct.unpack_from("<H", payload)[0]
            self.say(RESP, self._sid, rid, bytes((kind, 0)))

    def _pong(self, rid: int, payload: bytes) -> None:
        values = {"t_host": struct.unpack_from("<I", payload)[0], "t_board": self._now & 0xFFFF_FFFF}
        values |= {"head": self.head, "tail": 1, "digest": zlib.crc32(self.state)}
        self.send(PONG, self._sid, rid, led_rev=self._led_rev, flags=2 if self.lies.fault else 0, rx_drops=0, **values)
        if self._logs:
            self.say(LOG, self._sid, 0, b"\0\0\0" + self._logs.pop(0))

    def _ack(self, next_seq: int, flags: int) -> None:
        if flags & 1 and self._now >= self._deaf_until:
            self._deaf_until = self._now + 50
            self._next = min(next_seq, self.head)

    # ---- the stream ----

    @property
    def head(self) -> int:
        return len(self.ring) + 1

    def _stream(self) -> None:
        while self._next < self.head:
            first, records, count = self._next, b"", 0
            for kind, src, data in self.ring[first - 1 : first + 7]:
                records += bytes((kind << 4 | len(data) & 15, src)) + struct.pack("<H", self._now & 0xFFFF) + data
                count += 1
            said = {"first_seq": first, **self.lies.fields.get(EVENTS, {})}["first_seq"]
            self.told |= {(said + at, *self.ring[first - 1 + at]) for at in range(count)}
            values = {"boot16": self.boot_id & 0xFFFF, "first_seq": first, "tail": 1, "t0": self._now & 0xFFFF_FFFF}
            self.send(EVENTS, self._sid, 0, records, count=count, **values)
            self._next += count
