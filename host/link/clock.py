"""From the board's milliseconds to the host's.

A PONG echoes the host's time and gives the board's: half a round trip lies between them. The sample with the shortest
round trip of the last 16 counts, and two good samples a minute or more apart give the drift of the quartz.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

SAMPLES = 16
DRIFT_MS = 60_000  # a drift is measured over at least this long
MAX_DRIFT = 1e-3  # no quartz is this bad: a jump of the clock, not a drift
_WRAP = 1 << 32


class Sample(NamedTuple):
    """One exchange: round trip, board's time, host's time minus board's."""

    rtt: int
    t_board: int
    offset: float


class BoardClock:
    """Maps one boot's time, which starts near 0 and wraps after 49.7 days, to the host's."""

    def __init__(self) -> None:
        self.drift = 0.0
        self._samples: deque[Sample] = deque(maxlen=SAMPLES)
        self._anchor: Sample | None = None
        self._best: Sample | None = None
        self._newest = 0  # highest board time so far, unwrapped
        self._guess: int | None = None

    def sample(self, t_host: int, t_board: int, now: int) -> int:
        """Take one exchange (both as on the wire, u32); return its round trip, or -1 if it can't be true."""
        rtt = (now - t_host) % _WRAP
        if rtt > DRIFT_MS:
            return -1
        board = self.unwrap(t_board)
        self._samples.append(Sample(rtt, board, now - rtt / 2 - board))
        self._best = min(self._samples, key=lambda sample: (sample.rtt, -sample.t_board))
        self._update_drift(self._best)
        return rtt

    def _update_drift(self, best: Sample) -> None:
        if self._anchor is None:
            self._anchor = best
        elapsed = best.t_board - self._anchor.t_board
        if elapsed < DRIFT_MS:
            return
        drift = (best.offset - self._anchor.offset) / elapsed
        if abs(drift) <= MAX_DRIFT:
            self.drift = drift
        if abs(drift) > MAX_DRIFT or elapsed > 20 * DRIFT_MS:
            self._anchor = best

    def unwrap(self, t_board: int) -> int:
        """Extend a u32 board time to one that never wraps: the value nearest to the newest that was seen."""
        ahead = (t_board - self._newest) % _WRAP
        if ahead >= _WRAP // 2:
            ahead -= _WRAP
        value = self._newest + ahead
        if value < 0:
            value += _WRAP
        self._newest = max(self._newest, value)
        return value

    def to_host(self, t_board: int, now: int) -> int:
        """Return the host's time of an unwrapped board time; never later than ``now``."""
        best = self._best
        if best is None:
            return min(now, t_board + self._guess_offset(t_board, now))
        return min(now, round(t_board + best.offset + self.drift * (t_board - best.t_board)))

    def _guess_offset(self, t_board: int, now: int) -> int:
        """Before the first PONG: whatever arrived happened before now."""
        offset = now - t_board
        if self._guess is None or offset < self._guess:
            self._guess = offset
        return self._guess
