"""SPI1: all readers on one bus, each selected by an output of a 74HC595 chain, or a lone one by a pin.

Electrical facts: mode 0, 1 MHz. The chain shares clock and data with the readers; its latch line drives RCLK and OE
together, so that no reader is selected while the chain is shifted (docs/profiles.md, Wiring). An IRQ line is low when
its reader has something to say; it comes with the scan, or on a pin.
"""

from firmware.native import const
from firmware.wire import WHOLE

BUFFER = const(40)  # bytes: the longest transfer, with a byte that says what is transferred


class Wires:
    """What the drivers of readers share: they fill ``data``, call ``exchange``, and find what came back in ``data``.

    ``spi`` has ``write(buf)`` and ``write_readinto(out, into)``; ``latch``, ``select`` and ``reset`` drive a pin, or
    are None; ``asks()`` tells whether a lone reader's IRQ pin is low, or is None, and then the lines are in ``scan``
    from byte ``irqs_at`` on.
    """

    def __init__(self, pads, spi, latch, select, reset, asks, scan, irqs_at):
        self.data = bytearray(BUFFER)
        self.transfers = 0  # in this tick; kept by ``firmware.pads``
        self.reset = reset
        self._write = spi.write
        self._both = spi.write_readinto
        self._latch = latch
        self._select = select
        self._asks = asks
        self._scan = scan
        self._irqs_at = irqs_at
        self._whole = memoryview(self.data)
        self._views: list = [None] * (BUFFER + 1)  # of the first bytes of ``data``; made when they are first needed
        count = (pads + 7) // 8
        self._patterns = [_pattern(pad, count) for pad in range(pads)]
        if latch:
            latch(1)
        elif select:
            select(1)

    def part(self, at, n):
        """Return a part of ``data``; the view takes a few bytes, so this is for what is read once in a while."""
        return self._whole[at : at + n]

    def ask(self, pad, request):
        """Transfer bytes that are kept elsewhere; what came back stands in ``data``."""
        n = len(request)
        view = self._views[n] or self._view(n)
        view[WHOLE] = request
        self.exchange(pad, n)

    def exchange(self, pad, n):
        """Transfer the first ``n`` bytes of ``data`` to and from one reader."""
        self.transfers += 1
        view = self._views[n] or self._view(n)
        latch = self._latch
        if latch:
            self._write(self._patterns[pad])
            latch(0)
            latch(1)  # the pattern goes to the outputs
            latch(0)  # and they drive
            self._both(view, view)
            latch(1)
        else:
            self._select(0)
            self._both(view, view)
            self._select(1)

    def tell(self, pad, commands):
        """Send commands to one reader, one after the other; what comes back is dropped."""
        self.transfers += len(commands)
        write = self._write
        latch = self._latch
        if latch:
            pattern = self._patterns[pad]
            for command in commands:
                write(pattern)
                latch(0)
                latch(1)
                latch(0)
                write(command)
                latch(1)
        else:
            select = self._select
            for command in commands:
                select(0)
                write(command)
                select(1)

    def is_asking(self, pad):
        """Tell whether a reader had something to say at the last scan."""
        if self._asks:
            return self._asks()
        return not self._scan[self._irqs_at + (pad >> 3)] >> (pad & 7) & 1

    def _view(self, n):
        view = self._views[n] = self._whole[:n]
        return view


def _pattern(pad, count):
    """Return what is shifted to select a reader: a 0 for it alone; the last byte stays in the nearest register."""
    pattern = bytearray(b"\xff" * count)
    pattern[count - 1 - (pad >> 3)] &= ~(1 << (pad & 7))
    return bytes(pattern)
