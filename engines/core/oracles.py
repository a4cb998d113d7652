"""Where identities come from: a seeded shuffle in a simulation, a record in a replay, the table in a real game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from engines.core.entries import Answer, Entry, Observed
from engines.core.viewers import WORLD
from engines.core.waiting import Decision, Reveal

if TYPE_CHECKING:
    from engines.core.play import Play


class Oracle(Protocol):
    """Answers for the world. It never changes, so that copies of a play may share it."""

    def answer(self, play: Play, item: Decision | Reveal) -> Entry | None:
        """Return the entry that answers ``item``, or None: it will be fed by somebody else."""


class Table:
    """A real table: everything is reported."""

    def answer(self, play: Play, item: Decision | Reveal) -> Entry | None:
        """Leave it to the table."""
        return None


class Shuffle:
    """A simulation: all identities are dealt from a seed, once for each play."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, play: Play, item: Decision | Reveal) -> Entry | None:
        """Reveal as dealt; draw lots for what is the world's to decide."""
        if isinstance(item, Reveal):
            return Observed(item.token, self._deal(play)[item.token])
        if item.seat == WORLD:
            return Answer(item.id, play.options(item).sample(Random(f"{self.seed}/{item.kind}/{item.id}")))
        return None

    def _deal(self, play: Play) -> Mapping[int, str]:
        """The deal belongs to the play's root, and is made once."""
        if play.root.deal is None or play.root.deal[0] != self.seed:
            hidden = play.game.hidden(play.root.state)
            play.root.deal = (self.seed, hidden.sample(Random(f"{self.seed}/deal")))
        return play.root.deal[1]


class Fixed:
    """A simulation in which each seat draws in a given order."""

    def __init__(self, order: Mapping[str, Sequence[str]]) -> None:
        self.order = order

    def answer(self, play: Play, item: Decision | Reveal) -> Entry | None:
        """Reveal the first card of the seat's order that was not seen yet."""
        if not isinstance(item, Reveal):
            return None
        candidates = play.candidates(item.token)
        for card in self.order[play.game.seats[item.seat]]:
            if card in candidates:
                return Observed(item.token, card)
        return None


class Log:
    """A replay: what the world said then, it says again."""

    def __init__(self, entries: Iterable[Any]) -> None:
        self._cards = {entry.token: entry for entry in entries if isinstance(entry, Observed)}

    def answer(self, play: Play, item: Decision | Reveal) -> Entry | None:
        """Reveal what was seen then."""
        return self._cards.get(item.token) if isinstance(item, Reveal) else None


class Dealt:
    """A simulation in which every identity is settled."""

    def __init__(self, deal: Mapping[int, str]) -> None:
        self._deal = deal

    def answer(self, play: Play, item: Decision | Reveal) -> Entry | None:
        """Reveal as dealt."""
        if isinstance(item, Reveal):
            return Observed(item.token, self._deal[item.token])
        return Answer(item.id, next(iter(play.options(item).enumerate()))) if item.seat == WORLD else None
