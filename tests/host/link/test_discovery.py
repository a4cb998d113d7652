"""Which ports are opened, who answers there, and what a person is told."""

import os
import socket
import threading
from types import SimpleNamespace

import pytest
import serial

from host.ledger import Ledger
from host.link import Boards, Candidate, Connected, Driver, Found, Problem, candidates, find, identify
from host.link.ports import PORT_ERRORS, explain, open_port
from tests.host.link.pty_board import WAIT_S, Heard, PtyBoard
from tests.host.link.scripted_board import UID, ScriptedBoard

PICO, ESP, KEYBOARD = 0x2E8A, 0x303A, 0x046D


def usb(device, vid, serial_number=None, pid=5):
    return SimpleNamespace(device=device, vid=vid, pid=pid, serial_number=serial_number, description=device)


PLUGGED = [
    usb("/dev/ttyS0", None),
    usb("/dev/ttyACM1", PICO, "E66058388337492A"),
    usb("/dev/ttyACM0", KEYBOARD, "77"),
    usb("/dev/ttyUSB0", ESP, "A0B1"),
]


@pytest.fixture
def board(tmp_path):
    board = PtyBoard(tmp_path)
    yield board
    board.close()


@pytest.fixture
def bare_pty():
    """A pseudo-terminal with nobody behind it: (master, path)."""
    master, slave = os.openpty()
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_only_allow_listed_vendors_are_candidates():
    assert [candidate.port for candidate in candidates(PLUGGED)] == ["/dev/ttyUSB0", "/dev/ttyACM1"]


def test_a_board_is_found_by_its_serial_number_wherever_it_is_plugged_in():
    assert find("e66058388337492a", PLUGGED) == "/dev/ttyACM1"
    moved = [usb("/dev/ttyACM7", PICO, "E66058388337492A")]
    assert find("e66058388337492a", moved) == "/dev/ttyACM7"
    assert find("e66058388337492a", []) is None


def test_a_serial_number_may_be_written_in_capitals():
    assert find("E66058388337492A", PLUGGED) == "/dev/ttyACM1"
    assert find("a0B1", PLUGGED) == "/dev/ttyUSB0"


def test_a_named_port_means_itself_whatever_it_is():
    for name in ("/dev/ttyS0", "socket://localhost:7777", "COM7"):
        assert find(name, PLUGGED) == name


def test_auto_takes_no_port_that_is_not_on_the_list():
    assert find("auto", PLUGGED) == "/dev/ttyUSB0"
    assert find("auto", PLUGGED[:1]) is None


def test_the_machine_without_boards_has_no_candidates_that_fail():
    assert isinstance(candidates(), list)


def test_a_board_is_identified_without_a_session(board):
    board.plug()
    found = identify(board.port)
    assert isinstance(found, Found)
    assert (found.banner.uid, found.banner.firmware, found.problem) == (UID.hex(), "9.8.7", None)
    assert board.board.sid == 0


def test_a_board_of_another_version_is_found_and_explained(tmp_path):
    board = PtyBoard(tmp_path, proto=(4, 5)).plug()
    try:
        found = identify(board.port)
        assert isinstance(found, Found)
        assert "version 4 to 5" in found.problem
    finally:
        board.close()


def test_a_prompt_is_identified(bare_pty):
    master, path = bare_pty
    line = open_port(path)
    os.write(master, b"MicroPython v1.27.0\r\n>>> ")
    problem = identify(path, open_port=lambda _: line)
    assert isinstance(problem, Problem)
    assert problem.kind == "repl"
    assert "MicroPython prompt" in problem.sentence


def test_silence_is_a_problem(bare_pty):
    problem = identify(bare_pty[1])
    assert (problem.kind, problem.sentence[:28]) == ("silent", "Nothing on this port answers")


