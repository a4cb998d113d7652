"""What a person can wish for on the start screen, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

from engines.core.rulings import Ruling
from host.games.record import TableKind

PERSON = "person"
VIRTUAL = "twin"
AUTO = "auto"
GRID = "grid"
NONE = "none"


class TablePlace(NamedTuple):
    """A table that can be played at: ``key`` is "twin", "auto", a port or a serial number."""

    key: str
    title: str
    detail: str


class SavedGame(NamedTuple):
    """A game that was left: ``key`` names its ledger. ``losers`` are the seats that lost ``game``, if it is over."""

    key: str
    title: str
    when: str
    detail: str
    problem: str = ""  # why it cannot be resumed
    losers: tuple[str, ...] = ()
    at: int = 0  # when something last happened in it
    is_over: bool = False
    game: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """A game to begin, or one to resume. ``options`` has only what differs from the defaults.

    ``profile`` says what kind of table it is; a game that is resumed goes on at the kind that it was begun at.
    ``catalogue`` is the text of cards of one's own, ``taps`` which cards are held to the pads, if that can be said.
    The same ``seed`` deals the same cards and makes house players decide alike.
    """

    game: str
    players: tuple[str, ...]
    where: str = VIRTUAL
    options: Mapping[str, str] = field(default_factory=dict)
    resume: str = ""
    profile: str = GRID
    catalogue: str | None = None
    taps: str = ""
    seed: int | None = None


TAPS = (
    ("needed", "When needed", "An untold card stays unknown"),
    ("every", "Every card", "As soon as it is drawn"),
    ("none", "None", "Everything is said here"),
)
VIRTUAL_TABLE = TablePlace(VIRTUAL, "Virtual table", "On this screen; nothing to plug in")
ANY_BOARD = TablePlace(AUTO, "My board", "Whichever is plugged in, now or later")


def kind_of(profile: str) -> TableKind:
    """Return a kind of table that is not always on offer: another profile, or one in a file of the user's."""
    path = PurePath(profile)
    return TableKind(profile, path.stem.capitalize(), f"As in {path.name}" if path.suffix else "Chosen by name")


class GameCard(NamedTuple):
    """A game that can be played. ``seat_counts`` is how many may play it; empty: all seats are taken.

    ``first`` is the ruling that says who begins, in a game that whoever lost the last game begins.
    """

    name: str
    title: str
    seats: tuple[str, ...]
    rulings: Sequence[Ruling]
    house: Sequence[str] = ()
    seat_counts: tuple[int, ...] = ()
    kinds: tuple[TableKind, ...] = ()
    is_tapped: bool = False  # whether people say how many of their cards they tap
    first: str = ""
