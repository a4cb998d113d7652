"""When things reach a game, kept so that a replay finds them in the same order.

A replay has only what is written to go by: the facts, with the time at which the board's words arrived, and rows that
name the last input and fact that were known. Facts that were taken after time had already passed them would come too
early in a replay, so they are told apart by a note, if anything came of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.ledger import InputKind, Ledger
from host.play.chronicle import Moment


class Trace:
    """The clock of one game, and where in its ledger that is. ``now`` never goes back.

    ``fact`` is the last fact that the game has taken; without it, it has taken all that the ledger holds.
    """

    def __init__(self, ledger: Ledger, now: int, fact: int | None = None) -> None:
        self.now = now
        self._ledger = ledger
        self._told = now  # the time up to which the ledger tells how time passed
        self._reached = Moment.at_end_of(ledger, now, fact)
        self._late: list[Moment] = []  # when facts were taken that had been overtaken by time; noted if they matter

    def reach(self, now: int) -> None:
        """Let time pass up to ``now``."""
        self.now = max(self.now, now)
        self._reached = Moment(self.now, self._reached.input, self._reached.fact)

    def expect(self, at: int) -> None:
        """Facts of the time ``at`` are about to be taken: remember it if time has passed them."""
        if self.now > max(at, self._told):
            self._late.append(self._reached)

    def took(self, fact: int) -> None:
        """Facts were taken, up to the one with this id."""
        self._reached = Moment(self.now, self._reached.input, max(self._reached.fact, fact))
        self._told = self.now

    def note(self, kind: InputKind, data: Mapping[str, Any]) -> None:
        """Write down something that came in from elsewhere than the board."""
        fact = self.moment().fact
        number = self._ledger.note(self.now, kind, data, fact)
        self._reached = Moment(self.now, number, fact)

    def moment(self) -> Moment:
        """Return the moment for something that is written now; facts that came late are noted before it."""
        while self._late:
            late = self._late[0]
            number = self._ledger.note(late.at, "time", {}, late.fact)
            self._reached = Moment(self._reached.at, number, self._reached.fact)
            del self._late[0]
        self._told = self.now
        return self._reached
