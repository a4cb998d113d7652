"""How much a tick costs on a real MicroPython, as a multiple of a loop that does nothing.

What counts is the firmware's own work: everything that ``firmware`` does in Python, its calls of native functions
included, also the loops of ``firmware/ports/rp2.py``. What does not count is what a chip does in native code or in
hardware and the twin in Python and JavaScript: the wait for the bus, the shims of pins, SPI, DMA, watchdog and serial
port, and the entry into the tick (``host.bench.shims``). Figures with the shims are given as well.

Machines are noisy, and an interrupted tick says nothing about the firmware. So a scenario is recorded, with all that
the devices answered, and played back several times without them: no tick waits, and none finds the processor's caches
emptied by the device models. A tick costs the least that it took in any of the runs, and the worst tick is the dearest.
The first tick after the start, which only takes in the whole table, is told by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from hardware.profiles.model import Profile
from hardware.twin.board import TICK_MS, Twin
from hardware.twin.micropython import MicroPythonRuntime
from hardware.twin.objects import BASE, Object
from hardware.twin.runtime import PRIMITIVES
from host.bench.scenario import scenario
from host.bench.shims import Shims
from host.figures import percentile

TICKS = 3_000
ALLOCATION_TICKS = 10_000
STABLE_TICKS = 5_100  # a board counts as stable after ten seconds, and writes that down
RUNS = 20
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
    """What the bench found; times in microseconds of the interpreter."""

    start: float  # the first tick's own work
    ticks: list[float]  # each other tick's own work
    ticks_with_shims: list[float]  # and all but the wait for the bus
    shims: Shims
    calibration_us: float  # LOOP turns of an empty loop
    bus_calls_per_tick: float
    allocated_bytes: int
    allocated_ticks: int

    def fields(self) -> dict[str, object]:
        """The figures as one flat object."""
        worst = max(self.ticks)
        return {
            "tick_p50_us": round(percentile(self.ticks, 0.5), 1),
            "tick_p99_us": round(percentile(self.ticks, 0.99), 1),
            "worst_tick_us": round(worst, 1),
            "start_tick_us": round(self.start, 1),
            "worst_tick_with_shims_us": round(max(self.ticks_with_shims), 1),
            "calibration_us": round(self.calibration_us, 1),
            "worst_tick_per_calibration": round(worst / self.calibration_us, 2),
            "worst_tick_on_a_pico_ms": round(worst * PICO / 1000, 2),
            "bus_calls_per_tick": round(self.bus_calls_per_tick, 2),
            "entry_us": round(self.shims.entry, 2),
            **{f"{name}_us": round(cost, 2) for name, cost in zip(PRIMITIVES, self.shims.costs, strict=True)},
            "allocated_bytes_without_host": self.allocated_bytes,
            "allocated_ticks": self.allocated_ticks,
        }


def measure(profile: Profile, seed: int, ticks: int, runs: int, progress: Progress) -> FirmwareFigures:
    """Run everything."""
    least = [float("inf")] * ticks
    calibration = float("inf")
    with Twin(profile, "micropython", seed) as twin:
        runtime = twin.runtime
        assert isinstance(runtime, MicroPythonRuntime)
        shims = Shims(twin, runtime)
        with runtime.recording() as tape:
            times = scenario(twin, seed, ticks)
        for run in range(runs):
            shims.calibrate()
            calibration = min(calibration, calibrate(twin))
            _boot, *times = runtime.play_back(tape)
            least = [min(cost, taken.total_us - taken.bus_us) for cost, taken in zip(least, times, strict=True)]
            progress((run + 1) * ticks)
        allocated = _allocations(twin)
    own = [cost - shims.of(taken) for cost, taken in zip(least, times, strict=True)]
    calls = sum(taken.bus_calls for taken in times)
    return FirmwareFigures(own[0], own[1:], least[1:], shims, calibration, calls / ticks, allocated, ALLOCATION_TICKS)


def calibrate(twin: Twin) -> float:
    """Return the microseconds that LOOP turns of an empty loop take in the twin's interpreter."""
    begun = time.perf_counter()
    twin.runtime.evaluate(_CALIBRATE)
    return (time.perf_counter() - begun) * 1e6 * LOOP / 100_000


def _allocations(twin: Twin) -> int:
    """Return the bytes that 10,000 ticks with reed changes and effects, but without a host, allocate."""
    twin.power_cut()
    base = Object("A", BASE)
    if twin.profile.tiles:
        twin.mechanics.put(base, twin.profile.tiles[0].index)
    twin.runtime.run(twin.now + TICK_MS, TICK_MS, STABLE_TICKS)
    if twin.profile.tiles:
        twin.mechanics.slide(base, twin.profile.tiles[-1].index, TICK_MS * ALLOCATION_TICKS)
    return int(twin.runtime.evaluate(_ALLOCATE.format(now=twin.now + TICK_MS, ticks=ALLOCATION_TICKS)))
