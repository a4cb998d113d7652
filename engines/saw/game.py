"""SAW: The Jigsaw Trials as a game that ``engines.core`` can run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engines.core import (
    MUST,
    WINDOW,
    WORLD,
    Decision,
    Game,
    ParseError,
    Problem,
    Result,
    Reveal,
    Ruling,
    SetupError,
)
from engines.core.events import Bound, Event
from engines.core.knowledge import Knowledge
from engines.core.options import Options
from engines.core.rulings import settle
from engines.saw import agenda as at
from engines.saw import cards
from engines.saw import events as ev
from engines.saw.box import SEATS, Box
from engines.saw.check import check
from engines.saw.corrections import Corrections
from engines.saw.events_json import event_writer, token_name
from engines.saw.explain import Explainer
from engines.saw.legal import Legal
from engines.saw.memory import Memory
from engines.saw.notation import Notation
from engines.saw.piles import Emit
from engines.saw.position import Positions
from engines.saw.rules import Choice, Rules
from engines.saw.state import FOLDS, ZONES, Births, State
from engines.saw.views import Views

if TYPE_CHECKING:
    from engines.players.player import Player

RULINGS = (
    Ruling("A1", "How many cards has the deck?", ("123", "125")),
    Ruling("A2", "Which traits have the Scissors?", ("corruption-violence", "corruption-greed")),
    Ruling("A3", "How many cards does a Flashlight draw and keep?", ("3-1", "4-2")),
    Ruling("A4", "Whose first turn is without a trap?", ("own", "game")),
    Ruling("A5", "How is the limit counted?", ("5+3", "8")),
    Ruling("A6", "From where may a victim use cards?", ("hand", "bench")),
    Ruling("A17", "When is a Search card of a challenge discarded?", ("end", "at-once")),
    Ruling("A19", "Must the top row's number be met?", ("exactly", "up-to")),
    Ruling("A26", "How often does a Metal Detector go through the cards?", ("twice", "once")),
    Ruling("A28", "May a Toolbox be used in a challenge?", ("allowed", "forbidden")),
    Ruling("A29", "When does an attacker discard what was given?", ("recheck", "next-turn")),
    Ruling("A31", "How many damage tokens are there?", ("unlimited", "eight")),
    Ruling("A32", "When may a Tourniquet be used?", ("step-2", "late")),
    Ruling("A35", "When does a Reverse Bear Trap add its point?", ("first", "last")),
    Ruling("A41", "Where do the cards of an eliminated player go?", ("discard", "removed")),
    Ruling("A62", "When may a victim search, and take Tools back?", ("free", "commit-last")),
    Ruling("A66", "What of the discard pile is open?", ("top", "all")),
)
_OF_ACTIVE = frozenset((at.USE, at.DISCARD, at.SET, at.TRIM, at.LAST))
_OF_VICTIM = frozenset((at.ANSWER, at.EASE, at.CHALLENGE))
_OF_WORLD = frozenset((at.FIRST, at.FILM, at.SIFT, at.STEAL))


class Saw(Game[State, Choice]):
    """The rules of SAW: The Jigsaw Trials with one catalogue and one set of rulings."""

    name = "saw"
    seats = SEATS
    seat_counts = (3, 2, 4, 5, 6)
    draws_kind_first = True
    folds = FOLDS
    rulings = RULINGS
    zones = ZONES

    def __init__(self, catalogue: str | None, options: Mapping[str, str]) -> None:
        self.options = settle(RULINGS, options)
        self.box = Box(*cards.load(catalogue, self.options))
        self.rules = Rules(self.box, self.options)
        self.legal = Legal(self.box, self.options, self.rules)
        self.positions = Positions(self.box)
        self.notation = Notation(self.box, self.rules.searching)
        self._corrections = Corrections(self.rules.harm)
        self._explainer = Explainer(self.box, self.rules, self.legal)
        self._memory = Memory(self.box)
        self._views = Views(self.box, self.options["A66"] == "all")
        self._event_writer = event_writer(self.box)

    # ---- positions -------------------------------------------------------------------------------------------------

    def first_state(self, seats: int) -> State:
        """All cards lie in the deck; characters are chosen, and who begins (R2–R7)."""
        state = State(self.box, seats)
        state.agenda = ((at.FIRST,), *((at.CHARACTER, seat) for seat in reversed(range(seats))))
        return state

    def seats_in(self, state: State) -> tuple[str, ...]:
        """Return the seats that play."""
        return SEATS[: state.seats]

    def read_position(self, position: Mapping[str, object]) -> State:
        """Return the state of a position, or raise SetupError."""
        state = self.positions.read(position)
        self._try(state.clone())
        return state

    def _try(self, state: State) -> None:
        """A position from which the game cannot go on is none."""

        def emit(event: Event) -> None:
            FOLDS[type(event)](state, event)

        self.begin(state, emit)
        self.rules.advance(state, emit)
        if state.result is None and state.flipped < 0 and not self.legal.options(state).count():
            raise SetupError("In this position nobody can answer what is waited on.")

    def write_position(self, state: State) -> dict[str, object]:
        """Return a state as a position."""
        return self.positions.write(state)

    def begin(self, state: State, emit: Emit) -> None:
        """Let the owners of cards see what a position has told."""
        for token, face in sorted(state.told.items()):
            _, audience = self._place(state, token)
            emit(Bound(token, self.box.names[face], audience, "set up", "R3"))

    def check(self, state: State) -> None:
        """Raise AssertionError if an invariant is broken."""
        check(self.positions, state)

    # ---- running ---------------------------------------------------------------------------------------------------

    def advance(self, state: State, emit: Emit) -> None:
        """Go on until something must be answered or the game is over."""
        self.rules.advance(state, emit)

    def waiting(self, state: State, id_: int) -> tuple[Decision | Reveal, ...]:
        """Return what must be answered now, and after the cards that may be told."""
        if state.result is not None:
            return ()
        frame = state.agenda[-1]
        kind = frame[0]
        if kind in _OF_ACTIVE:
            decision = Decision(id_, state.seat, kind)
        elif kind == at.DETECT:
            return (Reveal(id_, state.flipped, "table", frame[1], MUST),)
        elif kind in _OF_VICTIM:
            assert state.trap is not None
            decision = Decision(id_, state.trap.victim, kind)
        elif kind in _OF_WORLD:
            decision = Decision(id_, WORLD, kind)
        else:
            decision = Decision(id_, frame[1], kind)
        return (*self._untold(state, id_), decision) if state.untold else (decision,)

    def _untold(self, state: State, id_: int) -> list[Reveal]:
        found = []
        for token in state.untold:
            zone, audience = self._place(state, token)
            found.append(Reveal(id_, token, zone, audience[0] if audience else state.seat, WINDOW))
        return found

    def _place(self, state: State, token: int) -> tuple[str, tuple[int, ...] | None]:
        """Return where a card lies and who sees it there."""
        if state.seat >= 0 and token in state.hand[state.seat]:  # by far the most frequent case
            return "hand", (state.seat,)
        for seat in range(state.seats):
            if token in state.hand[seat]:
                return "hand", (seat,)
            if token in state.bench[seat]:
                return "bench", (seat,)
        if token in state.looked:
            return "look", (state.agenda[-1][1],)
        if token in state.deck or token in state.gone:
            return "deck", ()
        return "discard" if token in state.discard else "table", None

    def choices(self, state: State, decision: Decision) -> Options[Choice]:
        """Return what may be answered."""
        return self.legal.options(state)

    def explain(self, state: State, decision: Decision, choice: object) -> Problem:
        """Say why a choice that is not among the options is not."""
        return self._explainer.explain(state, decision.kind, choice)

    def act(self, state: State, decision: Decision, choice: Choice, emit: Emit) -> None:
        """Carry out a choice."""
        self.rules.act(state, choice, emit)

    def fate(self, state: State, decision: Decision, face: Callable[[int], str]) -> Choice | None:
        """A Video finds the first Billy in the deck or on the pile, if there is one; other lots are drawn blindly."""
        if decision.kind == at.FILM:
            places = enumerate(state.deck)
        elif decision.kind == at.SIFT:
            places = enumerate(reversed(state.discard), 1)
        else:
            return None
        billy = self.box.names[self.box.billy]
        found = next((where for where, token in places if face(token) == billy), None)
        return ("none",) if found is None else ("found", found)

    def result(self, state: State) -> Result | None:
        """Return how the game ended, or None while it runs."""
        return Result(*state.result) if state.result else None

    # ---- identities --------------------------------------------------------------------------------------------------

    def problem_with_card(self, state: State, token: int, card: str) -> Problem | None:
        """Say why a token cannot be that card."""
        number = self.box.number.get(card)
        if number is None:
            return Problem(f'There is no card "{card[:40]}" in the catalogue.')
        if not state.left[number]:
            return Problem(f"All copies of {self.box.designs[number].title} are elsewhere.", "R1")
        return None

    def observe(self, state: State, token: int, card: str, seen_by: tuple[int, ...] | None, emit: Emit) -> None:
        """Take in a card: those see it who may see what lies where it lies."""
        if token == state.flipped:
            emit(Bound(token, card, None, "metal detector", "R37"))
        else:
            emit(Bound(token, card, self._place(state, token)[1], "seen", "R3"))

    def problem_with_shuffle(self, state: State, zone: str) -> Problem | None:
        """Say why a zone cannot be shuffled: that is done only where the rules say so, and they do it themselves."""
        told = Problem("The rules say when a pile is shuffled; nothing has to be told.", "R55")
        return super().problem_with_shuffle(state, zone) or told

    def hidden(self, state: State) -> Knowledge:
        """Return what everybody knows of the cards of a root: which there are."""
        return Knowledge([(range(self.box.total), self.box.cards())])

    def learn(self, knowledge: Knowledge, event: Event, viewer: int) -> None:
        """Let a viewer learn from an event."""
        self._memory.learn(knowledge, event, viewer)

    def minted(self, event: Event) -> tuple[int, ...]:
        """Return the tokens that came into being with a shuffle."""
        return event.new if isinstance(event, ev.Reshuffled | ev.Filmed | ev.Mingled) else ()

    def origin(self, state: State, token: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """Return all shuffles up to the one in which a token came into being."""
        births = state.births
        at_ = len(births)
        while births[at_ - 1][1][:1] > (token,):
            at_ -= 1
        return births if at_ == len(births) else Births(births[:at_])

    def exists(self, state: State, token: int) -> bool:
        """Tell whether there is such a token."""
        return token < len(state.face)

    def redeal(self, state: State, deal: Mapping[int, str]) -> None:
        """Let a state take the faces of a deal for true where it knew others."""
        face, number = state.face, self.box.number
        left = list(self.box.copies)
        for token, card in deal.items():
            if face[token] >= 0:
                face[token] = number[card]
                left[number[card]] -= 1
        state.left = left

    def view(self, state: State, knowledge: Knowledge, viewer: int) -> dict[str, object]:
        """Return what a viewer may know."""
        return self._views.view(state, knowledge, viewer)

    def masked(self, state: State, knowledge: Knowledge) -> State:
        """Return a copy of a state without the faces that a viewer does not know."""
        return self._views.masked(state, knowledge)

    # ---- corrections -------------------------------------------------------------------------------------------------

    def problem_with_correction(self, state: State, field: str, value: int | str) -> Problem | None:
        """Say why a field cannot be corrected to a value."""
        return self._corrections.problem(state, field, value)

    def correct(self, state: State, field: str, value: int | str, cause: str, emit: Emit) -> None:
        """Take in a correction."""
        self._corrections.correct(state, field, value, cause, emit)

    # ---- in words ----------------------------------------------------------------------------------------------------

    def variant(self, catalogue: str | None, options: Mapping[str, str]) -> Saw:
        """Return the same game with a catalogue and rulings of its own."""
        return Saw(catalogue, options)

    def write_catalogue(self) -> dict[str, object]:
        """Return the cards and the characters."""
        return self.box.write()

    def house_players(self) -> Mapping[str, Callable[[], Player]]:
        """All of them know the game."""
        from engines.players.saw import players

        return players(self)

    def tagged(self) -> dict[str, int]:
        """Return the cards and the characters."""
        return {**dict(zip(self.box.names, self.box.copies, strict=True)), **dict.fromkeys(self.box.people, 1)}

    def write_token(self, token: int) -> str:
        """Return what a token is called."""
        return token_name(token)

    def read_token(self, name: str) -> int:
        """Return the token of that name, or raise ParseError."""
        number = name.removeprefix("token-")
        if number == name or not number.isascii() or not number.isdigit() or not 0 < len(number) < 6:
            raise ParseError(f'There is no token "{name[:40]}"; they are called token-3 and the like.')
        return int(number) - 1

    def write_event(self, event: Event) -> dict[str, object]:
        """Return an event as JSON, in the players' words."""
        return self._event_writer.write(event)

    def write(self, decision: Decision, choice: Choice) -> str:
        """Return a choice in the game's notation."""
        return self.notation.write(decision, choice)

    def parse(self, state: State, decision: Decision, text: str) -> Choice:
        """Return the choice that a text means, or raise ParseError."""
        return self.notation.parse(state, decision, text)
