"""Where the user's files live."""

from __future__ import annotations

import os
from pathlib import Path

from host.ledger.private import private_folder
from host.tags import DECKS


def state_folder() -> Path:
    """The folder for what should outlive a run: $XDG_STATE_HOME/deadfall, made if it is not there."""
    home = os.environ.get("XDG_STATE_HOME", "")
    # The XDG base directory specification: a path that is not absolute is ignored.
    base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "state"
    return private_folder(base / "deadfall")


def ring_ledger() -> Path:
    """The ledger for facts outside a play."""
    return state_folder() / "ring.ledger"


def games_folder() -> Path:
    """The folder in which games are kept, one ledger each."""
    return private_folder(state_folder() / "games")


def decks_folder() -> Path:
    """The folder in which decks are kept, one file each."""
    folder = state_folder() / DECKS
    folder.mkdir(exist_ok=True)
    return folder
