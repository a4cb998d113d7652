"""A position of Loot Trap, and how each event changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.events import Bound
from engines.core.zones import NOBODY, OWNER, Zone, Zones
from engines.loot import events as ev
from engines.loot.box import Box

MAX_HEALTH = 8
HAND = 4
ZONES = Zones(
    Zone("deck", NOBODY, is_owned=False, is_ordered=True),
    Zone("field", NOBODY, is_owned=False),
    Zone("hand", OWNER),
    Zone("aside", is_owned=False),
    Zone("bank"),
    Zone("worn"),
    Zone("discard", is_owned=False, is_ordered=True),
)
ALL_ROLLS = 0b1111110  # bit n: roll card n has not been drawn
NEEDS_FACE = frozenset(("spring", "put", "toss", "unearth", "estate", "redraw", "ghost-card"))
"""Items of the agenda that may wait for the face of a card."""
Frame = tuple[Any, ...]


class State:
    """A position. Lists are by seat or by space of the field; a card is a token, and ``face`` says what it is."""

    __slots__ = (
        "acted",
        "agenda",
        "alive",
        "armed",
        "aside",
        "avatar",
        "bank",
        "base",
        "becalmed",
        "box",
        "deck",
        "discard",
        "face",
        "field",
        "gear",
        "guarded",
        "hand",
        "health",
        "holes",
        "is_settled",
        "laid",
        "layer",
        "pawn",
        "result",
        "rolls",
        "seat",
        "seats",
        "shuffles",
        "stopped",
        "up",
        "who",
    )

    def __init__(self, box: Box, seats: int) -> None:
        self.box = box
        self.seats = seats
        self.field = box.fields[seats]
        size = self.field.size
        self.face = [-1] * box.total  # design of each token, -1 as long as the host does not know
        self.base = [-1] * size  # the card of each space, -1 for a hole
        self.armed = [False] * size
        self.up = [False] * size  # it lies face up under a laid trap (R20)
        self.laid = [-1] * size  # the trap that a player laid there
        self.layer = [-1] * size  # and who did
        self.who = [-1] * size  # whose pawn stands there
        self.pawn = [-1] * seats
        self.hand: list[tuple[int, ...]] = [()] * seats
        self.bank: list[tuple[int, ...]] = [()] * seats
        self.gear = [-1] * seats
        self.health = [MAX_HEALTH] * seats
        self.alive = [True] * seats
        self.guarded = [False] * seats
        self.becalmed = [False] * seats
        self.avatar = [-1] * seats
        self.deck: list[int] = []  # the next card is the last
        self.discard: list[int] = []  # the top card is the last
        self.aside: tuple[int, ...] = ()
        self.holes: tuple[int, ...] = ()  # spaces that wait for a card (A37)
        self.rolls = ALL_ROLLS
        self.seat = -1  # nobody's turn yet
        self.acted = False
        self.stopped = False
        self.shuffles: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
        self.agenda: tuple[Frame, ...] = ()
        self.is_settled = False  # the agenda's last item waits for somebody
        self.result: tuple[int | None, str] | None = None

    def clone(self) -> State:
        """Return a copy."""
        copy = object.__new__(State)
        copy.box = self.box
        copy.seats = self.seats
        copy.field = self.field
        copy.face = self.face[:]
        copy.base = self.base[:]
        copy.armed = self.armed[:]
        copy.up = self.up[:]
        copy.laid = self.laid[:]
        copy.layer = self.layer[:]
        copy.who = self.who[:]
        copy.pawn = self.pawn[:]
        copy.hand = self.hand[:]
        copy.bank = self.bank[:]
        copy.gear = self.gear[:]
        copy.health = self.health[:]
        copy.alive = self.alive[:]
        copy.guarded = self.guarded[:]
        copy.becalmed = self.becalmed[:]
        copy.avatar = self.avatar[:]
        copy.deck = self.deck[:]
        copy.discard = self.discard[:]
        copy.aside = self.aside
        copy.holes = self.holes
        copy.rolls = self.rolls
        copy.seat = self.seat
        copy.acted = self.acted
        copy.stopped = self.stopped
        copy.shuffles = self.shuffles
        copy.agenda = self.agenda
        copy.is_settled = self.is_settled
        copy.result = self.result
        return copy

    def living(self) -> list[int]:
        """Return the seats that are not eliminated."""
        return [seat for seat in range(self.seats) if self.alive[seat]]

    def clockwise(self, first: int) -> list[int]:
        """Return the living seats, from one on (R43, A66)."""
        return [seat for by in range(self.seats) if self.alive[seat := (first + by) % self.seats]]

    def is_free(self, cell: int) -> bool:
        """Tell whether a pawn may enter a space: no pawn is there, and it is no hole."""
        return self.who[cell] < 0 and (self.base[cell] >= 0 or self.laid[cell] >= 0)

    def trap(self, cell: int) -> int:
        """Return the card that goes off on a space: the laid one, or the field's own; -1 in a hole."""
        return self.laid[cell] if self.laid[cell] >= 0 else self.base[cell]

    def blanks(self, seat: int) -> list[int]:
        """Return the cards of a hand whose faces the host does not know."""
        return [token for token in self.hand[seat] if self.face[token] < 0]

    def has_blanks(self) -> bool:
        """Tell whether there is such a card in any hand; asked after every entry."""
        face = self.face
        for hand in self.hand:
            for token in hand:
                if face[token] < 0:
                    return True
        return False

    def shuffle_of(self, token: int) -> int:
        """Return in which shuffle a card got its number; -1: before any."""
        for at, (_, new) in enumerate(self.shuffles):
            if new[0] <= token <= new[-1]:
                return at
        return -1

    def left(self, design: int) -> int:
        """Return how many copies of a design lie among the cards whose faces nobody has told."""
        return self.box.copies[design] - self.face.count(design)


