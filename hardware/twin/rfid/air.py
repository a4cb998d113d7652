"""ISO/IEC 14443 type A at 106 kbit/s: frames, checksum and the time that they take in the air.

>>> Frame.of(crc_a(bytes.fromhex("0000"))).data.hex()
'a01e'
>>> tx_us(Frame(0x52, 7)) + FDT_US + rx_us(Frame.of(bytes(2)))    # WUPA to the end of ATQA
343
"""

from __future__ import annotations

from dataclasses import dataclass

CARRIER_HZ = 13_560_000
PRESET_A = 0x6363  # ISO/IEC 14443-3, 6.2.4


def periods_us(periods: int) -> int:
    """Carrier periods as whole microseconds, rounded up."""
    return -(-periods * 1_000_000 // CARRIER_HZ)


BIT = 128
"""Carrier periods of one bit (ISO/IEC 14443-2, 8.1.1)."""
FDT_US = periods_us(1172)
"""From the end of a reader's frame to a tag's answer, n = 9 (ISO/IEC 14443-3, 6.2.1.1)."""
PAUSE_US = periods_us(2556)
"""From the end of a tag's answer to the reader's next frame: 1,172 at least (ISO/IEC 14443-3, 6.2.1.2), this in a trace
(proxmark3 issue 1411)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Bits in the order of the air: bit 0 of `value` comes first. Parity bits are not among them."""

    value: int
    bits: int

    @classmethod
    def of(cls, data: bytes) -> Frame:
        """A frame of whole bytes."""
        return cls(int.from_bytes(data, "little"), 8 * len(data))

    @property
    def data(self) -> bytes:
        """The bytes, the last one perhaps not full."""
        return self.value.to_bytes(-(-self.bits // 8), "little")


def crc(data: bytes, preset: int) -> bytes:
    """CRC of ISO/IEC 13239 in the reflected form that ISO/IEC 14443-3 annex B uses, low byte first."""
    value = preset
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x8408 if value & 1 else 0)
    return value.to_bytes(2, "little")


def crc_a(data: bytes) -> bytes:
    """CRC_A (ISO/IEC 14443-3, 6.2.4)."""
    return crc(data, PRESET_A)


def with_crc(data: bytes) -> Frame:
    """A standard frame: the bytes and their CRC_A."""
    return Frame.of(data + crc_a(data))


def checked(frame: Frame) -> bytes | None:
    """The bytes before a right CRC_A; None if it is wrong or the frame is no standard frame."""
    data = frame.data
    if frame.bits % 8 or len(data) < 3 or crc_a(data[:-2]) != data[-2:]:
        return None
    return data[:-2]


def _air_us(frame: Frame) -> int:
    # Start of communication, then each byte with its parity bit. A trace of a sniffed anticollision (proxmark3
    # issue 1411) shows 2,464 periods for 93 20 and 5,824 for the answer; this gives 2,432 and 5,888.
    return periods_us(BIT * (1 + frame.bits + frame.bits // 8))


def tx_us(frame: Frame) -> int:
    """How long a reader sends it."""
    return _air_us(frame)


def rx_us(frame: Frame) -> int:
    """How long a tag sends it."""
    return _air_us(frame)
