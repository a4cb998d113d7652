"""The twin's table as hands reach it: a protocol, and a thread that keeps the window from waiting for it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Literal, Protocol

from PyQt6.QtCore import QObject, pyqtSignal

from hardware.twin.client import TwinControl, TwinError
from hardware.twin.objects import Facing

LOOK_S = 0.033
Answer = Literal["yes", "no"]
RGB = tuple[int, int, int]


class Desk(Protocol):
    """What hands do at a table with magnets; ``hardware.twin.client.TwinControl`` is one."""

    def put(self, name: str, kind: str, tile: int | str, *, facing: Facing = "north") -> None:
        """Put an object on a tile."""

    def slide(self, name: str, tile: int | str, ms: float = 300.0) -> None:
        """Slide an object over the table."""

    def turn(self, name: str, degrees: float, ms: float = 0.0) -> None:
        """Turn an object clockwise."""

    def lift(self, name: str) -> None:
        """Take an object away."""

    def press(self, seat: int, answer: str) -> None:
        """Press a seat's button and hold it."""

    def release(self, seat: int, answer: str) -> None:
        """Let a seat's button go."""


class TwinDesk(QObject):
    """A twin's table behind a thread of its own: requests go out in order, lights come back 30 times a second.

    Signals:
        lit: a frame that differs from the last one.
        failed: a sentence; the twin refused something or has ended.
    """

    lit = pyqtSignal(object)
    failed = pyqtSignal(str)

    def __init__(self, connect: Callable[[], TwinControl]) -> None:
        super().__init__()
        self._connect = connect
        self._requests: queue.SimpleQueue[Callable[[TwinControl], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="twin-desk", daemon=True)

    def start(self) -> None:
        """Connect and begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the table."""
        self._requests.put(None)
        self._thread.join(2.0)

    def put(self, name: str, kind: str, tile: int | str, *, facing: Facing = "north") -> None:
        """Put an object on a tile."""
        self._requests.put(lambda control: control.put(name, kind, tile, facing=facing))

    def slide(self, name: str, tile: int | str, ms: float = 300.0) -> None:
        """Slide an object over the table."""
        self._requests.put(lambda control: control.slide(name, tile, ms))

    def turn(self, name: str, degrees: float, ms: float = 0.0) -> None:
        """Turn an object clockwise."""
        self._requests.put(lambda control: control.turn(name, degrees, ms))

    def lift(self, name: str) -> None:
        """Take an object away."""
        self._requests.put(lambda control: control.lift(name))

    def press(self, seat: int, answer: str) -> None:
        """Press a seat's button and hold it."""
        self._requests.put(lambda control: control.press(seat, answer))

    def release(self, seat: int, answer: str) -> None:
        """Let a seat's button go."""
        self._requests.put(lambda control: control.release(seat, answer))

    def unplug(self) -> None:
        """Pull the cable."""
        self._requests.put(lambda control: control.unplug())

    def replug(self) -> None:
        """Plug it in again."""
        self._requests.put(_replug)

    # ---- the thread ------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            with self._connect() as control:
                self._serve(control)
        except (OSError, TwinError) as error:
            self.failed.emit(f"The virtual table has ended ({error}). Begin again from the start screen.")

    def _serve(self, control: TwinControl) -> None:
        frame: list[RGB] = []
        while True:
            try:
                request = self._requests.get(timeout=LOOK_S)
            except queue.Empty:
                now = control.lights()
                if now != frame:
                    frame = now
                    self.lit.emit(frame)
                continue
            if request is None:
                return
            self._try(request, control)

    def _try(self, request: Callable[[TwinControl], None], control: TwinControl) -> None:
        try:
            request(control)
        except TwinError as error:
            self.failed.emit(str(error))


def _replug(control: TwinControl) -> None:
    control.replug()