# ---- how each event changes a position -----------------------------------------------------------------------------


def _agenda(state: State, event: ev.Agenda) -> None:
    state.agenda = event.frames
    state.is_settled = True


def _bound(state: State, event: Bound) -> None:
    state.face[event.token] = state.box.number[event.card]
    if state.agenda and state.agenda[-1][0] in NEEDS_FACE:  # a game that is over has no agenda
        state.is_settled = False


def _avatar_chosen(state: State, event: ev.AvatarChosen) -> None:
    state.avatar[event.seat] = event.avatar


def _turn_began(state: State, event: ev.TurnBegan) -> None:
    state.seat = event.seat
    state.acted = state.stopped = False


def _drawn(state: State, event: ev.Drawn) -> None:
    state.deck.pop()
    state.hand[event.seat] = (*state.hand[event.seat], event.token)


def _reshuffled(state: State, event: ev.Reshuffled) -> None:
    state.discard.clear()
    _renew(state, event.old, event.new)
    state.deck = list(event.new)


def _mixed(state: State, event: ev.Mixed) -> None:
    _renew(state, event.old, event.new)
    fresh = dict(zip(event.old, event.new, strict=True))
    state.hand[event.seat] = tuple(fresh.get(token, token) for token in state.hand[event.seat])


def _renew(state: State, old: tuple[int, ...], new: tuple[int, ...]) -> None:
    for token in old:
        state.face[token] = -1
    state.face += [-1] * len(new)
    state.shuffles = (*state.shuffles, (old, new))


def _leave(state: State, cell: int) -> None:
    """The card that is left is armed, unless there is none or it is lost already (R14, R20)."""
    state.armed[cell] = state.laid[cell] < 0 and state.base[cell] >= 0 and not state.up[cell]


def _moved(state: State, event: ev.Moved) -> None:
    _leave(state, event.start)
    state.who[event.start] = -1
    state.who[event.end] = event.seat
    state.pawn[event.seat] = event.end


def _traded(state: State, event: ev.Traded) -> None:
    one, two = state.pawn[event.seat], state.pawn[event.other]
    _leave(state, one)
    _leave(state, two)
    state.pawn[event.seat], state.pawn[event.other] = two, one
    state.who[one], state.who[two] = event.other, event.seat


def _sprung(state: State, event: ev.Sprung) -> None:
    if event.is_laid:
        state.laid[event.cell] = state.layer[event.cell] = -1
    else:
        state.base[event.cell] = -1
        state.armed[event.cell] = False
    state.face[event.token] = event.face
    state.aside = (*state.aside, event.token)


def _cleared(state: State, event: ev.Cleared) -> None:
    state.aside = tuple(token for token in state.aside if token != event.token)
    state.discard.append(event.token)


def _removed(state: State, event: ev.Removed) -> None:
    state.base[event.cell] = -1
    state.armed[event.cell] = state.up[event.cell] = False
    state.face[event.token] = event.face
    state.discard.append(event.token)


def _refilled(state: State, event: ev.Refilled) -> None:
    state.deck.pop()
    state.base[event.cell] = event.token
    if state.holes:
        state.holes = tuple(cell for cell in state.holes if cell != event.cell)


def _hole_left(state: State, event: ev.HoleLeft) -> None:
    state.holes = tuple(sorted((*state.holes, event.cell)))


def _out_of_hand(state: State, seat: int, token: int, face: int) -> None:
    state.hand[seat] = tuple(other for other in state.hand[seat] if other != token)
    state.face[token] = face


def _discarded(state: State, event: ev.Discarded) -> None:
    _out_of_hand(state, event.seat, event.token, event.face)
    state.discard.append(event.token)


def _flipped(state: State, event: ev.Flipped) -> None:
    state.armed[event.cell] = False
    state.up[event.cell] = True
    state.face[event.token] = event.face


def _ousted(state: State, event: ev.Ousted) -> None:
    state.laid[event.cell] = state.layer[event.cell] = -1
    state.face[event.token] = event.face
    state.discard.append(event.token)


def _hidden_out(state: State, seat: int, event: Any) -> None:
    """A card leaves a hand face down."""
    if event.fresh:
        _renew(state, event.among, event.fresh)
    before = event.fresh or event.among
    state.hand[seat] = tuple(token for token in before if token != event.token)


