"""``deadfall play``: a game at the table, in the app or in plain lines. ``deadfall replay``: the same once more."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import engines
from engines.core import AnyGame
from hardware.twin.client import TwinControl, start
from host import games
from host.cli.board.options import add_profile
from host.cli.catalogue import add_catalogue, catalogue_of
from host.cli.errors import CommandError
from host.cli.faults import keep_faults
from host.cli.parser import Subparsers, add_command
from host.cli.places import games_folder
from host.ledger import EntryRow, Ledger
from host.ledger.public import SECRET, is_secret
from host.plain import plain, plain_lines
from host.play import opening
from host.play.commands import Taps
from host.play.companion import Companion
from host.play.house import NAMES, PERSON, HousePlayers, house_players
from host.play.tapping import Policy

TWIN, AUTO = "twin", "auto"

_EXAMPLES = """\
  deadfall play                                     the app: choose a game, seats and a table there
  deadfall play armada --headless                   in plain lines, on a simulated table
  deadfall play armada --headless --port auto       on the board that is plugged in
  deadfall play armada --headless --player red=apprentice
  deadfall play armada --headless --resume FILE     go on where a game was left
  deadfall play loot --headless --seats 3           Loot Trap for three
  deadfall play saw --headless --profile pocket     SAW with one pad; --taps every: each card that is drawn is tapped
"""
_REPLAY_EXAMPLES = """\
  deadfall replay game.ledger            does the same come out once more?
  deadfall replay game.ledger --steps    show line by line what was understood
"""


def add(subparsers: Subparsers) -> None:
    """Add the commands."""
    parser = add_command(
        subparsers,
        "play",
        run,
        summary="play a game at the table",
        description="Play a game: the table is read, the rules are run, the lights answer.",
        examples=_EXAMPLES,
    )
    parser.add_argument(
        "game",
        nargs="?",
        choices=games.games(),
        metavar="GAME",
        help=f"one of: {', '.join(games.games())}",
    )
    parser.add_argument("--headless", action="store_true", help="plain lines instead of the app")
    add_profile(parser, None, natural_tables())
    parser.add_argument("--seats", type=int, metavar="N", help="how many play (default: 2; of SAW 3)")
    parser.add_argument(
        "--port", default=TWIN, help='"twin" for a simulated table, "auto", or a port or serial number (default: twin)'
    )
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="SEAT=NAME",
        help=f"who plays a seat: person, {', '.join(NAMES)} (default: person)",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="LINE=VALUE", help="a ruling: A3=red (docs/rulings.md has all)"
    )
    parser.add_argument(
        "--taps",
        choices=get_args(Policy),
        help="saw: which cards are held to the pads: every one that is drawn, those whose name is needed, or none "
        "(default: needed)",
    )
    add_catalogue(parser)
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="where the game is kept (default: a new file)")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with the game of this ledger")
    replay = add_command(
        subparsers,
        "replay",
        run_replay,
        summary="run the facts of a game once more and compare",
        description="Run everything that reached a game through referee and rules again, and compare the outcome.",
        examples=_REPLAY_EXAMPLES,
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="a ledger")
    replay.add_argument("--steps", action="store_true", help="show each line as it was understood then")


def run(args: argparse.Namespace) -> int:
    """Play until the game or the input ends."""
    keep_faults()
    if not args.headless:
        return _open_app(args)
    if args.game is None and args.resume is None:
        raise CommandError(f"Say which game to play without the app: {program()} play armada --headless.")
    from host.cli.headless import converse

    check(args)
    with ExitStack() as stack:
        ledger = stack.enter_context(Ledger.open(args.resume or args.ledger or _new_file(args.game)))
        companion = open_game(args, ledger)
        if args.taps:
            companion.command(Taps(args.taps), _now())
        control: TwinControl | None = None
        port = args.port
        if companion.stage.profile.controller == "none":
            port = ""  # a table without a board: everything on the screen
        elif port == TWIN:
            board = stack.enter_context(start(opening.profile_of(ledger), seed=secrets.randbelow(1 << 31)))
            port, control = board.port, board.control
        return converse(companion, ledger, port, control, HousePlayers(companion.game, companion.players))


def check(args: argparse.Namespace) -> None:
    """Refuse what makes no sense before any file is made."""
    if args.resume is not None:
        if not args.resume.is_file():
            raise CommandError(f"There is no ledger {args.resume}. Check its name.")
        if args.player or args.option or args.catalogue or args.seats is not None:
            raise CommandError("A game that is resumed has its players, rulings and cards already: leave them out.")
        return
    seats, options, catalogue = chosen(args)
    try:
        game = engines.load(args.game, catalogue=catalogue, options=options)
        stage = opening.fitting_stage(game, profile_of(args), len(seats))
    except ValueError as error:
        raise CommandError(str(error)) from error
    if args.taps and not stage.is_tapped:
        raise CommandError("Only SAW lets you say which cards are tapped: leave --taps out.")


def chosen(args: argparse.Namespace) -> tuple[tuple[str, ...], dict[str, str], str | None]:
    """Return who plays, the rulings and the cards of one's own that the command line asks for."""
    game = engines.load(args.game)
    options = _pairs(args.option, [ruling.name for ruling in game.rulings], "ruling")
    return seats_of(args, game), options, catalogue_of(args)


