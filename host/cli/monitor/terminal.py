"""The terminal: taken over on entry, given back on exit, whatever happened in between."""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import tty
from types import FrameType, TracebackType
from typing import Self

from host.cli.monitor.keys import Keys

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"  # other screen, no cursor, no wrapping, empty
_LEAVE = "\x1b[m\x1b[?7h\x1b[?25h\x1b[?1049l"
# Synchronised output: terminals that know it show the whole picture at once, others ignore it.
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"
_ENDINGS = (signal.SIGTERM, signal.SIGHUP)
_GONE = 128 + signal.SIGHUP  # the exit code where the terminal has been closed


class Terminal:
    """Draws lines in place and reads keys. SIGTERM and SIGHUP leave the block like an exit, so it is restored too."""

    def __init__(self) -> None:
        self._in, self._out = sys.stdin.fileno(), sys.stdout.fileno()
        self._keys = Keys()
        self._shown: list[str] = []
        self._size = (0, 0)
        self._ended_by = 0

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._in)
        self._handlers = {number: signal.signal(number, self._end) for number in _ENDINGS}
        tty.setraw(self._in)
        self._write(_ENTER)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        try:
            self._write(_LEAVE)
            termios.tcsetattr(self._in, termios.TCSAFLUSH, self._before)
        except (SystemExit, termios.error):  # the terminal itself has gone
            return

    def size(self) -> tuple[int, int]:
        """Columns and rows, as they are now."""
        size = os.get_terminal_size(self._out)
        return (size.columns, size.lines) if size.columns and size.lines else (80, 24)

    def draw(self, lines: list[str]) -> None:
        """Show these lines, each as wide as the terminal; only those that differ from the last ones are written."""
        size = self.size()
        if size != self._size:
            self._size, self._shown = size, []
            self._write("\x1b[2J")
        old = self._shown + [""] * (len(lines) - len(self._shown))
        changed = [f"\x1b[{y};1H{line}" for y, line in enumerate(lines, 1) if line != old[y - 1]]
        self._shown = lines
        if changed:
            self._write(_BEGIN + "".join(changed) + _END)

    def keys(self, timeout: float) -> list[str]:
        """Wait at most so many seconds for keys; SystemExit if a signal has asked us to end."""
        ready, _, _ = select.select([self._in], [], [], timeout)
        if self._ended_by:
            raise SystemExit(128 + self._ended_by)
        if not ready:
            return self._keys.feed(b"")
        try:
            data = os.read(self._in, 1024)
        except OSError:
            data = b""
        if not data:
            raise SystemExit(_GONE)
        return self._keys.feed(data)

    def _write(self, text: str) -> None:
        data = text.encode(sys.stdout.encoding or "utf-8", "replace")
        try:
            while data:
                data = data[os.write(self._out, data) :]
        except OSError as error:
            raise SystemExit(_GONE) from error

    def _end(self, number: int, frame: FrameType | None) -> None:
        """Only note the signal: an exception here could cut an escape sequence in two."""
        self._ended_by = number
