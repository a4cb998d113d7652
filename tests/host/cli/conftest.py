"""Boards for tests of the commands: the twin as a process, and scripted boards behind real pseudo-terminals."""

import os
import tty

import pytest

from hardware.twin.client import start
from tests.host.link.pty_board import PtyBoard


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
