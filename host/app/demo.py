"""House players play whole games in the real window, through the whole chain from the twin's magnets to the lights.

>>> with Demo(folder) as demo:                                                 # doctest: +SKIP
...     demo.play(Wish("loot", ("apprentice", "wanderer"), profile="field")).is_finished
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

from PyQt6.QtCore import QEventLoop, QTimer
from PyQt6.QtWidgets import QApplication

from host.app import errors, theme
from host.app.hands import PACE_MS
from host.app.interrupts import Interrupts
from host.app.lobby import LobbyError
from host.app.opening import HomeLobby
from host.app.window import Window
from host.app.wishes import Wish
from host.play import thinking
from host.play.picture import Picture

PATIENCE_S = 180.0  # longer than three house players may think, one after the other
THINK_S = 0.8  # how long a house player takes where people watch
LINGER_S = 4.0  # how long the end of a game is shown to them
LOOK_MS = 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went. ``problem`` is a whole sentence; empty if the game came to its end."""

    answers: int
    refused: int  # answers of house players that were refused or had to be given by others
    seconds: float
    problem: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether the game came to its end."""
        return not self.problem


class Demo:
    """Opens one window and plays games in it. ``is_fast``: as fast as the chain allows, with nobody watching.

    A game in which nothing happens for ``patience_s`` seconds is stuck.
    """

    def __init__(self, folder: Path, *, is_fast: bool = False, patience_s: float = PATIENCE_S) -> None:
        self._app = QApplication.instance() or QApplication(["deadfall"])
        assert isinstance(self._app, QApplication)
        theme.dress(self._app)
        self._linger_s = 0.0 if is_fast else LINGER_S
        self._patience_s = patience_s
        self._lobby = HomeLobby(folder, think_s=0.0 if is_fast else THINK_S)
        self._window = Window(self._lobby, pace=0 if is_fast else PACE_MS)
        self._faults = _Faults()
        self._interrupts = Interrupts()
        self._is_closed = False
        self._undo: list[Callable[[], object]] = []

    def __enter__(self) -> Self:
        self._undo.append(errors.install(self._window.failed.emit))
        logging.getLogger(thinking.__name__).addHandler(self._faults)
        self._undo.append(lambda: logging.getLogger(thinking.__name__).removeHandler(self._faults))
        self._interrupts.__enter__()
        self._undo.append(lambda: self._interrupts.__exit__(None, None, None))
        self._window.show()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._window.leave()
        self._window.close()
        for undo in reversed(self._undo):
            undo()

    def play(self, wish: Wish) -> Outcome:
        """Play one game to its end; KeyboardInterrupt if somebody presses Ctrl-C or closes the window."""
        begun, faults = monotonic(), self._faults.count
        try:
            opened = self._lobby.open(wish, self._window.pictured)
        except LobbyError as error:
            if self._is_stopped():  # Ctrl-C in a terminal ends a board that has just been started, too
                raise KeyboardInterrupt from error
            return Outcome(0, 0, monotonic() - begun, str(error))
        self._window.show_table(opened)
        watch = _Watch(lambda: opened.table.picture, self._patience_s, self._linger_s)
        self._run(watch)
        picture = opened.table.picture
        self._window.leave()
        if self._is_stopped():
            raise KeyboardInterrupt
        answers = sum(line.kind == "answer" for line in picture.lines)
        problem = "" if picture.prompt.kind == "over" else _stuck(picture)
        return Outcome(answers, self._faults.count - faults, monotonic() - begun, problem)

    def _run(self, watch: _Watch) -> None:
        """Let the window live until a game is over or stuck, or somebody has seen enough."""
        loop, timer = QEventLoop(), QTimer()

        def look() -> None:
            self._is_closed = self._is_closed or not self._window.isVisible()
            if self._is_stopped() or watch.is_done(monotonic()):
                loop.quit()

        timer.timeout.connect(look)
        timer.start(LOOK_MS)
        loop.exec()
        timer.stop()

    def _is_stopped(self) -> bool:
        return self._is_closed or self._interrupts.came


class _Watch:
    """Looks at a game until it is over, or until nothing has happened for too long."""

    def __init__(self, look: Callable[[], Picture], patience_s: float, linger_s: float) -> None:
        self._look = look
        self._patience_s = patience_s
        self._linger_s = linger_s
        self._seen: tuple[object, ...] = ()
        self._since = monotonic()

    def is_done(self, now: float) -> bool:
        picture = self._look()
        seen = (len(picture.lines), picture.prompt.kind == "over")
        if seen != self._seen:
            self._seen, self._since = seen, now
        return now - self._since >= (self._linger_s if seen[1] else self._patience_s)


class _Faults(logging.Handler):
    """Counts what went wrong with house players."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Count a fault."""
        self.count += 1


def _stuck(picture: Picture) -> str:
    """Say where a game is stuck."""
    prompt = picture.prompt
    told = " ".join(filter(None, (prompt.title, prompt.detail, picture.notice, picture.link)))
    last = next((line.text for line in reversed(picture.lines) if line.kind == "answer"), "nothing")
    return (
        f"The game is stuck in turn {picture.turn} after {len(picture.lines)} lines (the last answer: {last}): {told}"
    )
