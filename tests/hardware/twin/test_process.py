"""A board as a process: its port, its control channel, its life and its end."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial

from firmware import wire
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


def test_a_client_that_sends_nonsense_harms_nobody(twin_port: RunningTwin) -> None:
    host, _, port = _address(twin_port).rpartition(":")
    with socket.create_connection((host, int(port)), PATIENCE_S) as raw:
        raw.sendall(b"\xff\xfe\x00\n" + b"x" * 40_000)
        assert raw.recv(4096).startswith(b'{"ok": false')
    assert twin_port.control.stats()["state"] == "run"


def _address(board: RunningTwin) -> str:
    host, port = board.control._socket.getpeername()
    return f"{host}:{port}"


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
    host, port = board.control._socket.getpeername()
    print(board.process.pid, f"{host}:{port}", flush=True)
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
        pid, address = parent.stdout.readline().split()
        with TwinControl(address) as control:
            assert control.stats()["state"] == "run"
        family = [int(pid), *children(int(pid))]
        assert len(family) == 2, "the twin and its Node"
        handles = [os.pidfd_open(member) for member in family]
        parent.kill()
        for handle in handles:
            assert select.select([handle], [], [], PATIENCE_S)[0], "a process outlived its parent"
            os.close(handle)
