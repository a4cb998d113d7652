"""Which card of a hand an answer is about, where that has to be settled before the answer.

The rules know a hand as so many cards, some of them by face. At a virtual table the cards are there, so the one that
leaves a hand is told in secret. At a real one nobody tells: a card that is shown is any of those that it could be.
"""

from __future__ import annotations

from typing import Any

from engines.core import Play, Reveal
from engines.core.entries import Observed
from engines.core.problems import ParseError
from host.play.virtual_deck import VirtualDeck
from host.stage.base import Stage


class Telling:
    """Settles answers of one table; ``deck`` has the cards of a virtual one."""

    def __init__(self, stage: Stage, deck: VirtualDeck | None = None) -> None:
        self._stage = stage
        self._deck = deck

    def settled(self, play: Play, choice: Any, held: str) -> tuple[Any, Observed | None]:
        """Return an answer with its card, and what has to be told before it; ``held`` is a card in somebody's hand."""
        seat = play.decision.seat
        hand = self._stage.hand(play, seat) if seat >= 0 else ()
        if self._deck is not None and hand and self._stage.untold(choice):
            cards = {token: self._deck.card(play, token) for token in hand}
            leaving = next((token for token in hand if cards[token] == held), hand[-1])
            return self._stage.told(choice, cards[leaving]), _told(play, leaving, cards[leaving], seat)
        shown = play.game.shown_by(play.state, play.decision, choice)
        if shown is None:
            return choice, None
        if self._deck is None:
            return choice, None
        _, card = shown
        for token in hand:
            if self._deck.card(play, token) == card:
                return choice, _told(play, token, card, seat)
        whose = play.seats[seat].capitalize()
        raise ParseError(f"{whose} does not hold {card}. Look at the hand, and play one of its cards.")


def _told(play: Play, token: int, card: str, seat: int) -> Observed | None:
    """Return what tells a card to the rules, if they do not know it and may hear it."""
    is_open = any(isinstance(item, Reveal) and item.token == token for item in play.waiting)
    return Observed(token, card, (seat,)) if is_open else None
