"""`deadfall tags read`: what is on this tag?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from host.cli.parser import Subparsers, add_command
from host.cli.tags.options import add_pad, opened_pad

if TYPE_CHECKING:
    from host.tags.memory import Memory
    from host.tags.taps import Seen, Taps

_EXAMPLES = """\
  deadfall tags read
  deadfall tags read --follow            one tag after another, until Ctrl-C
  deadfall tags read --pages             with its memory, page by page
"""


def add(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "read",
        run,
        summary="say what is on a tag",
        description="Say what kind of tag lies on the pad, what it holds, and whether it can be written.",
        examples=_EXAMPLES,
    )
    add_pad(parser)
    parser.add_argument("--follow", action="store_true", help="go on with the next tag, until Ctrl-C")
    parser.add_argument("--pages", action="store_true", help="show its memory too")


def run(args: argparse.Namespace) -> int:
    """Tell about one tag, or about one after another."""
    from host.tags.tapping import each_tag

    told: list[Seen] = []

    def tell(tap: Seen) -> None:
        _tell(pad, tap, args.pages)
        told.append(tap)

    with opened_pad(args) as pad:
        print(f"Put a card on the pad {args.pad}.", flush=True)
        each_tag(pad, lambda: bool(told) and not args.follow, tell, lambda sentence: print(sentence, flush=True))
    return 0


def _tell(pad: Taps, seen: Seen, with_pages: bool) -> None:
    from host.tags import work
    from host.tags.judging import judge

    memory = work.read(pad)
    kind = memory.kind
    name = kind.name if kind else "a tag of another kind"
    print(f"{seen.uid.hex()}: {name}, room for {memory.capacity} bytes. {judge(memory).sentence}", flush=True)
    if with_pages:
        print(_pages(memory), flush=True)


def _pages(memory: Memory) -> str:
    """The pages that are known, one in a line, with the signs that they spell."""
    lines = []
    for page, data in sorted(memory.pages.items()):
        signs = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in data)
        lines.append(f"  {page:3}  {data.hex(' ')}  {signs}")
    return "\n".join(lines)
