"""The live driver on real pseudo-terminals: unplug, replug, busy ports, any order of starting."""

import os
import threading
import time
from random import Random

import pytest

from firmware import wire
from host.ledger import Ledger
from host.link import Arrived, Connected, Driver, Lost, Refused, Scene, Troubled, read_statistics
from host.link.driver import wall_clock
from host.link.ports import open_port
from tests.host.link.pty_board import WAIT_S, Heard, PtyBoard

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX thing")


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "play.ledger", synchronous="OFF") as ledger:
        yield ledger


@pytest.fixture
def board(tmp_path):
    board = PtyBoard(tmp_path)
    yield board
    board.close()


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture
def driver(board, ledger, heard):
    driver = Driver(board.port, ledger, listener=heard)
    yield driver
    driver.stop()


def tile_is(tile, value):
    return lambda arrived: any((fact.src, fact.data) == (tile, bytes((value,))) for fact in arrived.facts)


def test_a_fact_travels_through_pyserial_into_the_ledger(board, driver, heard, ledger):
    board.plug()
    driver.start()
    heard.wait_for(Connected)
    board.set_tile(3, 17)
    heard.wait_for(Arrived, tile_is(3, 17))
    assert driver.link.state[3] == 17
    assert [fact.data for fact in ledger.facts() if fact.src == 3 and fact.kind == wire.TILE] == [b"\x11"]


def test_the_host_may_be_there_first(board, driver, heard):
    driver.start()
    assert "There is no port" in heard.wait_for(Refused).sentence
    board.plug()
    heard.wait_for(Connected)


def test_unplugged_and_plugged_in_again_nothing_is_lost(board, driver, heard, ledger):
    board.plug()
    driver.start()
    heard.wait_for(Connected)
    for round_ in range(3):
        board.unplug()
        heard.wait_for(Lost)
        board.set_tile(5, round_ + 1)
        board.plug()
        heard.wait_for(Connected)
        heard.wait_for(Arrived, tile_is(5, round_ + 1))
    numbers = [fact.seq for fact in ledger.facts()]
    assert numbers == list(range(1, board.board.head))
    assert driver.link.statistics.reconnects == 3


def test_a_busy_port_is_a_sentence_and_is_taken_once_it_is_free(board, driver, heard):
    board.plug()
    rival = open_port(board.port)
    driver.start()
    assert "Another program has" in heard.wait_for(Refused).sentence
    assert "Another program has" in driver.sentence
    rival.close()
    heard.wait_for(Connected)
    assert "is connected" in driver.sentence


def test_a_request_wakes_the_thread_and_has_an_answer(board, driver, heard):
    board.plug()
    driver.start()
    heard.wait_for(Connected)
    outcome = driver.ask_statistics().result(WAIT_S)
    assert read_statistics(outcome.data)["ticks"] == 7
    driver.show(Scene([(1, 2, 3)] * 4))
    assert driver.ask_config().result(WAIT_S).data == b'{"name": "old"}'
    assert driver.write_config(b'{"name": "new"}').result(WAIT_S).ok
    assert board.board.config == b'{"name": "new"}'


def test_a_request_without_a_port_fails_with_a_sentence(driver):
    driver.start()
    outcome = driver.ask_statistics().result(WAIT_S)
    assert not outcome.ok
    assert "no session" in outcome.text


def test_stopping_says_goodbye_and_ends_the_thread(board, ledger, heard):
    board.plug()
    driver = Driver(board.port, ledger, listener=heard)
    driver.start()
    heard.wait_for(Connected)
    driver.stop(WAIT_S)
    assert heard.wait_for(Lost).sentence == "The session was ended."
    assert driver.where not in {thread.name.removeprefix("link ") for thread in threading.enumerate()}
    open_port(board.port).close()


def test_a_listener_that_fails_does_not_stop_the_link(board, ledger, caplog):
    failed = threading.Event()
    heard = Heard()

    def listener(happening):
        heard(happening)
        if not failed.is_set():
            failed.set()
            raise RuntimeError("The listener has a bug.")

    board.plug()
    driver = Driver(board.port, ledger, listener=listener)
    driver.start()
    try:
        heard.wait_for(Connected)
        board.set_tile(1, 9)
        heard.wait_for(Arrived, tile_is(1, 9))
    finally:
        driver.stop()
    assert "A listener of the link failed on Connected" in caplog.text


def test_garbage_on_the_line_is_no_reason_to_stop(board, driver, heard):
    board.plug()
    driver.start()
    heard.wait_for(Connected)
    os.write(board._master, Random(1).randbytes(3000))
    board.set_tile(2, 30)
    heard.wait_for(Arrived, tile_is(2, 30))


# ---- failures inside the link's thread ----


def fail(*_):
    raise RuntimeError("This has a bug.")


def test_an_action_that_fails_is_told_and_the_link_goes_on(board, driver, heard, caplog):
    board.plug()
    driver.start()
    heard.wait_for(Connected)
    driver.post(fail)
    assert "RuntimeError: This has a bug." in heard.wait_for(Troubled).sentence
    heard.wait_for(Connected)
    assert driver.ask_statistics().result(WAIT_S).ok
    assert "This has a bug." in caplog.text


def test_an_action_that_fails_while_no_port_is_open_does_no_harm(board, driver, heard, caplog):
    driver.post(fail)
    driver.start()
    heard.wait_for(Troubled)
    board.plug()
    heard.wait_for(Connected)


