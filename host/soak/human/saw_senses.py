"""What people have to do with at a table of pads: places for cards, buttons, and a screen."""

from __future__ import annotations

from typing import Literal, Protocol

from engines.core import AnyPlay
from host.soak.human.senses import Told


class PadRoom(Protocol):
    """The room with the table and its screen."""

    @property
    def now(self) -> int:
        """The time in milliseconds."""

    def wait(self, ms: int) -> None:
        """Let time pass."""

    # ---- the table -----------------------------------------------------------------------------------------------

    def tap(self, card: str, ms: int, pad: str = "play") -> None:
        """Hold a card to a pad."""

    def tap_two(self, cards: tuple[str, str], ms: int, pad: str = "play") -> None:
        """Hold two cards to a pad at once."""

    def lay(self, card: str, pad: str) -> None:
        """Lay a card on a pad, and leave it there."""

    def take_up(self, card: str) -> None:
        """Take a card off its pad."""

    def on_pad(self, pad: str = "play") -> str:
        """See on the screen which card a pad reads; empty if it reads none."""

    def hold_near(self, cards: list[str], pad: str, ms: int) -> None:
        """Hold a hand of cards close to a pad for a while."""

    def press(self, seat: int, answer: Literal["yes", "no"]) -> None:
        """Press a seat's button."""

    def pull_cable(self, ms: int) -> None:
        """Pull the cable; somebody puts it back a little later."""

    # ---- the screen ----------------------------------------------------------------------------------------------

    def look(self) -> Told:
        """Look at the screen."""

    @property
    def notice(self) -> str:
        """The last thing that somebody should read."""

    @property
    def is_linked(self) -> bool:
        """Whether the screen says that the board is connected."""

    @property
    def lit(self) -> int | None:
        """Which of some buttons the light that walks by belongs to."""

    def agrees(self, truth: AnyPlay) -> bool:
        """Read in the ledger and on the screen whether the game stands so."""

    @property
    def lines(self) -> int:
        """How many lines the ledger has."""

    def is_under_way(self) -> bool:
        """See that the table waits for what the cards say."""

    @property
    def turned(self) -> list[str]:
        """The cards that were turned over so far, as the ledger has them."""

    def say(self, text: str) -> None:
        """Answer on the screen."""

    def name(self, card: str) -> None:
        """Say on the screen which card was turned over."""

    def pick(self, number: int) -> None:
        """Pick a button of a question, -1: none of these."""

    def leave(self) -> None:
        """Leave aiming or a question."""

    def take_back(self) -> None:
        """Press the button that takes the last answer back."""
