"""`deadfall board monitor`: a live picture of a board."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from host.cli.board.options import PROFILE, add_port, add_profile, add_twin_options
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command

if TYPE_CHECKING:
    from hardware.profiles.model import Profile
    from hardware.twin.client import TwinControl
    from host.cli.monitor.desk import Desk

TWIN = "twin"
FRAME_S = 0.05
CONSISTENT_S = 15.0
SETTLED_S = 3.0
PLAIN_SIZE = (100, 40)
START = (("base", "north"), ("tray", "east"), ("pawn", "north"))
WELCOME = "Arrows move, Enter puts a base, r turns it, x lifts it; ? lists all keys."

_EXAMPLES = """\
  deadfall board monitor                                a simulated board; ? lists the keys
  deadfall board monitor --runtime micropython          its firmware on the real interpreter
  deadfall board monitor --profile field
  deadfall board monitor --port auto                    the board that is plugged in
  deadfall board monitor --once                         print one picture and end
"""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "monitor",
        run,
        summary="watch a board live: tiles, lights, link; move pieces on a simulated one",
        description="Watch a board live. Without --port it is a simulated one; you move its pieces with the keys.",
        examples=_EXAMPLES,
    )
    add_port(parser, f'default: "{TWIN}", a simulated board')
    add_profile(parser, None, f"default: {PROFILE} for the twin, else what the board says")
    add_twin_options(parser)
    parser.add_argument(
        "--ledger", type=Path, metavar="FILE", help="keep all facts in this file (default: a ring of the newest 10,000)"
    )
    parser.add_argument("--empty", action="store_true", help="start the twin with nothing on its table")
    parser.add_argument("--reveal", action="store_true", help="tell also which cards lie on private pads")
    parser.add_argument("--once", action="store_true", help="print one picture without colours, and end")


def run(args: argparse.Namespace) -> int:
    """Watch until the person leaves, or print one picture."""
    with _desk(args) as desk:
        return _print_once(desk) if args.once or not _is_at_terminal() else _watch(desk)


def _is_at_terminal() -> bool:
    return os.name == "posix" and sys.stdin.isatty() and sys.stdout.isatty()


def _watch(desk: Desk) -> int:
    from host.cli.monitor.canvas import depth_of
    from host.cli.monitor.palette import signs_for
    from host.cli.monitor.screen import draw
    from host.cli.monitor.terminal import Terminal

    depth = depth_of(os.environ)
    signs = signs_for(sys.stdout.encoding, depth)
    with Terminal() as terminal:
        while not desk.is_over:
            desk.tick()
            terminal.draw(draw(desk.view(), *terminal.size(), signs).lines(depth))
            for key in terminal.keys(FRAME_S):
                desk.press(key)
    return 130 if desk.is_interrupted else 0


def _print_once(desk: Desk) -> int:
    from host.cli.board.session import wait_for
    from host.cli.monitor.canvas import Depth
    from host.cli.monitor.palette import signs_for
    from host.cli.monitor.screen import draw

    if not wait_for(lambda: desk.watch.is_consistent, CONSISTENT_S):
        raise CommandError(
            f"The board's state did not become known in {CONSISTENT_S:.0f} s. {desk.watch.driver.sentence}"
        )
    wait_for(desk.is_settled, SETTLED_S)
    size = shutil.get_terminal_size(PLAIN_SIZE)
    print("\n".join(draw(desk.view(), *size, signs_for(sys.stdout.encoding, Depth.NONE)).text()))
    return 0


# ---- what is watched -----------------------------------------------------------------------------------


@contextmanager
def _desk(args: argparse.Namespace) -> Iterator[Desk]:
    from hardware import profiles

    port = args.port or TWIN
    if port == TWIN:
        with _twin_desk(args, profiles.load(args.profile or PROFILE)) as desk:
            yield desk
    else:
        where = _find(port)
        profile = profiles.load(args.profile) if args.profile else _profile_of(where)
        with _board_desk(args, where, profile) as desk:
            yield desk


@contextmanager
def _twin_desk(args: argparse.Namespace, profile: Profile) -> Iterator[Desk]:
    import tempfile

    from hardware.twin.client import start

    with tempfile.TemporaryDirectory(prefix="deadfall-") as folder:
        # The link keeps the port's name while the cable is pulled and plugged in again.
        link = Path(folder) / "board" if os.name == "posix" else None
        with start(args.profile or PROFILE, args.runtime, link=link) as board:
            if not args.empty:
                _lay_out(board.control, profile)
            with _watched(args, board.port, profile, Path(folder) / "twin.ledger", board.control) as desk:
                desk.say(WELCOME)
                yield desk


@contextmanager
def _board_desk(args: argparse.Namespace, where: str, profile: Profile) -> Iterator[Desk]:
    from host.cli.places import ring_ledger

    with _watched(args, where, profile, ring_ledger(), None) as desk:
        yield desk


@contextmanager
def _watched(
    args: argparse.Namespace, where: str, profile: Profile, ring: Path, control: TwinControl | None
) -> Iterator[Desk]:
    import logging

    from host.cli.monitor.desk import Desk
    from host.cli.monitor.watch import LogLines, Watch
    from host.ledger import RING, Ledger

    # A file that a person names is never cut to a ring: it may be the ledger of a play.
    with Ledger.open(args.ledger or ring, keep=None if args.ledger else RING) as ledger:
        watch = Watch(where, profile, ledger, runtime=args.runtime, reveals=args.reveal)
        root = logging.getLogger()
        handlers, root.handlers = root.handlers, [LogLines(watch)]
        watch.driver.start()
        try:
            yield Desk(watch, control)
        finally:
            watch.driver.stop()
            root.handlers = handlers


def _lay_out(control: TwinControl, profile: Profile) -> None:
    """Put a few things on the table, so that there is something to see."""
    grid = profile.grid
    if grid is None:
        return
    row, middle = grid.rows // 2, grid.columns // 2
    for number, (kind, facing) in enumerate(START):
        place = (middle - 2 + 2 * number, row + 1)
        tile = next((tile for tile in profile.tiles if (tile.column, tile.row) == place), None)
        if tile is not None:
            control.ask("put", object=f"start{number + 1}", kind=kind, tile=tile.index, facing=facing)


def _find(port: str) -> str:
    from host.link import AUTO, candidates, find

    where = find(port)
    if where is None:
        what = "No board is plugged in" if port == AUTO else f"No board with the serial number {port} is plugged in"
        raise CommandError(f"{what}. Look with: deadfall board list. Without hardware: deadfall board monitor")
    if port != AUTO:
        return port
    numbers = {candidate.port: candidate.serial_number for candidate in candidates()}
    return numbers.get(where) or where


def _profile_of(where: str) -> Profile:
    """Ask the board which profile it serves."""
    from host.cli.board.session import session
    from host.cli.board.told import told_profile

    with session(where) as driver:
        return told_profile(driver.link.caps.get("profile"))
