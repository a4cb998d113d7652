"""What the Search cards do, and the two Specials of step 2: Tourniquet and Video."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core.events import Bound
from engines.saw import agenda as at
from engines.saw import events as ev
from engines.saw import piles
from engines.saw.agenda import push, swap
from engines.saw.box import Box
from engines.saw.cards import BIND, DETECT, KEEP, LOOK, RENEW, SALVAGE, SEARCH
from engines.saw.piles import Emit
from engines.saw.state import BOUND, Frame, State

LEGS = 2
"""The first leg among the limbs."""


class Searching:
    """Resolves Search cards and the Specials of step 2."""

    def __init__(self, box: Box, options: Mapping[str, str]) -> None:
        self._box = box
        self._detects_twice = options["A26"] == "twice"
        self._effects: dict[str, Callable[[State, int, int, tuple[object, ...], Emit], None]] = {
            KEEP: self._keep,
            SALVAGE: self._salvage,
            RENEW: self._renew,
            LOOK: self._look,
            DETECT: self._detect,
        }

    def play(self, state: State, seat: int, token: int, rest: tuple[object, ...], emit: Emit) -> None:
        """Play a card in step 2: it lies on the table until it is resolved, then it goes on top of the pile (A18)."""
        face = state.face[token]
        name = self._box.names[face]
        if self._box.kind[face] == SEARCH:
            piles.play(state, seat, token, emit, name, "R29")
            push(state, emit, (at.AWAY, seat, token))
            self.search(state, seat, face, rest, emit)
            return
        piles.play(state, seat, token, emit, name, "R73")
        then: Frame = (at.BIND, seat, rest[0]) if self._box.does[face] == BIND else (at.FILM, seat)
        push(state, emit, (at.AWAY, seat, token), then, (at.PAY, seat, self._box.cost[face], False))

    def search(self, state: State, seat: int, face: int, rest: tuple[object, ...], emit: Emit) -> None:
        """Resolve a Search card; ``rest`` is what was said with it."""
        count = max(0, self._box.designs[face].draw - state.hurt(seat, LEGS))  # R38, A56
        self._effects[self._box.does[face]](state, seat, count, (face, *rest), emit)

    # ---- the seven ---------------------------------------------------------------------------------------------------

    def _keep(self, state: State, seat: int, count: int, what: tuple[Any, ...], emit: Emit) -> None:
        keep = self._box.designs[what[0]].keep
        drawn = piles.draw(state, seat, count, emit, self._box.names[what[0]], "R31")
        if len(drawn) > keep:
            push(state, emit, (at.CHOOSE, seat, drawn, keep, "keep"))

    def _salvage(self, state: State, seat: int, count: int, what: tuple[object, ...], emit: Emit) -> None:
        if count and state.discard:
            push(state, emit, (at.SALVAGE, seat))

    def _renew(self, state: State, seat: int, count: int, what: tuple[Any, ...], emit: Emit) -> None:
        """Discard hand and bench, in the order that was named, then draw; what is committed goes too (A28, A69)."""
        name = self._box.names[what[0]]
        for token, trait in state.trap.tools if state.trap is not None else ():
            emit(ev.Retracted(seat, token, state.face[token], trait, name, "A28"))
        piles.mingle(state, state.held(seat), emit)
        for token in piles.in_order(state, state.held(seat), what[1] if len(what) > 1 else ()):
            piles.discard(state, seat, token, emit, name, "R35")
        piles.draw(state, seat, count, emit, name, "R35")

    def _look(self, state: State, seat: int, count: int, what: tuple[object, ...], emit: Emit) -> None:
        while count > len(state.looked):
            if not state.deck:
                if not state.discard:
                    break
                piles.rebuild(state, emit, rule="A25")
            tokens = tuple(state.deck[-(count - len(state.looked)) :])
            emit(ev.Looked(seat, tokens))
            piles.show(state, tokens, (seat,), emit)
        if state.looked:
            push(state, emit, (at.SORT, seat, ()))

    def _detect(self, state: State, seat: int, count: int, what: tuple[object, ...], emit: Emit) -> None:
        push(state, emit, (at.DETECT, seat, what[1], False))

    # ---- going on ----------------------------------------------------------------------------------------------------

    def detect(self, state: State, frame: Frame, emit: Emit) -> bool:
        """Go on with a Metal Detector; False if the face of the open card is needed first."""
        _, seat, kind, is_rebuilt = frame
        token = state.flipped
        if token >= 0:
            face = state.face[token]
            if face < 0:
                return False
            if self._box.kind[face] == kind:
                emit(ev.Found(seat, token, face))
                swap(state, emit)
            else:
                piles.put_away(state, seat, token, emit, "metal detector", "R37")
        elif state.deck:
            token = state.deck[-1]
            emit(ev.Flipped(seat, token))
            piles.show(state, (token,), None, emit)
        elif is_rebuilt or not self._detects_twice or not state.discard:
            swap(state, emit)  # A26: nothing is found
        else:
            piles.rebuild(state, emit, rule="A26")
            swap(state, emit, (at.DETECT, seat, kind, True))
        return True

    def choose(self, state: State, frame: Frame, choice: tuple[Any, ...], emit: Emit) -> None:
        """Carry out what was decided about one of the cards just drawn (R54)."""
        _, seat, tokens, left, how = frame
        token = -1
        if choice[0] == "enough":
            left = 0
        else:
            token = piles.pick(state, tokens, choice[1], emit)
            left -= 1
            if how == "discard":
                self._reject(state, seat, (token,), emit)
            elif how == "give":
                self._give(state, seat, token, state.agenda[-1][2], emit)
        rest = self._rest(state, token)
        if left and rest:
            swap(state, emit, (at.CHOOSE, seat, rest, left, how))
            return
        if how == "keep":
            piles.mingle(state, rest, emit)
            order = choice[-1] if isinstance(choice[-1], tuple) else ()
            self._reject(state, seat, piles.in_order(state, self._rest(state, token), order), emit)
        swap(state, emit)

    def _rest(self, state: State, token: int) -> tuple[int, ...]:
        """Return the cards that are chosen from, but for one."""
        return tuple(other for other in state.agenda[-1][2] if other != token)

    def _reject(self, state: State, seat: int, tokens: tuple[int, ...], emit: Emit) -> None:
        rule = "R57" if state.trap is not None else "R31"
        for token in tokens:
            piles.discard(state, seat, token, emit, "not kept", rule)

    def _give(self, state: State, seat: int, token: int, tokens: tuple[int, ...], emit: Emit) -> None:
        assert state.trap is not None
        other = state.trap.attacker
        emit(ev.Given(seat, other, token, piles.among(state, tokens, state.face[token])))
        piles.show(state, (token,), (seat, other), emit)

    def salvage(self, state: State, seat: int, face: int, where: int, emit: Emit) -> None:
        """Take a card out of the discard pile, at a place counted from 1 at the top, or (0) the only one (R34).

        The order of the others stays: an untold one may be any of those that it lies next to, and no other.
        """
        token = state.discard[-(where or self.salvages(state)[face][0])]
        if face == piles.UNTOLD:
            token = piles.pick(state, _untold_around(state, token), face, emit)
        emit(ev.TakenUp(seat, token, face, "bin", "R34"))
        swap(state, emit)

    def salvages(self, state: State) -> dict[int, list[int]]:
        """Return for each face on the pile at which places, counted from 1 at the top, its copies lie.

        Of copies that lie next to each other only the uppermost counts: whichever is taken, the rest looks the same.
        """
        faces = state.face
        places: dict[int, list[int]] = {}
        above = None
        for where, token in enumerate(reversed(state.discard), 1):
            face = faces[token]
            if face != above:
                places.setdefault(face, []).append(where)
                above = face
        return places

    def sort(self, state: State, frame: Frame, choice: tuple[object, ...], emit: Emit) -> None:
        """Put the cards that a seat looks at back, one after the other from the top down (R36)."""
        _, seat, placed = frame
        rest = [token for token in reversed(state.looked) if token not in placed]
        if choice[0] == "next":
            placed = (*placed, piles.pick(state, rest, int(str(choice[1])), emit))
            if len(rest) > 2:
                swap(state, emit, (at.SORT, seat, placed))
                return
        else:
            piles.mingle(state, rest, emit)
        rest = [token for token in state.looked if token not in placed]
        emit(ev.PutBack(seat, (*rest, *reversed(placed))))
        swap(state, emit)

    def bind(self, state: State, frame: Frame, emit: Emit) -> bool:
        """A paid Tourniquet stops a lost limb from bleeding (R74)."""
        _, seat, limb = frame
        emit(ev.LimbChanged(seat, limb, state.limbs[seat][limb], BOUND, "tourniquet", "R74"))
        swap(state, emit)
        return True

    def film(self, state: State, seat: int, where: int, emit: Emit) -> None:
        """A paid Video: a Billy was found in the deck, at a place counted from the bottom, or (-1) there was none."""
        if where < 0:
            self._film_pile(state, seat, emit)
            return
        token = state.deck[where]
        old = tuple(other for other in state.deck if other != token)
        emit(ev.Filmed(seat, token, old, piles.fresh(state, len(old))))
        swap(state, emit)

    def _film_pile(self, state: State, seat: int, emit: Emit) -> None:
        """No Billy in the deck: it is shuffled and the pile is searched; what the host cannot know is asked (R78)."""
        if state.deck:
            piles.shuffle_deck(state, emit, "video", "R78")
        places = self.sifts(state)
        if not places:
            self.sift(state, seat, 0, emit)
        elif len(places) == 1 and self.must_sift(state):
            self.sift(state, seat, places[0], emit)
        else:
            swap(state, emit, (at.SIFT, seat))

    def sift(self, state: State, seat: int, where: int, emit: Emit) -> None:
        """A Billy was found on the pile, at a place counted from 1 at the top, or (0) there was none (R78)."""
        if where:
            token, billy = state.discard[-where], self._box.billy
            if not self._is_billy(state, where):
                emit(Bound(token, self._box.names[billy], None, "video", "R78"))
            emit(ev.TakenUp(seat, token, billy, "video", "R78"))
        swap(state, emit)

    def films(self, state: State) -> list[int]:
        """Return the places in the deck at which a Billy may be, as far as the host knows."""
        billy, face = self._box.billy, state.face
        may_be = (billy, piles.UNTOLD) if state.left[billy] else (billy,)
        return [where for where, token in enumerate(state.deck) if face[token] in may_be]

    def must_film(self, state: State) -> bool:
        """Tell whether the host knows that there is a Billy in the deck."""
        billy = self._box.billy
        if any(state.face[token] == billy for token in state.deck):
            return True
        return len(state.untold) < state.left[billy]

    def sifts(self, state: State) -> list[int]:
        """Return the places at which the first Billy from the top of the pile may be, as far as the host knows."""
        places: list[int] = []
        for where, token in enumerate(reversed(state.discard), 1):
            if state.face[token] == self._box.billy:
                return [*places, where]
            if state.face[token] == piles.UNTOLD and state.left[self._box.billy]:
                places.append(where)
        return places

    def must_sift(self, state: State) -> bool:
        """Tell whether the host knows that there is a Billy on the pile, as the deck has none."""
        places = self.sifts(state)
        if not places:
            return False
        elsewhere = [token for token in state.untold if token not in state.discard]
        return self._is_billy(state, places[-1]) or len(elsewhere) < state.left[self._box.billy]

    def _is_billy(self, state: State, where: int) -> bool:
        """Tell whether the host knows a card of the pile for a Billy."""
        return state.face[state.discard[-where]] == self._box.billy


def _untold_around(state: State, token: int) -> list[int]:
    """Return the untold cards of the pile that lie together with one of them, from the top down."""
    pile = state.discard
    top = bottom = pile.index(token)
    while top + 1 < len(pile) and state.face[pile[top + 1]] < 0:
        top += 1
    while bottom and state.face[pile[bottom - 1]] < 0:
        bottom -= 1
    return pile[bottom : top + 1][::-1]
