"""Whose a row of the ledger is, and the sentences that give its reason."""

from __future__ import annotations

from host.ledger import EntryRow, Origin

SAID = "Said by a player."
SHOWN = "Shown to the pad."
KNOWN = "Seen before."
THE_TABLE = "the table"  # who does what nobody said or showed
VIRTUAL = "the virtual table"  # who deals where no real cards lie
DEALT = f"Dealt by {VIRTUAL}."
BY_LOT = "Drawn by lot."
DECIDED = "has decided."
_OF_PEOPLE = {Origin.TABLE, Origin.PAD, Origin.BENCH, Origin.SCREEN, Origin.PICKED, Origin.BUTTON, Origin.KNOWN}
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
    return row.kind == "passed" and row.origin in (Origin.RULES, Origin.HOUSE)


def is_persons(row: EntryRow) -> bool:
    """Tell whether a person said or did it: not a house player, the virtual table or a bench."""
    return row.origin in _OF_PEOPLE


def is_dealt(row: EntryRow) -> bool:
    """Tell whether the table settled it by itself, and would do so again at once."""
    return row.origin in (Origin.DEALT, Origin.LOT)
