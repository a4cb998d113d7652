"""What a ledger keeps of the game that is played on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from host.ledger.origins import Origin
from host.ledger.records import Fact

InputKind = Literal["command", "link", "learned", "resumed", "time"]
INPUT_KINDS: tuple[str, ...] = get_args(InputKind)
EntryKind = Literal["answer", "observed", "corrected", "shuffled", "passed", "takeback", "import"]
ENTRY_KINDS: tuple[str, ...] = get_args(EntryKind)
TAKEBACK: EntryKind = "takeback"
IMPORT: EntryKind = "import"


@dataclass(frozen=True, slots=True)
class PlayHead:
    """What is played: all that is needed to load the game again. ``players`` has a name for each seat.

    ``catalogue`` is the text of a catalogue of the players' own, or None for the game's; ``root`` is the position in
    which the play began; ``created`` is in Unix milliseconds, like every time in a ledger.
    """

    game: str
    options: Mapping[str, str]
    catalogue: str | None
    catalogue_digest: str
    profile: str
    players: tuple[str, ...]
    root: Mapping[str, Any]
    created: int


class InputRow(NamedTuple):
    """Something besides facts that reached the companion, after the fact with the id ``fact`` and before the next."""

    id: int
    at: int
    kind: InputKind
    data: dict[str, Any]
    fact: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRecord:
    """One entry to be written, with the events that it caused.

    ``entry`` is what the engines write of it; of a take-back {"keep": n}: the first n entries hold, more than hold now
    if some are done again; of an import {"position": …}: the play goes on from there. ``input`` and ``fact`` are the
    ids of the last input and the last fact that had been processed (0: none); ``digest`` is the play's, afterwards.
    """

    at: int
    kind: EntryKind
    entry: Mapping[str, Any]
    text: str = ""
    seat: int | None = None
    by: str = ""
    confidence: int = 100
    candidates: tuple[str, ...] = ()
    why: str = ""
    input: int = 0
    fact: int = 0
    digest: str = ""
    origin: Origin = Origin.SCREEN
    events: Sequence[Mapping[str, Any]] = ()


class EntryRow(NamedTuple):
    """One entry as it stands in the ledger: the fields of its record. ``Ledger.events`` has what it caused."""

    id: int
    at: int
    kind: EntryKind
    entry: dict[str, Any]
    text: str
    seat: int | None
    by: str
    confidence: int
    candidates: tuple[str, ...]
    why: str
    input: int
    fact: int
    digest: str
    origin: Origin

    @property
    def keep(self) -> int:
        """Of a take-back: how many entries hold after it."""
        return int(self.entry["keep"])


class Told(NamedTuple):
    """Facts of one commit, which reached the companion together; ``id`` is that of the last, ``at`` the commit's."""

    id: int
    at: int
    uid: str
    boot_id: int
    facts: tuple[Fact, ...]


StoryItem = Told | InputRow | EntryRow
