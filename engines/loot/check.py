"""Invariants of Loot Trap: what must hold in every position that play can reach."""

from __future__ import annotations

from engines.core.problems import SetupError
from engines.loot.legal import KINDS
from engines.loot.position import Positions
from engines.loot.state import MAX_HEALTH, NEEDS_FACE, State

_COMPARED = (
    *("face", "base", "armed", "up", "laid", "layer", "who", "pawn", "hand", "bank", "gear", "health", "alive"),
    *("guarded", "becalmed", "avatar", "deck", "discard", "aside", "holes", "rolls", "seat", "acted", "stopped"),
    *("agenda", "result"),
)


def check(positions: Positions, state: State) -> None:
    """Raise AssertionError if an invariant is broken."""
    _check_cards(state)
    _check_players(state)
    rebuilt = _rebuilt(positions, state)
    for name in _COMPARED:
        _demand(getattr(rebuilt, name) == getattr(state, name), f"{name} is not what the position says")


def _rebuilt(positions: Positions, state: State) -> State:
    try:
        return positions.read(positions.write(state))
    except SetupError as error:
        raise AssertionError(str(error)) from error


def _check_cards(state: State) -> None:
    piles = [*state.hand, *state.bank, state.deck, state.discard, state.aside]
    single = [token for tokens in (state.base, state.laid, state.gear) for token in tokens if token >= 0]
    tokens = [*single, *(token for pile in piles for token in pile)]
    _demand(len(tokens) == len(set(tokens)) == state.box.total, "a card is lost, or in two places")
    for cell in range(state.field.size):
        if cell not in state.field.cells:
            _demand(state.base[cell] < 0 and state.laid[cell] < 0, "a card lies beside the field")
    clearing = {frame[1] for frame in state.agenda if frame[0] == "clear"}
    _demand(set(state.aside) <= clearing or state.result is not None, "a card lies aside, and nobody will clear it")


def _check_players(state: State) -> None:
    for seat in range(state.seats):
        _demand(0 <= state.health[seat] <= MAX_HEALTH, "health is out of bounds")
        _demand(state.alive[seat] == (state.pawn[seat] >= 0), "a pawn is where no player is, or the other way round")
    for cell, seat in enumerate(state.who):
        _demand(seat < 0 or state.pawn[seat] == cell, "a pawn is in two places")
    if state.result is None:
        _demand(bool(state.agenda), "the game runs, and nothing is to be done")
        _demand(sum(state.alive) > 1, "the game runs with a single player")
        top = state.agenda[-1][0]
        _demand(top in KINDS or top in NEEDS_FACE, f"nobody can answer {top}")


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)