def test_a_busy_port_is_a_problem(board):
    board.plug()
    rival = open_port(board.port)
    problem = identify(board.port)
    rival.close()
    assert (problem.kind, "Another program has" in problem.sentence) == ("open", True)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/dev/no-such-port", "There is no port"),
        ("/dev/null", "is not a serial port"),
        ("gopher://somewhere", "cannot be opened"),
        ("socket://localhost:1", "Nobody listens"),
    ],
)
def test_ports_that_cannot_be_opened_are_explained(name, words):
    problem = identify(name)
    assert isinstance(problem, Problem)
    assert words in problem.sentence


# ---- ports that vanish while they are asked ----


class Vanishing:
    """A real port whose cable is pulled at the beginning of the n-th call of a method."""

    def __init__(self, name, pull, method, nth):
        self._port = open_port(name)
        self._pull = pull
        self._method = method
        self._left = nth
        self.is_closed = False

    def _do(self, method, *args):
        if method == self._method:
            self._left -= 1
            if not self._left:
                self._pull()
        return getattr(self._port, method)(*args)

    def read(self, timeout):
        return self._do("read", timeout)

    def write(self, data):
        self._do("write", data)

    def close(self):
        self.is_closed = True
        self._port.close()


@pytest.mark.parametrize("nth", [1, 2, 3])
@pytest.mark.parametrize("method", ["read", "write"])
def test_a_port_that_vanishes_while_it_is_asked_is_a_problem_and_is_closed(method, nth):
    master, slave = os.openpty()
    name = os.ttyname(slave)
    os.close(slave)
    line = Vanishing(name, lambda: os.close(master), method, nth)
    problem = identify(name, open_port=lambda _: line)
    assert isinstance(problem, Problem)
    assert (problem.port, problem.kind) == (name, "open")
    assert f"{name} went away while it was being asked" in problem.sentence
    assert "Plug the board in again." in problem.sentence
    assert line.is_closed


@pytest.mark.parametrize("error", PORT_ERRORS)
@pytest.mark.parametrize("method", ["read", "write"])
def test_every_error_of_a_port_means_that_it_went_away(method, error):
    def fail(*_):
        raise error(5, "Input/output error")

    closed = []
    line = SimpleNamespace(read=lambda timeout: b"", write=lambda data: None, close=lambda: closed.append(True))
    setattr(line, method, fail)
    problem = identify("/dev/ttyACM0", open_port=lambda _: line, clock=iter(range(1_000_000)).__next__)
    assert (problem.kind, "went away" in problem.sentence, closed) == ("open", True, [True])


def test_a_fault_of_our_own_is_not_taken_for_a_port_that_went_away_and_leaves_no_port_open():
    def fail(*_):
        raise RuntimeError("This has a bug.")

    closed = []
    line = SimpleNamespace(read=fail, write=fail, close=lambda: closed.append(True))
    with pytest.raises(RuntimeError):
        identify("/dev/ttyACM0", open_port=lambda _: line)
    assert closed == [True]


def test_a_port_that_vanished_while_it_was_asked_is_asked_again_when_it_is_back():
    answers = iter([Problem("A", "open", "A went away while it was being asked."), Found("A", None, None)])
    present, started = [Candidate("A", "one", PICO, 5, "")], []
    boards = Boards(None, scan=lambda: present, ask=lambda _: next(answers), make=fake_driver(started))
    boards.look()
    assert (started, list(boards.problems)) == ([], ["A"])
    pulled = present.pop()
    boards.look()
    present.append(pulled)
    boards.look()
    assert (started, boards.problems) == (["one"], {})


def test_missing_permission_names_the_group():
    assert "usermod -aG dialout" in explain("/dev/ttyACM0", serial.SerialException(13, "Permission denied"))


# ---- sockets ----


