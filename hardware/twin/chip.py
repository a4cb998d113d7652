"""What an RP2040 keeps and knows: its serial number, watchdog, scratch registers and flash files."""

from __future__ import annotations

import hashlib
import random

SCRATCH = 8  # RP2040 datasheet 4.7.6
POWER, WATCHDOG = 1, 3  # machine.PWRON_RESET, machine.WDT_RESET


def uid_for(name: str) -> bytes:
    """A serial number that is the same for every twin of that name."""
    return hashlib.sha256(name.encode()).digest()[:8]


class Chip:
    """`flash` holds files by absolute path and survives everything; `scratch` survives all but a loss of power.

    `random` is the seeded source of every random number that the board draws.
    """

    def __init__(self, uid: bytes, seed: int = 0) -> None:
        self.uid = uid
        self.random = random.Random(f"{seed}:{uid.hex()}")
        self.flash: dict[str, bytes] = {}
        self.scratch = [0] * SCRATCH
        self.cause = POWER
        self.boots = 0
        self._timeout = 0
        self._deadline = 0

    def start_watchdog(self, timeout: int, now: int) -> None:
        """Start the watchdog (4.7); a timeout of 0 is its ENABLE bit cleared."""
        self._timeout = timeout
        self._deadline = now + timeout

    def feed_watchdog(self, now: int) -> None:
        """Give it its whole time again."""
        self._deadline = now + self._timeout

    def starved(self, now: int) -> bool:
        """Whether the watchdog has run out."""
        return self._timeout > 0 and now >= self._deadline

    def restart(self, *, power: bool) -> None:
        """Reset, by the watchdog (which is also what machine.reset() uses) or by a loss of power."""
        self.cause = POWER if power else WATCHDOG
        self._timeout = 0
        self.boots += 1
        if power:
            self.scratch = [0] * SCRATCH
