"""The firmware on a real MicroPython: the WebAssembly build in a Node child that does nothing unless told to.

`micropython.mjs` is the other end and lists the frames. Why Node is a slave: docs/decisions/0003-node-is-a-slave.md.
"""

from __future__ import annotations

import json
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files

from hardware import board_files
from hardware.twin.bus import Bus
from hardware.twin.cdc import TX_FIFO
from hardware.twin.devices import Devices
from hardware.twin.faults import BusFault
from hardware.twin.node import Node
from hardware.twin.pio import PioError
from hardware.twin.runtime import PRIMITIVES, FirmwareError, StepTimes, Stop

HEAP = 256 * 1024
_START = """
import _bus
import machine
from firmware import main
board = main.build(main.WATCHDOG_MS)
step = board.step
_now = _bus.request(_bus.TICK, 4)

def tick(now):
    _bus.put32(_now, 3, now)
    _bus.write(_now)
    return step(now)
"""
_BUS = ord("b")
_DONE = struct.Struct(f"<IIIHHhH{len(PRIMITIVES)}H")


@dataclass(slots=True)
class Tape:
    """A recording: everything that was asked of the interpreter, and what the bus answered meanwhile."""

    frames: list[tuple[bytes, bytes, list[bytes]]] = field(default_factory=list)

    def packed(self) -> bytes:
        """As `micropython.mjs` takes it."""
        parts = []
        for kind, request, answers in self.frames:
            parts += [kind, _sized(request), struct.pack("<I", len(answers)), *map(_sized, answers)]
        return b"".join(parts)


def _sized(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


def _shims() -> dict[str, bytes]:
    found = (entry for entry in (files("hardware.twin") / "shims").iterdir() if entry.name.endswith(".py"))
    return {f"lib/{entry.name}": entry.read_bytes() for entry in found}


class MicroPythonRuntime:
    """One Node child; a reboot is a new interpreter in it. `firmware` is run instead of the sources if it is given."""

    def __init__(self, devices: Devices, *, heap: int = HEAP, firmware: Mapping[str, bytes] | None = None) -> None:
        self.times = StepTimes()
        self.stop = Stop.NONE
        self._devices = devices
        self._serial = devices.serial
        self._bus = Bus(devices)
        self._heap = heap
        self._booted = False
        self._tape: Tape | None = None
        system = {**(board_files.sources() if firmware is None else firmware), **_shims()}
        self._system = {f"/{path}": b64encode(data).decode() for path, data in system.items()}
        self._node = Node()
        try:
            self.boot(devices.now)
        except BaseException:
            self.close()
            raise

    def boot(self, now: int) -> None:
        """Start a new interpreter on the same flash."""
        if self._booted:
            self._devices.chip.flash = self.flash()
        self._booted = True
        self._devices.now = self._origin = now
        self._serial.reset()
        self.stop = Stop.NONE
        options = {
            "now": 0,
            "heap": self._heap,
            "start": _START,
            "system": self._system,
            "flash": {name: b64encode(data).decode() for name, data in self._devices.chip.flash.items()},
        }
        self._ask(b"B", json.dumps(options).encode())
        self._done()

    def step(self, now: int, rx: bytes = b"", take: int = TX_FIFO) -> tuple[int, bytes]:
        """Do one tick."""
        self._devices.now = now
        serial = self._serial
        if rx:
            serial.feed(rx)
        self._ask(b"S", struct.pack("<I", now - self._origin) + serial.unread())
        due, sent = self._done()
        for data in sent:
            serial.write(data)
        return due, serial.take(take)

    def run(self, now: int, tick: int, count: int) -> tuple[int, bytes]:
        """Do many ticks in one go; bus calls still come one by one."""
        self._ask(b"R", struct.pack("<IHI", now - self._origin, tick, count) + self._serial.unread())
        due, sent = self._done()
        return due, self._serial.take() + b"".join(sent)

    def evaluate(self, source: str) -> str:
        """Run Python in the interpreter."""
        self._ask(b"E", source.encode())
        return self._answer(b"e").decode()

    def flash(self) -> dict[str, bytes]:
        """The files that the firmware has written, and those it was given."""
        self._ask(b"F", b"")
        raw = json.loads(self._answer(b"f"))
        return {name: b64decode(data) for name, data in raw.items()}

    def close(self) -> None:
        """End Node."""
        self._node.close()

    @contextmanager
    def recording(self) -> Iterator[Tape]:
        """Record what happens from the next boot on."""
        self._tape = tape = Tape()
        try:
            yield tape
        finally:
            self._tape = None

    def play_back(self, tape: Tape) -> list[StepTimes]:
        """Do it all again without the devices, and so without waiting; return what each boot and step took.

        The devices know nothing of it: what must come next is a boot.
        """
        self._node.send(b"P", tape.packed())
        reports = self._answer(b"p")
        return [_times(*fields) for fields in _DONE.iter_unpack(reports)]

    def _ask(self, kind: bytes, request: bytes) -> None:
        if self._tape is not None:
            self._tape.frames.append((kind, request, []))
        self._node.send(kind, request)

    def _answer(self, wanted: bytes) -> bytes:
        """Serve bus calls until the answer is there."""
        while True:
            kind, payload = self._node.receive()
            if kind == _BUS:
                answer = self._carry_out(payload)
                if self._tape is not None:
                    self._tape.frames[-1][2].append(answer)
                self._node.send(b"A", answer)
                continue
            ops = int.from_bytes(payload[:4], "little")
            self._carry_out(payload[4 : 4 + ops])
            if kind == wanted[0]:
                return payload[4 + ops :]
            raise FirmwareError(payload[4 + ops :].decode(errors="replace").strip())

    def _carry_out(self, operations: bytes) -> bytes:
        try:
            return self._bus.carry_out(operations)
        except (BusFault, PioError):
            self._node.kill()  # it may be waiting for an answer that will never come
            raise

    def _done(self) -> tuple[int, list[bytes]]:
        """Wait for the end of a step: when the next is due, and what was sent, write by write."""
        payload = self._answer(b"d")
        fields = _DONE.unpack_from(payload)
        due, _total, _bus, _calls, left, stop, count = fields[:7]
        self.times = _times(*fields)
        self._serial.read(self._serial.received - left)
        self.stop = Stop(stop)
        return int(due) + self._origin, _split(payload, count) if count else []


def _times(_due: int, total: int, bus: int, calls: int, _left: int, _stop: int, _sent: int, *uses: int) -> StepTimes:
    return StepTimes(total, bus, calls, uses)


def _split(payload: bytes, count: int) -> list[bytes]:
    at = _DONE.size + 2 * count
    chunks = []
    for size in struct.unpack_from(f"<{count}H", payload, _DONE.size):
        chunks.append(payload[at : at + size])
        at += size
    return chunks
