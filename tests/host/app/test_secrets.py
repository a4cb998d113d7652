"""Nobody sees the cards of a house player before the game is over: not by a button, not by the mouse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PyQt6.QtWidgets import QLabel

from host.app.opening import HomeLobby
from host.app.showcase import Showcase
from host.app.window import Window
from host.play.commands import Name
from host.play.picture import Whisper
from tests.host.app.test_whole_game import settle_events, sit_down
from tests.sizes import sizes

HOUSE, PERSON = 1, 0
TABLES = [("loot", "field"), ("saw", "bench"), ("saw", "pocket")]


@pytest.fixture
def shows(tmp_path: Path, app: object) -> Iterator[list[Showcase]]:
    made: list[Showcase] = []
    yield made
    for show in made:
        show.stop()


def begin(tmp_path: Path, shows: list[Showcase], game: str, profile: str) -> tuple[Window, Showcase]:
    show = Showcase(tmp_path, ("person", "wanderer"), seed=3, profile=profile, game=game)
    shows.append(show)
    window = Window(HomeLobby(tmp_path), pace=0)
    sit_down(window, show)
    show.run_while(lambda: not show.picture.hands or not all(show.picture.hands), 40)
    while not any(len(hand) for hand in show.picture.hands[HOUSE:]):
        show.say(next(iter(show.table.companion.legal())))
    settle_events()
    return window, show


@pytest.mark.parametrize(("game", "profile"), TABLES)
def test_holding_to_look_shows_a_persons_cards_and_no_house_players(tmp_path, shows, game, profile) -> None:
    window, show = begin(tmp_path, shows, game, profile)
    table = window.table
    assert table is not None
    assert not table.seats[PERSON].look.isHidden()
    assert table.seats[HOUSE].look.isHidden()
    table._look(HOUSE, True)
    assert table.hand.titles == ()
    table._look(PERSON, True)
    assert len(table.hand.titles) >= len(show.picture.hands[PERSON])


@pytest.mark.parametrize(("game", "profile"), TABLES)
def test_a_person_cannot_take_the_cards_of_a_house_player(tmp_path, shows, game, profile) -> None:
    window, show = begin(tmp_path, shows, game, profile)
    hands = window.session.hands
    seats = [seat.name for seat in show.picture.seats]
    assert hands.rack(seats[HOUSE])
    assert not any(hands.reaches(name) or hands.carries(name) for name in hands.rack(seats[HOUSE]))
    assert all(hands.carries(name) for name in hands.rack(seats[PERSON]))


def test_the_cards_lie_open_when_a_game_is_over(tmp_path, shows) -> None:
    window, show = begin(tmp_path, shows, "loot", "field")
    table, picture = window.table, show.picture
    assert table is not None
    table.show_picture(replace(picture, prompt=replace(picture.prompt, kind="over")))
    assert not table.seats[HOUSE].look.isHidden()
    table._look(HOUSE, True)
    assert len(table.hand.titles) == len(picture.hands[HOUSE])


@sizes("lines", 60, 400)
@pytest.mark.parametrize(("game", "profile"), TABLES)
def test_what_a_house_player_looks_at_stays_its_own(tmp_path, game, profile, lines) -> None:
    show = Showcase(tmp_path, ("wanderer", "wanderer"), seed=5, profile=profile, game=game)
    told = []
    while show.picture.prompt.kind != "over" and len(show.picture.lines) < lines:
        show.run(100)
        if show.picture.due:
            show.post(Name(show.picture.due))
        told += [show.picture.looked, show.picture.advice] if show.picture.prompt.kind != "over" else []
    show.stop()
    assert not any(told)
    dealt = [line for line in show.picture.lines if line.kind == "reveal" and line.is_quiet]
    assert dealt
    assert {line.text for line in dealt} == {"a card, seen by some"}


def test_whoever_holds_a_house_players_cards_looks_in_secret_which_one_it_means(tmp_path, shows) -> None:
    window, show = begin(tmp_path, shows, "saw", "pocket")
    table = window.table
    assert table is not None
    picture = replace(show.picture, hands=(), benches=(), whispers=(Whisper(HOUSE, "bench pendulum 1"),))
    table.show_picture(picture)
    assert not table.seats[HOUSE].look.isHidden()
    assert table.seats[PERSON].look.isHidden()
    table._look(HOUSE, True)
    assert "bench pendulum 1" in [label.text() for label in table.hand.findChildren(QLabel)]
    assert "pendulum" not in table.notice.text
