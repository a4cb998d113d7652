"""Questions to the board: one under way at a time, repeated until answered, each with an outcome."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from firmware import wire
from host.link.frames import STRUCTS, Outbox
from host.link.statistics import Statistics

TIMEOUT_MS = 300
TRIES = 4
MAX_QUEUE = 64
NEVER = 1 << 62

_STATUS = {
    wire.UNSUPPORTED: "The board's firmware does not know this request. Update the firmware.",
    wire.BAD_REQUEST: "The board could not make sense of the request.",
    wire.WRONG_BOOT: "The board has restarted meanwhile.",
    wire.WRONG_VERSION: "The board speaks another version of the wire protocol.",
    wire.REFUSED: "The board refused the request.",
    wire.TRY_LATER: "The board is busy. Try again in a moment.",
    wire.NO_TAG: "The tag was not reached. Lay that card, and no other, flat on the pad and try again.",
    wire.TORN: "The tag was not written whole. Leave it on the pad and write it again.",
}


class Outcome(NamedTuple):
    """How a request ended. ``data`` is the payload of the reply; ``text`` says what went wrong.

    ``is_open``: it was sent but never answered, so that nobody knows whether the board has carried it out.
    """

    ok: bool
    data: bytes = b""
    status: int = wire.OK
    text: str = ""
    is_open: bool = False


Done = Callable[[Outcome, int], None]  # called with the outcome and the time


@dataclass(slots=True)
class _Request:
    kind: int
    payload: bytes
    reply: int
    done: Done
    tries: int = 0
    rid: int = field(init=False)  # from when it is sent
    again_at: int = field(init=False)


class Requests:
    """The queue: stop and wait. The board carries a repeated request out again, so every request is idempotent."""

    def __init__(self, outbox: Outbox, statistics: Statistics) -> None:
        self._outbox = outbox
        self._statistics = statistics
        self._queue: deque[_Request] = deque()
        self._current: _Request | None = None
        self._rid = 0

    @property
    def due(self) -> int:
        """When ``tick`` is needed next."""
        if self._current is not None:
            return self._current.again_at
        return 0 if self._queue else NEVER

    def ask(self, kind: int, payload: bytes, reply: int, done: Done, now: int) -> None:
        """Queue a request; ``done`` is called exactly once, also if the session ends."""
        if len(payload) > wire.MAX_PAYLOAD:
            text = f"A request has at most {wire.MAX_PAYLOAD} bytes, this one has {len(payload)}."
            done(Outcome(False, status=wire.BAD_REQUEST, text=text), now)
        elif len(self._queue) >= MAX_QUEUE:
            text = "Too many requests wait for the board already."
            done(Outcome(False, status=wire.TRY_LATER, text=text), now)
        else:
            self._queue.append(_Request(kind, payload, reply, done))

    def tick(self, now: int) -> None:
        """Send what is next, repeat what was not answered, fail what was never answered."""
        request = self._current
        if request is None:
            self._start_next(now)
        elif now >= request.again_at:
            if request.tries < TRIES:
                self._statistics.retried_requests += 1
                self._send(request, now)
            else:
                text = f"The board gave no answer in {TRIES} tries."
                self._finish(Outcome(False, text=text, is_open=True), now)

    def answered(self, kind: int, rid: int, payload: bytes, now: int) -> None:
        """Take a reply; one that nobody waits for is dropped."""
        request = self._current
        if request is None or rid != request.rid:
            return
        if kind == wire.RESP:
            self._take_status(request, payload, now)
        elif kind == request.reply:
            self._finish(Outcome(True, payload), now)

    def drop(self, text: str, now: int) -> None:
        """End all requests: the session is over. Each gets its outcome, also if the callback of another fails."""
        waiting = [self._current] if self._current else []
        waiting += self._queue
        self._current = None
        self._queue.clear()
        _fail(waiting, text, now)

    def _take_status(self, request: _Request, payload: bytes, now: int) -> None:
        if len(payload) < 2 or payload[0] != request.kind:
            return
        status = payload[1]
        if status == wire.OK and request.reply == wire.RESP:
            self._finish(Outcome(True), now)
        elif status != wire.OK:
            text = _STATUS.get(status, f"The board answered with the unknown status {status}.")
            self._finish(Outcome(False, status=status, text=text), now)

    def _start_next(self, now: int) -> None:
        if not self._queue:
            return
        self._current = request = self._queue.popleft()
        self._rid = self._rid % 255 + 1
        request.rid = self._rid
        self._send(request, now)

    def _send(self, request: _Request, now: int) -> None:
        request.tries += 1
        request.again_at = now + TIMEOUT_MS
        self._outbox.send(request.kind, request.rid, request.payload)

    def _finish(self, outcome: Outcome, now: int) -> None:
        request, self._current = self._current, None
        self._statistics.failed_requests += not outcome.ok
        if request is not None:
            request.done(outcome, now)
        if self._current is None:
            self._start_next(now)


def _fail(requests: list[_Request], text: str, now: int) -> None:
    for at, request in enumerate(requests):
        try:
            request.done(Outcome(False, text=text, is_open=request.tries > 0), now)
        except Exception:
            _fail(requests[at + 1 :], text, now)
            raise


class Download:
    """Fetches a text that comes in pieces: the capabilities or the configuration."""

    MAX_BYTES = 8192

    def __init__(self, requests: Requests, kind: int, reply: int, done: Done) -> None:
        self._requests = requests
        self._kind = kind
        self._reply = reply
        self._done = done
        self._data = b""

    def start(self, now: int) -> None:
        """Ask for the next piece."""
        payload = STRUCTS[self._kind].pack(len(self._data))
        self._requests.ask(self._kind, payload, self._reply, self._piece, now)

    def _piece(self, outcome: Outcome, now: int) -> None:
        if not outcome.ok:
            self._done(outcome, now)
            return
        head = STRUCTS[self._reply]
        piece = outcome.data[head.size :]
        total, offset = head.unpack_from(outcome.data) if len(outcome.data) >= head.size else (0, -1)
        if offset != len(self._data) or total > self.MAX_BYTES or (not piece and offset < total):
            self._done(Outcome(False, text="The board sent a piece that does not fit. Try again."), now)
            return
        self._data += piece
        if len(self._data) < total:
            self.start(now)
        else:
            self._done(Outcome(True, self._data[:total]), now)


class Upload:
    """Writes a configuration in pieces, then has the board check and keep it."""

    def __init__(self, requests: Requests, data: bytes, crc: int, done: Done) -> None:
        self._requests = requests
        self._data = data
        self._crc = crc
        self._done = done
        self._sent = 0

    def start(self, now: int) -> None:
        """Send the next piece, or the commit behind the last."""
        head = STRUCTS[wire.CFG_SET]
        piece = self._data[self._sent : self._sent + wire.MAX_PAYLOAD - head.size]
        if piece:
            payload = head.pack(self._sent) + piece
            self._sent += len(piece)
            self._requests.ask(wire.CFG_SET, payload, wire.RESP, self._next, now)
        else:
            payload = STRUCTS[wire.CFG_COMMIT].pack(len(self._data), self._crc)
            self._requests.ask(wire.CFG_COMMIT, payload, wire.RESP, self._done, now)

    def _next(self, outcome: Outcome, now: int) -> None:
        if outcome.ok:
            self.start(now)
        else:
            self._done(outcome, now)
