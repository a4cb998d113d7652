"""Invariants of Jigsaw Armada: what must hold in every position that play can reach."""

from __future__ import annotations

from engines.armada.pieces import PIECES
from engines.armada.position import Positions
from engines.armada.state import FRESH, IN_DRAW, IN_PLAY, ON_BOARD, Box, State
from engines.core.problems import SetupError


def check(box: Box, positions: Positions, state: State) -> None:
    """Raise AssertionError if an invariant is broken."""
    _check_places(box, state)
    _check_piles(state)
    _check_ships(state)
    rebuilt = _rebuilt(positions, state)
    for name in ("at", "where", "facing", "ship_of", "shield", "zone", "mask", "opens", "occupied", "draw", "play"):
        _demand(getattr(rebuilt, name) == getattr(state, name), f"{name} is not what the position says")


def _rebuilt(positions: Positions, state: State) -> State:
    try:
        return positions.read(positions.write(state))
    except SetupError as error:
        raise AssertionError(str(error)) from error


def _check_places(box: Box, state: State) -> None:
    for piece in range(2 * PIECES):
        on_board = state.zone[piece] == ON_BOARD
        _demand(on_board == bool(state.where[piece]), f"piece {piece} is in two places")
        _demand(on_board == bool(state.ship_of[piece]), f"piece {piece} has the wrong ship")
        if on_board:
            _demand(state.at[state.where[piece]] == piece, f"piece {piece} is not on its cell")
        _demand(0 <= state.shield[piece] <= (FRESH if on_board and piece in box.shields else 0), "a shield is wrong")
    _demand(
        sum(piece >= 0 for piece in state.at) == state.zone.count(ON_BOARD), "a cell holds a piece that is not there"
    )
    _demand(not state.occupied & box.grid.wall, "a piece is off the board")


def _check_piles(state: State) -> None:
    for seat in (0, 1):
        own = state.zone[seat * PIECES : (seat + 1) * PIECES]
        drawn = sum(frame[0] == "draw" and frame[1] // PIECES == seat for frame in state.stack)
        _demand(len(state.play[seat]) == own.count(IN_PLAY), "the play pile is wrong")
        _demand(len(state.draw[seat]) + drawn == own.count(IN_DRAW), "the draw pile is wrong")


def _check_ships(state: State) -> None:
    for ship, pieces in state.pieces.items():
        _demand(state.energy[ship] > 0, f"ship-{ship} has no energy")
        _demand(all(piece // PIECES == state.owner[ship] for piece in pieces), f"ship-{ship} has a piece of the enemy")


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)
