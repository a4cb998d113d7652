"""`deadfall board twin`: a simulated board that any serial program can open."""

from __future__ import annotations

import argparse
from pathlib import Path

from host.cli.board.options import PROFILE, add_profile, add_twin_options
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command, whole_number

_EXAMPLES = """\
  deadfall board twin
  deadfall board twin --runtime micropython --profile field --link /tmp/table
  deadfall board monitor --port /tmp/table     in another terminal
"""
_READY = """\
A simulated board runs here ({profile}, {runtime}). Ctrl-C ends it.
  port     {port}
  control  {control}
Open the port with any serial program, or with:
  deadfall board monitor --port {port}
Move its pieces through the control channel, one line for each request. Only you can reach it:
  echo "put base A on tile 12, facing east" | nc -U {control}
"""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "twin",
        run,
        summary="run a simulated board in the foreground",
        description="Run a simulated board: the firmware against models of the hardware, on a port of its own.",
        examples=_EXAMPLES,
    )
    add_twin_options(parser)
    add_profile(parser, PROFILE, f"default: {PROFILE}")
    parser.add_argument("--link", type=Path, metavar="PATH", help="a stable name for the port, made as a symbolic link")
    parser.add_argument(
        "--control", type=Path, metavar="PATH", help="a stable name for the control channel, made as a symbolic link"
    )
    parser.add_argument(
        "--socket", action="store_true", help="offer the port as socket:// instead of a pseudo-terminal"
    )
    parser.add_argument("--name", default="twin", help="tells this board from others; its uid follows from it")
    parser.add_argument(
        "--seed", type=whole_number, default=0, metavar="N", help="how its reeds differ and bounce (default: 0)"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C, or until a program asks it to end."""
    from hardware.twin.ports import HAS_PTY
    from hardware.twin.process import serve

    _check_link("--link", args.link)
    _check_link("--control", args.control)
    try:
        is_interrupted = serve(
            args.profile,
            args.runtime,
            seed=args.seed,
            name=args.name,
            link=args.link,
            sockets=args.socket or not HAS_PTY,
            control=args.control,
            ready=lambda port, control: _tell(args, port, control),
        )
    except OSError as error:
        raise CommandError(
            f"The twin could not open its ports ({error}). Choose another --link or --control."
        ) from error
    print("The board has ended.")
    if is_interrupted:
        raise KeyboardInterrupt
    return 0


def _tell(args: argparse.Namespace, port: str, control: str) -> None:
    print(_READY.format(profile=args.profile, runtime=args.runtime, port=port, control=control), flush=True)


def _check_link(option: str, link: Path | None) -> None:
    """Refuse to replace a file that is not a link of an earlier twin."""
    if link is not None and link.exists() and not link.is_symlink():
        raise CommandError(f"{link} is a file of another kind and stays as it is. Choose another name for {option}.")
