"""`deadfall tags export`: a deck as a file for others, or as a list."""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command
from host.cli.report import emit_file
from host.cli.tags.options import add_game, load_deck, roster_of
from host.plain import plain

if TYPE_CHECKING:
    from host.tags.deck import Deck, Roster

_DESCRIPTION = """\
Write a deck as a file that others can take over with: deadfall tags enroll GAME --import FILE. As csv it is a list of
all cards and their tags, also of those that have none yet, for a spreadsheet or for an app that writes tags."""

_EXAMPLES = """\
  deadfall tags export armada --out ours.toml
  deadfall tags export armada --with theirs.toml --out both.toml     two decks in one
  deadfall tags export armada --format csv                           a list of all cards
"""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers, "export", run, summary="write a deck for others", description=_DESCRIPTION, examples=_EXAMPLES
    )
    add_game(parser)
    parser.add_argument(
        "--with", dest="others", type=Path, action="append", default=[], metavar="FILE", help="add this deck's tags"
    )
    parser.add_argument("--format", choices=("toml", "csv"), default="toml", help="toml (default) or csv")
    parser.add_argument("--out", type=Path, metavar="FILE", help="a new file (default: standard output)")


def run(args: argparse.Namespace) -> int:
    """Write the deck."""
    from host.tags.deck import load, write_deck

    roster = roster_of(args)
    deck = load_deck(args, may_be_new=args.format == "csv" or bool(args.others))
    for other in args.others:
        deck = deck.merged(load(other))
    text = write_deck(deck) if args.format == "toml" else _csv(deck, roster)
    if args.out is None:
        emit_file(text)
        return 0
    try:
        with args.out.open("x", encoding="utf-8", newline="") as sink:
            sink.write(text)
    except FileExistsError as error:
        raise CommandError(f"{args.out} is there already. Choose another name for --out.") from error
    except OSError as error:
        raise CommandError(f"{args.out} cannot be written ({error.strerror}). Choose another --out.") from error
    missing = len(deck.missing(roster))
    rest = f"; {missing} cards have none yet" if missing else ""
    print(plain(f"{args.out}: {deck.tags} tags{rest}."))
    return 0


def _csv(deck: Deck, roster: Roster) -> str:
    """A line for each copy of each card; what has no tag yet has an empty second column."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("card", "tag"))
    for card, copies in roster.items():
        uids = [uid.hex() for uid in deck.cards.get(card, ())]
        writer.writerows((card, uid) for uid in uids + [""] * (copies - len(uids)))
    return text.getvalue()
