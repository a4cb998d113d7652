"""`deadfall tags write`: put a card's id on one tag."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from host.cli.errors import CommandError
from host.cli.parser import Subparsers, add_command
from host.cli.tags.options import add_pad, opened_pad

if TYPE_CHECKING:
    from host.tags.taps import Seen, Taps

_DESCRIPTION = """\
Write a card's id on the tag that lies on the pad, and check it. A tag that was written in part is mended so. A tag that
holds something else is left alone, unless you say --overwrite."""

_EXAMPLES = """\
  deadfall tags write blue.gun-3
  deadfall tags write blue.gun-3 --overwrite
  deadfall tags write blue.gun-3 --link https://example.org/rules   telephones open that page
"""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers, "write", run, summary="put a card's id on a tag", description=_DESCRIPTION, examples=_EXAMPLES
    )
    parser.add_argument("card", metavar="CARD", help="the card's id")
    parser.add_argument("--link", default="", metavar="URL", help="a page that telephones open, behind the id")
    parser.add_argument("--overwrite", action="store_true", help="replace what the tag holds")
    add_pad(parser)


def run(args: argparse.Namespace) -> int:
    """Write the first tag that may be written."""
    from host.tags import ndef
    from host.tags.tapping import each_tag

    try:
        message = ndef.message(args.card, args.link)
    except ndef.NdefError as error:
        raise CommandError(str(error)) from error
    done: list[Seen] = []

    def write(tap: Seen) -> None:
        if _write(pad, message, args):
            done.append(tap)

    with opened_pad(args) as pad:
        print(f"Put {args.card} on the pad {args.pad}.", flush=True)
        each_tag(pad, lambda: bool(done), write, lambda sentence: print(sentence, flush=True))
    return 0


def _write(pad: Taps, message: bytes, args: argparse.Namespace) -> bool:
    from host.tags import work
    from host.tags.judging import block_bytes, judge

    needs = block_bytes(message)
    found = judge(work.read(pad, needs), needs)
    if found.content in ("card", "foreign") and found.card != args.card and not args.overwrite:
        print(f"{found.sentence} If you want to replace that, add --overwrite.", flush=True)
        return False
    work.write(pad, message)
    print(f"{args.card} is written and checked.", flush=True)
    return True
