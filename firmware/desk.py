"""Requests and replies: what a host may ask of a board besides its events."""

import json
from binascii import crc32
from struct import pack_into

from firmware import VERSION, config, wire
from firmware.native import const
from firmware.wire import (
    BAD_REQUEST,
    BANNER,
    BYE,
    CAPS,
    CAPS_GET,
    CFG,
    CFG_COMMIT,
    CFG_GET,
    CFG_SET,
    EXPECT,
    FAULT,
    FAULT_GET,
    HEADER,
    LED_FX,
    LED_SET,
    LOG,
    OK,
    PAGES,
    REBOOT,
    REFUSED,
    SNAP,
    SNAP_GET,
    STATS,
    STATS_GET,
    TAG_READ,
    TAG_WRITE,
    TRY_LATER,
    UNSUPPORTED,
    get_u16,
    get_u32,
)

LOG_BYTES = const(96)
LATER = const(127)  # no status: the answer comes when an errand is done
_NEEDS = {  # payload bytes at least
    SNAP_GET: 3,
    CAPS_GET: 2,
    STATS_GET: 0,
    FAULT_GET: 1,
    LED_SET: 7,
    LED_FX: 12,
    CFG_GET: 2,
    CFG_SET: 2,
    CFG_COMMIT: 6,
    TAG_READ: 3,
    TAG_WRITE: 6,
    EXPECT: 2,
    BYE: 0,
    REBOOT: 1,
}
_LED_SET_HEAD = HEADER + 7
_LED_FX_HEAD = HEADER + 12
_PONG_BYTES = const(21)  # behind the echoed host time


