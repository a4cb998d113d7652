"""Ctrl-C while a window is open: a handler notes it, for an exception in one of Qt's slots would end the process."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

from PyQt6.QtCore import QSocketNotifier
from PyQt6.sip import voidptr


class Interrupts:
    """Notes Ctrl-C and then calls `react`. The signal wakes Qt's loop through a socket, for the loop runs no Python.

    Attributes:
        came: whether Ctrl-C was pressed.
    """

    def __init__(self, react: Callable[[], object] = lambda: None) -> None:
        self.came = False
        self._react = react

    def __enter__(self) -> Self:
        self._inner, self._outer = socket.socketpair()
        for end in (self._inner, self._outer):
            end.setblocking(False)
        socket_of_qt = voidptr(self._inner.fileno())
        self._notifier = QSocketNotifier(socket_of_qt, QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._read)
        self._before = (
            signal.signal(signal.SIGINT, self._note),
            signal.set_wakeup_fd(self._outer.fileno(), warn_on_full_buffer=False),
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        handler, wakeup = self._before
        signal.set_wakeup_fd(wakeup)
        signal.signal(signal.SIGINT, handler)
        self._notifier.setEnabled(False)
        for end in (self._inner, self._outer):
            end.close()

    def check(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed."""
        if self.came:
            raise KeyboardInterrupt

    def _note(self, number: int, frame: object) -> None:
        self.came = True
        self._react()

    def _read(self) -> None:
        with suppress(OSError):
            self._inner.recv(64)
