"""The wire between board and host: one codec, used unchanged on both sides.

``docs/wire-protocol.md`` is the specification; this file is its only implementation. It runs on CPython and on
MicroPython, keeps its buffers for life and allocates nothing in its loops.

    >>> tx, rx = Encoder(), Decoder()
    >>> tx.begin(ACK, 7, 2); tx.u32(43); tx.u8(0); wire = tx.finish()
    >>> rx.feed(wire, 0, len(wire)), rx.length, rx.raw[0] == ACK
    (15, 12, True)
"""

from binascii import crc32
from struct import pack_into

from firmware.native import const

PROTO = 1  # the one protocol version that this file speaks

PROBE = b"\x00DF1?\x00"  # ASCII on purpose: harmless when it meets a REPL

HEADER = const(3)  # type, sid, rid
TRAILER = const(4)  # CRC-32
MAX_DECODED = const(192)
MAX_PAYLOAD = MAX_DECODED - HEADER - TRAILER
MAX_WIRE = const(MAX_DECODED + 3)  # one COBS code byte, two delimiters
FIFO = 256  # transmit FIFO of MicroPython's USB serial: all unacknowledged bytes stay below it
MAX_TAKEN = const(16)  # bytes that the board's decoder takes in one bite
RX_WINDOW = 384  # what a host may have under way towards the board

# ---- host to board -------------------------------------------------------------------------------------------
HELLO = 0x01  # "<BII"   proto, boot_id, next_seq
ACK = 0x02  # "<IB"    next_seq, flags
PING = 0x03  # "<I"     t_host
SNAP_GET = 0x04  # "<BH"    token, offset
CAPS_GET = 0x05  # "<H"     offset
STATS_GET = 0x06  # ""
FAULT_GET = 0x07  # "<B"     forget (1 = erase the crash record after reading)
LED_SET = 0x10  # "<HBBBH" rev, first, count, flags, ttl (0.1 s); then RGB for each light
LED_FX = 0x11  # "<HBBBBBHBH" rev, slot, effect, r, g, b, period (ms), phase, ttl (0.1 s); then a bitmap of lights
CFG_GET = 0x20  # "<H"     offset
CFG_SET = 0x21  # "<H"     offset; then bytes
CFG_COMMIT = 0x22  # "<HI"    length, crc32
TAG_READ = 0x30  # "<BBB"   pad, first page, pages; then the UID that is meant, or nothing
TAG_WRITE = 0x31  # "<BB4s"  pad, page, data; then the UID that is meant, or nothing
EXPECT = 0x32  # "<H"     ttl (0.1 s); then a bitmap of pads
BYE = 0x3E  # ""
REBOOT = 0x3F  # "<B"     mode

# ---- board to host -------------------------------------------------------------------------------------------
BANNER = (
    0x80  # "<BBBBBB8sIBHI" proto_min, proto_max, flags, major, minor, patch, uid, boot_id, cause, caps_len, caps_crc
)
HELLO_ACK = 0x81  # "<IIIHB" start, tail, head, rx_window, max_decoded
PONG = 0x82  # "<IIIIIHBH" t_host, t_board, head, tail, digest, led_rev, flags, rx_drops
SNAP = 0x83  # "<BIHH"  token, as_of, total, offset; then bytes
CAPS = 0x84  # "<HH"    total, offset; then bytes
RESP = 0x85  # "<BB"    request type, status
FAULT = 0x86  # "<B"     code; then UTF-8 text
STATS = 0x87  # "<B"     count; then u32 for each counter of STATS_NAMES
CFG = 0x88  # "<HH"    total, offset; then bytes
PAGES = 0x89  # "<BBB"   pad, first page, length of the UID; then the UID and four bytes for each page
EVENTS = 0x90  # "<HIIIB" boot16, first_seq, tail, t0, count; then records
LOG = 0x91  # "<BH"    level, dropped; then UTF-8 text

LARGE = (SNAP, CAPS, FAULT, STATS, CFG, PAGES)  # replies that may fill a whole frame

FORMATS = {
    HELLO: "<BII",
    ACK: "<IB",
    PING: "<I",
    SNAP_GET: "<BH",
    CAPS_GET: "<H",
    STATS_GET: "<",
    FAULT_GET: "<B",
    LED_SET: "<HBBBH",
    LED_FX: "<HBBBBBHBH",
    CFG_GET: "<H",
    CFG_SET: "<H",
    CFG_COMMIT: "<HI",
    TAG_READ: "<BBB",
    TAG_WRITE: "<BB4s",
    EXPECT: "<H",
    BYE: "<",
    REBOOT: "<B",
    BANNER: "<BBBBBB8sIBHI",
    HELLO_ACK: "<IIIHB",
    PONG: "<IIIIIHBH",
    SNAP: "<BIHH",
    CAPS: "<HH",
    RESP: "<BB",
    FAULT: "<B",
    STATS: "<B",
    CFG: "<HH",
    PAGES: "<BBB",
    EVENTS: "<HIIIB",
    LOG: "<BH",
}

