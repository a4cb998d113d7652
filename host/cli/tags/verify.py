"""`deadfall tags verify`: are the cards what the deck says?"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from host.cli.parser import Subparsers, add_command
from host.cli.tags.options import add_game, add_pad, load_deck, opened_pad, roster_of

if TYPE_CHECKING:
    from host.tags.deck import Roster
    from host.tags.verifying import Verification

_DESCRIPTION = """\
Tap all cards, in any order: what each tag says is compared with what the deck says. Ctrl-C ends and tells what is left.
Exit code 0: all cards were seen and are right."""

_EXAMPLES = """\
  deadfall tags verify armada
  deadfall tags verify armada --deck theirs.toml
"""
_NAMED = 8


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers, "verify", run, summary="check all cards of a deck", description=_DESCRIPTION, examples=_EXAMPLES
    )
    add_game(parser)
    add_pad(parser)


def run(args: argparse.Namespace) -> int:
    """Check until every card was seen."""
    from host.tags.verifying import Verification, verify

    roster = roster_of(args)
    job = Verification(load_deck(args), roster)
    try:
        with opened_pad(args, _cards(roster)) as pad:
            print(f"Put the cards on the pad {args.pad}, one after another. Ctrl-C ends.", flush=True)
            verify(pad, job, lambda sentence: print(sentence, flush=True))
    except KeyboardInterrupt:
        print(f"\n{_summary(job)}")
        raise
    print(_summary(job))
    return 1 if job.wrong else 0


def _cards(roster: Roster) -> Iterator[str]:
    """What a twin lays on its pad: every copy of every card."""
    for card, copies in roster.items():
        yield from (f"{card}#{number}" for number in range(copies))


def _summary(job: Verification) -> str:
    told = [f"{job.progress} are right."]
    if job.wrong:
        told.append(f"{job.wrong} {'was' if job.wrong == 1 else 'were'} not; look above what to do.")
    if job.left:
        more = f" and {len(job.left) - _NAMED} more" if len(job.left) > _NAMED else ""
        told.append(f"Not seen: {', '.join(job.left[:_NAMED])}{more}.")
    return " ".join(told)
