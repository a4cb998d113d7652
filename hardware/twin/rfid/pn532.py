"""The PN532 reader (NXP UM0701-02 and the PN532/C1 data sheet), on SPI or on a UART.

>>> chip = Pn532(Field())
>>> chip.wake(now=0); chip.receive(bytes.fromhex("0000ff02fed4022a00"), now=5_000)
>>> chip.take(now=10_000).hex(), chip.take(now=20_000).hex()
('0000ff00ff00', '0000ff06fad50332010607e800')

Not modelled: I2C, target mode, FeliCa and type B, InAutoPoll, registers and GPIO. ISO/IEC 14443-4 tags are listed
without an ATS.
"""

from __future__ import annotations

from hardware.twin.faults import BusFault
from hardware.twin.rfid.field import Field
from hardware.twin.rfid.initiator import Job
from hardware.twin.rfid.pn532_commands import Commands, SyntaxFault
from hardware.twin.rfid.pn532_frames import ACK, ERROR, HOST, Deframer, Frame, Kind, build

ACK_US = 300
"""From a command frame to its ACK: 15 ms at most (6.2.2); this is an estimate."""
WAKE_US = 2_000
"""From a wake-up event until the host may send (PN532/C1, start-up of the oscillator, 2 ms at most)."""

_REVERSED = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))
_WRITE, _STATUS, _READ = 0x01, 0x02, 0x03
_WAKE_BYTE = 0x00
_NOTHING, _READY = b"\x00", b"\x80"  # as they are clocked, lowest bit first


class Pn532:
    """The chip behind its bus: bytes of the host go in, frames for the host wait to be taken."""

    def __init__(self, field: Field) -> None:
        field.on_change = self.advance
        self._field = field
        self._commands = Commands(field)
        self._deframer = Deframer()
        self._asleep = True
        self._awake_at = 0
        self._waiting: bytes | None = None
        self._waiting_from = 0
        self._accepted: bytes | None = None  # a command that starts when its ACK has been taken
        self._last = ACK
        self._job: Job[bytes] | None = None
        self._due = 0

    # ---- power -----------------------------------------------------------------------------------------------
    def wake(self, now: int) -> None:
        """Wake from power-down, which is also how the chip starts (6.2.5 and 7.2.11)."""
        if self._asleep:
            self._asleep = False
            self._awake_at = now + WAKE_US

    def restart(self, now: int) -> None:
        """Reset: field off, everything forgotten, asleep."""
        self._drop()
        self._commands.restart()
        self._field.switch(False, now)
        self._asleep = True

    # ---- the host --------------------------------------------------------------------------------------------
    def receive(self, data: bytes, now: int) -> None:
        """Take bytes from the host; a chip that is still waking up hears nothing."""
        self.advance(now)
        if self._asleep or now < self._awake_at:
            return
        for frame in self._deframer.feed(data):
            self._answer(frame, now)

    def discard_partial(self) -> None:
        """The bus transaction ended: half a frame is no frame."""
        self._deframer.clear()

    def ready(self, now: int) -> bool:
        """Whether a frame waits for the host."""
        self.advance(now)
        return self._waiting is not None and self._waiting_from <= now

    def peek(self, now: int) -> bytes:
        """The frame that waits; empty if there is none."""
        return self._waiting or b"" if self.ready(now) else b""

    def take(self, now: int) -> bytes:
        """Hand the frame over; after an ACK the command itself begins."""
        frame = self.peek(now)
        if frame:
            self._waiting = None
            self._handed_over(now)
        return frame

    def asks(self, now: int) -> bool:
        """Whether P70_IRQ is low: a frame waits and SAMConfiguration has not switched that off (7.2.10)."""
        return self._commands.irq_enabled and self.ready(now)

    def next_event(self, now: int) -> int | None:
        """When the chip has something to do or to say next by itself."""
        self.advance(now)
        if self._waiting is not None:
            return max(self._waiting_from, now)
        return self._due if self._job else None

    def advance(self, now: int) -> None:
        """Let everything happen that is due by `now`."""
        while self._job and self._due <= now:
            self._step(self._job)

    def _answer(self, frame: Frame, now: int) -> None:
        if frame.kind is Kind.NACK:
            self._say(self._last, now + ACK_US)  # 6.2.1.4: the host did not get the last frame
            return
        # 6.2.1.3: an ACK from the host aborts; so does a new command, which then is carried out.
        self._drop()
        if frame.kind is Kind.DATA and frame.data[0] == HOST and len(frame.data) > 1:
            self._accepted = frame.data[1:]
            self._say(ACK, now + ACK_US)

    def _say(self, frame: bytes, at: int) -> None:
        self._waiting = self._last = frame
        self._waiting_from = at

    def _drop(self) -> None:
        self._job = self._waiting = self._accepted = None

    def _handed_over(self, now: int) -> None:
        if self._accepted is not None:
            self._job = self._commands.run(self._accepted, now)
            self._due = now
            self._accepted = None
        elif self._commands.falls_asleep:
            self._commands.falls_asleep = False
            self._field.switch(False, now)
            self._asleep = True

    def _step(self, job: Job[bytes]) -> None:
        try:
            self._due = next(job)
        except StopIteration as end:
            self._job = None
            self._say(build(end.value), self._due)
        except SyntaxFault:
            self._job = None
            self._say(ERROR, self._due)


