"""Commands as real processes that cost no start: one Python imports everything once and forks for each of them.

``python -m tests.host.cli.forked`` reads a JSON object in each line, with the words of a command, its terminal and its
environment, and prints the id of its process. A line ``{"wait": id}`` waits for its end and prints its exit code.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib import import_module
from types import TracebackType
from typing import Any, Self, TextIO, cast

SLOW = (
    "hardware.twin.client",
    "hardware.twin.process",
    "host.app.demo",
    "host.app.measure",
    "host.cli.headless",
    "host.cli.monitor.desk",
    "host.cli.tags.twin_pad",
    "host.soak.kills",
    "host.soak.live",
)


class Commands:
    """Starts commands, and tells how they have ended."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def start(self, words: list[str], terminal: str, environment: dict[str, str]) -> int:
        """Run a command in a session of its own, at a terminal; return its process."""
        return self._ask(words=words, terminal=terminal, environment=environment)

    def exit_code(self, pid: int) -> int:
        """Wait for the end of a command."""
        return self._ask(wait=pid)

    def _ask(self, **request: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


def main() -> None:
    """Fork for each line."""
    from host.cli.main import make_parser

    make_parser()
    import_what_is_slow()
    while line := sys.stdin.buffer.raw.readline():  # type: ignore[attr-defined]  # a child must find no line read ahead
        request = json.loads(line)
        if "wait" in request:
            print(os.waitstatus_to_exitcode(os.waitpid(request["wait"], 0)[1]), flush=True)
        elif pid := os.fork():
            print(pid, flush=True)
        else:
            begin(request)
            return


def import_what_is_slow() -> None:
    """Import what the commands import only when they run."""
    for name in SLOW:
        import_module(name)


def begin(request: dict[str, Any]) -> None:
    """Be the command, from a process that looks freshly started."""
    from host.cli.main import main as run

    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests in the background ignores it
    terminal = os.open(request["terminal"], os.O_RDWR)
    for number in range(3):
        os.dup2(terminal, number)
    os.close(terminal)
    os.environ.update(request["environment"])
    sys.stdin, sys.stdout, sys.stderr = map(_opened, range(3), "rww")
    sys.exit(run(request["words"]))


def _opened(number: int, mode: str) -> TextIO:
    return cast(TextIO, os.fdopen(number, mode, encoding="utf-8", buffering=1, closefd=False))


if __name__ == "__main__":
    main()
