"""``deadfall soak``: long runs under faults, with the truth known."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from hardware.twin.board import RUNTIMES
from host.cli.parser import Subparsers, add_command, add_group
from host.cli.report import Progress, add_json, add_seed, emit, settle_seed
from host.soak.faults import LEVELS
from host.soak.live import LiveSoak
from host.soak.result import SoakResult
from host.soak.stepped import SteppedSoak

DRIVERS: dict[str, type[SteppedSoak | LiveSoak]] = {"stepped": SteppedSoak, "live": LiveSoak}

_EXAMPLES = """\
  deadfall soak link                                             a short run on virtual time
  deadfall soak link --events 1000000 --faults heavy             a million events, some minutes
  deadfall soak link --events 50000 --faults heavy --driver live processes and a pseudo-terminal
  deadfall soak link --runtime micropython --events 20000        on a real MicroPython interpreter
"""

_DESCRIPTION = """\
Move pieces on a simulated table while the link to it suffers, and compare the ledger with what really happened.
Bytes are dropped, changed, cut, repeated, mixed with stale ones and with REPL text; the cable is pulled, the host is
killed or stops reading, the board restarts, its memory overflows. Nothing may be lost silently, nothing told twice."""


def add(subparsers: Subparsers) -> None:
    """Add the group and its commands."""
    commands = add_group(subparsers, "soak", summary="long runs under faults, with the truth known", examples=_EXAMPLES)
    link = add_command(
        commands,
        "link",
        run_link,
        summary="shake the link between board and host",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
    )
    link.add_argument(
        "--events", type=_count, default=20_000, metavar="N", help="changes on the table (default: 20000)"
    )
    link.add_argument("--faults", choices=list(LEVELS), default="heavy", help="how much goes wrong (default: heavy)")
    link.add_argument(
        "--driver", choices=list(DRIVERS), default="stepped", help="virtual time in one thread, or processes on a pty"
    )
    link.add_argument(
        "--runtime", choices=RUNTIMES, default="cpython", help="what runs the firmware (default: cpython)"
    )
    link.add_argument("--profile", default="grid", help="the table, a profile with tiles (default: grid)")
    link.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the ledger in this folder")
    add_seed(link)
    add_json(link)


def run_link(args: argparse.Namespace) -> int:
    """Run the soak; 0 if the ledger tells the truth."""
    seed = settle_seed(args)
    with tempfile.TemporaryDirectory(prefix="deadfall-") as folder:
        place = args.keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        soak = DRIVERS[args.driver](
            level=LEVELS[args.faults],
            runtime=args.runtime,
            profile=args.profile,
            seed=seed,
            ledger=place / f"soak-{seed}.sqlite",
        )
        with Progress(args.events, "soak link") as progress:
            result = soak.run(args.events, progress.update)
    _tell(result, args.json)
    return 0 if result.is_good else 1


def _tell(result: SoakResult, as_json: bool) -> None:
    for note in result.notes:
        print(note)
    if not as_json:
        print("The ledger tells the truth." if result.is_good else "The ledger does NOT tell the truth.")
    emit(result.fields(), as_json)


def _count(text: str) -> int:
    value = int(text.replace("_", ""))
    if value < 1:
        raise argparse.ArgumentTypeError("at least one change is needed")
    return value
