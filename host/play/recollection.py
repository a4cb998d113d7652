"""What was seen stays seen, whatever is taken back: a fold over the rows of a ledger, besides that of the play.

It goes through take-backs in their order. Where cards are mixed or sorted their tokens get new numbers, and after a
take-back the same numbers may mean other cards: what was seen counts from when the play was made anew, and never later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engines.core.entries import Observed
from host.ledger import EntryRow, since_import
from host.ledger.fold import Fold
from host.play.rows import is_persons, is_somebodys

Read = Callable[[Mapping[str, Any]], Observed]
"""Returns what an observation means, as an entry is written."""


class Turn(NamedTuple):
    """When a play was made anew last: how many rows held then, and what had been seen by then."""

    kept: int
    seen: Mapping[int, Observed]


class Recollection:
    """Follows the rows of one game. ``turn`` is when the play has to be told of what was seen and taken back."""

    def __init__(self, fold: Fold, read: Read) -> None:
        self.turn = Turn(0, {})
        self.named: set[int] = set()  # what a person named or showed, who may have been mistaken
        self._seen: dict[int, Observed] = {}
        self._written: dict[int, Observed] = {}  # the same as the rows alone tell it
        self._told: dict[int, Observed] = {}  # by row
        self._is_anew = False  # the play was made anew, and no row was added since
        self._fold = fold
        self._read = read

    def take(self, row: EntryRow, events: Sequence[Mapping[str, Any]]) -> None:
        """Take the next row with what it caused."""
        if row.kind == "takeback":
            removed = self._fold.live[row.keep :]
            self._fold.take(row)
            self._unsay(removed)
            self._turn()
            return
        self._fold.take(row)
        if row.kind == "import":
            self._turn()
            return
        if self._is_anew:
            self._is_anew = False
            self._seen.update(self._told_by(since_import(self._fold.live)[1]))
        if row.kind == "observed":
            self._see(row, events)

    def start_plainly(self) -> None:
        """The program was started, and knew only what the rows alone tell: older ones did so."""
        self._seen = dict(self._written)
        self._turn()

    def turn_at_end(self) -> None:
        """Let everything that was seen count from now on only."""
        self.turn = Turn(self._fold.count, dict(self._seen))

    def _turn(self) -> None:
        self.turn_at_end()
        self._is_anew = True

    def _see(self, row: EntryRow, events: Sequence[Mapping[str, Any]]) -> None:
        """A card was seen, by those to whom the rules showed it."""
        written = self._read(row.entry)
        shown = next((seen for seen in self._shown(events) if seen.token == written.token), written)
        self._told[row.id] = self._seen[written.token] = written._replace(seen_by=shown.seen_by)
        self._written[written.token] = written
        if is_persons(row):
            self.named.add(written.token)

    def _shown(self, events: Iterable[Mapping[str, Any]]) -> Iterator[Observed]:
        """Yield what the rules showed to some or to all."""
        for event in events:
            if event.get("event") == "Bound":
                yield self._read({"observed": {name: event.get(name) for name in Observed._fields}})

    def _told_by(self, rows: Iterable[EntryRow]) -> dict[int, Observed]:
        told = (self._told[row.id] for row in rows if row.id in self._told)
        return {seen.token: seen for seen in told}

    def _unsay(self, removed: Sequence[EntryRow]) -> None:
        """Forget a name that was taken back by itself: it was a slip. Names behind an answer stay known."""
        if any(map(is_somebodys, removed)):
            return
        for row in removed:
            if row.id in self._told and is_persons(row):
                self._seen.pop(self._told[row.id].token, None)
                self._written.pop(self._told[row.id].token, None)
