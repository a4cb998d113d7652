"""`deadfall tags …`: which sticker is which card."""

from __future__ import annotations

from importlib import import_module

from host.cli.parser import Subparsers, add_group

COMMANDS = ("enroll", "read", "write", "verify", "export")

_EXAMPLES = """\
  deadfall tags enroll armada                  give every card its tag, one tap each; a second run goes on
  deadfall tags read                           what is on this tag?
  deadfall tags write blue.gun-3               put a card's id on one tag
  deadfall tags verify armada                  tap all cards: are they what the deck says?
  deadfall tags export armada --out ours.toml  a file for whoever plays with these cards
  deadfall tags enroll armada --port twin      try it without hardware
"""


def add(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers, "tags", summary="Give cards their tags; read, write and check them.", examples=_EXAMPLES
    )
    for name in COMMANDS:
        import_module(f"host.cli.tags.{name}").add(group)
