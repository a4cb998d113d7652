"""``deadfall soak kills``: a game whose program is killed again and again."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command, count
from host.cli.report import Progress, add_json, add_seed, emit, settle_seed
from host.ledger.private import FOLDER
from host.soak.kills import KillSoak

_DESCRIPTION = """\
Play Jigsaw Armada at a simulated table with the real command, and kill it with SIGKILL at random moments: before a
piece is moved or a line is typed, meanwhile, and after it. Now and then the board loses its power too. Each time the
game is resumed from its ledger. Every answer has to be booked once, and every fact has to be there."""

_EXAMPLES = """\
  deadfall soak kills                    twenty of them
  deadfall soak kills --kills 200        the long run, some minutes
"""


def add(commands: Subparsers) -> None:
    """Add the command to ``deadfall soak``."""
    parser = add_command(
        commands,
        "kills",
        run,
        summary="kill the program in the middle of games, and go on",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
    )
    parser.add_argument("--kills", type=count, default=20, metavar="N", help="how many (default: 20)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the ledgers in this folder, a new one")
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the soak; 0 if nothing was lost and nothing came twice."""
    if args.keep is not None and args.keep.exists():
        raise CommandError(f"{args.keep} is there already. Choose a folder that is not, so that no game is mixed up.")
    seed = settle_seed(args)
    with tempfile.TemporaryDirectory(prefix="deadfall-") as folder, Progress(args.kills, "soak kills") as progress:
        keep = args.keep or Path(folder)
        keep.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        result = KillSoak(seed, keep).run(args.kills, progress.update)
    for note in result.notes:
        print(note)
    if not args.json:
        print("Nothing was lost, nothing came twice." if result.is_good else "Not every game came through.")
    emit(result.fields(), args.json)
    return 0 if result.is_good else 1
