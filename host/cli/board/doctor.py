"""`deadfall board doctor`: why does it not work?"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from host.cli.board.options import add_port
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command
from host.cli.report import add_json, emit

if TYPE_CHECKING:
    from host.cli.doctor.finding import Finding

_MARKS = {"ok": "ok  ", "info": "    ", "warning": "WARN", "problem": "FAIL"}
_EXAMPLES = """\
  deadfall board doctor                    check the computer and every board that is plugged in
  deadfall board doctor /dev/ttyACM0       check the board at this port
  deadfall board doctor --port auto        check the board that is plugged in
  deadfall board doctor --forget auto      the same, and have the board forget its crash record
"""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "doctor",
        run,
        summary="say in plain sentences what is wrong, and how to cure it",
        description="Check this computer and its boards. Exit code 0: nothing stops the table; 1: something does.",
        examples=_EXAMPLES,
    )
    add_port(parser, "default: all")
    parser.add_argument("--forget", action="store_true", help="have the board erase its crash record; needs PORT")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print finding after finding as they are made."""
    from host.cli.doctor.finding import Level

    if args.forget and not args.port:
        raise CommandError("Name the port of the board that is to forget its crash record.")
    findings = []
    for finding in _findings(args.port):
        findings.append(finding)
        if not args.json:
            _tell(finding)
    if args.forget:
        finding = _forget(args.port)
        findings.append(finding)
        if not args.json:
            _tell(finding)
    is_well = all(finding.level is not Level.PROBLEM for finding in findings)
    if args.json:
        emit({"ok": is_well, "findings": [finding.as_dict() for finding in findings]}, as_json=True)
    else:
        print(_verdict({finding.level.value for finding in findings}))
    return 0 if is_well else 1


def _verdict(levels: set[str]) -> str:
    if "problem" in levels:
        return "Something is in the way; the lines marked FAIL say what to do."
    if "warning" in levels:
        return "Nothing stops the table, but the lines marked WARN may hurt one day."
    return "All is well."


def _findings(port: str | None) -> Iterator[Finding]:
    from host.cli.doctor.environment import check_environment
    from host.cli.doctor.port import check_ports

    yield from check_environment()
    yield from check_ports(port)


def _tell(finding: Finding) -> None:
    print(f"{_MARKS[finding.level.value]}  {finding.sentence}")
    for line in finding.cure:
        print(f"        {line}", flush=True)


def _forget(port: str) -> Finding:
    from host.cli.board.session import answer, session
    from host.cli.doctor.finding import ok, problem

    try:
        with session(port) as driver:
            answer(driver.ask_fault(forget=True))
    except CommandError as error:
        return problem(f"The board could not be told to forget its crash record. {error}")
    return ok("The board has forgotten its crash record.")
