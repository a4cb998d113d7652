"""No word is cut off: every screen, in the sizes that people have, in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QScrollArea, QWidget

import engines
from engines.armada.pieces import Design
from host.app.gauge import GaugePopover
from host.app.health_card import HealthCard
from host.app.keys import KeysCard
from host.app.opening import HomeLobby
from host.app.start import StartScreen
from host.app.status import NoticeBar
from host.app.table_screen import TableScreen
from host.app.wishes import ANY_BOARD, VIRTUAL_TABLE, SavedGame, TablePlace
from host.play.companion import Companion
from tests.host.app.clipping import clipped
from tests.host.app.rig import settle
from tests.host.app.tables import begin, pictures, screen_of

LEFT = Qt.MouseButton.LeftButton
SIZES = [(1008, 660), (1024, 700), (1280, 740), (1366, 700), (1920, 1040)]
SAVED = [
    SavedGame(
        "a", "SAW: The Jigsaw Trials", "28 September 2026, 21:40", f"{'Mastermind against ' * 5}Person. Turn 10."
    ),
    SavedGame("b", "Jigsaw Armada", "9 November 2026, 18:02", "Person against Person. Blue has won.", "", ("red",), 5),
    SavedGame("c", "loot-2026-09-28-2140", "1 May 2026, 08:00", "", "This file holds no game yet."),
]


@pytest.fixture
def start(app: QApplication, tmp_path: Path) -> Iterator[StartScreen]:
    lobby = HomeLobby(tmp_path)
    made = StartScreen(lobby.games)
    made.offer_tables([VIRTUAL_TABLE, ANY_BOARD, TablePlace("e660", "Board e660…4a2f", "On /dev/ttyACM0")])
    made.offer_saved(SAVED)
    made.show()
    yield made
    made.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", engines.OURS)
def test_nothing_on_the_start_screen_is_cut_off(
    app: QApplication, start: StartScreen, size: tuple[int, int], game: str
) -> None:
    start.resize(*size)
    QTest.mouseClick(start.games.ticks[game], LEFT)
    QTest.mouseClick(start.rulings.fold, LEFT)
    settle(app)
    assert (start.width(), start.height()) == size, "It does not fit into the window."
    assert clipped(start) == []
    for row in start.saved:
        QTest.mouseClick(row.abort, LEFT)
    for box in start.rulings.boxes.values():
        longest = max(range(box.count()), key=lambda at: len(box.itemText(at)))
        box.setCurrentIndex(longest)
    start.tell("The game could not be opened: the disk is full. Try again, or choose another table.")
    settle(app)
    assert clipped(start) == []


def test_a_button_without_room_is_found(app: QApplication, designs: Mapping[str, Design]) -> None:
    box = QWidget()
    narrow = QPushButton("Really abort?", box)
    narrow.resize(30, 40)
    box.show()
    assert [line.split(":")[0] for line in clipped(box)] == ["'Really abort?'"]


def two_lines(box: QWidget) -> QLabel:
    made = QLabel("Two<br>lines", box)
    made.setTextFormat(Qt.TextFormat.RichText)
    return made


def listed(box: QWidget) -> QComboBox:
    made = QComboBox(box)
    made.addItem("Really abort?")
    return made


@pytest.mark.parametrize(
    ("make", "place", "told"),
    [
        (two_lines, (0, 0, 150, 15), "15 high, needs"),
        (lambda box: QPushButton("Really\nabort\nit?", box), (0, 0, 150, 36), "36 high, needs"),
        (listed, (0, 0, 40, 40), "40 wide, needs"),
        (lambda box: QPushButton("Abort", box), (100, 0, 150, 60), "reaches from 100 to 250 of 200"),
        (lambda box: QPushButton("Abort", box), (-10, 0, 150, 60), "reaches from -10 to 140 of 200"),
        (lambda box: QPushButton("Abort", box), (0, 60, 150, 60), "reaches down to 120 of 100"),
        (lambda box: QPushButton("Abort", box), (0, 0, 150, 60), ""),
    ],
)
def test_what_has_no_room_is_found_with_its_room(
    app: QApplication,
    make: Callable[[QWidget], QWidget],
    place: tuple[int, int, int, int],
    told: str,
) -> None:
    box = QWidget()
    box.resize(200, 100)
    make(box).setGeometry(*place)
    box.show()
    found = clipped(box)
    assert len(found) == bool(told)
    assert all(told in line for line in found)


def test_a_list_that_scrolls_may_be_longer(app: QApplication) -> None:
    box = QScrollArea()
    box.resize(200, 100)
    inner = QWidget()
    inner.resize(180, 300)
    QPushButton("Abort", inner).setGeometry(0, 220, 150, 60)
    box.setWidget(inner)
    box.show()
    assert clipped(box) == []


@pytest.mark.parametrize("width", [320, 480, 700, 1200])
def test_a_notice_has_room_for_every_sentence(app: QApplication, width: int) -> None:
    board = QWidget()
    board.resize(width, 600)
    notice = NoticeBar(board)
    board.show()
    sentence = "Metal Detector is not among the cards that Orange chooses from now. Look at them, and choose one."
    words = sentence.split()
    for count in range(1, 60, 2):
        notice.say(" ".join(words[at % len(words)] for at in range(count)))
        settle(app)
        assert clipped(board) == []
        assert notice.height() < 600
    for narrow in range(width, 300, -60):
        board.resize(narrow, 600)
        settle(app)
        assert clipped(board) == []


SMALL = [(1016, 700), (1272, 760), (1358, 700)]  # of screens with 1024 × 768, 1280 × 800 and 1366 × 768 points
USUAL = [("armada", "grid", 2), ("loot", "field", 2), ("loot", "none", 4), ("saw", "bench", 3), ("saw", "none", 6)]


@pytest.mark.parametrize(("game", "profile", "seats"), USUAL)
def test_nothing_at_a_table_is_cut_off(app: QApplication, tmp_path: Path, game: str, profile: str, seats: int) -> None:
    companion = begin(tmp_path, game, profile, seats)
    screen = screen_of(companion, profile)
    screen.show()
    for number, picture in enumerate(pictures(companion, 40)):
        screen.resize(*SMALL[number % len(SMALL)])
        screen.show_picture(picture)
        settle(app)
        assert (screen.width(), screen.height()) == SMALL[number % len(SMALL)], "It does not fit into the window."
        assert clipped(screen) == [], picture.prompt.title
        for word in [answer.choice.word for answer in screen.bar.answers if answer.choice.button is None]:
            next(answer for answer in screen.bar.answers if answer.choice.word == word).click()
            settle(app)
            assert clipped(screen) == [], (picture.prompt.title, word)
            screen.bar.back()


def cards(companion: Companion, screen: TableScreen) -> Iterator[QWidget]:
    """Everything that opens above a table."""
    for seat in companion.picture.seats:
        for card in seat.cards:
            for gauge in card.gauges:
                yield GaugePopover(gauge, card.name, screen)
    yield KeysCard(True, screen, has_ships=True)
    yield HealthCard(companion.picture, screen)


@pytest.mark.parametrize(("game", "profile", "seats"), USUAL)
def test_no_card_above_a_table_cuts_anything_off(
    app: QApplication, tmp_path: Path, game: str, profile: str, seats: int
) -> None:
    companion = begin(tmp_path, game, profile, seats)
    list(pictures(companion, 20))
    screen = screen_of(companion, profile)
    screen.resize(*SMALL[0])
    screen.show()
    for card in cards(companion, screen):
        if isinstance(card, GaugePopover):
            card.open_at(QPoint(0, 0))
        else:
            card.open_below(QPoint(400, 0))  # type: ignore[attr-defined]
        settle(app)
        assert clipped(card) == []
        card.close()


@pytest.mark.parametrize(("game", "profile", "seats"), USUAL)
def test_every_button_that_is_grey_says_why(
    app: QApplication, tmp_path: Path, start: StartScreen, game: str, profile: str, seats: int
) -> None:
    companion = begin(tmp_path, game, profile, seats)
    screen = screen_of(companion, profile)
    screen.show()
    shown = [screen, start, *cards(companion, screen)]
    grey = [each for root in shown for each in root.findChildren(QPushButton) if not each.isEnabled()]
    assert grey
    assert [each.text() for each in grey if not each.toolTip().endswith(".")] == []
