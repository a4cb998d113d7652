"""Ctrl-C ends every long command at once: exit code 130, no traceback, and no process left behind.

Each command runs as real processes with a terminal of its own. Once the first sign of its work has come, it gets a real
SIGINT, as a terminal sends it to the whole group, or as another program sends it to one process.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from host.cli.main import make_parser
from tests.host.cli.forked import Commands
from tests.host.cli.test_main import parsers

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

PATIENCE_S = 60.0
AGAIN_S = 15.0  # after which a person presses Ctrl-C once more: Python loses a signal just before it waits for a key
MARK = "DEADFALL_TEST_OF_INTERRUPTS"
LEDGER = "**/*.ledger"


@dataclass(frozen=True)
class Long:
    """A long command: its words, and what shows that its work has begun: a text or a file."""

    words: str
    text: str = ""
    file: str = ""


LONG = (
    Long("play armada --headless", "Put blue starter"),
    Long("play armada --headless --profile none", "The game is kept in"),
    Long("play loot", file=LEDGER),
    Long("demo loot --fast", file=LEDGER),
    Long("board monitor", "grid"),
    Long("board twin", "Ctrl-C ends it"),
    Long("tags enroll armada --port twin", "Ctrl-C ends"),
    Long("tags verify armada --deck {deck} --port twin", "Press Enter"),
    Long("tags read --follow --port twin", "Put a card"),
    Long("engine armada", "This is the engine protocol"),
    Long("soak link", "soak link"),
    Long("soak link --driver live", file="**/*.sqlite-wal"),
    Long("soak link --runtime micropython", "soak link"),
    Long("soak referee", "soak referee"),
    Long("soak engines --processes 2", "soak armada"),
    Long("soak players --processes 2", "soak players"),
    Long("soak kills", file=LEDGER),
    Long("soak app", file=LEDGER),
    Long("bench link", "bench link"),
    Long("bench firmware", "bench firmware"),
    Long("bench engines", "bench engines"),
    Long("bench referee", "bench referee"),
    Long("bench rfid", "bench rfid"),
    Long("bench app", file="tmp*"),
    Long("lab loot --processes 2", "lab loot"),
    Long("lab saw --processes 1", "lab saw"),
)
WITH_CHILDREN = tuple(
    command
    for command in LONG
    if command.words
    in (
        "play armada --headless",
        "play loot",
        "soak link --driver live",
        "soak link --runtime micropython",
        "soak engines --processes 2",
        "soak players --processes 2",
        "soak kills",
        "lab loot --processes 2",
    )
)
SHORT = {
    ("replay",),
    ("board", "list"),
    ("board", "doctor"),
    ("board", "config"),
    ("board", "reboot"),
    ("tags", "export"),
    ("tags", "write"),
    ("catalogue", "check"),
    ("catalogue", "show"),
}


@dataclass
class Running:
    """A command with a terminal, and all that it has said there."""

    pid: int
    terminal: int
    folder: Path
    mark: str
    said: bytes = b""

    def until(self, wanted: Long) -> None:
        """Read until its work has begun."""
        deadline = time.monotonic() + PATIENCE_S
        while not self._has_begun(wanted):
            assert time.monotonic() < deadline, self.said
            assert self._read(0.02) is not None, self.said

    def until_it_has_children(self) -> None:
        """Read until it has started other processes."""
        deadline = time.monotonic() + PATIENCE_S
        while not self.family():
            assert time.monotonic() < deadline, self.said
            assert self._read(0.02) is not None, self.said

    def end(self) -> None:
        """Read until it has ended."""
        deadline, again = time.monotonic() + PATIENCE_S, time.monotonic() + AGAIN_S
        with os.fdopen(os.pidfd_open(self.pid)) as handle:
            while not select.select([handle], [], [], 0)[0]:
                assert time.monotonic() < deadline, self.said
                if time.monotonic() > again:
                    again = deadline
                    os.kill(self.pid, signal.SIGINT)
                self._read(0.02)
        while self._read(0):
            pass

    def family(self) -> list[str]:
        """Every process that it has started, by its command line."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal():
                with suppress(OSError):  # it has ended, or belongs to somebody else
                    if self.mark.encode() in (entry / "environ").read_bytes():
                        found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        return found

    def _has_begun(self, wanted: Long) -> bool:
        if wanted.file:
            return any(self.folder.glob(wanted.file))
        return wanted.text.encode() in self.said

    def _read(self, seconds: float) -> bytes | None:
        """Return what it says now; None if nobody can say anything any more."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            return None
        self.said += data
        return data


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    with Commands() as made:
        yield made


@pytest.fixture
def running(request: pytest.FixtureRequest, commands: Commands, tmp_path: Path) -> Iterator[Running]:
    long: Long = request.param
    terminal, theirs = pty.openpty()
    mark = str(uuid.uuid4())
    environment = {
        MARK: mark,
        "XDG_STATE_HOME": str(tmp_path),
        "TMPDIR": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen",
        "TERM": "xterm",
    }
    deck = tmp_path / "deck.toml"
    deck.write_text('format = 1\nname = "Ours"\ngame = "armada"\n', encoding="utf-8")
    words = long.words.format(deck=deck).split()
    started = Running(commands.start(words, os.ttyname(theirs), environment), terminal, tmp_path, mark)
    try:
        started.until(long)
        os.close(theirs)
        yield started
    finally:
        with suppress(ProcessLookupError):
            os.kill(started.pid, signal.SIGKILL)
        os.close(terminal)


def test_every_command_is_known_here() -> None:
    words = set(parsers(make_parser()))
    leaves = {path for path in words if path and not any(other[: len(path)] == path != other for other in words)}
    ledgers = {path for path in leaves if path[0] == "ledger"}
    long = {path for path in leaves for command in LONG if tuple(command.words.split()[: len(path)]) == path}
    assert long | SHORT | ledgers == leaves
    assert not long & SHORT


def no_process_is_left(started: Running) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while started.family():
        if time.monotonic() > deadline:
            return False
    return True


def check_end(running: Running, commands: Commands) -> None:
    running.end()
    code = commands.exit_code(running.pid)
    said = running.said.decode(errors="replace")
    assert code == 130, said
    assert "Traceback" not in said, said
    assert "Error" not in said, said
    assert no_process_is_left(running), running.family()


@pytest.mark.parametrize("running", LONG, indirect=True, ids=lambda long: long.words)
def test_ctrl_c_in_a_terminal_ends_it(running: Running, commands: Commands) -> None:
    os.killpg(running.pid, signal.SIGINT)
    check_end(running, commands)


@pytest.mark.parametrize("running", WITH_CHILDREN, indirect=True, ids=lambda long: long.words)
def test_an_interrupt_of_the_program_alone_ends_its_children_too(running: Running, commands: Commands) -> None:
    running.until_it_has_children()
    os.kill(running.pid, signal.SIGINT)
    check_end(running, commands)
