"""``deadfall bench``: measurements, always beside a peer that ran in the same minute."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from hardware.profiles import load
from hardware.twin.board import RUNTIMES
from host import games
from host.bench import engines, firmware, link, referee, rfid
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command, add_group, count, whole_number
from host.cli.report import Progress, add_json, add_seed, emit, settle_seed
from host.figures import percentile

MAX_SECONDS = 3600

_EXAMPLES = """\
  deadfall bench link                    from reed to disk: latencies and rates
  deadfall bench link --samples 1000     more of them
  deadfall bench firmware                what a tick costs on a real MicroPython
  deadfall bench engines                 answers per second, beside python-chess
  deadfall bench engines --json          the same for programs
  deadfall bench referee                 from a table in motion to a verdict
  deadfall bench rfid                    what looking at pads costs, and how fast it tells
  deadfall bench rfid --minutes 60       an hour with 18 cards at rest
  deadfall bench app                     start, repaint, from a magnet to the screen
"""


def add(subparsers: Subparsers) -> None:
    """Add the group and its commands."""
    summary = "measure the link, the firmware, the engines, the referee, the pads and the app"
    commands = add_group(subparsers, "bench", summary=summary, examples=_EXAMPLES)
    for make in (_add_link, _add_firmware, _add_engines, _add_referee, _add_rfid):
        parser = make(commands)
        add_seed(parser)
        add_json(parser)
    _add_app(commands)


def _add(
    commands: Subparsers, name: str, run: Callable[[argparse.Namespace], int], summary: str, description: str
) -> argparse.ArgumentParser:
    return add_command(commands, name, run, summary=summary, description=description, examples=_EXAMPLES)


def _add_link(commands: Subparsers) -> argparse.ArgumentParser:
    parser = _add(
        commands,
        "link",
        run_link,
        "how long a fact takes from the table to the disk",
        "Measure edge to ledger, bursts, plugging in and facts per second, beside a raw pyserial echo.",
    )
    parser.add_argument(
        "--samples", type=whole_number, default=300, metavar="N", help="single moves to time (default: 300)"
    )
    parser.add_argument("--runtime", choices=RUNTIMES, default="cpython", help="what runs the firmware")
    return parser


def _add_firmware(commands: Subparsers) -> argparse.ArgumentParser:
    parser = _add(
        commands,
        "firmware",
        run_firmware,
        "what a tick costs on a real MicroPython",
        "Measure the worst tick as a multiple of an empty loop, and what ticks allocate.",
    )
    parser.add_argument("--profile", default="full", help="the table (default: full)")
    parser.add_argument(
        "--reader", choices=rfid.READERS, help="the reader under every pad (default: those that the profile names)"
    )
    parser.add_argument("--ticks", type=whole_number, default=firmware.TICKS, metavar="N", help="ticks in a run")
    parser.add_argument(
        "--runs", type=whole_number, default=firmware.RUNS, metavar="N", help="runs: a tick costs its least"
    )
    return parser


def _add_engines(commands: Subparsers) -> argparse.ArgumentParser:
    parser = _add(
        commands,
        "engines",
        run_engines,
        "how fast an engine plays, beside python-chess",
        "Play whole games at random, every legal answer listed, in turns with python-chess and, where it is installed, "
        "catanatron.",
    )
    parser.add_argument("--game", default="armada", metavar="G", help="the game (default: armada)")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="N", help="for each player (default: 10)")
    return parser


def _add_referee(commands: Subparsers) -> argparse.ArgumentParser:
    parser = _add(
        commands,
        "referee",
        run_referee,
        "how long the referee takes",
        "Measure the dictionary of all legal answers and one judgement of a table in motion.",
    )
    known = games.with_part("is_on_tiles")
    parser.add_argument("--game", choices=known, default=known[0], help=f"which game (default: {known[0]})")
    parser.add_argument("--games", type=count, default=20, metavar="N", help="random games (default: 20)")
    parser.add_argument("--profile", default="grid", help="the table (default: grid)")
    return parser


def _add_rfid(commands: Subparsers) -> argparse.ArgumentParser:
    parser = _add(
        commands,
        "rfid",
        run_rfid,
        "what looking at pads costs, and how fast and surely it tells",
        "Measure, on virtual time and with both readers, a look at an empty and at an occupied pad, a sweep over 20\n"
        "pads, taps on play, cards that come on any other pad and cards at rest, with 18 cards on the table and one\n"
        "look in 20 that misses; beside it the loop of a widely copied driver on the same registers.",
    )
    parser.add_argument(
        "--samples", type=count, default=40, metavar="N", help="taps on play, and on other pads (default: 40)"
    )
    parser.add_argument(
        "--minutes", type=float, default=1.0, metavar="N", help="virtual minutes with 18 cards at rest (default: 1)"
    )
    return parser


def _add_app(commands: Subparsers) -> None:
    parser = _add(
        commands,
        "app",
        run_app,
        "how fast the app starts, repaints and shows what the table says",
        "Measure the start of the app until its window can be used, one repaint of the table in the middle of a\n"
        "game, and the way from a magnet to the screen over a live twin.",
    )
    parser.add_argument("--starts", type=count, default=5, metavar="N", help="starts of the app (default: 5)")
    parser.add_argument("--repaints", type=count, default=100, metavar="N", help="repaints (default: 100)")
    parser.add_argument("--facts", type=count, default=40, metavar="N", help="magnets put on the table (default: 40)")
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
    profile = load(args.profile)
    if args.reader:
        profile = rfid.fitted(profile, args.reader)
    with Progress(args.ticks * args.runs, "bench firmware") as progress:
        figures = firmware.measure(profile, seed, args.ticks, args.runs, progress.update)
    reader = {"reader": args.reader} if args.reader else {}
    emit({"profile": args.profile, **reader, **figures.fields(), "seed": seed}, args.json)
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


def run_referee(args: argparse.Namespace) -> int:
    """Measure the referee."""
    seed = settle_seed(args)
    with Progress(args.games, "bench referee") as progress:
        figures = referee.measure(args.game, args.profile, args.games, seed, progress.update)
    emit({"game": args.game, "profile": args.profile, **figures.fields(), "seed": seed}, args.json)
    return 0


def run_rfid(args: argparse.Namespace) -> int:
    """Measure the pads."""
    seed = settle_seed(args)
    if not 0 <= args.minutes <= MAX_SECONDS:
        raise CommandError(f"Minutes are a number from 0 to {MAX_SECONDS}: --minutes 60 is an hour at the table.")
    try:
        with Progress(len(rfid.READERS), "bench rfid") as progress:
            figures = rfid.measure(args.samples, args.minutes, seed, progress.update)
    except rfid.BenchError as error:
        raise CommandError(str(error)) from error
    emit({"samples": args.samples, **figures, "seed": seed}, args.json)
    return 0


def run_app(args: argparse.Namespace) -> int:
    """Measure the app."""
    from host.app import measure as app

    figures = app.measure(args.starts, args.repaints, args.facts)
    emit(
        {
            "startup_ms_p50": round(percentile(figures.startup, 0.5)),
            "startup_ms_worst": round(max(figures.startup)),
            "repaint_ms_p50": round(percentile(figures.repaint, 0.5), 2),
            "repaint_ms_p95": round(percentile(figures.repaint, 0.95), 2),
            "fact_to_paint_ms_p50": round(percentile(figures.fact_to_paint, 0.5), 1),
            "fact_to_paint_ms_p95": round(percentile(figures.fact_to_paint, 0.95), 1),
        },
        args.json,
    )
    return 0
