"""What each game's stage must be able to do, so that the loop needs to know no game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engines.core import Game, Play
from engines.core.events import Event
from hardware.profiles.model import Profile
from host.link import Scene as LightScene
from host.stage.shown import Card, Piece, SeatPicture, Wording
from host.table import Scene

Choice = Any


class Aim(NamedTuple):
    """Something that can be aimed with: lift and put back what stands on ``tile``, or press *yes* at its ``light``."""

    label: str
    tile: int | None
    light: int | None
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Cue:
    """What the lights have to say besides the state of the game."""

    candidates: tuple[int, ...] = ()  # lights of what is asked about
    lit: int | None = None  # the one of them that stands out now
    put: int | None = None  # tile where something belongs
    take: int | None = None  # tile from which something must go
    mend: int | None = None  # tile where table and rules disagree
    hurt: tuple[int, ...] = ()  # tiles of what has just been damaged
    hurt_seats: tuple[int, ...] = ()
    show: int | None = None  # pad to which something is to be held


class ImportProblem(Exception):
    """The table cannot be taken as the position; the text is a whole sentence."""


class Stage(ABC):
    """One game on one table. Holds nothing but the two: every method is a pure function of the play."""

    is_sensed: bool  # whether the table's tiles can show the game
    misfit: str  # a sentence for a table whose tiles cannot
    board: tuple[int, int]  # columns and rows of the game's board, for a screen that draws it

    def __init__(self, profile: Profile, game: Game) -> None:
        self.profile = profile
        self.game = game

    # ---- what the table shows ----------------------------------------------------------------------------

    @abstractmethod
    def scene(self, play: Play) -> Scene:
        """Return what the table should look like."""

    @abstractmethod
    def outcomes(self, play: Play) -> Mapping[bytes, tuple[Choice, ...]]:
        """Return, by the signature after them, all answers to what is asked now that can be seen on the tiles."""

    @abstractmethod
    def aims(self, play: Play) -> Sequence[Aim]:
        """Return what can be aimed with for the answers that leave the tiles as they are."""

    @abstractmethod
    def aimed_at(self, play: Play, choice: Choice) -> int | None:
        """Return the tile of what an answer is aimed at, if it has one."""

    @abstractmethod
    def thing(self, choice: Choice) -> str | None:
        """Return the name of the thing from beside the board that an answer uses, if it does."""

    @abstractmethod
    def uses(self, choice: Choice, name: str) -> bool:
        """Tell whether an answer uses this thing from beside the board, or one that is just like it."""

    @abstractmethod
    def position_from(self, play: Play, tiles: bytes) -> Mapping[str, Any]:
        """Return the position that the table shows, as ``game.setup`` takes it; ImportProblem if it shows none."""

    # ---- what the lights and screens say -----------------------------------------------------------------

    @abstractmethod
    def lights(self, view: Mapping[str, Any], cue: Cue) -> LightScene:
        """Return the lights for what everybody may know."""

    @abstractmethod
    def wording(self, play: Play, choice: Choice) -> Wording:
        """Return an answer as a button shows it."""

    @abstractmethod
    def question(self, play: Play) -> tuple[int | None, str, str]:
        """Return who is asked now, what, and a line that helps."""

    @abstractmethod
    def seat_of(self, token: int) -> int:
        """Return whose a token is."""

    @abstractmethod
    def tell(self, event: Event) -> str | None:
        """Return what an event did, as a short sentence; None if another event says it."""

    @abstractmethod
    def hurt_by(self, play: Play, events: Sequence[Event]) -> Cue:
        """Return which tiles and seats have been damaged."""

    @abstractmethod
    def turn(self, play: Play) -> int:
        """Return how many turns have begun."""

    @abstractmethod
    def actions_left(self, play: Play) -> int:
        """Return how many answers the turn still has, 0 if the game does not count them."""

    @abstractmethod
    def pieces(self, play: Play) -> tuple[Piece, ...]:
        """Return what stands on the board, for a screen."""

    @abstractmethod
    def cards(self, play: Play, seat: int) -> tuple[Card, ...]:
        """Return a seat's things with their numbers, for a screen."""

    @abstractmethod
    def seat(self, play: Play, seat: int, player: str) -> SeatPicture:
        """Return a whole seat, for a screen."""
