"""Which card an answer of SAW is about: among which cards it must be, and what has to be told before.

The rules play a card only if they know that it is there. At a table few cards are told beforehand: whoever plays one
shows it, and so tells it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engines.core import AnyPlay
from engines.core.viewers import PUBLIC
from engines.saw import agenda as at
from engines.saw.game import Saw
from engines.saw.legal import RETRACT
from engines.saw.piles import UNTOLD
from engines.saw.state import State
from host.stage.heard import Choice, Lack

SECRET = frozenset(("bench", "keep", "give", "next", "steal"))
"""Answers by which a card goes where others do not see it."""
_BARE = 1
_NAMES_NONE = frozenset(("character", "first", "found", "lift"))


class Naming:
    """Finds the cards of one game."""

    def __init__(self, game: Saw) -> None:
        self._game = game
        self._box = game.box

    def faces(self, choice: Choice) -> tuple[int, ...]:
        """Return the faces that an answer names, those of a set trap with its Billy; -1 where it leaves one open."""
        word = choice[0]
        if not isinstance(word, str) or len(choice) == _BARE or word in _NAMES_NONE:
            return ()
        if word == "set":
            return (self._box.billy, *(face for face in choice[4:] if face >= 0))
        return (choice[1],)

    def among(self, state: State, choice: Choice) -> tuple[int, ...]:
        """Return the cards that an answer to what is asked now may be about."""
        frame, word = state.agenda[-1], choice[0]
        kind = frame[0]
        if kind == at.CHOOSE:
            return tuple(frame[2])
        if kind == at.SALVAGE:
            return _at(state, choice[2]) if len(choice) > 2 else tuple(reversed(state.discard))
        if kind == at.SORT:
            return tuple(token for token in reversed(state.looked) if token not in frame[2])
        if word == RETRACT and state.trap is not None:
            return tuple(token for token, _ in state.trap.tools)
        if kind == at.STEAL and state.trap is not None:
            return state.hand[state.trap.attacker]
        seat = self.seat(state)
        if seat < 0:
            return ()
        if word in ("discard", "pay") and len(choice) > 2 and choice[2]:
            return tuple(token for token in state.bench[seat] if token >= 0)
        return self._game.rules.usable(state, seat) if kind == at.CHALLENGE else state.hand[seat]

    def seat(self, state: State) -> int:
        """Return the seat whose cards are asked about, or -1."""
        frame = state.agenda[-1]
        kind = frame[0]
        if kind in (at.EASE, at.CHALLENGE, at.ANSWER) and state.trap is not None:
            return state.trap.victim
        if kind in (at.PAY, at.CHOOSE, at.SALVAGE, at.SORT, at.DAMAGE):
            return int(frame[1])
        return state.seat

    def lacks(self, state: State, choice: Choice) -> tuple[Lack, ...]:
        """Return the cards that an answer names and that nobody has told."""
        there = self.among(state, choice)
        told = [state.face[token] for token in there]
        if state.agenda[-1][0] == at.SALVAGE and UNTOLD not in told:
            return ()  # everybody sees that it is not there
        return tuple(
            Lack(untold(state, there), self._box.names[face])
            for face in self.faces(choice)
            if face != UNTOLD and face not in told
        )

    def token(self, state: State, choice: Choice) -> int:
        """Return the card that the rules would take for an answer, or -1 if it leaves that open."""
        if state.agenda[-1][0] == at.SIFT and choice[0] == "found":
            return next(iter(_at(state, choice[1])), -1)
        faces = self.faces(choice)
        if len(faces) != 1 or faces[0] == UNTOLD:
            return -1
        there = self.among(state, choice)
        return next((token for token in there if state.face[token] == faces[0]), -1)

    def taken(self, play: AnyPlay, face: int, token: int = -1, others: Collection[int] = ()) -> tuple[Choice, ...]:
        """Return what a Bin may take that brings a card of this face: at each place that it may have had on the pile.

        ``token`` is the card, if that is known; it is none of ``others``.
        """
        state = play.state
        places = self._places(play, face, ())
        if len(places) <= 1:
            return (("take", face),) if places else ()
        if token in state.discard:
            return (("take", face, len(state.discard) - state.discard.index(token)),)
        return tuple(("take", face, where) for where in self._places(play, face, others) or places)

    def _places(self, play: AnyPlay, face: int, others: Collection[int]) -> list[int]:
        """Return where on the pile, counted from 1 at the top, a card may lie as far as everybody knows.

        Of cards that lie together and cannot be told apart only the uppermost counts.
        """
        state, known = play.state, play.knowledge(PUBLIC)
        name = self._box.names[face] if face >= 0 else ""
        found: list[int] = []
        above: int | None = None
        for where, token in enumerate(reversed(state.discard), 1):
            told = state.face[token]
            could_be = told == face or (told == UNTOLD and name in known.candidates(token))
            if not could_be or token in others:
                above = None
            elif told != above:
                found.append(where)
                above = told
        return found


def _at(state: State, where: int) -> tuple[int, ...]:
    """Return the card at a place of the pile, counted from 1 at the top, if there is one."""
    return (state.discard[-where],) if 0 < where <= len(state.discard) else ()


def untold(state: State, tokens: Iterable[int]) -> tuple[int, ...]:
    """Return the cards among some that nobody has told."""
    return tuple(token for token in tokens if token >= 0 and state.face[token] < 0)


def lying_open(state: State) -> set[int]:
    """Return the cards that lie open: all have seen them."""
    trap = state.trap.cards() if state.trap is not None else ()
    return {*state.discard, *state.table, *trap, *state.gone}
