"""SPI1 of a table: a chain of 74HC595 whose outputs select the readers, and the 74HC125 gates on the way back.

The chain shares clock and data with the readers (TI SN74HC595, SCLS041; SN74HC125, SCLS104). So whatever is shifted to
choose the next reader would also be heard by the one still selected, and an MFRC522 in the middle of a write would
take it for more data. Therefore the latch line drives RCLK and OE of all registers together:

    latch 1    OE is high: no output drives, pull-ups deselect every reader; shift the pattern now
    latch 0    the old outputs come back, without a clock: harmless
    latch 1    rising edge of RCLK: the pattern goes to the outputs, which still do not drive
    latch 0    the outputs drive: the chosen reader is selected

>>> from hardware.twin.rfid.field import Field
>>> from hardware.twin.rfid.mfrc522 import Mfrc522
>>> bus = ReaderBus([Mfrc522(Field()), Mfrc522(Field())])
>>> bus.latch(1, now=0); _ = bus.exchange(b"\\xfd", now=0)
>>> for level in (0, 1, 0): bus.latch(level, now=0)
>>> bus.selected
(1,)
>>> bus.exchange(bytes((0x80 | 0x37 << 1, 0)), now=0).hex()
'0092'
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.twin.faults import BusFault
from hardware.twin.rfid.reader import Reader

GATES = 4
"""Gates in one 74HC125: four readers form a group. Each gate is open while its own reader is selected."""
BYTE_US = 8
"""One byte on SPI1 at 1 MHz."""


class Hc595Chain:
    """`count` registers in series; bit k of byte n is output Qk of the n-th from the controller.

    Function table: a rising edge of SRCLK shifts SER in, a rising edge of RCLK copies the shift registers to the
    outputs, OE high lets none of them drive. SRCLR is tied to the supply. After power-up the outputs are anything;
    here they are what the pull-ups make of them.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._shift = self._latched = self._pulled_up = b"\xff" * count
        self._rclk = 0
        self._enabled = True

    def shift(self, data: bytes) -> None:
        """Clock bytes in, most significant bit first: the last byte stays in the nearest register."""
        count = self._count
        self._shift = (data[: -count - 1 : -1] + self._shift)[:count]

    def rclk(self, level: int) -> None:
        """Drive RCLK."""
        if level and not self._rclk:
            self._latched = self._shift
        self._rclk = level

    def enable(self, level: int) -> None:
        """Drive OE, active low."""
        self._enabled = not level

    @property
    def outputs(self) -> bytes:
        """Levels at the outputs, pulled up where none drives."""
        return self._latched if self._enabled else self._pulled_up


class ReaderBus:
    """All readers of a table: reader k is selected by a 0 at output k.

    `tied` says that OE hangs on the latch line, as it should; else it is grounded. `bytes_clocked` times `BYTE_US` is
    the time on the wire.
    """

    def __init__(self, readers: Sequence[Reader], tied: bool = True) -> None:
        self.readers = tuple(readers)
        self.chain = Hc595Chain(-(-len(readers) // 8))
        self.bytes_clocked = 0
        self._tied = tied
        self._selected: tuple[int, ...] = ()
        self._chosen_by: dict[bytes, tuple[int, ...]] = {}  # readers by the levels at the outputs, as they come up

    @property
    def selected(self) -> tuple[int, ...]:
        """The readers whose chip select is low."""
        return self._selected

    def latch(self, level: int, now: int) -> None:
        """Drive the latch line."""
        self.chain.rclk(level)
        if self._tied:
            self.chain.enable(level)
        chosen, before = self._chosen(), self._selected
        if chosen is before:  # the same levels choose the same object
            return
        self._selected = chosen
        for index in before:
            if index not in chosen:
                self.readers[index].select(1, now)
        for index in chosen:
            if index not in before:
                self.readers[index].select(0, now)

    def exchange(self, mosi: bytes, now: int) -> bytes:
        """Clock bytes: the chain shifts them, the selected reader hears them; without one MISO is pulled up."""
        if len(self._selected) > 1:
            raise BusFault(f"Readers {_listed(self._selected)} are selected at once and both drive MISO.")
        self.bytes_clocked += len(mosi)
        self.chain.shift(mosi)
        if not self._selected:
            return b"\xff" * len(mosi)
        return self.readers[self._selected[0]].exchange(mosi, now)

    def irq_levels(self, now: int) -> bytes:
        """Levels for the inputs of the scan: bit k of byte n is the IRQ line of reader 8n + k, low when it asks."""
        levels = bytearray(b"\xff" * len(self.chain.outputs))
        for index, reader in enumerate(self.readers):
            if reader.irq(now):
                levels[index >> 3] &= ~(1 << (index & 7))
        return bytes(levels)

    def reset(self, level: int, now: int) -> None:
        """Drive the reset line of all readers."""
        for reader in self.readers:
            reader.reset(level, now)

    def next_event(self, now: int) -> int | None:
        """When the first reader has something to do by itself."""
        times = (reader.next_event(now) for reader in self.readers)
        return min((at for at in times if at is not None), default=None)

    def _chosen(self) -> tuple[int, ...]:
        outputs = self.chain.outputs
        chosen = self._chosen_by.get(outputs)
        if chosen is None:
            levels = int.from_bytes(outputs, "little")
            chosen = self._chosen_by[outputs] = tuple(at for at in range(len(self.readers)) if not levels >> at & 1)
        return chosen


def _listed(indices: tuple[int, ...]) -> str:
    return ", ".join(map(str, indices[:-1])) + f" and {indices[-1]}"
