"""`deadfall board config`: tell a board which table it serves."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from host.cli.board.options import add_port, add_profile, needed_port
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command
from host.plain import plain_lines

if TYPE_CHECKING:
    from host.link import Driver

_EXAMPLES = """\
  deadfall board config /dev/ttyACM0                             show what it is set to
  deadfall board config /dev/ttyACM0 --profile grid --reboot     set it, and start it anew
"""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "config",
        run,
        summary="show or set a board's profile",
        description="Show a board's configuration, or write that of a profile to it, over the wire.",
        examples=_EXAMPLES,
    )
    add_port(parser, "needed")
    add_profile(parser, None, "without it the board's present configuration is shown")
    parser.add_argument(
        "--reboot", action="store_true", help="start the board anew, so that the profile counts at once"
    )


def run(args: argparse.Namespace) -> int:
    """Show the configuration, or write, read back and compare it."""
    from hardware import profiles
    from host.cli.board.reboot import restart
    from host.cli.board.session import answer, session

    wanted = profiles.load(args.profile) if args.profile else None
    with session(needed_port(args)) as driver:
        if wanted is None:
            text = plain_lines(answer(driver.ask_config()).decode("utf-8", "replace"))
            print(text or "The board has no configuration.")
        else:
            write(driver, config_bytes(wanted.board_config()))
            print(f"Board {driver.link.uid} is set to {wanted.name} ({wanted.title}).")
        if args.reboot:
            restart(driver)
        elif wanted is not None:
            print("It counts from the board's next start on: unplug it and plug it in again, or use --reboot.")
    return 0


def config_bytes(config: object) -> bytes:
    """Return a board's configuration as it is written: canonical JSON."""
    return json.dumps(config, sort_keys=True, separators=(",", ":")).encode()


def write(driver: Driver, data: bytes) -> None:
    """Write a configuration, read it back and compare."""
    from host.cli.board.session import answer

    answer(driver.write_config(data))
    if answer(driver.ask_config()) != data:
        raise CommandError("The board gave back another configuration than it was sent. Write it again.")