class Pn532Spi:
    """The chip on SPI (6.2.5): see `reader.Reader`. It wants the least significant bit first."""

    def __init__(self, field: Field) -> None:
        self.chip = Pn532(field)
        self._powered = True
        self._selected = False
        self._operation: int | None = None
        self._written = bytearray()
        self._read = 0

    def select(self, level: int, now: int) -> None:
        """Drive NSS; its falling edge wakes the chip."""
        if not self._powered:
            return
        if not level:
            self.chip.wake(now)
        elif self._operation is not None:
            self._end(now)
        self._selected = not level
        self._operation = None

    def exchange(self, mosi: bytes, now: int) -> bytes:
        """Clock bytes both ways: an operation byte, then data."""
        if not self._powered:
            return b"\xff" * len(mosi)
        if not self._selected:
            raise BusFault("The PN532 was clocked while it was not selected.")
        if self._operation is None and mosi:
            self._begin(_REVERSED[mosi[0]], now)
            return _NOTHING + self._go_on(mosi[1:], now)
        return self._go_on(mosi, now)

    def irq(self, now: int) -> bool:
        """Whether the IRQ pin is low."""
        return self._powered and self.chip.asks(now)

    def reset(self, level: int, now: int) -> None:
        """Drive RSTPD_N."""
        self._powered = bool(level)
        if not level:
            self.chip.restart(now)

    def next_event(self, now: int) -> int | None:
        """When the chip has something to do or to say next."""
        return self.chip.next_event(now)

    def _go_on(self, mosi: bytes, now: int) -> bytes:
        """Clock the data of an operation."""
        if self._operation == _STATUS:
            return (_READY if self.chip.ready(now) else _NOTHING) * len(mosi)
        if self._operation == _READ:
            begun, self._read = self._read, self._read + len(mosi)
            return self.chip.peek(now)[begun : self._read].ljust(len(mosi), _NOTHING).translate(_REVERSED)
        self._written += mosi.translate(_REVERSED)
        return _NOTHING * len(mosi)

    def _begin(self, byte: int, now: int) -> None:
        if byte not in (_WRITE, _STATUS, _READ, _WAKE_BYTE):
            raise BusFault(
                f"0x{byte:02x} is no operation of the PN532 (6.2.5): write 1, status 2, read 3, lowest bit first."
            )
        if byte == _READ and not self.chip.ready(now):
            raise BusFault("The PN532 was read while it had nothing to say; ask for its status or its IRQ pin first.")
        self._operation = byte
        self._written.clear()
        self._read = 0

    def _end(self, now: int) -> None:
        if self._operation == _WRITE:
            self.chip.receive(bytes(self._written), now)
            self.chip.discard_partial()
        elif self._operation == _READ and self._read:
            self.chip.take(now)


class Pn532Uart:
    """The chip on its high speed UART (6.2.3); bytes take no time here."""

    def __init__(self, field: Field) -> None:
        self.chip = Pn532(field)

    def write(self, data: bytes, now: int) -> None:
        """The host sends; 55 wakes the chip, which is ready for what follows the zeroes behind it (7.2.11)."""
        head = data.lstrip(b"\x55")
        if head != data:
            self.chip.wake(now - WAKE_US)
        self.chip.receive(head, now)

    def read(self, now: int) -> bytes:
        """What the chip has sent by now."""
        sent = bytearray()
        while self.chip.ready(now):
            sent += self.chip.take(now)
        return bytes(sent)
