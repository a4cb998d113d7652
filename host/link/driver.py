"""The live driver: one thread for each board, around pyserial and the link's reducer.

>>> driver = Driver("/dev/ttyACM0", ledger, listener=print)                  # doctest: +SKIP
>>> driver.start(); driver.show(scene); driver.ask_statistics().result(2); driver.stop()
"""

from __future__ import annotations

import logging
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future

from host.link import discovery
from host.link.description import CapsCache
from host.link.happenings import Happening, Listener, Refused, Troubled, nobody
from host.link.ports import OPEN_ERRORS, PORT_ERRORS, Port, explain, open_port
from host.link.requests import Done, Outcome
from host.link.scene import Scene
from host.link.session import Link
from host.link.stream import Journal

BACKOFF_S = (0.05, 0.1, 0.2, 0.5, 1.0)  # between attempts to open the port; the last one for ever
MAX_WAIT_S = 0.5

Action = Callable[[Link, int], None]
Question = Callable[[Link, Done, int], None]
_log = logging.getLogger(__name__)


def wall_clock() -> Callable[[], int]:
    """Return a clock in Unix milliseconds that nobody sets: from now on it only follows the time that passes."""
    start = time.time_ns() - _steady_ns()
    return lambda: (start + _steady_ns()) // 1_000_000


