"""Which ports are opened, who answers there, and what a person is told."""

import os
import socket
import threading
from types import SimpleNamespace

import pytest
import serial

from host.ledger import Ledger
from host.link import Boards, Candidate, Connected, Driver, Found, Problem, candidates, find, identify
from host.link.ports import explain, open_port
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
