"""Who plays chess when no person does."""

from __future__ import annotations

from random import Random

import chess

from engines.core import Answer, Decision
from engines.players import APPRENTICE, MASTERMIND, WANDERER, Seen
from engines.players.wanderer import Wanderer

WORTH = (0, 100, 310, 320, 500, 900, 0)
WON = 100_000


def worth(board: chess.Board) -> int:
    """Return how good a position is for the side to move: what it has, and where that stands."""
    total = 0
    for square, piece in board.piece_map().items():
        row = square >> 3 if piece.color else 7 - (square >> 3)
        place = 8 * row if piece.piece_type == chess.PAWN else -abs(2 * (square & 7) - 7) - abs(2 * row - 7)
        total += (WORTH[piece.piece_type] + place) * (1 if piece.color == board.turn else -1)
    return total


def search(board: chess.Board, depth: int, low: int, high: int) -> int:
    """Return the worth for the side to move after the best moves of both."""
    moves = sorted(board.legal_moves, key=board.is_capture, reverse=True)
    if not moves or depth <= 0:
        return worth(board) if moves else -WON - depth if board.is_check() else 0
    for move in moves:
        board.push(move)
        low = max(low, -search(board, depth - 1, -high, -low))
        board.pop()
        if low >= high:
            break
    return low


class Thinker:
    """Takes the move that looks best after ``depth`` more; lots decide between equals."""

    def __init__(self, name: str, depth: int) -> None:
        self.name, self._depth = name, depth

    def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
        board, best, found = seen.state(), -2 * WON, list[chess.Move]()
        for move in seen.options(decision).enumerate():
            board.push(move)
            value = -search(board, self._depth, -2 * WON, 1 - best)
            board.pop()
            if value >= best:
                best, found = value, [*(found if value == best else ()), move]
        return Answer(decision.id, rng.choice(found), decision.seat)


PLAYERS = {
    WANDERER: Wanderer,
    APPRENTICE: lambda: Thinker("Apprentice", 0),
    MASTERMIND: lambda: Thinker("Mastermind", 2),
}
