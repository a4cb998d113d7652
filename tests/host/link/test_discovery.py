"""Which ports are opened, who answers there, and what a person is told."""

import os
import socket
import threading
from types import SimpleNamespace

import pytest
import serial

from firmware import wire
from host.ledger import Ledger
from host.link import Boards, Candidate, Connected, Driver, Found, Problem, candidates, find, identify
from host.link.discovery import is_port
from host.link.ports import PORT_ERRORS, explain, open_port
from tests.host.link.page import told, vendors
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


# ---- what the page says of ports ----


def test_boards_of_every_vendor_on_the_page_are_opened_and_of_no_other():
    known = vendors()
    assert set(known.values()) == {"Raspberry Pi", "Espressif", "Silicon Labs", "WCH", "FTDI"}
    near = {vendor + step for vendor in known for step in (-1, 0, 1)} | {0, 0xFFFF, KEYBOARD}
    listed = [usb(f"/dev/tty{vendor:04x}", vendor, f"{vendor:04x}") for vendor in near]
    assert {candidate.vendor for candidate in candidates(listed)} == set(known)


def test_a_candidate_is_described_as_the_system_describes_it():
    bare = SimpleNamespace(device="/dev/b", vid=PICO, pid=None, serial_number=None, description=None)
    whole = SimpleNamespace(device="/dev/a", vid=ESP, pid=9, serial_number="AB", description="a bridge")
    assert candidates([whole, bare]) == [
        Candidate("/dev/b", "", PICO, 0, ""),
        Candidate("/dev/a", "ab", ESP, 9, "a bridge"),
    ]


def test_candidates_come_in_the_order_of_their_serial_numbers_then_of_their_ports():
    listed = [usb("/dev/c", PICO, "2"), usb("/dev/b", PICO), usb("/dev/a", PICO), usb("/dev/z", PICO, "1")]
    assert [candidate.port for candidate in candidates(listed)] == ["/dev/a", "/dev/b", "/dev/z", "/dev/c"]
    assert find("AUTO", listed) == "/dev/a"


@pytest.mark.parametrize(
    ("where", "is_so"),
    [("/dev/x", True), ("\\\\.\\COM12", True), ("com3", True), ("rfc2217://h:1", True), ("e660", False), ("", False)],
)
def test_what_counts_as_the_name_of_a_port(where, is_so):
    assert is_port(where) is is_so


class Line:
    """A port in virtual time: every read takes as long as it may, unless there is something to be read."""

    def __init__(self, *replies):
        self.now = 0
        self.calls = []
        self._replies = dict(replies)  # read number → what it gives

    def clock(self):
        return self.now

    def read(self, timeout):
        data = self._replies.get(len(self.calls), b"")
        self.calls.append(round(timeout * 1000))
        self.now += 0 if data else round(timeout * 1000)
        return data

    def write(self, data):
        assert data == wire.PROBE
        self.calls.append(data)

    def close(self):
        self.calls.append("closed")


def ask(line):
    return identify("/dev/board", open_port=lambda _: line, clock=line.clock)


def test_a_port_where_nobody_is_is_asked_three_times_within_half_a_second():
    line = Line()
    assert ask(line).kind == "silent"
    assert line.calls == [wire.PROBE, 150, wire.PROBE, 150, wire.PROBE, 150, "closed"]


def test_a_banner_is_known_among_other_frames_and_only_if_it_is_whole():
    board = ScriptedBoard()
    banner = board.banner_payload()
    others = b"".join(board.frame(kind, 0, wire.BANNER, banner) for kind in (wire.PONG, wire.RESP, 0xE7))
    short = board.frame(wire.BANNER, wire.PONG, 0, banner[:-1])
    found = ask(Line((1, others), (2, b">>> " + others + board.frame(wire.BANNER, 0, 0, banner))))
    assert (found.port, found.banner.uid, found.problem) == ("/dev/board", UID.hex(), None)
    assert ask(Line((1, others + short))).kind == "silent"


def test_a_prompt_is_another_kind_of_problem():
    problem = ask(Line((1, b"\r\n>>> ")))
    assert (problem.port, problem.kind) == ("/dev/board", "repl")
    assert "MicroPython prompt" in problem.sentence


# ---- several boards, in detail ----


def test_named_boards_get_a_driver_at_once_each_by_its_own_name():
    made, heard = [], []

    def make(where, journal, *, listener, caps_cache):
        made.append((where, journal, caps_cache))
        listener(f"from {where}")
        return SimpleNamespace(start=lambda: heard.append(f"start {where}"), stop=lambda: heard.append(f"stop {where}"))

    boards = Boards("journal", ["/dev/Board", "E660"], listener=lambda *what: heard.append(what), make=make)
    boards.start()
    assert [(where, journal) for where, journal, _ in made] == [("/dev/Board", "journal"), ("e660", "journal")]
    assert made[0][2] is made[1][2], "what one has fetched the others know"
    assert list(boards.drivers) == ["/dev/Board", "e660"]
    boards.stop()
    assert heard == [
        *(("/dev/Board", "from /dev/Board"), "start /dev/Board"),
        *(("e660", "from e660"), "start e660"),
        *("stop /dev/Board", "stop e660"),
    ]


def test_a_port_that_was_silent_is_asked_again_when_its_time_has_come_and_not_forgotten():
    asked, again = [], told("boards.py", "ASK_AGAIN_SCANS")
    present = [Candidate("C", "", ESP, 5, ""), Candidate("D", "d", ESP, 5, "")]

    def silent(port):
        asked.append(port)
        return Problem(port, "silent", f"Nobody at {port}.")

    boards = Boards(None, scan=lambda: present, ask=silent, make=fake_driver([]))
    for count in range(3 * again):
        boards.look()
        assert asked == ["C", "D"] * (1 + count // again)
    assert boards.problems == {"C": "Nobody at C.", "D": "Nobody at D."}
