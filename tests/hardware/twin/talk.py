"""A host in a few lines, for tests that need a board's answer and nothing more."""

from __future__ import annotations

import struct

from firmware import wire
from hardware.twin.board import Twin

SID = 7


def frame(kind: int, *fields: object, tail: bytes = b"", rid: int = 1) -> bytes:
    """One wire frame."""
    encoder = wire.Encoder()
    encoder.begin(kind, SID, rid)
    encoder.put(struct.pack(wire.FORMATS[kind], *fields) + tail)
    return bytes(encoder.finish())


def frames(data: bytes) -> dict[int, bytes]:
    """The last payload of each type in a stream."""
    decoder, found, at = wire.Decoder(), {}, 0
    while at < len(data):
        at = decoder.feed(data, at, len(data))
        if decoder.length:
            found[decoder.raw[0]] = bytes(decoder.raw[wire.HEADER : decoder.length - wire.TRAILER])
    return found


def boot_id(data: bytes) -> int:
    """The boot that a BANNER in the stream names."""
    fields = struct.unpack_from(wire.FORMATS[wire.BANNER], frames(data)[wire.BANNER])
    return int(fields[7])


def greet(twin: Twin) -> bytes:
    """Open a session and take the baseline; return what the board sent."""
    banner = twin.run(twin.now + 20, wire.PROBE)
    sent = twin.run(twin.now + 100, frame(wire.HELLO, wire.PROTO, boot_id(banner), 1))
    _boot, first, _tail, _t0, count = struct.unpack_from(wire.FORMATS[wire.EVENTS], frames(sent)[wire.EVENTS])
    return sent + twin.run(twin.now + 10, frame(wire.ACK, first + count, 0, rid=0))


def paint(twin: Twin, first: int, *colours: tuple[int, int, int]) -> bytes:
    """Set lights and wait until they show."""
    body = bytes(value for colour in colours for value in colour)
    request = frame(wire.LED_SET, 1, first, len(colours), wire.LED_COMMIT, 0, tail=body)
    return twin.run(twin.now + 200, request)
