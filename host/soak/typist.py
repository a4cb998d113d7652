"""A person at the keyboard of ``deadfall``: types lines and reads what is printed."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

REFUSED = "!!"
_DOZE_S = 0.005


class Typist:
    """Runs a command as a process of its own.

    Attributes:
        lines: what it has printed so far.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.lines: list[str] = []
        self._judged = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "host.cli", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # Ctrl-C in a terminal is not for it
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        self.lines.extend(line.rstrip("\n") for line in self._process.stdout)

    def say(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._judged = len(self.lines)
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def was_refused(self) -> bool:
        """Tell whether a refusal was printed since the last line was typed."""
        return any(line.startswith(REFUSED) for line in self.lines[self._judged :])

    def number_of(self, answer: str, beside: str) -> str:
        """Return the number of an answer that was offered since the last line was typed, beside another; or nothing."""
        offered = {}
        for line in self.lines[self._judged :]:
            number, _, label = line.strip().partition(" ")
            if number.isdecimal():
                offered[label.lower()] = number
        return offered.get(answer, "") if beside in offered else ""

    def until(self, text: str, seconds: float) -> bool:
        """Wait until a text was printed; False if it was not in time."""
        end = time.monotonic() + seconds
        while not any(text in line for line in list(self.lines)):
            if time.monotonic() > end:
                return False
            time.sleep(_DOZE_S)
        return True

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):  # what was typed last is lost with it
                stream.close()
