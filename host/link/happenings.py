"""What a link tells its listener. A link in a driver calls the listener in the link's own thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from host.ledger import Fact, Gap


@dataclass(frozen=True, slots=True)
class Connected:
    """A session began. ``is_new_boot``: the board has started since the ledger last heard of it."""

    uid: str
    boot_id: int
    is_new_boot: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """The session is over; the link goes on trying."""

    uid: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A board is there, but no session is possible; the sentence says what to do."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """Facts are on disk and acknowledged."""

    uid: str
    facts: Sequence[Fact]


@dataclass(frozen=True, slots=True)
class Missed:
    """Facts will never arrive; a snapshot is on its way."""

    uid: str
    gap: Gap

    @property
    def sentence(self) -> str:
        """What that means to whoever plays."""
        count = (self.gap.last or self.gap.first) - self.gap.first + 1
        lost = "one change" if count == 1 else f"{count:,} changes"
        return (
            f"The board ran out of room and lost {lost} before this computer could read them. The table is read anew: "
            "check that the game has understood what you did."
        )


@dataclass(frozen=True, slots=True)
class Repaired:
    """A snapshot was laid over the state; ``inferred`` is what it changed."""

    uid: str
    inferred: Sequence[Fact]


@dataclass(frozen=True, slots=True)
class Described:
    """The board's capabilities are known."""

    uid: str
    caps: dict[str, object]


@dataclass(frozen=True, slots=True)
class Logged:
    """The board wrote a line; ``dropped`` lines before it were lost."""

    uid: str
    level: int
    text: str
    dropped: int


@dataclass(frozen=True, slots=True)
class Crashed:
    """The board keeps the record of a crash."""

    uid: str
    code: int
    text: str


@dataclass(frozen=True, slots=True)
class Troubled:
    """Something needs a person, but the session goes on: the disk is full, say."""

    uid: str
    sentence: str


Happening = Connected | Lost | Refused | Arrived | Missed | Repaired | Described | Logged | Crashed | Troubled
Listener = Callable[[Happening], None]


def nobody(_: Happening) -> None:
    """Listen to nothing."""
