"""``deadfall ledger health``: how well the sensors of a table did in a game."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from hardware import profiles
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command
from host.cli.table import table
from host.ledger import Ledger
from host.table.health import Health, HealthReport
from host.table.health_words import is_flawless

_DESCRIPTION = """\
Count what each tile and pad of the table said in a game: how often a tile changed, and how often a change was undone at
once, as by a weak magnet; how often a pad read a card, lost it for a moment, could not make it out, heard several, or
one that lay on another pad, and how often its reader did not answer. Sensors with trouble come first."""
_TILES = ("tile", "changes", "undone")
_PADS = ("pad", "reads", "misses", "garbled", "several", "echoes", "failures")


def add(commands: Subparsers, examples: str) -> None:
    """Add the command to its group."""
    parser = add_command(
        commands,
        "health",
        run_health,
        summary="how well the sensors did",
        description=_DESCRIPTION,
        examples=examples,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the ledger")


def run_health(args: argparse.Namespace) -> int:
    """Print the counts of a ledger's game."""
    if not args.file.is_file():
        raise CommandError(f"There is no ledger {args.file}. Check its name.")
    with Ledger.read(args.file) as ledger:
        parts = list(_tables(counted(ledger)))
    print("\n\n".join(parts) if parts else "No tile has changed and no pad has read a card.")
    return 0


def counted(ledger: Ledger) -> HealthReport:
    """Count all facts of a ledger's game, each at the time when it reached the host."""
    head = ledger.head()
    if head is None:
        raise CommandError(f"{ledger.path} holds no game, so nobody knows which table it was. Choose another ledger.")
    health = Health(profiles.load(head.profile))
    for at, facts in groupby(ledger.facts(), key=lambda fact: fact.t_host):
        health.take(list(facts), at)
    return health.report


def _tables(report: HealthReport) -> Iterator[str]:
    tiles = sorted((tile for tile in report.tiles if tile.changes), key=lambda tile: (-tile.flaps, -tile.changes))
    pads = sorted((pad for pad in report.pads if any(pad[1:])), key=is_flawless)
    if tiles:
        yield table(_TILES, [[str(cell) for cell in tile] for tile in tiles])
    if pads:
        yield table(_PADS, [[str(cell) for cell in pad] for pad in pads])
