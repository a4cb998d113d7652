"""The soak on wall time: the board a process, the host another, a real pseudo-terminal between them.

Incidents are real: the host gets SIGKILL and SIGSTOP, the terminal is torn down and made anew.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from hardware.profiles import load
from hardware.twin.board import TICK_MS, RuntimeName
from hardware.twin.client import RunningTwin, TwinControl, start
from host.ledger import Ledger
from host.link.fold import Fold
from host.soak.faults import DEAF, KILL, OVERFLOW, REBOOT, UNPLUG, Level, pick_incident
from host.soak.hands import Hands
from host.soak.result import SoakResult
from host.soak.truth import Truth

PACE_MS = (2, 6)
QUIET_S = 0.4
START_S = 0.05
PAD_S = 0.4  # until a board knows what lies on a pad
RECOVERY_LIMIT_S = 30.0
CHECK_EVERY = 5_000
OVERFLOW_CHANGES = 300
POLL_S = 0.005

Progress = Callable[[int], None]


class _Table:
    """The twin's table, on the twin's own clock: the time that its ticks have taken."""

    def __init__(self, control: TwinControl) -> None:
        self.now = 0
        self._control = control

    def set_reeds(self, tile: int, mask: int) -> None:
        """Change a tile."""
        self.now = TICK_MS * self._control.ask("reeds", tile=tile, mask=mask)["ticks"]

    def look(self) -> None:
        """Read the clock."""
        self.now = TICK_MS * self._control.ask("reeds")["ticks"]


class LiveSoak:
    """Runs hands, incidents and checks against processes."""

    def __init__(self, *, level: Level, runtime: RuntimeName, profile: str, seed: int, ledger: Path) -> None:
        self._level = level
        self._runtime = runtime
        self._profile_name = profile  # or its file
        self._profile = load(profile)
        self._seed = seed
        self._rng = Random(seed)
        self._fate = Random(seed)  # its own: on a fast machine and on a slow one the same changes meet an incident
        self._path = ledger
        self._port = ledger.with_name("port")
        tiles = len(self._profile.tiles)
        pads = len(self._profile.pads)
        self._truth = Truth(tiles, tiles + self._profile.button_bytes, pads)
        self._start_s = START_S + PAD_S * pads
        self._recoveries: list[float] = []
        self._incidents: Counter[str] = Counter()
        self._spoiled: Counter[str] = Counter()
        self._untold = 0
        self._wrong = 0
        self._notes: list[str] = []

    def run(self, events: int, progress: Progress) -> SoakResult:
        """Go on until that many changes were made, all incidents are over and the last check is done."""
        begun = time.perf_counter()
        with (
            start(self._profile_name, self._runtime, seed=self._seed & 0xFFFF, link=self._port) as twin,
            Ledger.open(self._path) as self._ledger,
        ):
            self._begin(twin)
            try:
                self._recover("start")
                self._go(events, progress)
                self._check()
            finally:
                self._end_host()
            overruns = twin.control.stats()["cdc_overruns"]
            verdict = self._truth.judge(self._ledger)
        return SoakResult(
            verdict,
            self._wrong,
            self._recoveries,
            self._incidents,
            self._spoiled,
            self._seed,
            {"driver": "live", "runtime": self._runtime, "faults": self._level.name},
            time.perf_counter() - begun,
            overruns,
            self._notes,
            self._untold,
        )

    def _begin(self, twin: RunningTwin) -> None:
        self._twin = twin
        self._table = _Table(twin.control)
        self._hands = Hands(self._truth, self._table.set_reeds, self._rng, PACE_MS)
        time.sleep(self._start_s)
        self._host = self._start_host()

    def _start_host(self) -> subprocess.Popen[bytes]:
        seed = str(self._rng.getrandbits(32))
        command = [sys.executable, "-m", "host.soak.hostd", str(self._port), str(self._path), self._level.name, seed]
        # Its own session: Ctrl-C in a terminal is for the soak, which then ends it.
        return subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)

    def _end_host(self) -> None:
        """End the host in peace, if it runs, and have it tell what it spoiled."""
        assert self._host.stdout is not None
        if self._host.stdout.closed:
            return
        self._host.terminate()
        self._host.send_signal(signal.SIGCONT)  # it may be stopped
        told, _ = self._host.communicate()
        if told:
            self._spoiled.update(json.loads(told))

    def _go(self, events: int, progress: Progress) -> None:
        incident_at = self._next_incident()
        check_at = CHECK_EVERY
        while (sent := self._truth.sent) < events:
            self._work(0.05)
            progress(sent)
            if sent >= incident_at:
                self._befall(pick_incident(self._level, self._rng))
                incident_at = self._next_incident()
            if sent >= check_at:
                self._check()
                check_at = sent + CHECK_EVERY

    def _next_incident(self) -> float:
        """Return how many changes there will have been; the level counts in the time that they take."""
        mean = self._level.incident_ms / (sum(PACE_MS) / 2)
        return self._truth.sent + self._fate.expovariate(1 / mean) if mean else float("inf")

    def _work(self, seconds: float) -> None:
        """Let hands work for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._table.look()
            self._hands.act(self._table.now)
            time.sleep(max(0.0, min(end - time.monotonic(), (self._hands.next_at - self._table.now) / 1000)))

    # ---- incidents -----------------------------------------------------------------------------------------

    def _befall(self, kind: str) -> None:
        self._incidents[kind] += 1
        {UNPLUG: self._unplug, OVERFLOW: self._overflow, KILL: self._kill, REBOOT: self._reboot, DEAF: self._deafen}[
            kind
        ]()
        self._recover(kind)

    def _unplug(self) -> None:
        self._twin.control.unplug()
        self._work(self._rng.uniform(0.02, 1.5))
        self._twin.control.replug()

    def _overflow(self) -> None:
        self._twin.control.unplug()
        enough = self._truth.sent + OVERFLOW_CHANGES
        while self._truth.sent < enough:
            self._work(0.05)
        self._twin.control.replug()

    def _kill(self) -> None:
        self._host.kill()
        self._host.communicate()
        self._untold += 1
        self._work(self._rng.uniform(0.02, 1.0))
        self._host = self._start_host()

    def _reboot(self) -> None:
        time.sleep(QUIET_S)
        self._twin.control.power_cut()
        self._truth.start_boot()
        time.sleep(self._start_s)

    def _deafen(self) -> None:
        self._host.send_signal(signal.SIGSTOP)
        self._work(self._rng.uniform(0.05, 4.0))
        self._host.send_signal(signal.SIGCONT)

    # ---- consistency -----------------------------------------------------------------------------------------

    def _recover(self, kind: str) -> None:
        """Measure how long it takes until all that happened up to now is on disk."""
        begun = time.monotonic()
        boots, head = len(self._truth.boots), self._truth.head
        while not self._has_caught_up(boots, head):
            if time.monotonic() - begun > RECOVERY_LIMIT_S:
                self._wrong += 1
                self._notes.append(f"No recovery from {kind} within {RECOVERY_LIMIT_S:.0f} s.")
                return
            self._work(POLL_S)
        self._recoveries.append(1000 * (time.monotonic() - begun))

    def _has_caught_up(self, boots: int, head: int) -> bool:
        known = self._ledger.boots()
        return len(known) >= boots and known[-1].next_seq >= head

    def _check(self) -> None:
        """Keep hands still; what the ledger says must become what lies on the table."""
        end = time.monotonic() + RECOVERY_LIMIT_S
        time.sleep(QUIET_S)
        while self._believed() != self._truth.state:
            if time.monotonic() > end:
                self._wrong += 1
                self._notes.append(f"The state is wrong after {self._truth.sent} changes.")
                return
            time.sleep(POLL_S)

    def _believed(self) -> bytes:
        fold = Fold()
        fold.tiles = len(self._truth.state)
        for board in self._ledger.boards():
            for value in self._ledger.state(board):
                fold.apply(*value)
        return bytes(fold.cells[: len(self._truth.state)])
