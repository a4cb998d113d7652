"""The stepped driver: a board and a link in one thread, joined by plain bytes, on virtual time.

>>> table = Stepped(twin, Link(ledger, seed=1))                              # doctest: +SKIP
>>> table.plug(); table.run_for(500); table.link.phase
'live'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from host.link.session import Link

TICK_MS = 2  # how often a board looks at what has arrived
TAKE = 256  # bytes that a host reads in one go: all that a board's FIFO holds
REOPEN_MS = 50  # what closing and opening a port takes

Fault = Callable[[bytes, int], bytes]  # (bytes sent, now) → bytes that arrive


class SteppedBoard(Protocol):
    """A board on virtual time, for example ``hardware.twin.Twin``."""

    def step(self, now: int, rx: bytes, take: int) -> tuple[int, bytes]:
        """Take what arrived; return when the next step is due and what the host reads, at most ``take`` bytes."""


def no_fault(data: bytes, _: int) -> bytes:
    """Deliver everything as it was sent."""
    return data


class Stepped:
    """Couples one board with one link. ``to_board`` and ``to_host`` may spoil the bytes of either direction.

    ``plugged`` is told whenever the port is opened (True) or closed (False), as a board notices it by DTR. While the
    port is closed, or ``is_frozen`` says that the host's process has stopped, what the board sends stays in its FIFO.
    """

    def __init__(
        self,
        board: SteppedBoard,
        link: Link,
        *,
        now: int = 0,
        to_board: Fault = no_fault,
        to_host: Fault = no_fault,
        plugged: Callable[[bool], None] = lambda _: None,
    ) -> None:
        self.board = board
        self.link = link
        self.now = now
        self.to_board = to_board
        self.to_host = to_host
        self.is_plugged = False
        self.is_frozen = False
        self._plugged = plugged
        self._rx = b""  # on its way to the board
        self._board_due = now
        self._reopen_at: int | None = None

    def plug(self) -> None:
        """Open the port."""
        if not self.is_plugged:
            self.is_plugged = True
            self._reopen_at = None
            self._plugged(True)
            self.link.opened(self.now)
            self._collect()

    def unplug(self) -> None:
        """Pull the cable: what was on its way is gone."""
        if self.is_plugged:
            self.is_plugged = False
            self._rx = b""
            self._plugged(False)
            self.link.closed(self.now)

    def close(self) -> None:
        """Be done with it."""
        self.unplug()

    def replace_link(self, link: Link) -> None:
        """Put another link in the place of this one, which is not told: its process has died."""
        self.link = link
        self._rx = b""
        if self.is_plugged:
            self.is_plugged = False
            self._plugged(False)
            self.plug()

    def run_for(self, duration: int) -> None:
        """Let ``duration`` milliseconds pass."""
        self.run_until(self.now + duration)

    def run_until(self, when: int) -> None:
        """Let time pass up to ``when``."""
        while self.now < when:
            self.step(when)

    def run_while(self, condition: Callable[[], bool], limit: int) -> bool:
        """Let time pass while ``condition`` holds, at most ``limit`` ms; return whether it ended in time."""
        end = self.now + limit
        while condition() and self.now < end:
            self.step(end)
        return not condition()

    def step(self, limit: int) -> None:
        """Do what is due now, then go to the next moment at which something is due, ``limit`` at the latest."""
        if self._board_due <= self.now:
            self._step_board()
        if self._reopen_at is not None and self._reopen_at <= self.now:
            self.plug()
        if self.is_plugged and not self.is_frozen:
            self._step_link()
        self.now = max(self.now + 1, min(limit, self._next()))

    def _next(self) -> int:
        due = self._board_due
        if self.is_plugged:
            due = due if self.is_frozen else min(due, self.link.due)
        elif self._reopen_at is not None:
            due = min(due, self._reopen_at)
        return due

    def _step_board(self) -> None:
        rx, self._rx = self._rx, b""
        is_reading = self.is_plugged and not self.is_frozen
        self._board_due, sent = self.board.step(self.now, rx, TAKE if is_reading else 0)
        if sent:
            arrived = self.to_host(sent, self.now)
            if arrived:
                self.link.received(arrived, self.now)

    def _step_link(self) -> None:
        if self.link.due <= self.now:
            self.link.tick(self.now)
        self._collect()
        if self.link.wants_reopen:
            self.unplug()
            self._reopen_at = self.now + REOPEN_MS

    def _collect(self) -> None:
        if sent := self.link.take():
            self._rx += self.to_board(sent, self.now)
            self._board_due = min(self._board_due, self.now + TICK_MS)
