"""A question among candidates: one after another is lit, and *yes* picks the one that is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from host.ledger import Origin
from host.play.floor import Floor
from host.referee.verdicts import Unchanged
from host.referee.walking import Walk


@dataclass(frozen=True, slots=True)
class Question:
    """Several answers look alike. ``before``: who had the floor before the last answer, if the pick replaces that.

    ``last`` is then that answer as the ledger tells it.
    """

    candidates: tuple[Any, ...]
    why: str
    before: Floor | None
    since: int
    is_shown: bool = False  # it is about a card at the pad: the tiles have nothing to do with it
    tag: str = ""  # and this is the number of that card
    last: str = ""
    cards: tuple[str, ...] = ()  # if it asks which card leaves a hand unseen: the card of each candidate
    labels: tuple[str, ...] = ()  # and how the screen calls it
    origin: Origin = Origin.PICKED  # of the answer that is picked

    first: int = 0  # the candidate that was lit at ``since``

    @property
    def walk(self) -> Walk:
        """How the light walks over the candidates. That nothing has happened has no light: *no* says it."""
        count = sum(not isinstance(candidate, Unchanged) for candidate in self.candidates)
        return Walk(count, self.since, self.first)

    def walked_back(self, now: int) -> Question:
        """Return the question with the light back at the candidate before."""
        walk = self.walk.back(now)
        return replace(self, since=walk.since, first=walk.first)
