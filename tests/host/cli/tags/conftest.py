"""A twin of the smallest table, and decks for all its cards."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import engines
from hardware.twin.client import RunningTwin, start
from host.tags.deck import Deck


@pytest.fixture
def pocket(tmp_path: Path) -> Iterator[RunningTwin]:
    with start("pocket", link=tmp_path / "pocket") as board:
        yield board


@pytest.fixture
def whole() -> Deck:
    """A deck in which every piece has its tag."""
    cards = engines.load("armada").tagged()
    return Deck("Theirs", "armada", {card: (bytes((4, number, 0, 0)),) for number, card in enumerate(cards)})
