"""Random games with every invariant watched on the way."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from engines.core import Answer, AnyGame, AnyPlay, Decision, OneOf, Shuffle, Table
from engines.core.events import Event
from host import games
from host.soak.invariants import (
    Truth,
    check_agreement,
    check_answers,
    check_copy,
    check_events,
    check_follows,
    check_options,
    check_redo,
    check_restored,
    check_samples,
    check_state,
    check_undo,
    demand,
)

MOST_ANSWERS = 20_000
"""A game that has not ended by then never will. Random games of Armada take about 200 answers."""
SELDOM = 8
"""Checks that cost as much as several answers are made once in so many."""
RARELY = 64
"""And those that go through the whole game once more, in so many."""
AT_TABLE, RESTORED, UNDONE = range(3)
ODD_PARTS: tuple[Any, ...] = (None, True, -1, 0, 1, 7, 10**9, 1.0, "", "north", "ship-1", (), [], (1, 2))


class Books(Protocol):
    """Accounts that are kept from the events alone."""

    def book(self, events: list[Event]) -> None:
        """Enter what happened."""

    def compare(self, play: AnyPlay) -> None:
        """Raise AssertionError unless the books and the play agree."""


class NoBooks:
    """The books of a game that brings none."""

    def book(self, events: list[Event]) -> None:
        """Enter nothing."""

    def compare(self, play: AnyPlay) -> None:
        """Agree."""


def open_books(play: AnyPlay) -> Books:
    """Open the books of a game."""
    path = games.get(play.game.name).books
    made: Books = games.part(path)(play) if path else NoBooks()
    return made


def pick(play: AnyPlay, decision: Decision, rng: Random) -> Any:
    """Draw a choice: first what to do, then how."""
    options = play.options(decision)
    return options.sample_kind_first(rng) if isinstance(options, OneOf) else options.sample(rng)


def some_decision(play: AnyPlay, rng: Random) -> Decision:
    """Draw one of the decisions that wait."""
    return rng.choice([item for item in play.waiting if isinstance(item, Decision)])


def spoiled(play: AnyPlay, rng: Random) -> Answer:
    """Return an answer with something wrong about it, most probably."""
    decision = some_decision(play, rng)
    choice = pick(play, decision, rng)
    if rng.random() < 0.1:
        return Answer(decision.id + rng.choice((-2, -1, 1)), choice)
    if not isinstance(choice, tuple) or rng.random() < 0.1:
        return Answer(decision.id, rng.choice(ODD_PARTS))
    parts = list(choice)
    at = rng.randrange(len(parts))
    if rng.random() < 0.5 and type(parts[at]) is int:
        parts[at] += rng.choice((-15, -1, 1, 15))
    else:
        parts[at] = rng.choice(ODD_PARTS)
    return Answer(decision.id, tuple(parts[: rng.choice((len(parts), len(parts), len(parts), at))]))


class WatchedGame:
    """One random game from a seed.

    Each game is gone through once more, in three ways: by a table beside it that is told only what sensors would show,
    saved and restored, taken back and done again. ``is_quick``: in one of the three ways, and what costs as much as
    several answers is checked once in so many.
    """

    def __init__(self, game: AnyGame, seed: int | str, is_quick: bool = False) -> None:
        self._rng = Random(f"{seed}/player")
        self._spoiler = Random(f"{seed}/spoiler")  # of its own: a quick game is the same game
        seats = Random(f"{seed}/seats").choice(game.seat_counts)
        self.play = game.new(oracle=Shuffle(self._rng.randrange(1 << 30)), seats=seats)
        self._table = game.new(oracle=Table(), seats=seats)
        self._truth = Truth(self.play, {})
        self._is_dealt = False
        self._books = open_books(self.play)
        ways = (AT_TABLE, RESTORED, UNDONE)
        self._ways = (self._spoiler.choice(ways),) if is_quick else ways
        self._is_quick = is_quick
        self._digests = {len(self.play.log): self.play.digest()}
        self.answers = 0
        self.looks = self.refused = 0  # no take-backs and no other catalogues here

    def run(self) -> None:
        """Play to the end. AssertionError: an invariant is broken; anything else is worse."""
        self._look(self.play.events)
        while self.play.waiting:
            demand(self.answers < MOST_ANSWERS, f"after {MOST_ANSWERS} answers the game goes on")
            self._step()
        if RESTORED in self._ways:
            check_restored(self.play)
        if UNDONE in self._ways:
            stride = SELDOM * max(1, self.answers // (6 * SELDOM)) if self._is_quick else 1
            check_redo(check_undo(self.play, self._digests, stride), self.play)

    def _step(self) -> None:
        decision = some_decision(self.play, self._rng)
        options = check_options(self.play, decision)
        choice = pick(self.play, decision, self._rng)
        check_answers(self.play, decision, (choice,))
        if self.answers % SELDOM == 0 or not self._is_quick:
            check_copy(self.play)
            check_agreement(self.play, spoiled(self.play, self._spoiler))
            self._digests[len(self.play.log)] = self.play.digest()
        if not self._is_quick:
            self._look_closely(decision, options)
        self.answers += 1
        events = self.play.feed(Answer(decision.id, choice))
        self._books.book(events)
        self._look(events)

    def _look_closely(self, decision: Decision, options: list[Any]) -> None:
        if self.answers % SELDOM == 0:
            check_answers(self.play, decision, options)
            check_samples(self.play, self._spoiler)
        if self.answers % RARELY == RARELY - 1:
            check_restored(self.play)

    def _look(self, events: list[Event]) -> None:
        check_events(events)
        check_state(self.play)
        self._books.compare(self.play)
        if AT_TABLE in self._ways:
            if not self._is_dealt and self.play.dealt is not None:
                self._is_dealt = True
                seed, deal = self.play.dealt
                self._truth = Truth(self.play, deal, seed)
            check_follows(self._table, self.play, self._truth)
