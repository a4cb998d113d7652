"""A game on virtual time goes from one thing that is due to the next, and no further than it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from host.ledger import Ledger
from host.link import Lost
from host.play import opening, stepped
from host.play.commands import Command, Lay, Name, Say
from host.play.tapping import PUT_MS

BEGUN = 1_000


class Board:
    """A driver that notes how it is run, and whose link tells what a test wants when it wants."""

    def __init__(self, tell: Callable[[Any], None]) -> None:
        self.now = BEGUN
        self.runs: list[int] = []
        self.tells: dict[int, Any] = {}
        self.shown: list[Any] = []
        self.link = SimpleNamespace(show=self.shown.append, expect=lambda pads: None)
        self._tell = tell

    def step(self, when: int) -> None:
        """Run up to a moment, or until something is told."""
        told = [at for at in self.tells if self.now < at <= when]
        self.now = min([when, *told])
        self.runs.append(self.now)
        if told:
            self._tell(self.tells.pop(self.now))


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Return a function that begins a game in which something has been said already."""
    monkeypatch.setattr(stepped, "Link", lambda ledger, listener, seed: listener)
    make: Any = Board
    with Ledger.open(":memory:") as ledger:

        def begin_one(game: str, profile: str, *said: Command) -> Any:
            companion = opening.begin(ledger, game, profile, BEGUN, players=("person", "person"))
            for command in said:
                companion.command(command, BEGUN)
            return stepped.SteppedTable(companion, ledger, make)

        yield begin_one


@pytest.fixture
def table(begin: Callable[..., Any]) -> Any:
    return begin("armada", "grid", Name("hub-2"))


def test_where_nothing_is_due_time_passes_at_once(table: Any) -> None:
    table.run_for(60_000)
    assert table.now == BEGUN + 60_000
    assert table.board.runs == [BEGUN + 60_000]


def test_what_is_due_is_done_at_its_time(begin: Callable[..., Any]) -> None:
    """A card has to lie on a bench for a while before it counts."""
    words = ("character surgeon", "character broker", "first red")
    table = begin("saw", "bench", *map(Say, words))
    table.companion.link("The board is connected.", True, BEGUN, "aa", ())
    table.post(Lay("seat1.bench.1", "rope", "aabb"))
    table.run_for(PUT_MS - 1)
    assert table.picture.lines[-1].text == "first red"
    assert table.board.runs == [BEGUN + PUT_MS - 1]
    table.run_for(10_000)
    assert table.board.runs[1:] == [BEGUN + PUT_MS, BEGUN + PUT_MS - 1 + 10_000]
    assert (table.picture.lines[-1].text, table.picture.lines[-1].at) == ("bench ? 1", BEGUN + PUT_MS)
    assert table.board.shown[-1] is table.picture.lights


def test_what_the_link_hears_is_taken_at_once(table: Any) -> None:
    table.board.tells[BEGUN + 40] = Lost("", "The cable is out.")
    table.run_for(39)
    assert table.picture.link != "The cable is out."
    table.run_for(1)
    assert table.picture.link == "The cable is out."
    assert table.now == BEGUN + 40


def test_lights_are_shown_once_as_long_as_they_stay_the_same(table: Any) -> None:
    table.run_for(100)
    shown = len(table.board.shown)
    table.run_for(100)
    assert len(table.board.shown) == shown


def test_waiting_for_something_ends_when_it_holds_or_when_time_is_over(table: Any) -> None:
    assert table.run_while(lambda: table.now < BEGUN + 11, 1_000)
    assert table.now == BEGUN + 12
    assert not table.run_while(lambda: True, 10)
    assert table.now == BEGUN + 22
    assert table.run_while(lambda: False, 10)
    assert table.now == BEGUN + 22


def test_what_is_said_is_done_now(table: Any) -> None:
    table.run_for(500)
    table.post(Say("move ship-1 north"))
    assert table.picture.lines[-1].at == BEGUN + 500
