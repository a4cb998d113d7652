"""What may be written about a play: a ledger that breaks these rules could not be folded or replayed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from host.ledger import jsontext
from host.ledger.play_records import ENTRY_KINDS, IMPORT, INPUT_KINDS, TAKEBACK, EntryRecord
from host.ledger.records import LedgerError


class Reached(NamedTuple):
    """How far a ledger goes, and on which fact and input its last row rests."""

    facts: int
    inputs: int
    fact: int
    input: int

    def check(self, fact: int, input_: int) -> Reached:
        """Return the same for the next row; LedgerError if it rests on what is not there, or goes back."""
        if not (self.fact <= fact <= self.facts and self.input <= input_ <= self.inputs):
            raise LedgerError(
                f"A row that rests on fact {fact} and input {input_} cannot be written: it must rest on facts "
                f"{self.fact} to {self.facts} and inputs {self.input} to {self.inputs}."
            )
        return self._replace(fact=fact, input=input_)


def check_input(kind: str) -> None:
    """Refuse an input of no known kind."""
    if kind not in INPUT_KINDS:
        raise LedgerError(f"There is no input {kind!r}; there are {', '.join(INPUT_KINDS)}.")


def check_entry(record: EntryRecord) -> None:
    """Refuse an entry that cannot be folded."""
    if record.kind not in ENTRY_KINDS:
        raise LedgerError(f"There is no entry {record.kind!r}; there are {', '.join(ENTRY_KINDS)}.")
    if not 0 <= record.confidence <= 100:
        raise LedgerError(f"A confidence is a percentage from 0 to 100, not {record.confidence}.")
    check_shape(record.kind, record.entry)


def check_shape(kind: str, entry: Mapping[str, Any]) -> None:
    """Refuse a take-back or an import that cannot be folded."""
    if kind == TAKEBACK and not _has(entry, "keep", int):
        raise LedgerError('A take-back is {"keep": n}, n being how many entries hold after it.')
    if kind == IMPORT and not _has(entry, "position", dict):
        raise LedgerError('An import is {"position": {…}}, the position from which the play goes on.')


def _has(entry: Mapping[str, Any], name: str, kind: type) -> bool:
    return list(entry) == [name] and type(entry[name]) is kind


def text_of(value: Any, what: str) -> str:
    """Return a value as the text that the ledger keeps; LedgerError names it if that cannot be done."""
    try:
        return jsontext.dump(value)
    except ValueError as error:
        raise LedgerError(f"The ledger cannot keep {what}: {error}.") from error
