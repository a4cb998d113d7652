"""Several boards at once: one driver for each, known by its identity, picked up whenever it is plugged in."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from functools import partial

from host.link.description import CapsCache
from host.link.discovery import AUTO, Candidate, Found, Problem, candidates, identify, is_port
from host.link.driver import Driver
from host.link.happenings import Happening
from host.link.stream import Journal

SCAN_S = 1.0
ASK_AGAIN_SCANS = 10  # scans before a port where nobody answered is asked again

BoardsListener = Callable[[str, Happening], None]  # (name of the driver, what it tells)
_log = logging.getLogger(__name__)


def nobody(_: str, __: Happening) -> None:
    """Listen to no link."""


class Boards:
    """Holds the links to all boards. ``where`` names ports or serial numbers; "auto" takes whatever is plugged in.

    Named ones get a driver at once. Others get one when a board has answered; ports where none did are left alone,
    and ``problems`` says why. The listener is called in the threads of the links, with the name of the driver that
    tells. ``drivers`` and ``problems`` may be read from any thread: they are replaced, never changed.
    """

    def __init__(
        self,
        journal: Journal,
        where: Sequence[str] = (AUTO,),
        *,
        listener: BoardsListener = nobody,
        scan: Callable[[], list[Candidate]] = candidates,
        ask: Callable[[str], Found | Problem] = identify,
        make: Callable[..., Driver] = Driver,
    ) -> None:
        self.drivers: dict[str, Driver] = {}
        self.problems: dict[str, str] = {}
        self._journal = journal
        self._where = where
        self._listener = listener
        self._scan = scan
        self._ask = ask
        self._make = make
        self._caps_cache: CapsCache = {}
        self._silent: dict[str, int] = {}  # candidate → scans until it is asked again
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="boards", daemon=True)

    def start(self) -> None:
        """Start the named links and, with "auto", the watch for others."""
        for name in self._where:
            if name != AUTO:
                self._add(name)
        if AUTO in self._where:
            self._thread.start()

    def stop(self) -> None:
        """Stop everything."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        for driver in self.drivers.values():
            driver.stop()

    def look(self) -> None:
        """Look once for boards that were plugged in since; the watch does so every second."""
        present = self._scan()
        names = {_name(candidate) for candidate in present}
        self._silent = {name: left - 1 for name, left in self._silent.items() if name in names and left > 1}
        self.problems = {port: text for port, text in self.problems.items() if port in {c.port for c in present}}
        for candidate in present:
            name = _name(candidate)
            if name not in self.drivers and name not in self._silent:
                self._try(candidate, name)

    def _try(self, candidate: Candidate, name: str) -> None:
        answer = self._ask(candidate.port)
        if isinstance(answer, Found):
            self.problems = {port: text for port, text in self.problems.items() if port != candidate.port}
            self._add(name)
        else:
            self.problems = {**self.problems, candidate.port: answer.sentence}
            self._silent[name] = ASK_AGAIN_SCANS

    def _add(self, name: str) -> None:
        name = name if is_port(name) else name.lower()
        driver = self._make(name, self._journal, listener=partial(self._listener, name), caps_cache=self._caps_cache)
        self.drivers = {**self.drivers, name: driver}
        driver.start()

    def _watch(self) -> None:
        while not self._stopping.is_set():
            try:
                self.look()
            except Exception:  # a port that vanishes while it is asked must not end the watch
                _log.exception("The search for boards failed and goes on")
            self._stopping.wait(SCAN_S)


def _name(candidate: Candidate) -> str:
    """Return what a board is known by: its serial number, or its port where the bridge has none."""
    return candidate.serial_number or candidate.port
