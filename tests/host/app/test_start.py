from __future__ import annotations

import re
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QImage
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

import engines
from host import games as records
from host.app import ruling_words
from host.app.game_form import LOST
from host.app.opening import HomeLobby
from host.app.start import StartScreen
from host.app.wishes import (
    ANY_BOARD,
    VIRTUAL_TABLE,
    GameCard,
    SavedGame,
    TablePlace,
    Wish,
)
from tests.host.app.rig import settle

TABLES = records.get("armada").tables
LEFT = Qt.MouseButton.LeftButton
FOUND = TablePlace("e6614103", "Board e6614103", "Pico on a port")


@pytest.fixture
def begun() -> list[Wish]:
    return []


@pytest.fixture
def start(app: QApplication, begun: list[Wish]) -> StartScreen:
    game = engines.load("armada")
    made = StartScreen(
        [GameCard("armada", "Jigsaw Armada", game.seats, game.rulings, ["greedy", "search"], kinds=TABLES)]
    )
    made.offer_tables([VIRTUAL_TABLE, ANY_BOARD])
    made.offer_saved([SavedGame("a", "Jigsaw Armada", "yesterday", "Turn 3"), SavedGame("b", "x", "", "", "Torn.")])
    made.begun.connect(begun.append)
    made.resize(1280, 800)
    made.show()
    settle(app)
    return made


def test_begin_with_nothing_chosen_is_two_people_at_the_virtual_table(start: StartScreen, begun: list[Wish]) -> None:
    QTest.mouseClick(start.begin, LEFT)
    assert begun == [Wish("armada", ("person", "person"), "twin", {}, "")]


def test_players_table_and_rulings_are_wished_for(start: StartScreen, begun: list[Wish]) -> None:
    QTest.mouseClick(start.seats[1].ticks["search"], LEFT)
    QTest.mouseClick(start.tables.ticks["auto"], LEFT)
    QTest.mouseClick(start.rulings.fold, LEFT)
    start.rulings.boxes["A9"].setCurrentText("You may not fire")
    assert start.rulings.fold.text() == "Rulings: 1 changed"
    QTest.mouseClick(start.begin, LEFT)
    assert begun == [Wish("armada", ("person", "search"), "auto", {"A9": "blocked"}, "")]


def test_the_kind_of_table_is_wished_for(start: StartScreen, begun: list[Wish]) -> None:
    QTest.mouseClick(start.kinds.ticks["pocket"], LEFT)
    QTest.mouseClick(start.begin, LEFT)
    assert begun[0].profile == "pocket"
    start.choose(Wish("armada", ("person", "person"), profile="bench"))
    assert start.wish().profile == "bench"


def test_a_kind_that_is_not_on_offer_is_offered_once_it_was_played(start: StartScreen) -> None:
    start.choose(Wish("armada", ("person", "person"), profile="/home/ann/attic.toml"))
    assert start.wish().profile == "/home/ann/attic.toml"
    assert start.kinds.ticks["/home/ann/attic.toml"].text() == "Attic"
    start.choose(Wish("armada", ("person", "person"), profile="pocket"))
    start.choose(Wish("armada", ("person", "person"), profile="full"))
    assert list(start.kinds.ticks) == ["grid", "pocket", "bench", "none", "full"]
    assert start.wish().profile == "full"


def test_what_a_wish_says_is_chosen_as_far_as_it_is_offered(start: StartScreen) -> None:
    start.rulings.boxes["A4"].setCurrentIndex(1)
    start.choose(Wish("armada", ("search", "greedy"), "auto", {"A9": "blocked"}))
    assert start.wish() == Wish("armada", ("search", "greedy"), "auto", {"A9": "blocked"})
    start.choose(Wish("armada", ("nobody", "person"), "a board that is gone", {}))
    assert start.wish() == Wish("armada", ("search", "person"), "auto", {})


def test_everything_is_reached_and_chosen_by_keyboard(app: QApplication, start: StartScreen, begun: list[Wish]) -> None:
    start.seats[0].ticks["person"].setFocus()
    QTest.keyClick(start.seats[0].ticks["person"], Qt.Key.Key_Right)
    assert start.seats[0].chosen == "greedy"
    reached = set()
    for _ in range(40):
        QTest.keyClick(app.focusWidget(), Qt.Key.Key_Tab)
        reached.add(app.focusWidget())
    assert {start.begin, start.quit, start.rulings.fold, start.saved[0].resume, start.saved[0].abort} <= reached
    start.begin.setFocus()
    QTest.keyClick(start.begin, Qt.Key.Key_Return)
    assert begun[0].players == ("greedy", "person")


