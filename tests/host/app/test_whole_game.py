"""A whole game with a real mouse: every piece is dragged, turned and tapped on the virtual table.

The twin's reeds feel the magnets, the firmware reports them through a pseudo-terminal, the referee works out what was
done. What comes out is what the rules alone make of the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from engines.core.oracles import Table
from host.app.answer_tree import level
from host.app.opening import HomeLobby
from host.app.places import Where
from host.app.showcase import Showcase
from host.app.window import Window
from host.play.commands import Say
from host.play.house import HousePlayers
from host.play.picture import Button
from tests.host.app.rig import settle

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
CTRL, SHIFT, PLAIN = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)
FACINGS = ("north", "east", "south", "west")
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


def _says(button: Button, text: str) -> bool:
    """Tell whether a button gives an answer, at once or once its card is named."""
    return isinstance(button.command, Say) and button.command.text == text


class Person:
    """Does with the mouse what an answer says."""

    def __init__(self, window: Window, show: Showcase) -> None:
        assert window.table is not None
        assert window.session is not None
        assert window.session.hands is not None
        self.screen = window.table
        self.hands = window.session.hands
        self.show = show

    def do(self, text: str) -> None:
        """Carry out an answer, and let the table follow what the rules did."""
        kind, *words = text.split()
        deeds = {"build": self._build, "move": self._move, "rotate": self._rotate}
        before = len(self.show.picture.lines)
        deeds.get(kind, lambda *_: self._say(text))(*words)
        self._wait(before)
        if self.screen.bar.help.isVisible():
            QTest.mouseClick(self.screen.bar.help, LEFT)
        self.show.settle()
        settle_events()

    def _wait(self, before: int) -> None:
        self.show.run_while(lambda: len(self.show.picture.lines) == before)
        self.show.run(40)

    def _build(self, piece: str, cell: str, facing: str) -> None:
        name = f"{self._seat}.{piece}"
        for _ in range((FACINGS.index(facing) - self.hands.places[name].facing) % 4):
            QTest.mouseClick(self._port, RIGHT, PLAIN, self._at_piece(name))
        self._drag(self._at_piece(name), self._at_tile(self.show.twin.profile.tile_named(cell).index))

    def _move(self, ship: str, direction: str) -> None:
        beside = self.screen.board.board.table.beside
        here, there = next(
            (piece.tile, there)
            for piece in self.show.picture.pieces
            if piece.ship == ship and (there := beside(piece.tile, *STEPS[direction])) is not None
        )
        self._drag(self._at_tile(here), self._at_tile(there), CTRL)

    def _rotate(self, hub: str, turn: str) -> None:
        modifier = CTRL | SHIFT if turn == "left" else CTRL
        QTest.mouseClick(self._port, RIGHT, modifier, self._at_piece(f"{self._seat}.{hub}"))

    def _say(self, text: str) -> None:
        """Click through the bar until the answer is said."""
        bar = self.screen.bar
        for _ in range(5):
            assert bar.prompt is not None
            for answer in bar.answers:
                choice = answer.choice
                is_it = choice.button is not None and _says(choice.button, text)
                leads = choice.button is None and any(
                    _says(button, text) for button in level(bar.prompt.buttons, choice.path).buttons
                )
                if is_it or leads:
                    QTest.mouseClick(answer, LEFT)
                    break
            if is_it:
                return
        raise AssertionError(f"The bar does not offer {text!r}.")

    def _drag(self, start: QPoint, end: QPoint, modifier: Qt.KeyboardModifier = PLAIN) -> None:
        QTest.mousePress(self._port, LEFT, modifier, start)
        for part in (0.3, 0.7, 1.0):
            QTest.mouseMove(self._port, start + (end - start) * part)
            self.show.run(20)
        QTest.mouseRelease(self._port, LEFT, modifier, end)

    @property
    def _seat(self) -> str:
        return next(seat.name for seat in self.show.picture.seats if seat.is_active)

    @property
    def _port(self) -> object:
        return self.screen.board.viewport()

    def _at_piece(self, name: str) -> QPoint:
        return self.screen.board.mapFromScene(self.screen.board.board.items_by_name[name].pos())

    def _at_tile(self, tile: int) -> QPoint:
        return self.screen.board.mapFromScene(self.screen.board.board.table.tile_centre(tile))


def settle_events() -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    settle(app)


@pytest.fixture
def window(app: QApplication, tmp_path: Path) -> Iterator[Window]:
    made = Window(HomeLobby(tmp_path), pace=0)
    made.show()
    yield made
    made.close()


def sit_down(window: Window, show: Showcase) -> None:
    show.on_change = window.pictured
    window.show_table(show.opened)
    assert window.session is not None
    show.speak = window.session.post
    show.settle()
    settle_events()


def alone(show: Showcase) -> str:
    """The digest of what the rules make of the same entries, without any table."""
    play = show.table.companion.game.new(Table())
    for entry in show.table.companion.play.log:
        play.feed(entry)
    return play.digest()


def test_a_whole_game_is_played_with_the_mouse(window: Window, tmp_path: Path) -> None:
    show = Showcase(tmp_path, seed=12, is_paced=True)
    sit_down(window, show)
    person, house = Person(window, show), HousePlayers(show.table.companion.game, ["apprentice"], 12)
    said: list[str] = []
    while show.table.companion.play.waiting:
        play = show.table.companion.play
        said.append(house(play.clone(), play.decision, "apprentice"))
        person.do(said[-1])
        assert [line.text for line in show.picture.lines if line.kind == "answer"] == said
    assert show.picture.prompt.kind == "over"
    assert show.picture.winner is not None
    assert {text.split()[0] for text in said} == {"build", "move", "rotate", "shoot", "bash"}
    assert show.table.companion.play.digest() == alone(show)
    assert not any(line.is_taken_back for line in show.picture.lines)


def test_a_whole_game_of_house_players_moves_every_piece(window: Window, tmp_path: Path) -> None:
    show = Showcase(tmp_path, ("apprentice", "wanderer"), seed=2)
    sit_down(window, show)
    assert show.run_while(lambda: show.picture.prompt.kind != "over", 40, 2_000_000)
    show.run()
    assert show.table.companion.play.digest() == alone(show)
    assert window.session is not None
    assert window.session.hands is not None
    lies = window.session.hands.places.lies()
    assert lies == {piece.name: (piece.tile, piece.facing) for piece in show.picture.pieces}
    gone = set(window.session.hands.places.names(Where.SCRAP))
    assert not gone & set(lies)
