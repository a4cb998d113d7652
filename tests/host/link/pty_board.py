"""A scripted board behind a real pseudo-terminal, in a thread of its own."""

import os
import queue
import select
import threading
import time
import tty
from pathlib import Path

from tests.host.link.scripted_board import ScriptedBoard

WAIT_S = 100.0


class PtyBoard:
    """``port`` is a path that stays the same when the board is unplugged and plugged in again."""

    def __init__(self, folder, **board):
        self.port = str(Path(folder) / "port")
        self.board = ScriptedBoard(**board)
        self.lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = None

    def plug(self):
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        Path(self.port).symlink_to(os.ttyname(self._slave))
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def unplug(self):
        self._stopping.set()
        self._thread.join()
        self._thread = None
        Path(self.port).unlink()
        os.close(self._master)
        os.close(self._slave)

    def set_tile(self, tile, value):
        with self.lock:
            self.board.set_tile(tile, value)

    def close(self):
        if self._thread:
            self.unplug()

    def _run(self):
        while not self._stopping.is_set():
            ready, _, _ = select.select([self._master], [], [], 0.002)
            rx = os.read(self._master, 4096) if ready else b""
            with self.lock:
                _, sent = self.board.step(time.monotonic_ns() // 1_000_000, rx)
            os.write(self._master, sent)


class Heard:
    """A listener that a test can wait on."""

    def __init__(self):
        self._queue = queue.Queue()

    def __call__(self, happening):
        self._queue.put(happening)

    def wait_for(self, kind, condition=lambda happening: True):
        """Return the next happening of this kind that fulfils the condition; raise queue.Empty after WAIT_S."""
        deadline = time.monotonic() + WAIT_S
        while True:
            happening = self._queue.get(timeout=max(0, deadline - time.monotonic()))
            if isinstance(happening, kind) and condition(happening):
                return happening
