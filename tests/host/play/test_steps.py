"""Steps that are written as a whole or not at all: what waits, what is tried again and when, and what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from host.ledger import Unwritten
from host.play.steps import BROKEN, RETRY_MS, Steps

FULL = "There is no room."
AT = 1_000


class Book:
    """A ledger in which something may not be written."""

    def __init__(self) -> None:
        self.is_full = False

    def last_fact(self) -> int:
        return 7

    @contextmanager
    def together(self) -> Iterator[None]:
        yield
        if self.is_full:
            raise Unwritten(FULL)


class Game:
    """Steps of a game that only notes what was done."""

    def __init__(self) -> None:
        self.book: Any = Book()
        self.done: list[object] = []
        self.fails_with_table = False
        self.steps = Steps(self.book, self.resume, lambda now: self.done.append(("back", now)))

    def resume(self, now: int, why: str) -> None:
        if self.fails_with_table and not why:
            raise RuntimeError("odd")
        self.done.append(("resumed", now, why))

    def job(self, name: str) -> Any:
        return lambda: self.done.append(name)


def fail() -> None:
    raise RuntimeError("odd")


def test_a_step_that_is_written_is_done_and_its_facts_are_taken() -> None:
    game = Game()
    assert game.steps.taken == 7
    assert game.steps.do(game.job("a"), AT)
    game.steps.do_or_wait(game.job("b"), AT, 9)
    assert game.done == ["a", "b"]
    assert (game.steps.taken, game.steps.problem, game.steps.due, game.steps.starts) == (9, "", None, 0)
    assert game.steps.go_on(AT)
    assert game.done == ["a", "b"]


def test_what_cannot_be_written_is_taken_back_and_tried_again_after_a_while() -> None:
    game = Game()
    game.book.is_full = True
    game.steps.do_or_wait(game.job("a"), AT, 8)
    assert game.done == ["a", ("back", AT)]
    assert (game.steps.problem, game.steps.due, game.steps.taken) == (FULL, AT + RETRY_MS, 7)
    assert not game.steps.do(game.job("lost"), AT + 1)
    game.steps.do_or_wait(game.job("b"), AT + 2, 9)
    assert game.done == ["a", ("back", AT)]
    assert not game.steps.go_on(AT + RETRY_MS)
    assert (game.steps.problem, game.steps.due) == (FULL, AT + 2 * RETRY_MS)
    game.book.is_full = False
    game.done.clear()
    assert game.steps.go_on(AT + 5_000)
    assert game.done == [("resumed", AT + 5_000, ""), "a", "b"]
    assert (game.steps.problem, game.steps.due, game.steps.taken, game.steps.starts) == ("", None, 9, 1)
    assert game.steps.do(game.job("c"), AT + 6_000)
    assert game.done[-1] == "c"


def test_what_waits_keeps_its_order_if_there_is_room_for_only_some_of_it() -> None:
    game = Game()
    game.book.is_full = True
    game.steps.do_or_wait(game.job("a"), AT, 8)

    def fill() -> None:
        game.done.append("b")
        game.book.is_full = not game.done.count("room")

    game.steps.do_or_wait(fill, AT, 9)
    game.steps.do_or_wait(game.job("c"), AT, 10)
    game.book.is_full = False
    assert not game.steps.go_on(AT + 5_000)
    assert (game.steps.taken, game.steps.starts) == (8, 1)
    game.book.is_full = False
    game.done[:] = ["room"]
    assert game.steps.go_on(AT + 9_000)
    assert game.done == ["room", ("resumed", AT + 9_000, ""), "b", "c"]
    assert (game.steps.taken, game.steps.starts) == (10, 2)


def test_a_step_that_fails_is_not_tried_again_and_the_game_goes_on_at_once() -> None:
    game = Game()
    with pytest.raises(RuntimeError, match="odd"):
        game.steps.do_or_wait(fail, AT, 8)
    assert (game.steps.problem, game.steps.due, game.steps.taken) == (BROKEN, AT, 8)
    assert game.steps.go_on(AT)
    assert game.done == [("back", AT), ("resumed", AT, "")]


def test_what_cannot_be_resumed_with_the_table_is_resumed_without_it() -> None:
    game = Game()
    with pytest.raises(RuntimeError):
        game.steps.do(fail, AT)
    game.fails_with_table = True
    assert game.steps.go_on(AT)
    assert game.done[-1] == ("resumed", AT, "RuntimeError: odd")
