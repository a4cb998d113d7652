"""The head of the start screen: the name, between things of the game that is chosen."""

from __future__ import annotations

from functools import cache

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QWidget

from engines.armada import load
from engines.armada.pieces import Design
from host import games
from host.app import loot_art, saw_art, theme
from host.app.geometry import PIECE_MM
from host.app.piece_art import draw_piece

HEIGHT = 196
LEAST_HEIGHT = 118  # where the window is low
NARROW = 130  # half of the name
# The two ships of the banner: design, column, row, quarter turns
_FLEETS = (
    (("shield-3", 0, 0, 1), ("hub-2", 1, 0, 0), ("gun-3", 1, 1, 0), ("gun-6", 1, -1, 2), ("gun-2", 2, 0, 3)),
    (("gun-2", -2, 0, 1), ("hub-2", -1, 0, 0), ("gun-6", -1, 1, 0), ("shield-1", -1, -1, 2), ("hub-3", 0, 0, 3)),
)
_FAN = ((-74.0, -12.0), (0.0, 0.0), (74.0, 12.0))  # cards beside each other, and how far they are turned
_STAGES = ((0, 1, 0, 0), (0, 0, 3, 1))  # of the limbs of two players


class Banner(QWidget):
    """What two players of a game have before them, and the name between it.

    Attributes:
        game: whose things are drawn.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game = ""

    def show_game(self, game: str) -> None:
        """Show the things of another game."""
        self.game = game
        self.update()

    def _draw_side(self, painter: QPainter, seat: int, x: float) -> None:
        path = games.get(self.game).banner if self.game else ""
        if not path:
            return
        draw = games.part(path)
        scale = 1.15 * self.height() / HEIGHT
        painter.save()
        painter.translate(x, self.height() / 2)
        painter.scale(scale, scale)
        draw(painter, seat)
        painter.restore()

    def _draw_line(self, painter: QPainter) -> None:
        """A dashed line under the name, from one side to the other."""
        middle, y = self.width() / 2, self.height() / 2 + 52
        pen = QPen(theme.faded(theme.BRASS, 120), 1.4)
        pen.setDashPattern([2, 5])
        painter.setPen(pen)
        painter.drawLine(QPointF(middle - 190, y), QPointF(middle + 190, y))

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.width() / 2
        reach = min(430.0, middle - NARROW)
        self._draw_side(painter, 0, middle - reach)
        self._draw_side(painter, 1, middle + reach)
        painter.setFont(theme.font(44, spaced=0.3))
        painter.setPen(theme.BRASS)
        area = QRectF(self.rect())
        painter.drawText(area.adjusted(12, -30, 0, -30), Qt.AlignmentFlag.AlignCenter, "DEADFALL")
        painter.setFont(theme.font(theme.LARGE))
        painter.setPen(theme.SOFT)
        painter.drawText(area.adjusted(0, 30, 0, 30), Qt.AlignmentFlag.AlignCenter, "The table that keeps the rules")
        self._draw_line(painter)
        painter.end()


def draw_field(painter: QPainter, seat: int) -> None:
    """Three cards of the field face down, and a pawn on the middle one."""
    for x, degrees in _FAN:
        painter.save()
        painter.translate(x, abs(x) / 8)
        painter.rotate(degrees)
        loot_art.draw_tray(painter, "hidden", "")
        painter.restore()
    loot_art.draw_pawn(painter, seat)


def draw_player(painter: QPainter, seat: int) -> None:
    """A player's figure between two cards."""
    for x, degrees in _FAN[::2]:
        painter.save()
        painter.translate(x, 6)
        painter.rotate(degrees)
        saw_art.draw_back(painter)
        painter.restore()
    saw_art.draw_figure(painter, QRectF(-62, -76, 124, 152), seat, 8 - seat, _STAGES[seat])


def draw_fleet(painter: QPainter, seat: int) -> None:
    """A small ship."""
    for name, column, row, facing in _FLEETS[seat]:
        painter.save()
        painter.translate(column * (PIECE_MM + 1), -row * (PIECE_MM + 1))
        painter.rotate(90 * facing)
        draw_piece(painter, _designs()[name], theme.livery(seat), 2, 90.0 * facing)
        painter.restore()


@cache
def _designs() -> dict[str, Design]:
    return {design.name: design for design in load(None, {}).box.designs}
