"""Where identities come from: a seeded shuffle in a simulation, a record in a replay, the table in a real game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from engines.core.entries import Answer, Entry, Observed
from engines.core.viewers import HOST, WORLD
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
            return Observed(item.token, face(play, self._deal(play), self.seed, item.token))
        if item.seat == WORLD:
            return _lot(play, item, self.seed)
        return None

    def _deal(self, play: Play) -> Mapping[int, str]:
        """The deal of the play's root; where something else was seen meanwhile, one that fits it."""
        if play.dealt is None or play.dealt[0] != self.seed:
            deal = play.game.hidden(play.root.state).sample(Random(f"{self.seed}/deal"))
            if any(deal.get(token, entry.card) != entry.card for token, entry in play.seen.items()):
                deal = play.knowledge(HOST).sample(Random(f"{self.seed}/deal"))
            play.dealt = (self.seed, deal)
        return play.dealt[1]


class Fixed:
    """A simulation in which each seat draws in a given order."""

    def __init__(self, order: Mapping[str, Sequence[str]]) -> None:
        self.order = order

    def answer(self, play: Play, item: Decision | Reveal) -> Entry | None:
        """Reveal the first card of the seat's order that was not seen yet."""
        if not isinstance(item, Reveal):
            return None
        candidates = play.candidates(item.token)
        for card in self.order[play.seats[item.seat]]:
            if card in candidates:
                return Observed(item.token, card)
        return None


class Log:
    """A replay: what the world said then, it says again."""

    def __init__(self, entries: Iterable[Any]) -> None:
        entries = list(entries)
        self._cards = {entry.token: entry for entry in entries if isinstance(entry, Observed)}
        self._answers = {entry.decision: entry for entry in entries if isinstance(entry, Answer)}

    def answer(self, play: Play, item: Decision | Reveal) -> Entry | None:
        """Reveal what was seen then, and decide as the world did."""
        if isinstance(item, Reveal):
            return self._cards.get(item.token)
        return self._answers.get(item.id) if item.seat == WORLD else None


class Dealt:
    """A simulation in which every identity is settled; lots are drawn from a seed."""

    def __init__(self, deal: Mapping[int, str], seed: int = 0) -> None:
        self._deal = deal
        self._seed = seed

    def answer(self, play: Play, item: Decision | Reveal) -> Entry | None:
        """Reveal as dealt."""
        if isinstance(item, Reveal):
            return Observed(item.token, face(play, self._deal, self._seed, item.token))
        return _lot(play, item, self._seed) if item.seat == WORLD else None


def face(play: Play, deal: Mapping[int, str], seed: int, token: int) -> str:
    """Return the card that a token is in a deal; tokens that were shuffled since are dealt anew from the seed."""
    card = deal.get(token)
    if card is not None:
        return card
    old, new = play.game.origin(play.state, token)
    cards = tuple(face(play, deal, seed, gone) for gone in old)
    return _shuffled(seed, new[0], cards)[new.index(token)]


@lru_cache(maxsize=256)
def _shuffled(seed: int, first: int, cards: tuple[str, ...]) -> list[str]:
    mixed = list(cards)
    Random(f"{seed}/shuffle/{first}").shuffle(mixed)
    return mixed


def _lot(play: Play, item: Decision, seed: int) -> Answer:
    return Answer(item.id, play.options(item).sample(Random(f"{seed}/{item.kind}/{item.id}")))
