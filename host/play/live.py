"""A companion in real time: one thread for the game, those of the link beside it, one more while a house player thinks.

>>> table = LiveTable(companion, ledger, "auto", on_change=repaint)           # doctest: +SKIP
>>> table.start(); table.post(Say("draw")); table.picture.prompt.title; table.stop()
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from typing import NamedTuple

from host.ledger import Fact, Ledger, LedgerError, Value
from host.link import (
    Arrived,
    Boards,
    Connected,
    Described,
    Happening,
    Lost,
    Missed,
    Refused,
    Repaired,
    Scene,
    Troubled,
    wall_clock,
)
from host.play.commands import Command
from host.play.companion import Companion
from host.play.house import Choose
from host.play.ours import OurBoard
from host.play.picture import Picture
from host.play.taps import SURE_MS, PadTaps
from host.play.thinking import LIMIT_MS, Job, Thinking
from host.table.tags import Cards

IDLE_S = 0.5
STRANGER = (
    "The board that is plugged in is not the one that this game was played with. Plug that one in again, or leave the "
    "game and resume it to go on with this one."
)
_log = logging.getLogger(__name__)


class _Heard(NamedTuple):
    """What a link has told, with what the ledger said at that moment, as far as it could be read."""

    link: str
    happening: Happening
    known: list[Value] | None = None
    last: int | None = None


class LiveTable:
    """Keeps a companion going until it is stopped. ``picture`` may be read from any thread: it is never changed.

    ``on_change`` is called in the game's thread whenever there is a new picture; it must not block. ``cards`` tells
    which card a tag is. A house player that thinks for more than ``think_ms`` is replaced. ``has_reader``: they
    wait until ``read`` is called for what people may read aloud.
    """

    def __init__(
        self,
        companion: Companion,
        ledger: Ledger,
        where: str,
        *,
        on_change: Callable[[], None] = lambda: None,
        choose: Choose | None = None,
        clock: Callable[[], int] | None = None,
        cards: Cards | None = None,
        think_ms: int = LIMIT_MS,
        has_reader: bool = False,
    ) -> None:
        self.picture: Picture = companion.picture
        self._companion = companion
        self._ledger = ledger
        self._on_change = on_change
        self._thinking = Thinking(companion, choose, self._enqueue, think_ms) if choose is not None else None
        self._taps = PadTaps(companion, cards)
        self._clock = clock or wall_clock()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._boards = Boards(ledger, (where,), listener=self._hear) if where else None
        self._shown: Scene | None = None
        self._ours = OurBoard()
        self._has_reader = has_reader and any(companion.is_persons(seat) for seat in range(len(companion.players)))
        self._read = ""  # the key of what was read last
        self._thread = threading.Thread(target=self._run, name="game", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()
        if self._boards is not None:
            self._boards.start()

    def stop(self) -> None:
        """Say goodbye to the board and end."""
        if self._boards is not None:
            self._boards.stop()
        self._jobs.put(None)
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(2)

    def post(self, command: Command) -> None:
        """Have a command carried out, soon."""
        self._jobs.put(lambda now: self._companion.command(command, now))

    def read(self, key: str) -> None:
        """Let house players go on: people have read this aloud, or skipped it."""
        self._jobs.put(lambda now: self._note_read(key))

    def _enqueue(self, job: Job) -> None:
        self._jobs.put(job)

    def complain(self, sentence: str) -> None:
        """Have a sentence shown, soon."""
        self._jobs.put(lambda now: self._companion.complain(sentence))

    # ---- in the threads of the link ------------------------------------------------------------------------

    def _hear(self, link: str, happening: Happening) -> None:
        """Hand it to the game's thread, which alone judges whether it concerns this table."""
        heard = self._with_ledger(link, happening)
        self._jobs.put(lambda now: self._take(heard, now))

    def _with_ledger(self, link: str, happening: Happening) -> _Heard:
        try:
            if isinstance(happening, Connected):  # read here: nothing that this session tells is in it yet
                return _Heard(link, happening, known=self._ledger.state(happening.uid))
            if isinstance(happening, Arrived | Repaired):
                return _Heard(link, happening, last=self._ledger.last_fact())
        except LedgerError:
            _log.exception("The ledger could not be read and is read again by the game")
        return _Heard(link, happening)

    # ---- in the game's thread ------------------------------------------------------------------------------

    def _take(self, heard: _Heard, now: int) -> None:
        happening = heard.happening
        if not self._ours.concerns(heard.link, happening):
            self._meet(happening, now)
        elif isinstance(happening, Arrived):
            self._taken(tuple(happening.facts), heard.last, now)
        elif isinstance(happening, Repaired):
            self._taken(tuple(happening.inferred), heard.last, now)
        elif isinstance(happening, Connected):
            self._connected(happening.uid, heard.known, now)
        elif isinstance(happening, Described):
            self._described(happening, now)
        elif isinstance(happening, Lost | Refused):
            self._companion.link(happening.sentence, False, now)
        elif isinstance(happening, Missed):
            self._companion.complain(happening.sentence)
        elif isinstance(happening, Troubled):
            self._troubled(happening, now)

    def _meet(self, happening: Happening, now: int) -> None:
        """Say that another board has come while ours is away; while ours is there it is none of our business."""
        if isinstance(happening, Connected) and not self._ours.is_connected:
            self._companion.link(STRANGER, False, now)

    def _taken(self, facts: tuple[Fact, ...], last: int | None, now: int) -> None:
        self._companion.facts(facts, self._ledger.last_fact() if last is None else last)
        self._taps.take(facts, now)

    def _connected(self, uid: str, known: list[Value] | None, now: int) -> None:
        known = self._ledger.state(uid) if known is None else known
        self._companion.link("The board is connected.", True, now, uid, known)
        self._taps.remember(known, now)

    def _troubled(self, happening: Troubled, now: int) -> None:
        self._companion.link(happening.sentence, self._companion.table.is_known, now, happening.uid)

    def _described(self, happening: Described, now: int) -> None:
        expected = self._companion.stage.profile.name
        found = happening.caps.get("profile")
        if found != expected:
            sentence = (
                f"The board is set up as {found}, but this game expects {expected}. Begin a game for a table of that "
                "kind, or set the board with deadfall board config."
            )
            self._companion.link(sentence, False, now)

    def _run(self) -> None:
        while self._do_next(self._patience()):
            pass

    def _do_next(self, timeout: float) -> bool:
        """Do what comes next, or let time pass if nothing comes; return False at the end."""
        try:
            job = self._jobs.get(timeout=timeout)
        except queue.Empty:
            job = self._tick
        if job is None:
            self._guard(lambda now: self._taps.tick(now + SURE_MS))  # nothing that was shown is lost
            return False
        self._guard(job)
        if self._thinking is not None and not self._is_reading:
            self._guard(self._thinking.look)
        self._guard(lambda _: self._publish())
        return True

    def _note_read(self, key: str) -> None:
        self._read = key

    @property
    def _is_reading(self) -> bool:
        """Whether people have something to read aloud, and have not said that they are done."""
        reading = self._companion.picture.reading if self._has_reader else None
        return reading is not None and reading.key != self._read

    def _guard(self, job: Job) -> None:
        """Do something; whatever fails is said, and the game goes on."""
        try:
            job(self._clock())
        except LedgerError as error:
            self._companion.complain(str(error))
        except Exception as error:
            _log.exception("The game could not take something in and goes on")
            self._companion.complain(f"Something went wrong and the game goes on ({type(error).__name__}: {error}).")

    def _tick(self, now: int) -> None:
        self._companion.tick(now)
        self._taps.tick(now)

    def _patience(self) -> float:
        thinks = self._thinking.due if self._thinking is not None else None
        times = [time for time in (self._companion.due, self._taps.due, thinks) if time is not None]
        return min(IDLE_S, max(0.0, (min(times) - self._clock()) / 1000)) if times else IDLE_S

    def _publish(self) -> None:
        picture = self._companion.picture
        if picture is not self.picture:
            self.picture = picture
            if picture.lights != self._shown and self._boards is not None:
                self._shown = picture.lights
            self._show()
            self._on_change()

    def _show(self) -> None:
        driver = self._boards.drivers.get(self._ours.link) if self._boards is not None else None
        if driver is not None and self._shown is not None:
            driver.show(self._shown)
            driver.expect(self.picture.expects)
