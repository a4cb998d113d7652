"""The driver without a port and without a thread: what it says, in which order it acts, and what time it is."""

import threading
import time

import pytest

from host.link import Connected, Driver, Happening, Outcome, Refused, Troubled
from host.link.driver import wall_clock
from tests.host.link.scripted_board import ScriptedBoard
from tests.host.link.test_small_parts import Line, Memory

NOW = 5_000


class Ports:
    """What the driver finds when it looks for its port: each is a name, None, or an error."""

    def __init__(self, *found):
        self.found = list(found)
        self.asked, self.opened = [], []

    def find(self, where):
        self.asked.append(where)
        one = self.found.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    def open(self, name):
        self.opened.append(name)
        if name == "busy":
            raise OSError(16, "Busy")
        return Silent()


class Silent:
    """A port that is gone as soon as it is read."""

    def read(self, timeout):
        raise OSError(5, "Unplugged")

    def write(self, data):
        raise OSError(5, "Unplugged")

    def wake(self):
        return

    def close(self):
        return


def driver_of(ports, heard):
    return Driver("e660", Memory(), listener=heard.append, clock=lambda: NOW, find=ports.find, open_port=ports.open)


def test_why_there_is_no_port_is_said_when_it_changes_and_forgotten_when_there_is_one():
    ports, heard = Ports(None, None, "busy", "busy", "port", None), []
    driver = driver_of(ports, heard)
    found = []
    for _ in range(6):
        assert not driver._attempt()
        found.append(driver.problem)
    absent, busy = "The board e660 is not plugged in.", found[2]
    assert "Another program has e660 open." in busy
    assert found == [absent, absent, busy, busy, "", absent]
    assert [one.sentence for one in heard if isinstance(one, Refused)] == [absent, busy, absent]
    assert ports.asked == ["e660"] * 6
    assert ports.opened == ["busy", "busy", "port"]


def test_what_a_person_should_know_is_the_problem_or_what_the_link_says():
    ports = Ports(None, "port")
    driver = driver_of(ports, [])
    assert driver.sentence == driver.link.sentence == "The port is closed."
    driver._attempt()
    assert driver.sentence == "The board e660 is not plugged in."
    driver._attempt()
    assert driver.sentence == driver.link.sentence


@pytest.mark.parametrize("found", [None, "busy", "port"])
def test_what_is_posted_is_done_in_order_also_without_a_board(found):
    driver, done = driver_of(Ports(found), []), []
    driver.post(lambda link, now: done.append(("first", link is driver.link, now)))
    driver.post(lambda link, now: (done.append("second"), driver.post(lambda *_: done.append("third"))))
    driver._attempt()
    assert done[:2] == [("first", True, NOW), "second"]
    driver._do_posted()
    assert done[2:] == ["third"]


def test_a_fault_is_told_with_its_name_and_the_board(caplog):
    heard = []
    driver = driver_of(Ports(RuntimeError("This has a bug.")), heard)
    assert not driver._attempt()
    (trouble,) = heard
    assert isinstance(trouble, Troubled)
    assert trouble.uid == ""
    assert "(RuntimeError: This has a bug.)" in trouble.sentence
    assert "The link to e660 failed" in caplog.text


def test_a_listener_that_fails_is_named_in_the_log_and_harms_nobody(caplog):
    def listen(happening: Happening):
        raise RuntimeError("The listener has a bug.")

    driver = Driver("e660", Memory(), listener=listen, clock=lambda: NOW, find=lambda where: None)
    assert not driver._attempt()
    assert driver.problem
    assert "A listener of the link failed on Refused" in caplog.text


def test_an_action_that_is_due_is_done_with_what_is_posted():
    driver = driver_of(Ports(), [])
    driver.link.opened(NOW - 1_000)
    driver.link.take()
    driver._do_posted()
    assert driver.link.take(), "the next probe was overdue"
    driver._do_posted()
    assert driver.link.take() == b""


# ---- requests ----


def test_a_request_is_only_made_if_somebody_still_wants_to_know():
    driver, asked = driver_of(Ports(), []), []
    driver.link.ask_statistics = lambda done, now: asked.append(now)
    kept, dropped = driver.ask_statistics(), driver.ask_statistics()
    assert dropped.cancel()
    driver._do_posted()
    assert asked == [NOW]
    assert not kept.cancel(), "it is under way"
    assert not kept.done()


@pytest.mark.parametrize("error", [TypeError, ValueError])
def test_a_request_that_has_no_place_in_a_frame_is_said_to_make_no_sense(error):
    def ask(done, now):
        raise error("too much")

    driver = driver_of(Ports(), [])
    driver.link.ask_statistics = ask
    future = driver.ask_statistics()
    driver._do_posted()
    assert future.result(0) == Outcome(False, text="The request makes no sense (too much).")


def test_a_driver_may_be_stopped_before_it_was_started_and_by_itself():
    driver = driver_of(Ports(), [])
    driver.stop()
    assert driver.ask_statistics().result(0).text == "The link has been stopped."
    stopped = threading.Event()

    def stop_itself(link, now):
        driver.stop()
        stopped.set()

    driver = Driver("e660", Memory(), find=lambda where: None)
    driver.post(stop_itself)
    driver.start()
    assert stopped.wait(100)
    driver._thread.join(100)
    assert not driver._thread.is_alive()
    assert driver._thread.name == "link e660"
    assert driver._thread.daemon


def test_a_session_is_what_makes_an_attempt_a_good_one():
    heard = []
    line = Line(ScriptedBoard(), lambda: driver)
    driver = Driver("e660", Memory(), listener=heard.append, clock=lambda: line.now, open_port=lambda name: line)
    driver._find = lambda where: where
    assert driver._attempt()
    assert [type(one) for one in heard if isinstance(one, Connected)] == [Connected]
    assert line.is_closed


# ---- the time ----


@pytest.mark.parametrize("has_boottime", [True, False])
def test_the_clock_tells_unix_milliseconds_and_only_follows_the_time_that_passes(monkeypatch, has_boottime):
    steady = {"now": 77_000_000_000}
    if has_boottime:
        monkeypatch.setattr(time, "CLOCK_BOOTTIME", 7, raising=False)
        monkeypatch.setattr(time, "clock_gettime_ns", lambda which: steady["now"] + which - 7, raising=False)
    else:
        monkeypatch.delattr(time, "CLOCK_BOOTTIME", raising=False)
        monkeypatch.setattr(time, "monotonic_ns", lambda: steady["now"])
    monkeypatch.setattr(time, "time_ns", lambda: 1_700_000_000_123_000_000)
    clock = wall_clock()
    monkeypatch.setattr(time, "time_ns", lambda: 0)  # somebody sets it
    found = []
    for passed in (0, 1_000_000, 60_000_000_000):
        steady["now"] += passed
        found.append(clock() - 1_700_000_000_123)
    assert found == [0, 1, 60_001]