def _laid(state: State, event: ev.Laid) -> None:
    _hidden_out(state, event.seat, event)
    state.laid[event.cell] = event.token
    state.layer[event.cell] = event.seat


def _exchanged(state: State, event: ev.Exchanged) -> None:
    _hidden_out(state, event.seat, event)
    state.hand[event.seat] = (*state.hand[event.seat], event.taken)
    state.base[event.cell] = event.token


def _given(state: State, event: ev.Given) -> None:
    _hidden_out(state, event.seat, event)
    state.hand[event.other] = (*state.hand[event.other], event.token)


def _played(state: State, event: ev.Played) -> None:
    _out_of_hand(state, event.seat, event.token, event.face)
    state.aside = (*state.aside, event.token)


def _taken_up(state: State, seat: int, token: int, face: int) -> None:
    """A card leaves a hand, or lay aside."""
    if token in state.aside:
        state.aside = tuple(other for other in state.aside if other != token)
    else:
        _out_of_hand(state, seat, token, face)


def _equipped(state: State, event: ev.Equipped) -> None:
    _taken_up(state, event.seat, event.token, event.face)
    state.gear[event.other] = event.token


def _stripped(state: State, event: ev.Stripped) -> None:
    state.gear[event.seat] = -1
    state.discard.append(event.token)


def _banked(state: State, event: ev.Banked) -> None:
    _taken_up(state, event.seat, event.token, event.face)
    state.bank[event.seat] = (*state.bank[event.seat], event.token)


def _loot_lost(state: State, event: ev.LootLost) -> None:
    state.bank[event.seat] = tuple(token for token in state.bank[event.seat] if token != event.token)
    state.discard.append(event.token)


def _loot_taken(state: State, event: ev.LootTaken) -> None:
    state.bank[event.other] = tuple(token for token in state.bank[event.other] if token != event.token)
    state.bank[event.seat] = (*state.bank[event.seat], event.token)


def _salvaged(state: State, event: ev.Salvaged) -> None:
    state.discard.pop()
    state.hand[event.seat] = (*state.hand[event.seat], event.token)


def _health_changed(state: State, event: ev.HealthChanged) -> None:
    state.health[event.seat] = event.after


def _guard_changed(state: State, event: ev.GuardChanged) -> None:
    state.guarded[event.seat] = event.is_guarded


def _calm_changed(state: State, event: ev.CalmChanged) -> None:
    state.becalmed[event.seat] = event.is_becalmed


def _armed(state: State, event: ev.Armed | ev.Disarmed) -> None:
    for cell in event.cells:
        state.armed[cell] = isinstance(event, ev.Armed)


def _rolled(state: State, event: ev.Rolled) -> None:
    """No number comes twice before all six have come; the reshuffle is at the next draw (R44, A38)."""
    state.rolls = (state.rolls or ALL_ROLLS) & ~(1 << event.number)


def _action_taken(state: State, event: ev.ActionTaken) -> None:
    state.acted = True


def _stopped(state: State, event: ev.Stopped) -> None:
    state.stopped = True


def _eliminated(state: State, event: ev.Eliminated) -> None:
    state.alive[event.seat] = state.guarded[event.seat] = state.becalmed[event.seat] = False
    state.who[state.pawn[event.seat]] = -1
    state.pawn[event.seat] = -1


def _nothing(state: State, event: object) -> None:
    """Told for the record: other events carry its consequences."""


def _game_ended(state: State, event: ev.GameEnded) -> None:
    state.result = (event.winner, event.rule)
    state.holes = ()


FOLDS: dict[type, Callable[[Any, Any], None]] = {
    Bound: _bound,
    ev.AvatarChosen: _avatar_chosen,
    ev.TurnBegan: _turn_began,
    ev.Drawn: _drawn,
    ev.Reshuffled: _reshuffled,
    ev.Mixed: _mixed,
    ev.Moved: _moved,
    ev.Traded: _traded,
    ev.Stayed: _nothing,
    ev.Sprung: _sprung,
    ev.Cleared: _cleared,
    ev.Removed: _removed,
    ev.Refilled: _refilled,
    ev.HoleLeft: _hole_left,
    ev.Discarded: _discarded,
    ev.Flipped: _flipped,
    ev.Ousted: _ousted,
    ev.Laid: _laid,
    ev.Looked: _nothing,
    ev.Exchanged: _exchanged,
    ev.Given: _given,
    ev.Played: _played,
    ev.Fizzled: _nothing,
    ev.Equipped: _equipped,
    ev.Stripped: _stripped,
    ev.Banked: _banked,
    ev.LootLost: _loot_lost,
    ev.LootTaken: _loot_taken,
    ev.Salvaged: _salvaged,
    ev.HealthChanged: _health_changed,
    ev.GuardChanged: _guard_changed,
    ev.CalmChanged: _calm_changed,
    ev.Armed: _armed,
    ev.Disarmed: _armed,
    ev.Rolled: _rolled,
    ev.ActionTaken: _action_taken,
    ev.Stopped: _stopped,
    ev.Eliminated: _eliminated,
    ev.TurnEnded: _nothing,
    ev.GameEnded: _game_ended,
    ev.Agenda: _agenda,
}
