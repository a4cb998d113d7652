"""From the words on the command line to an exit code.

0: done. 1: what was asked for failed, and a sentence on stderr says why. 2: the words made no sense. 130: Ctrl-C.
"""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

from host import __version__
from host.cli.errors import sentence_for
from host.cli.parser import Parser, new_parser
from host.plain import plain_lines

COMMANDS = (
    "host.cli.play",
    "host.cli.demo",
    "host.cli.ledger",
    "host.cli.board",
    "host.cli.tags",
    "host.cli.engine",
    "host.cli.catalogue",
    "host.cli.soak",
    "host.cli.bench",
    "host.cli.lab",
)
"""The modules of the commands, in the order of the help."""

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
LEVELS = ("debug", "info", "warning", "error")

_EPILOG = """\
examples:
  deadfall play                    the app: play on a virtual table or on your own
  deadfall play armada --headless  the same in plain lines
  deadfall demo loot               watch house players play in the app
  deadfall ledger show FILE        the record of a game in words
  deadfall board monitor           watch a board; without hardware: a simulated one
  deadfall board list              which boards are plugged in
  deadfall board doctor            why does it not work?
  deadfall tags enroll armada      give every card its tag
  deadfall engine armada           the rules of a game, for a bot of your own
  deadfall catalogue check FILE    is a catalogue of your own in order?
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        return _main(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


def _main(argv: Sequence[str] | None) -> int:
    _fill_streams()
    _speak_any_encoding()
    parser = make_parser()
    try:
        args = parser.parse_args(argv)
    except SystemExit as end:  # argparse has printed help, a version or what was wrong
        return int(end.code or OK)
    _log_plainly(args.log_level.upper())
    if not hasattr(args, "run"):
        args.parser.print_help()
        return OK
    return _run(args)


class _PlainFormatter(logging.Formatter):
    """Writes lines without what would steer a terminal: what is logged may come from a board or a file."""

    def format(self, record: logging.LogRecord) -> str:
        return plain_lines(super().format(record))


def _log_plainly(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_PlainFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])


def make_parser() -> argparse.ArgumentParser:
    """Return the parser with every command."""
    parser = new_parser(
        Parser,
        prog="deadfall",
        description="A table that watches board games: it reads the pieces and answers with light.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"deadfall {__version__}")
    parser.add_argument(
        "--log-level", choices=LEVELS, default="warning", help="what to log on stderr; debug also shows tracebacks"
    )
    parser.set_defaults(parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in COMMANDS:
        import_module(name).add(commands)
    return parser


def _run(args: argparse.Namespace) -> int:
    try:
        return int(args.run(args))
    except BrokenPipeError:  # the reader of our output has gone, `deadfall … | head` say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        if _was_interrupted(error):
            return INTERRUPTED
        if args.log_level == "debug":
            traceback.print_exc()
        print(f"deadfall: {plain_lines(sentence_for(error))}", file=sys.stderr)
        return FAILED


def _fill_streams() -> None:
    """Let every stream lead somewhere: whoever starts a program may have closed some, as ``<&-`` does in a shell."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _speak_any_encoding() -> None:
    """Write and read a replacement for what a terminal cannot show, such as a dash where there is only ASCII."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _was_interrupted(error: BaseException | None) -> bool:
    """Tell whether an error is only what became of Ctrl-C on its way up."""
    seen = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, KeyboardInterrupt):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False
