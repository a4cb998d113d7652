"""The soak on virtual time: board, wire and host in one thread, so a million events take minutes and repeat exactly."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from hardware.twin.board import RuntimeName, Twin
from host.ledger import Ledger
from host.link.session import LIVE, Link
from host.link.stepped import Stepped
from host.soak.faults import DEAF, KILL, OVERFLOW, REBOOT, UNPLUG, Level, Line, pick_incident
from host.soak.hands import Hands
from host.soak.result import SoakResult
from host.soak.truth import Truth

PACE_MS = (1, 6)  # between two changes anywhere on the table
QUIET_MS = 200  # after this long without a change, all contacts have settled
START_MS = 10  # the board has read its baseline by then
PAD_MS = 250  # and knows what lies on each pad so much later
RECOVERY_LIMIT_MS = 60_000
CHECK_EVERY = 5_000  # changes between two checks of the state
OVERFLOW_CHANGES = 300  # more than the board's ring holds

Progress = Callable[[int], None]


class SteppedSoak:
    """Runs hands, incidents and checks against one board."""

    def __init__(self, *, level: Level, runtime: RuntimeName, profile: str, seed: int, ledger: Path) -> None:
        rng = Random(seed)
        self._level = level
        self._seed = seed
        self._rng = rng
        self._path = ledger
        self._twin = Twin(profile, runtime, rng.getrandbits(32))
        shape = self._twin.profile
        self._truth = Truth(len(shape.tiles), len(shape.tiles) + shape.button_bytes, len(shape.pads))
        self._start_ms = START_MS + PAD_MS * len(shape.pads)
        self._hands = Hands(self._truth, self._twin.set_reeds, rng, PACE_MS)
        self._lines = (Line(level, rng), Line(level, rng))
        self._ledger = Ledger.open(ledger, synchronous="OFF")
        self._table = Stepped(
            self._twin,
            self._new_link(),
            to_board=self._lines[0],
            to_host=self._lines[1],
            plugged=self._twin.devices.serial.plugged,
        )
        self._recoveries: list[float] = []
        self._incidents: Counter[str] = Counter()
        self._wrong = 0
        self._was_reset = False
        self._notes: list[str] = []

    def _new_link(self) -> Link:
        return Link(self._ledger, seed=self._rng.getrandbits(32))

    def run(self, events: int, progress: Progress) -> SoakResult:
        """Go on until that many changes were made, all incidents are over and the last check is done."""
        begun = time.perf_counter()
        with self._twin:
            self._table.run_for(self._start_ms)
            self._table.plug()
            self._recover("start")
            self._go(events, progress)
            self._check()
            verdict = self._truth.judge(self._ledger)
            overruns = self._twin.devices.serial.overruns
        self._ledger.close()
        return SoakResult(
            verdict,
            self._wrong,
            self._recoveries,
            self._incidents,
            self._lines[0].counts + self._lines[1].counts,
            self._seed,
            {"driver": "stepped", "runtime": self._twin.runtime_name, "faults": self._level.name},
            time.perf_counter() - begun,
            overruns,
            self._notes,
        )

    def _go(self, events: int, progress: Progress) -> None:
        incident_at = self._next_incident()
        check_at = CHECK_EVERY
        while (sent := self._truth.sent) < events:
            self._work(self._table.now + 50)
            progress(sent)
            if self._table.now >= incident_at:
                self._befall(pick_incident(self._level, self._rng))
                incident_at = self._next_incident()
            if sent >= check_at:
                self._check()
                check_at = sent + CHECK_EVERY

    def _next_incident(self) -> float:
        mean = self._level.incident_ms
        return self._table.now + self._rng.expovariate(1 / mean) if mean else float("inf")

    def _work(self, until: int) -> None:
        """Let hands work and time pass."""
        table, hands = self._table, self._hands
        while table.now < until:
            hands.act(table.now)
            table.run_until(min(until, max(hands.next_at, table.now + 1)))

    # ---- incidents -----------------------------------------------------------------------------------------

    def _befall(self, kind: str) -> None:
        self._incidents[kind] += 1
        {UNPLUG: self._unplug, OVERFLOW: self._overflow, KILL: self._kill, REBOOT: self._reboot, DEAF: self._deafen}[
            kind
        ]()
        self._recover(kind)

    def _unplug(self) -> None:
        self._table.unplug()
        self._work(self._table.now + self._rng.randint(20, 1_500))
        self._table.plug()

    def _overflow(self) -> None:
        """Nobody listens until the board has had to write over old events."""
        self._table.unplug()
        enough = self._truth.sent + OVERFLOW_CHANGES
        while self._truth.sent < enough:
            self._work(self._table.now + 50)
        self._table.plug()

    def _kill(self) -> None:
        """The host dies with whatever it had not committed, and a new one starts on the same ledger."""
        self._table.unplug()
        self._ledger.close()
        self._work(self._table.now + self._rng.randint(20, 1_000))
        self._ledger = Ledger.open(self._path, synchronous="OFF", check=False)
        self._table.replace_link(self._new_link())
        self._table.plug()

    def _reboot(self) -> None:
        """The board starts anew, with the cable in or out; its unsent events are gone."""
        out = self._rng.random() < 0.5
        if out:
            self._table.unplug()
            self._work(self._table.now + self._rng.randint(20, 500))
        self._table.run_for(QUIET_MS)
        # Resets that follow each other too soon are a boot loop to the board, which then starts in safe mode; after a
        # power cut it has forgotten them, so there is one between any two
        self._was_reset = self._rng.random() < 0.3 and not self._was_reset
        if self._was_reset:
            self._twin.reboot()
        else:
            self._twin.power_cut()
        self._truth.start_boot()
        self._table.run_for(self._start_ms)
        self._table.plug()

    def _deafen(self) -> None:
        """The host stops reading (and everything else) for a while."""
        self._table.is_frozen = True
        self._work(self._table.now + self._rng.randint(50, 5_000))
        self._table.is_frozen = False

    # ---- consistency -----------------------------------------------------------------------------------------

    def _recover(self, kind: str) -> None:
        """Measure how long it takes until the host has all that happened up to now."""
        begun = self._table.now
        boots, head = len(self._truth.boots), self._truth.head
        while not self._has_caught_up(boots, head):
            if self._table.now - begun > RECOVERY_LIMIT_MS:
                self._wrong += 1
                self._notes.append(f"No recovery from {kind} at {begun} ms: {self._table.link.sentence}")
                return
            self._work(self._table.now + 2)
        self._recoveries.append(self._table.now - begun)

    def _has_caught_up(self, boots: int, head: int) -> bool:
        link = self._table.link
        return link.is_whole and len(self._ledger.boots()) >= boots and link.next_seq >= head

    def _check(self) -> None:
        """Keep hands still; the host's state must become the table's."""
        begun = self._table.now
        self._table.run_for(QUIET_MS)
        while self._table.now - begun < RECOVERY_LIMIT_MS:
            link = self._table.link
            if link.is_whole and link.next_seq == self._truth.head:
                break
            self._table.run_for(10)
        state = self._table.link.state[: len(self._truth.state)]
        if self._table.link.phase != LIVE or state != self._truth.state:
            self._wrong += 1
            self._notes.append(f"The state is wrong at {self._table.now} ms.")
