"""Cards of a virtual table: everybody is told those that are theirs to see, and of no card nothing."""

from typing import Any

import pytest

import engines
from host.play.virtual_deck import VirtualDeck


class Stage:
    """A stage on which somebody looks at a card, or at none."""

    def __init__(self, where: str, token: int) -> None:
        self._peeked = where, token

    def peeked(self, play: Any) -> tuple[str, int]:
        return self._peeked


@pytest.fixture
def play() -> Any:
    return engines.load("loot").new()


def test_the_same_seed_deals_the_same_cards(play) -> None:
    tokens = range(8)
    assert VirtualDeck(7).names(play, tokens) == VirtualDeck(7).names(play, tokens)
    assert all(card in play.candidates(token) for token, card in enumerate(VirtualDeck(7).names(play, tokens)))


def test_no_card_is_nothing(play) -> None:
    deck = VirtualDeck(7)
    assert deck.names(play, (-1, 0, -1)) == ("", deck.card(play, 0), "")
    nobody: Any = Stage("the hold", -1)
    assert deck.peeked(play, nobody) == ("", "")


def test_the_first_card_can_be_looked_at_like_any_other(play) -> None:
    deck = VirtualDeck(7)
    for token in (0, 1):
        somebody: Any = Stage("the hold", token)
        assert deck.peeked(play, somebody) == ("the hold", deck.card(play, token))
