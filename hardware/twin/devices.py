"""All devices of one board, wired to the controller's pins as its profile says."""

from __future__ import annotations

from collections.abc import Callable

from hardware.profiles.model import Profile
from hardware.twin.cdc import CdcFifo
from hardware.twin.chip import Chip, uid_for
from hardware.twin.faults import BusFault
from hardware.twin.hc165 import Hc165Chain
from hardware.twin.lightline import LightLine
from hardware.twin.pio import Program, fifo_words
from hardware.twin.readers import Readers

SCAN_SPI, READER_SPI = 0, 1


class Devices:
    """What hangs on the pins: `now` is the virtual clock in milliseconds, `boot_at` where the board's own began."""

    def __init__(self, profile: Profile, name: str = "twin", seed: int = 0) -> None:
        self.now = 0
        self.boot_at = 0
        self.on_tick: Callable[[int], None] | None = None
        self.profile = profile
        self.chain = Hc165Chain(profile.scan_bytes)
        self.line = LightLine(len(profile.lights))
        self.serial = CdcFifo()
        self.chip = Chip(uid_for(name), seed)
        self.levels: dict[int, int] = {}  # pins driven from outside; an open one reads 1 by its pull-up
        self.readers = Readers(profile, seed)
        self._latch = profile.wiring.scan_latch
        self._reader_pins = {
            profile.wiring.select_latch: self.readers.latch,
            profile.wiring.reader_select: self.readers.select,
            profile.wiring.reader_reset: self.readers.reset,
        }
        self._irqs_at = profile.tile_bytes + profile.button_bytes
        self._irqs = profile.irq_bytes
        self._light_pin = profile.wiring.lights

    def tick(self, now: int) -> None:
        """Time has moved without the twin: many ticks in one go, or ticks that a test runs in the interpreter."""
        self.now = now
        if self.on_tick:
            self.on_tick(now)

    # ---- pins and SPI ----------------------------------------------------------------------------------------
    def pin_set(self, pin: int, level: int) -> None:
        """The controller drives a pin."""
        if pin == self._latch:
            self.scan_latch(level)
        elif pin in self._reader_pins:
            self._reader_pins[pin](level, self.now)
        else:
            self.levels[pin] = level

    def scan_latch(self, level: int) -> None:
        """The controller drives the latch of the scan: the IRQ lines are read as they are now."""
        if self._irqs and not level:
            self.chain.inputs[self._irqs_at :] = self.readers.irq_levels(self._irqs, self.now)
        self.chain.load(level)

    def pin_get(self, pin: int) -> int:
        """The controller reads a pin."""
        if pin == self.profile.wiring.reader_irq:
            return int(not self.readers.asks(0, self.now))
        return self.levels.get(pin, 1)

    def spi_mode(self, bus: int, polarity: int, phase: int) -> None:
        """The controller sets an SPI mode."""
        if bus == SCAN_SPI:
            self.chain.sample_late = polarity != phase

    def spi_exchange(self, bus: int, data: bytes) -> bytes:
        """The controller clocks bytes both ways."""
        return self.chain.read(len(data)) if bus == SCAN_SPI else self.readers.exchange(data, self.now)

    # ---- lights ----------------------------------------------------------------------------------------------
    def pio_program(self, program: Program, side_pin: object) -> None:
        """The controller loads a state machine."""
        if side_pin != self._light_pin:
            raise BusFault(f"The lights hang on GPIO {self._light_pin}, but the program drives GPIO {side_pin}.")
        self.line.load(program)

    def dma_start(self, machine: int, ctrl: int, data: bytes) -> None:
        """The controller starts a DMA transfer into a state machine (RP2040 datasheet 2.5.7, CTRL)."""
        size, reads, writes = ctrl >> 2 & 3, ctrl >> 4 & 1, ctrl >> 5 & 1
        request = ctrl >> 15 & 63
        if not ctrl & 1 or size == 3 or not reads or writes:
            raise BusFault("Light DMA must be enabled, step through memory and stay at the FIFO.")
        if request != (machine if machine < 4 else machine + 4):
            raise BusFault(f"Light DMA is paced by request {request}, not by the FIFO of state machine {machine}.")
        if self.line.program is None:
            raise BusFault("Light DMA was started before the state machine had a program.")
        self.send_lights(fifo_words(data, 1 << size))

    def send_lights(self, words: bytes) -> None:
        """A frame starts on the light line: little-endian 32-bit words for the FIFO."""
        if self.lights_busy():
            raise BusFault("A light frame was started while the one before was still being sent.")
        self.line.start(words, 1000 * self.now)

    def lights_busy(self) -> bool:
        """Whether the frame is still being handed over."""
        return self.line.busy(1000 * self.now)