def test_a_board_behind_a_socket(tmp_path):
    server = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def serve():
        connection, _ = server.accept()
        connection.settimeout(0.002)
        board, now = ScriptedBoard(), 0
        with connection:
            while not stop.is_set():
                try:
                    rx = connection.recv(4096)
                except TimeoutError:
                    rx = b""
                now += 2
                connection.sendall(board.step(now, rx)[1])

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    heard = Heard()
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        driver = Driver(f"socket://127.0.0.1:{server.getsockname()[1]}", ledger, listener=heard)
        driver.start()
        heard.wait_for(Connected)
        assert driver.ask_statistics().result(WAIT_S).ok
        stop.set()
        thread.join()
        driver.stop()
    server.close()


# ---- several boards ----


def fake_driver(started):
    def make(where, journal, *, listener, caps_cache):
        return SimpleNamespace(start=lambda: started.append(where), stop=lambda: started.remove(where))

    return make


def test_boards_are_picked_up_when_they_are_plugged_in_and_once_each():
    present, asked, started = [], [], []

    def ask(port):
        asked.append(port)
        return Problem(port, "silent", "Nobody there.") if port == "C" else Found(port, None, None)

    boards = Boards(None, scan=lambda: present, ask=ask, make=fake_driver(started))
    boards.look()
    present.append(Candidate("A", "one", PICO, 5, ""))
    present.append(Candidate("C", "", ESP, 5, ""))
    boards.look()
    present[0] = Candidate("B", "one", PICO, 5, "")  # the same board on another port
    present.append(Candidate("D", "two", PICO, 5, ""))
    boards.look()
    assert started == ["one", "two"]
    assert asked == ["A", "C", "D"]
    assert boards.problems == {"C": "Nobody there."}


def test_a_silent_port_is_asked_again_after_a_while_or_when_replugged():
    asked = []
    silent = [Candidate("C", "", ESP, 5, "")]
    present = list(silent)
    boards = Boards(
        None,
        scan=lambda: present,
        ask=lambda port: asked.append(port) or Problem(port, "silent", "Nobody."),
        make=fake_driver([]),
    )
    for _ in range(10):
        boards.look()
    assert len(asked) == 1
    boards.look()
    assert len(asked) == 2
    present.clear()
    boards.look()
    assert boards.problems == {}
    present.extend(silent)
    boards.look()
    assert len(asked) == 3


def test_the_watch_goes_on_after_a_scan_that_failed(monkeypatch, caplog):
    monkeypatch.setattr("host.link.boards.SCAN_S", 0.001)
    scans, found = iter(range(1_000_000)), threading.Event()

    def scan():
        if not next(scans):
            raise RuntimeError("The list of ports changed meanwhile.")
        found.set()
        return []

    boards = Boards(None, scan=scan)
    boards.start()
    assert found.wait(10)
    boards.stop()
    assert "The search for boards failed and goes on" in caplog.text


def test_drivers_and_problems_may_be_gone_through_while_boards_are_found():
    present = [Candidate(port, port.lower(), PICO, 5, "") for port in "ABC"]

    def ask(port):
        return Problem(port, "silent", "Nobody there.") if port == "C" else Found(port, None, None)

    boards = Boards(None, scan=lambda: present[:1], ask=ask, make=fake_driver([]))
    boards.look()
    boards.problems = {"C": "Busy."}
    before = iter(boards.drivers.items()), iter(boards.problems.items())
    boards._scan = lambda: present
    boards.look()
    assert [[key for key, _ in items] for items in before] == [["a"], ["C"]]
    assert set(boards.drivers) == {"a", "b"}


def test_two_real_boards_at_once_in_any_order(tmp_path):
    (tmp_path / "1").mkdir()
    (tmp_path / "2").mkdir()
    one, two = PtyBoard(tmp_path / "1", boot_id=11).plug(), PtyBoard(tmp_path / "2", boot_id=22)
    heard = Heard()
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        boards = Boards(ledger, [one.port, two.port], listener=lambda _, happening: heard(happening))
        boards.start()
        assert heard.wait_for(Connected).boot_id == 11
        two.plug()
        assert heard.wait_for(Connected).boot_id == 22
        boards.stop()
        assert {boot.boot_id for boot in ledger.boots()} == {11, 22}
    one.close()
    two.close()