# ---- records inside EVENTS: head (kind << 4 | length), src, time u16 (low half of its milliseconds), data[length]
RECORD = 4  # bytes before the data
MAX_DATA = 12
BASELINE = 1  # src = chunk; data = bytes 12*src … of the state at boot
TILE = 2  # src = tile; data = closed reeds
BUTTON = 3  # src = button byte; data = pressed buttons
PAD = 4  # src = pad; data = what is on it (PAD_…), entry of the tag table
TAG = 5  # src = entry of the tag table; data = UID; the entry's text is empty from then on
TEXT = 6  # src = entry, and PART for the second half; data = up to 12 bytes of the tag's text

NORTH, EAST, SOUTH, WEST, CENTRE = 1, 2, 4, 8, 16  # bits of a tile
TILE_MASK = 31

PAD_UNKNOWN, PAD_ABSENT, PAD_PRESENT, PAD_SEVERAL, PAD_GARBLED, PAD_DOWN = 0, 1, 2, 3, 4, 5
PAD_BYTES = 2  # of a pad in the state
UID_BYTES = 10  # the longest UID
TEXT_BYTES = 24  # the longest text of a tag
TAG_BYTES = 1 + UID_BYTES + TEXT_BYTES  # of an entry of the tag table in the state
SPARE_TAGS = const(12)  # entries of the tag table beyond one for each pad
PART = 128  # in src of TEXT: the second half
MAX_PAGES = 32  # pages that one TAG_READ may ask for

# ---- flags, modes, codes --------------------------------------------------------------------------------------
ACK_REWIND = 1  # "I miss what comes next: send again from next_seq"
LED_COMMIT, LED_CLEAR = 1, 2  # show at once; make all lights dark before writing
FLAG_SAFE, FLAG_FAULT, FLAG_LIMITED, FLAG_LOST = 1, 2, 4, 8  # in BANNER and PONG
OK, UNSUPPORTED, BAD_REQUEST, WRONG_BOOT, WRONG_VERSION, REFUSED, TRY_LATER = 0, 1, 2, 3, 4, 5, 6  # RESP status
NO_TAG, TORN = 7, 8
REBOOT_RUN, REBOOT_REPL, REBOOT_LOADER, REBOOT_SAFE = 0, 1, 2, 3
CAUSE_POWER, CAUSE_WATCHDOG, CAUSE_ASKED, CAUSE_CRASH = 0, 1, 2, 3

FX_SLOTS = 16  # a higher slot wins; the two highest belong to the board
FX_HOST_SLOTS = 14
FX_OFF, FX_STEADY, FX_BREATHE, FX_PULSE, FX_FLASH, FX_BLINK, FX_FLICKER, FX_WALK, FX_SWEEP = 0, 1, 2, 3, 4, 5, 6, 7, 8

STATS_NAMES = (
    "ticks",
    "late_ticks",
    "worst_tick_us",
    "frames_in",
    "frames_out",
    "crc_errors",
    "cobs_errors",
    "oversize",
    "resends",
    "overwritten",
    "boots",
    "collect_ms",
    "heap_free",
    "light_frames",
    "polls",
    "misses",
    "garbled",
    "reader_downs",
)

_RESIDUE = const(0x2144DF1C)  # CRC-32 over any data followed by its own CRC-32, little-endian


class _Key:
    """``_Key()[:]`` is the slice itself: kept, it spares the 16 bytes that every ``a[:] = b`` would allocate."""

    def __getitem__(self, key):
        return key


WHOLE = _Key()[:]
_ZERO = b"\0"


