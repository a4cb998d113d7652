"""Where an entry of a ledger came from: programs go by this, people read the sentence beside it."""

from __future__ import annotations

from enum import StrEnum


class Origin(StrEnum):
    """Where an entry came from."""

    TABLE = "table"  # tiles showed it
    PAD = "pad"  # a card or a piece was held to a pad
    BENCH = "bench"  # a card lay on a bench
    SCREEN = "screen"  # a person said it
    PICKED = "picked"  # a person picked it where the table or a pad left several answers open
    BUTTON = "button"  # a person pressed a button at the table
    HOUSE = "house"  # a house player decided it
    KNOWN = "known"  # a card that a person had named before
    RULES = "rules"  # it follows from something else
    AMENDED = "amended"  # a take-back: the last answer turned out to be another one
    VIRTUAL = "virtual"  # a virtual table told which of its cards was used
    DEALT = "dealt"  # a virtual table dealt it by itself
    LOT = "lot"  # drawn by lot, by the program


_TAKEBACKS = {
    "Asked for by a player.": Origin.SCREEN,
    "Said by a player.": Origin.PICKED,
    "The piece was moved on.": Origin.AMENDED,
}
_SENTENCES = {
    "Read on the bench.": Origin.BENCH,
    "Pressed at the table.": Origin.BUTTON,
    "Picked among what looks alike.": Origin.PICKED,
}
_OF_PEOPLE = {
    "Said by a player.": Origin.SCREEN,
    "Shown to the pad.": Origin.PAD,
    "Seen before.": Origin.KNOWN,
}


def origin_of_older(kind: str, by: str, why: str) -> Origin:
    """Return the origin of an entry that was written before ledgers had one: its sentence tells it.

    >>> origin_of_older("answer", "mastermind", "Mastermind has decided.").value
    'house'
    """
    if kind == "takeback":
        return _TAKEBACKS.get(why, Origin.TABLE)
    if kind in ("corrected", "import"):
        return Origin.SCREEN  # whatever reason a person gave
    if by == "the virtual table":
        return Origin.DEALT if why == "Dealt by the virtual table." else Origin.VIRTUAL
    if why == "Drawn by lot.":
        return Origin.LOT
    if by:
        return Origin.RULES if by == "the table" else Origin.HOUSE
    if why in _OF_PEOPLE:
        return _OF_PEOPLE[why]
    if kind == "observed":
        return Origin.RULES
    return _SENTENCES.get(why, Origin.TABLE)
