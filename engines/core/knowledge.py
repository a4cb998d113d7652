"""What a viewer knows about tokens: clumps of tokens that it cannot tell apart, and the cards known to be among them.

"A card or None for each token" would be wrong as soon as one card leaves a partly known hand face down: then nobody may
say any more which of the tokens the known card is. A clump can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random


class Contradiction(ValueError):
    """Something was seen that cannot be, after all that was seen before."""


class Clump:
    """Tokens that a viewer cannot tell apart, and the cards that lie among them: as many cards as tokens.

    Cards may be given one by one, or counted.
    """

    __slots__ = ("cards", "tokens")

    def __init__(self, tokens: Iterable[int], cards: Iterable[str] | Counter[str]) -> None:
        self.tokens = set(tokens)
        self.cards = Counter(cards)

    def take(self, card: str) -> None:
        """One such card is no longer among them; a card of which none is left is not listed."""
        left = self.cards[card] - 1
        if left:
            self.cards[card] = left
        else:
            del self.cards[card]


class Knowledge:
    """The clumps of one viewer.

    >>> known = Knowledge([([1, 2, 3], ["ace", "king", "king"])])
    >>> known.reveal(2, "ace"); known.candidates(1), known.card(2), known.card(3)
    ({'king'}, 'ace', 'king')
    """

    __slots__ = ("_clump_of", "_has_erred", "_shown")

    def __init__(self, clumps: Iterable[tuple[Iterable[int], Iterable[str]]] = ()) -> None:
        self._clump_of: dict[int, Clump] = {}
        self._has_erred = False
        self._shown: set[int] = set()  # what was not only concluded
        for tokens, cards in clumps:
            self.add(tokens, cards)

    def add(self, tokens: Iterable[int], cards: Iterable[str] | Counter[str]) -> None:
        """Take in tokens and the cards among them."""
        clump = Clump(tokens, cards)
        if len(clump.tokens) != clump.cards.total():
            raise Contradiction(f"{len(clump.tokens)} tokens cannot be {clump.cards.total()} cards.")
        for token in clump.tokens:
            self._clump_of[token] = clump

    def clone(self) -> Knowledge:
        """Return a copy."""
        copy = Knowledge()
        for clump in self.clumps():
            copy.add(clump.tokens, clump.cards)
        copy._has_erred = self._has_erred
        copy._shown = self._shown.copy()
        return copy

    def clumps(self) -> list[Clump]:
        """Return the clumps, in the order of their lowest token."""
        found = {id(clump): clump for clump in self._clump_of.values()}
        return sorted(found.values(), key=lambda clump: min(clump.tokens))

    def settled(self) -> dict[int, str]:
        """Return the tokens whose cards the viewer knows."""
        return {token: next(iter(clump.cards)) for token, clump in self._clump_of.items() if len(clump.cards) == 1}

    def unsettled(self) -> list[Clump]:
        """Return the clumps in which the viewer cannot tell which card is which."""
        return list({id(clump): clump for clump in self._clump_of.values() if len(clump.cards) > 1}.values())

    def candidates(self, token: int) -> set[str]:
        """Return all cards that the token may be; none if there is no such token."""
        clump = self._clump_of.get(token)
        return set(clump.cards) if clump else set()

    def card(self, token: int) -> str | None:
        """Return the card that the token must be, or None."""
        cards = self._clump_of[token].cards
        return next(iter(cards)) if len(cards) == 1 else None

    def reveal(self, token: int, card: str) -> None:
        """The viewer sees which card the token is."""
        if self._has_erred and card not in self._clump_of[token].cards:
            self.mix((token, *(other for clump in self._lenders(card) for other in clump.tokens)))
        clump = self._clump_of[token]
        if card not in clump.cards:
            raise Contradiction(f"This cannot be {card}: {_listing(clump.cards)} remain.")
        self._shown.add(token)
        if len(clump.tokens) == 1:
            return
        clump.tokens.remove(token)
        clump.take(card)
        self._clump_of[token] = Clump((token,), (card,))

    def could_be(self, token: int, card: str) -> bool:
        """Tell whether a token may be a card if it was mistaken before for another one that the viewer had not seen."""
        return card in self.candidates(token) or any(self._lenders(card))

    def concede(self) -> None:
        """Somebody has mistaken one token for another: from now on those that are what they cannot be are believed."""
        self._has_erred = True

    def _lenders(self, card: str) -> list[Clump]:
        """Return the clumps in which a card is, as far as anybody can conclude: nobody was shown which one it is."""
        lying = (clump for clump in self.clumps() if card in clump.cards)
        return [clump for clump in lying if len(clump.tokens) > 1 or not clump.tokens <= self._shown]

    def mix(self, tokens: Iterable[int]) -> None:
        """The viewer can no longer tell these tokens apart: their clumps become one."""
        clumps = {id(clump): clump for clump in (self._clump_of[token] for token in tokens)}
        if len(clumps) < 2:
            return
        merged: Counter[str] = Counter()
        for clump in clumps.values():
            merged.update(clump.cards)
            self._shown -= clump.tokens
        self.add({token for clump in clumps.values() for token in clump.tokens}, merged)

    def renew(self, old: Iterable[int], new: Iterable[int]) -> None:
        """The viewer sees these tokens shuffled: they get other numbers, and nobody can tell which is which."""
        gone, fresh = set(old), set(new)
        if len(gone) != len(fresh):
            raise Contradiction(f"{len(gone)} tokens cannot become {len(fresh)}.")
        if not gone:
            return
        self.mix(gone)
        clump = self._clump_of[next(iter(gone))]
        for token in gone:
            del self._clump_of[token]
        self.add((clump.tokens - gone) | fresh, clump.cards)

    def redeal(self, deal: Mapping[int, str]) -> None:
        """Keep which tokens the viewer can tell apart, and let them be the cards of another deal."""
        for clump in self.clumps():
            clump.cards = Counter(deal[token] for token in clump.tokens)

    def knows_of(self, token: int) -> bool:
        """Tell whether there is such a token."""
        return token in self._clump_of

    def sample(self, rng: Random) -> dict[int, str]:
        """Return one full deal that fits everything known; each one has the same chance."""
        deal = self.settled()
        for clump in sorted(self.unsettled(), key=lambda clump: min(clump.tokens)):
            cards = sorted(clump.cards.elements())
            rng.shuffle(cards)
            deal.update(zip(sorted(clump.tokens), cards, strict=True))
        return deal


def _listing(cards: Mapping[str, int]) -> str:
    return ", ".join(sorted(cards)) or "no cards"
