"""A board for tests of the link, written from the rules of the protocol: only the codec is shared with firmware."""

from __future__ import annotations

import json
from binascii import crc32
from collections import deque
from struct import pack, unpack_from

from firmware import wire

UID = bytes.fromhex("e66058388337492a")
TILES = 24
BUTTON_BYTES = 1
RTO, RTO_MAX = 100, 1600
WINDOW = 192
NEVER = 1 << 60


class ScriptedBoard:
    """A ring, a byte window, go-back-N, and an answer to every request; ``step(now, rx)`` as every board has it."""

    def __init__(
        self,
        boot_id=0x1001,
        ring=64,
        tiles=TILES,
        caps=None,
        proto=(1, 1),
        batch=None,
        started=0,
        buttons=BUTTON_BYTES,
        lights=255,
        uid=UID,
    ):
        self.uid = uid
        self.boot_id = boot_id
        self.size = ring
        self.batch = batch  # records in one frame at most
        self.tiles = tiles
        self.proto = proto
        self.started = started
        self.now = started
        self.state = bytearray(tiles + buttons)
        self.ring = deque(maxlen=ring)  # (seq, t, kind, src, data)
        self.head = 1
        self.history = []  # everything that ever was recorded
        self.lights = lights
        self.caps = json.dumps(
            caps or {"fw": "9.8.7", "profile": "scripted", "tiles": tiles, "buttons": buttons, "lights": lights}
        ).encode()
        self.refusals = {}  # type of request → status that it is answered with instead
        self.flags = 0
        self.fault = b""
        self.led_rev = 0
        self.staging = {}
        self.base = {}
        self.base_ttl = None
        self.effects = {}
        self.config = b'{"name": "old"}'
        self.upload = bytearray(4096)
        self.requests = []  # (type, payload) of every request carried out
        self.acks = []
        self.said_bye = False
        self.sid = 0
        self.mute = False
        self._decoder = wire.Decoder()
        self._encoder = wire.Encoder()
        self._probes = 0
        self._out = bytearray()
        self._heard = self._sent = -1
        self._acked = self._cursor = 1
        self._under_way = deque()  # (end, bytes)
        self._rto = RTO
        self._snap = (0, 0, b"")
        for at in range(0, len(self.state), wire.MAX_DATA):
            self.record(wire.BASELINE, at // wire.MAX_DATA, bytes(self.state[at : at + wire.MAX_DATA]))

    # ---- what happens on the table ----

    @property
    def tail(self):
        return self.ring[0][0] if self.ring else self.head

    def record(self, kind, src, data):
        fact = (self.head, self.now - self.started, kind, src, data)
        self.ring.append(fact)
        self.history.append(fact)
        self.head += 1

    def set_tile(self, tile, value):
        self.state[tile] = value
        self.record(wire.TILE, tile, bytes((value,)))

    def set_buttons(self, value):
        self.state[self.tiles] = value
        self.record(wire.BUTTON, 0, bytes((value,)))

    # ---- one step ----

    def step(self, now, rx=b"", take=256):
        self.now = now
        at = 0
        while at < len(rx):
            at = self._decoder.feed(rx, at, len(rx))
            if self._decoder.length:
                self._heard_frame(bytes(self._decoder.raw[: self._decoder.length - 4]))
        for _ in range(self._decoder.probes - self._probes):
            self._banner()
        self._probes = self._decoder.probes
        self._stream()
        if not take:
            del self._out[:-256]  # stale bytes for whoever opens the port next
            return now + 2, b""
        sent = b"" if self.mute else bytes(self._out)
        self._out.clear()
        return now + 2, sent

    def frame(self, kind, sid, rid, payload):
        self._encoder.begin(kind, sid, rid)
        self._encoder.put(payload)
        return self._encoder.finish()

    def send(self, kind, sid, rid, payload):
        data = self.frame(kind, sid, rid, payload)
        self._out += data
        return len(data)

    # ---- answers ----

    def banner_payload(self):
        caps = (len(self.caps), crc32(self.caps))
        return pack("<BBBBBB8sIBHI", *self.proto, self.flags, 9, 8, 7, self.uid, self.boot_id, 0, *caps)

    def _banner(self):
        self.send(wire.BANNER, 0, 0, self.banner_payload())

    def _heard_frame(self, frame):
        kind, sid, rid, payload = frame[0], frame[1], frame[2], frame[3:]
        if kind == wire.HELLO:
            self._hello(sid, rid, payload)
            return
        if not self.sid or sid != self.sid:
            return
        self._heard = self.now
        if kind == wire.ACK:
            self._ack(*unpack_from("<IB", payload))
        elif kind == wire.PING:
            self._pong(rid, payload)
        else:
            self._request(kind, rid, payload)

    def _hello(self, sid, rid, payload):
        proto, boot_id, next_seq = unpack_from("<BII", payload)
        if not self.proto[0] <= proto <= self.proto[1]:
            status = wire.WRONG_VERSION
        elif boot_id != self.boot_id:
            status = wire.WRONG_BOOT
        elif not 1 <= next_seq <= self.head:
            status = wire.REFUSED
        else:
            self.sid = sid
            self._heard = self.now
            self._acked = max(next_seq, self.tail)
            self._rewind()
            self.send(wire.HELLO_ACK, sid, rid, pack("<IIIHB", self._acked, self.tail, self.head, 384, 192))
            return
        self.send(wire.RESP, sid, rid, bytes((wire.HELLO, status)))

    def _pong(self, rid, payload):
        body = pack("<IIII", (self.now - self.started) & 0xFFFFFFFF, self.head, self.tail, crc32(self.state))
        self.send(wire.PONG, self.sid, rid, payload[:4] + body + pack("<HBH", self.led_rev, self.flags, 0))

    def _request(self, kind, rid, payload):
        self.requests.append((kind, payload))
        answer = {
            wire.SNAP_GET: self._snap_get,
            wire.CAPS_GET: lambda p: (wire.CAPS, self._piece(self.caps, p)),
            wire.CFG_GET: lambda p: (wire.CFG, self._piece(self.config, p)),
            wire.CFG_SET: self._cfg_set,
            wire.CFG_COMMIT: self._cfg_commit,
            wire.STATS_GET: lambda p: (wire.STATS, bytes((3,)) + pack("<III", 7, 8, 9)),
            wire.FAULT_GET: lambda p: (wire.FAULT, bytes((bool(self.fault),)) + self.fault),
            wire.LED_SET: self._led_set,
            wire.LED_FX: self._led_fx,
            wire.EXPECT: lambda p: wire.OK,
            wire.REBOOT: lambda p: wire.OK,
            wire.BYE: self._bye,
        }.get(kind, lambda p: wire.UNSUPPORTED)
        answer = self.refusals[kind] if kind in self.refusals else answer(payload)
        reply, body = answer if isinstance(answer, tuple) else (wire.RESP, bytes((kind, answer)))
        self.send(reply, self.sid, rid, body)

    def _piece(self, data, payload):
        (offset,) = unpack_from("<H", payload)
        return pack("<HH", len(data), offset) + data[offset : offset + 60]

    def _snap_get(self, payload):
        token, offset = unpack_from("<BH", payload)
        if offset == 0:
            self._snap = (token, self.head, bytes(self.state))
        token, as_of, state = self._snap
        return wire.SNAP, pack("<BIHH", token, as_of, len(state), offset) + state[offset : offset + 10]

    def _led_set(self, payload):
        rev, first, count, flags, ttl = unpack_from("<HBBBH", payload)
        if first + count > self.lights:
            return wire.BAD_REQUEST
        if flags & wire.LED_CLEAR:
            self.staging = {}
        for at in range(count):
            self.staging[first + at] = tuple(payload[7 + 3 * at : 10 + 3 * at])
        if flags & wire.LED_COMMIT:
            self.base, self.base_ttl, self.led_rev = dict(self.staging), ttl, rev
        return wire.OK

    def _led_fx(self, payload):
        rev, slot, effect, *rest = unpack_from("<HBBBBBHBH", payload)
        self.effects[slot] = (effect, *rest, payload[12:])
        if effect == wire.FX_OFF:
            del self.effects[slot]
        self.led_rev = rev
        return wire.OK

    def _cfg_set(self, payload):
        (offset,) = unpack_from("<H", payload)
        self.upload[offset : offset + len(payload) - 2] = payload[2:]
        return wire.OK

    def _cfg_commit(self, payload):
        size, crc = unpack_from("<HI", payload)
        if crc32(self.upload[:size]) != crc:
            return wire.REFUSED
        self.config = bytes(self.upload[:size])
        return wire.OK

    def _bye(self, payload):
        self.said_bye = True
        return wire.OK

    # ---- the stream ----

    def _ack(self, next_seq, flags):
        self.acks.append((next_seq, flags))
        if self._acked < next_seq <= self.head:
            self._acked = next_seq
            self._rto = RTO
        while self._under_way and self._under_way[0][0] <= self._acked:
            self._under_way.popleft()
        if flags & wire.ACK_REWIND:
            self._rewind()

    def _rewind(self):
        self._cursor = self._acked
        self._under_way.clear()

    def _stream(self):
        if not self.sid or self.now - self._heard > 3000:
            return
        if self._under_way and self.now - self._sent >= self._rto and self._heard > self._sent:
            self._rto = min(2 * self._rto, RTO_MAX)
            self._rewind()
        self._acked = max(self._acked, self.tail)
        self._cursor = max(self._cursor, self._acked)
        while self._cursor < self.head:
            end, payload = self._events()
            size = len(payload) + wire.HEADER + wire.TRAILER + 3
            if sum(sent for _, sent in self._under_way) + size > WINDOW:
                return
            self._under_way.append((end, self.send(wire.EVENTS, self.sid, 0, payload)))
            self._cursor = end
            self._sent = self.now

    def _events(self):
        """Return (sequence number behind it, payload) of the next frame."""
        first = self._cursor
        facts = [fact for fact in self.ring if fact[0] >= first][: self.batch or 255]
        t0 = facts[0][1]
        records, count = b"", 0
        for _, t, kind, src, data in facts:
            if len(records) + 4 + len(data) > 120 or t - t0 > 0xFFFF:
                break
            records += bytes((kind << 4 | len(data), src)) + pack("<H", t & 0xFFFF) + data
            count += 1
        head = pack("<HIIIB", self.boot_id & 0xFFFF, first, self.tail, t0 & 0xFFFFFFFF, count)
        return first + count, head + records
