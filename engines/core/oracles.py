"""Where identities come from: a seeded shuffle in a simulation, a record in a replay, the table in a real game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

from engines.core.entries import Answer, Entry, Observed
from engines.core.events import Bound
from engines.core.viewers import HOST, WORLD
from engines.core.waiting import Decision, Reveal

if TYPE_CHECKING:
    from engines.core.play import AnyPlay


class Oracle(Protocol):
    """Answers for the world. It never changes, so that copies of a play may share it."""

    def answer(self, play: AnyPlay, item: Decision | Reveal) -> Entry | None:
        """Return the entry that answers ``item``, or None: it will be fed by somebody else."""


class Table:
    """A real table: everything is reported."""

    def answer(self, play: AnyPlay, item: Decision | Reveal) -> Entry | None:
        """Leave it to the table."""
        return None


class Shuffle:
    """A simulation: all identities are dealt from a seed, once for each play."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, play: AnyPlay, item: Decision | Reveal) -> Entry | None:
        """Reveal as dealt; draw lots for what is the world's to decide."""
        if isinstance(item, Reveal):
            return Observed(item.token, face(play, self._deal(play), self.seed, item.token))
        if item.seat == WORLD:
            return _lot(play, item, self._deal(play), self.seed)
        return None

    def _deal(self, play: AnyPlay) -> Deal:
        """The deal of the play's root; where something else was seen meanwhile, one that fits it."""
        if play.dealt is None or play.dealt[0] != self.seed:
            deal = play.game.hidden(play.root.state).sample(Random(f"{self.seed}/deal"))
            known = {**_told(play), **{token: entry.card for token, entry in play.seen.items()}}
            if any(deal.get(token, card) != card for token, card in known.items()):
                deal = play.knowledge(HOST).sample(Random(f"{self.seed}/deal"))
            play.dealt = (self.seed, Deal(deal))
        return play.dealt[1]


class Fixed:
    """A simulation in which each seat draws in a given order."""

    def __init__(self, order: Mapping[str, Sequence[str]]) -> None:
        self.order = order

    def answer(self, play: AnyPlay, item: Decision | Reveal) -> Entry | None:
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

    def __init__(self, entries: Iterable[object]) -> None:
        entries = list(entries)
        self._cards = {entry.token: entry for entry in entries if isinstance(entry, Observed)}
        self._answers = {entry.decision: entry for entry in entries if isinstance(entry, Answer)}

    def answer(self, play: AnyPlay, item: Decision | Reveal) -> Entry | None:
        """Reveal what was seen then, and decide as the world did."""
        if isinstance(item, Reveal):
            return self._cards.get(item.token)
        return self._answers.get(item.id) if item.seat == WORLD else None


class Dealt:
    """A simulation in which every identity is settled; lots are drawn from a seed."""

    def __init__(self, deal: Mapping[int, str], seed: int = 0) -> None:
        self._deal = Deal(deal)
        self._seed = seed

    def answer(self, play: AnyPlay, item: Decision | Reveal) -> Entry | None:
        """Reveal as dealt."""
        if isinstance(item, Reveal):
            return Observed(item.token, face(play, self._deal, self._seed, item.token))
        return _lot(play, item, self._deal, self._seed) if item.seat == WORLD else None


def _told(play: AnyPlay) -> dict[int, str]:
    """The faces that a position which was set up has told."""
    begun = play.events[: play.marks[0]] if play.marks else play.events
    return {event.token: event.card for event in begun if isinstance(event, Bound)}


class Deal(dict[int, str]):
    """All faces of a root, and those of shuffled tokens as they come into being."""

    def __init__(self, faces: Mapping[int, str]) -> None:
        super().__init__(faces)
        self.shuffled: dict[object, tuple[str, ...]] = {}


def face(play: AnyPlay, deal: Deal, seed: int, token: int) -> str:
    """Return the card that a token is in a deal; tokens that were shuffled since are dealt anew from the seed."""
    card = deal.get(token)
    if card is not None:
        return card
    shuffles = play.game.origin(play.state, token)  # a token's number alone may mean another one after an undo
    new = shuffles[-1][1]
    dealt = deal.shuffled.get(shuffles)
    if dealt is None:
        cards = [face(play, deal, seed, old) for old in shuffles[-1][0]]
        Random(f"{seed}/shuffle/{new[0]}").shuffle(cards)
        dealt = deal.shuffled[shuffles] = tuple(cards)
    return dealt[new.index(token)]


def _lot(play: AnyPlay, item: Decision, deal: Deal, seed: int) -> Answer:
    """Return the world's answer: what lies face down decides, or else the lot."""
    choice = play.game.fate(play.state, item, lambda token: face(play, deal, seed, token))
    if choice is None:
        choice = play.options(item).sample(Random(f"{seed}/{item.kind}/{item.id}"))
    return Answer(item.id, choice)
