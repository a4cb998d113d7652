"""The live driver on real pseudo-terminals: unplug, replug, busy ports, any order of starting."""

import os
import threading

import pytest

from firmware import wire
from host.ledger import Ledger
from host.link import Arrived, Connected, Driver, Lost, Refused, Scene, read_statistics
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
    os.write(board._master, os.urandom(3000))
    board.set_tile(2, 30)
    heard.wait_for(Arrived, tile_is(2, 30))
