"""A terminal for tests: a program on a real pseudo-terminal, and the screen that its output makes."""

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time

DEADLINE_S = 100  # a busy machine is no reason to fail
_TOKEN = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|([^\x1b]+)")
# Whole sequences and whole UTF-8 characters: what was cut off at the end of a read waits for the next.
_WHOLE = re.compile(
    rb"(?:\x1b\[[?0-9;]*[A-Za-z]|[\x00-\x1a\x1c-\x7f]|[\xc0-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf7][\x80-\xbf]{3})*"
)


class FakeTerminal:
    """Runs `deadfall` on a pseudo-terminal; `lines` is what a person would see."""

    def __init__(self, *words, columns=80, rows=24, **environment):
        self.columns, self.rows = columns, rows
        self.raw = ""
        self.exit_code = None
        self._pending = b""
        self._clear()
        self._ends = self._master, self._slave = os.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self._slave)
        command = [sys.executable, "-c", "import sys; from host.cli import main; sys.exit(main())", *words]
        settings = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"} | environment
        inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
        self.process = subprocess.Popen(
            command,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env=inherited | settings,
            start_new_session=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            self.wait()
        self.close()

    def close(self):
        """Close the window."""
        for end in self._ends:
            os.close(end)
        self._ends = ()

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        os.write(self._master, keys)

    @property
    def text(self):
        return "\n".join(self.lines)

    def see(self, wanted):
        """Read until the screen shows a text (or fulfils a condition); fail after DEADLINE_S."""
        condition = wanted if callable(wanted) else lambda screen: wanted in screen.text
        deadline = time.monotonic() + DEADLINE_S
        while not condition(self):
            assert time.monotonic() < deadline, f"{wanted!r} was not seen:\n{self.text}\n{self.raw[-300:]!r}"
            assert self.process.poll() is None or self._read(0), f"ended without {wanted!r}:\n{self.raw[-2000:]}"
            self._read(0.1)
        return self

    def wait(self):
        """Read until the program ends; return its exit code."""
        deadline = time.monotonic() + DEADLINE_S
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"did not end:\n{self.text}"
            self._read(0.1)
        while self._read(0):
            pass
        return self.process.returncode

    @property
    def is_restored(self):
        """Whether the terminal is as it was: mode, cursor, wrapping, screen."""
        left = [self.raw.rfind(sequence) for sequence in ("\x1b[?1049l", "\x1b[?25h", "\x1b[?7h")]
        taken = [self.raw.rfind(sequence) for sequence in ("\x1b[?1049h", "\x1b[?25l", "\x1b[?7l")]
        return termios.tcgetattr(self._slave) == self.before and all(a > b for a, b in zip(left, taken, strict=True))

    def _clear(self):
        self.lines = [""] * 200
        self._row = self._column = 0

    def _read(self, timeout):
        ready, _, _ = select.select([self._master], [], [], timeout)
        if not ready:
            return False
        self._pending += os.read(self._master, 65536)
        whole = _WHOLE.match(self._pending).end()
        text, self._pending = self._pending[:whole].decode(), self._pending[whole:]
        self.raw += text
        for parameters, final, chars in _TOKEN.findall(text):
            self._apply(parameters, final, chars)
        return True

    def _apply(self, parameters, final, chars):
        if chars:
            line = self.lines[self._row].ljust(self._column)
            self.lines[self._row] = line[: self._column] + chars + line[self._column + len(chars) :]
            self._column += len(chars)
        elif final == "H":
            self._row, self._column = (int(number) - 1 for number in parameters.split(";"))
        elif final == "K":
            self.lines[self._row] = self.lines[self._row][: self._column]
        elif final == "J":
            self._clear()
