"""Parsers that look alike: examples keep their lines, and a group without a command prints its help."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from host.plain import plain

Made = TypeVar("Made")
Subparsers = Any  # argparse's own type for it is private


def new_parser(make: Callable[..., Made], *names: str, **options: Any) -> Made:
    """Return `make(…)` with our layout: line breaks in examples stay, no option may be shortened."""
    return make(*names, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options)


class Parser(argparse.ArgumentParser):
    """A parser whose errors have no signs that steer a terminal."""

    def error(self, message: str) -> NoReturn:
        """Say what makes no sense, and end."""
        super().error(plain(message))


def whole_number(text: str) -> int:
    """Read the number behind an option; underscores may group its digits."""
    if not re.fullmatch(r"[+-]?\d+(_\d+)*", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"It must be a whole number, not {text!r}.")
    return int(text)


def count(text: str) -> int:
    """Read how many of something there shall be."""
    value = whole_number(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"It must be a whole number, at least 1, not {text!r}.")
    return value


def add_command(
    subparsers: Subparsers,
    name: str,
    run: Callable[[argparse.Namespace], int],
    *,
    summary: str,
    description: str,
    examples: str,
) -> argparse.ArgumentParser:
    """Add a command: `summary` stands in the list of commands, `examples` behind its own help."""
    parser: argparse.ArgumentParser = new_parser(
        subparsers.add_parser, name, help=summary, description=description, epilog=f"examples:\n{examples}"
    )
    parser.set_defaults(run=run, parser=parser)
    return parser


def add_group(subparsers: Subparsers, name: str, *, summary: str, examples: str) -> Subparsers:
    """Add a group of commands and return where its commands are added."""
    parser: argparse.ArgumentParser = new_parser(
        subparsers.add_parser, name, help=summary, description=summary, epilog=f"examples:\n{examples}"
    )
    parser.set_defaults(parser=parser)
    return parser.add_subparsers(title="commands", metavar="COMMAND")
