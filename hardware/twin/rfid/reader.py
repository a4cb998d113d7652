"""What every reader model offers to the one who wires it to SPI1."""

from __future__ import annotations

from typing import Protocol


class Reader(Protocol):
    """A reader on SPI, mode 0; `now` is virtual time in microseconds and never goes back.

    Bytes are given as an SPI master that sends the most significant bit first has them in memory.
    """

    def select(self, level: int, now: int) -> None:
        """Drive the chip select: 0 begins a transaction, 1 ends it."""

    def exchange(self, mosi: bytes, now: int) -> bytes:
        """Clock bytes both ways while selected; as many come back as went out."""

    def irq(self, now: int) -> bool:
        """Whether the IRQ pin is pulled low."""

    def reset(self, level: int, now: int) -> None:
        """Drive the reset pin: 0 holds the chip in power-down, 1 lets it start."""

    def next_event(self, now: int) -> int | None:
        """When something happens next by itself; None if nothing will."""
