"""Facts, inputs and entries in the one order in which they happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import inf
from typing import Any, Generic, TypeVar

from host.ledger.play_records import EntryRow, InputRow, StoryItem, Told
from host.ledger.records import Fact

Row = TypeVar("Row", Told, InputRow, EntryRow)


class _Front(Generic[Row]):
    """Rows with the next one in sight. ``reached`` is the id of the last one taken; beyond the end, any id is."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows: Iterator[Row] = iter(rows)
        self.reached: float = 0
        self._step()

    def take(self) -> Row:
        """Return the next row and step on."""
        row = self.next
        assert row is not None
        self.reached = row.id
        self._step()
        return row

    def _step(self) -> None:
        self.next: Row | None = next(self._rows, None)
        if self.next is None:
            self.reached = inf


def merge(told: Iterable[Told], inputs: Iterable[InputRow], entries: Iterable[EntryRow]) -> Iterator[StoryItem]:
    """Yield every row as soon as the facts and inputs that came before it have been yielded; entries go first."""
    facts, noted, made = _Front(told), _Front(inputs), _Front(entries)
    while True:
        entry, input_ = made.next, noted.next
        if entry is not None and entry.fact <= facts.reached and entry.input <= noted.reached:
            yield made.take()
        elif input_ is not None and input_.fact <= facts.reached:
            yield noted.take()
        elif facts.next is not None:
            yield facts.take()
        else:
            return


def told_row(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Check the types of a row for ``grouped``."""
    *_, uid, _, seq, as_of, t_board, t_host, kind, src, data, inferred = row
    numbers = (*row[:3], row[4], t_host, kind, src, inferred)
    if not (isinstance(uid, str) and isinstance(data, bytes) and all(type(number) is int for number in numbers)):
        raise ValueError("a fact has values of a wrong type")
    if not all(number is None or type(number) is int for number in (seq, as_of, t_board)):
        raise ValueError("a fact has values of a wrong type")
    return row


def grouped(rows: Iterable[tuple[Any, ...]]) -> Iterator[Told]:
    """Yield the facts of each commit together, out of rows (id, batch, at, uid, boot_id, fields of the fact …)."""
    for _, group in groupby(rows, key=lambda row: row[1]):
        together = list(group)
        id_, _, at, uid, boot_id = together[-1][:5]
        yield Told(id_, at, uid, boot_id, tuple(Fact(*row[5:]) for row in together))
