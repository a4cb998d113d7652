"""`deadfall board list`: which boards are plugged in."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command
from host.cli.report import add_json, emit
from host.cli.table import table

if TYPE_CHECKING:
    from host.link import Candidate, Found

COLUMNS = ("port", "usb", "uid", "firmware", "profile", "state")
NOBODY = """\
No board is plugged in. Plug one in (or look with: deadfall board doctor), or try a simulated one:
  deadfall board monitor
  deadfall board twin"""

_EXAMPLES = """\
  deadfall board list
  deadfall board list --json
"""
_STATES = {"open": "cannot be opened", "repl": "at the prompt", "silent": "no answer"}


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "list",
        run,
        summary="list the boards that are plugged in",
        description="List the boards that are plugged in. Only ports with a USB id that a board can have are opened.",
        examples=_EXAMPLES,
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Ask every candidate who it is."""
    from host.link import candidates

    found = [row_of(candidate) for candidate in candidates()]
    if args.json:
        emit({"boards": found}, as_json=True)
    elif found:
        print(table(COLUMNS, [[row[name] for name in COLUMNS] for row in found]))
    else:
        print(NOBODY)
    return 0


def row_of(candidate: Candidate) -> dict[str, str]:
    """Return what is known about the board at a port."""
    from host.link import Problem, identify

    row = dict.fromkeys(COLUMNS, "") | {"port": candidate.port, "usb": candidate.description}
    found = identify(candidate.port)
    if isinstance(found, Problem):
        return row | {"state": _STATES[found.kind], "sentence": found.sentence}
    return row | _describe(found)


def _describe(found: Found) -> dict[str, str]:
    banner = found.banner
    row = {"uid": banner.uid, "firmware": banner.firmware}
    if found.problem:
        return row | {"state": "wrong version", "sentence": found.problem}
    return row | {"profile": _profile(found.port), "state": state_of(banner.flags)}


def state_of(flags: int) -> str:
    """Return in two words how a board is, from the flags of its banner."""
    from firmware import wire

    if flags & wire.FLAG_SAFE:
        return "safe mode"
    return "has crashed" if flags & wire.FLAG_FAULT else "ready"


def _profile(port: str) -> str:
    from host.cli.board.session import session

    try:
        with session(port) as driver:
            return str(driver.link.caps.get("profile", ""))
    except CommandError:
        return "?"
