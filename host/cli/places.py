"""Where the user's files live."""

from __future__ import annotations

import os
from pathlib import Path

from host.cli.errors import CommandError
from host.ledger.private import private_folder
from host.tags import DECKS

_REMEDY = "Set XDG_STATE_HOME to a folder that you can write to."


def state_folder() -> Path:
    """The folder for what should outlive a run: $XDG_STATE_HOME/deadfall, made if it is not there."""
    home = os.environ.get("XDG_STATE_HOME", "")
    # The XDG base directory specification: a path that is not absolute is ignored.
    base = Path(home) if home and Path(home).is_absolute() else _home() / ".local" / "state"
    return _made(base / "deadfall")


def ring_ledger() -> Path:
    """The ledger for facts outside a play."""
    return state_folder() / "ring.ledger"


def games_folder() -> Path:
    """The folder in which games are kept, one ledger each."""
    return _made(state_folder() / "games")


def decks_folder() -> Path:
    """The folder in which decks are kept, one file each."""
    return _made(state_folder() / DECKS)


def _home() -> Path:
    try:
        home = Path(os.environ["HOME"]) if "HOME" in os.environ else Path.home()
    except RuntimeError:
        home = Path()
    if not home.is_absolute():
        raise CommandError(f"Your home folder is not known, so games and decks cannot be kept. {_REMEDY}")
    return home


def _made(folder: Path) -> Path:
    try:
        private_folder(folder)
    except OSError as error:
        reason = error.strerror or error
        raise CommandError(f"Games and decks cannot be kept in {folder} ({reason}). {_REMEDY}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CommandError(f"Games and decks cannot be kept in {folder}: you may not write to it. {_REMEDY}")
    return folder
