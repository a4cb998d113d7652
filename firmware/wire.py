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

PROTO = 1  # the one protocol version that this file speaks

PROBE = b"\x00DF1?\x00"  # ASCII on purpose: harmless when it meets a REPL

HEADER = 3  # type, sid, rid
TRAILER = 4  # CRC-32
MAX_DECODED = 192
MAX_PAYLOAD = MAX_DECODED - HEADER - TRAILER
MAX_WIRE = MAX_DECODED + 3  # one COBS code byte, two delimiters
CHUNK = 32  # bytes that the encoder takes in one bite
FIFO = 256  # transmit FIFO of MicroPython's USB serial: all unacknowledged bytes stay below it
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
EVENTS = 0x90  # "<HIIIB" boot16, first_seq, tail, t0, count; then records
LOG = 0x91  # "<BH"    level, dropped; then UTF-8 text

LARGE = (SNAP, CAPS, FAULT, STATS, CFG)  # replies that may fill a whole frame

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
    EVENTS: "<HIIIB",
    LOG: "<BH",
}

# ---- records inside EVENTS: head (kind << 4 | length), src, time u16 (low half of its milliseconds), data[length]
RECORD = 4  # bytes before the data
MAX_DATA = 12
BASELINE = 1  # src = chunk; data = bytes 12*src … of the state at boot
TILE = 2  # src = tile; data = closed reeds
BUTTON = 3  # src = button byte; data = pressed buttons

NORTH, EAST, SOUTH, WEST, CENTRE = 1, 2, 4, 8, 16  # bits of a tile
TILE_MASK = 31

# ---- flags, modes, codes --------------------------------------------------------------------------------------
ACK_REWIND = 1  # "I miss what comes next: send again from next_seq"
LED_COMMIT, LED_CLEAR = 1, 2  # show at once; make all lights dark before writing
FLAG_SAFE, FLAG_FAULT, FLAG_LIMITED, FLAG_LOST = 1, 2, 4, 8  # in BANNER and PONG
OK, UNSUPPORTED, BAD_REQUEST, WRONG_BOOT, WRONG_VERSION, REFUSED, TRY_LATER = 0, 1, 2, 3, 4, 5, 6  # RESP status
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
)

_RESIDUE = 0x2144DF1C  # CRC-32 over any data followed by its own CRC-32, little-endian


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
        self._chunks = [self._view[i : i + CHUNK] for i in range(0, MAX_DECODED, CHUNK)]
        self._done = 0  # bytes encoded
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
        pack_into("<I", self.raw, n, crc32(self._view[:n]))
        self.n = n + TRAILER
        self.out[0] = 0
        self._done = 0
        self._code_at = 1
        self.size = 0

    def work(self, chunks):
        """COBS-encode at most ``chunks`` times ``CHUNK`` more bytes; return the wire size once all is done, else 0.

        A frame is shorter than a COBS block, so each byte moves by two places, and only zeros need thought.
        """
        out = self.out
        code_at = self._code_at
        done = self._done
        while chunks and done + CHUNK <= self.n:
            chunks -= 1
            at = done + 2
            for byte in self._chunks[done // CHUNK]:
                if byte:
                    out[at] = byte
                else:
                    out[code_at] = at - code_at
                    code_at = at
                at += 1
            done += CHUNK
        self._code_at = code_at
        self._done = done
        return self._close() if chunks else 0

    def _close(self):
        """Encode what is left behind the last whole chunk."""
        raw = self.raw
        out = self.out
        code_at = self._code_at
        n = self.n
        i = self._done
        while i < n:
            byte = raw[i]
            i += 1
            if byte:
                out[i + 1] = byte
            else:
                out[code_at] = i + 1 - code_at
                code_at = i + 1
        out[code_at] = n + 2 - code_at
        out[n + 2] = 0
        self.size = n + 3
        return self.size

    def finish(self):
        """Seal and encode at once; return the wire bytes (host side and tests)."""
        self.seal()
        return bytes(self.out[: self.work(MAX_DECODED // CHUNK + 1)])


class Decoder:
    """Finds frames in a stream of bytes, whatever stands between them.

    ``feed`` stops behind each good frame: then ``length`` is that frame's decoded length with its CRC, and ``raw``
    holds it until the next call. Bad frames are counted (``crc_errors``, ``cobs_errors``, ``oversize``) and dropped;
    ``probes`` counts discovery probes, which are no frames; ``view`` is a memoryview of ``raw``.
    """

    def __init__(self):
        self.length = 0
        self.crc_errors = 0
        self.cobs_errors = 0
        self.oversize = 0
        self.probes = 0
        self._buf = bytearray(MAX_DECODED + 1)  # the encoded frame; decoding happens in place
        self._whole = memoryview(self._buf)
        self.view = self._whole[1:]
        self.raw = self.view
        self._n = 0

    def feed(self, data, start, end):
        """Read ``data[start:end]`` up to the end of the next good frame; return the index behind what was read."""
        buf = self._buf
        n = self._n
        self.length = 0
        i = start
        while i < end:
            byte = data[i]
            i += 1
            if byte:
                if n <= MAX_DECODED:
                    buf[n] = byte
                n += 1
            elif n:
                self._finish(n)
                n = 0
                if self.length:
                    break
        self._n = n if n <= MAX_DECODED + 1 else MAX_DECODED + 2  # one more than the longest frame: too long
        return i

    def _finish(self, n):
        """Decode the ``n`` bytes between two delimiters."""
        if n > MAX_DECODED + 1:
            self.oversize += 1
        elif n == 4 and self._is_probe():
            self.probes += 1
        elif n <= HEADER + TRAILER or not self._decode(n):
            self.cobs_errors += 1
        elif crc32(self._whole[1:n]) != _RESIDUE:
            self.crc_errors += 1
        else:
            self.length = n - 1

    def _is_probe(self):
        buf = self._buf
        return buf[0] == PROBE[1] and buf[1] == PROBE[2] and buf[2] == PROBE[3] and buf[3] == PROBE[4]

    def _decode(self, n):
        """Undo COBS in place: each code byte becomes the zero that it stands for, the first one falls away."""
        buf = self._buf
        at = 0
        while at < n:
            code = buf[at]
            buf[at] = 0
            at += code
        return at == n


def get_u16(data, at):
    """Read a little-endian u16 without allocating."""
    return data[at] | data[at + 1] << 8


def get_u32(data, at):
    """Read a little-endian u32; allocates only from 2**30 on."""
    return data[at] | data[at + 1] << 8 | data[at + 2] << 16 | data[at + 3] << 24
