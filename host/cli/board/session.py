"""A short session with one board, for commands that ask it something."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from host.cli.errors import CommandError
from host.ledger import Ledger
from host.link import LIVE, Driver, Listener, Outcome
from host.link.happenings import nobody

OPEN_S = 1.0  # a port that cannot be opened by then will not be opened soon
CONNECT_S = 5.0
ANSWER_S = 5.0
_POLL_S = 0.02


class NotDescribed(CommandError):
    """A session is on, but the board does not say what it is, or says it in a way that cannot be read."""


@contextmanager
def session(port: str, timeout: float = CONNECT_S, listener: Listener = nobody) -> Iterator[Driver]:
    """Connect to the board at a port and know what it is; CommandError says why that cannot be done.

    Its facts go to a ledger in memory: the board keeps its own copy for whoever comes next.
    """
    with Ledger.open(":memory:") as ledger:
        driver = Driver(port, ledger, listener=listener)
        driver.start()
        try:
            _connect(driver, timeout)
            yield driver
        finally:
            driver.stop()


def _connect(driver: Driver, timeout: float) -> None:
    def is_connected() -> bool:
        return driver.link.phase == LIVE and bool(driver.link.caps)

    def is_decided() -> bool:
        return is_connected() or bool(driver.link.complaints)

    if not wait_for(is_decided, OPEN_S) and not driver.problem:
        wait_for(is_decided, timeout)
    if not is_connected():
        complaints = " ".join(driver.link.complaints)
        raise NotDescribed(complaints) if complaints else CommandError(driver.sentence)


def answer(future: Future[Outcome]) -> bytes:
    """Wait for the outcome of a request and return its data; CommandError with the board's reason if it failed."""
    try:
        outcome = future.result(ANSWER_S)
    except TimeoutError as error:
        raise CommandError("The board did not answer in time. Check the cable and try again.") from error
    if not outcome.ok:
        raise CommandError(outcome.text)
    return outcome.data


def wait_for(condition: Callable[[], bool], timeout: float) -> bool:
    """Wait until a condition holds; return whether it does."""
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_S)
    return True
