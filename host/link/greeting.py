"""The handshake: probe, banner, hello, until a board says that a session is on.

There is no state from which it gives up: it only probes more slowly while a person has something to do.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from firmware import wire
from host.link.frames import STRUCTS, Outbox
from host.link.identity import REPL_SENTENCE, SILENT_SENTENCE, Banner
from host.link.requests import NEVER, TIMEOUT_MS, TRIES

PROBE_MS = 150
PROBES = 3
SLOW_MS = 500  # between probes once the first three had no answer
PATIENCE_MS = 5000  # without an answer the port is closed and opened again
REFUSED_MS = 2000  # between probes of a board that can't be talked to as it is
KEPT = 64  # raw bytes in which a prompt is looked for

PROBING, GREETING = "probing", "greeting"

_REFUSALS = {
    wire.WRONG_VERSION: "The board refused version {proto} of the wire protocol, although its banner (firmware "
    "{firmware}) allows it. Install the firmware again.",
    wire.REFUSED: "The ledger has more facts of this run of the board (firmware {firmware}, protocol {proto}) than "
    "the board itself. Unplug the board and plug it in again, so that it starts a new run.",
}


class Greeting:
    """One handshake. ``banner`` is the board that answered; ``sentence`` is what a person should know, or empty."""

    def __init__(self, outbox: Outbox, rng: Random, cursor: Callable[[Banner], int]) -> None:
        self.phase = PROBING
        self.due = NEVER
        self.banner: Banner | None = None
        self.sentence = ""
        self.is_refused = False
        self._outbox = outbox
        self._rng = rng
        self._cursor = cursor
        self._tries = 0
        self._since = 0
        self._seen = b""
        self._rid = 0
        self._last_sid = rng.randrange(1, 256)

    def start(self, now: int) -> None:
        """Probe."""
        self.phase = PROBING
        self.sentence = ""
        self.is_refused = False
        self._seen = b""
        self._tries = 0
        self._since = now
        self._probe(now)

    def has_lost_patience(self, now: int) -> bool:
        """Whether the port should be opened anew: it has been silent for too long."""
        return self.phase == PROBING and not self.is_refused and now - self._since >= PATIENCE_MS

    def look(self, data: bytes) -> None:
        """Look at raw bytes: a prompt or the echo of the probe is not what a table's firmware sends."""
        self._seen = (self._seen + data)[-KEPT:]

    def tick(self, now: int) -> None:
        """Probe or greet again, when it is time."""
        if now < self.due:
            return
        if self.phase == GREETING and self._tries < TRIES:
            self._hello(now)
        elif self.phase == GREETING or self.is_refused:
            self.start(now)
        else:
            self._probe(now)

    def heard_banner(self, banner: Banner, now: int) -> None:
        """Take a board's answer to the probe."""
        self.banner = banner
        self.is_refused = False
        if banner.problem:
            self._refuse(banner.problem, now)
            return
        self._outbox.sid = self._new_sid()
        self._rid = self._rid % 255 + 1
        self.phase = GREETING
        self._tries = 0
        self._hello(now)

    def heard_refusal(self, rid: int, payload: bytes, now: int) -> None:
        """Take a RESP to our HELLO."""
        if self.phase != GREETING or rid != self._rid or len(payload) < 2 or payload[0] != wire.HELLO:
            return
        status = payload[1]
        if status in _REFUSALS and self.banner is not None:
            text = _REFUSALS[status].format(proto=wire.PROTO, firmware=self.banner.firmware)
            self._refuse(text, now)
        elif status != wire.OK:
            self.start(now)

    def is_answer(self, rid: int) -> bool:
        """Whether a HELLO_ACK with this number answers our HELLO."""
        return self.phase == GREETING and rid == self._rid

    def heard_nonsense(self, tail: int, head: int, cursor: int, now: int) -> None:
        """Take a HELLO_ACK that cannot be true."""
        self._refuse(
            f"The board says that its events go from {tail} to below {head}, while the ledger waits for {cursor or 1}: "
            "that cannot be. Unplug the board and plug it in again, so that it starts a new run.",
            now,
        )

    def postpone(self, sentence: str, now: int) -> None:
        """Something on our side stands in the way: say so and try again later."""
        self._refuse(sentence, now)

    def _refuse(self, sentence: str, now: int) -> None:
        self.phase = PROBING
        self.is_refused = True
        self.sentence = sentence
        self.due = now + REFUSED_MS

    def _probe(self, now: int) -> None:
        if self._tries == PROBES:
            at_prompt = b">>>" in self._seen or wire.PROBE[1:-1] in self._seen
            self.sentence = REPL_SENTENCE if at_prompt else SILENT_SENTENCE
        self._tries += 1
        self.due = now + (PROBE_MS if self._tries <= PROBES else SLOW_MS)
        self._outbox.sid = 0
        self._outbox.send_raw(wire.PROBE)

    def _hello(self, now: int) -> None:
        assert self.banner is not None
        self._tries += 1
        self.due = now + TIMEOUT_MS
        boot_id = self.banner.boot_id
        payload = STRUCTS[wire.HELLO].pack(wire.PROTO, boot_id, self._cursor(self.banner) or 1)
        self._outbox.send(wire.HELLO, self._rid, payload)

    def _new_sid(self) -> int:
        """Return a session number from 1 to 255 other than the last one."""
        self._last_sid = (self._last_sid + self._rng.randrange(1, 255) - 1) % 255 + 1
        return self._last_sid
