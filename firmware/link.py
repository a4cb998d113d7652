"""The board's end of the wire: sessions, the event stream, and replies.

The board speaks only when spoken to. Events go out in order and are kept until the host has acknowledged them; the
host does so once they are on its disk. All bytes that the host may not have read yet stay below the 256 bytes of the
USB FIFO, so that a write never blocks; what was sent counts until the host has proved that it has read it. There is no
state from which only a restart helps: whoever sends a good HELLO is heard.
"""

from array import array
from struct import pack_into

from firmware import wire
from firmware.desk import LATER
from firmware.native import const
from firmware.wire import (
    ACK,
    ACK_REWIND,
    BANNER,
    EVENTS,
    FIFO,
    HEADER,
    HELLO,
    HELLO_ACK,
    LOG,
    MAX_DECODED,
    PING,
    PONG,
    RESP,
    TRAILER,
    get_u32,
)

RX_BYTES = wire.MAX_TAKEN  # read in one tick: an ACK has 15
# What things cost in the units of ``firmware.app``
RX_WORK = const(4)  # to read those bytes
ACK_WORK = const(2)  # to take an ACK or a PING
REQUEST_WORK = const(6)  # to carry any other frame out
TX_WORK = const(4)  # to build a frame, or to encode a piece of it
TX_ZEROS = const(24)  # the zeros in a piece: they are what takes time
EVENT_BYTES = const(192)  # unacknowledged EVENTS bytes at most
RTO_MS = const(100)
RTO_MAX_MS = const(1600)
REWIND_MS = const(5)  # a rewind asked for more often than this is ignored
LOST_MS = const(3000)
# A frame that comes so long after ours was written after reading it: the board's input holds 48 ms
QUIET_MS = const(60)

_EVENTS_HEAD = HEADER + 15
_COUNT_AT = HEADER + 14  # where EVENTS keeps its count
_FRAMES = const(8)  # frames that may be unacknowledged
# Whole frames on the wire
_RESP_BYTES = const(12)
_HELLO_ACK_BYTES = const(25)
_PONG_BYTES = const(35)
_LOG_BYTES = const(109)
_SPARE = const(_RESP_BYTES + _PONG_BYTES)  # what the stream leaves free for answers
_FRAME_HEAD = _EVENTS_HEAD + TRAILER + 3  # of an EVENTS frame on the wire, all but its records
_SMALLEST = _FRAME_HEAD + wire.RECORD + wire.MAX_DATA


