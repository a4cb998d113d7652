"""The cards of a virtual table: which card each one really is. Only those who hold a card are told.

>>> import engines
>>> play = engines.load("loot").new()
>>> deck = VirtualDeck(7)
>>> deck.card(play, 0) in play.candidates(0)
True
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.core import AnyPlay, Decision, Reveal
from engines.core.entries import Answer, Entry, Observed
from engines.core.oracles import Shuffle
from engines.core.viewers import WORLD
from host.play.floor import asked_of
from host.stage.base import Stage


class VirtualDeck:
    """Deals from a seed. What people have named otherwise is taken for true, and the rest is dealt anew around it."""

    def __init__(self, seed: int) -> None:
        self._oracle = Shuffle(seed)

    def card(self, play: AnyPlay, token: int) -> str:
        """Return what a card really is."""
        card = self._dealt(play, token)
        if card not in play.candidates(token):
            play.dealt = None
            card = self._dealt(play, token)
        return card

    def names(self, play: AnyPlay, tokens: Iterable[int]) -> tuple[str, ...]:
        """Return what some cards are, nothing for no card."""
        return tuple(self.card(play, token) if token >= 0 else "" for token in tokens)

    def hands(self, play: AnyPlay, stage: Stage) -> tuple[tuple[str, ...], ...]:
        """Return the cards of each hand."""
        return tuple(self.names(play, stage.hand(play, seat)) for seat in range(len(play.seats)))

    def benches(self, play: AnyPlay, stage: Stage) -> tuple[tuple[str, ...], ...]:
        """Return the cards of each bench."""
        return tuple(self.names(play, stage.benched(play, seat)) for seat in range(len(play.seats)))

    def peeked(self, play: AnyPlay, stage: Stage) -> tuple[str, str]:
        """Return where a card is that who is asked looks at, and which card it is."""
        where, token = stage.peeked(play)
        return (where, self.card(play, token)) if token >= 0 else ("", "")

    def due(self, play: AnyPlay, stage: Stage) -> str:
        """Return what has to be shown to the pad now, if anything: a card that is revealed, or a lot."""
        item = asked_of(play)
        if isinstance(item, Reveal):
            return self.card(play, item.token)
        if isinstance(item, Decision) and item.seat == WORLD:
            answer = self._oracle.answer(play, item)
            return stage.lot(answer.choice) if isinstance(answer, Answer) else ""
        return ""

    def lot(self, play: AnyPlay, decision: Decision) -> Entry | None:
        """Return how chance answers a decision of the world."""
        return self._oracle.answer(play, decision)

    def _dealt(self, play: AnyPlay, token: int) -> str:
        told = self._oracle.answer(play, Reveal(0, token, "", WORLD))
        assert isinstance(told, Observed)
        return told.card
