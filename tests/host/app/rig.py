"""What tests of the app share: a desk on a twin in this process, a table that only remembers, pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PyQt6.QtCore import QPoint, QPointF, Qt
from PyQt6.QtWidgets import QApplication, QLabel

import engines
from engines.armada.pieces import Design
from hardware.twin.board import Twin
from host.app.board_view import BoardView
from host.app.desk import LocalDesk
from host.app.lobby import LobbyError, Opened
from host.app.wishes import ANY_BOARD, VIRTUAL_TABLE, GameCard, SavedGame, TablePlace, Wish
from host.play.commands import Command
from host.play.picture import Picture
from tests.host.app import samples

SETTLE_MS = 300


class TwinOnTheDesk(LocalDesk):
    """A desk on a twin in this process that refuses nothing: what hands do takes effect when time passes."""

    def __init__(self) -> None:
        self.twin = Twin("grid")
        super().__init__(self.twin)
        self.failed.connect(self._refuse)

    def reeds(self) -> dict[int, int]:
        """Let everything come to rest, and return the reeds that are closed, by tile."""
        self.twin.run(self.twin.now + SETTLE_MS)
        return {tile: mask for tile, mask in enumerate(self.twin.reeds()) if mask}

    def on_pads(self) -> list[tuple[str, str]]:
        """Return what lies on the pads."""
        return self.twin.cards.lying()

    def _refuse(self, sentence: str) -> None:
        raise AssertionError(sentence)


class RememberingTable:
    """A running table that only remembers what was posted; tests change its picture."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.posted: list[Command] = []
        self.was_read: list[str] = []
        self.is_running = False
        self.on_change: Callable[[], None] = lambda: None

    def start(self) -> None:
        self.is_running = True

    def stop(self) -> None:
        self.is_running = False

    def post(self, command: Command) -> None:
        self.posted.append(command)

    def read(self, key: str) -> None:
        self.was_read.append(key)

    def show(self, picture: Picture) -> None:
        """Have a new picture, as a game's thread does."""
        self.picture = picture
        self.on_change()


class SmallLobby:
    """A lobby with one table that remembers and one saved game."""

    def __init__(self, picture: Picture) -> None:
        game = engines.load("armada")
        self.games = (GameCard("armada", "Jigsaw Armada", game.seats, game.rulings, ("greedy",)),)
        self.designs: Mapping[str, Design] = {design.name: design for design in game.box.designs}  # type: ignore[attr-defined]
        self.table = RememberingTable(picture)
        self.wishes: list[Wish] = []
        self.kept = [SavedGame("old", "Jigsaw Armada", "yesterday", "Turn 3")]
        self.problem = ""
        self.begun_with = {"A9": "blocked"}  # the rulings of the game that is opened, as its ledger has them

    def tables(self) -> Sequence[TablePlace]:
        return (VIRTUAL_TABLE, ANY_BOARD)

    def saved(self) -> Sequence[SavedGame]:
        return tuple(self.kept)

    def abort(self, key: str) -> None:
        self.kept = [game for game in self.kept if game.key != key]

    def open(self, wish: Wish, on_change: Callable[[], None]) -> Opened:
        self.wishes.append(wish)
        if self.problem:
            raise LobbyError(self.problem)
        self.table.on_change = on_change
        choices = replace(wish, options=self.begun_with, resume="")
        return Opened(self.table, samples.grid(), choices=choices)


def beginning() -> Picture:
    """The picture of a game that has just begun, with two pieces to choose from."""
    return samples.picture_of(*samples.play_some(0))


def middle() -> Picture:
    """The picture of a game well under way."""
    return samples.picture_of(*samples.play_some(34, 2))


def with_prompt(picture: Picture, **changes: object) -> Picture:
    """The same picture with another prompt."""
    return replace(picture, prompt=replace(picture.prompt, **changes))  # type: ignore[arg-type]


def names(picture: Picture, designs: Mapping[str, Design]) -> list[str]:
    """All pieces of both seats."""
    return [f"{seat.name}.{design}" for seat in picture.seats for design in designs]


def tile(name: str) -> int:
    """A tile by its name."""
    return samples.grid().tile_named(name).index


def spot(view: BoardView, where: str | QPointF) -> QPoint:
    """Where a tile, or a place of the scene, is in the view."""
    point = view.board.table.tile_centre(tile(where)) if isinstance(where, str) else where
    return view.mapFromScene(point)


def settle(app: QApplication) -> None:
    """Let layouts and paint events through; each may ask for the next."""
    for _ in range(5):
        app.processEvents()


def rich_texts() -> list[str]:
    """Every text of a widget that Qt would take for HTML."""
    found = []
    for widget in QApplication.allWidgets():
        is_label = isinstance(widget, QLabel) and widget.metaObject().className() != "QTipLabel"  # type: ignore[union-attr]
        if is_label and widget.textFormat() != Qt.TextFormat.PlainText:  # type: ignore[attr-defined]
            found.append(widget.text())  # type: ignore[attr-defined]
        if widget.toolTip().lstrip().startswith("<") and not widget.toolTip().startswith("<qt>"):
            found.append(widget.toolTip())
        if any(f"<{tag}" in widget.toolTip() for tag in ("h1", "img", "b>", "a ")):
            found.append(widget.toolTip())
    return found
