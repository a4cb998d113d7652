"""``deadfall lab``: let house players play a game often, and see whether it is fair."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import engines
from engines.players import PLAYERS
from host import games
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command, count
from host.cli.report import Progress, add_json, add_seed, emit, settle_seed
from host.lab.games import LabResult, study
from host.lab.page import page
from host.lab.words import words
from host.plain import plain

_EXAMPLES = """\
  deadfall lab loot                                     300 games for each number of seats
  deadfall lab loot --games 10000 --report loot.html    many more, with a report to look at
  deadfall lab saw --seats 3 --games 1000 --json        three seats alone, for programs
"""

_DESCRIPTION = """\
Let house players play a game many times and count: who wins, by seat, by the order of turns and by character; how long
a game takes and how it ends; how often each card is played, beside the others of its kind. The same seed gives the same
games in any number of processes. Ctrl-C stops and tells what was found so far."""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "lab",
        run,
        summary="let house players play a game often, and see whether it is fair",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
    )
    parser.add_argument("game", choices=games.with_part("study"), help="which game")
    parser.add_argument(
        "--games", type=count, default=300, metavar="N", help="games for each number of seats (default: 300)"
    )
    parser.add_argument("--seats", type=count, metavar="N", help="only with so many seats (default: all that can play)")
    parser.add_argument("--player", choices=PLAYERS, default=PLAYERS[1], help=f"who plays (default: {PLAYERS[1]})")
    parser.add_argument(
        "--processes",
        type=count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many at once (default: all cores)",
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write a page with plots (HTML)")
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play, count and tell; 1 if a game did not end."""
    seats = _seats(args.game, args.seats)
    _check_folder(args.report)
    seed = settle_seed(args)
    with Progress(args.games * len(seats), f"lab {args.game}") as progress:
        result = study(args.game, args.games, seats, seed, progress.update, args.processes, args.player)
    if args.report:
        _write(args.report, page(result))
    _tell(result, args)
    if result.is_stopped:
        raise KeyboardInterrupt
    return 1 if any(tally.unfinished for tally in result.tallies.values()) else 0


def _seats(game: str, only: int | None) -> tuple[int, ...]:
    known = tuple(sorted(engines.load(game).seat_counts))
    if only is None:
        return known
    if only not in known:
        raise CommandError(f"This game has {' or '.join(map(str, known))} seats, not {only}: try --seats {known[0]}.")
    return (only,)


def _check_folder(report: Path | None) -> None:
    """Say it before the games are played if the report cannot be written after them."""
    if report and not report.absolute().parent.is_dir():
        raise CommandError(f"There is no folder {report.absolute().parent} for the report. Make it, or choose another.")


def _write(report: Path, text: str) -> None:
    try:
        report.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"The report cannot be written: {error}. Choose another file: --report FILE.") from error


def _tell(result: LabResult, args: argparse.Namespace) -> None:
    if result.is_stopped:
        print(f"Stopped after {result.games} games; this is what they say.")
    if args.json:
        emit(result.fields(), as_json=True)
    else:
        print(words(result))
    if args.report and not args.json:
        print(plain(f"The report is in {args.report}."))
