"""How cards go from place to place: drawing, rebuilding the deck, discarding."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.core.events import Bound
from engines.saw import events as ev
from engines.saw.state import State

Emit = Callable[[object], None]
UNTOLD = -1
"""A card whose face nobody has told the host, as a choice names it."""


def rebuild(state: State, emit: Emit, cause: str = "the deck was empty", rule: str = "R55") -> None:
    """Shuffle the discard pile into a new deck (R55, A71)."""
    _shuffle(state, tuple(state.discard), emit, cause, rule)


def shuffle_deck(state: State, emit: Emit, cause: str, rule: str) -> None:
    """Shuffle the deck."""
    _shuffle(state, tuple(state.deck), emit, cause, rule)


def _shuffle(state: State, old: tuple[int, ...], emit: Emit, cause: str, rule: str) -> None:
    emit(ev.Reshuffled(old, fresh(state, len(old)), cause, rule))


def fresh(state: State, count: int) -> tuple[int, ...]:
    """Return the next unused numbers for shuffled cards."""
    return tuple(range(len(state.face), len(state.face) + count))


def draw(state: State, seat: int, count: int, emit: Emit, cause: str, rule: str) -> tuple[int, ...]:
    """Draw cards into a hand; an empty deck is rebuilt, and if nothing is left, fewer are drawn (A23, A24)."""
    drawn: tuple[int, ...] = ()
    while count > 0:
        if not state.deck:
            if not state.discard:
                break
            rebuild(state, emit)
        tokens = tuple(state.deck[: -count - 1 : -1])
        emit(ev.Drawn(seat, tokens, cause, rule))
        show(state, tokens, (seat,), emit)
        drawn += tokens
        count -= len(tokens)
    return drawn


def show(state: State, tokens: Iterable[int], audience: tuple[int, ...] | None, emit: Emit) -> None:
    """Let some viewers see cards that the host knows already."""
    for token in tokens:
        if state.face[token] >= 0:
            emit(Bound(token, state.box.names[state.face[token]], audience, "seen", "R3"))


def find(state: State, tokens: Iterable[int], face: int) -> int:
    """Return the first of some cards with a face."""
    faces = state.face
    return next(token for token in tokens if faces[token] == face)


def in_order(state: State, tokens: Iterable[int], faces: Iterable[int]) -> tuple[int, ...]:
    """Return some cards in the order in which their faces are named; as they are if none is named (A69)."""
    left, found = list(tokens), []
    for face in faces:
        token = find(state, left, face)
        left.remove(token)
        found.append(token)
    return (*found, *left)


def mingle(state: State, tokens: Iterable[int], emit: Emit) -> None:
    """Give untold cards new numbers when nobody tells which of them is which from now on."""
    blanks = tuple(token for token in tokens if state.face[token] < 0)
    if len(blanks) > 1:
        emit(ev.Mingled(blanks, fresh(state, len(blanks))))


def pick(state: State, tokens: Iterable[int], face: int, emit: Emit) -> int:
    """Return one of some cards with a face; an untold one may be any of those that nobody has told of."""
    if face >= 0:
        return find(state, tokens, face)
    blanks = [token for token in tokens if state.face[token] < 0]
    if len(blanks) == 1:
        return blanks[0]
    mingle(state, blanks, emit)
    return len(state.face) - len(blanks)


def among(state: State, tokens: tuple[int, ...], face: int) -> tuple[int, ...]:
    """Return the cards that one with this face cannot be told from by those who do not see the others."""
    return tokens if face >= 0 else tuple(token for token in tokens if state.face[token] < 0)


def discard(state: State, seat: int, token: int, emit: Emit, cause: str, rule: str) -> None:
    """Put a card of a hand or a bench onto the pile."""
    face = state.face[token]
    emit(ev.Discarded(seat, token, face, among(state, state.held(seat), face), cause, rule))


def put_away(state: State, seat: int, token: int, emit: Emit, cause: str, rule: str) -> None:
    """Put a card that lies open onto the pile."""
    emit(ev.Discarded(seat, token, state.face[token], (), cause, rule))


def play(state: State, seat: int, token: int, emit: Emit, cause: str, rule: str) -> None:
    """Lay a card of a hand or a bench onto the table."""
    emit(ev.Played(seat, token, state.face[token], state.held(seat), cause, rule))
