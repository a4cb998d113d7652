"""What a person has to do with: a table to put things on, and a screen to look at."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from hardware.profiles.model import Profile
from hardware.twin.mechanics import Mechanics
from host.soak.human.world import Deed

Standing = Literal["even", "behind", "astray"]
"""The ledger as a person reads it: all that was done is there, something is not there yet, or something else is."""


class Told(NamedTuple):
    """What the screen says now. ``labels`` are its buttons, as far as they answer a question: answers in the notation.

    ``doubted``: tiles of which a button says that they are as they should be. ``faults``: what is said to be broken.
    """

    kind: str
    title: str
    detail: str
    labels: tuple[str, ...]
    is_owed: bool
    seat: int | None
    doubted: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


class Room(Protocol):
    """The room with the table and its screen."""

    @property
    def now(self) -> int:
        """The time in milliseconds."""

    @property
    def profile(self) -> Profile:
        """How the table is built."""

    @property
    def mechanics(self) -> Mechanics:
        """The things on the table."""

    def wait(self, ms: int) -> None:
        """Let time pass."""

    def look(self) -> Told:
        """Look at the screen."""

    def standing(self) -> Standing:
        """Read in the ledger whether all that was done so far has been understood."""

    def has_heard(self, deed: Deed) -> bool:
        """Read in the ledger whether an answer that is not counted as done yet is there as the last one."""

    def lacks(self) -> str:
        """Read which answer is not in the ledger though it was given, the first one; empty if all are there."""

    @property
    def is_linked(self) -> bool:
        """Whether the screen says that the board is connected."""

    def is_calm(self) -> bool:
        """See that neither light nor screen waits for anything on the table."""

    def tap(self, card: str, ms: int) -> None:
        """Hold a card to the pad."""

    def tap_two(self, cards: tuple[str, str], ms: int) -> None:
        """Hold two cards to the pad at once."""

    def lay(self, card: str, pad: str = "play") -> None:
        """Lay a card on a pad, and leave it there."""

    def take_up(self, card: str) -> None:
        """Take a card off its pad."""

    def on_pad(self) -> str:
        """See on the screen which card the pad reads; empty if it reads none."""

    def press(self, seat: int, answer: Literal["yes", "no"]) -> None:
        """Press a seat's button."""

    def say(self, text: str) -> None:
        """Answer on the screen."""

    def name(self, card: str) -> None:
        """Say on the screen which card was revealed."""

    def pick(self, number: int) -> None:
        """Pick a button of a question, -1: none of these."""

    def vouch(self, tile: str) -> None:
        """Press the button that says that a tile is as it should be."""

    def unread(self) -> None:
        """Say on the screen that the pad does not read what is held to it."""

    def leave(self) -> None:
        """Leave aiming or a question."""

    def take_back(self) -> None:
        """Press the button that takes the last answer back."""

    def pull_cable(self, ms: int) -> None:
        """Pull the cable; somebody puts it back a little later."""
