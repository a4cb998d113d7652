"""Sentences on the screen, as a person understands them: "Move blue gun-3 from e1 to e2, facing north. (3 steps …)"."""

from __future__ import annotations

import re
from typing import NamedTuple

_FORMS = (
    re.compile(r"(?P<do>Take) (?P<thing>[^.]+?) off (?P<source>\w+)\."),
    re.compile(r"(?P<do>Move) (?P<thing>[^.]+?) from (?P<source>\w+) to (?P<target>\w+)(, facing (?P<facing>\w+))?\."),
    re.compile(r"(?P<do>Turn) (?P<thing>[^.]+?) on (?P<target>\w+)( to face)? (?P<facing>\w+)\."),
    re.compile(r"(?P<do>Turn) (?P<thing>[^.]+?) on (?P<target>\w+)\."),
    re.compile(r"(?P<do>Lay) (?P<thing>a cross tray) over the tray on (?P<target>\w+)\."),
    re.compile(r"(?P<do>Lay) (?P<thing>[^.]+?) on (?P<target>\w+) (?P<facing>\w+)\."),
    re.compile(r"(?P<do>Put) (?P<thing>[^.]+?) on (?P<target>\w+)(, facing (?P<facing>\w+))?\."),
)


class Instruction(NamedTuple):
    """One thing to do: what, with which thing, from where, to where, and how it should lie. What is not said is empty.

    >>> understood("Turn the tray on b1 sideways. (2 steps in all)")
    Instruction(do='turn', thing='the tray', source='', target='b1', facing='sideways')
    """

    do: str
    thing: str
    source: str = ""
    target: str = ""
    facing: str = ""


def understood(sentence: str) -> Instruction | None:
    """Return what a sentence asks for; None if it asks for nothing that hands can do."""
    for form in _FORMS:
        if found := form.match(sentence):
            parts = {name: value or "" for name, value in found.groupdict().items()}
            return Instruction(**{**parts, "do": parts["do"].lower()})
    return None
