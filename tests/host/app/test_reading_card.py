"""What people may read aloud: page by page, skippable, and gone when it is over."""

from collections.abc import Iterator

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QWidget

from host.app.reading_card import ReadingCard
from host.play.picture import Page, Reading

LEFT = Qt.MouseButton.LeftButton
TRAP = Reading("trap 4", (Page("Red: say", "“Hello Blue.”"), Page("Red: read", "Cold water climbs the walls.")))


@pytest.fixture
def card(app: QApplication) -> Iterator[ReadingCard]:
    table = QWidget()
    table.resize(900, 600)
    table.show()
    yield ReadingCard(table)
    table.close()


def test_a_reading_goes_from_page_to_page_and_closes_behind_the_last(card):
    card.show_reading(TRAP)
    assert card.text == "“Hello Blue.”"
    QTest.mouseClick(card.go_on, LEFT)
    assert card.text == "Cold water climbs the walls."
    assert card.go_on.text() == "Done"
    QTest.mouseClick(card.go_on, LEFT)
    assert card.text == ""


def test_what_was_skipped_does_not_come_back_but_another_one_does(card):
    card.show_reading(TRAP)
    QTest.mouseClick(card.skip, LEFT)
    card.show_reading(TRAP)
    assert card.text == ""
    card.show_reading(Reading("trap 9", TRAP.pages))
    assert card.text == "“Hello Blue.”"


@pytest.mark.parametrize("clicks", [("skip",), ("go_on", "go_on")])
def test_the_card_tells_once_that_people_are_done(card, clicks):
    told = []
    card.done.connect(told.append)
    card.show_reading(TRAP)
    for name in clicks:
        assert not told
        QTest.mouseClick(getattr(card, name), LEFT)
    assert told == ["trap 4"]


def test_a_reading_that_is_over_closes_the_card(card):
    card.show_reading(TRAP)
    card.show_reading(None)
    assert card.text == ""


def test_a_reading_whose_words_change_stays_on_its_page(card):
    card.show_reading(TRAP)
    QTest.mouseClick(card.go_on, LEFT)
    card.show_reading(Reading("trap 4", (TRAP.pages[0], Page("Red: read", "Gas whispers."))))
    assert card.text == "Gas whispers."


@pytest.mark.parametrize("size", [(900, 600), (420, 300)])
def test_the_card_stays_on_the_table(card, size):
    card.show_reading(Reading("stories", (Page("Red is The Broker", "word " * 90),)))
    table = card.parentWidget()
    table.resize(*size)
    assert table.rect().contains(card.geometry().adjusted(0, 0, 0, min(0, size[1] - card.height() - 16)))
    assert card.width() <= size[0]
