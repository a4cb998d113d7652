"""Who plays chess when no person does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import chess

from engines.core import Answer, Decision
from engines.players import APPRENTICE, MASTERMIND, WANDERER, Player, Seen
from engines.players.wanderer import Wanderer

WORTH = (0, 100, 310, 320, 500, 900, 0)
WON = 100_000


def worth(board: chess.Board) -> int:
    """Return how good a position is for the side to move: what it has, and how near to the middle that stands."""
    total = 0
    for square, piece in board.piece_map().items():
        column, row = square & 7, square >> 3
        far = abs(2 * column - 7) + abs(2 * row - 7)
        ahead = (row if piece.color else 7 - row) if piece.piece_type == chess.PAWN else 0
        value = WORTH[piece.piece_type] + (8 * ahead if ahead else 0) - (far if piece.piece_type != chess.KING else 0)
        total += value if piece.color == board.turn else -value
    return total


def search(board: chess.Board, depth: int, low: int, high: int) -> int:
    """Return the worth for the side to move after the best moves of both."""
    moves = sorted(board.legal_moves, key=board.is_capture, reverse=True)
    if not moves:
        return -WON - depth if board.is_check() else 0
    if depth <= 0 or board.is_insufficient_material() or board.is_repetition(3):
        return worth(board) if depth <= 0 else 0
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
        self.name = name
        self._depth = depth

    def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
        """Answer with the best move."""
        board, best, found = seen.state(), -2 * WON, list[chess.Move]()
        for move in seen.options(decision).enumerate():
            board.push(move)
            value = -search(board, self._depth, -2 * WON, 1 - best)
            board.pop()
            if value >= best:
                found = [*(found if value == best else ()), move]
                best = value
        return Answer(decision.id, rng.choice(found), decision.seat)


PLAYERS: Mapping[str, Callable[[], Player]] = {
    WANDERER: Wanderer,
    APPRENTICE: lambda: Thinker("Apprentice", 0),
    MASTERMIND: lambda: Thinker("Mastermind", 2),
}
