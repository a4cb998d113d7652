"""``deadfall soak``: long runs under faults, with the truth known."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import engines
from hardware.profiles import load
from hardware.twin.board import RUNTIMES
from host import games
from host.cli import soak_app, soak_kills
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command, add_group, count, whole_number
from host.cli.report import Progress, add_json, add_seed, emit, settle_seed
from host.ledger.private import FOLDER
from host.plain import plain
from host.play import opening
from host.soak import players
from host.soak.engines import CATALOGUES, PLAIN, UNDO, EngineSoakResult, soak
from host.soak.faults import LEVELS
from host.soak.human.habits import HABITS, rated
from host.soak.human.levels import LEVELS as NOISE
from host.soak.human.levels import Level
from host.soak.live import LiveSoak
from host.soak.plants import DEAD_PAD, PLANTS
from host.soak.referee import DRIVERS as REFEREE_DRIVERS
from host.soak.referee import RefereeResult, RefereeSoak
from host.soak.result import SoakResult
from host.soak.stepped import SteppedSoak

FIRST = engines.OURS[0]
DRIVERS: dict[str, type[SteppedSoak | LiveSoak]] = {"stepped": SteppedSoak, "live": LiveSoak}

_EXAMPLES = """\
  deadfall soak link                                             a short run on virtual time
  deadfall soak link --events 1000000 --faults heavy             a million events, some minutes
  deadfall soak link --events 50000 --faults heavy --driver live processes and a pseudo-terminal
  deadfall soak link --runtime micropython --events 20000        on a real MicroPython interpreter
  deadfall soak referee --answers 3000                           people with mishaps at a simulated table
  deadfall soak referee --game loot --noise party                Loot Trap, three times as restless
  deadfall soak referee --game saw                               SAW: cards at its pads and benches
  deadfall soak referee --noise calm --habits two-hands,mind=0.5 careful people with two habits, one of them frequent
  deadfall soak referee --plant dead-tile                        a tile dies in the middle of each game
  deadfall soak referee --game saw --restarts 3                  the program dies in the middle of answers
  deadfall soak engines --game armada --games 20000              random games, every invariant watched
  deadfall soak engines --game loot --games 2000                 the same for Loot Trap, two to four seats
  deadfall soak engines --game saw --undo --games 40             answers taken back, and what each seat imagines then
  deadfall soak engines --game loot --catalogues --games 100     every game with another changed catalogue
  deadfall soak players --game armada --games 500                house players against others that do anything
  deadfall soak players --game loot --player apprentice          one of them, two to four seats
  deadfall soak kills --kills 200                                the program dies in the middle of games
  deadfall soak app --game loot                                  house players play in the app, on every table