def program() -> str:
    """Return how this program was called, for advice that can be typed as it is."""
    return sys.argv[0] if "/" in sys.argv[0] and sys.argv[0].endswith("deadfall") else "deadfall"


def _open_app(args: argparse.Namespace) -> int:
    """Open the window; a game that was named on the command line is begun at once."""
    if has_no_screen():
        rest = f"--resume {args.resume}" if args.resume is not None else ""
        raise CommandError(
            "There is no screen here to open a window on. Play in plain lines: "
            f"{program()} play {args.game or 'armada'} --headless {rest}".rstrip()
        )
    from host.app import Wish
    from host.app import main as app

    wish = None
    if args.resume is not None:
        wish = Wish("", (), args.port, resume=str(args.resume))
    elif args.game is not None:
        seats, options, catalogue = chosen(args)
        wish = Wish(args.game, seats, args.port, options, profile=profile_of(args), catalogue=catalogue)
    return app(games_folder(), wish)


def has_no_screen() -> bool:
    """On Linux a window needs X or Wayland, or a Qt platform that was chosen by hand."""
    chosen = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform.startswith("linux") and not any(os.environ.get(name) for name in chosen)


def seats_of(args: argparse.Namespace, game: AnyGame) -> tuple[str, ...]:
    """Return who sits where, as the words on the command line say."""
    count = game.seat_counts[0] if args.seats is None else args.seats
    if count not in game.seat_counts:
        able = " or ".join(map(str, sorted(game.seat_counts)))
        raise CommandError(f"This game is played by {able}; {count} cannot play it. Say another number of --seats.")
    names = game.seats[:count]
    seats = _pairs(args.player, names, "seat")
    known = (PERSON, *house_players(game))
    unknown = sorted(set(seats.values()) - set(known))
    if unknown:
        raise CommandError(f"There is no player {unknown[0]} of this game; write one of {', '.join(known)}.")
    return tuple(seats.get(seat, PERSON) for seat in names)


def natural_tables() -> str:
    """Say at which table each game is played unless somebody names another."""
    return ", ".join(f"{record.name}: {record.table}" for record in games.records())


def profile_of(args: argparse.Namespace) -> str:
    """Return the table that is played at: the one that was named, or the game's usual one."""
    return args.profile or games.get(args.game).table


def open_game(args: argparse.Namespace, ledger: Ledger) -> Companion:
    """Begin or resume as the words on the command line say."""
    if args.resume is not None:
        return opening.resume(ledger, _now())
    players, options, catalogue = chosen(args)
    try:
        return opening.begin(
            ledger, args.game, profile_of(args), _now(), players=players, options=options, catalogue=catalogue
        )
    except ValueError as error:
        raise CommandError(str(error)) from error


def _pairs(words: list[str], known: Iterable[str], what: str) -> dict[str, str]:
    names = list(known)
    found = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in names:
            raise CommandError(f"{word!r} names no {what}; write one of {', '.join(names)}, an = and a value.")
        found[key] = value
    return found


def _new_file(game: str) -> Path:
    return opening.new_ledger(games_folder(), game, time.strftime("%Y-%m-%d-%H%M"))


def _now() -> int:
    return time.time_ns() // 1_000_000


def run_replay(args: argparse.Namespace) -> int:
    """Replay a ledger and compare."""
    from host.play.replay import replay

    if not args.file.is_file():
        raise CommandError(f"There is no file {args.file}.")
    result = replay(args.file, lambda row, events: print(_step(row, events)) if args.steps else None)
    print(f"{result.facts} facts and {result.inputs} inputs gave {result.entries} lines.")
    if result.difference is None:
        print("The same came out again.")
        return 0
    print(plain_lines(str(result.difference)))
    return 1


def _step(row: EntryRow, events: Sequence[Mapping[str, Any]]) -> str:
    """One line as it was understood; what only some have seen is not told."""
    return f"#{row.id} {SECRET}" if is_secret(row.entry, events) else plain(f"#{row.id} {row.text}  [{row.why}]")
