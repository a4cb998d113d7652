"""Boards for tests of the commands: the twin as a process, and scripted boards behind real pseudo-terminals."""

import os
import tty

import pytest

from hardware.twin.client import start
from tests.host.link.pty_board import PtyBoard


@pytest.fixture(autouse=True)
def _patience(request, monkeypatch):
    """On a busy machine a board may take long for an answer, and is as well as before; a silent port stays silent."""
    if "silent_port" not in request.fixturenames:
        monkeypatch.setattr("host.link.greeting.PROBES", 400)
    monkeypatch.setattr("host.cli.board.session.ANSWER_S", 60.0)
    monkeypatch.setattr("host.cli.doctor.wellbeing.PONGS_S", 60.0)
    monkeypatch.setattr("host.cli.doctor.wellbeing.SLOW_MS", 60_000)


@pytest.fixture
def twin(tmp_path):
    """A running twin whose port keeps its name."""
    with start("grid", link=tmp_path / "twin") as board:
        yield board


@pytest.fixture
def scripted(tmp_path):
    """Make a scripted board behind a pseudo-terminal; the keywords are those of ScriptedBoard."""
    boards = []

    def make(**options):
        boards.append(PtyBoard(tmp_path, **options).plug())
        return boards[-1]

    yield make
    for board in boards:
        board.close()


@pytest.fixture
def silent_port():
    """A port that can be opened, and where nobody answers."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)
