"""pytest fixtures for a mocked board and table: test host code without hardware.

    def test_a_base_closes_a_reed(twin):
        twin.mechanics.put(Object("A", BASE), "e1", facing="east")
        sent = twin.run(100)

    @pytest.mark.twin(profile="field", runtime="micropython", seed=3)
    def test_over_a_real_port(twin_port):
        link = serial.Serial(twin_port.port)
        twin_port.control.say("put pawn P on tile 20")

docs/testing-without-hardware.md tells the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from hardware.twin.board import Twin
    from hardware.twin.client import RunningTwin, TwinControl

_DEFAULTS: dict[str, Any] = {"profile": "grid", "runtime": "cpython", "seed": 0}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--board``."""
    group = parser.getgroup("deadfall")
    group.addoption(
        "--board",
        default="twin",
        metavar="twin|PORT",
        help="what the fixture board_port opens: the twin, or a real board's port",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers."""
    config.addinivalue_line("markers", "twin(profile, runtime, seed): which table and runtime the twin fixtures use")
    config.addinivalue_line("markers", "micropython: runs the firmware on a real MicroPython interpreter")


def _wanted(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Defaults, then the `twin` markers from the module inwards, then an indirect parameter."""
    wanted = dict(_DEFAULTS)
    for marker in reversed(list(request.node.iter_markers("twin"))):
        wanted.update(marker.kwargs)
    wanted.update(getattr(request, "param", {}))
    return wanted


@contextmanager
def _or_skip() -> Iterator[None]:
    from hardware.twin.runtime import RuntimeMissing

    try:
        yield
    except RuntimeMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def twin(request: pytest.FixtureRequest) -> Iterator[Twin]:
    """A board in this process, on a clock that the test moves: ``twin.step(now, rx)``, ``twin.run(until)``."""
    from hardware.twin.board import Twin

    with _or_skip():
        board = Twin(**_wanted(request))
    with board:
        yield board


@pytest.fixture
def twin_port(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTwin]:
    """A board as its own process in wall time: ``twin_port.port`` for pyserial, ``twin_port.control`` for hands.

    The port has a name of its own: while the board is unplugged, another test may get its pseudo-terminal's number.
    """
    from hardware.twin.client import start
    from hardware.twin.ports import HAS_PTY

    link = tmp_path_factory.mktemp("twin") / "board" if HAS_PTY else None
    running = start(**_wanted(request), link=link)
    with _or_skip():
        board = running.__enter__()
    try:
        yield board
    finally:
        running.__exit__(None, None, None)


@dataclass(frozen=True, slots=True)
class BoardPort:
    """Where a board is: `control` is None for a real one, whose table a person has to move."""

    port: str
    control: TwinControl | None


@pytest.fixture
def board_port(request: pytest.FixtureRequest) -> Iterator[BoardPort]:
    """The board that ``--board`` names: the twin as a process, or a real port."""
    named = request.config.getoption("--board")
    if named != "twin":
        yield BoardPort(str(named), None)
        return
    running: RunningTwin = request.getfixturevalue("twin_port")
    yield BoardPort(running.port, running.control)
