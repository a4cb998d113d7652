"""`deadfall board …`: boards, real or simulated."""

from __future__ import annotations

from importlib import import_module

from host.cli.parser import Subparsers, add_group

COMMANDS = ("monitor", "listing", "doctor", "twin", "config", "reboot")

_EXAMPLES = """\
  deadfall board monitor                       watch a simulated board and move its pieces
  deadfall board monitor --port auto           watch the board that is plugged in
  deadfall board list
  deadfall board doctor /dev/ttyACM0
"""


def add(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(subparsers, "board", summary="Watch, find, check and simulate boards.", examples=_EXAMPLES)
    for name in COMMANDS:
        import_module(f"host.cli.board.{name}").add(group)
