"""``deadfall bench``: measurements, always beside a peer that ran in the same minute."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from hardware.twin.board import RUNTIMES
from host.bench import engines, firmware, link
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command, add_group, whole_number
from host.cli.report import Progress, add_json, add_seed, emit, settle_seed

MAX_SECONDS = 3600

_EXAMPLES = """\
  deadfall bench link                    from reed to disk: latencies and rates
  deadfall bench link --samples 1000     more of them
  deadfall bench firmware                what a tick costs on a real MicroPython
  deadfall bench engines                 answers per second, beside python-chess
  deadfall bench engines --json          the same for programs
"""


def add(subparsers: Subparsers) -> None:
    """Add the group and its commands."""
    commands = add_group(
        subparsers, "bench", summary="measure the link, the firmware and the engines", examples=_EXAMPLES
    )
    to_disk = add_command(
        commands,
        "link",
        run_link,
        summary="how long a fact takes from the table to the disk",
        description="Measure edge to ledger, bursts, plugging in and facts per second, beside a raw pyserial echo.",
        examples=_EXAMPLES,
    )
    to_disk.add_argument(
        "--samples", type=whole_number, default=300, metavar="N", help="single moves to time (default: 300)"
    )
    to_disk.add_argument("--runtime", choices=RUNTIMES, default="cpython", help="what runs the firmware")
    tick = add_command(
        commands,
        "firmware",
        run_firmware,
        summary="what a tick costs on a real MicroPython",
        description="Measure the worst tick as a multiple of an empty loop, and what ticks allocate.",
        examples=_EXAMPLES,
    )
    tick.add_argument("--profile", default="full", help="the table (default: full)")
    tick.add_argument("--ticks", type=whole_number, default=firmware.TICKS, metavar="N", help="ticks in a run")
    tick.add_argument(
        "--runs", type=whole_number, default=firmware.RUNS, metavar="N", help="runs: a tick costs its least"
    )
    rules = add_command(
        commands,
        "engines",
        run_engines,
        summary="how fast an engine plays, beside python-chess",
        description="Play whole games at random, every legal answer listed, in turns with python-chess and, where it "
        "is installed, catanatron.",
        examples=_EXAMPLES,
    )
    rules.add_argument("--game", default="armada", metavar="G", help="the game (default: armada)")
    rules.add_argument("--seconds", type=float, default=10.0, metavar="N", help="for each player (default: 10)")
    for parser in (to_disk, tick, rules):
        add_seed(parser)
        add_json(parser)


def run_link(args: argparse.Namespace) -> int:
    """Measure the link."""
    seed = settle_seed(args)
    if args.samples < 1:
        raise CommandError("At least one sample is needed: --samples 300 is a good number.")
    with tempfile.TemporaryDirectory(prefix="deadfall-") as folder, Progress(args.samples, "bench link") as progress:
        try:
            figures = link.measure(Path(folder), args.runtime, args.samples, seed, progress.update)
        except link.BenchError as error:
            raise CommandError(str(error)) from error
    emit({"runtime": args.runtime, "samples": args.samples, **figures.fields(), "seed": seed}, args.json)
    return 0


def run_firmware(args: argparse.Namespace) -> int:
    """Measure the firmware."""
    seed = settle_seed(args)
    if args.ticks < 2 or args.runs < 1:
        raise CommandError("Ticks are whole numbers from 2 on, runs from 1 on.")
    with Progress(args.ticks * args.runs, "bench firmware") as progress:
        figures = firmware.measure(args.profile, seed, args.ticks, args.runs, progress.update)
    emit({"profile": args.profile, **figures.fields(), "seed": seed}, args.json)
    return 0


def run_engines(args: argparse.Namespace) -> int:
    """Measure an engine."""
    seed = settle_seed(args)
    if not 0 < args.seconds <= MAX_SECONDS:
        raise CommandError(f"Seconds are a number above 0 and up to {MAX_SECONDS}: --seconds 10 is a good number.")
    try:
        game = engines.load(args.game)
        with Progress(max(1, round(args.seconds / engines.WINDOW_S)), "bench engines") as progress:
            figures = engines.measure(game, args.seconds, seed, progress.update)
    except engines.BenchError as error:
        raise CommandError(str(error)) from error
    emit({**figures.fields(), "seed": seed}, args.json)
    return 0
