"""Options that several board commands share."""

from __future__ import annotations

import argparse

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


def add_profile(parser: argparse.ArgumentParser, default: str | None, note: str) -> None:
    """Give a command `--profile`."""
    parser.add_argument(
        "--profile", metavar="NAME", default=default, help=f"a built-in profile or a .toml file ({note})"
    )