def _steady_ns() -> int:
    """Return nanoseconds that go on while the computer sleeps; Linux stops its monotonic clock then."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


class _Unplugged(Exception):
    """The port is gone."""


class Driver:
    """Keeps the link to one board up until it is stopped: whatever happens to the port, it is opened again.

    That also holds for whatever goes wrong inside the thread, be it in an action or in the callback of a request: it is
    logged and told (Troubled), and the link is set up anew.

    ``where`` is a port's path or URL, or the serial number of a board, which is then found wherever it is plugged in.
    The listener and the callbacks of requests are called in the link's thread, and must not block: while they run,
    nothing is acknowledged. ``link`` may be read from any thread, but only ``post`` may act on it.
    """

    def __init__(
        self,
        where: str,
        journal: Journal,
        *,
        listener: Listener = nobody,
        caps_cache: CapsCache | None = None,
        clock: Callable[[], int] | None = None,
        open_port: Callable[[str], Port] = open_port,
        find: Callable[[str], str | None] = discovery.find,
    ) -> None:
        self.where = where
        self.problem = ""  # why the port could not be opened, or empty
        self.link = Link(journal, listener=self._tell, caps_cache=caps_cache)
        self._listener = listener
        self._clock = clock or wall_clock()
        self._open_port = open_port
        self._find = find
        self._posted: deque[Action] = deque()
        self._port: Port | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"link {where}", daemon=True)

    # ---- for any thread --------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, timeout: float = 2.0) -> None:
        """Say goodbye to the board, close the port, and wait for the thread to end."""
        self._stopping.set()
        self._wake()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(timeout)

    def post(self, action: Action) -> None:
        """Have ``action(link, now)`` called in the link's thread, soon; it waits while no port is open."""
        self._posted.append(action)
        self._wake()

    def show(self, scene: Scene) -> None:
        """Wish for a scene of lights."""
        self.post(lambda link, _: link.show(scene))

    def expect(self, pads: Iterable[int]) -> None:
        """Wish that pads are looked at more often."""
        self.post(lambda link, _: link.expect(pads))

    def ask(self, kind: int, payload: bytes, reply: int) -> Future[Outcome]:
        """Send any request of the wire protocol."""
        return self._ask(lambda link, done, now: link.ask(kind, payload, reply, done, now))

    def ask_statistics(self) -> Future[Outcome]:
        """Ask for the board's counters: ``read_statistics`` reads the outcome's data."""
        return self._ask(lambda link, done, now: link.ask_statistics(done, now))

    def ask_fault(self, *, forget: bool = False) -> Future[Outcome]:
        """Ask for the record of the last crash."""
        return self._ask(lambda link, done, now: link.ask_fault(done, now, forget=forget))

    def ask_config(self) -> Future[Outcome]:
        """Ask for the board's configuration file."""
        return self._ask(lambda link, done, now: link.ask_config(done, now))

    def write_config(self, data: bytes) -> Future[Outcome]:
        """Have the board keep a configuration file."""
        return self._ask(lambda link, done, now: link.write_config(data, done, now))

    def read_tag(self, pad: int, page: int, pages: int, uid: bytes = b"") -> Future[Outcome]:
        """Ask for pages of the tag on a pad: ``read_pages`` reads the outcome's data."""
        return self._ask(lambda link, done, now: link.read_tag(pad, page, pages, uid, done, now))

    def write_tag(self, pad: int, page: int, data: bytes, uid: bytes = b"") -> Future[Outcome]:
        """Have one page of the tag on a pad written and verified."""
        return self._ask(lambda link, done, now: link.write_tag(pad, page, data, uid, done, now))

    def ask_reboot(self, mode: int) -> Future[Outcome]:
        """Have the board start anew."""
        return self._ask(lambda link, done, now: link.ask_reboot(mode, done, now))

    @property
    def sentence(self) -> str:
        """What a person should know about this link now."""
        return self.problem or self.link.sentence

    def _ask(self, question: Question) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        if self._stopping.is_set():
            future.set_result(Outcome(False, text="The link has been stopped."))
            return future
        self.post(lambda link, now: _put(question, future, link, now))
        return future

    def _wake(self) -> None:
        port = self._port
        if port is not None:
            port.wake()

    # ---- in the link's thread --------------------------------------------------------------------------

    def _run(self) -> None:
        attempt = 0
        while not self._stopping.is_set():
            if self._attempt():
                attempt = 0
            self._stopping.wait(BACKOFF_S[min(attempt, len(BACKOFF_S) - 1)])
            attempt += 1

    def _attempt(self) -> bool:
        """Open the port and keep the link going while it lasts; return whether there was a session, and no failure."""
        try:
            port = self._open()
            was_live = port is not None and self._serve(port)
            self._do_posted()
            return was_live
        except Exception as error:
            _log.exception("The link to %s failed", self.where)
            self._tell(
                Troubled(
                    self.link.uid,
                    f"The link to the board failed ({type(error).__name__}: {error}) and is set up anew. "
                    "If this happens again, report it together with the log.",
                )
            )
            return False

    def _open(self) -> Port | None:
        try:
            name = self._find(self.where)
            if name is not None:
                port = self._open_port(name)
                self.problem = ""
                return port
            self._note_problem(f"The board {self.where} is not plugged in.")
        except OPEN_ERRORS as error:
            self._note_problem(explain(self.where, error))
        return None

    def _note_problem(self, sentence: str) -> None:
        if sentence != self.problem:
            self.problem = sentence
            self._tell(Refused(sentence))

    def _serve(self, port: Port) -> bool:
        """Keep the link going until the port is gone or should be opened anew; return whether there was a session."""
        link = self.link
        sessions = link.statistics.sessions
        self._port = port
        try:
            link.opened(self._clock())
            self._turn(port, 0)
            while not self._stopping.is_set() and not link.wants_reopen:
                self._turn(port, self._patience())
            if self._stopping.is_set():
                link.goodbye(self._clock())
                _write(port, link.take())
        except _Unplugged as error:
            _log.info("Port of %s is gone: %s", self.where, error)
        finally:
            self._port = None
            port.close()  # before anybody hears of it: a twin that is plugged in again would get another number
            link.closed(self._clock())
        return link.statistics.sessions > sessions

    def _patience(self) -> float:
        """Return for how many seconds there is nothing to do but to read."""
        if self._posted:
            return 0
        return min(MAX_WAIT_S, max(0.0, (self.link.due - self._clock()) / 1000))

    def _turn(self, port: Port, timeout: float) -> None:
        """Read what is there, do what is due, then write: a port that takes nothing must not keep us from reading."""
        if data := _read(port, timeout):
            self.link.received(data, self._clock())
        self._do_posted()
        if waiting := self.link.take():
            _write(port, waiting)

    def _do_posted(self) -> None:
        for _ in range(len(self._posted)):  # what these post in their turn waits until the port has been read
            self._posted.popleft()(self.link, self._clock())
        if self.link.due <= self._clock():
            self.link.tick(self._clock())

    def _tell(self, happening: Happening) -> None:
        try:
            self._listener(happening)
        except Exception:
            _log.exception("A listener of the link failed on %s", type(happening).__name__)


def _put(question: Question, future: Future[Outcome], link: Link, now: int) -> None:
    """Ask, unless nobody wants to know any more; from then on the future can't be cancelled."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        question(link, lambda outcome, _: future.set_result(outcome), now)
    except (struct.error, TypeError, ValueError) as error:  # a value that has no place in a frame
        future.set_result(Outcome(False, text=f"The request makes no sense ({error})."))


def _read(port: Port, timeout: float) -> bytes:
    try:
        return port.read(timeout)
    except PORT_ERRORS as error:
        raise _Unplugged(str(error)) from error


def _write(port: Port, data: bytes) -> None:
    try:
        port.write(data)
    except PORT_ERRORS as error:
        raise _Unplugged(str(error)) from error
