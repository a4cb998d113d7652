"""How long a fact takes from the table to the disk, and how many get through.

Everything is real: the board is a process, the wire a pseudo-terminal, the ledger a file that is synced. A latency
counts from before the hand moves (the request to the twin) to the return of the commit. Beside it stands what the bare
minimum takes in the same minute: the same bytes sent to and fro with pyserial.
"""

from __future__ import annotations

import os
import threading
import time
import tty
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from firmware import wire
from hardware.twin.board import RuntimeName
from hardware.twin.client import RunningTwin, start
from host.figures import percentile
from host.ledger import Batch, Ledger, Value
from host.link.driver import Driver
from host.link.frames import frame
from host.link.ports import open_port

PATIENCE_S = 20.0
OPEN_DWELL_S = 0.12  # between a closing and an opening of the same reed
FLOOD_S = 4.0
FLOOD_TURN_S = 0.038  # half of the tiles change each time; twice that is just longer than an opening takes
ECHOES = 400

Progress = Callable[[int], None]
Change = tuple[int, int]  # tile, mask


class BenchError(Exception):
    """A measurement could not be made; the text says which."""


class TimedJournal:
    """A ledger that notes when each fact was on disk, and that may be slowed down as by a slow disk."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.extra_s = 0.0
        self.facts = 0
        self.cursor = ledger.cursor
        self.board = ledger.board
        self._arrived: dict[Change, float] = {}
        self._change = threading.Condition()

    def state(self, uid: str) -> Iterable[Value]:
        """Pass on."""
        return self.ledger.state(uid)

    def commit(self, batch: Batch) -> None:
        """Commit, then note the time."""
        self.ledger.commit(batch)
        if self.extra_s:
            time.sleep(self.extra_s)
        now = time.perf_counter()
        with self._change:
            for fact in batch.facts:
                if fact.kind == wire.TILE:
                    self._arrived[fact.src, fact.data[0]] = now
            self.facts += len(batch.facts)
            self._change.notify_all()

    def forget(self) -> None:
        """Forget the times."""
        with self._change:
            self._arrived.clear()

    def wait_for(self, changes: Iterable[Change]) -> float:
        """Wait until all of these are on disk; return when the last one was."""
        wanted = set(changes)
        with self._change:
            if not self._change.wait_for(lambda: wanted <= self._arrived.keys(), PATIENCE_S):
                raise BenchError(
                    f"{len(wanted - self._arrived.keys())} facts did not arrive within {PATIENCE_S:.0f} s."
                )
            return max(self._arrived[change] for change in wanted)


@dataclass(slots=True)
class LinkFigures:
    """What the bench found; latencies in milliseconds."""

    closing_ms: list[float] = field(default_factory=list)
    opening_ms: list[float] = field(default_factory=list)
    burst_ms: list[float] = field(default_factory=list)
    plug_in_ms: list[float] = field(default_factory=list)
    facts_per_s: float = 0.0
    facts_per_s_slow_disk: float = 0.0
    echo_facts_per_s: float = 0.0

    def fields(self) -> dict[str, object]:
        """The figures as one flat object."""
        figures: dict[str, object] = {}
        for name in ("closing_ms", "opening_ms", "burst_ms", "plug_in_ms"):
            values: list[float] = getattr(self, name)
            figures[f"{name}_p50"] = round(percentile(values, 0.5), 2)
            figures[f"{name}_p99"] = round(percentile(values, 0.99), 2)
        figures["facts_per_s"] = round(self.facts_per_s)
        figures["facts_per_s_with_10_ms_fsync"] = round(self.facts_per_s_slow_disk)
        figures["raw_echo_facts_per_s"] = round(self.echo_facts_per_s)
        figures["share_of_raw_echo"] = round(self.facts_per_s / self.echo_facts_per_s, 3)
        return figures


class LinkBench:
    """One board, one link, and the stop-watch."""

    def __init__(self, twin: RunningTwin, journal: TimedJournal, where: Path, rng: Random) -> None:
        self._twin = twin
        self._journal = journal
        self._rng = rng
        self._tiles = len(twin.control.reeds())
        self.figures = LinkFigures()
        self._driver = Driver(str(where), journal)

    def run(self, samples: int, progress: Progress) -> LinkFigures:
        """Measure everything; ``samples`` is the number of single moves."""
        self._driver.start()
        try:
            self._await_whole()
            for done in range(samples):
                self._move()
                progress(done)
            rounds = max(3, samples // 25)
            self.figures.burst_ms = [self._burst() for _ in range(rounds)]
            self.figures.plug_in_ms = [self._plug_in() for _ in range(rounds)]
            self.figures.facts_per_s = self._flood()
            self._journal.extra_s = 0.010
            self.figures.facts_per_s_slow_disk = self._flood()
            self.figures.echo_facts_per_s = _echo()
        finally:
            self._driver.stop()
        return self.figures

    def _await_whole(self) -> None:
        end = time.perf_counter() + PATIENCE_S
        while not self._driver.link.is_whole:
            if time.perf_counter() > end:
                raise BenchError(f"There is no session with the board. {self._driver.sentence}")
            time.sleep(0.001)

    def _timed(self, changes: dict[int, int]) -> float:
        """Change some tiles at one moment; return the milliseconds until all of that is on disk."""
        masks = bytearray(self._twin.control.reeds())
        for tile, mask in changes.items():
            masks[tile] = mask
        self._journal.forget()
        begun = time.perf_counter()
        self._twin.control.set_all_reeds(bytes(masks))
        return 1000 * (self._journal.wait_for(changes.items()) - begun)

    def _move(self) -> None:
        tile, mask = self._rng.randrange(self._tiles), 1 << self._rng.randrange(5)
        time.sleep(self._rng.uniform(0.001, 0.02))  # not in step with the board's ticks
        self.figures.closing_ms.append(self._timed({tile: mask}))
        self.figures.opening_ms.append(self._timed({tile: 0}))

    def _burst(self) -> float:
        mask = 1 << self._rng.randrange(5)
        took = self._timed(dict.fromkeys(range(self._tiles), mask))
        self._timed(dict.fromkeys(range(self._tiles), 0))
        return took

    def _plug_in(self) -> float:
        """Change the table with the cable out, plug in, and wait until the host knows."""
        control = self._twin.control
        control.unplug()
        tile = self._rng.randrange(self._tiles)
        self._journal.forget()
        control.set_reeds(tile, wire.NORTH)
        time.sleep(OPEN_DWELL_S)
        begun = time.perf_counter()
        control.replug()
        took = self._journal.wait_for([(tile, wire.NORTH)]) - begun
        self._await_whole()
        self._timed({tile: 0})
        return 1000 * took

    def _flood(self) -> float:
        """Turn tile after tile on and off, as fast as the board can tell it; return facts on disk per second."""
        control = self._twin.control
        masks = bytearray(self._tiles)
        half = self._tiles // 2
        begun, before = time.perf_counter(), self._journal.facts
        turn = 0
        while time.perf_counter() - begun < FLOOD_S:
            part = slice(0, half) if turn % 2 else slice(half, None)
            size = len(masks[part])
            masks[part] = bytes(size) if any(masks[part]) else bytes([1 << turn % 5]) * size
            control.set_all_reeds(bytes(masks))
            turn += 1
            time.sleep(FLOOD_TURN_S)
        rate = (self._journal.facts - before) / (time.perf_counter() - begun)
        time.sleep(OPEN_DWELL_S)
        control.set_all_reeds(bytes(self._tiles))
        time.sleep(2 * OPEN_DWELL_S)
        return rate


def _echo() -> float:
    """Send full frames of facts and their acknowledgements to and fro with nothing else; return facts per second."""
    facts = 30
    rest = bytes((wire.TILE << 4 | 1, 7, 1, 2, 3)) * facts
    events = frame(wire.EVENTS, 1, 1, 1, 1, 1, 1, facts, rest=rest)
    acknowledgement = frame(wire.ACK, 1, 0, 31, 0)
    master, slave = os.openpty()
    tty.setraw(slave)
    port = open_port(os.ttyname(slave))
    board = threading.Thread(target=_echo_board, args=(master, events, len(acknowledgement)), daemon=True)
    board.start()
    begun = time.perf_counter()
    for _ in range(ECHOES):
        got = 0
        while got < len(events):
            got += len(port.read(1.0))
        port.write(acknowledgement)
    took = time.perf_counter() - begun
    board.join(PATIENCE_S)
    port.close()
    os.close(master)
    os.close(slave)
    return facts * ECHOES / took


def _echo_board(master: int, events: bytes, size: int) -> None:
    for _ in range(ECHOES):
        os.write(master, events)
        got = 0
        while got < size:
            got += len(os.read(master, size))


def measure(folder: Path, runtime: RuntimeName, samples: int, seed: int, progress: Progress) -> LinkFigures:
    """Start a board and measure the link to it."""
    where = folder / "port"
    with start("grid", runtime, seed=seed & 0xFFFF, link=where) as twin, Ledger.open(folder / "bench.sqlite") as ledger:
        return LinkBench(twin, TimedJournal(ledger), where, Random(seed)).run(samples, progress)
