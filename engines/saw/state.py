"""A position of SAW, and how each event changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines.core.events import Bound
from engines.core.zones import NOBODY, OWNER, Zone, Zones
from engines.saw import events as ev
from engines.saw.box import Box
from engines.saw.traps import Trap

BLOOD_AT_START = 10
SLOTS = 3
EMPTY = (-1, -1, -1)
HEALTHY, MILD, SEVERE, LOST, BOUND = range(5)
STAGES = ("healthy", "mild", "severe", "lost", "tourniquet")
LIMBS = ("left-arm", "right-arm", "left-leg", "right-leg")
ZONES = Zones(
    Zone("deck", NOBODY, is_owned=False, is_ordered=True),
    Zone("discard", is_owned=False, is_ordered=True),
    Zone("hand", OWNER),
    Zone("bench", OWNER),
    Zone("table", is_owned=False),
    Zone("look", OWNER),
)
"""``look``: cards of the deck that a seat looks at (Room Map)."""
Frame = tuple[Any, ...]


class Births(tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]):
    """All shuffles so far: which tokens became which. Hashed by the last one: it is looked up for each card."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash((len(self), self[-1][1][:1]))


class State:
    """A position. Lists are by seat; a card is a token, and ``face`` says which design it is."""

    __slots__ = (
        "agenda",
        "alive",
        "bench",
        "births",
        "blood",
        "box",
        "character",
        "deck",
        "discard",
        "face",
        "flipped",
        "gone",
        "hand",
        "left",
        "limbs",
        "looked",
        "result",
        "saw",
        "seat",
        "seats",
        "table",
        "told",
        "trap",
        "turns",
        "untold",
    )

    def __init__(self, box: Box, seats: int) -> None:
        self.box = box
        self.seats = seats
        self.face = [-1] * box.total  # design of each token, -1 as long as the host does not know
        self.left = list(box.copies)  # of each design, how many copies nobody has told of
        self.deck = list(range(box.total))  # the next card is the last
        self.discard: list[int] = []  # the top card is the last
        self.hand: list[tuple[int, ...]] = [()] * seats
        self.bench: list[tuple[int, ...]] = [EMPTY] * seats
        self.table: tuple[int, ...] = ()  # cards that are being resolved
        self.looked: tuple[int, ...] = ()
        self.flipped = -1
        self.gone: tuple[int, ...] = ()
        self.untold: list[int] = []  # cards outside the deck that the host has not been told of
        self.blood = [BLOOD_AT_START] * seats
        self.limbs: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)] * seats
        self.alive = [True] * seats
        self.character = [-1] * seats
        self.turns = [0] * seats  # begun so far
        self.seat = -1  # nobody's turn yet
        self.saw = -1  # who holds the Saw token
        self.trap: Trap | None = None
        self.births = Births()
        self.told: dict[int, int] = {}  # faces that a position has told, until they are events
        self.agenda: tuple[Frame, ...] = ()
        self.result: tuple[int, str] | None = None

    def clone(self) -> State:
        """Return a copy."""
        copy = object.__new__(State)
        copy.box = self.box
        copy.seats = self.seats
        copy.face = self.face[:]
        copy.left = self.left[:]
        copy.deck = self.deck[:]
        copy.discard = self.discard[:]
        copy.hand = self.hand[:]
        copy.bench = self.bench[:]
        copy.table = self.table
        copy.looked = self.looked
        copy.flipped = self.flipped
        copy.gone = self.gone
        copy.untold = self.untold[:]
        copy.blood = self.blood[:]
        copy.limbs = self.limbs[:]
        copy.alive = self.alive[:]
        copy.character = self.character[:]
        copy.turns = self.turns[:]
        copy.seat = self.seat
        copy.saw = self.saw
        copy.trap = self.trap
        copy.births = self.births
        copy.told = self.told.copy()
        copy.agenda = self.agenda
        copy.result = self.result
        return copy

    def living(self) -> int:
        """Return how many seats are alive."""
        return sum(self.alive)

    def after(self, seat: int) -> int:
        """Return the next living seat, clockwise (R103)."""
        others = ((seat + by) % self.seats for by in range(1, self.seats + 1))
        return next(other for other in others if self.alive[other])

    def held(self, seat: int) -> tuple[int, ...]:
        """Return the cards of a seat, hand and bench."""
        bench = self.bench[seat]
        return self.hand[seat] if bench == EMPTY else (*self.hand[seat], *(card for card in bench if card >= 0))

    def bench_faces(self, seat: int) -> tuple[int, ...]:
        """Return the faces of the three slots; -1 if empty or untold."""
        face = self.face
        return tuple(face[token] if token >= 0 else -1 for token in self.bench[seat])

    def hurt(self, seat: int, first: int) -> int:
        """Return how many of two limbs are severe or worse: arms from 0 on, legs from 2 on (R90, R38, A34)."""
        limbs = self.limbs[seat]
        return (limbs[first] >= SEVERE) + (limbs[first + 1] >= SEVERE)


