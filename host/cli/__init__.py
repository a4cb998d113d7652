"""The `deadfall` command.

A command is a module with `add(subparsers)` and `run(args) -> int`, named in `host.cli.main.COMMANDS`. It imports what
it needs inside `run`, so that `deadfall --help` stays fast.
"""

from host.cli.main import main

__all__ = ["main"]
