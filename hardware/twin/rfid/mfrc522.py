"""The MFRC522 reader (NXP, document 112139; the section numbers are the datasheet's), on SPI.

>>> reader = Mfrc522(Field())
>>> reader.select(0, now=0)
>>> reader.exchange(bytes((0x80 | 0x37 << 1, 0)), now=0).hex()    # VersionReg
'0092'

Not modelled: MIFARE Classic authentication, self-test, speeds above 106 kbit/s, soft power-down, and what the receiver
gain (RFCfgReg) does to range. CollPos counts the bits that were received, as 9.3.1.15 has it; whether a chip adds
RxAlign is not said there, so a driver should not need to know.
"""

from __future__ import annotations

from hardware.twin.faults import BusFault
from hardware.twin.rfid.field import Field
from hardware.twin.rfid.mfrc522_chip import Chip


class Mfrc522:
    """A reader on SPI over a field: see `reader.Reader`. `accesses` counts register reads and writes."""

    def __init__(self, field: Field) -> None:
        self.accesses = 0
        self._chip = Chip(field)
        field.on_change = self._chip.advance
        self._powered = True
        self._selected = False
        self._address: int | None = None  # of the transaction under way

    # ---- pins ------------------------------------------------------------------------------------------------
    def select(self, level: int, now: int) -> None:
        """Drive NSS (8.1.2)."""
        self._selected = level == 0
        self._address = None

    def exchange(self, mosi: bytes, now: int) -> bytes:
        """Clock bytes both ways: an address, then data to write, or further addresses to read (8.1.2.1, 8.1.2.2)."""
        if not self._selected:
            raise BusFault("The MFRC522 was clocked while it was not selected.")
        self._chip.advance(now)
        return bytes(self._byte(byte, now) for byte in mosi)

    def irq(self, now: int) -> bool:
        """Whether the IRQ pin is low."""
        self._chip.advance(now)
        return self._powered and self._chip.pulls_low()

    def reset(self, level: int, now: int) -> None:
        """Drive NRSTPD (8.8.1): low switches everything off, the rising edge resets."""
        self._chip.advance(now)
        if not level or not self._powered:
            self._chip.restart(now)
        self._powered = bool(level)

    def next_event(self, now: int) -> int | None:
        """When a frame ends, an answer begins or ends, or the timer reaches zero."""
        self._chip.advance(now)
        return self._chip.next_event()

    # ---- SPI -------------------------------------------------------------------------------------------------
    def _byte(self, byte: int, now: int) -> int:
        if not self._powered:
            return 0xFF
        if self._address is None:
            self._address = self._addressed(byte)
            return 0x00
        self.accesses += 1
        if self._address & 0x80:
            return self._next_read(self._address & 0x3F, byte, now)
        self._chip.write(self._address, byte, now)
        return 0x00

    def _next_read(self, address: int, byte: int, now: int) -> int:
        value = self._chip.read(address, now)
        # 8.1.2.1: the last byte is 0; what a chip does with a write address after a read address is not said.
        self._address = self._addressed(byte) if byte else 0x80
        if not self._address & 0x80:
            raise BusFault("An MFRC522 read was continued with a write address; deselect the reader in between.")
        return value

    def _addressed(self, byte: int) -> int:
        if byte & 1:
            raise BusFault(f"0x{byte:02x} is no MFRC522 address byte: its lowest bit must be 0 (8.1.2.3).")
        return byte & 0x80 | byte >> 1 & 0x3F
