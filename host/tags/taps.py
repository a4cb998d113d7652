"""What one pad can do with the tag on it. The board behind it may be a real one or a twin."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

Wish = Literal["put", "hold", "take"]
"""What the light of a pad asks for: put a card here, leave it, take it away."""


class TapError(Exception):
    """What was asked of the tag did not happen; the text is a sentence that says what to do."""


class TagGone(TapError):
    """The tag was not reached, or not until the end: the card was lifted, or lies at the edge of the pad."""


class TagRefused(TapError):
    """The tag is there, but says no: the page is locked, guarded, or not there."""


class Seen(NamedTuple):
    """A tag lies on the pad; `text` is the card that the board read on it, empty if none."""

    uid: bytes
    text: str = ""


class Trouble(NamedTuple):
    """Nothing can be read at present, and what to do: several cards, one at the edge, a reader without power."""

    sentence: str


class Lifted(NamedTuple):
    """The pad is empty."""


Tap = Seen | Trouble | Lifted


class Taps(Protocol):
    """One pad. Reading and writing are about the tag that was seen last, and raise TagGone if it is not there."""

    def ask(self, wish: Wish) -> None:
        """Have the pad's light ask for something."""

    def wait(self, timeout: float) -> Tap | None:
        """Return what happens next on the pad, or None if nothing does for so many seconds."""

    def read(self, page: int, pages: int) -> bytes:
        """Return four bytes for each of so many pages; TagRefused if one of them may not be read."""

    def write(self, page: int, data: bytes) -> None:
        """Write four bytes and check that they are there; TagRefused if the tag does not take them."""
