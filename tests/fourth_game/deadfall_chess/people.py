"""Chess with hands: bases that are called by the square where they began; what is captured is taken off first."""

from __future__ import annotations

import chess

from deadfall_chess.rules import SEATS
from engines.core import AnyPlay
from host.soak.human.plain import PlainWays
from host.soak.human.things import Arrangement, Spot


class ChessWays(PlainWays):
    def arrangement(self, play: AnyPlay) -> Arrangement:
        state = play.state
        return {
            f"{SEATS[not state.color_at(square)]}.{chess.square_name(home)}": Spot(chess.square_name(square))
            for square, home in state.homes.items()
        }
