"""A chain of WS2812B lights (Worldsemi WS2812B-V5; the section names are the datasheet's).

>>> chain = Ws2812Chain(1)
>>> chain.receive([(300, 900)] * 8 + [(700, 900)] + [(300, 900)] * 15)
>>> chain.idle(300_000); chain.colours
[(128, 0, 0)]
"""

from __future__ import annotations

from collections.abc import Iterable

Pulse = tuple[int, int]
"""Nanoseconds high, then nanoseconds low."""
Colour = tuple[int, int, int]
"""Red, green, blue."""

# "Data transfer time"
T0H = (220, 380)
T1H = (580, 1000)
T0L = (580, 1000)
T1L = (580, 1000)
RESET_NS = 280_000
BITS = 24


def _within(value: int, limits: tuple[int, int]) -> bool:
    return limits[0] <= value <= limits[1]


def decode_pulse(pulse: Pulse) -> tuple[int, bool]:
    """Return the bit and whether the pulse keeps to the datasheet; a light tells bits apart by the high time."""
    high, low = pulse
    bit = int(high > (T0H[1] + T1H[0]) // 2)
    good = _within(high, T1H if bit else T0H) and _within(low, T1L if bit else T0L)
    return bit, good


class Ws2812Chain:
    """`count` lights: `colours` is what they show, latched by the last reset; `faults` counts bad pulses.

    "Data transmission method": each light keeps the first 24 bits after a reset and hands on the rest, green, red,
    blue, most significant bit first; a low of RES or longer shows what was received.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.colours: list[Colour] = [(0, 0, 0)] * count
        self.faults = 0
        self.frames = 0
        self.overflow_bits = 0
        self._bits = 0
        self._bytes = bytearray()
        self._partial = 0

    def receive(self, pulses: Iterable[Pulse]) -> None:
        """Take pulses; the last low may go on with `idle`."""
        for pulse in pulses:
            bit, good = decode_pulse(pulse)
            self.faults += not good
            self._take_bit(bit)

    def receive_bytes(self, data: bytes) -> None:
        """Take whole bytes of pulses that are known to decode to `data`."""
        if self._bits % 8:
            for byte in data:
                for shift in range(7, -1, -1):
                    self._take_bit(byte >> shift & 1)
            return
        self._bytes += data
        self._bits += 8 * len(data)

    def idle(self, ns: int) -> None:
        """Keep the line low for `ns`."""
        if ns >= RESET_NS and self._bits:
            self._latch()

    def _take_bit(self, bit: int) -> None:
        self._partial = self._partial << 1 | bit
        self._bits += 1
        if self._bits % 8 == 0:
            self._bytes.append(self._partial & 255)

    def _latch(self) -> None:
        # A light that got fewer than its 24 bits keeps what it showed.
        whole = min(self._bits // BITS, self.count)
        data = self._bytes
        green, red, blue = (data[i : 3 * whole : 3] for i in range(3))
        self.colours[:whole] = list(zip(red, green, blue, strict=True))
        self.overflow_bits += max(0, self._bits - BITS * self.count)
        self.frames += 1
        self._bits = self._partial = 0
        self._bytes.clear()
