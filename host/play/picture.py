"""Everything that a screen shows of a running game, as plain values: the app and the terminal only draw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from host.ledger import Origin
from host.link import DARK, Scene
from host.play.commands import Command
from host.referee.verdicts import Step
from host.stage.shown import Card, Gauge, Page, Piece, Reading, SeatPicture
from host.table.health import NOTHING_COUNTED, HealthReport
from host.table.pads import PadSight

PromptKind = Literal["turn", "reveal", "ask", "aim", "wait", "guide", "over"]


@dataclass(frozen=True, slots=True)
class Button:
    """One thing that can be said now. ``key`` is a keyboard key ("1", "y", "Esc"), ``tile`` what it is about."""

    label: str
    command: Command
    key: str = ""
    detail: str = ""
    tile: int | None = None
    group: str = ""  # legal answers are grouped by their kind: "Build", "Move", …
    about: str = ""  # what people call the thing that the answer names first


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked now, and of whom. ``lit`` is the button whose light is walking by."""

    kind: PromptKind
    title: str
    detail: str = ""
    seat: int | None = None
    buttons: tuple[Button, ...] = ()
    lit: int | None = None
    step: Step | None = None
    is_owed: bool = False  # nobody did anything wrong: the table only has to follow
    may_be_back: bool = False  # it asks whether an answer was given or one was taken back
    may_be_nothing: bool = False  # it asks whether anything has happened at all


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ledger: what was understood, why, and what it did."""

    number: int
    at: int
    seat: int | None
    text: str
    why: str
    effects: tuple[str, ...] = ()
    confidence: int = 100
    candidates: tuple[str, ...] = ()
    is_taken_back: bool = False
    kind: Literal["answer", "reveal", "correction", "takeback", "import", "note"] = "answer"
    is_quiet: bool = False  # book-keeping that nobody needs to read: a pass of somebody who said nothing, a secret
    origin: Origin = Origin.SCREEN


@dataclass(frozen=True, slots=True)
class Whisper:
    """What a house player does with a card that nobody else sees, for the person who holds its cards."""

    seat: int
    text: str  # in the game's notation, with the names that the cards bear


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole picture at one moment. ``lights`` is what the table's lights were asked to show."""

    game: str
    prompt: Prompt
    seats: tuple[SeatPicture, ...] = ()
    pieces: tuple[Piece, ...] = ()
    tiles: bytes = b""  # what the reeds say
    confidence: bytes = b""
    pads: tuple[PadSight, ...] = ()  # what everybody may know of them
    lines: tuple[Line, ...] = ()
    notice: str = ""  # the last thing that a person should read: a refusal, a taken-back answer
    lights: Scene = DARK
    expects: frozenset[int] = frozenset()  # pads to which a card may come next
    link: str = ""  # the connection, as a sentence
    is_linked: bool = False
    has_board: bool = True  # whether the table has a board that can be connected
    turn: int = 0
    actions_left: int = 0
    winner: str | None = None
    can_undo: bool = False
    can_redo: bool = False
    hands: tuple[tuple[str, ...], ...] = ()  # at a virtual table, what is in each hand: for its owner's eyes only
    due: str = ""  # and what it has to show to the pad now
    benches: tuple[
        tuple[str, ...], ...
    ] = ()  # what lies in the slots of each bench, as secret; empty where nothing does
    looked: tuple[str, ...] = ()  # cards of the deck that who is asked looks at, the top one first
    peeked: tuple[str, str] = ("", "")  # where a card of the board is that who is asked looks at, and which card it is
    advice: tuple[str, ...] = ()  # for who is asked, and nobody else
    whispers: tuple[Whisper, ...] = ()  # for whoever holds a house player's cards, and nobody else
    health: HealthReport = NOTHING_COUNTED  # what was counted at each tile and pad
    faults: tuple[str, ...] = ()  # what is broken at the table, what it means and what to do
    top: str = ""  # the uppermost card of the discard pile
    dropped: tuple[str, ...] = ()  # cards that went to the pile in this turn, the uppermost first
    reading: Reading | None = None  # what people may read aloud now

    @property
    def is_missing(self) -> bool:
        """Whether the table has a board that is not connected now."""
        return self.has_board and not self.is_linked

    @property
    def is_blind(self) -> bool:
        """Whether pieces on tiles are not seen that should be."""
        return self.is_missing and bool(self.tiles)


__all__ = [
    "Button",
    "Card",
    "Gauge",
    "Line",
    "PadSight",
    "Page",
    "Picture",
    "Piece",
    "Prompt",
    "PromptKind",
    "Reading",
    "SeatPicture",
]
