"""The game's own invariants: a position that no play can reach is noticed."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.engines.loot.scenes import Scene


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("health is out of bounds", lambda state: state.health.__setitem__(0, 9)),
        ("health is out of bounds", lambda state: state.health.__setitem__(1, -1)),
        ("a pawn is where no player is", lambda state: state.alive.__setitem__(1, False)),
        ("a pawn is in two places", lambda state: state.who.__setitem__(state.field.find("b3"), 0)),
        ("lost, or in two places", lambda state: state.hand.__setitem__(0, ())),
        ("beside the field", lambda state: state.base.__setitem__(_beside(state), state.deck.pop())),
        ("holes is not what the position says", lambda state: setattr(state, "holes", (state.field.find("b3"),))),
        ("nothing is to be done", lambda state: setattr(state, "agenda", ())),
    ],
)
def test_what_cannot_be_is_noticed(said: str, change: Callable[[Any], None]) -> None:
    play = Scene().hand("red", "loot").hand("blue", "mutiny").play()
    play.game.check(play.state)
    change(play.state)
    with pytest.raises(AssertionError, match=said):
        play.game.check(play.state)


def _beside(state: Any) -> int:
    return next(cell for cell in range(state.field.size) if cell not in state.field.cells)
