"""The rules of chess, by python-chess. A rule "R961" is article 9.6.1 of the FIDE Laws of Chess."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

import chess

from deadfall_chess import players
from engines.core import Decision, Game, OneOf, OptionError, ParseError, Problem, Result, SetupError
from engines.core.events import Event
from engines.core.game import Emit
from engines.core.knowledge import Knowledge
from engines.core.options import Options
from engines.core.schema import POSITION, shown
from engines.players import Player

SEATS = ("white", "black")
ENDS = {
    "CHECKMATE": ("R511", "checkmate"),
    "STALEMATE": ("R521", "stalemate"),
    "INSUFFICIENT_MATERIAL": ("R522", "nobody can mate any more"),
    "FIVEFOLD_REPETITION": ("R961", "the position has come up five times"),
    "SEVENTYFIVE_MOVES": ("R962", "75 moves without a capture or a pawn's move"),
}
MOVES = {"bishop": "R32", "rook": "R33", "queen": "R34", "knight": "R36", "pawn": "R37", "king": "R38"}
_UCI = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
_SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)x?([a-h][1-8])=?([QRBN]?)[+#]?")


class Moved(NamedTuple):
    move: str
    san: str
    cause: str
    rule: str


class GameEnded(NamedTuple):
    winner: int | None
    cause: str
    rule: str


class Move(chess.Move):
    """A move that knows the position in which it is made, and so how it is written."""

    def __init__(self, board: chess.Board, uci: str) -> None:
        kind = "..nbrq".index(uci[4]) if uci[4:] else None
        super().__init__(chess.parse_square(uci[:2]), chess.parse_square(uci[2:4]), kind)
        self.board = board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, chess.Move) and self.uci() == other.uci()

    __hash__ = chess.Move.__hash__

    @property
    def san(self) -> str:
        """The move as players write it: of a copy, for that moves the piece meanwhile. If illegal, its squares."""
        return self.board.copy(stack=False).san(self) if self.board.is_legal(self) else self.uci()

    @property
    def squares(self) -> list[tuple[chess.Square, chess.Square | None]]:
        """Which pieces are moved where: what is captured goes first, a king goes before his rook."""
        here, there, board = self.from_square, self.to_square, self.board
        done: list[tuple[chess.Square, chess.Square | None]] = [(here, there)]
        if board.is_castling(self):
            return [*done, (here | 7, there - 1) if there > here else (here & ~7, there + 1)]
        taken = here & ~7 | there & 7 if board.is_en_passant(self) else there
        return [(taken, None), *done] if board.is_capture(self) else done


class State(chess.Board):
    """A board that knows where it began, and on which square each piece did."""

    def __init__(self, fen: str | None = chess.STARTING_FEN) -> None:
        super().__init__(fen)
        self.began = fen or ""
        self.homes = {square: square for square in self.piece_map()}
        self.ended: Result | None = None

    def clone(self) -> State:
        copy = self.copy()
        copy.began, copy.homes, copy.ended = self.began, dict(self.homes), self.ended
        return copy

    def make(self, uci: str) -> None:
        """Make a legal move."""
        move = Move(self, uci)
        for here, there in move.squares:
            home = self.homes.pop(here)
            if there is not None:
                self.homes[there] = home
        self.push(chess.Move(move.from_square, move.to_square, move.promotion))

    def end(self, event: GameEnded) -> None:
        self.ended = Result(event.winner, event.rule)

    def name(self, square: chess.Square) -> str:
        """Return what stands on a square: "knight"."""
        return chess.piece_name(self.piece_type_at(square) or chess.PAWN)


class Chess(Game[State, chess.Move]):
    name = "chess"
    seats = SEATS
    seat_counts = (2,)
    folds: Mapping[type, Callable[[State, Event], None]] = {
        Moved: lambda state, event: state.make(event.move),
        GameEnded: State.end,
    }

    def variant(self, catalogue: str | None, options: Mapping[str, str]) -> Chess:
        return load(catalogue, options)

    def first_state(self, seats: int) -> State:
        return State()

    def read_position(self, position: Mapping[str, object]) -> State:
        POSITION.only(position, ("fen", "moves"), "A position of chess")
        fen = POSITION.text(position.get("fen"), '"fen"', 100)
        try:
            state = State(fen)
        except ValueError as error:
            raise SetupError(f'"fen" cannot be read: {error}.') from error
        if not state.is_valid():
            raise SetupError(f'"fen" cannot come up ({str(state.status().name).lower().replace("_", " ")}).')
        for text in POSITION.items(position.get("moves", []), '"moves"', 12_000):
            if not isinstance(text, str) or not _UCI.fullmatch(text) or not state.is_legal(Move(state, text)):
                raise SetupError(f'"moves" has {shown(text)}, which is no legal move there.')
            state.make(text)
        return state

    def write_position(self, state: State) -> dict[str, object]:
        return {"fen": state.began, "moves": [move.uci() for move in state.move_stack]}

    def check(self, state: State) -> None:
        assert state.is_valid()
        assert state.homes.keys() == state.piece_map().keys()
        assert len(set(state.homes.values())) == len(state.homes)

    def advance(self, state: State, emit: Emit) -> None:
        outcome = None if state.ended else state.outcome()
        if outcome is not None:
            rule, cause = ENDS[outcome.termination.name]
            emit(GameEnded(None if outcome.winner is None else int(not outcome.winner), cause, rule))

    def waiting(self, state: State, id_: int) -> tuple[Decision, ...]:
        return () if state.ended else (Decision(id_, int(not state.turn), "move"),)

    def choices(self, state: State, decision: Decision) -> Options[chess.Move]:
        board = state.copy(stack=False)
        moves = [Move(board, move.uci()) for move in board.legal_moves]
        return OneOf(moves, lambda move: board.piece_type_at(move.from_square))

    def act(self, state: State, decision: Decision, choice: chess.Move, emit: Emit) -> None:
        emit(Moved(choice.uci(), self.write(decision, choice), "move", MOVES[state.name(choice.from_square)]))

    def result(self, state: State) -> Result | None:
        return state.ended

    def explain(self, state: State, decision: Decision, choice: object) -> Problem:
        if not isinstance(choice, Move):
            return Problem("A move is said like Nf3 or g1f3.")
        here, there = chess.square_name(choice.from_square), chess.square_name(choice.to_square)
        piece, name = state.piece_at(choice.from_square), state.name(choice.from_square)
        side = SEATS[not state.turn].capitalize()
        if piece is None:
            return Problem(f"Nothing stands on {here}.", "R3")
        if piece.color != state.turn:
            return Problem(f"The {name} on {here} is not {side}'s, and {side} is to move.", "R13")
        if state.color_at(choice.to_square) == state.turn:
            return Problem(f"{side}'s own {state.name(choice.to_square)} stands on {there}.", "R31")
        if state.is_pseudo_legal(choice):
            return Problem(f"{side}'s king would be in check after that.", "R39")
        if name == "king" and choice.to_square - choice.from_square in (2, -2):
            return Problem("Castling needs a free way without check, and a king and a rook that never moved.", "R38")
        between = chess.SquareSet.between(choice.from_square, choice.to_square) & state.occupied
        if between and _reaches(state, choice):
            return Problem(f"The {name} on {here} cannot pass {chess.square_name(next(iter(between)))}.", "R35")
        if name == "pawn" and there[1] in "18" and not choice.promotion:
            return Problem("Say what the pawn becomes on the last rank, such as e8=Q.", "R37")
        return Problem(f"A {name} cannot go from {here} to {there}.", MOVES[name])

    def masked(self, state: State, knowledge: Knowledge) -> State:
        return state.clone()

    def view(self, state: State, knowledge: Knowledge, viewer: int) -> dict[str, object]:
        last = "".join(move.uci()[:4] for move in state.move_stack[-1:])
        return {
            **self.write_position(state),
            "board": state.fen(),
            "turn": None if state.ended else SEATS[not state.turn],
            "last": re.findall("..", last),
            "check": [chess.square_name(state.king(state.turn) or 0)] if state.is_check() else [],
            "result": state.ended and state.ended._asdict(),
        }

    def write(self, decision: Decision, choice: chess.Move) -> str:
        return choice.san if isinstance(choice, Move) else choice.uci()

    def parse(self, state: State, decision: Decision, text: str) -> chess.Move:
        """Return the move that a text means, legal or not: Nf3, or g1f3."""
        board, said = state.copy(stack=False), text.strip()
        try:
            move = board.parse_san(said)
        except ValueError:
            move = chess.Move.null()
        if not move and _UCI.fullmatch(said.lower()):
            return Move(board, said.lower())
        moves = [Move(board, move.uci()) for move in (board.legal_moves if not move else (move,))]
        plain = "" if _SAN.fullmatch(said) else said.lower().replace("0", "o").rstrip("+#!?")
        found = [one for one in moves if move or one.san.lower().rstrip("+#") == plain] or _loosely(board, said)
        if len(found) == 1:
            return found[0]
        raise ParseError(f"{shown(said)} may be several moves." if found else f"{shown(said)} is no move such as Nf3.")

    def write_event(self, event: Event) -> dict[str, object]:
        return {"event": type(event).__name__, **event._asdict()}

    def house_players(self) -> Mapping[str, Callable[[], Player]]:
        return players.PLAYERS


def _reaches(board: chess.Board, move: chess.Move) -> bool:
    """Tell whether a piece could make a move if no other stood on the board."""
    empty = chess.BaseBoard.empty()
    empty.set_piece_at(move.from_square, board.piece_at(move.from_square))
    return move.to_square in empty.attacks(move.from_square)


def _loosely(board: chess.Board, said: str) -> list[Move]:
    """Return what a text may mean that is no legal move as it stands: what comes nearest to it."""
    form = _SAN.fullmatch(said)
    kind, file, rank, goal, promotion = form.groups() if form else ("", "", "", "", "")
    pieces = board.pieces(chess.Piece.from_symbol(kind or "P").piece_type, board.turn) if form else ()
    names = [name for name in map(chess.square_name, pieces) if file in ("", name[0]) and rank in ("", name[1])]
    moves = [Move(board, f"{name}{goal}{promotion.lower()}") for name in names]
    legal = [move for move in moves if board.is_legal(move)]
    nearly = [move for move in moves if board.is_pseudo_legal(move)] or [one for one in moves if _reaches(board, one)]
    return legal or nearly[:1] or moves[:1]


def load(catalogue: str | None, options: Mapping[str, str]) -> Chess:
    """Return the rules: there is but one set of pieces, and nothing to choose."""
    if options:
        raise OptionError(f'There is no option "{next(iter(options))}"; chess has none.')
    return Chess()
