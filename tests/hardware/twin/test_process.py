"""A board as a process: its port, its control channel, its life and its end."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import stat
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import serial

from firmware import wire
from hardware.twin.channel import MAX_CLIENTS
from hardware.twin.client import RunningTwin, TwinControl, TwinError, start
from hardware.twin.runtime import FirmwareError
from tests.hardware.twin.talk import frames

PATIENCE_S = 100.0
EAST = 2


def probe(port: serial.Serial) -> dict[int, bytes]:
    """Send probes until the board has answered."""
    seen = b""
    deadline = time.monotonic() + PATIENCE_S
    while wire.BANNER not in frames(seen):
        assert time.monotonic() < deadline, seen
        port.write(wire.PROBE)
        seen += port.read(64)
    return frames(seen)


def talk_for_ever(port: serial.Serial) -> None:
    while True:
        port.write(wire.PROBE)
        port.read(64)


def test_a_serial_program_gets_an_answer(twin_port: RunningTwin) -> None:
    with serial.Serial(twin_port.port, timeout=0.2) as port:
        assert probe(port)[wire.BANNER][0] == wire.PROTO


@pytest.mark.micropython
@pytest.mark.twin(runtime="micropython")
def test_a_serial_program_gets_an_answer_from_micropython(twin_port: RunningTwin) -> None:
    with serial.Serial(twin_port.port, timeout=0.2) as port:
        assert probe(port)[wire.BANNER][0] == wire.PROTO
    assert twin_port.control.stats()["runtime"] == "micropython"


def test_hands_move_the_table_while_time_runs(twin_port: RunningTwin) -> None:
    control = twin_port.control
    control.put("A", "base", 12, facing="east", dx=3)
    deadline = time.monotonic() + PATIENCE_S
    while control.reeds()[12] != EAST:
        assert time.monotonic() < deadline
    assert control.objects()[0]["object"] == "A"
    assert len(control.lights()) == 128


def test_errors_come_back_as_sentences_and_the_channel_lives_on(twin_port: RunningTwin) -> None:
    with pytest.raises(TwinError, match='no object "B"'):
        twin_port.control.lift("B")
    with pytest.raises(TwinError, match="follows the wall clock"):
        twin_port.control.step(5)
    assert twin_port.control.stats()["state"] == "run"


def address(board: RunningTwin) -> str:
    return str(board.control._socket.getpeername())


def connected(board: RunningTwin) -> socket.socket:
    raw = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    raw.settimeout(PATIENCE_S)
    raw.connect(address(board))
    return raw


def all_that_comes(raw: socket.socket) -> bytes:
    """Read until the other side hangs up."""
    seen = b""
    with suppress(ConnectionError):  # it hung up before it had read everything
        while data := raw.recv(65536):
            seen += data
    return seen


def test_nobody_but_its_user_can_reach_the_channel(twin_port: RunningTwin) -> None:
    path = Path(address(twin_port))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_no_twin_listens_on_a_network(twin_port: RunningTwin) -> None:
    sockets = {str(handle.readlink()) for handle in Path(f"/proc/{twin_port.process.pid}/fd").iterdir()}
    for table in ("tcp", "tcp6", "udp", "udp6"):
        rows = Path(f"/proc/{twin_port.process.pid}/net/{table}").read_text().splitlines()[1:]
        assert not sockets & {f"socket:[{row.split()[9]}]" for row in rows}


@pytest.mark.parametrize(
    ("sent", "part"),
    [
        (b"\xff\xfe\x00\n", b"not UTF-8"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"was not understood"),
        (b"x" * 40_000, b"at most 4096 bytes"),
        (b"x" * 5_000 + b"\n", b"at most 4096 characters"),
        (b"\x1b[2J\n", b"was not understood"),
    ],
    ids=["no text", "a browser", "no end", "a long line", "control characters"],
)
def test_a_client_that_sends_nonsense_gets_a_sentence_and_harms_nobody(
    twin_port: RunningTwin, sent: bytes, part: bytes
) -> None:
    with connected(twin_port) as raw:
        raw.sendall(sent)
        raw.shutdown(socket.SHUT_WR)
        first = all_that_comes(raw).splitlines()[0]
    assert first.startswith(b'{"ok": false')
    assert part in first
    assert twin_port.control.stats()["state"] == "run"


def test_requests_may_come_in_pieces_and_together(twin_port: RunningTwin) -> None:
    with connected(twin_port) as raw, raw.makefile("rb") as replies:
        for piece in (b"pu", b"t base A on tile 1", b"2\nobj", b"ects\nstats\n"):
            raw.sendall(piece)
        assert [json.loads(replies.readline())["ok"] for _ in range(3)] == [True] * 3


def ask_for_ever(raw: socket.socket) -> None:
    while True:
        raw.sendall(b"lights\n" * 1_000)


def test_a_client_that_never_reads_is_disconnected(twin_port: RunningTwin) -> None:
    with connected(twin_port) as raw, pytest.raises(ConnectionError):
        ask_for_ever(raw)
    assert twin_port.control.stats()["state"] == "run"


def test_too_many_clients_are_told_and_make_room_when_they_leave(twin_port: RunningTwin) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(connected(twin_port)) for _ in range(MAX_CLIENTS)]
        assert b"At most 16 programs" in all_that_comes(clients[-1])
    deadline = time.monotonic() + PATIENCE_S
    while True:
        with connected(twin_port) as raw:
            raw.sendall(b"stats\n")
            with suppress(ConnectionError):
                if raw.recv(65536).startswith(b'{"ok": true'):
                    return
        assert time.monotonic() < deadline


def test_the_channel_leaves_nothing_behind() -> None:
    with start("pocket") as board:
        folder = Path(address(board)).parent
        assert folder.is_dir()
    assert not folder.exists()


def test_a_long_temporary_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ("x" * 100)
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    with pytest.raises(FirmwareError, match="Set TMPDIR to /tmp"), start("pocket"):
        pass
    assert list(folder.iterdir()) == []


def test_paced_time_moves_only_when_told() -> None:
    with start("grid", paced=True) as board, serial.Serial(board.port, timeout=PATIENCE_S) as port:
        port.write(wire.PROBE)
        assert board.control.stats()["now"] == 0
        after = board.control.step(20, rx=len(wire.PROBE))
        assert (after["now"], after["due"]) == (20, 22)
        assert (after["rx_pending"], after["tx_pending"], after["rx_total"]) == (0, 0, len(wire.PROBE))
        assert wire.BANNER in frames(port.read(after["tx_total"]))
        with pytest.raises(TwinError, match="Time goes forwards"):
            board.control.step(10)


def test_a_pulled_cable_is_an_error_and_plugging_in_brings_the_same_name_back(tmp_path: Path) -> None:
    link = tmp_path / "board"
    with start("grid", link=link) as board:
        assert board.port == str(link)
        with serial.Serial(str(link), timeout=0.2) as port:
            probe(port)
            board.control.unplug()
            with pytest.raises((serial.SerialException, OSError)):
                talk_for_ever(port)
        assert not link.exists()
        assert board.control.replug() == str(link)
        with serial.Serial(str(link), timeout=0.2) as port:
            probe(port)
        assert board.control.stats()["boots"] == 1
    assert not link.exists()


def test_the_port_keeps_its_name_though_other_programs_take_the_number_of_the_pseudo_terminal() -> None:
    with start("grid") as board:
        for _ in range(3):
            board.control.unplug()
            taken = os.openpty()  # the lowest free number: the one that the board had
            assert board.control.replug() == board.port
            with serial.Serial(board.port, timeout=0.2) as port:
                probe(port)
            for end in taken:
                os.close(end)
    assert not Path(board.port).parent.exists()


def test_a_socket_serves_where_there_is_no_pty() -> None:
    with start("grid", sockets=True) as board:
        assert board.port.startswith("socket://127.0.0.1:")
        with serial.serial_for_url(board.port, timeout=0.2) as port:
            probe(port)


def test_quit_ends_it() -> None:
    with start("pocket") as board:
        board.control.quit()
        assert board.process.wait(PATIENCE_S) == 0


def test_sigterm_ends_it_cleanly(tmp_path: Path) -> None:
    link = tmp_path / "board"
    with start("pocket", link=link) as board:
        board.process.send_signal(signal.SIGTERM)
        assert board.process.wait(PATIENCE_S) == 0
    assert not link.is_symlink()


def test_an_unknown_profile_is_told() -> None:
    with pytest.raises(FirmwareError, match="nosuch"), start("nosuch"):
        pass


PARENT = """
import sys
from hardware.twin.client import start
with start("pocket", "micropython") as board:
    print(board.process.pid, board.control._socket.getpeername(), flush=True)
    sys.stdin.read()
"""


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


@pytest.mark.micropython
@pytest.mark.skipif(sys.platform != "linux", reason="needs pidfd and /proc")
def test_nobody_survives_a_killed_parent() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout is not None
        pid, path = parent.stdout.readline().split()
        with TwinControl(path) as control:
            assert control.stats()["state"] == "run"
        family = [int(pid), *children(int(pid))]
        assert len(family) == 2, "the twin and its Node"
        handles = [os.pidfd_open(member) for member in family]
        parent.kill()
        for handle in handles:
            assert select.select([handle], [], [], PATIENCE_S)[0], "a process outlived its parent"
            os.close(handle)


@pytest.mark.skipif(os.name != "posix", reason="pipes are closed as POSIX does it")
def test_a_board_that_cannot_start_says_nothing_to_somebody_who_has_gone(tmp_path):
    reader, writer = os.pipe()
    command = [sys.executable, "-m", "hardware.twin", "--link", str(tmp_path / "gone" / "port")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE) as board:
        os.close(reader)
        os.close(writer)
        _, said = board.communicate(timeout=60)
    assert (board.returncode, said) == (1, b"")