def test_a_callback_of_a_request_that_fails_does_no_harm(board, driver, heard, caplog):
    board.plug()
    driver.start()
    heard.wait_for(Connected)
    driver.post(lambda link, now: link.ask_statistics(fail, now))
    heard.wait_for(Troubled)
    heard.wait_for(Connected)
    board.set_tile(3, 17)
    heard.wait_for(Arrived, tile_is(3, 17))


def test_a_failure_within_the_link_is_not_the_end(board, driver, heard, caplog, monkeypatch):
    board.plug()
    driver.start()
    heard.wait_for(Connected)
    with monkeypatch.context() as patch:
        patch.setattr(driver.link, "received", fail)
        for _ in range(3):
            heard.wait_for(Troubled)
    heard.wait_for(Connected)
    assert driver.ask_statistics().result(WAIT_S).ok


@pytest.mark.parametrize("method", ["opened", "closed"])
def test_a_failure_while_the_port_opens_or_closes_is_not_the_end(board, driver, heard, caplog, monkeypatch, method):
    board.plug()
    with monkeypatch.context() as patch:
        patch.setattr(driver.link, method, fail)
        driver.start()
        driver.post(fail)
        heard.wait_for(Troubled)
    heard.wait_for(Connected)
    assert driver.ask_statistics().result(WAIT_S).ok


def test_an_error_of_a_file_in_an_action_is_not_taken_for_an_unplugged_board(board, driver, heard, caplog):
    def no_file(*_):
        raise FileNotFoundError("no such picture")

    board.plug()
    driver.start()
    heard.wait_for(Connected)
    driver.post(no_file)
    assert "no such picture" in heard.wait_for(Troubled).sentence
    heard.wait_for(Connected)


def test_a_journal_with_a_bug_is_tried_again(board, ledger, heard, caplog, monkeypatch):
    board.plug()
    driver = Driver(board.port, ledger, listener=heard)
    with monkeypatch.context() as patch:
        patch.setattr(ledger, "cursor", fail)
        driver.start()
        heard.wait_for(Troubled)
    try:
        heard.wait_for(Connected)
    finally:
        driver.stop()


def test_a_request_that_makes_no_sense_has_an_outcome(board, driver, heard):
    board.plug()
    driver.start()
    heard.wait_for(Connected)
    outcome = driver.ask_reboot(300).result(WAIT_S)
    assert not outcome.ok
    assert "makes no sense" in outcome.text
    assert not driver.ask(wire.CFG_SET, bytes(500), wire.RESP).result(WAIT_S).ok
    assert driver.ask_statistics().result(WAIT_S).ok
    assert driver.link.statistics.reconnects == 0


def test_a_request_that_was_cancelled_does_no_harm(board, driver, heard):
    board.plug()
    driver.start()
    heard.wait_for(Connected)
    for _ in range(20):
        driver.ask_statistics().cancel()
    assert driver.ask_statistics().result(WAIT_S).ok
    assert driver.link.statistics.reconnects == 0


def test_a_request_cancelled_before_it_was_sent_is_not_sent(board, driver, heard):
    future = driver.ask_reboot(wire.REBOOT_RUN)
    assert future.cancel()
    board.plug()
    driver.start()
    heard.wait_for(Connected)
    assert driver.ask_statistics().result(WAIT_S).ok
    assert wire.REBOOT not in [kind for kind, _ in board.board.requests]


# ---- reading and writing ----


class Recorded:
    """A real port that notes what is done with it."""

    def __init__(self, name, calls):
        self._port = open_port(name)
        self._calls = calls

    def read(self, timeout):
        data = self._port.read(timeout)
        self._calls.append(("read", timeout, data))
        return data

    def write(self, data):
        self._calls.append(("write", None, data))
        self._port.write(data)

    def close(self):
        self._port.close()
        self._calls.append("closed")

    def __getattr__(self, name):
        return getattr(self._port, name)


def test_the_port_is_free_before_anybody_hears_that_the_board_is_gone(board, ledger):
    calls, heard = [], Heard()

    def listener(happening):
        calls.append(type(happening).__name__)
        heard(happening)

    board.plug()
    driver = Driver(board.port, ledger, listener=listener, open_port=lambda name: Recorded(name, calls))
    driver.start()
    heard.wait_for(Connected)
    board.unplug()
    heard.wait_for(Lost)
    driver.stop(WAIT_S)
    assert [call for call in calls if call in ("closed", "Lost")] == ["closed", "Lost"]


def test_what_has_arrived_is_read_before_anything_is_written(board, ledger, heard):
    calls = []
    board.plug()
    driver = Driver(board.port, ledger, listener=heard, open_port=lambda name: Recorded(name, calls))
    driver.start()
    heard.wait_for(Connected)
    driver.stop(WAIT_S)
    assert calls[0][:2] == ("read", 0)
    assert calls[1] == ("write", None, wire.PROBE)


def test_a_storm_of_actions_does_not_keep_the_link_from_reading(board, driver, heard):
    storm = threading.Event()

    def again(link, now):
        if not storm.is_set():
            driver.post(again)

    board.plug()
    driver.start()
    heard.wait_for(Connected)
    driver.post(again)
    board.set_tile(3, 17)
    heard.wait_for(Arrived, tile_is(3, 17))
    storm.set()


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="only Linux tells how long it slept")
def test_the_clock_goes_on_while_the_computer_sleeps(monkeypatch):
    real, slept = time.clock_gettime_ns, [0]
    monkeypatch.setattr(
        time, "clock_gettime_ns", lambda which: real(which) + (slept[0] if which == time.CLOCK_BOOTTIME else 0)
    )
    clock = wall_clock()
    before = clock()
    slept[0] = 3600 * 10**9
    assert clock() - before >= 3_600_000
