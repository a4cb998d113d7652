"""The firmware imported into this process, on `firmware/ports/twin.py` and the device models."""

from __future__ import annotations

import shutil
import tempfile
from array import array
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from time import perf_counter_ns
from typing import Any

from firmware import config
from firmware.app import Board
from firmware.ports.twin import Port
from hardware.twin.cdc import TX_FIFO
from hardware.twin.chip import POWER
from hardware.twin.devices import Devices
from hardware.twin.faults import BusFault
from hardware.twin.runtime import StepTimes, Stop

_BOOTS, _CAUSE = 0, 1  # the scratch registers that count quick starts and tell why the next one comes
_STOPS = {0: Stop.RESET, 1: Stop.REPL, 2: Stop.LOADER, 3: Stop.RESET}


class _Spi:
    def __init__(self, devices: Devices) -> None:
        self._read = devices.chain.read

    def readinto(self, buffer: bytearray) -> None:
        buffer[:] = self._read(len(buffer))


class _ReaderLines:
    """SPI1 and the pins of the readers, as `firmware/ports/twin.py` wants to see them."""

    def __init__(self, devices: Devices, complain: Callable[[BusFault], None]) -> None:
        self._devices = devices
        self._complain = complain
        self.latch = partial(self._drive, devices.readers.latch)
        self.select = partial(self._drive, devices.readers.select)
        self.reset = partial(self._drive, devices.readers.reset)

    def write(self, data: bytes) -> None:
        """Clock bytes out."""
        self._exchange(data)

    def write_readinto(self, out: memoryview, into: memoryview) -> None:
        """Clock bytes both ways."""
        into[:] = self._exchange(bytes(out))

    def _exchange(self, data: bytes) -> bytes:
        try:
            return self._devices.readers.exchange(data, self._devices.now)
        except BusFault as fault:
            self._complain(fault)
            return b"\xff" * len(data)

    def asks(self) -> bool:
        """Whether the lone reader pulls its IRQ line low."""
        return self._devices.readers.asks(0, self._devices.now)

    def _drive(self, line: Callable[[int, int], None], level: int) -> None:
        line(level, self._devices.now)


class _Chip:
    """The chip as `firmware/ports/twin.py` wants to see it."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices
        self.stop = Stop.NONE

    @property
    def boots(self) -> int:
        return self._devices.chip.scratch[_BOOTS]

    @boots.setter
    def boots(self, count: int) -> None:
        self._devices.chip.scratch[_BOOTS] = count

    def unique_id(self) -> bytes:
        return self._devices.chip.uid

    def random(self) -> int:
        return self._devices.chip.random.getrandbits(32)

    def cause(self) -> int:
        told, self._devices.chip.scratch[_CAUSE] = self._devices.chip.scratch[_CAUSE], 0
        return told or (0 if self._devices.chip.cause == POWER else 1)

    def remember(self, cause: int) -> None:
        self._devices.chip.scratch[_CAUSE] = cause

    def wants_safe(self) -> bool:
        pin = self._devices.profile.wiring.safe
        return pin is not None and not self._devices.pin_get(pin)

    def reset(self, mode: int) -> None:
        if mode == 3:
            self.boots = 255
        self.stop = _STOPS.get(mode, Stop.RESET)


class CPythonRuntime:
    """Fast: a step costs what the firmware's own Python costs, and little more."""

    def __init__(self, devices: Devices) -> None:
        self.times = StepTimes()
        self.stop = Stop.NONE
        self._fault: BusFault | None = None
        self._devices = devices
        self._serial = devices.serial
        self._folder = Path(tempfile.mkdtemp(prefix="twin-"))
        self._scope: dict[str, Any] = {}
        for name, data in devices.chip.flash.items():
            (self._folder / name.lstrip("/")).write_bytes(data)
        self.boot(devices.now)

    def boot(self, now: int) -> None:
        """Make a new board on the same files."""
        devices = self._devices
        devices.now = self._origin = now
        self._serial.reset()
        self.stop = Stop.NONE
        root = f"{self._folder}/"
        settings = config.load(root)
        self._chip = _Chip(devices)
        latch = devices.scan_latch
        readers = _ReaderLines(devices, self._note)
        port = Port(settings, root, _Spi(devices), latch, self._show, self._serial, self._chip, readers)
        self.board = Board(port, settings)
        self._scope = {"board": self.board, "tick": self._tick}

    def step(self, now: int, rx: bytes = b"", take: int = TX_FIFO) -> tuple[int, bytes]:
        """Do one tick."""
        self._devices.now = now
        if rx:
            self._serial.feed(rx)
        begun = perf_counter_ns()
        due: int = self.board.step(now - self._origin)
        self.times.total_us = (perf_counter_ns() - begun) // 1000
        self.stop = self._chip.stop
        if self._fault:
            raise self._fault
        return due + self._origin, self._serial.take(take)

    def run(self, now: int, tick: int, count: int) -> tuple[int, bytes]:
        """Do many ticks."""
        due, sent = now, b""
        for at in range(now, now + tick * count, tick):
            self._devices.tick(at)
            due, data = self.step(at)
            sent += data
            if self.stop is not Stop.NONE:
                break
        return due, sent

    def evaluate(self, source: str) -> str:
        """Run Python beside the board."""
        out = StringIO()
        with redirect_stdout(out):
            exec(compile(source, "<evaluate>", "exec"), self._scope)  # noqa: S102 - source comes from the caller's code
        return out.getvalue().rstrip("\n")

    def flash(self) -> dict[str, bytes]:
        """The files in the board's folder."""
        return {f"/{path.name}": path.read_bytes() for path in self._folder.iterdir() if path.is_file()}

    def close(self) -> None:
        """Remove the board's folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _tick(self, now: int) -> int:
        self._devices.tick(now + self._origin)
        due: int = self.board.step(now)
        return due

    def _show(self, frame: array[int]) -> None:
        try:
            self._devices.send_lights(frame.tobytes())
        except BusFault as fault:
            self._note(fault)

    def _note(self, fault: BusFault) -> None:
        """Keep a fault for the end of the step: the firmware would take it for a crash of its own."""
        self._fault = fault
