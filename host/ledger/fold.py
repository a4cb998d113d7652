"""Which entries hold: the fold over answers, take-backs and what is done again."""

from __future__ import annotations

from collections.abc import Iterable

from host.ledger.play_records import IMPORT, TAKEBACK, EntryRow


class Fold:
    """One line of entries, of which the first ``count`` hold and the rest can be done again.

    A take-back only moves ``count``, back or forward again; any other entry cuts off what is behind it and is appended.
    """

    def __init__(self, rows: Iterable[EntryRow] = ()) -> None:
        self.line: list[EntryRow] = []
        self.count = 0
        self.froms: list[int] = []  # how many held before each step back that can be done again, the last one last
        self.last = 0  # the id of the last entry that was taken
        for row in rows:
            self.take(row)

    @property
    def live(self) -> list[EntryRow]:
        """The entries that hold, oldest first."""
        return self.line[: self.count]

    @property
    def undone(self) -> list[EntryRow]:
        """The entries that can be done again, the next one first."""
        return self.line[self.count :]

    def check(self, keep: int) -> None:
        """Raise ValueError if a take-back keeps what is not there."""
        if not 0 <= keep <= len(self.line):
            raise ValueError(f"it keeps {keep} entries, and there are {len(self.line)}")

    def take(self, row: EntryRow) -> None:
        """Take the next entry; ValueError if it keeps what is not there."""
        if row.kind == TAKEBACK:
            self.check(row.keep)
            self.froms = [count for count in self.froms if count > row.keep]
            if row.keep < self.count:
                self.froms.append(self.count)
            self.count = row.keep
        else:
            self.froms = []
            self.line[self.count :] = [row]
            self.count += 1
        self.last = row.id


def since_import(live: list[EntryRow]) -> tuple[EntryRow | None, list[EntryRow]]:
    """Return the last import among entries that hold, or None, and the entries behind it: what a play is made of."""
    for at in range(len(live) - 1, -1, -1):
        if live[at].kind == IMPORT:
            return live[at], live[at + 1 :]
    return None, live
