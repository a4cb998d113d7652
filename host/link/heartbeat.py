"""The heartbeat: a PING four times a second, never quite evenly, so that it can't fall in step with anything."""

from __future__ import annotations

from random import Random

from firmware import wire
from host.link.frames import STRUCTS, Outbox
from host.link.requests import NEVER

PING_MS = 250
JITTER_MS = 12  # 5 %
SILENT_PINGS = 3  # unanswered: probe too, for the board may have restarted behind an open port
UNANSWERED_PINGS = 12  # unanswered: close the port and open it again


class Heartbeat:
    """Sends PINGs and counts those without a PONG."""

    def __init__(self, outbox: Outbox, rng: Random) -> None:
        self.unanswered = 0
        self.due = NEVER
        self._outbox = outbox
        self._rng = rng
        self._rid = 0

    def start(self, now: int) -> None:
        """Begin with a session."""
        self.unanswered = 0
        self.due = now

    def answered(self) -> None:
        """Note a PONG."""
        self.unanswered = 0

    def is_due(self, now: int) -> bool:
        """Whether the time for the next PING has come."""
        return now >= self.due

    def tick(self, now: int) -> None:
        """Send a PING, when it is time and the board may still be there."""
        if now < self.due or self.unanswered >= UNANSWERED_PINGS:
            return
        self.due = now + PING_MS + self._rng.randint(-JITTER_MS, JITTER_MS)
        self.unanswered += 1
        self._rid = (self._rid + 1) & 0xFF
        self._outbox.send(wire.PING, self._rid, STRUCTS[wire.PING].pack(now & 0xFFFFFFFF))
        if self.unanswered > SILENT_PINGS:
            self._outbox.send_raw(wire.PROBE)
