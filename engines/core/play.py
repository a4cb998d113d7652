"""One running game: entries in, events out, and nothing changes but by folding events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from engines.core import entries_json
from engines.core.entries import Answer, Corrected, Entry, Observed, Pass, Shuffled
from engines.core.events import Bound, Event
from engines.core.knowledge import Knowledge
from engines.core.options import Options
from engines.core.oracles import Deal, Dealt, Oracle
from engines.core.problems import IllegalEntry, ParseError, Problem
from engines.core.viewers import HOST, WORLD, either, may_see
from engines.core.waiting import WINDOW, Decision, Reveal

if TYPE_CHECKING:
    from engines.core.game import Game, Result

State = TypeVar("State", bound="Copied")
Choice = TypeVar("Choice")

NEVER = 1 << 60  # later than any event


class Copied(Protocol):
    """A state: whoever changes it takes a copy first."""

    def clone(self) -> Self:
        """Return a copy that goes its own way."""


class Root(Generic[State]):
    """Where a play began, shared by all its copies."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state


class Sampled(NamedTuple):
    """Where a sample leaves the real play: after how many events and entries, and the deal that is true from there."""

    events: int
    entries: int
    deal: Mapping[int, str]


class Play(Generic[State, Choice]):
    """One running game.

    >>> play = engines.load("armada").new(Shuffle(7))                          # doctest: +SKIP
    >>> play.waiting[0].kind, play.options(play.waiting[0]).count()
    """

    __slots__ = (
        "_erred",
        "_folds",
        "_known",
        "_options",
        "_recalled",
        "_sampled",
        "_since",
        "_waiting",
        "asked",
        "dealt",
        "events",
        "game",
        "log",
        "marks",
        "oracle",
        "root",
        "seen",
        "state",
    )

    def __init__(self, game: Game[State, Choice], root: Root[State], oracle: Oracle) -> None:
        self.game = game
        self.root = root
        self.oracle = oracle
        self.state = root.state.clone()
        self.log: list[Entry] = []
        self.asked: list[Decision | None] = []  # the decision that each entry of the log answers
        self.marks: list[int] = []  # events before each entry
        self.events: list[Event] = []
        self.seen: dict[int, Observed] = {}  # what was seen stays seen, also after an undo
        self._erred = NEVER  # after how many events a token was first seen to be what it could not be
        self._since: dict[int, tuple[int, Observed]] = {}  # after how many events what was seen before an undo counts
        self._sampled: tuple[Sampled, ...] = ()  # in a sample, or a sample of one: the deals that replace the real one
        self.dealt: tuple[int, Deal] | None = None  # what a simulation has dealt
        self._folds = game.folds
        self._waiting: tuple[Decision | Reveal, ...] | None = None
        self._options: tuple[Decision, Options[Choice]] | None = None  # of the decision that was asked about last
        self._known: dict[int, tuple[Knowledge, int]] = {}
        self._recalled: set[int] = set()  # the tokens of which the host believes what was seen before an undo
        game.begin(self.state, self._emit)
        game.advance(self.state, self._emit)
        self.consult()

    # ---- what is asked -----------------------------------------------------------------------------------------

    @property
    def waiting(self) -> tuple[Decision | Reveal, ...]:
        """Everything that the world must answer now; empty means that the game is over."""
        if self._waiting is None:
            self._waiting = self.game.waiting(self.state, len(self.log))
        return self._waiting

    @property
    def decision(self) -> Decision:
        """The first decision that waits; ValueError if there is none."""
        for item in self.waiting:
            if isinstance(item, Decision):
                return item
        raise ValueError("Nobody has to decide anything now.")

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats that play."""
        return self.game.seats_in(self.state)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""
        return self.game.result(self.state)

    def options(self, decision: Decision) -> Options[Choice]:
        """Return what may be answered to a decision that waits."""
        if self._options is None or self._options[0] != decision:
            if decision not in self.waiting:
                raise ValueError("That is not asked now.")
            self._options = (decision, self.game.choices(self.state, decision))
        return self._options[1]

    def write(self, choice: Choice, decision: Decision | None = None) -> str:
        """Return a choice in the game's notation."""
        return self.game.write(decision or self.decision, choice)

    def parse(self, text: str, decision_id: int | None = None) -> Choice:
        """Return the choice that a text means now; ParseError says what was expected."""
        for item in self.waiting:
            if isinstance(item, Decision) and decision_id in (None, item.id):
                return self.game.parse(self.state, item, text)
        raise ParseError("Nobody is asked that now.")

    # ---- what is answered --------------------------------------------------------------------------------------

    def verify(self, entry: Entry) -> Problem | None:
        """Return what is wrong with an entry, or None; never changes anything."""
        if isinstance(entry, Answer):
            return self._verify_answer(entry)
        if isinstance(entry, Observed):
            return self._verify_observed(entry)
        if isinstance(entry, Pass):
            return self._verify_pass(entry)
        if isinstance(entry, Corrected):
            if not (_is_short(entry.why) and _is_short(entry.by)):
                return Problem("A correction says why, and who makes it, in a few words.")
            return self.game.problem_with_correction(self.state, entry.field, entry.value)
        if isinstance(entry, Shuffled):
            return self.game.problem_with_shuffle(self.state, entry.zone)
        return Problem("This is no entry.")

    def feed(self, entry: Entry) -> list[Event]:
        """Take an entry and return what happened; IllegalEntry if it cannot be taken."""
        problem = self.verify(entry)
        if problem is not None:
            raise IllegalEntry(problem)
        begun = len(self.events)
        if isinstance(entry, Observed) and entry.card not in self.candidates(entry.token):
            self._erred = min(self._erred, begun)
        if self._since and isinstance(entry, Answer):
            entry = self._remember(entry)
        self._take(entry)
        self.consult()
        return self.events[begun:]

    def _remember(self, entry: Answer) -> Answer:
        """Tell the rules first which of the cards that an answer may show were seen before an undo.

        Else the rules may take one of those for the card that is shown. Return the answer as it is asked for then.
        """
        asked = self._asked_by(entry)
        assert isinstance(asked, Decision)
        shown = self.game.shown_by(self.state, asked, entry.choice)
        tokens = {token for token in shown[0] if token in self.seen} if shown is not None else set()
        for item in self.waiting if tokens else ():
            told = self._foretold(item) if isinstance(item, Reveal) and item.token in tokens else None
            if told is not None:
                self._take(told)
        again = next(item for item in self.waiting if isinstance(item, Decision) and item.seat == asked.seat)
        return entry._replace(decision=again.id)

    def say(self, text: str) -> list[Event]:
        """Answer the decision that waits in the game's notation."""
        decision = self.decision
        return self.feed(Answer(decision.id, self.game.parse(self.state, decision, text)))

    def consult(self) -> None:
        """Have the oracle answer what it can."""
        goes_on = True
        while goes_on:
            waiting = self.waiting
            if len(waiting) == 1 and waiting[0].seat >= 0 and isinstance(waiting[0], Decision):
                return  # by far the most frequent case
            goes_on = False
            for item in waiting:
                may_be_told = item.policy == WINDOW and isinstance(item, Reveal)
                if goes_on and not may_be_told:
                    break  # cards that may be told do not hang on each other; all else is asked anew after an entry
                entry = self._foretold(item)
                if entry is not None:
                    self._check_oracle(entry)
                    self._take(entry)
                    goes_on = True

    def _check_oracle(self, entry: Entry) -> None:
        """An oracle may be wrong too, for example one that knows nothing of what was seen before."""
        problem = None
        if isinstance(entry, Observed):
            problem = self.game.problem_with_card(self.state, entry.token, entry.card)
        elif isinstance(entry, Answer):
            problem = self._verify_answer(entry)
        if problem is not None:
            raise IllegalEntry(problem)

    def _foretold(self, item: Decision | Reveal) -> Entry | None:
        if isinstance(item, Reveal):
            # Who sees it now is for the rules to say, as it was then. The deal of a sample fits what was seen.
            seen = None if self._sampled else self.seen.get(item.token)
            if seen is not None and seen.card in self.candidates(item.token):
                return Observed(seen.token, seen.card)
            return self.oracle.answer(self, item)
        return self.oracle.answer(self, item) if item.seat == WORLD else None

    def _asked_by(self, entry: Answer | Pass) -> Decision | Problem:
        """Return the decision that an entry is about, or why there is none."""
        found = [
            item
            for item in self.waiting
            if item.id == entry.decision and isinstance(item, Decision) and entry.seat in (None, item.seat)
        ]
        if not found or type(entry.decision) is not int:
            return Problem("That was asked before and is settled, or is not asked yet.")
        return found[0] if len(found) == 1 else Problem("Several seats are asked that: say which one answers.")

    def _verify_answer(self, entry: Answer) -> Problem | None:
        item = self._asked_by(entry)
        if isinstance(item, Problem):
            return item
        if self.options(item).contains(entry.choice):
            shown = self.game.shown_by(self.state, item, entry.choice)
            if shown is None or any(shown[1] in self.candidates(token) for token in shown[0]):
                return None
            return Problem("That card was seen elsewhere before, and what was seen stays seen.")
        return self.game.explain(self.state, item, entry.choice)

    def _verify_pass(self, entry: Pass) -> Problem | None:
        item = self._asked_by(entry)
        if isinstance(item, Problem):
            return Problem("There is nothing to pass on now.")
        return None if item.policy == WINDOW else Problem("That must be answered.")

    def _verify_observed(self, entry: Observed) -> Problem | None:
        if not any(isinstance(item, Reveal) and item.token == entry.token for item in self.waiting):
            return Problem("Nobody needs to know that piece or card now.")
        kinds = (type(entry.token), type(entry.card))  # a caller may not have kept to the types
        if kinds != (int, str) or not self._is_audience(entry.seen_by):
            return Problem("Tell a token's number, the name of its card, and the seats that have seen it.")
        problem = self.game.problem_with_card(self.state, entry.token, entry.card)
        if problem is None and not self.could_be(entry.token, entry.card):
            return Problem("That was seen elsewhere before, and what was seen stays seen.")
        return problem

    def _is_audience(self, seen_by: object) -> bool:
        seats = range(len(self.seats))
        return seen_by is None or (
            isinstance(seen_by, tuple) and all(type(seat) is int and seat in seats for seat in seen_by)
        )

    def _take(self, entry: Entry) -> None:
        state = self.state
        begun = len(self.events)
        self.marks.append(begun)
        decision = None
        if isinstance(entry, Observed):
            self.game.observe(state, entry.token, entry.card, entry.seen_by, self._emit)
            self._note_seen(entry, begun)
        elif isinstance(entry, (Answer, Pass)):
            asked = self._asked_by(entry)
            decision = asked if isinstance(asked, Decision) else None
            assert decision is not None
            if isinstance(entry, Answer):
                self.game.act(state, decision, entry.choice, self._emit)
            else:
                self.game.passed(state, decision, self._emit)
        elif isinstance(entry, Shuffled):
            self.game.shuffle(state, entry.zone, self._emit)
        elif isinstance(entry, Corrected):
            cause = f"corrected by {entry.by}: {entry.why}"
            self.game.correct(state, entry.field, entry.value, cause, self._emit)
        self.log.append(entry)
        self.asked.append(decision)
        self._waiting = self._options = None
        self.game.advance(state, self._emit)

    def _note_seen(self, entry: Observed, begun: int) -> None:
        """What was seen stays seen, by those to whom the rules showed it."""
        for event in self.events[begun:]:
            if event.__class__ is Bound and event.token == entry.token:
                entry = Observed(entry.token, entry.card, event.seen_by)
        before = self.seen.get(entry.token)
        if before is not None and before.card == entry.card:  # it was shown to others and taken back
            entry = Observed(entry.token, entry.card, either(before.seen_by, entry.seen_by))
        self.seen[entry.token] = entry

    def _emit(self, event: Event) -> None:
        self.events.append(event)
        self._folds[event.__class__](self.state, event)

    # ---- back and aside ----------------------------------------------------------------------------------------

    def undo(self, answers: int = 1) -> None:
        """Take back the last answers and corrections, and what was revealed because of them; that stays seen."""
        if answers < 1:
            raise ValueError("Take back at least one answer.")
        end, first = len(self.log), self._sampled[-1].entries if self._sampled else 0
        while answers and end > first:  # the past of a sample is not its own
            end -= 1
            answers -= self._was_somebodys(end)
        if answers:
            raise ValueError("There is nothing left to take back.")
        del self.events[self.marks[end] :]
        del self.log[end:]
        del self.marks[end:]
        del self.asked[end:]
        state = self.root.state.clone()
        folds = self._folds
        for event in self.events:
            folds[event.__class__](state, event)
        self.state = state
        self.seen = {token: entry for token, entry in self.seen.items() if self.game.exists(state, token)}
        events = len(self.events)
        since = {token: min(self._since[token][0] if token in self._since else events, events) for token in self.seen}
        self._since = {token: (since[token], entry) for token, entry in self.seen.items()}
        self._erred = self._erred if self._erred < events else NEVER
        self._waiting = self._options = None
        self._forget_knowledge()

    def _was_somebodys(self, at: int) -> bool:
        """Tell whether an entry was a player's: not something that the world showed or decided."""
        asked = self.asked[at]
        return not isinstance(self.log[at], Observed) and (asked is None or asked.seat != WORLD)

    def clone(self) -> Play[State, Choice]:
        """Return a copy that goes its own way."""
        copy: Play[State, Choice] = object.__new__(Play)
        copy.game = self.game
        copy.root = self.root
        copy.oracle = self.oracle
        copy.state = self.state.clone()
        copy.log = self.log[:]
        copy.asked = self.asked[:]
        copy.marks = self.marks[:]
        copy.events = self.events[:]
        copy.seen = self.seen.copy()
        copy._since = self._since.copy()
        copy._erred = self._erred
        copy._sampled = self._sampled
        copy.dealt = self.dealt
        copy._folds = self._folds
        copy._waiting = self._waiting
        copy._options = self._options
        copy._forget_knowledge()
        return copy

    def recall(self, entry: Entry) -> None:
        """Take in an identity that was seen before and taken back; IllegalEntry if it cannot be."""
        if not isinstance(entry, Observed) or entry.card not in self.candidates(entry.token):
            raise IllegalEntry(Problem("No token that is unseen can be that."))
        self.seen[entry.token] = entry
        self._since[entry.token] = (len(self.events), entry)
        self._forget_knowledge()

    def position(self) -> dict[str, Any]:
        """Return the position as ``setup`` takes it."""
        return self.game.write_position(self.state)

    def digest(self) -> str:
        """Return a short text that two plays share only if they stand alike."""
        text = json.dumps(self.position(), sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=12).hexdigest()

    # ---- what is known -----------------------------------------------------------------------------------------

    def view(self, viewer: int) -> dict[str, Any]:
        """Return what a seat may know, or what PUBLIC may: a screen, a voice or a light."""
        return self.game.view(self.state, self.knowledge(viewer), viewer)

    def masked(self, viewer: int) -> State:
        """Return the state as a viewer sees it: a view for house players, who count with it."""
        return self.game.masked(self.state, self.knowledge(viewer))

    def knowledge(self, viewer: int) -> Knowledge:
        """Return what a viewer knows about tokens: a fold over the events, made when it is asked for."""
        if viewer != HOST and self._since:
            self.knowledge(HOST)  # which says what of all that was seen before an undo can be
        known, folded = self._known.get(viewer) or self._known_before(viewer)
        self._learn(known, folded, len(self.events), viewer)
        self._known[viewer] = (known, len(self.events))
        return known

    def _forget_knowledge(self) -> None:
        self._known = {}
        self._recalled = set()

    def _known_before(self, viewer: int) -> tuple[Knowledge, int]:
        """Return what a viewer knows at the root, or where the last sample was made, and how many events that is."""
        known, folded = self.game.hidden(self.root.state), 0
        for sampled in self._sampled:
            self._learn(known, folded, sampled.events, viewer)
            known.redeal(sampled.deal)
            folded = sampled.events
        return known, folded

    def _learn(self, known: Knowledge, begin: int, end: int, viewer: int) -> None:
        recalls = self._recalls()
        for at in range(begin, end):
            self._recall_seen(known, recalls.get(at, ()), viewer)
            if self._erred == at:
                known.concede()
            self.game.learn(known, self.events[at], viewer)
        self._recall_seen(known, recalls.get(end, ()), viewer)

    def _recalls(self) -> dict[int, list[Observed]]:
        """Return what was seen before an undo, by the events after which it counts: before them cards may be mixed.

        Whoever had seen it then has seen it, also if the rules show it to fewer when it is told again. What was seen by
        mistake may contradict the rest: the host, who has seen all of it, believes what comes first, and so do all.
        """
        found: dict[int, list[Observed]] = {}
        for since, entry in self._since.values():
            found.setdefault(since, []).append(entry)
        return found

    def _recall_seen(self, known: Knowledge, seen: Iterable[Observed], viewer: int) -> None:
        for entry in seen:
            is_believed = viewer == HOST or entry.token in self._recalled
            if is_believed and may_see(viewer, entry.seen_by) and entry.card in known.candidates(entry.token):
                known.reveal(entry.token, entry.card)
                if viewer == HOST:
                    self._recalled.add(entry.token)

    def could_be(self, token: int, card: str) -> bool:
        """Tell whether a token may be a card after all.

        Of a hand nobody can tell which card is which: one that was shown may have been another one of the same face,
        from before or after a shuffle. So a card that is told is believed if such a one is unseen in the only deck that
        has it.
        """
        cards = self.candidates(token)
        if card in cards or not any(isinstance(item, Reveal) and item.token == token for item in self.waiting):
            return card in cards
        if token in self.seen and self.seen[token].card != card:
            return False
        decks = [clump.cards for clump in self.game.hidden(self.root.state).clumps() if card in clump.cards]
        is_of_deck = len(decks) == 1 and not cards.isdisjoint(decks[0])
        return is_of_deck and self.knowledge(HOST).could_be(token, card)

    def candidates(self, token: int) -> set[str]:
        """Return all cards that a token may be, as far as the host knows; of no token, none."""
        return self.knowledge(HOST).candidates(token)

    def sample(self, viewer: int, rng: Random) -> Play[State, Choice]:
        """Return a play with full knowledge that fits everything the viewer knows (for house players)."""
        copy = self.clone()
        copy.dealt = None
        deal = self.knowledge(viewer).sample(rng)
        copy.oracle = Dealt(deal, rng.getrandbits(32))
        copy._sampled = (*self._sampled, Sampled(len(copy.events), len(copy.log), deal))
        self.game.redeal(copy.state, deal)
        copy._waiting = copy._options = None  # other hands have other choices
        copy.seen = {token: entry for token, entry in copy.seen.items() if may_see(viewer, entry.seen_by)}
        copy.consult()
        return copy

    def events_for(self, viewer: int) -> list[Event]:
        """Return the events that a viewer may know of."""
        return [event for event in self.events if may_see(viewer, self.game.audience(event))]


def _is_short(text: object) -> bool:
    """Tell whether this is a text that a saved game can hold."""
    return isinstance(text, str) and 0 < len(text) <= entries_json.MAX_TEXT


AnyPlay: TypeAlias = Play[Any, Any]
"""A play of whatever game."""
