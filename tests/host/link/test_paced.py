"""Bytes through a pseudo-terminal: all of them, unchanged, in both directions, and files that are closed at the end."""

import os
from pathlib import Path

import pytest

from firmware import wire
from host.link.paced import Paced, PacedProcess

EVERY_BYTE = bytes(range(256)) * 3 + b"\x03\x04\x0d\x0a\x0d\x0d\x11\x13\x1a\x1c\x7f\xff\xff\n\n\r"


class Reader:
    """Stands for a link: says one thing and keeps what it hears."""

    def __init__(self, say):
        self.due = 0
        self.wants_reopen = False
        self.heard = b""
        self._say = say

    def opened(self, now):
        return

    def closed(self, now):
        return

    def tick(self, now):
        self.due = 1 << 60

    def take(self):
        said, self._say = self._say, b""
        return said

    def received(self, data, now):
        self.heard += data


class Talker:
    """Stands for a board: the same from the other side."""

    def __init__(self, say):
        self.heard = b""
        self.say = say

    def step(self, now, rx, take):
        self.heard += rx
        said, self.say = self.say, b""
        return now + 2, said


@pytest.fixture
def couple():
    """Make a paced couple that is closed at the end."""
    made = []

    def make(from_board=b"", from_host=b"", **more):
        run = Paced(Talker(from_board), Reader(from_host), **more)
        made.append(run)
        run.plug()
        return run

    yield make
    for run in made:
        run.close()


def test_every_byte_passes_unchanged_in_both_directions(couple):
    run = couple(EVERY_BYTE, EVERY_BYTE)
    run.run_for(10)
    assert run.link.heard == EVERY_BYTE
    assert run.board.heard == EVERY_BYTE


@pytest.mark.parametrize("byte", [0x00, 0x03, 0x04, 0x0A, 0x0D, 0x11, 0x13, 0x1A, 0x1C, 0x7F, 0xFF])
def test_a_byte_that_a_terminal_would_act_upon_passes_alone(couple, byte):
    run = couple(bytes((byte,)), bytes((byte,)))
    run.run_for(10)
    assert (run.link.heard, run.board.heard) == (bytes((byte,)), bytes((byte,)))


def test_nothing_is_echoed_and_the_port_may_be_opened_again_and_again(couple):
    run = couple(b"from the board\r\n", b"from the host\r\n")
    run.run_for(10)
    for _ in range(3):
        run.unplug()
        run.plug()
        run.board.say = b"again\r\n"
        run.run_for(10)
    assert run.link.heard == b"from the board\r\n" + 3 * b"again\r\n"
    assert run.board.heard == b"from the host\r\n"


def test_more_than_a_terminal_holds_at_once_passes(couple):
    much = EVERY_BYTE * 5
    run = couple(b"", much)
    run.run_for(10)
    assert run.board.heard == much


def test_what_a_fault_makes_of_the_bytes_is_what_passes(couple):
    faults = {"to_board": lambda data, now: data[:3], "to_host": lambda data, now: data + b"!"}
    run = couple(b"abcdef", b"ABCDEF", **faults)
    run.run_for(10)
    assert (run.link.heard, run.board.heard) == (b"abcdef!", b"ABC")


def test_the_board_is_told_when_the_port_is_opened_and_closed(couple):
    told = []
    run = couple(plugged=told.append)
    run.unplug()
    run.plug()
    assert told == [True, False, True]


def test_nothing_passes_while_the_port_is_closed(couple):
    run = couple()
    run.unplug()
    run.board.say = b"to nobody"
    run.run_for(10)
    assert run.link.heard == b""
    assert run.to_board(b"to nobody", run.now) == b""


def test_all_files_are_closed_at_the_end(couple):
    def files():
        return {path.name for path in Path("/dev/fd").iterdir()}

    before = files()
    run = couple()
    run.run_for(5)
    assert len(files() - before) >= 3
    run.close()
    assert files() <= before
    run.close()
    assert files() <= before


# ---- a twin at the pace of the host ----


class Control:
    """Stands for the control channel of a twin process whose serial line is a pseudo-terminal of the test."""

    def __init__(self, master):
        self.master = master
        self.calls = []
        self.received, self.sent = 7, 900  # a process that has spoken with somebody before

    def say(self, data):
        os.write(self.master, data)
        self.sent += len(data)

    def pending(self):
        return {"due": 4, "rx_total": self.received, "tx_total": self.sent}

    def step(self, now, rx=None):
        self.calls.append((now, rx))
        return {**self.pending(), "due": now + 6}


@pytest.fixture
def process():
    master, slave = os.openpty()
    control = Control(master)
    board = PacedProcess(os.ttyname(slave), control)
    yield board, control
    board.plugged(False)
    os.close(master)
    os.close(slave)


def test_a_process_is_told_how_many_bytes_to_wait_for_and_read_as_far_as_it_has_spoken(process):
    board, control = process
    board.plugged(True)
    assert board.step(10, b"", 256) == (16, b"")
    control.say(b"\r\n\x03")
    assert board.step(20, wire.PROBE, 256) == (26, b"\r\n\x03")
    assert os.read(control.master, 100) == wire.PROBE
    assert board.step(30, b"abc", 256) == (36, b"")
    assert control.calls == [(10, 7), (20, 13), (30, 16)]


def test_a_process_of_which_nothing_is_taken_keeps_it(process):
    board, control = process
    board.plugged(True)
    control.say(b"later")
    assert board.step(10, b"", 0) == (16, b"")
    control.say(b" on")
    assert board.step(20, b"", 256) == (26, b"later on")


def test_a_process_whose_port_is_closed_goes_on_alone(process):
    board, control = process
    assert board.step(10, b"to nobody", 256) == (16, b"")
    board.plugged(True)
    board.plugged(False)
    control.say(b"to nobody")
    assert board.step(20, b"to nobody", 256) == (26, b"")
    assert control.calls == [(10, None), (20, None)]
    board.plugged(True)
    assert board.step(30, b"x", 256) == (36, b""), "what was said meanwhile is gone"
    assert control.calls[-1] == (30, 8)


def test_a_line_that_delivers_nothing_is_an_error_and_not_a_wait_for_ever(process, monkeypatch):
    board, control = process
    board.plugged(True)
    monkeypatch.setattr("host.link.paced.TRANSFER_S", 0.01)
    control.sent += 1
    with pytest.raises(TimeoutError, match="did not deliver"):
        board.step(10, b"", 256)
