"""``deadfall engine``: the rules of a game for any program, as JSON lines on stdin and stdout."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import engines
from engines.core.protocol import Session
from host.cli.parser import Subparsers, add_command

MAX_LINE = 1_000_000  # bytes
_CHUNK = 65_536

_EXAMPLES = """\
  deadfall engine armada                          talk to it: one request in a line, one reply in a line
  echo '{"request": "new", "seed": 7}' | deadfall engine armada
  deadfall engine loot                            the same for Loot Trap
  deadfall engine armada < requests > replies     a whole conversation out of a file
"""

_DESCRIPTION = """\
Play a game by JSON lines: each line on stdin is a request, each line on stdout the reply to it. Nothing that is said
can end the engine but the request "quit" or the end of the input. docs/engine-protocol.md has every request, every
field and a bot in twenty lines."""

_HINT = """\
This is the engine protocol: type one JSON object in a line. Try
  {"request": "new", "seed": 7}
  {"request": "options", "texts": true}
  {"request": "feed", "say": "move ship-1 north"}
  {"request": "quit"}"""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "engine",
        run,
        summary="the rules of a game as JSON lines, for bots and notebooks",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
    )
    parser.add_argument("game", choices=engines.games(), metavar="GAME", help=f"one of: {', '.join(engines.games())}")


def run(args: argparse.Namespace) -> int:
    """Answer until the input ends."""
    if sys.stdin.isatty():
        print(_HINT, file=sys.stderr)
    converse(Session(engines.load(args.game)), sys.stdin.buffer, sys.stdout.buffer)
    return 0


def converse(session: Session, source: BinaryIO, sink: BinaryIO) -> None:
    """Reply to every line, at once, until the session or the input ends."""
    for line in lines(source):
        sink.write(encoded(reply(session, line)))
        sink.flush()
        if session.ended:
            return


def lines(source: BinaryIO) -> Iterator[bytes | None]:
    """Yield each line; None stands for one that is too long, which is passed over without keeping it."""
    while line := source.readline(MAX_LINE + 1):
        if len(line) <= MAX_LINE:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(_CHUNK)
        yield None


def reply(session: Session, line: bytes | None) -> dict[str, Any]:
    """Return the reply to one line."""
    if line is None:
        return _refusal(f"The line has more than {MAX_LINE} bytes; send less at once.")
    try:
        request = json.loads(line.rstrip(b"\r\n").decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError:
        return _refusal("The line is not UTF-8; send JSON in UTF-8.")
    except RecursionError:
        return _refusal("The line is nested too deeply.")
    except json.JSONDecodeError as error:
        return _refusal(f"The line is no JSON: {error.msg} at character {error.pos + 1}.")
    except ValueError:
        return _refusal("The line has a number that is too long, or one that JSON does not have (NaN, Infinity).")
    return session.handle(request)


def encoded(answer: dict[str, Any]) -> bytes:
    """Return a reply as a line. Half a surrogate pair, which only JSON can spell, goes back as JSON spells it."""
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def _no_number(name: str) -> None:
    raise ValueError(name)


def _refusal(sentence: str) -> dict[str, Any]:
    return {"ok": False, "error": sentence, "rule": None}
