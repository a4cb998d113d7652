"""A host of its own process for live soaks: link and ledger, a wire that spoils bytes, and nothing else.

``python -m host.soak.hostd PORT LEDGER LEVEL SEED`` runs until it is terminated, stopped or killed. Terminated, it
prints one JSON object: how often it spoiled what was sent, by kind.
"""

from __future__ import annotations

import json
import signal
import sys
from collections import Counter
from pathlib import Path
from random import Random

from host.ledger import Ledger
from host.link.driver import Driver
from host.link.ports import Port, open_port
from host.soak.faults import LEVELS, Level, Line


class SpoiledPort:
    """A port that loses, changes and invents bytes in both directions."""

    def __init__(self, port: Port, level: Level, rng: Random, counts: Counter[str]) -> None:
        self._port = port
        self._inward = Line(level, rng)
        self._outward = Line(level, rng)
        self._inward.counts = self._outward.counts = counts  # those of all ports together
        self.wake = port.wake
        self.close = port.close

    def read(self, timeout: float) -> bytes:
        """Read what arrives of what was sent."""
        return self._inward(self._port.read(timeout))

    def write(self, data: bytes) -> None:
        """Write what will arrive of it."""
        self._port.write(self._outward(data))


def main(port: str, ledger: str, level: str, seed: str) -> None:
    """Serve one board until SIGTERM."""
    stop = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, stop)
    rng = Random(int(seed))
    counts: Counter[str] = Counter()
    with Ledger.open(Path(ledger)) as journal:
        driver = Driver(port, journal, open_port=lambda name: SpoiledPort(open_port(name), LEVELS[level], rng, counts))
        driver.start()
        signal.sigwait(stop)
        driver.stop()
    print(json.dumps(counts))


if __name__ == "__main__":
    main(*sys.argv[1:])
