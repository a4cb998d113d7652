"""Jigsaw Armada as a game that ``engines.core`` can run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING

from engines.armada import pieces
from engines.armada.check import check
from engines.armada.events import ActionsCorrected, ShieldChanged
from engines.armada.events_json import ArmadaEvents
from engines.armada.explain import Explainer
from engines.armada.grid import NORTH, SOUTH, grid
from engines.armada.legal import Choice, Legal
from engines.armada.names import Names
from engines.armada.notation import FIRST, SHIELD, Notation
from engines.armada.pieces import PIECES
from engines.armada.position import SHIELDS, Positions
from engines.armada.rules import Emit, Rules
from engines.armada.state import FOLDS, IN_DRAW, IN_PLAY, ON_BOARD, PLAY, ZONES, Box, State
from engines.core import Decision, Game, OneOf, ParseError, Problem, Result, Reveal, Ruling, SetupError
from engines.core.events import Bound, Event
from engines.core.knowledge import Knowledge
from engines.core.options import Options
from engines.core.rulings import settle
from engines.core.viewers import WORLD

if TYPE_CHECKING:
    from engines.players.player import Player

SEATS = ("blue", "red")
MAX_ENERGY = 99
RULINGS = (
    Ruling("A1", "How many columns and rows has the board?", ("9x11", "7x9", "7x11", "9x13", "11x11")),
    Ruling("A2", "How far may a ship move?", ("one", "two", "diagonal")),
    Ruling("A3", "Who begins?", ("blue", "red", "random")),
    Ruling("A4", "How much energy has a starter?", ("2", "1", "3")),
    Ruling("A7", "Must both actions be used?", ("compulsory", "may-stop")),
    Ruling("A8", "May a gun fire at nothing?", ("illegal", "legal")),
    Ruling("A9", "What about own pieces in the line of fire?", ("hits", "blocked")),
    Ruling("A10", "From where does a shield protect?", ("any", "front")),
    Ruling("A20", "Who picks among several shields in a bash?", ("defender", "attacker")),
    Ruling("A23", "Does a rotation need the cells that it sweeps?", ("ignored", "swept")),
    Ruling("A26", "Does the game end without ships and hubs?", ("on", "off")),
    Ruling("A30", "After how many quiet turns is it a draw?", ("200", "50", "500")),
)


class Armada(Game[State, Choice]):
    """The rules of Jigsaw Armada with one catalogue and one set of rulings."""

    name = "armada"
    seats = SEATS
    seat_counts = (len(SEATS),)
    folds = FOLDS
    rulings = RULINGS
    zones = ZONES

    def __init__(self, catalogue: str | None, options: Mapping[str, str]) -> None:
        self.options = settle(RULINGS, options)
        columns, rows = map(int, self.options["A1"].split("x"))
        self.box = Box(grid(columns, rows), pieces.load(catalogue))
        self.legal = Legal(self.box, self.options)
        self.rules = Rules(self.box, self.options, self.legal)
        self.names = Names(self.box, SEATS)
        self.positions = Positions(self.box, SEATS, int(self.options["A30"]))
        self.notation = Notation(self.box, SEATS)
        self._event_writer = ArmadaEvents(self.box.grid, self.names)
        self._explainer = Explainer(self.box, self.legal)
        self._picker_is_attacker = self.options["A20"] == "attacker"

    # ---- positions -------------------------------------------------------------------------------------------------

    def first_state(self, seats: int) -> State:
        """The starters lie on the board, the other logo pieces in the play piles, the rest is mixed (R3–R6)."""
        state = State(self.box)
        for seat in (0, 1):
            self._lay_starter(state, seat)
            for at, design in enumerate(self.box.designs[:PIECES]):
                if design.start == "play":
                    piece = seat * PIECES + at
                    state.zone[piece] = IN_PLAY
                    state.play[seat] = (piece,)
            state.draw[seat] = tuple(range(seat * PIECES + 2, (seat + 1) * PIECES))
        if self.options["A3"] == "random":
            state.stack = (("first",),)
        return state

    def _lay_starter(self, state: State, seat: int) -> None:
        board = self.box.grid
        at = next(at for at, design in enumerate(self.box.designs) if design.start == "board")
        row = 2 if seat == 0 else board.rows - 1
        toward_owner = SOUTH if seat == 0 else NORTH
        side = self.box.designs[at].open.bit_length() - 1
        ship = seat + 1
        state.owner[ship] = seat
        state.energy[ship] = int(self.options["A4"])
        state.place(seat * PIECES + at, row * board.width + (board.columns + 1) // 2, (toward_owner - side) % 4, ship)
        state.next_ship = ship + 1

    def read_position(self, position: Mapping[str, object]) -> State:
        """Return the state of a position, or raise SetupError."""
        state = self.positions.read(position)
        if state.seat < 0 and self.options["A3"] == "random":
            state.stack = (("first",),)
        elif state.stack and state.stack[-1][0] == "first":
            raise SetupError("Who begins is no question here: option A3 says it.")
        self._check_bash(state)
        self._check_end(state)
        return state

    def _check_end(self, state: State) -> None:
        """A result must be that of the position, and a game that is over cannot wait on a drawn piece."""
        if self.rules.is_there(state, 0) and self.rules.is_there(state, 1):
            raise SetupError("Both sides have a piece in the enemy base; the first one has ended the game.")
        trial, claimed = state.clone(), state.result
        trial.result = None
        self.rules.end_if_over(trial, lambda event: FOLDS[type(event)](trial, event))
        if claimed is not None and trial.result != claimed:
            raise SetupError("The result is not that of the position.")
        if trial.result is not None and any(frame[0] == "draw" for frame in state.stack):
            raise SetupError("The game is over in this position; nothing can be drawn.")

    def begin(self, state: State, emit: Emit) -> None:
        """A position may be one in which the game is over."""
        self.rules.end_if_over(state, emit)

    def _check_bash(self, state: State) -> None:
        """A pick is asked for only if there are several shields to pick from (A54)."""
        if not state.stack or state.stack[-1][0] != "bash":
            return
        _, ship, target, payer = state.stack[-1]
        if len(self.rules.picks(state, ship, target)) < 2:
            raise SetupError(f"There are no two shields of ship-{target} to pick from when ship-{ship} bashes it.")
        if payer is not None and payer not in self.legal.shields_in_contact(state, ship, target):
            raise SetupError(f"{self.names.piece(payer)} is no active shield that touches ship-{target}.")

    def write_position(self, state: State) -> dict[str, object]:
        """Return a state as a position."""
        return self.positions.write(state)

    def check(self, state: State) -> None:
        """Raise AssertionError if an invariant is broken."""
        check(self.box, self.positions, state)

    # ---- running ---------------------------------------------------------------------------------------------------

    def advance(self, state: State, emit: Emit) -> None:
        """Go on until something must be answered or the game is over."""
        self.rules.advance(state, emit)

    def waiting(self, state: State, id_: int) -> tuple[Decision | Reveal, ...]:
        """Return what must be answered now."""
        if state.result is not None:
            return ()
        if not state.stack:
            return (Decision(id_, state.seat, "action"),)
        kind, *args = state.stack[-1]
        if kind == "draw":
            return (Reveal(id_, args[0], PLAY, args[0] // PIECES),)
        if kind == "bash":
            return (Decision(id_, state.seat if self._picker_is_attacker else 1 - state.seat, SHIELD),)
        return (Decision(id_, WORLD, FIRST),)

    def choices(self, state: State, decision: Decision) -> Options[Choice]:
        """Return what may be answered."""
        if decision.kind == SHIELD:
            _, ship, target, _payer = state.stack[-1]
            return OneOf([(SHIELD, piece) for piece in self.rules.picks(state, ship, target)])
        if decision.kind == FIRST:
            return OneOf([(FIRST, seat) for seat in (0, 1)])
        return OneOf(self.rules.actions(state))

    def explain(self, state: State, decision: Decision, choice: object) -> Problem:
        """Say why a choice that is not among the options is not."""
        if not isinstance(choice, tuple) or not all(part is None or type(part) in (int, str) for part in choice):
            return Problem("That is no answer of this game.")
        if decision.kind == SHIELD:
            return Problem("Only an active shield that touches the attacking ship can take the damage.", "A20")
        if decision.kind == FIRST:
            return Problem("Blue or Red begins.", "A3")
        return self._explainer.explain(state, choice)

    def act(self, state: State, decision: Decision, choice: Choice, emit: Emit) -> None:
        """Carry out a choice."""
        if decision.kind == SHIELD:
            self.rules.pick(state, choice[1], emit)
        elif decision.kind == FIRST:
            self.rules.begin_turn(state, choice[1], emit)
        else:
            self.rules.act(state, choice, emit)

    def result(self, state: State) -> Result | None:
        """Return how the game ended, or None while it runs."""
        return Result(*state.result) if state.result else None

    # ---- identities --------------------------------------------------------------------------------------------------

    def problem_with_card(self, state: State, token: int, card: str) -> Problem | None:
        """Say why a token cannot be that piece."""
        number = self.box.number.get(card)
        if number is None:
            return Problem(f'There is no piece "{card}"; there are {", ".join(self.box.names)}.')
        if state.zone[token // PIECES * PIECES + number] != IN_DRAW:
            return Problem(f"{SEATS[token // PIECES].capitalize()}'s {card} was drawn before.", "R9")
        return None

    def observe(self, state: State, token: int, card: str, seen_by: tuple[int, ...] | None, emit: Emit) -> None:
        """A drawn piece lies face up: everybody sees it (R11)."""
        emit(Bound(token, card, ZONES.audience(PLAY, token // PIECES), "drawn", "R11"))

    def problem_with_shuffle(self, state: State, zone: str) -> Problem | None:
        """Say why a zone cannot be shuffled: none is, once the game has begun."""
        mixed = Problem("The draw piles are mixed before the game begins, and never again.", "R6")
        return super().problem_with_shuffle(state, zone) or mixed

    def hidden(self, state: State) -> Knowledge:
        """Return what everybody knows of the tokens: those in the draw piles cannot be told apart."""
        knowledge = Knowledge()
        for seat in (0, 1):
            drawn = [frame[1] for frame in state.stack if frame[0] == "draw" and frame[1] // PIECES == seat]
            tokens = (*drawn, *state.draw[seat])
            names = [self.box.names[at] for at in range(PIECES) if state.zone[seat * PIECES + at] == IN_DRAW]
            if tokens:
                knowledge.add(tokens, names)
        return knowledge

    def view(self, state: State, knowledge: Knowledge, viewer: int) -> dict[str, object]:
        """Return what a viewer may know: all but the order of the draw piles, of which a state knows nothing either.

        Only what was drawn and taken back is known to come next: what was seen stays seen.
        """
        position = self.positions.write(state)
        for key in ("next_ship", "waits"):
            del position[key]
        position["draw"] = {
            seat: {
                "left": len(state.draw[at]),
                "among": self.positions.drawable(state, at),
                "next": list(takewhile(bool, map(knowledge.card, state.draw[at]))),
            }
            for at, seat in enumerate(SEATS)
        }
        position["ships"] = [
            {**self.positions.write_ship(state, ship), "closed": state.is_closed(ship)} for ship in sorted(state.owner)
        ]
        return position

    # ---- corrections -------------------------------------------------------------------------------------------------

    def problem_with_correction(self, state: State, field: str, value: int | str) -> Problem | None:
        """Say why a field cannot be corrected to a value."""
        if state.result is not None:
            return Problem("The game is over; take the last answer back first.")
        if state.stack:  # a ship or shield in the middle of a bash, or a drawn piece without a name, would be left over
            return Problem("Answer what is asked now; after that it can be corrected.")
        what = self._corrected(state, field)
        if what is None:
            return Problem(
                f'There is nothing called "{field}"; say ship-1.energy, blue.shield-1.shield or turn.actions.'
            )
        if what[0] == "shield":
            return None if value in SHIELDS else Problem(f"A shield is one of {', '.join(SHIELDS)}.")
        low, high = (0, MAX_ENERGY) if what[0] == "energy" else (1, 2)
        if type(value) is not int or not low <= value <= high:
            return Problem(f"{field} must be a whole number from {low} to {high}.")
        return None

    def _corrected(self, state: State, field: str) -> tuple[str, int] | None:
        """Return what a field names: energy of a ship, shield of a piece, actions of the turn."""
        if field == "turn.actions":
            return ("actions", 0)
        for ship in state.owner:
            if field == f"ship-{ship}.energy":
                return ("energy", ship)
        for piece in self.box.shields:
            if (
                field == f"{SEATS[piece // PIECES]}.{self.notation.piece(piece)}.shield"
                and state.zone[piece] == ON_BOARD
            ):
                return ("shield", piece)
        return None

    def correct(self, state: State, field: str, value: int | str, cause: str, emit: Emit) -> None:
        """Take in a correction."""
        what = self._corrected(state, field)
        if what is None:
            return
        if what[0] == "energy":
            self.rules.correct_energy(state, what[1], int(value), cause, emit)
        elif what[0] == "shield":
            emit(ShieldChanged(what[1], state.shield[what[1]], SHIELDS.index(str(value)), cause, ""))
        else:
            emit(ActionsCorrected(int(value), cause))

    # ---- in words ----------------------------------------------------------------------------------------------------

    def variant(self, catalogue: str | None, options: Mapping[str, str]) -> Armada:
        """Return the same game with a catalogue and rulings of its own."""
        return Armada(catalogue, options)

    def write_catalogue(self) -> dict[str, object]:
        """Return the board and the pieces of one colour; both have the same."""
        board = {"columns": self.box.grid.columns, "rows": self.box.grid.rows}
        return {"board": board, "pieces": [pieces.to_json(design) for design in self.box.designs[:PIECES]]}

    def house_players(self) -> Mapping[str, Callable[[], Player]]:
        """All of them know the game."""
        from engines.players.armada import players

        return players(self)

    def tagged(self) -> dict[str, int]:
        """Return the pieces of both colours, each of which there is once: "blue.gun-3"."""
        return {self.names.piece(piece): 1 for piece in range(2 * PIECES)}

    def write_token(self, token: int) -> str:
        """Return what a token is called."""
        return self.names.token(token)

    def read_token(self, name: str) -> int:
        """Return the token of that name, or raise ParseError."""
        token = self.names.find_token(name)
        if token is None:
            raise ParseError(f'There is no token "{name}"; they are called blue.token-3 and the like.')
        return token

    def write_event(self, event: Event) -> dict[str, object]:
        """Return an event as JSON, in the players' words."""
        return self._event_writer.write(event)

    # ---- notation ----------------------------------------------------------------------------------------------------

    def write(self, decision: Decision, choice: Choice) -> str:
        """Return a choice in the game's notation."""
        return self.notation.write(decision, choice)

    def parse(self, state: State, decision: Decision, text: str) -> Choice:
        """Return the choice that a text means, or raise ParseError."""
        return self.notation.parse(state, decision, text)
