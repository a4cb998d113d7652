"""What runs the firmware in a twin: in this process on CPython, or in a Node child on MicroPython."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from hardware.profiles.model import Profile
from hardware.twin.cdc import TX_FIFO

CONFIG_FILE = "/deadfall.json"


class RuntimeMissing(Exception):
    """The chosen runtime cannot be started here; the text says what to install."""


class FirmwareError(Exception):
    """The firmware let an exception out, or its interpreter ended; the text is what it left."""


class Stop(IntEnum):
    """How a step ended: the numbers are those of the shims."""

    NONE = -1
    RESET = 0
    SOFT_RESET = 1
    LOADER = 2
    REPL = 3


# What a shim stands in for; on a chip each is a call of native code. The runner counts them in this order.
PRIMITIVES = ("pin", "spi_read", "spi_exchange", "spi_write", "watchdog", "dma", "poll", "read", "write")


@dataclass(slots=True)
class StepTimes:
    """What the last step took, in microseconds; how much of that it waited for bus calls; what it used how often."""

    total_us: int = 0
    bus_us: int = 0
    bus_calls: int = 0
    uses: tuple[int, ...] = (0,) * len(PRIMITIVES)


class Runtime(Protocol):
    """Steps the firmware; it talks to the device models by itself, the bytes are those of its serial line."""

    times: StepTimes
    stop: Stop

    def boot(self, now: int) -> None:
        """Start the firmware anew; flash and scratch registers are as the last run left them."""

    def step(self, now: int, rx: bytes = b"", take: int = TX_FIFO) -> tuple[int, bytes]:
        """Do one tick: hand over `rx`, return when the next is due and at most `take` bytes that the board sent."""

    def run(self, now: int, tick: int, count: int) -> tuple[int, bytes]:
        """Do `count` ticks, the first at `now`; a host takes what is sent at once."""

    def evaluate(self, source: str) -> str:
        """Run Python in the firmware's interpreter; return what it printed.

        There, `board` is the firmware's own, and `tick(now)` does one tick, with time and table moving along.
        """

    def flash(self) -> dict[str, bytes]:
        """The board's files by absolute path."""

    def close(self) -> None:
        """End it."""


def config_file(profile: Profile) -> bytes:
    """The board's config file for a profile: CRC-32 of the rest in hex, a line feed, JSON (docs/wire-protocol.md)."""
    data = json.dumps(profile.board_config(), separators=(",", ":"), sort_keys=True).encode()
    return b"%08x\n" % zlib.crc32(data) + data