"""

_DESCRIPTION = """\
Move pieces on a simulated table while the link to it suffers, and compare the ledger with what really happened.
Bytes are dropped, changed, cut, repeated, mixed with stale ones and with REPL text; the cable is pulled, the host is
killed or stops reading, the board restarts, its memory overflows. Nothing may be lost silently, nothing told twice."""

_DESCRIPTION_REFEREE = """\
Let simulated people play whole games with simulated pieces: magnets in millimetres, the firmware, the link, the
referee and the rules, on virtual time. They slide, hover, bump, put back, do something wrong and mend it by the lights,
hold cards to a pad too briefly, twice or two at once; tags are missed, and the cable is pulled. They have habits, too:
two hands, second thoughts, cards that stay on a pad (docs/referee.md lists them). What they meant is
compared with what the ledger says after each answer. Of a game that goes wrong, the ledger is kept for a replay."""

_DESCRIPTION_ENGINES = """\
Play random games and watch every invariant: after each answer the position, the options, the notation and the books
(energy, shields and pieces, or health and cards), a copy, and an answer that is wrong. Each game is gone through once
more: by a table that is told only what sensors would show, saved and restored, and taken back and done again."""

_DESCRIPTION_PLAYERS = """\
Let each house player play against others that do anything, at every seat in turn, with every number of seats. It
has to win nearly always and soon, and to answer the same if everything is dealt otherwise that its seat cannot know."""


def add(subparsers: Subparsers) -> None:
    """Add the group and its commands."""
    commands = add_group(subparsers, "soak", summary="long runs under faults, with the truth known", examples=_EXAMPLES)
    _add_link(commands)
    _add_referee(commands)
    _add_engines(commands)
    _add_players(commands)
    soak_kills.add(commands)
    soak_app.add(commands)


def _add_link(commands: Subparsers) -> None:
    link = add_command(
        commands,
        "link",
        run_link,
        summary="shake the link between board and host",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
    )
    link.add_argument("--events", type=count, default=20_000, metavar="N", help="changes on the table (default: 20000)")
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


def _add_referee(commands: Subparsers) -> None:
    referee = add_command(
        commands,
        "referee",
        run_referee,
        summary="play whole games at a simulated table",
        description=_DESCRIPTION_REFEREE,
        examples=_EXAMPLES,
    )
    known = games.with_part("people")
    referee.add_argument("--game", choices=known, default=FIRST, help=f"which game (default: {FIRST})")
    referee.add_argument("--answers", type=count, default=300, metavar="N", help="how many answers (default: 300)")
    referee.add_argument(
        "--noise", choices=list(NOISE), default="default", help="how people and sensors fail (default: default)"
    )
    referee.add_argument(
        "--habits",
        metavar="NAMES",
        help=(
            "only these habits of people, as NAME or NAME=RATE with commas between them, or none "
            f"(default: all that the game has room for): {', '.join(HABITS)}"
        ),
    )
    referee.add_argument(
        "--driver", choices=list(REFEREE_DRIVERS), default="stepped", help="plain bytes, or a pseudo-terminal"
    )
    referee.add_argument(
        "--runtime", choices=RUNTIMES, default="cpython", help="what runs the firmware (default: cpython)"
    )
    referee.add_argument(
        "--plant", choices=PLANTS, help="a sensor that breaks in the middle of each game; it has to be named"
    )
    referee.add_argument(
        "--restarts",
        type=count,
        metavar="N",
        help="the program dies about once in N answers, at any moment, and is started again (default: never)",
    )
    referee.add_argument("--profile", help="the table (default: the natural one of the game)")
    referee.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        default=Path("soak-failures"),
        help="where the ledgers of games that went wrong are put (default: soak-failures)",
    )
    add_seed(referee)
    add_json(referee)


def _level(noise: str, habits: str | None) -> Level:
    """Return a level of noise with the habits that somebody wants; calm people have them as often as others."""
    level = NOISE[noise]
    if habits is None:
        return level
    try:
        return replace(level, habits=rated(habits, level.habits or NOISE["default"].habits))
    except ValueError as error:
        raise CommandError(str(error)) from error


def run_referee(args: argparse.Namespace) -> int:
    """Run the soak; 0 if every answer was understood as it was meant."""
    profile = args.profile or games.get(args.game).table
    if games.get(args.game).is_on_tiles:
        _check_tiles(profile)
    elif args.plant not in (None, DEAD_PAD):
        raise CommandError(f"A table without tiles can only have a {DEAD_PAD}; the others need --game armada or loot.")
    level = _level(args.noise, args.habits)
    seed = settle_seed(args)
    with tempfile.TemporaryDirectory(prefix="deadfall-") as folder, Progress(args.answers, "soak referee") as progress:
        soak = RefereeSoak(
            *(args.game, profile, seed, Path(folder), level),
            driver=args.driver,
            runtime=args.runtime,
            plant=args.plant,
            answers_per_kill=args.restarts or 0,
        )
        result = soak.run(args.answers, lambda done: progress.update(done, _so_far(soak.result)))
        kept = _kept(result.kept, args.keep)
    _tell_referee(result, kept, args.json)
    if result.is_stopped:
        raise KeyboardInterrupt
    return 0 if result.is_good else 1


def _so_far(result: RefereeResult) -> str:
    """Say what has gone wrong so far, for the progress bar."""
    failed = len(result.failures)
    return f"{failed} failure{'s' if failed > 1 else ''}" if failed else "all understood"


def _kept(ledgers: Sequence[Path], folder: Path) -> list[Path]:
    """Move the ledgers of games that went wrong to where they can be looked at, over none that is there."""
    moved = []
    for ledger in ledgers:
        folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        path = opening.new_ledger(folder, ledger.stem, "failed")
        moved.append(Path(shutil.move(ledger, path)))
    return moved


def _tell_referee(result: RefereeResult, kept: Sequence[Path], as_json: bool) -> None:
    for line in (*result.failures, *result.notes):
        print(line)
    for path in kept:
        print(plain(f"See what happened: deadfall replay {path} --steps"))
    if result.is_stopped:
        print(f"Stopped after {result.answers} answers.")
    if not as_json:
        print("Every answer was understood." if result.is_good else "Not every answer was understood.")
    emit(result.fields(), as_json)


def _add_engines(commands: Subparsers) -> None:
    parser = add_command(
        commands,
        "engines",
        run_engines,
        summary="play random games and watch every invariant",
        description=_DESCRIPTION_ENGINES,
        examples=_EXAMPLES,
    )
    _add_games(parser, games.games(), "how many games (default: 500)")
    parser.add_argument(
        "--quick", action="store_true", help="make costly checks now and then only: three times as fast"
    )
    parser.add_argument(
        "--first", type=whole_number, default=0, metavar="N", help="the number of the first game: go on with a long run"
    )
    parser.add_argument("--mix", action="store_true", help="draw the rulings of each game at random too")
    parser.set_defaults(kind=PLAIN)
    others = parser.add_mutually_exclusive_group()
    others.add_argument(
        "--undo",
        action="store_const",
        const=UNDO,
        dest="kind",
        help="take answers back, and let every seat imagine how the game goes on from there",
    )
    others.add_argument(
        "--catalogues",
        action="store_const",
        const=CATALOGUES,
        dest="kind",
        help="change the catalogue of each game at random: either the check refuses it, or it can be played",
    )


def _add_players(commands: Subparsers) -> None:
    parser = add_command(
        commands,
        "players",
        run_players,
        summary="house players against others that do anything",
        description=_DESCRIPTION_PLAYERS,
        examples=_EXAMPLES,
    )
    _add_games(parser, games.games(), "how many games each plays (default: 500)")
    parser.add_argument("--player", choices=players.HOUSE, help="only this house player (default: all of them)")


def _add_games(parser: argparse.ArgumentParser, known: tuple[str, ...], how_many: str) -> None:
    parser.add_argument("--game", choices=known, default=FIRST, help=f"which game (default: {FIRST})")
    parser.add_argument("--games", type=count, default=500, metavar="N", help=how_many)
    parser.add_argument(
        "--processes",
        type=count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many at once (default: all cores)",
    )
    add_seed(parser)
    add_json(parser)


def run_players(args: argparse.Namespace) -> int:
    """Run the soak; 0 if every house player is good enough and none knows too much."""
    if not engines.load(args.game).house_players():
        raise CommandError(f"No house player knows how to play {args.game}. Choose another game with --game.")
    seed = settle_seed(args)
    names = (args.player,) if args.player else players.HOUSE
    with Progress(args.games * len(names), f"soak players {args.game}") as progress:
        result = players.soak(args.game, names, args.games, seed, progress.update, args.processes)
    for note in result.notes:
        print(note)
    if not args.json:
        print("The house players play well." if result.is_good else "The house players do NOT play well enough.")
    emit(result.fields(), args.json)
    return 0 if result.is_good else 1


def run_engines(args: argparse.Namespace) -> int:
    """Run the soak; 0 if nothing was thrown and nothing broken."""
    seed = settle_seed(args)
    with Progress(args.games, f"soak {args.game}") as progress:
        result = soak(
            *(args.game, args.games, seed, progress.update, args.processes),
            first=args.first,
            is_mixed=args.mix,
            is_quick=args.quick,
            kind=args.kind,
        )
    _tell_engines(result, args.json)
    if result.is_stopped:
        raise KeyboardInterrupt
    return 0 if result.is_good else 1


def _tell_engines(result: EngineSoakResult, as_json: bool) -> None:
    for note in result.notes:
        print(note)
    if result.is_stopped:
        rest = f"--first {result.first + result.games} --seed {result.seed}"
        print(f"Stopped after {result.games} games. Go on with: {rest}")
    if not as_json:
        print("Every invariant held." if result.is_good else "Not every invariant held.")
    emit(result.fields(), as_json)


def run_link(args: argparse.Namespace) -> int:
    """Run the soak; 0 if the ledger tells the truth."""
    _check_tiles(args.profile)
    seed = settle_seed(args)
    with tempfile.TemporaryDirectory(prefix="deadfall-") as folder:
        ledger = _new_ledger(args.keep or Path(folder), seed)
        soak = DRIVERS[args.driver](
            level=LEVELS[args.faults],
            runtime=args.runtime,
            profile=args.profile,
            seed=seed,
            ledger=ledger,
        )
        with Progress(args.events, "soak link") as progress:
            result = soak.run(args.events, progress.update)
    _tell(result, args.json)
    return 0 if result.is_good else 1


def _check_tiles(profile: str) -> None:
    if not load(profile).tiles:
        raise CommandError(
            f"The profile {profile} has no tiles on which a piece could move. Choose another: --profile grid"
        )


def _new_ledger(folder: Path, seed: int) -> Path:
    """Return where the ledger goes: to an old one the run would add what was never on this table."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    path = folder / f"soak-{seed}.sqlite"
    if path.exists():
        raise CommandError(f"{path} is there already. Move it away, or choose another --keep FOLDER or --seed N.")
    return path


def _tell(result: SoakResult, as_json: bool) -> None:
    for note in result.notes:
        print(note)
    if not as_json:
        print("The ledger tells the truth." if result.is_good else "The ledger does NOT tell the truth.")
    emit(result.fields(), as_json)
