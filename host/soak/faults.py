"""What goes wrong on a wire, and how often: spoiled bytes in each direction, incidents that befall the whole link."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

REPL_TEXTS = (
    b"\r\n>>> ",
    b'Traceback (most recent call last):\r\n  File "main.py", line 1, in <module>\r\nKeyboardInterrupt: \r\n',
    b'MicroPython v1.27.0; Raspberry Pi Pico with RP2040\r\nType "help()" for more information.\r\n',
    b"\x04\x04>OK",
)

UNPLUG, OVERFLOW, KILL, REBOOT, DEAF = "unplug", "overflow", "kill", "reboot", "deaf"


@dataclass(frozen=True, slots=True)
class Level:
    """How much goes wrong: the chance that a piece of data is spoiled, and the mean time between incidents in ms."""

    name: str
    spoil: float = 0.0
    incident_ms: int = 0
    incidents: dict[str, int] = field(default_factory=dict)  # kind → weight


LEVELS = {
    level.name: level
    for level in (
        Level("none"),
        Level("light", 0.01, 8_000, {UNPLUG: 5, KILL: 2, DEAF: 2, REBOOT: 1, OVERFLOW: 1}),
        Level("heavy", 0.08, 1_500, {UNPLUG: 5, KILL: 4, DEAF: 3, REBOOT: 2, OVERFLOW: 1}),
    )
}


class Line:
    """One direction of the wire: call it with what was sent to get what arrives. ``counts`` tells what it did."""

    def __init__(self, level: Level, rng: Random) -> None:
        self.counts: Counter[str] = Counter()
        self._spoil = level.spoil
        self._rng = rng
        self._old = b""  # something sent earlier
        self._ways = (self._drop, self._corrupt, self._truncate, self._repeat, self._stale, self._chatter)

    def __call__(self, data: bytes, _now: int = 0) -> bytes:
        """Return what arrives of ``data``."""
        rng = self._rng
        if not data or rng.random() >= self._spoil:
            if data and rng.random() < 0.05:
                self._old = data
            return data
        way = rng.choice(self._ways)
        self.counts[way.__name__.lstrip("_")] += 1
        return way(data)

    def _drop(self, data: bytes) -> bytes:
        return b""

    def _corrupt(self, data: bytes) -> bytes:
        spoiled = bytearray(data)
        for _ in range(self._rng.randint(1, 3)):
            spoiled[self._rng.randrange(len(spoiled))] ^= 1 << self._rng.randrange(8)
        return bytes(spoiled)

    def _truncate(self, data: bytes) -> bytes:
        cut = self._rng.randrange(len(data))
        return data[:cut] if self._rng.random() < 0.5 else data[cut:]

    def _repeat(self, data: bytes) -> bytes:
        return data + data

    def _stale(self, data: bytes) -> bytes:
        return self._old + data

    def _chatter(self, data: bytes) -> bytes:
        text = self._rng.choice(REPL_TEXTS)
        at = self._rng.randrange(len(data) + 1)
        return data[:at] + text + data[at:]


def pick_incident(level: Level, rng: Random) -> str:
    """Choose the next incident by its weight."""
    return rng.choices(list(level.incidents), list(level.incidents.values()))[0]
