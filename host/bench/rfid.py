"""What looking at pads costs and how fast and surely it tells, on virtual time, for both readers.

Beside it runs the loop of the widely copied MicroPython driver for the MFRC522, on the same registers: after each
request it reads ComIrqReg until an answer has come, or 2,000 times if none comes, which is every time on an empty pad.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Literal

from firmware import wire
from hardware.profiles import load
from hardware.profiles.model import Profile
from hardware.twin.board import Twin
from hardware.twin.rfid.field import Conditions, Field
from hardware.twin.rfid.hc595 import BYTE_US
from hardware.twin.rfid.mfrc522 import Mfrc522
from host.figures import percentile
from host.ledger import Ledger
from host.link.session import Link
from host.link.stepped import Stepped

ReaderName = Literal["pn532", "mfrc522"]
READERS: tuple[ReaderName, ...] = ("pn532", "mfrc522")
MISS = 0.05
TAGS = 18
LOOKING_MS = 4_000
SETTLE_MS = 2_500  # a tag that has just come is looked at more closely
SWEEPS = 8
COPIED_READS = 2_000
_PATIENCE_MS = 10_000
_COM_IRQ, _FIFO, _LEVEL, _FRAMING, _COMMAND, _COM_IEN = 0x04, 0x09, 0x0A, 0x0D, 0x01, 0x02

Progress = Callable[[int], None]


class BenchError(Exception):
    """The pads did not behave; the text says how."""


@dataclass(slots=True)
class Look:
    """What one look costs on average."""

    ms: float
    transfers: float
    bytes: float
    registers: float

    def fields(self, name: str) -> dict[str, object]:
        """The figures under names that begin with `name`."""
        return {
            f"{name}_look_ms": round(self.ms, 2),
            f"{name}_look_transfers": round(self.transfers, 1),
            f"{name}_look_bytes": round(self.bytes, 1),
            **({f"{name}_look_registers": round(self.registers, 1)} if self.registers else {}),
        }


@dataclass(slots=True)
class Taps:
    """How long it took until cards were told to have come, and to have gone, each in ms."""

    come: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)

    def fields(self, name: str) -> dict[str, object]:
        """The figures under names that begin with `name`."""
        return {
            f"{name}_come_ms_p50": round(percentile(self.come, 0.5)),
            f"{name}_come_ms_p95": round(percentile(self.come, 0.95)),
            f"{name}_gone_ms_p95": round(percentile(self.gone, 0.95)),
        }


@dataclass(slots=True)
class ReaderFigures:
    """What the bench found for one reader."""

    reader: str
    empty: Look
    occupied: Look
    sweep_ms: list[int]
    play_ms: Taps
    any_ms: Taps
    minutes: float
    spurious: int

    def fields(self) -> dict[str, object]:
        """The figures as one flat object, each name with the reader's."""
        found: dict[str, object] = {
            **self.empty.fields("empty"),
            **self.occupied.fields("occupied"),
            "sweep_ms_p50": round(percentile(self.sweep_ms, 0.5)),
            "sweep_ms_worst": max(self.sweep_ms),
            **self.play_ms.fields("play"),
            **self.any_ms.fields("any"),
            "minutes_at_rest": round(self.minutes, 1),
            "spurious_removals": self.spurious,
        }
        return {f"{self.reader}_{name}": value for name, value in found.items()}


def fitted(profile: Profile, reader: ReaderName) -> Profile:
    """The same table with that reader under every pad."""
    return replace(profile, pads=tuple(replace(pad, reader=reader) for pad in profile.pads))


def measure(samples: int, minutes: float, seed: int, progress: Progress) -> dict[str, object]:
    """Measure both readers, then the copied loop."""
    found: dict[str, object] = {}
    for done, reader in enumerate(READERS, 1):
        with _table(reader, seed) as table:
            found |= table.measure(samples, minutes).fields()
        progress(done)
    return found | copied_loop()


def copied_loop() -> dict[str, object]:
    """Run one request of the widely copied driver on an empty pad; its time is that of the bus alone."""
    chip = Mfrc522(Field())
    clock = 0

    def access(*mosi: int) -> int:
        nonlocal clock
        chip.select(0, clock)
        answer = chip.exchange(bytes(mosi), clock)
        chip.select(1, clock)
        clock += BYTE_US * len(mosi)
        return answer[-1]

    for register, value in (
        *((0x15, 0x40), (0x11, 0x3D), (0x14, 0x83), (_FRAMING, 0x07), (_COM_IEN, 0xF7), (_COM_IRQ, 0x7F)),
        *((_LEVEL, 0x80), (_COMMAND, 0x00), (_FIFO, 0x26), (_COMMAND, 0x0C), (_FRAMING, 0x87)),
    ):
        access(register << 1, value)
    for _ in range(COPIED_READS):
        if access(0x80 | _COM_IRQ << 1, 0) & 0x30:
            break
    return {"copied_loop_empty_registers": chip.accesses, "copied_loop_empty_bus_ms": round(clock / 1000, 1)}


