"""Snapshots: fetched in pieces, and held until the stream has come exactly as far."""

from __future__ import annotations

from firmware import wire
from host.link.fold import MAX_STATE
from host.link.frames import STRUCTS
from host.link.requests import NEVER, Outcome, Requests

RETRY_MS = 200


class Repair:
    """Gets one whole snapshot. ``held`` is (as_of, state) once it is complete."""

    def __init__(self, requests: Requests) -> None:
        self.held: tuple[int, bytes] | None = None
        self.due = NEVER
        self._requests = requests
        self._busy = False
        self._token = 0
        self._as_of: int  # of the snapshot that is being fetched, like its size and what has come of it
        self._total: int
        self._state: bytes

    @property
    def is_under_way(self) -> bool:
        """Whether a snapshot has been asked for and not been used yet."""
        return self._busy or self.held is not None or self.due != NEVER

    def reset(self) -> None:
        """Forget everything: the session is over."""
        self.held = None
        self.due = NEVER
        self._busy = False

    def want(self, now: int) -> None:
        """See to it that there will be a snapshot."""
        if not self.is_under_way:
            self.due = now

    def again(self, now: int) -> None:
        """Drop the snapshot that is held: the stream has overtaken it."""
        self.held = None
        self.want(now)

    def used(self) -> None:
        """Note that the snapshot has been laid over the state."""
        self.held = None

    def tick(self, now: int) -> None:
        """Ask, when it is time."""
        if now >= self.due and not self._busy:
            self.due = NEVER
            self._token = (self._token + 1) & 0xFF
            self._state = b""
            self._ask(now)

    def _ask(self, now: int) -> None:
        self._busy = True
        payload = STRUCTS[wire.SNAP_GET].pack(self._token, len(self._state))
        self._requests.ask(wire.SNAP_GET, payload, wire.SNAP, self._piece, now)

    def _piece(self, outcome: Outcome, now: int) -> None:
        self._busy = False
        if not outcome.ok or not self._fits(outcome.data):
            self.due = now + RETRY_MS
        elif len(self._state) < self._total:
            self._ask(now)
        else:
            self.held = (self._as_of, self._state)

    def _fits(self, data: bytes) -> bool:
        """Add a piece; False if it belongs to another snapshot or is senseless."""
        head = STRUCTS[wire.SNAP]
        if len(data) < head.size:
            return False
        token, as_of, total, offset = head.unpack_from(data)
        if token != self._token or offset != len(self._state) or total > MAX_STATE or as_of < 1:
            return False
        if offset == 0:
            self._as_of, self._total = as_of, total
        elif (as_of, total) != (self._as_of, self._total):
            return False
        piece = data[head.size : head.size + total - offset]
        self._state += piece
        return bool(piece) or not total
