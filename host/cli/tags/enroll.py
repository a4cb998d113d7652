"""`deadfall tags enroll`: give every card its tag, one tap each."""

from __future__ import annotations

import argparse
from pathlib import Path

from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command
from host.cli.tags.options import add_game, add_pad, deck_file, load_deck, opened_pad, roster_of
from host.plain import plain

_DESCRIPTION = """\
Tap card after card: the screen names the next one, its id is written on its tag and checked, and the deck's file keeps
which tag it is. Ctrl-C ends at any time; what is done is kept, and the same command goes on. A card that says already
what it is may come in any order."""

_EXAMPLES = """\
  deadfall tags enroll armada
  deadfall tags enroll armada --card blue.gun-3        that card's sticker is lost: give it a new one
  deadfall tags enroll armada --no-write               leave the tags as they are, keep their numbers only
  deadfall tags enroll armada --import theirs.toml     take over a deck that somebody shared
  deadfall tags enroll armada --port twin              try it without hardware
"""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers, "enroll", run, summary="give every card its tag", description=_DESCRIPTION, examples=_EXAMPLES
    )
    add_game(parser)
    add_pad(parser)
    parser.add_argument(
        "--card", action="append", default=[], metavar="CARD", help="give this card new tags and forget its old ones"
    )
    parser.add_argument("--no-write", action="store_true", help="write nothing on the tags; keep their numbers only")
    parser.add_argument("--overwrite", action="store_true", help="also use tags that hold something else")
    parser.add_argument(
        "--import", dest="taken", type=Path, metavar="FILE", help="take over the tags of this deck first"
    )


def run(args: argparse.Namespace) -> int:
    """Enrol until every card has its tag."""
    from host.tags.deck import load, save
    from host.tags.enrolling import Enrolment, enrol

    roster, path = roster_of(args), deck_file(args)
    for card in args.card:
        if card not in roster:
            listing = f"deadfall tags export {args.game} --format csv"
            raise CommandError(f"{card} is no card of {args.game}. To see them all: {listing}")
    deck = load_deck(args, may_be_new=True)
    if args.taken is not None:
        deck = deck.merged(load(args.taken))
        save(deck, path)
    job = Enrolment(deck, roster, writes=not args.no_write, overwrites=args.overwrite, only=args.card)
    if not job.missing:
        print(job.invitation)
        return 0
    try:
        with opened_pad(args) as pad:
            print(f"Put the cards on the pad {args.pad}, one after another. Ctrl-C ends; what is done is kept.")
            enrol(pad, job, _say, lambda deck: save(deck, path))
    except KeyboardInterrupt:
        print()
        print(plain(f"{job.progress} are kept in {path}. The same command goes on."))
        raise
    print(plain(f"The deck is kept in {path}."))
    return 0


def _say(sentence: str) -> None:
    print(sentence, flush=True)