def test_a_board_that_is_plugged_in_appears_and_the_choice_stays(start: StartScreen) -> None:
    QTest.mouseClick(start.tables.ticks["auto"], LEFT)
    start.offer_tables([VIRTUAL_TABLE, ANY_BOARD, FOUND])
    assert list(start.tables.ticks) == ["twin", "auto", "e6614103"]
    assert start.tables.chosen == "auto"
    QTest.mouseClick(start.tables.ticks["e6614103"], LEFT)
    start.offer_tables([VIRTUAL_TABLE, ANY_BOARD])
    assert start.tables.chosen == "twin"


def test_a_saved_game_is_resumed(start: StartScreen, begun: list[Wish]) -> None:
    QTest.mouseClick(start.saved[0].resume, LEFT)
    assert begun[0].resume == "a"


def test_a_game_that_cannot_be_resumed_can_only_be_aborted(start: StartScreen) -> None:
    assert not start.saved[1].resume.isEnabled()
    assert start.saved[1].abort.isEnabled()


def test_a_game_that_is_over_is_shown_or_removed(start: StartScreen) -> None:
    start.offer_saved([SavedGame("a", "Jigsaw Armada", "yesterday", "Blue has won.", is_over=True)])
    row = start.saved[0]
    assert (row.resume.text(), row.abort.text()) == ("Show", "Remove")
    QTest.mouseClick(row.abort, LEFT)
    assert row.abort.text() == "Really remove?"


def test_it_begins_at_the_top_whenever_it_is_shown(app: QApplication, start: StartScreen) -> None:
    start.resize(1008, 500)
    QTest.mouseClick(start.rulings.fold, LEFT)
    settle(app)
    bar = start.choices.verticalScrollBar()
    assert bar is not None
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    start.hide()
    start.show()
    settle(app)
    assert bar.value() == 0


def test_aborting_asks_once_more(start: StartScreen) -> None:
    aborted: list[str] = []
    start.aborted.connect(aborted.append)
    QTest.mouseClick(start.saved[0].abort, LEFT)
    assert aborted == []
    QTest.mouseClick(start.saved[0].abort, LEFT)
    assert aborted == ["a"]


def test_while_a_table_is_set_nothing_else_can_be_begun(start: StartScreen) -> None:
    start.tell("Setting the table …", is_busy=True)
    assert not start.begin.isEnabled()
    assert not start.saved[0].isEnabled()
    start.tell("")
    assert start.begin.isEnabled()


def test_a_question_about_aborting_that_nobody_answers_is_withdrawn(start: StartScreen) -> None:
    aborted: list[str] = []
    start.aborted.connect(aborted.append)
    row = start.saved[0]
    QTest.mouseClick(row.abort, LEFT)
    assert row.abort.text() == "Really abort?"
    row._doubt.stop()
    row._doubt.timeout.emit()
    assert row.abort.text() == "Abort"
    QTest.mouseClick(row.abort, LEFT)
    assert aborted == []


def test_each_game_has_its_own_seats_tables_and_rulings(app: QApplication, begun: list[Wish]) -> None:
    games = [engines.load(name) for name in ("armada", "loot")]
    cards = [
        GameCard(game.name, game.name, game.seats, game.rulings, (), tuple(game.seat_counts), kinds)
        for game, kinds in zip(games, (TABLES, records.get("loot").tables), strict=True)
    ]
    start = StartScreen(cards)
    start.offer_tables([VIRTUAL_TABLE])
    start.begun.connect(begun.append)
    start.show()
    settle(app)
    QTest.mouseClick(start.games.ticks["loot"], LEFT)
    assert [seat.chosen for seat in start.seats] == ["person", "person", "nobody", "nobody"]
    assert not start.forms["armada"].isVisible()
    QTest.mouseClick(start.seats[3].ticks["person"], LEFT)
    QTest.mouseClick(start.begin, LEFT)
    assert begun == [Wish("loot", ("person",) * 3, "twin", {}, "", "field")]
    start.choose(Wish("loot", ("person",) * 4, profile="pocket"))
    assert start.wish() == Wish("loot", ("person",) * 4, "twin", {}, "", "pocket")
    start.choose(Wish("armada", ("person", "person")))
    assert start.wish().game == "armada"


