"""USB serial as MicroPython's rp2 port has it: a transmit FIFO of 256 bytes, a receive FIFO of 256 and a ring of 512.

Behaviour taken from `shared/tinyusb/mp_usbd_cdc.c` and `ports/rp2/mphalport.c` of MicroPython 1.27: a write that does
not fit waits up to 500 ms for the host and is then cut short; with the port closed (DTR low) a write always succeeds
and overwrites the oldest bytes; nothing tells the program about either.
"""

from __future__ import annotations

TX_FIFO = 256
RX_FIFO = 256
RX_RING = 512


class CdcFifo:
    """Both directions of the serial port, seen from the board (`read`, `write`) and from the host (`take`, `feed`).

    `overruns` counts writes that were cut short, `lost` their missing bytes.
    """

    def __init__(self, *, clears_on_close: bool = False) -> None:
        self.overruns = 0
        self.lost = 0
        self._clears = clears_on_close
        self._open = True
        self._tx = bytearray()
        self._rx = bytearray()

    def write(self, data: bytes | bytearray | memoryview) -> int:
        """Board: send; return how many bytes the FIFO took."""
        if not self._open:
            self._tx += data
            del self._tx[:-TX_FIFO]
            return len(data)
        room = TX_FIFO - len(self._tx)
        if len(data) > room:
            self.overruns += 1
            self.lost += len(data) - room
            self._tx += data[:room]
            return room
        self._tx += data
        return len(data)

    def read(self, size: int) -> bytes:
        """Board: receive at most `size` bytes."""
        data = bytes(self._rx[:size])
        del self._rx[:size]
        return data

    def readinto(self, buffer: bytearray | memoryview) -> int:
        """Board: receive into `buffer`; return how many bytes came."""
        if not self._rx:
            return 0
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def unread(self) -> bytes:
        """Look at what the board has not read yet."""
        return bytes(self._rx)

    @property
    def received(self) -> int:
        """Bytes that the board has not read yet."""
        return len(self._rx)

    @property
    def pending(self) -> int:
        """Bytes that the host has not taken yet."""
        return len(self._tx)

    @property
    def room(self) -> int:
        """Bytes that the host may still send before the USB device makes it wait."""
        return RX_FIFO + RX_RING - len(self._rx)

    def take(self, limit: int = TX_FIFO) -> bytes:
        """Host: read at most `limit` bytes."""
        if not self._tx:
            return b""
        data = bytes(self._tx[:limit])
        del self._tx[:limit]
        return data

    def feed(self, data: bytes) -> int:
        """Host: write; return how many bytes were taken (USB makes the rest wait, it is not lost)."""
        data = data[: self.room]
        self._rx += data
        return len(data)

    def opened(self) -> None:
        """Host: open the port (DTR high)."""
        self._open = True

    def closed(self) -> None:
        """Host: close the port (DTR low); up to MicroPython 1.28 unread bytes stay for the next one who opens."""
        self._open = False
        if self._clears:
            self._tx.clear()

    def plugged(self, is_open: bool) -> None:
        """Host: open or close the port."""
        if is_open:
            self.opened()
        else:
            self.closed()

    def reset(self) -> None:
        """The board restarts: both buffers are gone."""
        self._tx.clear()
        self._rx.clear()