# ---- how each event changes a position -----------------------------------------------------------------------------


def _out(state: State, seat: int, token: int) -> None:
    """A card leaves the hand or the bench of a seat."""
    hand = state.hand[seat]
    if token in hand:
        at = hand.index(token)
        state.hand[seat] = hand[:at] + hand[at + 1 :]
    else:
        state.bench[seat] = tuple(-1 if card == token else card for card in state.bench[seat])


def _agenda(state: State, event: ev.Agenda) -> None:
    state.agenda = event.frames


def _bound(state: State, event: Bound) -> None:
    if state.face[event.token] >= 0:
        return  # others see now what the host knew
    number = state.box.number[event.card]
    state.face[event.token] = number
    state.left[number] -= 1
    state.told.pop(event.token, None)
    if event.token in state.untold:
        state.untold.remove(event.token)


def _character_chosen(state: State, event: ev.CharacterChosen) -> None:
    state.character[event.seat] = event.character


def _first_chosen(state: State, event: ev.FirstChosen) -> None:
    state.seat = event.seat


def _turn_began(state: State, event: ev.TurnBegan) -> None:
    state.seat = event.seat
    state.turns[event.seat] += 1


def _drawn(state: State, event: ev.Drawn) -> None:
    tokens = event.tokens
    del state.deck[-len(tokens) :]
    state.hand[event.seat] += tokens
    for token in tokens:
        if state.face[token] < 0:
            state.untold.append(token)


def _renew(state: State, old: tuple[int, ...], new: tuple[int, ...]) -> None:
    face = state.face
    for token in old:
        if face[token] >= 0:
            state.left[face[token]] += 1
            face[token] = -1
        elif token in state.untold:
            state.untold.remove(token)
    face += [-1] * len(new)
    if new:
        state.births = Births((*state.births, (old, new)))
    state.deck = list(new)


def _reshuffled(state: State, event: ev.Reshuffled) -> None:
    if not state.deck:
        state.discard = []
    _renew(state, event.old, event.new)


def _played(state: State, event: ev.Played) -> None:
    _out(state, event.seat, event.token)
    trap = state.trap
    if trap is None or event.seat != trap.victim:
        state.table += (event.token,)
    elif event.cause == "anesthetic":
        state.trap = trap._replace(eased=(*trap.eased, event.token))
    else:
        state.trap = trap._replace(searches=(*trap.searches, event.token), searched=trap.searched + 1)


def _discarded(state: State, event: ev.Discarded) -> None:
    token = event.token
    if event.among:
        _out(state, event.seat, token)
    elif token == state.flipped:
        state.flipped = -1
    elif token in state.table:
        state.table = tuple(card for card in state.table if card != token)
    elif state.trap is not None and token in state.trap.searches:
        searches = tuple(card for card in state.trap.searches if card != token)
        state.trap = state.trap._replace(searches=searches)
    state.discard.append(token)


def _arranged(state: State, event: ev.Arranged) -> None:
    state.hand[event.seat] = event.hand
    state.bench[event.seat] = event.bench


def _mingled(state: State, event: ev.Mingled) -> None:
    number = dict(zip(event.old, event.new, strict=True))
    state.face += [-1] * len(event.new)
    state.births = Births((*state.births, (event.old, event.new)))
    for seat in range(state.seats):
        state.hand[seat] = _renumbered(state.hand[seat], number)
        state.bench[seat] = _renumbered(state.bench[seat], number)
    state.looked = _renumbered(state.looked, number)
    state.discard = list(_renumbered(state.discard, number))
    state.untold = list(_renumbered(state.untold, number))
    state.agenda = tuple(
        tuple(_renumbered(part, number) if isinstance(part, tuple) else part for part in frame)
        for frame in state.agenda
    )


def _renumbered(tokens: Iterable[int], number: dict[int, int]) -> tuple[int, ...]:
    return tuple(number.get(token, token) for token in tokens)


def _looked(state: State, event: ev.Looked) -> None:
    tokens = event.tokens
    del state.deck[len(state.deck) - len(tokens) :]
    state.looked = tokens + state.looked
    state.untold += [token for token in tokens if state.face[token] < 0]


def _put_back(state: State, event: ev.PutBack) -> None:
    state.deck += event.tokens
    state.looked = ()
    for token in event.tokens:
        if state.face[token] < 0:
            state.untold.remove(token)


