"""The handshake: probe, banner, hello, until a board says that a session is on.

There is no state from which it gives up: it only probes more slowly while a person has something to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Literal

from firmware import wire
from host.link.frames import STRUCTS, Outbox
from host.link.identity import Banner
from host.link.requests import NEVER, TIMEOUT_MS, TRIES

PROBE_MS = 150
PROBES = 3  # without an answer, before a port is called silent
PROMPT_PROBES = 3  # before a port that echoes them is called a prompt
SLOW_MS = 500  # between probes once the first three had no answer
PATIENCE_MS = 5000  # without an answer the port is closed and opened again
REFUSED_MS = 2000  # between probes of a board that can't be talked to as it is
KEPT = 64  # raw bytes in which a prompt is looked for

PROBING, GREETING = "probing", "greeting"

Silence = Literal["repl", "silent"]
"""What a port is on which no board answers: one that echoes as a prompt does, or one that says nothing."""
SILENCES: Mapping[Silence, str] = {
    "repl": "The board sits at the MicroPython prompt instead of running the table's firmware. "
    "Press its reset button, or install the firmware again.",
    "silent": "Nothing on this port answers as a table does. Check the cable, or choose another port.",
}
"""What a person should know of each."""

_MAX_SEQ = 0xFFFF_FFFF  # what HELLO can ask for
_RESTART = "Unplug the board and plug it in again, so that it starts a new run."
_INSTALL = "Install the firmware again."
_REFUSALS = {
    wire.WRONG_VERSION: f"The board refused version {{proto}} of the wire protocol, although its banner (firmware "
    f"{{firmware}}) allows it. {_INSTALL}",
    wire.WRONG_BOOT: "The board (firmware {firmware}) names one run in its banner and another one when it is greeted. "
    f"{_RESTART}",
    wire.REFUSED: "The board (firmware {firmware}, protocol {proto}) refused to go on at event {next}. The ledger has "
    f"the events of this run before that one, so either the board has forgotten them or it is wrong. {_RESTART}",
}
_REFUSED_FIRST = (
    "The board (firmware {firmware}) refused to tell its events from the first one on, which no board may refuse. "
    f"{_INSTALL}"
)
_REFUSED_OTHERWISE = "The board (firmware {firmware}) refused to begin a session, with status {status}. " + _INSTALL
_UNANSWERED = (
    "The board (firmware {firmware}) says who it is, but does not answer when a session is to begin. "
    "Plug it in again; if that does not help, install the firmware again."
)
_USED_UP = f"The ledger has all events of this run of the board that the wire can number. {_RESTART}"


class Greeting:
    """One handshake. ``banner`` is the board that answered; ``sentence`` is what a person should know, or empty.

    ``silence`` says what the port seems to be if nobody has answered for a while, else it is None.
    """

    def __init__(self, outbox: Outbox, rng: Random, cursor: Callable[[Banner], int]) -> None:
        self.phase = PROBING
        self.due = NEVER
        self.banner: Banner | None = None
        self.sentence = ""
        self.silence: Silence | None = None
        self.is_refused = False
        self._outbox = outbox
        self._rng = rng
        self._cursor = cursor
        self._tries = 0
        self._since = 0
        self._seen = b""
        self._rid = 0
        self._next = 1  # what HELLO asked for
        self._failures = 0  # handshakes that led nowhere, since the last session
        self._last_sid = rng.randrange(1, 256)

    def start(self, now: int) -> None:
        """Probe."""
        self.phase = PROBING
        self.sentence = ""
        self.silence = None
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
        elif self.phase == GREETING:
            self._fail(_UNANSWERED, 0, now)
        elif self.is_refused:
            self.start(now)
        else:
            self._probe(now)

    def heard_banner(self, banner: Banner, now: int) -> None:
        """Take a board's answer to the probe; while there is a reason to wait, none is greeted."""
        if self.is_refused:
            return
        self.banner = banner
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
        text = _REFUSALS.get(status, _REFUSED_OTHERWISE)
        if status == wire.WRONG_BOOT:
            self._fail(text, status, now)
        elif status == wire.REFUSED and self._next == 1:
            self._refuse(self._worded(_REFUSED_FIRST, status), now)
        elif status != wire.OK:
            self._refuse(self._worded(text, status), now)

    def succeeded(self) -> None:
        """A session has begun."""
        self._failures = 0

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

    def _fail(self, text: str, status: int, now: int) -> None:
        """Begin again: at once if that may have been an accident, later and with a word if it happens again."""
        self._failures += 1
        if self._failures < 2:
            self.start(now)
        else:
            self._refuse(self._worded(text, status), now)

    def _worded(self, text: str, status: int) -> str:
        firmware = self.banner.firmware if self.banner else "unknown"
        return text.format(proto=wire.PROTO, firmware=firmware, next=self._next, status=status)

    def _refuse(self, sentence: str, now: int) -> None:
        self.phase = PROBING
        self.is_refused = True
        self.sentence = sentence
        self.due = now + REFUSED_MS

    def _probe(self, now: int) -> None:
        if self._tries >= PROMPT_PROBES and (b">>>" in self._seen or wire.PROBE[1:-1] in self._seen):
            self._is_silent("repl")
        elif self._tries == PROBES:
            self._is_silent("silent")
        self._tries += 1
        self.due = now + (PROBE_MS if self._tries <= PROBES else SLOW_MS)
        self._outbox.sid = 0
        self._outbox.send_raw(wire.PROBE)

    def _is_silent(self, silence: Silence) -> None:
        self.silence = silence
        self.sentence = SILENCES[silence]

    def _hello(self, now: int) -> None:
        assert self.banner is not None
        self._tries += 1
        self.due = now + TIMEOUT_MS
        self._next = self._cursor(self.banner) or 1
        if self._next > _MAX_SEQ:
            self._refuse(_USED_UP, now)
            return
        payload = STRUCTS[wire.HELLO].pack(wire.PROTO, self.banner.boot_id, self._next)
        self._outbox.send(wire.HELLO, self._rid, payload)

    def _new_sid(self) -> int:
        """Return a session number from 1 to 255 other than the last one."""
        self._last_sid = (self._last_sid + self._rng.randrange(1, 255) - 1) % 255 + 1
        return self._last_sid
