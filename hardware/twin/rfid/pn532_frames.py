"""The frames between a host and a PN532 (NXP UM0701-02, 6.2.1; the section numbers are the manual's).

>>> build(b"\\xd5\\x03\\x32\\x01\\x06\\x07").hex(" ")
'00 00 ff 06 fa d5 03 32 01 06 07 e8 00'
>>> Deframer().feed(bytes.fromhex("0000ff02fed4022a00"))
[Frame(kind=<Kind.DATA: 1>, data=b'\\xd4\\x02')]
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

ACK = bytes.fromhex("0000ff00ff00")
NACK = bytes.fromhex("0000ffff0000")
ERROR = bytes.fromhex("0000ff01ff7f8100")
"""Application level error (6.2.1.6): the command is unknown or its parameters are too few."""
HOST, CHIP = 0xD4, 0xD5
MAX_DATA = 265
"""TFI and PD0…PDn of an extended frame (6.2.1.2)."""
_START = b"\x00\xff"


class Kind(Enum):
    """What a frame is: information, or one of the two that have no data."""

    DATA = 1
    ACK = 2
    NACK = 3


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame that was understood; `data` begins with TFI."""

    kind: Kind
    data: bytes = b""


def build(data: bytes) -> bytes:
    """A frame around TFI and PD0…PDn: normal up to 255 bytes (6.2.1.1), extended above."""
    check = bytes((-sum(data) & 0xFF, 0x00))
    if len(data) <= 255:
        return b"\x00\x00\xff" + bytes((len(data), -len(data) & 0xFF)) + data + check
    high, low = divmod(len(data), 256)
    return b"\x00\x00\xff\xff\xff" + bytes((high, low, -(high + low) & 0xFF)) + data + check


class Deframer:
    """Finds frames in a stream of bytes; what is no frame is skipped without a word, as the chip does."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def clear(self) -> None:
        """Forget a frame that was begun."""
        self._buffer.clear()

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes; return the frames that they complete."""
        self._buffer += data
        frames = []
        while (end := self._end()) is not None:
            frame = _parse(bytes(self._buffer[:end]))
            # A bad frame is skipped by its start code alone: a good one may begin inside it.
            del self._buffer[: end if frame else 2]
            if frame:
                frames.append(frame)
        return frames

    def _end(self) -> int | None:
        """Where the first frame ends, as far as its length tells; the buffer then begins with its start code."""
        start = self._buffer.find(_START)
        if start < 0:
            del self._buffer[: max(0, len(self._buffer) - 1)]
            return None
        del self._buffer[:start]
        if len(self._buffer) < 4:
            return None
        end = _length(self._buffer)
        return end if end is not None and len(self._buffer) >= end else None


def _length(buffer: bytearray) -> int | None:
    """Bytes from the start code to the data checksum; a length whose checksum is wrong counts as none."""
    length, check = buffer[2], buffer[3]
    if (length, check) in ((0x00, 0xFF), (0xFF, 0x00)):
        return 4
    if (length, check) == (0xFF, 0xFF):
        if len(buffer) < 7:
            return None
        length = buffer[4] << 8 | buffer[5]
        good = sum(buffer[4:7]) & 0xFF == 0 and 0 < length <= MAX_DATA
        return 7 + length + 1 if good else 7
    return 4 + length + 1 if length + check & 0xFF == 0 and length else 4


def _parse(frame: bytes) -> Frame | None:
    head = frame[2:4]
    if head == b"\x00\xff":
        return Frame(Kind.ACK)
    if head == b"\xff\x00":
        return Frame(Kind.NACK)
    data = frame[7:-1] if head == b"\xff\xff" else frame[4:-1]
    if not data or sum(data) + frame[-1] & 0xFF:
        return None
    return Frame(Kind.DATA, data)
