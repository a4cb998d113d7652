"""``deadfall demo``: house players play whole games in the app."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import engines
from host import games
from host.cli.board.options import add_profile
from host.cli.errors import CommandError
from host.cli.faults import keep_faults
from host.cli.parser import Subparsers, add_command, count, whole_number
from host.cli.play import has_no_screen, natural_tables
from host.cli.report import Progress, add_json, add_seed, emit, settle_seed
from host.play import opening
from host.play.house import NAMES, house_players

if TYPE_CHECKING:
    from host.app.demo import Outcome
    from host.app.wishes import Wish

_DESCRIPTION = """\
Watch house players play whole games in the app. The table is simulated, everything else is real: magnets and tags are
moved, the board tells it over a serial port, the referee understands it, the rules are run and the lights answer. The
command ends when the games are over. It fails if a game is stuck: if nothing happens for some minutes."""

_EXAMPLES = """\
  deadfall demo loot                                         one game at a pace that you can watch
  deadfall demo saw --seats 4 --players mastermind,wanderer  players take turns around the table
  deadfall demo armada --games 20 --fast --json              as fast as the table allows, result as JSON
  deadfall demo loot --profile none --fast --seed 7          without a board; the same game each time
"""


class Tally(NamedTuple):
    """What came of some games."""

    games: int
    finished: int
    refused: int
    seconds: float
    problems: tuple[str, ...]

    def fields(self) -> dict[str, object]:
        """Return the result by names."""
        return {
            "games": self.games,
            "finished": self.finished,
            "stuck": self.games - self.finished,
            "refused": self.refused,
            "seconds": round(self.seconds, 1),
        }


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "demo",
        run,
        summary="watch house players play whole games in the app",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
    )
    parser.add_argument("game", choices=games.games(), metavar="GAME", help=f"one of: {', '.join(games.games())}")
    parser.add_argument("--seats", type=whole_number, metavar="N", help="how many play (default: as few as can)")
    parser.add_argument(
        "--players",
        default="apprentice",
        metavar="NAME,…",
        help=f"who plays, seat by seat and then from the first again: {', '.join(NAMES)} (default: apprentice)",
    )
    add_profile(parser, None, natural_tables())
    parser.add_argument("--games", type=count, default=1, metavar="N", help="how many games (default: 1)")
    parser.add_argument("--fast", action="store_true", help="as fast as the simulated table allows")
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games; 0 if all of them came to their end."""
    from host.app.wishes import Wish

    players = _players(args)
    profile = args.profile or games.get(args.game).table
    try:
        opening.fitting_stage(engines.load(args.game), profile, len(players))
    except ValueError as error:
        raise CommandError(str(error)) from error
    need_screen(is_fast=args.fast)
    seed = settle_seed(args)
    wishes = [Wish(args.game, players, profile=profile, seed=seed + number) for number in range(args.games)]
    with Progress(args.games, f"demo {args.game}") as progress:
        try:
            tally = perform(wishes, is_fast=args.fast, on_game=lambda done, outcome: progress.update(done))
        except KeyboardInterrupt:
            print("Stopped.", file=sys.stderr)
            raise
    return report(tally, args.json)


def report(tally: Tally, as_json: bool) -> int:
    """Print what came of the games; CommandError if one is stuck."""
    emit(tally.fields(), as_json)
    if tally.problems:
        raise CommandError("\n".join(tally.problems))
    return 0


def perform(wishes: Iterable[Wish], *, is_fast: bool, on_game: Callable[[int, Outcome], None]) -> Tally:
    """Play games in one window; the ledgers of those that are stuck are kept."""
    from host.app.demo import Demo

    keep_faults()
    folder = Path(tempfile.mkdtemp(prefix="deadfall-demo-"))
    finished = refused = games = 0
    seconds, problems = 0.0, []
    try:
        with Demo(folder, is_fast=is_fast) as demo:
            for games, wish in enumerate(wishes, 1):
                outcome = demo.play(wish)
                finished += outcome.is_finished
                refused += outcome.refused
                seconds += outcome.seconds
                if outcome.problem:
                    title = f"{wish.game} on {wish.profile} by {', '.join(wish.players)} (seed {wish.seed})"
                    problems.append(f"{title}: {outcome.problem} The ledgers are kept in {folder}.")
                on_game(games, outcome)
    finally:
        if not problems:
            shutil.rmtree(folder, ignore_errors=True)
    return Tally(games, finished, refused, seconds, tuple(problems))


def need_screen(*, is_fast: bool) -> None:
    """Refuse to show a window where there is no screen; nobody has to watch fast games."""
    if not has_no_screen():
        return
    if not is_fast:
        raise CommandError("There is no screen here to open a window on. With --fast the games are played unseen.")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"


def _players(args: argparse.Namespace) -> tuple[str, ...]:
    """Return who sits where; names are dealt out from the first again until all seats are taken."""
    game = engines.load(args.game)
    seats = min(game.seat_counts) if args.seats is None else args.seats
    if seats not in game.seat_counts:
        able = " or ".join(map(str, sorted(game.seat_counts)))
        raise CommandError(
            f"This game is played by {able}; {seats} cannot play it. Choose another number with --seats."
        )
    names = args.players.split(",")
    known = house_players(game)
    for name in names:
        if name not in known:
            raise CommandError(f"There is no house player {name!r}; choose one of {', '.join(known)}.")
    return tuple(names[seat % len(names)] for seat in range(seats))
