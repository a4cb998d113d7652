"""Chess on the screen: pieces as the signs that everybody knows."""

from __future__ import annotations

import chess

from deadfall_chess.rules import SEATS
from host.app.dealer import Dealer
from host.app.desk import Desk
from host.app.glyph_scene import GlyphScene
from host.app.hands import VirtualHands
from host.app.lobby import Opened
from host.app.table_screen import TableScreen

GLYPHS = dict(zip(chess.PIECE_NAMES[1:], "♟♞♝♜♛♚", strict=True))


class ChessKit:
    def screen(self, opened: Opened) -> TableScreen:
        return TableScreen(opened.profile, {}, scene=GlyphScene(opened.profile, GLYPHS))

    def hands(self, opened: Opened, desk: Desk, pace: int) -> VirtualHands:
        names = [f"{seat}.{square}" for seat in SEATS for square in chess.SQUARE_NAMES]
        return VirtualHands(opened.profile, desk, names, seed=opened.seed, pace=pace)

    def dealer(self, hands: VirtualHands) -> Dealer:
        return Dealer(hands)
