"""What may be answered to whatever is waited on. Choices are tuples whose first item is their kind.

Cards are named by their faces: two copies of a Wrench are one choice. An untold card is -1. Only on the pile, whose
order matters, copies at different places are different choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from engines.core.options import OneOf, Options
from engines.saw import agenda as at
from engines.saw.box import Box
from engines.saw.cards import BACKFIRE, BIND, DETECT, EASE, FILM, FORCE, RENEW, SEARCH
from engines.saw.piles import UNTOLD
from engines.saw.rules import Choice, Rules
from engines.saw.state import EMPTY, LOST, SLOTS, Frame, State
from engines.saw.traps import compose, settings

IN_HAND, ON_BENCH = 0, 1
SEARCHES_IN_CHALLENGE = 2
PATIENCE = 0.9
"""How often players at random do what gets a game on: else their games would hardly ever end."""
DONE, PASS, ENOUGH, LEAVE, TAKE, KEEP = ("done",), ("pass",), ("enough",), ("leave",), ("take",), ("keep",)
NONE = ("none",)
RETRACT = "retract"


class Lots(OneOf[Choice]):
    """One of some cards, drawn blindly: a face that is there twice comes twice as often."""

    __slots__ = ("_weights",)

    def __init__(self, choices: list[Choice], weights: list[int]) -> None:
        super().__init__(choices)
        self._weights = weights

    def sample(self, rng: Random) -> Any:
        """Draw one; each card has the same chance."""
        return rng.choices(self._choices, self._weights)[0]


class InOrder(OneOf[Choice]):
    """One of some choices, of which some send several cards to the pile: their order may be said at the end (A69).

    ``batch`` returns the faces that a choice sends there, in the order in which they go if nothing is said.
    """

    __slots__ = ("_batch",)

    def __init__(self, choices: list[Choice], batch: Callable[[Choice], list[int]]) -> None:
        super().__init__(choices)
        self._batch = batch

    def contains(self, choice: object) -> bool:
        """Tell whether this may be chosen."""
        return super().contains(choice) or self._is_ordered(choice)

    def batch(self, choice: Choice) -> list[int]:
        """Return the faces that a choice sends to the pile and whose order may be said; none if there are not two."""
        faces = self._batch(choice)
        return faces if len(faces) > 1 else []

    def _is_ordered(self, choice: object) -> bool:
        if type(choice) is not tuple or len(choice) < 2 or type(choice[-1]) is not tuple:
            return False
        plain, order = choice[:-1], choice[-1]
        if not super().contains(plain) or any(type(face) is not int for face in order):
            return False
        batch = self.batch(plain)
        return bool(batch) and sorted(batch) == sorted(order)


class Uses(InOrder):
    """What may be done in step 2. A player at random seldom shuffles its bench about, but puts parts into their slots.

    ``builds`` are the choices that put a part where a trap needs it.
    """

    __slots__ = ("_builds",)

    def __init__(self, choices: list[Choice], builds: list[Choice], batch: Callable[[Choice], list[int]]) -> None:
        super().__init__(choices, batch)
        self._builds = builds

    def sample_kind_first(self, rng: Random) -> Any:
        """Draw what to do, then how."""
        if rng.random() > PATIENCE:
            return super().sample_kind_first(rng)
        plays = [choice for choice in self._choices if choice[0] == "play"]
        kinds = [kind for kind in (plays, self._builds, [DONE]) if kind]
        return rng.choice(rng.choice(kinds))


class Efforts(InOrder):
    """What may be done in a challenge. A player at random seldom takes back what it has committed."""

    __slots__ = ()

    def sample_kind_first(self, rng: Random) -> Any:
        """Draw what to do, then how."""
        choice = super().sample_kind_first(rng)
        while choice[0] == RETRACT and rng.random() < PATIENCE:
            choice = super().sample_kind_first(rng)
        return choice


class Discards(OneOf[Choice]):
    """What may be discarded in step 3. A player at random seldom throws away what it may keep, or its bench."""

    __slots__ = ()

    def sample_kind_first(self, rng: Random) -> Any:
        """Draw whether to go on, then a card."""
        if rng.random() > PATIENCE:
            return self.sample(rng)
        if self._choices[-1] == KEEP:
            return KEEP
        return rng.choice([choice for choice in self._choices if choice[2] == IN_HAND] or self._choices)


class Salvages(OneOf[Choice]):
    """What a Bin may take. The place of a card may always be said; it has to be where it makes a difference.

    ``pile`` are the faces of the pile from the top down.
    """

    __slots__ = ("_pile",)

    def __init__(self, choices: list[Choice], pile: list[int]) -> None:
        super().__init__(choices)
        self._pile = pile

    def contains(self, choice: object) -> bool:
        """Tell whether this may be chosen."""
        return super().contains(choice) or self._is_there(choice)

    def _is_there(self, choice: object) -> bool:
        if type(choice) is not tuple or tuple(map(type, choice)) != (str, int, int):
            return False
        word, face, where = choice
        return bool(word == TAKE[0] and 0 < where <= len(self._pile) and self._pile[where - 1] == face)


class Legal:
    """Lists legal answers under given rulings."""

    def __init__(self, box: Box, options: Mapping[str, str], rules: Rules) -> None:
        self._box = box
        self._rules = rules
        self._up_to = options["A19"] == "up-to"
        self._no_toolbox = options["A28"] == "forbidden"
        self._commits_last = options["A62"] == "commit-last"
        self._puts: dict[int, list[Choice]] = {}
        self._lists: dict[str, Callable[[State, Frame], list[Choice]]] = {
            at.CHARACTER: self._characters,
            at.FIRST: lambda state, frame: [("first", seat) for seat in range(state.seats)],
            at.LAST: lambda state, frame: [*self._binds(state, state.seat), DONE],
            at.TRIM: self._trims,
            at.SET: self._settings,
            at.PAY: self._payments,
            at.SORT: self._sorts,
            at.FILM: self._films,
            at.SIFT: self._sifts,
            at.ANSWER: lambda state, frame: [("challenge",), ("sacrifice",)],
            at.EASE: self._eases,
            at.DAMAGE: lambda state, frame: list(rules.harm.splits(state, *frame[1:4])),
        }

    def options(self, state: State) -> Options[Choice]:
        """Return what may be answered to what is waited on."""
        frame = state.agenda[-1]
        kind = frame[0]
        if kind == at.DISCARD:
            return Discards(self._discards(state))
        if kind == at.USE:
            return self._uses(state)
        if kind == at.CHOOSE:
            return self._chosen(state, frame)
        if kind == at.CHALLENGE:
            return self._challenge(state)
        if kind == at.STEAL:
            return self._steals(state)
        if kind == at.SALVAGE:
            return self._salvages(state)
        return OneOf(self._lists[kind](state, frame))

    def faces(self, state: State, tokens: Iterable[int]) -> list[int]:
        """Return the faces of some cards, each once, in their order."""
        face = state.face
        return list(dict.fromkeys([face[token] for token in tokens]))

    def _characters(self, state: State, frame: Frame) -> list[Choice]:
        return [("character", at_) for at_ in range(len(self._box.people)) if at_ not in state.character]

    # ---- step 2 ------------------------------------------------------------------------------------------------------

    def _plays(self, state: State, seat: int, in_hand: list[int]) -> list[Choice]:
        box = self._box
        out: list[Choice] = []
        for face in in_hand:
            if face < 0 or not box.does[face]:
                continue
            if box.kind[face] == SEARCH:
                out += self._searches(face, "play")
            elif box.does[face] == FILM and len(state.held(seat)) > box.cost[face]:
                out.append(("play", face))
        return [*out, *self._binds(state, seat)] if LOST in state.limbs[seat] else out

    def _searches(self, face: int, word: str) -> list[Choice]:
        if self._box.does[face] == DETECT:
            return [(word, face, kind) for kind in range(3)]
        return [(word, face)]

    def _binds(self, state: State, seat: int) -> list[Choice]:
        """Return the Tourniquets that may be played, and on which lost limb (R74)."""
        cards, box = len(state.held(seat)), self._box
        return [
            ("play", face, limb)
            for face in self.faces(state, state.hand[seat])
            if face >= 0 and box.does[face] == BIND and cards > box.cost[face]
            for limb, stage in enumerate(state.limbs[seat])
            if stage == LOST and self._rules.harm.can_bind(state, limb)
        ]

    def _uses(self, state: State) -> Uses:
        """Play cards of the hand, put cards onto the bench, lift them off again (R14, R19)."""
        seat, kind = state.seat, self._box.kind
        in_hand = self.faces(state, state.hand[seat])
        out = self._plays(state, seat, in_hand)
        builds: list[Choice] = []
        bench, lying = state.bench[seat], state.bench_faces(seat)
        for face in in_hand:
            puts = self._puts.get(face) or self._put(face)
            if face in lying:
                out += [put for put in puts if bench[put[2]] < 0 or lying[put[2]] != face]
            else:
                out += puts
            if face >= 0 and kind[face] < SLOTS:
                there = lying[kind[face]]
                if there < 0 or kind[there] != kind[face]:
                    builds.append(puts[kind[face]])
        out += [("lift", slot) for slot in range(SLOTS) if bench[slot] >= 0]
        out.append(DONE)
        return Uses(out, builds, lambda choice: self._renewed(state, seat, choice))

    def _renewed(self, state: State, seat: int, choice: Choice) -> list[int]:
        """Return what a Toolbox sends to the pile, hand first; nothing if the choice plays another card."""
        if choice[0] not in ("play", "search") or self._box.does[choice[1]] != RENEW:
            return []
        committed = [token for token, _ in state.trap.tools] if state.trap is not None else []
        tokens = (*state.hand[seat], *committed, *state.bench[seat])
        faces = [state.face[token] for token in tokens if token >= 0]
        faces.remove(choice[1])
        return faces

    def _put(self, face: int) -> list[Choice]:
        """Return the choices that put a card onto the bench, made once for each face."""
        self._puts[face] = [("bench", face, slot) for slot in range(SLOTS)]
        return self._puts[face]

    # ---- steps 3 and 4 -----------------------------------------------------------------------------------------------

    def _held_by_zone(self, state: State, seat: int, word: str) -> list[Choice]:
        out: list[Choice] = [(word, face, IN_HAND) for face in self.faces(state, state.hand[seat])]
        if state.bench[seat] != EMPTY:
            lying = [token for token in state.bench[seat] if token >= 0]
            out += [(word, face, ON_BENCH) for face in self.faces(state, lying)]
        return out

    def _discards(self, state: State) -> list[Choice]:
        """object card may go; enough must (A72)."""
        out = self._held_by_zone(state, state.seat, "discard")
        if self._rules.over(state, state.seat) <= 0:
            out.append(KEEP)
        return out

    def _trims(self, state: State, frame: Frame) -> list[Choice]:
        return [("discard", face, IN_HAND) for face in self.faces(state, state.hand[state.seat])]

    def targets(self, state: State) -> list[int]:
        """Return whom a trap may be set for: living opponents without the Saw token (R47, R80)."""
        is_safe = state.saw if state.living() > 2 else -1
        return [seat for seat in range(state.seats) if state.alive[seat] and seat not in (state.seat, is_safe)]

    def _settings(self, state: State, frame: Frame) -> list[Choice]:
        """All ways to set the trap on the bench: for whom, with which traits and place, with which cards (R45)."""
        box, seat = self._box, state.seat
        faces, hand = state.bench_faces(seat), state.hand[seat]
        in_hand = self.faces(state, hand)
        if box.billy not in in_hand or not box.is_trap(faces):
            return [PASS]
        composed, targets = compose(box, faces), self.targets(state)
        pigs = [UNTOLD, *(face for face in in_hand if face >= 0 and box.does[face] == FORCE)]
        bears = [UNTOLD, *(face for face in in_hand if face >= 0 and box.does[face] == BACKFIRE)]
        return [
            PASS,
            *(
                ("set", target, traits, place, pig, bear)
                for pig in pigs
                for bear in bears
                if self._can_pay(len(hand) - 1, pig, bear)
                for traits, place in settings(composed, bear >= 0)
                for target in targets
            ),
        ]

    def _can_pay(self, cards: int, *extras: int) -> bool:
        """Tell whether so many cards are enough for what is played with Billy, and its cost (A8, A9, A48)."""
        return cards >= sum(1 + self._box.cost[face] for face in extras if face >= 0)

    def _payments(self, state: State, frame: Frame) -> list[Choice]:
        _, seat, _, is_hand_only = frame
        if is_hand_only:
            return [("pay", face, IN_HAND) for face in self.faces(state, state.hand[seat])]
        return self._held_by_zone(state, seat, "pay")

    # ---- cards just seen ---------------------------------------------------------------------------------------------

    def _chosen(self, state: State, frame: Frame) -> InOrder:
        _, _, tokens, _, how = frame
        out: list[Choice] = [(how, face) for face in self.faces(state, tokens)]
        if self._up_to and state.trap is not None:
            out.append(ENOUGH)
        return InOrder(out, lambda choice: _rejected(state, frame, choice))

    def _salvages(self, state: State) -> Salvages:
        """object card of the pile; copies that do not lie together are told apart by their places (R34)."""
        out: list[Choice] = []
        for face, places in self._rules.searching.salvages(state).items():
            out += [(TAKE[0], face)] if len(places) == 1 else [(TAKE[0], face, where) for where in places]
        return Salvages(out, [state.face[token] for token in reversed(state.discard)])

    def _sorts(self, state: State, frame: Frame) -> list[Choice]:
        placed = frame[2]
        rest = [token for token in reversed(state.looked) if token not in placed]
        return [*(("next", face) for face in self.faces(state, rest)), LEAVE]

    def _films(self, state: State, frame: Frame) -> list[Choice]:
        searching = self._rules.searching
        found: list[Choice] = [("found", where) for where in searching.films(state)]
        return found if searching.must_film(state) else [*found, NONE]

    def _sifts(self, state: State, frame: Frame) -> list[Choice]:
        searching = self._rules.searching
        found: list[Choice] = [("found", where) for where in searching.sifts(state)]
        return found if searching.must_sift(state) else [*found, NONE]

    # ---- in a trap ---------------------------------------------------------------------------------------------------

    def _eases(self, state: State, frame: Frame) -> list[Choice]:
        """An Anesthetic may be played if it can be paid and leaves at least 1 (R75)."""
        trap, box = state.trap, self._box
        assert trap is not None
        held = len(state.held(trap.victim))
        eases = [
            ("ease", face)
            for face in self.faces(state, state.hand[trap.victim])
            if face >= 0 and box.does[face] == EASE and held > box.cost[face] and trap.number > trap.floor
        ]
        return [*eases, TAKE]

    def _steals(self, state: State) -> Lots:
        assert state.trap is not None
        held = [state.face[token] for token in state.hand[state.trap.attacker]]
        faces = list(dict.fromkeys(held))
        return Lots([("steal", face) for face in faces], [held.count(face) for face in faces])

    def _challenge(self, state: State) -> Efforts:
        trap, box = state.trap, self._box
        out: list[Choice] = []
        assert trap is not None
        may_search = trap.searched < SEARCHES_IN_CHALLENGE and not (self._commits_last and trap.tools)  # R30, A62
        needed = [trait for trait, _ in trap.needs]
        for face in self.faces(state, self._rules.usable(state, trap.victim)):
            if face < 0:
                continue
            if box.kind[face] == SEARCH:
                if may_search and not (self._no_toolbox and box.does[face] == RENEW):
                    out += self._searches(face, "search")
            else:
                out += [("commit", face, trait) for trait in box.traits[face] if trait in needed]
        if trap.tools and not self._commits_last:
            out += dict.fromkeys((RETRACT, state.face[token], trait) for token, trait in trap.tools)
        out.append(DONE)
        return Efforts(out, lambda choice: self._renewed(state, trap.victim, choice))


def _rejected(state: State, frame: Frame, choice: Choice) -> list[int]:
    """Return what goes to the pile because it is not kept: all others, once the last card to keep is named."""
    _, _, tokens, left, how = frame
    faces = [state.face[token] for token in tokens]
    if how != "keep" or (left > 1 and choice != ENOUGH):
        return []
    if choice != ENOUGH:
        faces.remove(choice[1])
    return faces
