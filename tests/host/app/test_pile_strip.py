"""The order of what was just discarded: offered where it matters, and told to the books as places of the pile."""

from collections.abc import Iterator

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QWidget

from host.app.loot_hand_card import Face
from host.app.pile_strip import PileStrip
from host.play.commands import Correct

LEFT = Qt.MouseButton.LeftButton
FACES = {name: Face(name.capitalize(), ()) for name in ("rope", "chalk", "brick")}


@pytest.fixture
def strip(app: QApplication) -> Iterator[PileStrip]:
    table = QWidget()
    table.resize(900, 600)
    table.show()
    yield PileStrip(FACES, table)
    table.close()


@pytest.mark.parametrize(
    ("cards", "is_offered"), [((), False), (("rope",), False), (("rope", "rope"), False), (("rope", "?"), True)]
)
def test_an_order_is_offered_only_where_there_is_one_to_choose(strip, cards, is_offered):
    strip.show_cards(cards)
    assert strip.opener.isVisible() == is_offered


def test_the_order_of_the_real_pile_is_said_by_places(strip):
    said = []
    strip.chosen.connect(said.append)
    strip.show_cards(("rope", "chalk", "?", "brick"))
    QTest.mouseClick(strip.opener, LEFT)
    assert strip.isVisible()
    strip.grab()  # unnamed cards are drawn too
    strip.row.shift(2, 0)
    QTest.mouseClick(strip.settle_order, LEFT)
    assert said == [Correct("discard", "3,1,2", "the real pile lies like this")]
    assert not strip.isVisible()


def test_an_order_that_was_right_is_not_said(strip):
    said = []
    strip.chosen.connect(said.append)
    strip.show_cards(("rope", "chalk"))
    QTest.mouseClick(strip.opener, LEFT)
    QTest.mouseClick(strip.settle_order, LEFT)
    assert said == []


def test_new_cards_on_the_pile_close_the_row(strip):
    strip.show_cards(("rope", "chalk"))
    QTest.mouseClick(strip.opener, LEFT)
    strip.show_cards(("brick", "rope", "chalk"))
    assert not strip.isVisible()
