"""The twin's table as hands reach it: a protocol, and a thread that keeps the window from waiting for it."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable
from typing import Literal, Protocol

from PyQt6.QtCore import QObject, pyqtSignal

from hardware.twin.board import Twin
from hardware.twin.client import TwinControl, TwinError
from hardware.twin.control import Control
from hardware.twin.objects import Facing
from hardware.twin.phrases import Request
from host.link import RGB

LOOK_S = 0.033
Answer = Literal["yes", "no"]


class Desk(Protocol):
    """What hands do at a table with magnets and pads; ``hardware.twin.client.TwinControl`` is one."""

    def put(self, name: str, kind: str, tile: int | str, *, facing: Facing = "north") -> None:
        """Put an object on a tile."""

    def put_card(self, name: str, pad: int | str) -> None:
        """Lay something with a tag on a pad."""

    def tap_card(self, name: str, pad: int | str) -> None:
        """Hold something with a tag to a pad for a moment."""

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


class TableDesk(QObject):
    """A virtual table that hands reach onto; what it cannot do it says in a sentence.

    Signals:
        lit: a frame of lights that differs from the last one.
        failed: a sentence; the table refused something or has ended.
    """

    lit = pyqtSignal(object)
    failed = pyqtSignal(str)

    def start(self) -> None:
        """Begin to look at the lights."""

    def stop(self) -> None:
        """Leave the table."""

    def do(self, request: Request) -> None:
        """Have something done at the table."""
        raise NotImplementedError

    def put(self, name: str, kind: str, tile: int | str, *, facing: Facing = "north") -> None:
        """Put an object on a tile."""
        self.do({"do": "put", "object": name, "kind": kind, "tile": tile, "facing": facing})

    def put_card(self, name: str, pad: int | str) -> None:
        """Lay something with a tag on a pad."""
        self.do({"do": "put", "object": name, "kind": "card", "pad": pad})

    def tap_card(self, name: str, pad: int | str) -> None:
        """Hold something with a tag to a pad for a moment."""
        self.do({"do": "tap", "object": name, "pad": pad})

    def slide(self, name: str, tile: int | str, ms: float = 300.0) -> None:
        """Slide an object over the table."""
        self.do({"do": "slide", "object": name, "tile": tile, "ms": ms})

    def turn(self, name: str, degrees: float, ms: float = 0.0) -> None:
        """Turn an object clockwise."""
        self.do({"do": "turn", "object": name, "degrees": degrees, "ms": ms})

    def lift(self, name: str) -> None:
        """Take an object away."""
        self.do({"do": "lift", "object": name})

    def press(self, seat: int, answer: str) -> None:
        """Press a seat's button and hold it."""
        self.do({"do": "press", "seat": seat, "answer": answer})

    def release(self, seat: int, answer: str) -> None:
        """Let a seat's button go."""
        self.do({"do": "release", "seat": seat, "answer": answer})

    def plug(self, is_in: bool) -> None:
        """Plug the cable in, or pull it."""
        self.do({"do": "replug" if is_in else "unplug"})


class LocalDesk(TableDesk):
    """A twin in this process. Nobody looks by himself: ``look`` tells what the lights show.

    Attributes:
        asked: everything that hands have done.
    """

    def __init__(self, twin: Twin, plugged: Callable[[bool], None] = lambda _: None) -> None:
        super().__init__()
        self.asked: list[Request] = []
        self._twin = twin
        self._plugged = plugged
        self._control = Control(twin)

    def do(self, request: Request) -> None:
        """Have something done; it takes effect when time passes."""
        self.asked.append(request)
        reply = self._control.handle(json.dumps(request))
        if not reply["ok"]:
            self.failed.emit(str(reply["error"]))

    def plug(self, is_in: bool) -> None:
        """Plug the cable in, or pull it: whoever drives the twin does it."""
        self._plugged(is_in)

    def look(self) -> None:
        """Tell what the lights show."""
        self.lit.emit(self._twin.lights())


class TwinDesk(TableDesk):
    """A twin that runs as a process, behind a thread: requests go out in order, lights come back 30 times a second."""

    def __init__(self, connect: Callable[[], TwinControl]) -> None:
        super().__init__()
        self._connect = connect
        self._requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="twin-desk", daemon=True)

    def start(self) -> None:
        """Connect and begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the table."""
        self._requests.put(None)
        self._thread.join(2.0)

    def do(self, request: Request) -> None:
        """Have something done, soon."""
        self._requests.put(request)

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

    def _try(self, request: Request, control: TwinControl) -> None:
        try:
            control.ask(**request)  # type: ignore[arg-type]
        except TwinError as error:
            self.failed.emit(str(error))
