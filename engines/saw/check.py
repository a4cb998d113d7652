"""Invariants of SAW: what must hold in every position that play can reach."""

from __future__ import annotations

from engines.core.problems import SetupError
from engines.saw.position import Positions, layout
from engines.saw.state import BLOOD_AT_START, SLOTS, State


def check(positions: Positions, state: State) -> None:
    """Raise AssertionError if an invariant is broken."""
    _check_cards(state)
    _check_players(state)
    position = positions.write(state)
    try:
        again = positions.write(positions.read(position))
    except SetupError as error:
        raise AssertionError(str(error)) from error
    _demand(again == position, "a position is not read as it was written")


def _check_cards(state: State) -> None:
    cards = layout(state)
    _demand(len(cards) == len(set(cards)) == state.box.total, f"there are {len(cards)} cards")
    known = [0] * len(state.box.copies)
    for token in cards:
        if state.face[token] >= 0:
            known[state.face[token]] += 1
    left = [copies - told for copies, told in zip(state.box.copies, known, strict=True)]
    _demand(left == state.left, "the cards that nobody has told of are counted wrong")
    _demand(min(left) >= 0, "there are more copies of a card than the box has")
    outside = set(cards) - {*state.deck, state.flipped}
    untold = sorted(token for token in outside if state.face[token] < 0)
    _demand(untold == sorted(state.untold), "the untold cards are listed wrong")


def _check_players(state: State) -> None:
    for seat in range(state.seats):
        _demand(0 <= state.blood[seat] <= BLOOD_AT_START, "blood is out of range")
        _demand(state.alive[seat] == (state.blood[seat] > 0), "somebody lives without blood, or died with it")
        _demand(len(state.bench[seat]) == SLOTS, "a bench has three slots")
    _demand((state.living() == 1) == (state.result is not None), "the game is over when one is left")
    _demand(state.saw < 0 or (state.alive[state.saw] and state.living() > 2), "the Saw token is out of place")


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)
