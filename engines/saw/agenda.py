"""What the game is in the middle of: small tuples on a stack, the most urgent last. The first item is the name.

Frames that wait for somebody: ``character`` ``first`` ``use`` ``discard`` ``set`` ``trim`` ``last`` ``pay``
``choose`` ``salvage`` ``sort`` ``film`` ``sift`` ``answer`` ``ease`` ``steal`` ``challenge`` ``damage``. The others go
on by themselves.
"""

from __future__ import annotations

from engines.saw import events as ev
from engines.saw.piles import Emit
from engines.saw.state import Frame, State

CHARACTER, FIRST, DEAL, TURN = "character", "first", "deal", "turn"
USE, DISCARD, SET, TRIM, LAST, BLEED = "use", "discard", "set", "trim", "last", "bleed"
PAY, AWAY, CHOOSE, SALVAGE, SORT, DETECT, FILM, SIFT, BIND = (
    *("pay", "away", "choose", "salvage", "sort", "detect", "film", "sift", "bind"),
)
ANSWER, EASE, LOWER, ROW, THEN, STEAL, CHALLENGE, DAMAGE, CLOSE = (
    *("answer", "ease", "lower", "row", "then", "steal", "challenge", "damage", "close"),
)


def push(state: State, emit: Emit, *frames: Frame) -> None:
    """Do something before what the game is in the middle of."""
    emit(ev.Agenda((*state.agenda, *frames)))


def swap(state: State, emit: Emit, *frames: Frame) -> None:
    """The most urgent thing is done; others come in its place, or none."""
    emit(ev.Agenda((*state.agenda[:-1], *frames)))