class Encoder:
    """Builds one frame at a time: ``begin``, the fields, then ``finish`` or, in small bites, ``seal`` and ``work``.

    ``raw`` holds the decoded frame, ``out`` its wire form; ``size`` is the length of what is in ``out``.
    """

    def __init__(self):
        self.raw = bytearray(MAX_DECODED)
        self.out = bytearray(MAX_WIRE)
        self.size = 0
        self.n = 0
        self._view = memoryview(self.raw)
        self._body = memoryview(self.out)[2 : 2 + MAX_DECODED]
        self._find = self.out.find  # kept: a bound method is 16 bytes
        self._code_at = 0  # where the next COBS code goes

    def begin(self, kind, sid, rid):
        """Start a frame; whatever was under construction is dropped."""
        raw = self.raw
        raw[0] = kind
        raw[1] = sid
        raw[2] = rid
        self.n = HEADER
        self.size = 0

    def u8(self, value):
        """Append one byte."""
        self.raw[self.n] = value
        self.n += 1

    def u16(self, value):
        """Append a little-endian u16."""
        pack_into("<H", self.raw, self.n, value)
        self.n += 2

    def u32(self, value):
        """Append a little-endian u32."""
        pack_into("<I", self.raw, self.n, value)
        self.n += 4

    def put(self, data):
        """Append a bytes-like object."""
        end = self.n + len(data)
        self._view[self.n : end] = data
        self.n = end

    def room(self):
        """Return how many payload bytes still fit."""
        return MAX_DECODED - TRAILER - self.n

    def seal(self):
        """Append the CRC and make ready for ``work``."""
        n = self.n
        raw = self.raw
        pack_into("<I", raw, n, crc32(self._view[:n]))
        self.n = n + TRAILER
        self.size = 0
        self.out[0] = 0
        self._body[WHOLE] = raw
        self._code_at = 1

    def work(self, zeros):
        """COBS-encode up to and with ``zeros`` more zeros; return the wire size once all is done, else 0.

        A frame is shorter than a COBS block, so each byte moves by two places, which ``seal`` has done in one copy;
        only zeros need thought.
        """
        out = self.out
        find = self._find
        code_at = self._code_at
        end = self.n + 2
        at = find(_ZERO, code_at + 1, end)
        while at > 0 and zeros:
            zeros -= 1
            out[code_at] = at - code_at
            code_at = at
            at = find(_ZERO, at + 1, end)
        self._code_at = code_at
        if at > 0:
            return 0
        out[code_at] = end - code_at
        out[end] = 0
        self.size = end + 1
        return self.size

    def finish(self):
        """Seal and encode at once; return the wire bytes (host side and tests)."""
        self.seal()
        return bytes(self.out[: self.work(MAX_DECODED)])


class Decoder:
    """Finds frames in a stream of bytes, whatever stands between them.

    Bytes are put into ``buf`` from ``n`` on, and ``took`` is told; or ``feed`` does both. Each stops behind a good
    frame: then ``length`` is that frame's decoded length with its CRC, and ``raw`` holds it until the next call. Bad
    frames are counted (``crc_errors``, ``cobs_errors``, ``oversize``) and dropped; ``probes`` counts discovery probes,
    which are no frames; ``view`` is a memoryview of ``raw``.
    """

    def __init__(self):
        self.length = 0
        self.crc_errors = 0
        self.cobs_errors = 0
        self.oversize = 0
        self.probes = 0
        self.buf = bytearray(MAX_DECODED + 2 + MAX_TAKEN)  # the frame and its delimiter; decoding happens in place
        self.n = 0  # bytes of the frame so far
        self._code_at = 0  # where the next COBS code is
        self._whole = memoryview(self.buf)
        self.view = self._whole[1:]
        self.raw = self.view

    def feed(self, data, start, end):
        """Read ``data[start:end]`` up to the end of the next good frame; return the index behind what was read."""
        buf = self.buf
        self.length = 0
        while start < end and not self.length:
            stop = data.find(_ZERO, start, end) + 1 or end
            n = self.n
            size = min(stop - start, len(buf) - n)
            buf[n : n + size] = data[start : start + size]
            self.took(n + size)
            start += size
        return start

    def took(self, n):
        """Read on: ``buf`` is filled up to ``n``, by at most ``MAX_TAKEN`` bytes more, of which only the last may be 0.

        COBS is undone on the way: each code byte becomes the zero that it stands for, the first one falls away.
        """
        buf = self.buf
        self.length = 0
        last = n - 1
        has_ended = not buf[last]
        if not has_ended:
            last = n
        at = self._code_at
        while at < last:
            code = buf[at]
            buf[at] = 0
            at += code
        if not has_ended:
            self._code_at = at
            self.n = n if n <= MAX_DECODED + 1 else MAX_DECODED + 2  # one more than the longest frame: too long
            return
        self._code_at = 0
        self.n = 0
        if last:
            self._finish(last, at)

    def _finish(self, n, at):
        """Judge the ``n`` bytes before a delimiter; ``at`` is where the next code would be."""
        if n > MAX_DECODED + 1:
            self.oversize += 1
        elif n == 4 and at == PROBE[1] and self.buf[1:4] == PROBE[2:5]:
            self.probes += 1
        elif n <= HEADER + TRAILER or at != n:
            self.cobs_errors += 1
        elif crc32(self._whole[1:n]) != _RESIDUE:
            self.crc_errors += 1
        else:
            self.length = n - 1


def tag_table(pads):
    """Return how many entries the tag table of a board with so many pads has."""
    return pads + SPARE_TAGS if pads else 0


def get_u16(data, at):
    """Read a little-endian u16 without allocating."""
    return data[at] | data[at + 1] << 8


def get_u32(data, at):
    """Read a little-endian u32; allocates only from 2**30 on."""
    return data[at] | data[at + 1] << 8 | data[at + 2] << 16 | data[at + 3] << 24
