"""What the window needs of the world behind it: games to begin, tables to play at, and a running table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from hardware.profiles.model import Profile
from host.app.desk import TableDesk
from host.app.wishes import GameCard, SavedGame, TablePlace, Wish
from host.play.commands import Command
from host.play.picture import Picture


class LobbyError(Exception):
    """A game cannot be opened; the text is a sentence for the person who wished for it."""


class RunningTable(Protocol):
    """A game that runs behind the window; ``host.play.live.LiveTable`` is one."""

    @property
    def picture(self) -> Picture:
        """What there is to see now."""

    def start(self) -> None:
        """Begin."""

    def post(self, command: Command) -> None:
        """Have a command carried out, soon."""

    def read(self, key: str) -> None:
        """Let house players go on: people have read this aloud, or skipped it."""

    def stop(self) -> None:
        """End."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that was opened. ``desk`` makes a virtual table; ``close`` cleans up after ``table.stop()``.

    ``profile`` is the table as it is drawn: with a board, even if it has no tiles.

    ``seed`` mixes the virtual draw piles. ``choices`` is what was wished for; of a resumed game, when it was begun.
    """

    table: RunningTable
    profile: Profile
    desk: Callable[[], TableDesk] | None = None
    seed: int = 0
    choices: Wish | None = None
    close: Callable[[], None] = lambda: None


class Lobby(Protocol):
    """What there is to choose from, and how it is opened. ``open`` may take a while: it is called in a thread."""

    @property
    def games(self) -> Sequence[GameCard]:
        """The games that can be played."""

    def tables(self) -> Sequence[TablePlace]:
        """Where they can be played now."""

    def saved(self) -> Sequence[SavedGame]:
        """Games that were left."""

    def abort(self, key: str) -> None:
        """Throw a saved game away."""

    def open(self, wish: Wish, on_change: Callable[[], None]) -> Opened:
        """Open a game, not started yet; LobbyError if it cannot be."""
