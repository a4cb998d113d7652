"""The timer unit of the MFRC522 (NXP, document 112139, 8.5)."""

from __future__ import annotations

from hardware.twin.rfid.air import CARRIER_HZ


class Timer:
    """Counts down from a reload value; `due` is when it reaches zero, None while it stands still."""

    def __init__(self) -> None:
        self.due: int | None = None
        self._step = 1  # carrier periods to a count
        self._left = 0

    def start(self, reload: int, prescaler: int, even: bool, now: int) -> None:
        """Start with (reload + 1) periods of 13.56 MHz / (2 · prescaler + 1), or + 2 with TPrescalEven (8.5)."""
        self._step = 2 * prescaler + (2 if even else 1)
        self.due = now + -(-(reload + 1) * self._step * 1_000_000 // CARRIER_HZ)

    def stop(self, now: int) -> None:
        """Stop and keep the count."""
        self._left = self.count(now)
        self.due = None

    def expire(self) -> None:
        """Reach zero."""
        self._left = 0
        self.due = None

    def count(self, now: int) -> int:
        """TCounterValReg."""
        if self.due is None:
            return self._left
        return min(max(0, self.due - now) * CARRIER_HZ // (1_000_000 * self._step), 0xFFFF)