def _taken_up(state: State, event: ev.TakenUp) -> None:
    discard, token = state.discard, event.token
    if discard[-1] == token:
        discard.pop()
    else:
        discard.remove(token)
    state.hand[event.seat] += (token,)


def _flipped(state: State, event: ev.Flipped) -> None:
    state.flipped = state.deck.pop()


def _found(state: State, event: ev.Found) -> None:
    state.flipped = -1
    state.hand[event.seat] += (event.token,)


def _filmed(state: State, event: ev.Filmed) -> None:
    _renew(state, event.old, event.new)
    billy = state.box.billy
    if state.face[event.token] < 0:
        state.face[event.token] = billy
        state.left[billy] -= 1
    state.hand[event.seat] += (event.token,)


def _trap_set(state: State, event: ev.TrapSet) -> None:
    seat = event.seat
    for token in (event.billy, *event.extras):
        _out(state, seat, token)
    state.bench[seat] = EMPTY
    state.trap = Trap(
        seat,
        event.target,
        event.parts,
        event.billy,
        event.extras,
        event.needs,
        event.place,
        event.number,
        event.floor,
        event.is_forced,
        event.backfires,
    )


def _nothing(state: State, event: object) -> None:
    """Told for the record: other events carry its consequences."""


def _eased(state: State, event: ev.Eased) -> None:
    assert state.trap is not None
    state.trap = state.trap._replace(number=event.after)


def _committed(state: State, event: ev.Committed) -> None:
    assert state.trap is not None
    _out(state, event.seat, event.token)
    state.trap = state.trap._replace(tools=(*state.trap.tools, (event.token, event.trait)))


def _retracted(state: State, event: ev.Retracted) -> None:
    assert state.trap is not None
    tools = tuple(tool for tool in state.trap.tools if tool[0] != event.token)
    state.trap = state.trap._replace(tools=tools)
    state.hand[event.seat] += (event.token,)


def _reordered(state: State, event: ev.Reordered) -> None:
    state.discard[-len(event.tokens) :] = event.tokens


def _given(state: State, event: ev.Given) -> None:
    _out(state, event.seat, event.token)
    state.hand[event.other] += (event.token,)


def _stolen(state: State, event: ev.Stolen) -> None:
    _out(state, event.other, event.token)
    state.hand[event.seat] += (event.token,)


def _limb_changed(state: State, event: ev.LimbChanged) -> None:
    limbs = list(state.limbs[event.seat])
    limbs[event.limb] = event.after
    state.limbs[event.seat] = (limbs[0], limbs[1], limbs[2], limbs[3])


def _blood_changed(state: State, event: ev.BloodChanged) -> None:
    state.blood[event.seat] = event.after


def _saw_moved(state: State, event: ev.SawMoved) -> None:
    state.saw = event.seat


def _eliminated(state: State, event: ev.Eliminated) -> None:
    state.alive[event.seat] = False


def _removed(state: State, event: ev.Removed) -> None:
    state.hand[event.seat] = ()
    state.bench[event.seat] = EMPTY
    state.gone += event.tokens


def _trap_ended(state: State, event: ev.TrapEnded) -> None:
    state.trap = None


def _game_ended(state: State, event: ev.GameEnded) -> None:
    state.result = (event.winner, event.rule)
    state.agenda = ()


FOLDS: dict[type, Callable[[Any, Any], None]] = {
    Bound: _bound,
    ev.CharacterChosen: _character_chosen,
    ev.FirstChosen: _first_chosen,
    ev.TurnBegan: _turn_began,
    ev.Drawn: _drawn,
    ev.Reshuffled: _reshuffled,
    ev.Played: _played,
    ev.Discarded: _discarded,
    ev.Arranged: _arranged,
    ev.Mingled: _mingled,
    ev.Looked: _looked,
    ev.PutBack: _put_back,
    ev.TakenUp: _taken_up,
    ev.Flipped: _flipped,
    ev.Found: _found,
    ev.Filmed: _filmed,
    ev.TrapSet: _trap_set,
    ev.TrapAnswered: _nothing,
    ev.Eased: _eased,
    ev.Committed: _committed,
    ev.Retracted: _retracted,
    ev.Given: _given,
    ev.Stolen: _stolen,
    ev.Judged: _nothing,
    ev.LimbChanged: _limb_changed,
    ev.BloodChanged: _blood_changed,
    ev.Reordered: _reordered,
    ev.SawMoved: _saw_moved,
    ev.Eliminated: _eliminated,
    ev.Removed: _removed,
    ev.TrapEnded: _trap_ended,
    ev.TurnEnded: _nothing,
    ev.GameEnded: _game_ended,
    ev.Agenda: _agenda,
}
