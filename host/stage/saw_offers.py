"""What a screen that everybody sees may offer in SAW: all that could be answered as far as everybody knows.

A hand that nobody has seen may have any card, so every card is offered that it could have. What goes where others do
not see it is offered without a name.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.core import AnyPlay, Decision
from engines.core.knowledge import Knowledge
from engines.core.viewers import PUBLIC
from engines.saw import agenda as at
from engines.saw.game import Saw
from engines.saw.legal import LEAVE, NONE, PASS
from engines.saw.piles import UNTOLD
from engines.saw.state import State
from host.stage.heard import Choice
from host.stage.saw_naming import SECRET, Naming

_ALWAYS: dict[str, list[Choice]] = {
    at.SET: [PASS],
    at.SORT: [LEAVE],
    at.FILM: [("found",), NONE],
    at.STEAL: [("steal", UNTOLD)],
}
"""What is offered whatever the host may know in secret."""
KEPT = "keep"
_ON_BENCH_TOO = (at.DISCARD, at.PAY)


class Offers:
    """Offers answers of one game."""

    def __init__(self, game: Saw, naming: Naming) -> None:
        self._game = game
        self._naming = naming

    def offered(self, play: AnyPlay, decision: Decision) -> list[Choice]:
        """Return what may be answered as far as everybody knows."""
        if decision.kind in _ALWAYS:
            return _ALWAYS[decision.kind]
        if decision.kind == at.SIFT:
            return [*(("found", where) for where in self._game.rules.searching.sifts(play.state)), NONE]
        known = play.knowledge(PUBLIC)
        state = _as_everybody_sees(play.state, known)
        found = dict.fromkeys(self._legal(state))
        seen = {choice for choice in found if choice[0] == KEPT}  # what lay open before it was taken is no secret
        for tokens in self._zones(state, decision.kind):
            named = self._with_names(state, known, tokens)
            found.update(dict.fromkeys(_not_yet(found, named) if decision.kind == at.SALVAGE else named))
        return [choice for choice in found if choice in seen or not _is_private(choice)]

    def possible(self, play: AnyPlay, tokens: Iterable[int]) -> set[str]:
        """Return the cards that some tokens may be, as far as everybody knows."""
        known = play.knowledge(PUBLIC)
        return {name for token in tokens for name in known.candidates(token)}

    def _legal(self, state: State) -> Iterable[Choice]:
        return self._game.legal.options(state).enumerate()

    def _zones(self, state: State, kind: str) -> Iterable[tuple[int, ...]]:
        """Yield the cards that may be named, hand and bench apart."""
        yield self._naming.among(state, ("",))
        if kind in _ON_BENCH_TOO:
            yield tuple(token for token in state.bench[self._naming.seat(state)] if token >= 0)

    def _with_names(self, state: State, known: Knowledge, tokens: tuple[int, ...]) -> Iterable[Choice]:
        """Yield what could be answered if one of the hidden cards were this or that."""
        hidden = [token for token in tokens if state.face[token] == UNTOLD]
        names = {name for token in hidden for name in known.candidates(token)}
        for face in sorted(map(self._game.box.number.__getitem__, names)):
            state.face[hidden[0]] = face
            yield from (choice for choice in self._legal(state) if face in self._naming.faces(choice))
        if hidden:
            state.face[hidden[0]] = UNTOLD


def _as_everybody_sees(state: State, known: Knowledge) -> State:
    """Return a copy without the faces that not everybody knows."""
    copy = state.clone()
    for token, face in enumerate(copy.face):
        if face >= 0 and known.knows_of(token) and known.card(token) is None:
            copy.face[token] = UNTOLD
    return copy


def _not_yet(found: Iterable[Choice], named: Iterable[Choice]) -> list[Choice]:
    """Return what takes a card of which no copy is seen on the pile; where it lies is asked if it has to be."""
    faces = {choice[1] for choice in found}
    return [("take", choice[1]) for choice in named if choice[1] not in faces]


def _is_private(choice: Choice) -> bool:
    """Tell whether an answer names a card that others do not see."""
    return choice[0] in SECRET and len(choice) > 1 and choice[1] != UNTOLD
