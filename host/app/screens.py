"""Writes every screen as a picture, at two sizes: ``python -m host.app.screens FOLDER``.

Nothing is posed: a game runs on a twin, and what its window shows is written down.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PyQt6.QtCore import QEvent, QPoint, Qt
from PyQt6.QtGui import QKeyEvent, QPainter, QPixmap
from PyQt6.QtWidgets import QApplication

from host.app import loot_screens, saw_screens, theme
from host.app.gauge import GaugePopover
from host.app.hands import VirtualHands
from host.app.opening import HomeLobby
from host.app.places import Place, Where
from host.app.showcase import Showcase
from host.app.tile_menu import TileMenu
from host.app.window import Window
from host.app.wishes import ANY_BOARD, GRID, VIRTUAL_TABLE, SavedGame, TablePlace
from host.play.commands import Aim, Leave, Mask

SIZES = ((1280, 800), (1920, 1080))
SEED, ANSWERS = 27, 24  # a game with something on every screen
FEW_ANSWERS = 8
LOST_MS = 4000
CALM_MS = 2000  # the last hit has flashed out


class SampleLobby(HomeLobby):
    """A lobby with something in it, and with nothing of this machine."""

    def tables(self) -> Sequence[TablePlace]:
        """Return a table of each kind."""
        return (VIRTUAL_TABLE, ANY_BOARD, TablePlace("e660", "Board e660…4a2f", "On a USB port"))

    def saved(self) -> Sequence[SavedGame]:
        """Return two games."""
        return (
            SavedGame("1", "Jigsaw Armada", "14 November 2026, 21:40", "Person against Mastermind. Turn 12."),
            SavedGame("2", "Jigsaw Armada", "9 November 2026, 18:02", "Person against Person. Turn 3."),
        )


class Photographer:
    """Leads a window through every screen. ``shots`` yields a name each time there is one to be taken."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self._folder = folder
        self.window = Window(SampleLobby(folder), pace=0)
        self.window.resize(*size)
        self.window.show()
        self._show: Showcase | None = None

    def shots(self) -> Iterator[str]:
        """Go from screen to screen."""
        yield from self._start()
        self._sit_down(("person", "person"), SEED)
        self._showcase.wander(ANSWERS, ("build", "shoot"))
        self._showcase.run(CALM_MS)
        deeds = (self._turn, self._build, self._ask, self._guide, self._aim, self._correct, self._ignore, self._lose)
        for deed in deeds:
            yield deed()
        self._leave()
        self._sit_down(("apprentice", "apprentice"), SEED)
        self._showcase.run_while(lambda: self._showcase.picture.prompt.kind != "over", 40, 400_000)
        self._showcase.run(CALM_MS)
        yield "over"
        self._leave()
        yield from self._pads()
        yield from loot_screens.shots(self)
        yield from saw_screens.shots(self)

    def take(self) -> QPixmap:
        """Return the window as a picture, with what floats above it."""
        for _ in range(5):  # layouts ask for layouts
            QApplication.processEvents()
        picture = self.window.grab()
        painter = QPainter(picture)
        for popup in (*self.window.findChildren(GaugePopover), *self.window.findChildren(TileMenu)):
            if popup.isVisible():
                painter.drawPixmap(self.window.mapFromGlobal(popup.mapToGlobal(QPoint())), popup.grab())
                popup.close()
        painter.end()
        return picture

    # ---- screens -----------------------------------------------------------------------------------------------

    def _start(self) -> Iterator[str]:
        self.window.start.begin.setFocus()
        yield "start"
        self.window.start.rulings.fold.click()
        self.window.start.rulings.choose({"A9": "blocked"})
        yield "rulings"

    def _turn(self) -> str:
        return "turn"

    def _build(self) -> str:
        assert self.window.table is not None
        for answer in self.window.table.bar.answers:
            if answer.choice.word == "Build" and answer.choice.button is None:
                answer.click()
                break
        return "build"

    def _ask(self) -> str:
        """Put a piece where several of the play pile would fit, without showing it to the pad."""
        text = self._doubtful()
        if text is not None:
            _, piece, cell, facing = text.split()
            hands = self._hands
            seat = next(seat.name for seat in self._showcase.picture.seats if seat.is_active)
            place = Place(Where.TILE, self._showcase.twin.profile.tile_named(cell).index, _FACINGS.index(facing))
            hands.put_down(f"{seat}.{piece}", place)
            self._showcase.run_while(lambda: self._showcase.picture.prompt.kind != "ask")
        return "ask"

    def _guide(self) -> str:
        """Take the piece back, and slide another to where it must not be."""
        for name in self._hands.places.names(Where.TILE):
            if name not in {piece.name for piece in self._showcase.picture.pieces}:
                self._hands.put_down(name, Place(Where.RACK))
        self._showcase.settle()
        piece = self._showcase.picture.pieces[0]
        free = next(
            tile.index
            for tile in self._showcase.twin.profile.tiles
            if tile.row == 5 and self._hands.places.at(tile.index) is None
        )
        self._hands.put_down(piece.name, Place(Where.TILE, free, piece.facing))
        self._showcase.run_while(lambda: self._showcase.picture.prompt.kind != "guide")
        return "guide"

    def _aim(self) -> str:
        self._hands.follow(self._showcase.picture)
        self._showcase.settle()
        self._showcase.speak(Aim())
        self._showcase.run()
        return "aim"

    def _correct(self) -> str:
        assert self.window.table is not None
        self.window.table.seats[1].ships[0].gauges[0].click()
        return "correct"

    def _ignore(self) -> str:
        """Ignore a free tile and one with a piece, and offer to believe the latter again."""
        assert self.window.table is not None
        taken = max(piece.tile for piece in self._showcase.picture.pieces)
        for tile in (taken, self._showcase.twin.profile.tile_named("c6").index):
            self._showcase.speak(Mask(tile))
        self._showcase.speak(Leave())
        self._showcase.settle()
        board = self.window.table.board
        board.board.show_cursor(taken)
        QApplication.sendEvent(board, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Menu, Qt.KeyboardModifier.NoModifier))
        return "ignored"

    def _lose(self) -> str:
        assert self.window.table is not None
        board = self.window.table.board.board
        board.show_cursor(None)
        for tile in board.marks.blind:
            self._showcase.speak(Mask(tile, False))
        self._showcase.settle()
        self.window.table.header.cable.click()
        self._showcase.run(LOST_MS)
        return "unplugged"

    def _pads(self) -> Iterator[str]:
        """Tables that are all pads: a piece that is shown, some on a bench that keeps them secret, two on one pad."""
        self._sit_down(("person", "person"), SEED, "pocket")
        self._showcase.wander(ANSWERS)
        self._put(self._hands.places.names(Where.RACK)[0], "play")
        yield "pocket"
        self._leave()
        self._sit_down(("person", "person"), SEED, "bench")
        self._showcase.wander(FEW_ANSWERS, ("draw",))
        names = iter(self._hands.places.names(Where.RACK))
        for pad in ("play", "seat1.bench.1", "seat1.bench.3", "seat2.bench.2", "discard", "discard"):
            self._put(next(names), pad)
        yield "bench"
        self._leave()

    # ---- how it works --------------------------------------------------------------------------------------------

    def _put(self, name: str, pad: str) -> None:
        index = self._showcase.twin.profile.pad_named(pad).index
        self._hands.put_down(name, Place(Where.PAD, pad=index))
        self._showcase.run(CALM_MS)

    def _sit_down(self, players: tuple[str, ...], seed: int, profile: str = GRID) -> None:
        self.sit_down(Showcase(self._folder, players, seed=seed, profile=profile))

    def sit_down(self, show: Showcase) -> None:
        """Show a table that runs."""
        self._show = show
        self._show.on_change = self.window.pictured
        self.window.show_table(self._show.opened)
        assert self.window.session is not None
        self._show.speak = self.window.session.post
        self._show.settle()

    @property
    def folder(self) -> Path:
        """Where games are kept."""
        return self._folder

    def _leave(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Go back to the start screen."""
        self.window.leave()
        self._show = None

    @property
    def _showcase(self) -> Showcase:
        assert self._show is not None
        return self._show

    @property
    def _hands(self) -> VirtualHands:
        assert self.window.session is not None
        assert self.window.session.hands is not None
        return self.window.session.hands

    def _doubtful(self) -> str | None:
        """Return a build that looks like another one on the table, or None."""
        builds = [text for text in self._showcase.table.companion.legal() if text.startswith("build")]
        alike = Counter(tuple(text.split()[2:]) for text in builds)
        return next((text for text in builds if alike[tuple(text.split()[2:])] > 1), None)


_FACINGS = ("north", "east", "south", "west")


def write_screens(folder: Path, sizes: Sequence[tuple[int, int]] = SIZES, say: Callable[[str], None] = print) -> None:
    """Write every screen into a folder, as NAME-WIDTHxHEIGHT.png."""
    folder.mkdir(parents=True, exist_ok=True)
    for size in sizes:
        with tempfile.TemporaryDirectory() as games:
            photographer = Photographer(Path(games), size)
            for name in photographer.shots():
                file = folder / f"{name}-{size[0]}x{size[1]}.png"
                photographer.take().save(str(file))
                say(f"{file}")
            photographer.window.close()


def main(arguments: Sequence[str]) -> int:
    """Write the screens into the folder that is named."""
    parser = argparse.ArgumentParser(prog="python -m host.app.screens", description="Write a picture of every screen.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/screens"), help="default: %(default)s")
    folder = parser.parse_args(arguments).folder
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication(["deadfall"])
    theme.dress(app)
    write_screens(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