@pytest.fixture
def all_games(app: QApplication, tmp_path: Path, begun: list[Wish]) -> StartScreen:
    lobby = HomeLobby(tmp_path)
    made = StartScreen(lobby.games)
    made.offer_tables([VIRTUAL_TABLE])
    made.begun.connect(begun.append)
    made.show()
    settle(app)
    return made


def lost(*losers: str, at: int = 1, game: str = "loot") -> SavedGame:
    return SavedGame(f"game {at}", game, "", "", losers=losers, at=at, game=game)


def test_whoever_lost_the_last_game_begins_loot_trap(all_games: StartScreen) -> None:
    all_games.choose(Wish("loot", ("person", "person"), profile="field"))
    assert all_games.wish().options == {}
    all_games.offer_saved([lost("red", at=5), lost("blue", at=3)])
    assert all_games.form.first.chosen == "red"
    assert all_games.wish().options == {"A41": "red"}
    assert all_games.form.first.ticks["red"].accessibleDescription() == LOST
    QTest.mouseClick(all_games.form.first.ticks["random"], LEFT)
    assert all_games.wish().options == {}


def test_whoever_lost_another_game_does_not_begin_loot_trap(all_games: StartScreen) -> None:
    all_games.choose(Wish("loot", ("person", "person"), profile="field"))
    all_games.offer_saved([lost("red", at=5, game="armada")])
    assert all_games.wish().options == {}
    all_games.offer_saved([lost("red", at=5, game="armada"), lost("blue", at=3)])
    assert all_games.wish().options == {"A41": "blue"}


def test_the_loser_begins_also_when_everything_is_chosen_as_before(all_games: StartScreen) -> None:
    all_games.offer_saved([lost("red")])
    all_games.choose(Wish("loot", ("person", "person"), options={"A41": "random"}, profile="field"))
    assert all_games.wish().options == {"A41": "red"}


def test_every_seat_that_plays_can_begin_and_of_several_losers_the_first_one_does(all_games: StartScreen) -> None:
    all_games.choose(Wish("loot", ("person",) * 3, profile="field"))
    assert list(all_games.form.first.ticks) == ["random", "red", "blue", "green"]
    all_games.offer_saved([lost("yellow", "green", "blue")])
    assert all_games.wish().options == {"A41": "green"}
    all_games.choose(Wish("loot", ("person",) * 2, profile="field"))
    assert all_games.wish().options == {"A41": "blue"}


def test_who_does_not_play_is_not_offered_to_begin(all_games: StartScreen) -> None:
    all_games.choose(Wish("loot", ("person", "person"), profile="field"))
    all_games.offer_saved([lost("yellow")])
    assert set(all_games.form.first.ticks) <= {"random", "red", "blue"}
    assert all_games.form.first.chosen == "random"


@pytest.mark.parametrize("game", ["armada", "saw"])
def test_other_games_are_begun_as_their_rules_say(all_games: StartScreen, game: str) -> None:
    all_games.offer_saved([lost("red")])
    all_games.games.choose(game)
    assert all_games.wish().options == {}


@pytest.mark.parametrize("name", engines.OURS)
def test_every_ruling_asks_a_question_and_every_value_is_told_in_words(all_games: StartScreen, name: str) -> None:
    game = engines.load(name)
    for ruling in game.rulings:
        assert ruling_words.question(name, ruling).endswith("?")
        meanings = [ruling_words.meaning(name, ruling, value) for value in ruling.values]
        assert len(set(meanings)) == len(ruling.values)
        told = ruling_words.told(name, ruling)
        bare = [value for value in ruling.values if value not in told and value not in game.seats]
        assert all(re.fullmatch(r"\d+(x\d+)?", value) for value in bare), ruling


def test_the_head_shows_the_game_that_is_chosen(app: QApplication, all_games: StartScreen) -> None:
    heads = set()
    for game, tick in all_games.games.ticks.items():
        QTest.mouseClick(tick, LEFT)
        settle(app)
        assert all_games.banner.game == game
        heads.add(_pixels(all_games))
    assert len(heads) == 3


def _pixels(start: StartScreen) -> bytes:
    image = start.banner.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    bits = image.constBits()
    assert bits is not None
    return bits.asstring(image.sizeInBytes())


@pytest.mark.parametrize("game", engines.OURS)
def test_every_game_can_be_played_without_sensors(all_games: StartScreen, begun: list[Wish], game: str) -> None:
    all_games.games.choose(game)
    QTest.mouseClick(all_games.kinds.ticks["none"], LEFT)
    assert all_games.wish().profile == "none"
