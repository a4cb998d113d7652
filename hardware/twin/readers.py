"""The readers of one table on SPI1, each under its pad, and the pins that drive them.

A transaction takes time here: 8 µs a byte at 1 MHz, so that what follows in the same tick comes later. `us` is that
clock; it never goes back.
"""

from __future__ import annotations

from itertools import combinations
from math import dist

from hardware.profiles.model import Pad, Profile
from hardware.twin.rfid.field import CLEAR, Conditions, Field
from hardware.twin.rfid.hc595 import BYTE_US, ReaderBus
from hardware.twin.rfid.mfrc522 import Mfrc522
from hardware.twin.rfid.pn532 import Pn532Spi
from hardware.twin.rfid.reader import Reader

NEAR_MM = 90.0
"""Pads whose middles are nearer disturb each other: readers 80 mm apart do (miguelbalboa/rfid issue 589)."""


class Readers:
    """`fields` and `models` are in the order of the pads; `transfers` counts transactions with a reader."""

    def __init__(self, profile: Profile, seed: int = 0, conditions: Conditions = CLEAR) -> None:
        self.fields = tuple(Field(conditions, seed + 1000 * pad.index) for pad in profile.pads)
        self.models: tuple[Reader, ...] = tuple(
            _model(pad, field) for pad, field in zip(profile.pads, self.fields, strict=True)
        )
        self.neighbours = _neighbours(profile.pads)
        for one, other in self.neighbours:
            self.fields[one].stand_by(self.fields[other])
        self.transfers = 0
        self.bytes_clocked = 0
        self.us = 0
        self._bus = ReaderBus(self.models) if self.models else None
        self._alone = self.models[0] if profile.wiring.reader_select is not None else None
        self._is_selected = False
        self._lively: set[int] = set()  # readers that may have something to say

    def advance(self, now: int) -> int:
        """Go on to `now` (ms) at least; return the clock in µs."""
        us = 1000 * now
        if us > self.us:
            self.us = us
        return self.us

    # ---- pins ------------------------------------------------------------------------------------------------
    def latch(self, level: int, now: int) -> None:
        """Drive the latch of the 74HC595 chain."""
        bus = self._bus
        if bus:
            bus.latch(level, self.advance(now))
            self._lively.update(bus.selected)

    def select(self, level: int, now: int) -> None:
        """Drive the select of a lone reader."""
        if self._alone:
            self._is_selected = not level
            self._alone.select(level, self.advance(now))
            self._lively.add(0)

    def reset(self, level: int, now: int) -> None:
        """Drive the reset line of all readers."""
        for model in self.models:
            model.reset(level, self.advance(now))

    def power_cut(self, now: int) -> None:
        """Take the power away and give it back."""
        self.reset(0, now)
        self.reset(1, now)

    def exchange(self, mosi: bytes, now: int) -> bytes:
        """Clock bytes over SPI1."""
        at = self.advance(now)
        self.us += BYTE_US * len(mosi)
        self.bytes_clocked += len(mosi)
        if self._alone:
            self.transfers += self._is_selected
            return self._alone.exchange(mosi, at) if self._is_selected else b"\xff" * len(mosi)
        if self._bus is None:
            return b"\xff" * len(mosi)
        self.transfers += bool(self._bus.selected)
        return self._bus.exchange(mosi, at)

    def asks(self, pad: int, now: int) -> bool:
        """Whether a reader pulls its IRQ line low."""
        return pad in self._lively and self.models[pad].irq(self.advance(now))

    def irq_levels(self, count: int, now: int) -> bytes:
        """Levels of the IRQ lines for `count` bytes of the scan: bit k of byte n is reader 8n + k, low when it asks."""
        at = self.advance(now)
        levels = bytearray(b"\xff" * count)
        for pad in tuple(self._lively):
            model = self.models[pad]
            if model.irq(at):
                levels[pad >> 3] &= ~(1 << (pad & 7))
            elif model.next_event(at) is None:
                self._lively.discard(pad)  # until it is selected again
        return bytes(levels)


def _model(pad: Pad, field: Field) -> Reader:
    return Pn532Spi(field) if pad.reader == "pn532" else Mfrc522(field)


def _neighbours(pads: tuple[Pad, ...]) -> tuple[tuple[int, int], ...]:
    pairs = combinations(pads, 2)
    return tuple((a.index, b.index) for a, b in pairs if dist((a.x, a.y), (b.x, b.y)) < NEAR_MM)
