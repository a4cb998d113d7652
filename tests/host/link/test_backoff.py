"""How long the driver waits between attempts: longer and longer, and short again after a session."""

import pytest

from host.ledger import Ledger
from host.link import LIVE, Driver
from host.link.driver import BACKOFF_S
from tests.host.link.scripted_board import ScriptedBoard

ABSENT, BUSY, SILENT, SESSION, FAULT, SESSION_AND_FAULT = "absent", "busy", "silent", "session", "fault", "both"
OTHERS = (ABSENT, BUSY, SILENT, FAULT, SESSION_AND_FAULT)


class Waits:
    """Stands for the event that stops the driver: notes how long it would have waited, and stops it at the end."""

    def __init__(self, attempts):
        self.noted = []
        self._attempts = attempts

    def wait(self, seconds):
        self.noted.append(seconds)

    def set(self):
        self._attempts = 0

    def is_set(self):
        return len(self.noted) >= self._attempts


class Story:
    """One attempt after the other, in the test's own thread and in virtual time. Each is one of the words above."""

    def __init__(self, ledger, words):
        self.now = 0
        self.closed = 0
        self._board = ScriptedBoard()
        self._words = iter(words)
        self._word = ""
        self._written = b""
        self.waits = Waits(len(words))
        self.driver = Driver("/dev/board", ledger, clock=lambda: self.now, find=self._find, open_port=self._open)
        self.driver._stopping = self.waits
        self.driver._run()

    def _find(self, where):
        self._word = next(self._words)
        return None if self._word == ABSENT else where

    def _open(self, _):
        if self._word == BUSY:
            raise OSError(16, "Busy")
        return self

    # ---- a port ----

    def read(self, timeout):
        self.now += 2
        if self._word == FAULT:
            raise RuntimeError("This has a bug.")
        if self._word == SILENT and self.now % 100 == 0:
            raise OSError(5, "Unplugged")
        if self.driver.link.phase == LIVE:
            raise OSError(5, "Unplugged") if self._word == SESSION else RuntimeError("This has a bug.")
        rx, self._written = self._written, b""
        return b"" if self._word == SILENT else self._board.step(self.now, rx)[1]

    def write(self, data):
        self._written += data

    def wake(self):
        return

    def close(self):
        self.closed += 1


@pytest.fixture
def story(tmp_path):
    with Ledger.open(tmp_path / "play.ledger", synchronous="OFF") as ledger:
        yield lambda *words: Story(ledger, words)


@pytest.mark.parametrize("word", OTHERS)
def test_without_a_session_each_wait_is_longer_than_the_one_before_up_to_a_second(story, word, caplog):
    assert story(*[word] * 8).waits.noted == [*BACKOFF_S, 1.0, 1.0, 1.0]


def test_after_each_session_the_wait_is_short_again(story):
    told = story(ABSENT, ABSENT, ABSENT, SESSION, SESSION, ABSENT, ABSENT, SESSION, ABSENT)
    first, second, third = BACKOFF_S[:3]
    assert told.waits.noted == [first, second, third, first, first, second, third, first, second]
    assert told.driver.link.statistics.sessions == 3


@pytest.mark.parametrize("word", OTHERS)
def test_only_a_session_that_no_fault_ended_makes_it_short(story, word, caplog):
    assert story(word, word, SESSION, word, word).waits.noted == [*BACKOFF_S[:2], *BACKOFF_S[:3]]


def test_every_port_that_was_opened_is_closed_before_the_next_attempt(story, caplog):
    assert story(SESSION, SILENT, FAULT, SESSION_AND_FAULT, ABSENT, BUSY).closed == 4
