"""How fast the app is: until its window can be used, for one repaint, from a magnet to the screen."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PyQt6.QtCore import QEventLoop
from PyQt6.QtWidgets import QApplication

from host.app import theme
from host.app.interrupts import Interrupts
from host.app.opening import HomeLobby
from host.app.showcase import Showcase
from host.app.window import Window
from host.app.wishes import VIRTUAL, Wish

SIZE = (1920, 1080)
PATIENCE_S = 20.0
FREE_TILE = "e6"
_USABLE = "usable"


class Figures(NamedTuple):
    """All measurements, in milliseconds."""

    startup: list[float]
    repaint: list[float]
    fact_to_paint: list[float]


def measure(starts: int = 5, repaints: int = 100, facts: int = 40) -> Figures:
    """Measure everything; the first start warms the caches and does not count. KeyboardInterrupt after Ctrl-C."""
    app()
    started = [startup_ms() for _ in range(starts + 1)][1:]
    with Interrupts() as interrupts:
        return Figures(started, repaint_ms(repaints, interrupts.check), fact_to_paint_ms(facts, interrupts.check))


@lru_cache(maxsize=1)  # PyQt ends an application that nobody holds
def app() -> QApplication:
    """Return the application, made without a screen if there is none yet."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    made = QApplication.instance() or QApplication(["deadfall"])
    assert isinstance(made, QApplication)
    theme.dress(made)
    return made


def startup_ms() -> float:
    """Start the app in a process of its own; return how long it took until its window was painted and usable."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "host.app.measure", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            assert process.stdout is not None
            try:
                line = process.stdout.readline()
            except KeyboardInterrupt:
                process.kill()
                raise
            took = time.perf_counter() - began
    if line.strip() != _USABLE:
        raise RuntimeError("The app did not start. Run deadfall doctor to see what is missing.")
    return 1000 * took


def repaint_ms(count: int, check: Callable[[], None] = lambda: None) -> list[float]:
    """Return how long repainting the whole window takes in the middle of a game, and its table alone with it.

    ``check`` is called before each, and may raise.
    """
    with tempfile.TemporaryDirectory() as folder:
        window = Window(HomeLobby(Path(folder)), pace=0)
        window.resize(*SIZE)
        window.show()
        show = Showcase(Path(folder), seed=9)
        show.on_change = window.pictured
        window.show_table(show.opened)
        assert window.session is not None
        assert window.table is not None
        show.speak = window.session.post
        show.settle()
        show.wander(24)
        QApplication.processEvents()
        port = window.table.board.viewport()
        assert port is not None
        try:
            found = [_timed(port.repaint, check) for _ in range(count)]
        finally:
            window.close()
    return found


def fact_to_paint_ms(count: int, check: Callable[[], None] = lambda: None) -> list[float]:
    """Return how long it takes from a magnet that is put on a live twin until the screen has painted what that did.

    ``check`` is called again and again, and may raise.
    """
    with tempfile.TemporaryDirectory() as folder:
        window = Window(HomeLobby(Path(folder)), pace=0)
        window.resize(*SIZE)
        window.show()
        window.begin(Wish("armada", ("person", "person"), VIRTUAL))
        try:
            _spin(lambda: window.session is not None and _is_ready(window), check)
            found = [_put_and_paint(window, number, check) for number in range(count)]
        finally:
            window.close()
    return found


def _put_and_paint(window: Window, number: int, check: Callable[[], None]) -> float:
    """Put a stray magnet on a free tile, wait for it on the screen, take it away again."""
    assert window.session is not None
    assert window.session.hands is not None
    assert window.table is not None
    desk, board = window.session.hands.desk, window.table.board
    tile = board.board.table.profile.tile_named(FREE_TILE).index
    port = board.viewport()
    assert port is not None
    name = f"stray-{number}"
    began = time.perf_counter()
    desk.put(name, "base", tile)
    _spin(lambda: _has(window, tile), check)
    port.repaint()
    took = 1000 * (time.perf_counter() - began)
    desk.lift(name)
    _spin(lambda: not _has(window, tile), check)
    return took


def _has(window: Window, tile: int) -> bool:
    picture = window.table.board.board.picture if window.table else None
    return picture is not None and bool(picture.tiles[tile])


def _is_ready(window: Window) -> bool:
    picture = window.table.board.board.picture if window.table else None
    return picture is not None and picture.is_linked and picture.prompt.kind == "turn"


def _spin(holds: Callable[[], bool], check: Callable[[], None] = lambda: None) -> None:
    """Let the application work until something holds."""
    end = time.perf_counter() + PATIENCE_S
    while not holds():
        check()
        if time.perf_counter() > end:
            raise RuntimeError("The table did not answer. Run deadfall doctor to see what is wrong.")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 1)


def _timed(deed: Callable[[], None], check: Callable[[], None]) -> float:
    check()
    began = time.perf_counter()
    deed()
    return 1000 * (time.perf_counter() - began)


def _start(folder: Path) -> None:
    """Be the process whose start is measured."""
    application = app()
    window = Window(HomeLobby(folder))
    window.show()
    _spin(window.isVisible)
    window.repaint()
    print(_USABLE, flush=True)
    window.close()
    application.quit()


if __name__ == "__main__":
    _start(Path(sys.argv[1]))
