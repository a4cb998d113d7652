"""How much a tick costs on a real MicroPython, as a multiple of a loop that does nothing.

Machines are noisy, and an interrupted tick says nothing about the firmware. So the same scenario is run several times
from the same boot; a tick costs the least that it took in any of the runs, and the worst tick is the dearest of those.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from firmware import wire
from hardware.twin.board import TICK_MS, Twin
from hardware.twin.objects import BASE, Object
from host.figures import percentile
from host.link.frames import frame

TICKS = 1_500
ALLOCATION_TICKS = 10_000
STABLE_TICKS = 5_100  # a board counts as stable after ten seconds, and writes that down
RUNS = 7
PICO = 20  # an RP2040 at 125 MHz takes about this many times as long as this interpreter
LOOP = 1_000
_CALIBRATE = "def _idle():\n for _ in range(100000):\n  pass\n_idle()"
_ALLOCATE = """
import gc
def allocated(now):
    gc.collect()
    before = gc.mem_alloc()
    for i in range({ticks}):
        tick(now)
        now += 2
    return gc.mem_alloc() - before
print(allocated({now}))
"""

Progress = Callable[[int], None]


@dataclass(slots=True)
class FirmwareFigures:
    """What the bench found; times in microseconds of the interpreter, without bus calls."""

    tick_p50_us: float
    tick_p99_us: float
    worst_tick_us: float
    calibration_us: float  # LOOP turns of an empty loop
    bus_calls_per_tick: float
    allocated_bytes: int
    allocated_ticks: int

    def fields(self) -> dict[str, object]:
        """The figures as one flat object."""
        return {
            "tick_p50_us": self.tick_p50_us,
            "tick_p99_us": self.tick_p99_us,
            "worst_tick_us": self.worst_tick_us,
            "calibration_us": round(self.calibration_us, 1),
            "worst_tick_per_calibration": round(self.worst_tick_us / self.calibration_us, 2),
            "worst_tick_on_a_pico_ms": round(self.worst_tick_us * PICO / 1000, 2),
            "bus_calls_per_tick": round(self.bus_calls_per_tick, 2),
            "allocated_bytes_without_host": self.allocated_bytes,
            "allocated_ticks": self.allocated_ticks,
        }


def measure(profile: str, seed: int, ticks: int, runs: int, progress: Progress) -> FirmwareFigures:
    """Run everything."""
    costs = [float("inf")] * ticks
    calls = 0
    calibration = float("inf")
    with Twin(profile, "micropython", seed) as twin:
        for run in range(runs):
            calibration = min(calibration, calibrate(twin))
            calls = _scenario(twin, costs)
            progress((run + 1) * ticks)
        allocated = _allocations(twin)
    return FirmwareFigures(
        percentile(costs, 0.5),
        percentile(costs, 0.99),
        max(costs),
        calibration,
        calls / ticks,
        allocated,
        ALLOCATION_TICKS,
    )


def calibrate(twin: Twin) -> float:
    """Return the microseconds that LOOP turns of an empty loop take in the twin's interpreter."""
    begun = time.perf_counter()
    twin.runtime.evaluate(_CALIBRATE)
    return (time.perf_counter() - begun) * 1e6 * LOOP / 100_000


def _scenario(twin: Twin, costs: list[float]) -> int:
    """Reed changes, bursts, effects and a talkative host; note the least that each tick took."""
    twin.reboot()
    host = _Host(twin)
    tiles = len(twin.profile.tiles)
    calls = 0
    start = twin.now + TICK_MS
    for tick in range(len(costs)):
        _change(twin, tiles, tick)
        _due, sent = twin.step(start + TICK_MS * tick, host.say(tick))
        host.hear(sent)
        times = twin.runtime.times
        costs[tick] = min(costs[tick], times.total_us - times.bus_us)
        calls += times.bus_calls
    for tile in range(tiles):
        twin.set_reeds(tile, 0)
    return calls


def _change(twin: Twin, tiles: int, tick: int) -> None:
    if not tiles:
        return
    if tick % 250 == 100:
        for tile in range(tiles):
            twin.set_reeds(tile, 1 << tick % 5)
    elif tick % 250 == 200:
        for tile in range(tiles):
            twin.set_reeds(tile, 0)
    elif tick % 9 == 0:
        twin.set_reeds(tick % tiles, 4 if tick % 2 else 0)


class _Host:
    """A host that acknowledges at once, pings often and changes lights all the time."""

    def __init__(self, twin: Twin) -> None:
        self._boot = int(twin.runtime.evaluate("print(board.boot_id)"))
        self._groups = (len(twin.profile.lights) + 7) // 8
        self._decoder = wire.Decoder()
        self._next = 1
        self._must_ack = False

    def say(self, tick: int) -> bytes:
        """What the host sends in this tick."""
        if tick == 0:
            return frame(wire.HELLO, 1, 1, wire.PROTO, self._boot, 1)
        if self._must_ack:
            self._must_ack = False
            return frame(wire.ACK, 1, 0, self._next, 0)
        if tick % 60 == 30:
            slot = tick // 60 % wire.FX_HOST_SLOTS
            effect = (wire.FX_BREATHE, wire.FX_PULSE, wire.FX_BLINK, wire.FX_WALK, wire.FX_FLICKER)[slot % 5]
            lights = bytes((1 << slot % 8 | 1 << (slot + 3) % 8,)) * self._groups
            return frame(wire.LED_FX, 1, 2, tick, slot, effect, 200, 120, 60, 900, 0, 0, rest=lights)
        if tick % 60 == 0:
            colours = bytes(value % 90 for value in range(3 * min(56, 8 * self._groups - 7)))
            return frame(wire.LED_SET, 1, 2, tick, 0, len(colours) // 3, wire.LED_COMMIT, 0, rest=colours)
        return frame(wire.PING, 1, 3, tick) if tick % 25 == 7 else b""

    def hear(self, data: bytes) -> None:
        """Take what the board sent."""
        at = 0
        while at < len(data):
            at = self._decoder.feed(data, at, len(data))
            if self._decoder.length and self._decoder.raw[0] == wire.EVENTS:
                self._next = wire.get_u32(self._decoder.raw, 5) + self._decoder.raw[17]
                self._must_ack = True


def _allocations(twin: Twin) -> int:
    """Return the bytes that 10,000 ticks with reed changes and effects, but without a host, allocate."""
    twin.reboot()
    base = Object("A", BASE)
    if twin.profile.tiles:
        twin.mechanics.put(base, twin.profile.tiles[0].index)
    twin.runtime.run(twin.now + TICK_MS, TICK_MS, STABLE_TICKS)
    if twin.profile.tiles:
        twin.mechanics.slide(base, twin.profile.tiles[-1].index, TICK_MS * ALLOCATION_TICKS)
    return int(twin.runtime.evaluate(_ALLOCATE.format(now=twin.now + TICK_MS, ticks=ALLOCATION_TICKS)))
