"""What a game has to say for itself, so that ``Play`` can run it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias

from engines.core import entries_json
from engines.core.events import Bound, Event
from engines.core.knowledge import Knowledge
from engines.core.options import Options
from engines.core.oracles import Oracle, Table
from engines.core.play import Choice, Play, Root, State
from engines.core.problems import ParseError, Problem, SetupError
from engines.core.rulings import Ruling
from engines.core.viewers import may_see
from engines.core.waiting import Decision, Reveal
from engines.core.zones import Zones

if TYPE_CHECKING:
    from engines.players.player import Player

Emit = Callable[[Event], None]
FORMAT = 1


class Result(NamedTuple):
    """How a game ended: the winner's seat, or None for a draw, and the rule that decided it."""

    winner: int | None
    rule: str


class Game(ABC, Generic[State, Choice]):
    """Rules, catalogue and rulings of one game: immutable and shareable.

    ``seats`` are the names of all seats that there can be, ``seat_counts`` how many may play, the usual number first.
    ``folds`` maps each event class to the function that folds it into a state. Whatever else changes a state is a bug.
    ``draws_kind_first``: players at random must draw first what to do, then how, else their games hardly ever end.
    """

    name: str
    seats: tuple[str, ...]
    seat_counts: tuple[int, ...]
    draws_kind_first = False
    options: Mapping[str, str] = {}
    rulings: Sequence[Ruling] = ()
    zones: Zones = Zones()
    folds: Mapping[type, Callable[[State, Event], None]]

    # ---- plays -----------------------------------------------------------------------------------------------

    def new(self, oracle: Oracle | None = None, seats: int | None = None) -> Play[State, Choice]:
        """Begin a game. Without an oracle the table reports what is drawn; SetupError if so many cannot play."""
        return Play(self, Root(self.first_state(self._counted(seats))), oracle or Table())

    def _counted(self, seats: int | None) -> int:
        """Return how many play: so many if they can, else as many as usual."""
        if seats is None:
            return self.seat_counts[0]
        if type(seats) is not int or seats not in self.seat_counts:
            able = " or ".join(map(str, sorted(self.seat_counts)))
            raise SetupError(f"This game is played by {able}; {str(seats)[:20]} cannot play it.")
        return seats

    def setup(self, position: Mapping[str, object], oracle: Oracle | None = None) -> Play[State, Choice]:
        """Begin from any position; SetupError says what is impossible about it."""
        return Play(self, Root(self.read_position(position)), oracle or Table())

    def dump(self, play: Play[State, Choice]) -> dict[str, object]:
        """Return a play as JSON: where it began, and all that entered since."""
        saved = {
            "format": FORMAT,
            "game": self.name,
            "options": dict(self.options),
            "catalogue": self.catalogue_digest(),
            "root": self.write_position(play.root.state),
            "log": [entries_json.to_json(play, at) for at in range(len(play.log))],
            "digest": play.digest(),
        }
        seen = entries_json.seen_and_taken_back(play)
        return {**saved, "seen": seen} if seen else saved

    def catalogue_digest(self) -> str:
        """Return a short text that two games share only if their catalogues say the same."""
        text = json.dumps(self.write_catalogue(), sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=12).hexdigest()

    def restore(self, data: object, oracle: Oracle | None = None) -> Play[State, Choice]:
        """Return the play that was dumped; SetupError says what is wrong with the data."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise SetupError(f"This is no saved game of format {FORMAT}.")
        if data.get("game") != self.name or data.get("options") != dict(self.options):
            raise SetupError("This game was saved with other rules: load the game with its name and options first.")
        if data.get("catalogue") != self.catalogue_digest():
            raise SetupError("This game was saved with another catalogue: load the game with that one first.")
        root, log = data.get("root"), data.get("log")
        if not isinstance(root, dict) or not isinstance(log, list):
            raise SetupError('A saved game needs a "root" position and a "log" of entries.')
        play = Play(self, Root(self.read_position(root)), Table())
        for at, item in enumerate(log):
            entries_json.refeed(play, item, at)
        if play.digest() != data.get("digest"):
            raise SetupError("The saved game does not add up: its log leads to another position than it says.")
        entries_json.recall(play, data.get("seen", []))
        play.oracle = oracle or Table()
        play.consult()
        return play

    # ---- what each game supplies -------------------------------------------------------------------------------

    @abstractmethod
    def variant(self, catalogue: str | None, options: Mapping[str, str]) -> Game[State, Choice]:
        """Return the same game with a catalogue (TOML text) and rulings of its own."""

    @abstractmethod
    def first_state(self, seats: int) -> State:
        """Return the state before anything has happened, with so many seats."""

    def seats_in(self, state: State) -> tuple[str, ...]:
        """Return the seats that play; games for several numbers of players keep theirs in the state."""
        return self.seats

    @abstractmethod
    def read_position(self, position: Mapping[str, object]) -> State:
        """Return the state of a position, or raise SetupError."""

    @abstractmethod
    def write_position(self, state: State) -> dict[str, object]:
        """Return a state as a position: ``read_position`` of it gives an equal state."""

    def begin(self, state: State, emit: Emit) -> None:
        """Do what a play begins with; a position in which the game is over ends here."""

    @abstractmethod
    def advance(self, state: State, emit: Emit) -> None:
        """Go on until something must be answered or the game is over."""

    @abstractmethod
    def waiting(self, state: State, id_: int) -> tuple[Decision | Reveal, ...]:
        """Return what must be answered now."""

    @abstractmethod
    def choices(self, state: State, decision: Decision) -> Options[Choice]:
        """Return what may be answered."""

    def shown_by(self, state: State, decision: Decision, choice: Choice) -> tuple[tuple[int, ...], str] | None:
        """Return the tokens without a face, one of which a choice would show, and its face: of untold hands."""
        return None

    @abstractmethod
    def explain(self, state: State, decision: Decision, choice: object) -> Problem:
        """Say why a choice that is not among the options is not."""

    @abstractmethod
    def act(self, state: State, decision: Decision, choice: Choice, emit: Emit) -> None:
        """Carry out a choice."""

    def passed(self, state: State, decision: Decision, emit: Emit) -> None:
        """Close a window for a seat; games with windows say how."""
        raise NotImplementedError

    def problem_with_shuffle(self, state: State, zone: str) -> Problem | None:
        """Say why a zone cannot be shuffled now; games in which that happens say more."""
        meant = self.zones.find(zone, self.seats)
        if meant is None:
            return Problem(f'There is no zone "{zone}"; there are {", ".join(self.zones.texts(self.seats))}.')
        return None if meant.is_ordered else Problem(f"What lies in {zone} has no order, so nothing is shuffled there.")

    def shuffle(self, state: State, zone: str, emit: Emit) -> None:
        """Take in that a zone was shuffled; games in which that happens say how."""
        raise NotImplementedError

    def minted(self, event: Event) -> tuple[int, ...]:
        """Return the tokens that came into being with an event; games that shuffle have such."""
        return ()

    def origin(self, state: State, token: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """Return all shuffles up to the one in which a token came into being: the tokens before, and those after."""
        raise NotImplementedError

    def exists(self, state: State, token: int) -> bool:
        """Tell whether there is such a token; where nothing is shuffled, they are all there from the beginning."""
        return True

    def fate(self, state: State, decision: Decision, face: Callable[[int], str]) -> Choice | None:
        """Return what hidden faces decide for the world, or None: then the lot does."""
        return None

    def redeal(self, state: State, deal: Mapping[int, str]) -> None:
        """Let a state take the faces of a deal for true where it knew others."""

    def audience(self, event: Event) -> tuple[int, ...] | None:
        """Return who may know of an event; None is everybody."""
        return event.seen_by if isinstance(event, Bound) else None

    def learn(self, knowledge: Knowledge, event: Event, viewer: int) -> None:
        """Let a viewer learn from an event; games with hidden moves mix clumps here too."""
        if isinstance(event, Bound) and may_see(viewer, event.seen_by):
            knowledge.reveal(event.token, event.card)

    def problem_with_card(self, state: State, token: int, card: str) -> Problem | None:
        """Say why a token cannot be that card; games in which anything is hidden say more."""
        return Problem("Nothing is hidden in this game.")

    def observe(self, state: State, token: int, card: str, seen_by: tuple[int, ...] | None, emit: Emit) -> None:
        """Take in an identity; games in which anything is hidden say how."""
        raise NotImplementedError

    def problem_with_correction(self, state: State, field: str, value: int | str) -> Problem | None:
        """Say why a field cannot be corrected to a value; games that book more than their moves say more."""
        return Problem("Nothing is booked here that could be corrected. Take the last answer back instead.")

    def correct(self, state: State, field: str, value: int | str, cause: str, emit: Emit) -> None:
        """Take in a correction; games that book more than their moves say how."""
        raise NotImplementedError

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """Return how the game ended, or None while it runs."""

    def hidden(self, state: State) -> Knowledge:
        """Return what everybody knows of all tokens of a state that is the root of a play; without tokens, nothing."""
        return Knowledge()

    @abstractmethod
    def view(self, state: State, knowledge: Knowledge, viewer: int) -> dict[str, object]:
        """Return what a viewer may know."""

    def masked(self, state: State, knowledge: Knowledge) -> State:
        """Return a copy of a state without the faces that a viewer does not know; some house players need it."""
        raise NotImplementedError

    @abstractmethod
    def write(self, decision: Decision, choice: Choice) -> str:
        """Return a choice in the game's notation."""

    @abstractmethod
    def parse(self, state: State, decision: Decision, text: str) -> Choice:
        """Return the choice that a text means, or raise ParseError."""

    @abstractmethod
    def write_event(self, event: Event) -> dict[str, object]:
        """Return an event as JSON in the players' words: its kind ("event"), its fields, its cause and its rule."""

    def write_token(self, token: int) -> str:
        """Return what a token is called; games that have any say so."""
        return str(token)

    def read_token(self, name: str) -> int:
        """Return the token of that name, or raise ParseError."""
        raise ParseError("Nothing is hidden in this game.")

    def write_catalogue(self) -> dict[str, object]:
        """Return what the game is played with, as JSON; nothing, if there is but one set of it."""
        return {}

    def house_players(self) -> Mapping[str, Callable[[], Player]]:
        """Return how each house player that knows the game is made, the weakest first; most games have none."""
        return {}

    def tagged(self) -> Mapping[str, int]:
        """Return what can carry a tag, and how many of it there are; games with real cards or pieces name them."""
        return {}

    @abstractmethod
    def check(self, state: State) -> None:
        """Raise AssertionError if an invariant is broken (tests and soaks)."""


AnyGame: TypeAlias = Game[Any, Any]
"""Whatever game."""
