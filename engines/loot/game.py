"""Loot Trap as a game that ``engines.core`` can run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engines.core import WINDOW, Decision, Game, OneOf, ParseError, Problem, Result, Reveal, Ruling, SetupError
from engines.core.events import Bound, Event
from engines.core.knowledge import Knowledge
from engines.core.options import Options
from engines.core.rulings import settle
from engines.loot import cards
from engines.loot.box import SEATS, SHAPES, SIDES, Box
from engines.loot.check import check
from engines.loot.corrections import Corrections
from engines.loot.events_json import event_writer
from engines.loot.explain import Explainer
from engines.loot.frames import Frames
from engines.loot.kit import Choice, Emit, Kit
from engines.loot.legal import KINDS, Legal
from engines.loot.names import Names
from engines.loot.notation import Notation
from engines.loot.position import Positions
from engines.loot.rules import Rules
from engines.loot.sight import RENUMBERED, Sight
from engines.loot.state import FOLDS, HAND, NEEDS_FACE, ZONES, Frame, State

if TYPE_CHECKING:
    from engines.players.player import Player

RULINGS = (
    Ruling("A1", "Which shape has the field?", SHAPES),
    Ruling("A3", "Where may a trap be laid?", ("orthogonal", "diagonal")),
    Ruling("A5", "May a peeked card be left as it is?", ("strict", "leave"), (("allowed", "leave"),)),
    Ruling("A9", "What if a pawn cannot move?", ("action", "end")),
    Ruling("A15", "How much banked loot wins?", ("by-count", "4", "5")),
    Ruling("A17", "What comes first at the end of a turn?", ("damage-first", "win-first")),
    Ruling("A18", "How much do cards beyond the limit hurt?", ("one", "each")),
    Ruling("A19", "When does loot against damage count?", ("after", "before")),
    Ruling("A24", "When is a played card fulfilled?", ("partly", "strict")),
    Ruling("A26", "When may cards be played out of turn?", ("both", "after-move", "after-action")),
    Ruling("A28", "Does a stopped turn have a discard step?", ("skipped", "kept")),
    Ruling("A29", "Which numbers does the multiply icon double?", ("all", "damage")),
    Ruling("A32", "What becomes of an eliminated player's hand?", ("kept", "discarded")),
    Ruling("A34", "Who says where an eliminated player's 6 moves the others?", ("eliminated", "mover")),
    Ruling("A41", "Who begins?", ("random", *SEATS)),
    *(Ruling(f"V{at}", f"Which side of variant card {at} is in play?", SIDES) for at in range(1, cards.VARIANTS + 1)),
)


SHOWING = frozenset(("play", "equip", "bank", "discard", "replace"))
"""Answers that show a card of a hand to everybody."""


class LootTrap(Game[State, Choice]):
    """The rules of Loot Trap with one catalogue and one set of rulings."""

    name = "loot"
    seats = SEATS
    seat_counts = (2, 3, 4)
    folds = FOLDS
    rulings = RULINGS
    zones = ZONES

    def __init__(self, catalogue: str | None, options: Mapping[str, str]) -> None:
        self.options = settle(RULINGS, options)
        self.box = box = Box(cards.load(catalogue), self.options)
        self.kit = Kit(box, self.options)
        self.rules = Rules(self.kit)
        self.legal = Legal(self.kit, self.rules.harm)
        self.names = Names(box)
        self._frames = Frames(box, self.names)
        self.positions = Positions(box, self.names, self._frames)
        self.notation = Notation(box)
        self._sight = Sight(box, self.positions)
        self._writer = event_writer(self.names, self._frames)
        self._explainer = Explainer(box, self.kit, self.legal)
        self._corrections = Corrections(box)

    # ---- positions -------------------------------------------------------------------------------------------------

    def first_state(self, seats: int) -> State:
        """Everybody has health 8 and four cards; the field lies face down, the rest is the deck (R3–R6)."""
        state = State(self.box, seats)
        tokens = iter(range(self.box.total))
        for seat in range(seats):
            state.hand[seat] = tuple(next(tokens) for _ in range(HAND))
            cell = state.field.starts[seat]
            state.pawn[seat], state.who[cell] = cell, seat
        for cell in state.field.cells:
            state.base[cell] = next(tokens)
        state.deck = list(tokens)
        state.agenda = (self._first(seats), *(("avatar", seat) for seat in reversed(range(seats))))
        return state

    def _first(self, seats: int) -> Frame:
        """A named seat begins: whoever lost the last game (R8, A41). Lots decide if none is named that plays."""
        named = self.options["A41"]
        return ("turn", SEATS.index(named)) if named in SEATS[:seats] else ("first",)

    def seats_in(self, state: State) -> tuple[str, ...]:
        """Return the seats that play."""
        return SEATS[: state.seats]

    def read_position(self, position: Mapping[str, object]) -> State:
        """Return the state of a position, or raise SetupError."""
        state = self.positions.read(position)
        self._try(state.clone())
        return state

    def _try(self, trial: State) -> None:
        """An agenda can be impossible in more ways than can be listed: see whether it can be gone on with."""
        try:
            self.rules.advance(trial, lambda event: FOLDS[type(event)](trial, event))
            check(self.positions, trial)
            asked = [item for item in self.waiting(trial, 0) if isinstance(item, Decision)]
            is_stuck = bool(asked) and not self.legal.choices(trial)
        except (AssertionError, IndexError, KeyError, TypeError, ValueError) as error:
            raise SetupError("What is on the agenda cannot be done in this position.") from error
        if is_stuck:
            raise SetupError("What is on the agenda waits for an answer that nobody can give.")

    def write_position(self, state: State) -> dict[str, object]:
        """Return a state as a position."""
        return self.positions.write(state)

    def begin(self, state: State, emit: Emit) -> None:
        """Tell the faces of a position that was set up to whoever may know them."""
        for event in self._sight.told(state):
            emit(event)

    def check(self, state: State) -> None:
        """Raise AssertionError if an invariant is broken."""
        check(self.positions, state)

    # ---- running ---------------------------------------------------------------------------------------------------

    def advance(self, state: State, emit: Emit) -> None:
        """Go on until something must be answered or the game is over."""
        self.rules.advance(state, emit)

    def waiting(self, state: State, id_: int) -> tuple[Decision | Reveal, ...]:
        """Return what must be answered now, after the faces of hands that may be told."""
        if state.result is not None:
            return ()
        frame = state.agenda[-1]
        kind = frame[0]
        if kind in NEEDS_FACE:
            return tuple(self._needed(state, id_))
        policy = WINDOW if kind == "window" else "must"
        decision = Decision(id_, self.legal.seat(state), KINDS[kind], policy)
        if kind in ("peek", "look") or state.has_blanks():
            return (*self._tellable(state, id_), decision)
        return (decision,)

    def _tellable(self, state: State, id_: int) -> list[Reveal]:
        """Faces that may be told and need not: those of hands, and of a card that somebody looks at."""
        found = [
            Reveal(id_, token, "hand", seat, WINDOW) for seat in range(state.seats) for token in state.blanks(seat)
        ]
        kind, seat, *rest = (*state.agenda[-1], -1)
        if kind in ("peek", "look"):
            token = state.base[state.pawn[seat]] if kind == "peek" else state.trap(rest[0])
            if state.face[token] < 0:
                found.append(Reveal(id_, token, "field", seat, WINDOW))
        return found

    def _needed(self, state: State, id_: int) -> list[Reveal]:
        """Faces that a rule needs."""
        kind, *args = state.agenda[-1]
        if kind == "spring":
            return [Reveal(id_, state.trap(args[1]), "aside", args[0])]
        if kind == "put":
            return [Reveal(id_, state.trap(args[2]), "discard", args[0])]
        if kind in ("toss", "unearth"):
            return [Reveal(id_, state.base[args[0]], "discard", state.seat)]
        if kind == "ghost-card":
            return [Reveal(id_, state.hand[args[0]][-1], "hand", args[0])]
        zone = "discard" if kind == "redraw" else "hand"
        return [Reveal(id_, token, zone, args[0]) for token in state.blanks(args[0])]

    def choices(self, state: State, decision: Decision) -> Options[Choice]:
        """Return what may be answered."""
        return OneOf(self.legal.choices(state))

    def shown_by(self, state: State, decision: Decision, choice: Choice) -> tuple[tuple[int, ...], str] | None:
        """Return the cards of a hand that nobody has told, one of which this choice would show, and its face."""
        kind = choice[0]
        if kind not in SHOWING or decision.kind == "found":
            return None
        design = self.box.banked(choice) if kind == "bank" else choice[1]
        if self.kit.known(state, decision.seat, design) is not None:
            return None
        return tuple(state.blanks(decision.seat)), self.box.names[design]

    def explain(self, state: State, decision: Decision, choice: object) -> Problem:
        """Say why a choice that is not among the options is not."""
        return self._explainer.explain(state, decision, choice)

    def act(self, state: State, decision: Decision, choice: Choice, emit: Emit) -> None:
        """Carry out a choice."""
        self.rules.answer(state, choice, emit)

    def passed(self, state: State, decision: Decision, emit: Emit) -> None:
        """Close a window for a seat."""
        self.rules.answer(state, ("pass",), emit)

    def result(self, state: State) -> Result | None:
        """Return how the game ended, or None while it runs."""
        return Result(*state.result) if state.result else None

    # ---- identities ------------------------------------------------------------------------------------------------

    def problem_with_card(self, state: State, token: int, card: str) -> Problem | None:
        """Say why a token cannot be that card."""
        number = self.box.number.get(card)
        if number is None:
            return Problem(f'There is no card "{card}"; there are {", ".join(self.box.names)}.')
        if state.left(number) < 1:
            return Problem(f"All cards with the name {card} are known to be elsewhere.", "R1")
        return None

    def observe(self, state: State, token: int, card: str, seen_by: tuple[int, ...] | None, emit: Emit) -> None:
        """A face was told: of a card that lies open, of one in a hand, or of one that somebody looks at."""
        frame = state.agenda[-1]
        for seat in range(state.seats):
            if token in state.hand[seat] and frame[0] != "redraw":
                emit(Bound(token, card, (seat,), "in hand", "R3"))
                return
        is_look = frame[0] in ("peek", "look")
        emit(
            Bound(token, card, (frame[1],), "looked at", "R23") if is_look else Bound(token, card, None, "shown", "R26")
        )

    def problem_with_shuffle(self, state: State, zone: str) -> Problem | None:
        """Say why a zone cannot be shuffled: the rules do it themselves when a card is due."""
        own = Problem("The discard pile is shuffled when a card is due and the deck is empty, not before.", "R11")
        return super().problem_with_shuffle(state, zone) or own

    def hidden(self, state: State) -> Knowledge:
        """Return what everybody knows of the cards."""
        return self._sight.hidden(state)

    def learn(self, knowledge: Knowledge, event: Event, viewer: int) -> None:
        """Let a viewer learn from an event, or lose track of cards."""
        self._sight.learn(knowledge, event, viewer)

    def minted(self, event: Event) -> tuple[int, ...]:
        """Return the numbers that cards got when they were shuffled, or left a hand untold."""
        new: tuple[int, ...] = event.new if type(event) in RENUMBERED else getattr(event, "fresh", ())
        return new

    def origin(self, state: State, token: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """Return all shuffles up to the one in which a card got its number."""
        for at, (_, new) in enumerate(state.shuffles):
            if new[0] <= token <= new[-1]:
                return state.shuffles[: at + 1]
        raise KeyError(token)

    def exists(self, state: State, token: int) -> bool:
        """Tell whether a card has that number, or had it."""
        return token < len(state.face)

    def redeal(self, state: State, deal: Mapping[int, str]) -> None:
        """Let a state take the faces of a deal for true where it knew others."""
        for token, card in deal.items():
            if state.face[token] >= 0:
                state.face[token] = self.box.number[card]
        state.agenda = tuple(self._refitted(state, frame) for frame in state.agenda)

    def _refitted(self, state: State, frame: Frame) -> Frame:
        """A card that is just being laid is one of the hand, also in another deal."""
        if frame[0] == "put" and frame[2] not in self.legal.hidden_faces(state, frame[1]):
            return (*frame[:2], self.legal.hidden_faces(state, frame[1])[0], frame[3])
        return frame

    def view(self, state: State, knowledge: Knowledge, viewer: int) -> dict[str, object]:
        """Return what a viewer may know."""
        return self._sight.view(state, knowledge)

    def masked(self, state: State, knowledge: Knowledge) -> State:
        """Return a copy of a state without the faces that a viewer does not know."""
        return self._sight.masked(state, knowledge)

    # ---- corrections -----------------------------------------------------------------------------------------------

    def problem_with_correction(self, state: State, field: str, value: int | str) -> Problem | None:
        """Say why a field cannot be corrected to a value."""
        return self._corrections.problem(state, field, value)

    def correct(self, state: State, field: str, value: int | str, cause: str, emit: Emit) -> None:
        """Take in a correction."""
        self._corrections.correct(state, field, value, cause, emit)

    # ---- in words --------------------------------------------------------------------------------------------------

    def variant(self, catalogue: str | None, options: Mapping[str, str]) -> LootTrap:
        """Return the same game with a catalogue and rulings of its own."""
        return LootTrap(catalogue, options)

    def write_catalogue(self) -> dict[str, object]:
        """Return the cards, characters, avatars, variants and fields."""
        return self.box.write()

    def house_players(self) -> Mapping[str, Callable[[], Player]]:
        """All of them know the game."""
        from engines.players.loot import players

        return players(self)

    def tagged(self) -> dict[str, int]:
        """Return the cards that are drawn, the roll cards ("roll-4") and the avatars."""
        drawn = dict(zip(self.box.names, self.box.copies, strict=True))
        return {**drawn, **dict.fromkeys(cards.ROLLS, 1), **{avatar.id: 1 for avatar in self.box.avatars}}

    def write_token(self, token: int) -> str:
        """Return what a token is called."""
        return self.names.token(token)

    def read_token(self, name: str) -> int:
        """Return the token of that name, or raise ParseError."""
        token = self.names.find_token(name)
        if token is None:
            raise ParseError(f'There is no card "{name}"; they are called card-17 and the like.')
        return token

    def write_event(self, event: Event) -> dict[str, object]:
        """Return an event as JSON, in the players' words."""
        return self._writer.write(event)

    def write(self, decision: Decision, choice: Choice) -> str:
        """Return a choice in the game's notation."""
        return self.notation.write(decision, choice)

    def parse(self, state: State, decision: Decision, text: str) -> Choice:
        """Return the choice that a text means, or raise ParseError."""
        return self.notation.parse(state, decision, text)
