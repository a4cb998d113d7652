"""Can a game be in the middle of this? What a position waits on must fit its cards, its trap and its seats."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from engines.core.problems import SetupError
from engines.saw import agenda as at
from engines.saw.state import LOST, Frame, State

_IN_TRAP = (at.ANSWER, at.EASE, at.LOWER, at.STEAL, at.CHALLENGE, at.CLOSE)
_BASES = (at.FIRST, at.USE, at.DISCARD, at.SET, at.BLEED, at.TURN, *_IN_TRAP)
_ABOVE_BASE: dict[str, tuple[str, ...]] = {
    at.CHARACTER: (at.FIRST, at.CHARACTER),
    at.TRIM: (at.LAST,),
    at.LAST: (at.BLEED,),
    at.PAY: (at.BIND, at.FILM, at.LOWER, at.ANSWER),
    at.AWAY: (at.USE, at.LAST, at.CHALLENGE),
    at.CHOOSE: (at.AWAY, at.CHALLENGE),
    at.SALVAGE: (at.AWAY, at.CHALLENGE),
    at.SORT: (at.AWAY, at.CHALLENGE),
    at.DETECT: (at.AWAY, at.CHALLENGE),
    at.FILM: (at.AWAY,),
    at.SIFT: (at.AWAY,),
    at.BIND: (at.AWAY,),
    at.LOWER: (at.EASE,),
    at.STEAL: (at.CHALLENGE,),
    at.DAMAGE: (at.CLOSE,),
}
"""What each frame may lie on; the others begin a stack."""


def check_agenda(state: State) -> None:
    """Raise SetupError if the game cannot wait on what the position says."""
    frames = state.agenda
    if state.result is not None:
        _demand(not frames, "the game is over")
        return
    _demand(bool(frames), "the game runs, so something is waited on")
    names = [frame[0] for frame in frames]
    _demand(names[0] in _BASES, f'nothing begins with "{names[0]}"')
    for below, above in pairwise(names):
        _demand(below in _ABOVE_BASE.get(above, ()), f'"{above}" cannot come before "{below}"')
    _check_seats(state, frames, names)
    trapped = any(name in _IN_TRAP for name in names)
    _demand(trapped == (state.trap is not None), "a trap runs exactly while something of it is waited on")
    if state.trap is not None:
        attacker, victim = state.trap.attacker, state.trap.victim
        _demand(attacker == state.seat != victim and state.alive[attacker], "the trap is of the seat whose turn it is")
        is_closing = names[-1] == at.CLOSE
        _demand(is_closing or state.alive[victim], "the victim is alive")
    for frame in frames:
        check = _CHECKS.get(frame[0])
        _demand(check is None or check(state, frame), f'"{frame[0]}" does not fit the cards')
    _check_leftovers(state, names)


def _check_seats(state: State, frames: tuple[Frame, ...], names: list[str]) -> None:
    is_before = names[0] == at.FIRST
    _demand(is_before == (state.seat < 0), "it is somebody's turn as soon as it is settled who begins")
    if state.seat >= 0:
        _demand(state.alive[state.seat] or names == [at.TURN], "the seat whose turn it is is alive")
    unnamed = [seat for seat in range(state.seats) if state.character[seat] < 0]
    asked = [frame[1] for frame in frames if frame[0] == at.CHARACTER]
    _demand(sorted(asked) == unnamed and len(set(asked)) == len(asked), "everybody chooses a character first")
    if is_before:
        _demand(not any(state.hand) and not any(state.turns) and not state.discard, "nobody has drawn yet")
        _demand(all(state.alive) and len(state.deck) == len(state.face), "all cards are in the deck")
    for frame in frames:
        if frame[0] in _SEATED:
            seat = frame[1]
            _demand(seat < state.seats and state.alive[seat], f'the seat of "{frame[0]}" is alive')
            owner = state.trap.victim if state.trap is not None else state.seat
            is_setter = frame[0] == at.PAY and frame[3]
            _demand(seat == (state.seat if is_setter else owner) or frame[0] == at.TURN, "it is another seat's turn")


_SEATED = (at.TURN, at.PAY, at.AWAY, at.CHOOSE, at.SALVAGE, at.SORT, at.DETECT, at.FILM, at.SIFT, at.BIND, at.DAMAGE)


def _check_leftovers(state: State, names: list[str]) -> None:
    """Cards lie on the table, open or looked at only while something is done with them."""
    aways = [frame[2] for frame in state.agenda if frame[0] == at.AWAY]
    searches = state.trap.searches if state.trap is not None else ()
    lying = [token for token in aways if token not in searches]
    _demand(sorted(lying) == sorted(state.table), "each card on the table is being used")
    _demand((state.flipped >= 0) == (names[-1] == at.DETECT), "a card lies open while a Metal Detector is used")
    _demand(bool(state.looked) == (names[-1] == at.SORT), "cards are looked at while a Room Map is used")


def _pay(state: State, frame: Frame) -> bool:
    _, seat, left, is_hand_only = frame
    return bool(0 < left <= len(state.hand[seat] if is_hand_only else state.held(seat)))


def _choose(state: State, frame: Frame) -> bool:
    _, seat, tokens, left, how = frame
    if how == "give" and state.trap is None:
        return False
    return bool(0 < left <= len(tokens)) and set(tokens) <= set(state.hand[seat])


_CHECKS: dict[str, Callable[[State, Frame], bool]] = {
    at.PAY: _pay,
    at.CHOOSE: _choose,
    at.SALVAGE: lambda state, frame: bool(state.discard),
    at.SIFT: lambda state, frame: bool(state.discard),
    at.SORT: lambda state, frame: set(frame[2]) <= set(state.looked) and len(state.looked) > len(frame[2]),
    at.BIND: lambda state, frame: state.limbs[frame[1]][frame[2]] == LOST,
    at.FILM: lambda state, frame: bool(state.deck) or state.agenda[-1][0] == at.PAY,
    at.DISCARD: lambda state, frame: bool(state.held(state.seat)),
    at.STEAL: lambda state, frame: frame[1] > 0 and bool(state.trap and state.hand[state.trap.attacker]),
    at.DAMAGE: lambda state, frame: frame[3] > 0,
    at.LOWER: lambda state, frame: bool(state.trap and state.trap.number > state.trap.floor),
}


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise SetupError(f"The game cannot wait on this: {what}.")
