"""Several seats asked at once, and windows that close by passing: a toy game that has both."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

import engines
from engines.core import (
    EACH,
    WINDOW,
    Answer,
    Decision,
    Game,
    IllegalEntry,
    OneOf,
    Pass,
    Play,
    Problem,
    Result,
    SetupError,
)
from engines.core.knowledge import Knowledge


class Voted(NamedTuple):
    seat: int
    vote: str
    cause: str = "vote"
    rule: str = "R1"


class Passed(NamedTuple):
    seat: int
    cause: str = "pass"
    rule: str = "R2"


class State:
    """First every seat votes, in any order; then a window is open for those who did not vote no."""

    def __init__(self, seats: int = 3) -> None:
        self.seats = seats
        self.votes: dict[int, str] = {}
        self.closed: set[int] = set()

    def clone(self) -> "State":
        copy = State(self.seats)
        copy.votes, copy.closed = dict(self.votes), set(self.closed)
        return copy


FOLDS = {
    Voted: lambda state, event: state.votes.update({event.seat: event.vote}),
    Passed: lambda state, event: state.closed.add(event.seat),
}


class Toy(Game):
    name, seats, seat_counts, options = "toy", ("a", "b", "c"), (3, 2), {}
    folds = FOLDS

    def waiting(self, state: State, id_: int) -> tuple[Decision, ...]:
        voters = [seat for seat in range(state.seats) if seat not in state.votes]
        if voters:
            return tuple(Decision(id_, seat, "vote", EACH) for seat in voters)
        return tuple(Decision(id_, seat, "window", WINDOW) for seat in range(state.seats) if seat not in state.closed)

    def choices(self, state: State, decision: Decision) -> OneOf:
        return OneOf([("yes",), ("no",)] if decision.kind == "vote" else [("object",)])

    def act(self, state: State, decision: Decision, choice: Any, emit: Callable[[Any], None]) -> None:
        emit(Voted(decision.seat, choice[0]) if decision.kind == "vote" else Passed(decision.seat))

    def passed(self, state: State, decision: Decision, emit: Callable[[Any], None]) -> None:
        emit(Passed(decision.seat))

    def explain(self, state: State, decision: Decision, choice: Any) -> Problem:
        return Problem("Say yes or no.", "R1")

    def first_state(self, seats: int) -> State:
        return State(seats)

    def seats_in(self, state: State) -> tuple[str, ...]:
        return self.seats[: state.seats]

    def hidden(self, state: State) -> Knowledge:
        return Knowledge()

    def result(self, state: State) -> Result | None:
        return Result(None, "R2") if len(state.closed) == state.seats else None

    def write_position(self, state: State) -> dict[str, Any]:
        return {"votes": state.votes, "closed": sorted(state.closed)}

    advance = check = lambda self, state, *_: None
    variant = read_position = problem_with_card = observe = problem_with_correction = correct = None  # type: ignore
    view = write = parse = write_event = write_token = read_token = write_catalogue = None  # type: ignore


@pytest.fixture
def play() -> Play:
    return Toy().new()


def vote(play: Play, seat: int, choice: str) -> None:
    play.feed(Answer(play.waiting[0].id, (choice,), seat))


def test_each_seat_answers_for_itself_in_any_order(play: Play) -> None:
    vote(play, 2, "no")
    vote(play, 0, "yes")
    assert [item.seat for item in play.waiting] == [1]
    vote(play, 1, "yes")
    assert play.state.votes == {2: "no", 0: "yes", 1: "yes"}
    assert [asked.seat for asked in play.asked] == [2, 0, 1]


def test_where_several_are_asked_an_answer_names_its_seat(play: Play) -> None:
    with pytest.raises(IllegalEntry, match="which one"):
        play.feed(Answer(0, ("yes",)))
    with pytest.raises(IllegalEntry, match="not asked yet"):
        play.feed(Answer(0, ("yes",), 7))
    assert play.state.votes == {}


def test_an_answer_to_an_earlier_question_is_stale(play: Play) -> None:
    vote(play, 0, "yes")
    with pytest.raises(IllegalEntry, match="before"):
        play.feed(Answer(0, ("no",), 1))


def test_a_vote_cannot_be_passed_on_but_a_window_can(play: Play) -> None:
    with pytest.raises(IllegalEntry, match="answered"):
        play.feed(Pass(0, 1))
    for seat in range(3):
        vote(play, seat, "yes")
    for seat in (1, 0):
        play.feed(Pass(play.waiting[0].id, seat))
    assert [item.seat for item in play.waiting] == [2]
    play.feed(Pass(play.waiting[0].id))  # only one is asked: no need to say who
    assert play.waiting == ()
    assert play.result == Result(None, "R2")


def test_passes_are_undone_like_answers(play: Play) -> None:
    for seat in range(3):
        vote(play, seat, "yes")
    before = play.digest()
    play.feed(Pass(play.waiting[0].id, 1))
    play.undo()
    assert play.digest() == before
    assert len(play.waiting) == 3


def test_fewer_may_play_where_the_game_allows_it() -> None:
    play = Toy().new(seats=2)
    assert play.seats == ("a", "b")
    assert [item.seat for item in play.waiting] == [0, 1]
    vote(play, 1, "no")
    vote(play, 0, "no")
    assert [item.seat for item in play.waiting] == [0, 1]
    assert play.clone().seats == play.seats


def test_as_many_play_as_usual_if_nobody_says_how_many() -> None:
    assert Toy().new().seats == Toy().new(seats=3).seats == ("a", "b", "c")


@pytest.mark.parametrize("seats", [0, 1, 4, -2, 2.0, True, "2", "many players, far too many to count"])
def test_a_number_that_cannot_play_is_refused(seats: Any) -> None:
    with pytest.raises(SetupError, match=r"This game is played by 2 or 3; .{1,20} cannot play it\."):
        Toy().new(seats=seats)


def test_armada_is_for_two() -> None:
    game = engines.load("armada")
    assert game.new(seats=2).digest() == game.new().digest()
    with pytest.raises(SetupError, match=r"played by 2; 4 cannot"):
        game.new(seats=4)
