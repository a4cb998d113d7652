"""Which card an answer is about, where that has to be settled before the answer.

The rules know a hand as so many cards, some of them by face. At a virtual table the cards are there, so the one that
leaves a hand is told in secret. At a real one nobody tells: a card that is shown is any of those that it could be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.core import AnyPlay, Reveal
from engines.core.entries import Observed
from engines.core.problems import ParseError
from host.play.seen import observed
from host.play.virtual_deck import VirtualDeck
from host.stage.base import Stage
from host.stage.heard import Lack


class Telling:
    """Settles answers of one table; ``deck`` has the cards of a virtual one."""

    def __init__(self, stage: Stage, deck: VirtualDeck | None = None) -> None:
        self._stage = stage
        self._deck = deck

    def settled(self, play: AnyPlay, choice: Any, held: str) -> tuple[Any, tuple[Observed, ...]]:
        """Return an answer with its card, and what has to be told before it; ``held`` is a card in somebody's hand."""
        loose = self._stage.loose(play, choice)
        if self._deck is not None and loose and self._stage.untold(choice):
            cards = {token: self._deck.card(play, token) for token in loose}
            leaving = next((token for token in loose if cards[token] == held), loose[-1])
            return self._stage.told(choice, cards[leaving]), _told(play, leaving, cards[leaving])
        told: list[Observed] = []
        for lack in self._lacks(play, choice):
            taken = {entry.token for entry in told}
            told += _told(play, self._token(play, lack, taken), lack.card)
        return choice, tuple(told)

    def leaving(self, play: AnyPlay, choice: Any, held: str) -> tuple[int, ...]:
        """Return the cards among which somebody at a virtual table has to choose one for an answer that names none.

        There are none if one of them is in somebody's hand already, or if all are alike.
        """
        if self._deck is None or not self._stage.untold(choice):
            return ()
        loose = self._stage.loose(play, choice)
        cards = self._deck.names(play, loose)
        return () if len(set(cards)) < 2 or held in cards else loose

    def _lacks(self, play: AnyPlay, choice: Any) -> Sequence[Lack]:
        """At a virtual table cards are told even where the rules could do without."""
        shown = play.game.shown_by(play.state, play.decision, choice) if self._deck is not None else None
        return [Lack(*shown)] if shown is not None else self._stage.lacks(play, choice)

    def _token(self, play: AnyPlay, lack: Lack, taken: set[int]) -> int:
        """Return which token the card is: one that was seen to be it, before an answer was taken back, comes first.

        One that could not be it comes last: another card of the hand may have been taken for it before.
        """
        free = [token for token in lack.tokens if token not in taken]
        if self._deck is not None:
            fits = [token for token in free if self._deck.card(play, token) == lack.card]
        else:
            fits = [token for token in free if lack.card in play.candidates(token)]
            fits = fits or [token for token in free if play.could_be(token, lack.card)]
        if fits:
            return min(fits, key=lambda token: play.candidates(token) != {lack.card})
        seat = play.decision.seat
        who = play.seats[seat].capitalize() if seat >= 0 else "Nobody there"
        title = self._stage.title(lack.card)
        if self._deck is None:
            raise ParseError(f"{who} cannot have {title} there: all copies of it are elsewhere.")
        hand = self._stage.hand(play, seat) if seat >= 0 else ()
        if set(free) >= set(hand) and hand:
            raise ParseError(f"{who} does not hold {title}. Look at the hand, and play one of its cards.")
        raise ParseError(f"{title} is not among the cards that {who} chooses from now. Look at them, and choose one.")


def _told(play: AnyPlay, token: int, card: str) -> tuple[Observed, ...]:
    """Return what tells a card to the rules, if they do not know it and may hear it."""
    items = (item for item in play.waiting if isinstance(item, Reveal) and item.token == token)
    return tuple(observed(item, card) for item in items)
