"""What must hold in every position: a state in which it does not is found out."""

from collections.abc import Callable
from typing import Any

import pytest

from engines.saw.state import State
from tests.engines.saw.positions import THOMAS, table


def lost(state: State) -> None:
    state.deck.pop()


def doubled(state: State) -> None:
    state.deck[0] = state.deck[1]


def moved(state: State) -> None:
    """A card lies in two places, and another one in none."""
    state.discard.append(state.hand[0][0])
    state.deck.pop(0)


def over(state: State) -> None:
    """One more copy of a card is known than there is."""
    face = state.face[state.hand[0][0]]
    for token in state.deck[: state.left[face] + 1]:
        state.face[token] = face
    state.left[face] = -1


def kill(state: State, *seats: int) -> None:
    for seat in seats:
        state.blood[seat], state.alive[seat] = 0, False


BROKEN: list[tuple[str, Callable[[State], Any]]] = [
    ("there are 122 cards", lost),
    ("there are 123 cards", doubled),
    ("there are 123 cards", moved),
    ("counted wrong", lambda state: state.left.__setitem__(0, state.left[0] + 1)),
    ("more copies", over),
    ("listed wrong", lambda state: state.untold.append(state.hand[0][0])),
    ("listed wrong", lambda state: state.untold.clear()),
    ("blood is out of range", lambda state: state.blood.__setitem__(0, 11)),
    ("blood is out of range", lambda state: state.blood.__setitem__(0, -1)),
    ("lives without blood", lambda state: state.blood.__setitem__(0, 0)),
    ("died with it", lambda state: state.alive.__setitem__(1, False)),
    ("three slots", lambda state: state.bench.__setitem__(1, (-1, -1))),
    ("over when one is left", lambda state: setattr(state, "result", (0, "R12"))),
    ("over when one is left", lambda state: kill(state, 1, 2)),
    ("Saw token is out of place", lambda state: (setattr(state, "saw", 0), kill(state, 1))),
    ("waited on", lambda state: setattr(state, "agenda", ())),
]


@pytest.mark.parametrize(("told", "spoil"), BROKEN, ids=[f"{at} {told}" for at, (told, _) in enumerate(BROKEN)])
def test_a_state_in_which_something_is_wrong_is_found_out(told: str, spoil: Callable[[State], Any]) -> None:
    play = table(hands={"red": "candle ?"}, benches={"red": THOMAS})
    play.game.check(play.state)
    spoil(play.state)
    with pytest.raises(AssertionError, match=told):
        play.game.check(play.state)


def test_a_token_of_somebody_dead_is_out_of_place() -> None:
    play = table(seats=4, saw="blue")
    play.game.check(play.state)
    kill(play.state, 1)
    with pytest.raises(AssertionError, match="Saw token"):
        play.game.check(play.state)


def test_a_card_that_lies_open_is_not_among_those_that_may_be_told() -> None:
    play = table(hands={"red": "metal-detector ?"})
    play.say("play metal-detector object")
    play.game.check(play.state)
    assert play.state.flipped >= 0
    assert play.state.untold == [token for token in play.state.hand[0] if token != play.state.flipped]