@contextmanager
def _table(reader: ReaderName, seed: int) -> Iterator[_Table]:
    profile = fitted(load("bench"), reader)
    with tempfile.TemporaryDirectory(prefix="deadfall-") as folder, Twin(profile, seed=seed) as twin:
        ledger = Ledger.open(Path(folder) / "bench.ledger", synchronous="OFF")
        try:
            yield _Table(reader, twin, ledger, seed)
        finally:
            ledger.close()


class _Table:
    """Twenty pads with one kind of reader, and the host that is told."""

    def __init__(self, reader: ReaderName, twin: Twin, ledger: Ledger, seed: int) -> None:
        self._reader = reader
        self._twin = twin
        self._random = Random(seed)
        self._link = Link(ledger, seed=seed)
        self._run = Stepped(twin, self._link, plugged=twin.devices.serial.plugged)
        self._run.plug()

    @property
    def _profile(self) -> Profile:
        return self._twin.profile

    def measure(self, samples: int, minutes: float) -> ReaderFigures:
        pads = len(self._profile.pads)
        self._wait(lambda: self._whats() == [wire.PAD_ABSENT] * pads)
        empty = self._look()
        for pad in range(1, pads):
            self._twin.put_card(f"card-{pad}", pad)
        self._twin.put_card("card-0", 0)
        self._wait(lambda: self._whats() == [wire.PAD_PRESENT] * pads)
        self._run.run_for(SETTLE_MS)
        occupied = self._look()
        sweeps = [self._sweep() for _ in range(SWEEPS)]
        for pad in range(TAGS + 1, pads):
            self._twin.lift_card(f"card-{pad}")
        self._twin.lift_card("card-0")
        for coil in self._twin.devices.readers.fields:
            coil.conditions = Conditions(miss=MISS)
        self._run.run_for(2_000)
        spurious = self._rest(minutes)
        play, anywhere = self._taps(samples), self._changes(samples)
        return ReaderFigures(self._reader, empty, occupied, sweeps, play, anywhere, minutes, spurious)

    def _whats(self) -> list[int]:
        return [pad.what for pad in self._link.pads]

    def _wait(self, is_so: Callable[[], bool]) -> int:
        begun = self._run.now
        while not is_so():
            self._run.run_for(2)
            if self._run.now - begun > _PATIENCE_MS:
                raise BenchError(f"After ten seconds the pads with {self._reader} say {self._whats()}.")
        return self._run.now - begun

    def _lit(self) -> list[int]:
        return [coil.lit_at for coil in self._twin.devices.readers.fields]

    def _look(self) -> Look:
        """Average over some seconds."""
        before = self._costs()
        looks, lit, begun = 0, self._lit(), self._run.now
        while self._run.now - begun < LOOKING_MS:
            self._run.run_for(2)
            now_lit = self._lit()
            looks += sum(old != new for old, new in zip(lit, now_lit, strict=True))
            lit = now_lit
        transfers, clocked, registers = (
            (after - first) / looks for first, after in zip(before, self._costs(), strict=True)
        )
        return Look((self._run.now - begun) / looks, transfers, clocked, registers)

    def _costs(self) -> tuple[int, int, int]:
        readers = self._twin.devices.readers
        registers = sum(model.accesses for model in readers.models if isinstance(model, Mfrc522))
        return readers.transfers, readers.bytes_clocked, registers

    def _sweep(self) -> int:
        """How long until every pad has been looked at once more."""
        lit = self._lit()
        return self._wait(lambda: all(new != old for old, new in zip(lit, self._lit(), strict=True)))

    def _taps(self, samples: int) -> Taps:
        """Cards come and go on `play`."""
        taps = Taps()
        for number in range(samples):
            name = f"tapped-{number % 5}"
            taps.come.append(self._put(name, 0))
            taps.gone.append(self._lift(name, 0))
        return taps

    def _changes(self, samples: int) -> Taps:
        """A card comes on the one bench pad that is free, then any of them goes, so that another one is."""
        taps = Taps()
        lying = {pad: f"card-{pad}" for pad in range(1, TAGS + 1)}
        free = TAGS + 1
        for number in range(samples):
            lying[free] = f"changed-{number}"
            taps.come.append(self._put(lying[free], free))
            free = self._random.choice(sorted(lying))
            taps.gone.append(self._lift(lying.pop(free), free))
        return taps

    def _put(self, name: str, pad: int) -> int:
        self._run.run_for(2 * self._random.randrange(1, 200))
        self._twin.put_card(name, pad)
        return self._wait(lambda: self._link.pads[pad].what == wire.PAD_PRESENT)

    def _lift(self, name: str, pad: int) -> int:
        self._run.run_for(2 * self._random.randrange(1, 200))
        self._twin.lift_card(name)
        return self._wait(lambda: self._link.pads[pad].what == wire.PAD_ABSENT)

    def _rest(self, minutes: float) -> int:
        """Leave the cards alone; count how often one is said to have gone."""
        spurious, at_rest = 0, list(range(1, TAGS + 1))
        were = self._link.pads
        end = self._run.now + round(60_000 * minutes)
        while self._run.now < end:
            self._run.run_for(50)
            pads = self._link.pads
            spurious += sum(pads[pad].what != were[pad].what == wire.PAD_PRESENT for pad in at_rest)
            were = pads
        return spurious