class Desk:
    """Answers requests for a ``firmware.app.Board``: ``request`` acts and names the reply, ``build`` writes it."""

    def __init__(self, board):
        self._board = board
        self._snap = bytearray(len(board.state))
        self._snap_view = memoryview(self._snap)
        self._snap_token = -1
        self._as_of = 0
        self._offset = 0
        self._forget_fault = False
        self._caps = memoryview(_caps(board))  # a piece of it is then no copy
        self._caps_crc = crc32(self._caps)
        self._upload = None
        self._saved = -1  # CRC of the config committed last
        self._file = b""
        self._log = b""
        self._log_dropped = 0
        self._has_errand = False

    # ---- acting ----

    def request(self, kind, raw, n, now):
        """Carry out a request; return the type of the reply or a RESP status."""
        need = _NEEDS.get(kind)
        if need is None:
            return UNSUPPORTED
        if n - HEADER < need:
            return BAD_REQUEST
        if self._has_errand and kind not in (TAG_READ, TAG_WRITE):
            self._has_errand = False
            self._board.pads.cancel_errand()
        if kind == LED_SET:
            return self._led_set(raw, n, now)
        if kind == LED_FX:
            return self._led_fx(raw, n, now)
        if kind == SNAP_GET:
            return self._freeze(raw[HEADER], get_u16(raw, HEADER + 1))
        if kind == STATS_GET:
            return STATS
        if kind == CAPS_GET:
            self._offset = get_u16(raw, HEADER)
            return CAPS
        if kind == BYE:
            self._board.link.farewell()
            return OK
        return self._rare(kind, raw, n, now)

    def _rare(self, kind, raw, n, now):
        """Tags and, never in the middle of a game, requests that may touch the flash."""
        if kind == TAG_READ or kind == TAG_WRITE:
            return self._tag(kind, raw, n)
        if kind == EXPECT:
            return self._expect(get_u16(raw, HEADER), raw[HEADER + 2 : n], now)
        if kind == FAULT_GET:
            self._forget_fault = bool(raw[HEADER])
            return FAULT
        if kind == CFG_GET:
            self._offset = get_u16(raw, HEADER)
            if not self._offset:
                self._file = config.text(self._board.port.root)
            return CFG
        if kind == CFG_SET:
            return self._cfg_set(get_u16(raw, HEADER), raw[HEADER + 2 : n])
        if kind == CFG_COMMIT:
            return self._cfg_commit(get_u16(raw, HEADER), get_u32(raw, HEADER + 2))
        if raw[HEADER] > wire.REBOOT_SAFE:
            return BAD_REQUEST
        self._board.reboot_mode = raw[HEADER]
        return OK

    def _led_set(self, raw, n, now):
        lights = self._board.lights
        first = raw[HEADER + 2]
        count = raw[HEADER + 3]
        flags = raw[HEADER + 4]
        end = _LED_SET_HEAD + 3 * count
        if first + count > lights.count or n < end:
            return BAD_REQUEST
        if flags & wire.LED_CLEAR:
            lights.wipe()
        if count:
            lights.stage(first, self._board.link.decoder.view[_LED_SET_HEAD:end])
        if flags & wire.LED_COMMIT:
            lights.commit(now, get_u16(raw, HEADER + 5))
            lights.rev = get_u16(raw, HEADER)
        return OK

    def _led_fx(self, raw, n, now):
        slot = raw[HEADER + 2]
        if slot >= wire.FX_HOST_SLOTS:
            return BAD_REQUEST
        lights = self._board.lights
        known = lights.effect(
            now,
            slot,
            raw[HEADER + 3],
            raw[HEADER + 4],
            raw[HEADER + 5],
            raw[HEADER + 6],
            get_u16(raw, HEADER + 7),
            raw[HEADER + 9],
            get_u16(raw, HEADER + 10),
            self._board.link.decoder.view[_LED_FX_HEAD:n],
        )
        if not known:
            return UNSUPPORTED
        lights.rev = get_u16(raw, HEADER)
        return OK

    def _freeze(self, token, offset):
        if offset == 0 or token != self._snap_token:
            self._snap[wire.WHOLE] = self._board.state
            self._snap_token = token
            self._as_of = self._board.ring.head
        self._offset = offset
        return SNAP

    def _tag(self, kind, raw, n):
        """Begin an errand, or go on with it if it is asked for again."""
        pads = self._board.pads
        pad = raw[HEADER]
        page = raw[HEADER + 1]
        is_write = kind == TAG_WRITE
        count = 0 if is_write else raw[HEADER + 2]
        uid = raw[HEADER + _NEEDS[kind] : n]
        if pad >= pads.count or len(uid) not in (0, 4, 7, 10):
            return BAD_REQUEST
        if not is_write and not 0 < count <= wire.MAX_PAGES:
            return BAD_REQUEST
        data = raw[HEADER + 2 : HEADER + 6] if is_write else pads.card.data
        if self._has_errand and pads.errand.is_same(pad, page, count, uid) and pads.card.data == data:
            return LATER
        if not pads.run_errand(pad):
            return TRY_LATER
        pads.card.data[wire.WHOLE] = data
        pads.errand.start(pad, page, count, uid)
        self._has_errand = True
        return LATER

    def _expect(self, ttl, bitmap, now):
        self._board.pads.turns.expect(bitmap, now + 100 * ttl if ttl else 0)
        return OK

    def step(self):
        """Answer for an errand that is done."""
        if self._has_errand and not self._board.pads.errand.is_under_way():
            self._has_errand = False
            errand = self._board.pads.errand
            is_read = errand.status == OK and errand.count
            self._board.link.conclude(PAGES if is_read else errand.status)

    def _cfg_set(self, offset, data):
        if offset + len(data) > config.MAX_BYTES:
            return REFUSED
        if self._upload is None:
            self._upload = bytearray(config.MAX_BYTES)
        self._upload[offset : offset + len(data)] = data
        return OK

    def _cfg_commit(self, size, crc):
        if self._upload is None and crc == self._saved:
            return OK  # asked for again, because the answer was lost
        if self._upload is None or size > len(self._upload):
            return BAD_REQUEST
        data = bytes(self._upload[:size])
        if crc32(data) != crc or config.problem(data):
            return REFUSED
        try:
            config.save(self._board.port.root, data)
        except OSError:  # the flash is full or worn out: the config in force stays
            return TRY_LATER
        self._saved = crc
        self._upload = None
        return OK

    def log(self, text):
        """Keep one line for the host; a line that finds another still waiting replaces it and is counted."""
        if self._log:
            self._log_dropped += 1
        self._log = text.encode()[:LOG_BYTES]

    def has_log(self):
        """Tell whether a line waits for the host."""
        return bool(self._log)

    # ---- writing replies ----

    def build(self, kind, tx, sid, rid, now):
        """Write the reply ``kind`` into the encoder."""
        tx.begin(kind, sid, rid)
        if kind == BANNER:
            self._banner(tx)
        elif kind == SNAP:
            tx.u8(self._snap_token)
            tx.u32(self._as_of)
            self._piece(tx, self._snap_view)
        elif kind == CAPS:
            self._piece(tx, self._caps)
        elif kind == CFG:
            self._piece(tx, self._file)
        elif kind == PAGES:
            self._pages(tx)
        elif kind == STATS:
            self._stats(tx)
        elif kind == FAULT:
            self._fault(tx)
        elif kind == LOG:
            tx.u8(0)
            tx.u16(min(self._log_dropped, 0xFFFF))
            tx.put(self._log)
            self._log = b""

    def pong(self, tx, now):
        """Write a PONG behind the echoed host time."""
        board = self._board
        ring = board.ring
        decoder = board.link.decoder
        drops = (decoder.crc_errors + decoder.cobs_errors + decoder.oversize) & 0xFFFF
        time = now if now < 0x40000000 else now & 0xFFFFFFFF  # no long integer for the first twelve days
        digest = crc32(board.state)
        pack_into("<IIIIHBH", tx.raw, tx.n, time, ring.head, ring.tail, digest, board.lights.rev, board.flags(), drops)
        tx.n += _PONG_BYTES

    def _piece(self, tx, data):
        """Write total, offset and as much of ``data`` as fits."""
        offset = self._offset
        tx.u16(len(data))
        tx.u16(offset)
        end = min(len(data), offset + tx.room())
        if offset < end:
            tx.put(data[offset:end])

    def _banner(self, tx):
        board = self._board
        tx.u8(wire.PROTO)
        tx.u8(wire.PROTO)
        tx.u8(board.flags())
        for part in VERSION:
            tx.u8(part)
        tx.put(board.port.uid())
        tx.u32(board.boot_id)
        tx.u8(board.cause)
        tx.u16(len(self._caps))
        tx.u32(self._caps_crc)

    def _stats(self, tx):
        values = self._board.stats()
        tx.u8(len(values))
        at = tx.n
        for value in values:
            pack_into("<I", tx.raw, at, value)
            at += 4
        tx.n = at

    def _pages(self, tx):
        errand = self._board.pads.errand
        tx.u8(errand.asked)
        tx.u8(errand.first)
        tx.u8(errand.uid[0])
        tx.put(errand.uid[1 : 1 + errand.uid[0]])
        tx.put(errand.pages[: 4 * errand.count])

    def _fault(self, tx):
        """Tell the last crash; a request to forget it that is repeated gets the same answer."""
        board = self._board
        told = board.fault if board.has_news or self._forget_fault else b""
        tx.u8(1 if told else 0)
        tx.put(told[-tx.room() :])
        if self._forget_fault and board.has_news:
            board.forget_fault()


def _caps(board):
    caps = dict(board.config)
    if board.safe:
        for part in ("tiles", "buttons", "irqs", "pads"):
            caps[part] = 0
        caps["lights"] = board.lights.count
    caps["fw"] = "%d.%d.%d" % VERSION
    caps["port"] = board.port.name
    return json.dumps(caps).encode()
