"""The host's hands on the wire codec: whole frames out, whole frames in."""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct

from firmware import wire

STRUCTS: dict[int, Struct] = {kind: Struct(text) for kind, text in wire.FORMATS.items()}
MAX_WAITING = 16_384  # bytes that wait for a port which takes nothing; what comes then is dropped


class Outbox:
    """Frames on their way out. ``sid`` is the session that they belong to."""

    def __init__(self) -> None:
        self.sid = 0
        self.frames = 0
        self.bytes = 0
        self._encoder = wire.Encoder()
        self._waiting = bytearray()

    def send(self, kind: int, rid: int, payload: bytes = b"") -> None:
        """Build one frame of this session and queue it."""
        encoder = self._encoder
        encoder.begin(kind, self.sid, rid)
        encoder.put(payload)
        self.send_raw(encoder.finish())
        self.frames += 1

    def send_raw(self, data: bytes) -> None:
        """Queue bytes as they are."""
        if len(self._waiting) + len(data) <= MAX_WAITING:
            self._waiting += data

    def take(self) -> bytes:
        """Return what is to be written to the port, and forget it."""
        data = bytes(self._waiting)
        self._waiting.clear()
        self.bytes += len(data)
        return data


class Inbox:
    """Frames on their way in, whatever bytes stand between them."""

    def __init__(self) -> None:
        self.raw = memoryview(b"")
        self._decoder = wire.Decoder()
        self._bad_before = 0
        self.reset()

    def reset(self) -> None:
        """Forget a half-read frame: the port was opened anew."""
        self._bad_before = self.bad
        self._decoder = wire.Decoder()
        self.raw = self._decoder.raw

    @property
    def bad(self) -> int:
        """How many frames did not pass their checks."""
        decoder = self._decoder
        return int(self._bad_before + decoder.crc_errors + decoder.cobs_errors + decoder.oversize)

    def frames(self, data: bytes) -> Iterator[int]:
        """Yield the length without CRC of each good frame in ``data``; ``raw`` holds it until the next one."""
        decoder = self._decoder
        at, end = 0, len(data)
        while at < end:
            at = decoder.feed(data, at, end)
            if decoder.length:
                yield decoder.length - wire.TRAILER


def fields(kind: int, raw: memoryview, n: int) -> tuple[int, ...] | None:
    """Return the fixed fields of a frame of ``n`` bytes, or None if it is too short to hold them."""
    struct = STRUCTS[kind]
    if n < wire.HEADER + struct.size:
        return None
    return struct.unpack_from(raw, wire.HEADER)


def rest(kind: int, raw: memoryview, n: int) -> bytes:
    """Return what follows the fixed fields."""
    return bytes(raw[wire.HEADER + STRUCTS[kind].size : n])


def frame(kind: int, sid: int, rid: int, *values: int, rest: bytes = b"") -> bytes:
    """Return one whole frame as it goes over the wire: fixed fields, then ``rest``."""
    encoder = wire.Encoder()
    encoder.begin(kind, sid, rid)
    encoder.put(STRUCTS[kind].pack(*values) + rest)
    return bytes(encoder.finish())