class Link:
    """One host at a time. ``desk`` answers requests: see ``firmware.desk.Desk``."""

    def __init__(self, port, ring, boot_id, desk):
        self.sid = 0
        self.lost = True  # no host, or silent for 3 s
        self.hungry = False
        self.frames_in = 0
        self.frames_out = 0
        self.resends = 0
        self.decoder = wire.Decoder()
        self._port = port
        self._ring = ring
        self._boot = boot_id
        self._boot16 = boot_id & 0xFFFF
        self._desk = desk
        self._tx = wire.Encoder()
        self._busy = False  # a frame is being encoded
        self._ready = 0  # size of an EVENTS frame that waits for room in the window
        self._frame = 0  # length of a frame that the next tick carries out
        self._must_wait = False  # reading left too little time for sending, so the next tick does not read
        self._probes = 0
        self._heard = 0
        # the stream
        self._acked = 1
        self._cursor = 1
        self._ends = [0] * _FRAMES  # sequence numbers behind each unacknowledged frame
        self._sizes = bytearray(_FRAMES)
        self._first = 0
        self._under_way = 0
        self._bytes = 0
        self._sent_at = 0
        self._rto = RTO_MS
        self._rewound = -REWIND_MS
        self._first_seq = 0  # of the frame that is being encoded
        # bytes sent, and those that the host has proved to have read, modulo 2**16
        self._sent = 0
        self._read = 0
        self._spoke = 0  # when the last frame went out
        self._newest = 1  # behind the newest event sent in this session
        self._marks = array("H", bytearray(2 * _FRAMES))  # bytes sent up to the end of each unacknowledged frame
        self._reply_mark = 0  # and up to that of the last reply
        # what is to be said next
        self._banner = False
        self._pong = False
        self._pong_rid = 0
        self._t_host = bytearray(4)
        self._reply = 0
        self._reply_sid = 0
        self._reply_rid = 0
        self._reply_size = 0
        self._asked = 0  # the request that is being answered
        self._is_waited_for = False  # its answer is not known yet
        self._status = 0
        self._may_log = False

    def step(self, now, work):
        """Read a few bytes or carry out a frame, then begin a frame or encode some of it; return the work left.

        ``hungry`` tells that something had to wait for a tick with more work left.
        """
        self.hungry = False
        if self._must_wait:
            self._must_wait = False
        elif self._frame:
            work = self._carry_out(now, work)
        else:
            decoder = self.decoder
            n = self._port.receive(decoder.buf, decoder.n, RX_BYTES)
            if n != decoder.n:
                work = self._take(n, now, work - RX_WORK)
        if now - self._heard >= LOST_MS:
            self.lost = True
        if work < TX_WORK:
            self._must_wait = True
        elif self._busy:
            self._encode(now)
            work -= TX_WORK
        elif self._ready:
            self._send_events(now)
            work -= TX_WORK
        elif self._banner or self._reply or self._pong or (self.sid and not self.lost):
            work -= self._begin(now)
        return work

    def has_answered(self):
        """Tell whether no RESP or other reply waits, and no RESP is being encoded."""
        return not self._reply and not (self._busy and self._tx.raw[0] == RESP)

    def farewell(self):
        """The host leaves on purpose: what it showed is no longer true."""
        self._heard -= LOST_MS

    # ---- receiving ----

    def _take(self, n, now, work):
        """The decoder's buffer is filled up to ``n``; return the work left. All but an ACK waits for the next tick.

        There is no reading before that, so the frame stays where it is.
        """
        decoder = self.decoder
        decoder.took(n)
        self._frame = decoder.length
        if decoder.length:
            return self._carry_out(now, work) if decoder.raw[0] == ACK else work
        if decoder.probes != self._probes:
            self._probes = decoder.probes
            self._banner = True
            self._read = self._sent  # somebody has just opened the port
        return work

    def _carry_out(self, now, work):
        """Do what the last frame says; return the work left."""
        raw = self.decoder.raw
        cost = ACK_WORK if raw[0] == ACK or raw[0] == PING else REQUEST_WORK
        if work < cost:
            self.hungry = True
            return work
        n = self._frame - TRAILER
        self._frame = 0
        self._dispatch(raw, n, now)
        return work - cost

    def _dispatch(self, raw, n, now):
        kind = raw[0]
        if kind == HELLO:
            self.frames_in += 1
            self._hello(raw, n, now)
            return
        if not self.sid or raw[1] != self.sid:
            return  # left over from an earlier session
        self.frames_in += 1
        self._heard = now
        self.lost = False
        if now - self._spoke >= QUIET_MS:
            self._read = self._sent
        if kind == ACK:
            if n >= HEADER + 5:
                self._acknowledge(get_u32(raw, HEADER), raw[HEADER + 4], now)
        elif kind == PING:
            if n >= HEADER + 4:
                self._t_host[wire.WHOLE] = raw[HEADER : HEADER + 4]
                self._pong_rid = raw[2]
                self._pong = True
                self._may_log = True
        elif kind < BANNER:
            if raw[2] != self._reply_rid:
                self._has_read(self._reply_mark)
            self._asked = kind
            self._status = wire.OK
            self._answer(self._desk.request(kind, raw, n, now), raw)

    def _hello(self, raw, n, now):
        if not raw[1]:
            return
        ring = self._ring
        next_seq = get_u32(raw, HEADER + 5)
        if n > HEADER and raw[HEADER] != wire.PROTO:
            self._refuse(raw, wire.WRONG_VERSION)
        elif n < HEADER + 9:
            self._refuse(raw, wire.BAD_REQUEST)
        elif get_u32(raw, HEADER + 1) != self._boot:
            self._refuse(raw, wire.WRONG_BOOT)
        elif not 0 < next_seq <= ring.head:
            self._refuse(raw, wire.REFUSED)
        else:
            self.sid = raw[1]
            self.lost = False
            self._heard = now
            self._acked = self._newest = max(next_seq, ring.tail)
            self._forget()
            self._read = self._sent
            self._rto = RTO_MS
            self._pong = self._may_log = False
            self._answer(HELLO_ACK, raw)

    def _refuse(self, raw, status):
        self._asked = HELLO
        self._answer(status, raw)

    def _answer(self, reply, raw):
        """Have a reply sent: a message type, or a status that goes out as RESP; LATER: it is not known yet."""
        self._reply_sid = raw[1]
        self._reply_rid = raw[2]
        self._reply = 0
        self._is_waited_for = reply == LATER
        if not self._is_waited_for:
            self._set_reply(reply)

    def conclude(self, reply):
        """The answer that was put off is known; nobody waits for it if another request has come since."""
        if self._is_waited_for:
            self._is_waited_for = False
            self._set_reply(reply)

    def _set_reply(self, reply):
        if reply < BANNER:
            self._status = reply
            reply = RESP
        self._reply = reply
        self._reply_size = wire.MAX_WIRE if reply in wire.LARGE else _RESP_BYTES if reply == RESP else _HELLO_ACK_BYTES

    # ---- the stream ----

    def _forget(self):
        """Go back: everything unacknowledged is to be sent again."""
        self._cursor = self._acked
        self._under_way = 0
        self._bytes = 0

    def _acknowledge(self, next_seq, flags, now):
        if next_seq > self._acked and next_seq <= self._ring.head:
            self._acked = next_seq
            self._rto = RTO_MS
            self._sent_at = now
            if self._cursor < next_seq:
                self._cursor = next_seq
        while self._under_way and self._ends[self._first] <= self._acked:
            if self._ends[self._first] <= next_seq:
                self._has_read(self._marks[self._first])
            self._bytes -= self._sizes[self._first]
            self._first = (self._first + 1) % _FRAMES
            self._under_way -= 1
        if flags & ACK_REWIND and next_seq == self._acked and now - self._rewound >= REWIND_MS:
            self._rewound = now
            self._rewind()

    def _rewind(self):
        if self._cursor != self._acked:
            self.resends += 1
        self._forget()

    def _check_timer(self, now):
        """Send again what the host has had time to acknowledge; but only to a host that gave a sign of life since."""
        if self._under_way and now - self._sent_at >= self._rto and self._heard > self._sent_at:
            self._rto = min(2 * self._rto, RTO_MAX_MS)
            self._rewind()

    # ---- what may be unread ----

    def _has_read(self, mark):
        """The host has proved to have read all bytes up to a mark."""
        if (mark - self._read) & 0xFFFF <= (self._sent - self._read) & 0xFFFF:
            self._read = mark

    def _free(self):
        """Return how many bytes the FIFO surely takes."""
        return FIFO - ((self._sent - self._read) & 0xFFFF)

    def _room(self):
        """Return how long an EVENTS frame may be now; with no other under way, its acknowledgement frees the rest."""
        room = self._free() - (_SPARE if self._under_way else 0)
        return min(room, EVENT_BYTES - self._bytes)

    # ---- sending ----

    def _begin(self, now):
        """Begin the next frame if there is something to say and room to say it; return the work that it took."""
        if self._banner or self._reply or self._pong:
            self._begin_answer(now)
        if not self._busy and self.sid and not self.lost:
            ring = self._ring
            if self._under_way or self._may_log or self._cursor < ring.head or self._acked < ring.tail:
                self._continue_stream(now)
        return TX_WORK if self._busy else 0

    def _begin_answer(self, now):
        if self._banner:
            self._banner = False
            self._desk.build(BANNER, self._tx, 0, 0, now)
            self._seal()
        elif self._may_reply():
            self._begin_reply(now)
        elif self._may_pong():
            self._pong = False
            self._tx.begin(PONG, self.sid, self._pong_rid)
            self._tx.put(self._t_host)
            self._desk.pong(self._tx, now)
            self._seal()

    def _may_reply(self):
        size = self._reply_size
        return self._reply and self._bytes + size <= FIFO and size <= self._free()

    def _may_pong(self):
        return self._pong and self._free() >= _PONG_BYTES

    def _may_log_now(self):
        return not self._under_way and self._desk.has_log() and self._free() >= _LOG_BYTES + _SPARE

    def _begin_reply(self, now):
        tx = self._tx
        kind = self._reply
        self._reply = 0
        if kind == RESP:
            tx.begin(RESP, self._reply_sid, self._reply_rid)
            tx.u8(self._asked)
            tx.u8(self._status)
        elif kind == HELLO_ACK:
            tx.begin(HELLO_ACK, self._reply_sid, self._reply_rid)
            tx.u32(self._acked)
            tx.u32(self._ring.tail)
            tx.u32(self._ring.head)
            tx.u16(wire.RX_WINDOW)
            tx.u8(MAX_DECODED)
        else:
            self._desk.build(kind, tx, self._reply_sid, self._reply_rid, now)
        self._seal()

    def _continue_stream(self, now):
        if self._under_way:
            self._check_timer(now)
        ring = self._ring
        if self._acked < ring.tail:
            self._acked = ring.tail
        if self._cursor < self._acked:
            self._cursor = self._acked
        if self._reply:
            return  # a large one waits for room: more events would take it
        if self._cursor < ring.head:
            self._begin_events()
        elif self._may_log and self._may_log_now():
            self._may_log = False
            self._desk.build(LOG, self._tx, self.sid, 0, now)
            self._seal()

    def _begin_events(self):
        """Build a frame of what waits, even if the window is full: it is then ready when the host has caught up."""
        ring = self._ring
        tx = self._tx
        seq = self._cursor
        room = EVENT_BYTES if self._under_way else max(self._room(), _SMALLEST)
        count = ring.run(seq, room - _FRAME_HEAD)
        tx.begin(EVENTS, self.sid, self.frames_out & 255)
        pack_into("<HIIIB", tx.raw, HEADER, self._boot16, seq, ring.tail, ring.time(seq), count)
        tx.n = _EVENTS_HEAD
        tx.put(ring.records(seq, count))
        self._first_seq = seq
        self._cursor = seq + count
        self._seal()

    def _seal(self):
        self._tx.seal()
        self._busy = True

    def _encode(self, now):
        size = self._tx.work(TX_ZEROS)
        if not size:
            return
        self._busy = False
        if self._tx.raw[0] == EVENTS:
            self._ready = size
            self._send_events(now)
        else:
            self._send(size, now)
            if self._tx.raw[0] != PONG:
                self._reply_mark = self._sent

    def _send(self, size, now):
        self._port.send(self._tx.out, size)
        self.frames_out += 1
        self._sent = (self._sent + size) & 0xFFFF
        self._spoke = now

    def _send_events(self, now):
        """Send the frame that is ready, or drop it if it is obsolete or in the way of something else."""
        self._check_timer(now)
        size = self._ready
        end = self._first_seq + self._tx.raw[_COUNT_AT]
        if self._tx.raw[1] != self.sid or self._cursor != end:
            self._ready = 0  # overtaken by a rewind, an acknowledgement or a new session
        elif self.lost or self._banner or self._may_pong() or self._reply:
            self._ready = 0
            self._cursor = self._first_seq
        elif size <= self._room() and self._under_way < _FRAMES:
            self._ready = 0
            self._book(end, size, now)
            self._send(size, now)
        elif size > _SMALLEST and not self._under_way and self._room() >= _SMALLEST:
            self._ready = 0
            self._cursor = self._first_seq  # a smaller one can go at once

    def _book(self, end, size, now):
        """Note an EVENTS frame as under way."""
        at = (self._first + self._under_way) % _FRAMES
        self._ends[at] = end
        self._sizes[at] = size
        self._marks[at] = self._read
        if end > self._newest:  # else its acknowledgement may be that of an earlier copy, and proves nothing
            self._newest = end
            self._marks[at] = (self._sent + size) & 0xFFFF
        self._under_way += 1
        self._bytes += size
        self._sent_at = now
