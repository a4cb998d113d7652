"""How benches and soaks talk to people and to programs: a progress bar, a seed, one JSON object at the end.

with Progress(total=1000, label="soak link") as progress:
    progress.update(done, "3 reboots")
emit({"sent": 1000, "lost": 0}, as_json=args.json)
"""

from __future__ import annotations

import argparse
import json
import secrets
import shutil
import sys
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Self, TextIO

REDRAW_S = 0.1
SEEDS = 1 << 32
_BAR = 24
_CLEAR_LINE = "\r\x1b[K"


def add_json(parser: argparse.ArgumentParser) -> None:
    """Give a command `--json`."""
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object on the last line")


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Give a command `--seed`."""
    parser.add_argument("--seed", type=_seed, metavar="N", help="repeat a run exactly (default: a new seed each time)")


def settle_seed(args: argparse.Namespace) -> int:
    """Return the seed that was given or a new one, keep it in `args.seed`, and print it in any case."""
    if args.seed is None:
        args.seed = secrets.randbelow(SEEDS)
    print(f"seed: {args.seed}", flush=True)
    return int(args.seed)


def emit(result: Mapping[str, object], as_json: bool, stream: TextIO | None = None) -> None:
    """Print a result: a line for each name, or one JSON object in one line."""
    out = sys.stdout if stream is None else stream
    if as_json:
        print(json.dumps(result, separators=(", ", ": ")), file=out, flush=True)
        return
    width = max((len(name) for name in result), default=0)
    for name, value in result.items():
        print(f"{name.ljust(width)}  {_in_words(value)}", file=out, flush=True)


def emit_file(text: str) -> None:
    """Print the text of a file: in UTF-8, for it is meant for a file, whatever a terminal can show."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


class Progress:
    """A bar that redraws itself on one line of stderr; where that is no terminal, it draws nothing.

    Without a `total` only the count is shown. `update` may be called as often as you like.
    """

    def __init__(self, total: int | None = None, label: str = "", stream: TextIO | None = None) -> None:
        self.total = total
        self.label = label
        self._stream = sys.stderr if stream is None else stream
        self._is_shown = self._stream.isatty()
        self._started = time.monotonic()
        self._drawn = self._started - REDRAW_S

    def __enter__(self) -> Self:
        self._draw(0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def update(self, done: int, note: str = "") -> None:
        """Show that `done` of `total` is done, and a short note behind it."""
        now = time.monotonic()
        if now - self._drawn >= REDRAW_S:
            self._drawn = now
            self._draw(done, note)

    def _draw(self, done: int, note: str = "") -> None:
        if not self._is_shown:
            return
        columns = shutil.get_terminal_size().columns
        line = progress_line(self.label, done, self.total, time.monotonic() - self._started, note)
        self._stream.write(_CLEAR_LINE + line[: columns - 1])
        self._stream.flush()

    def close(self) -> None:
        """Wipe the bar, so that what is printed next stands alone."""
        if self._is_shown:
            self._stream.write(_CLEAR_LINE)
            self._stream.flush()
            self._is_shown = False


def progress_line(label: str, done: int, total: int | None, seconds: float, note: str = "") -> str:
    """Return one line: label, bar, count, time left, note.

    >>> progress_line("soak", 500, 1000, 10.0)
    'soak  ━━━━━━━━━━━━────────────   50 %  500 of 1,000  10 s left'
    """
    if not total:
        parts = [label, f"{done:,}", f"{seconds:.0f} s", note]
    else:
        share = min(1.0, done / total)
        bar = "━" * round(share * _BAR)
        left = f"{seconds / done * (total - done):.0f} s left" if done else ""
        parts = [label, bar.ljust(_BAR, "─"), f"{share * 100:3.0f} %", f"{done:,} of {total:,}", left, note]
    return "  ".join(part for part in parts if part)


def _seed(text: str) -> int:
    sentence = f"A seed must be a whole number from 0 to {SEEDS - 1}, not {text!r}."
    try:
        value = int(text, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(sentence) from None
    if not 0 <= value < SEEDS:
        raise argparse.ArgumentTypeError(sentence)
    return value


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.3f}".rstrip("0").rstrip(".")
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
