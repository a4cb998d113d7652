"""`deadfall board reboot`: start a board anew, or bring it to where its firmware can be replaced."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from firmware import wire
from host.cli.board.options import add_port, needed_port
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command

if TYPE_CHECKING:
    from host.link import Driver

MODES = {
    "run": (wire.REBOOT_RUN, ""),
    "safe": (wire.REBOOT_SAFE, ""),
    "prompt": (wire.REBOOT_REPL, "The board is at the MicroPython prompt. Its reset button starts the firmware again."),
    "loader": (wire.REBOOT_LOADER, "The board now shows up as a drive, on which a MicroPython image can be dropped."),
}
LEAVE_S = 0.2  # a board leaves 30 ms after its answer
_EXAMPLES = """\
  deadfall board reboot auto
  deadfall board reboot /dev/ttyACM0 --to prompt       then mpremote can copy new firmware to it
"""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "reboot",
        run,
        summary="start a board anew, or bring it to the MicroPython prompt or the loader",
        description="Start a board anew. While its firmware runs, Ctrl-C does not reach the prompt; --to prompt does.",
        examples=_EXAMPLES,
    )
    add_port(parser, "needed")
    parser.add_argument("--to", choices=list(MODES), default="run", help="where it should wake up (default: run)")


def run(args: argparse.Namespace) -> int:
    """Ask the board, and wait for it where it is to come back."""
    from host.cli.board.session import session

    mode, sentence = MODES[args.to]
    with session(needed_port(args)) as driver:
        if sentence:
            _send_away(driver, mode)
            print(sentence)
        else:
            restart(driver, mode)
    return 0


def _send_away(driver: Driver, mode: int) -> None:
    """Have the board leave its firmware and wait until it has: its answer comes first."""
    from host.cli.board.session import CONNECT_S, answer, wait_for
    from host.link import LIVE

    answer(driver.ask_reboot(mode))
    if not wait_for(lambda: driver.link.phase != LIVE, CONNECT_S):
        raise CommandError("The board goes on as it is. Update its firmware, or press its reset button.")
    time.sleep(LEAVE_S)


def restart(driver: Driver, mode: int = wire.REBOOT_RUN) -> None:
    """Start the board anew and wait until it is back."""
    from host.cli.board.session import CONNECT_S, answer, wait_for
    from host.link import LIVE

    link, boot = driver.link, driver.link.boot_id
    answer(driver.ask_reboot(mode))
    if not wait_for(lambda: link.boot_id != boot and link.phase == LIVE and bool(link.caps), 2 * CONNECT_S):
        raise CommandError(f"The board did not come back after its restart. {driver.sentence}")
    state = " in safe mode" if link.flags & wire.FLAG_SAFE else ""
    print(f"It has started anew{state} and serves {link.caps.get('profile', 'an unknown profile')}.")
