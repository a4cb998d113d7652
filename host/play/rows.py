"""Whose a row of the ledger is, as its reason and its author tell."""

from __future__ import annotations

from host.ledger import EntryRow

SAID = "Said by a player."
SHOWN = "Shown to the pad."
KNOWN = "Seen before."
THE_TABLE = "the table"  # who does what nobody said or showed
VIRTUAL = "the virtual table"  # who deals where no real cards lie
DEALT = f"Dealt by {VIRTUAL}."
BY_LOT = "Drawn by lot."
REMEMBERS = "remembers"  # in the note of a start: the program took up all that it had known
AMENDS = "amends"  # and also what the last answer may have been instead, and what was in whose hand


def resumption(*, is_virtual: bool) -> dict[str, bool]:
    """Return the note that a game was resumed by a program that takes up everything."""
    return {REMEMBERS: True, AMENDS: True, **({"is_virtual": True} if is_virtual else {})}


def is_somebodys(row: EntryRow) -> bool:
    """Tell whether a row is an answer or a correction, not what the world showed, nor that nobody interrupted."""
    return row.kind != "observed" and not is_silence(row)


def is_silence(row: EntryRow) -> bool:
    """Tell whether the table passed for somebody who said nothing: that holds as long as the answer behind it."""
    return row.kind == "passed" and bool(row.by)


def is_persons(row: EntryRow) -> bool:
    """Tell whether a person said or did it: not a house player, the virtual table or a bench."""
    return not row.by and (row.kind != "observed" or row.why in (SAID, SHOWN, KNOWN))


def is_dealt(row: EntryRow) -> bool:
    """Tell whether the table settled it by itself, and would do so again at once."""
    return row.why in (DEALT, BY_LOT)
