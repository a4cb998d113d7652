"""``deadfall soak app``: house players play in the app, in every combination of game, table, seats and player."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import engines
from hardware import profiles
from host import games
from host.cli.demo import need_screen, perform, report
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command, count, whole_number
from host.cli.report import Progress, add_json, add_seed, settle_seed
from host.play import opening
from host.play.house import NAMES

_DESCRIPTION = """\
Let house players play whole games in the window of the app, through the whole chain, with every game on every table
that fits it, with every number of seats and every house player. No game may be stuck."""

_EXAMPLES = """\
  deadfall soak app                                       all combinations, about an hour
  deadfall soak app --game loot --player wanderer         some of them
  deadfall soak app --profile none --games 5 --json       five games of each on a table without a board
"""


def add(commands: Subparsers) -> None:
    """Add the command to ``deadfall soak``."""
    parser = add_command(
        commands,
        "app",
        run,
        summary="play whole games in the app, in every combination",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
    )
    parser.add_argument("--game", choices=games.with_part("screen"), help="only this game")
    parser.add_argument("--profile", choices=profiles.names(), help="only this table")
    parser.add_argument("--seats", type=whole_number, metavar="N", help="only games of so many seats")
    parser.add_argument("--player", choices=NAMES, help="only this house player")
    parser.add_argument("--games", type=count, default=1, metavar="N", help="games of each combination (default: 1)")
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play all combinations; 0 if every game came to its end."""
    from host.app.wishes import Wish

    found = [
        (game, profile, seats, player)
        for game, profile, seats in tables()
        for player in NAMES
        if args.game in (None, game) and args.profile in (None, profile)
        if args.seats in (None, seats) and args.player in (None, player)
    ]
    if not found:
        raise CommandError("No game is played like that: choose another table or number of seats.")
    need_screen(is_fast=True)
    seed = settle_seed(args)
    wishes = [
        Wish(game, (player,) * seats, profile=profile, seed=seed + number)
        for number in range(args.games)
        for game, profile, seats, player in found
    ]
    with Progress(len(wishes), "soak app") as progress:
        tally = perform(wishes, is_fast=True, on_game=lambda done, outcome: progress.update(done))
    return report(tally, args.json)


def tables() -> Iterator[tuple[str, str, int]]:
    """Yield every game with every table that fits it, and every number of seats."""
    for name in games.with_part("screen"):
        game = engines.load(name)
        for profile in profiles.names():
            for seats in sorted(game.seat_counts):
                if _fits(name, profile, seats):
                    yield name, profile, seats


def _fits(name: str, profile: str, seats: int) -> bool:
    try:
        opening.fitting_stage(engines.load(name), profile, seats)
    except ValueError:
        return False
    return True
