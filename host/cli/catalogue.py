"""`deadfall catalogue`: cards and pieces of your own."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import engines
from engines.core.catalogue import MAX_CHARACTERS, CatalogueError, Mistake
from host import games
from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command, add_group
from host.cli.report import add_json, emit, emit_file
from host.plain import plain

_HEAD = re.compile(r"\s*\[\[\s*([\w-]+)\s*\]\]")


def add(commands: Subparsers) -> None:
    """Add `deadfall catalogue`."""
    group = add_group(
        commands,
        "catalogue",
        summary="cards and pieces of your own",
        examples="""\
  deadfall catalogue show loot > my-cards.toml    begin with the house's own cards
  deadfall catalogue check my-cards.toml          every mistake, with its line
""",
    )
    check = add_command(
        group,
        "check",
        run_check,
        summary="name every mistake in a catalogue, with its line",
        description="Read a catalogue as its game would, and name every mistake: where it is, and what is allowed.",
        examples="  deadfall catalogue check my-cards.toml\n  deadfall catalogue check my-cards.toml --game loot\n",
    )
    check.add_argument("file", type=Path, help="the catalogue, a TOML file")
    check.add_argument("--game", choices=engines.games(), help="the game that it is for (default: the rows tell)")
    add_json(check)
    show = add_command(
        group,
        "show",
        run_show,
        summary="print the house's own catalogue of a game",
        description="Print the house's own catalogue of a game: a good beginning for one of yours.",
        examples="  deadfall catalogue show loot > my-cards.toml\n",
    )
    show.add_argument("game", choices=engines.games(), help="the game")


def run_check(args: argparse.Namespace) -> int:
    """Check a catalogue."""
    text = read_catalogue(args.file)
    game = args.game or guess_game(text)
    if game is None:
        raise CommandError(f"The rows of {args.file} do not tell for which game it is: say --game loot, for example.")
    mistakes: tuple[Mistake, ...] = ()
    try:
        engines.load(game, catalogue=text)
    except CatalogueError as error:
        mistakes = error.mistakes
    for line, mistake in sorted((line_of(text, mistake), mistake) for mistake in mistakes):
        print(plain(f"{args.file}:{line}: {mistake.sentence}" if line else f"{args.file}: {mistake.sentence}"))
    if args.json:
        emit({"file": str(args.file), "game": game, "mistakes": len(mistakes)}, as_json=True)
    elif mistakes:
        print(f"That is {'one mistake' if len(mistakes) == 1 else f'{len(mistakes)} mistakes'}.")
    else:
        print(f"The catalogue is good: {game} can be played with it.")
    return 1 if mistakes else 0


def run_show(args: argparse.Namespace) -> int:
    """Print the house's own catalogue."""
    emit_file(engines.house_catalogue(args.game))
    return 0


def guess_game(text: str) -> str | None:
    """Return the game that has the most of a catalogue's tables, or None."""
    own = _tables(text)
    catalogued = [record.name for record in games.records()]
    shared = {game: len(own & _tables(engines.house_catalogue(game))) for game in catalogued}
    best = max(shared, key=lambda game: shared[game])
    return best if shared[best] else None


def _tables(text: str) -> set[str]:
    return {head[1] for line in text.splitlines() if (head := _HEAD.match(line))}


def add_catalogue(parser: argparse.ArgumentParser) -> None:
    """Give a command `--catalogue`."""
    parser.add_argument(
        "--catalogue", type=Path, metavar="FILE", help="cards of your own (default: the house's; docs/catalogues.md)"
    )


def catalogue_of(args: argparse.Namespace) -> str | None:
    """Return the text of the catalogue that was named, checked by its game, or None for the house's own."""
    if args.catalogue is None:
        return None
    text = read_catalogue(args.catalogue)
    try:
        engines.load(args.game, catalogue=text)
    except CatalogueError as error:
        raise CommandError(
            f"{args.catalogue} cannot be played with: {error} See all of it: deadfall catalogue check {args.catalogue}"
        ) from error
    return text


def read_catalogue(path: Path) -> str:
    """Return the text of a catalogue file; CommandError says why there is none."""
    try:
        with path.open("rb") as file:
            data = file.read(4 * MAX_CHARACTERS + 1)
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise CommandError(f"{path}:{line}: This is no text in UTF-8. Save the file as UTF-8.") from error


def line_of(text: str, mistake: Mistake) -> int:
    """Return the line of a mistake, from 1 on; 0 if it is in no line."""
    if mistake.row < 0:
        found = re.search(r"\(at line (\d+), column \d+\)", mistake.sentence)
        return int(found[1]) if found and not mistake.table else 0
    number, at, is_string = -1, 0, False
    for line, content in enumerate(text.splitlines(), 1):
        if not is_string:
            if head := _HEAD.match(content):
                if number == mistake.row and at:
                    break
                number += head[1] == mistake.table
                at = line if head[1] == mistake.table and number == mistake.row else at
            elif at and re.match(rf'\s*"?{re.escape(mistake.field)}"?\s*=', content):
                return line
        is_string ^= (content.count('"""') + content.count("'''")) % 2 == 1
    return at
