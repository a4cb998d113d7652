"""Options that several board commands share."""

from __future__ import annotations

import argparse

from host.cli.errors import CommandError

RUNTIMES = ("cpython", "micropython")
PROFILE = "grid"


def add_twin_options(parser: argparse.ArgumentParser) -> None:
    """Give a command the choice of the simulated board's firmware interpreter."""
    parser.add_argument(
        "--runtime",
        choices=RUNTIMES,
        default="cpython",
        help="what runs the twin's firmware (default: cpython; micropython is the real interpreter)",
    )


def add_port(parser: argparse.ArgumentParser, note: str) -> None:
    """Give a command the board's port, with or without ``--port`` before it: ``args.port`` is None without either."""
    what = f'a port, a board\'s serial number, or "auto" ({note})'
    parser.add_argument("port", nargs="?", metavar="PORT", default=argparse.SUPPRESS, help=what)
    parser.add_argument("--port", dest="port", metavar="PORT", help="the same")


def needed_port(args: argparse.Namespace) -> str:
    """Return the port that was named; CommandError if none was."""
    if args.port is None:
        raise CommandError('Name the board\'s port, or "auto" for the one that is plugged in.')
    return str(args.port)


def add_profile(parser: argparse.ArgumentParser, default: str | None, note: str) -> None:
    """Give a command `--profile`."""
    parser.add_argument(
        "--profile", metavar="NAME", default=default, help=f"a built-in profile or a .toml file ({note})"
    )
