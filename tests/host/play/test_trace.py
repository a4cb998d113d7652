"""When things reach a game, so that a replay finds them in the same order."""

import pytest

from firmware import wire
from host.ledger import Batch, Fact, Ledger
from host.play import opening
from host.play.chronicle import Moment
from host.play.trace import Trace

BOOT = 1


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "game.ledger", synchronous="OFF") as made:
        opening.begin(made, "armada", "grid", 0)
        yield made


def notes(ledger):
    return [(row.at, row.kind, row.fact) for row in ledger.inputs()]


def arrive(ledger, at):
    """Have a fact on disk that arrived at a time; return its id."""
    seq = ledger.last_fact() + 1
    fact = Fact(seq, None, at, at, wire.TILE, 4, b"\x01")
    ledger.commit(Batch("board", BOOT, seq + 1, at, (fact,)))
    return ledger.last_fact()


def test_time_never_goes_back(ledger):
    trace = Trace(ledger, 100)
    trace.reach(300)
    trace.reach(200)
    assert trace.now == trace.moment().at == 300


def test_a_note_names_the_last_fact_that_was_known(ledger):
    trace = Trace(ledger, 100)
    fact = arrive(ledger, 150)
    trace.expect(150)
    trace.reach(150)
    trace.took(fact)
    trace.note("command", {"do": "redo"})
    assert notes(ledger) == [(150, "command", fact)]
    assert trace.moment().input == next(iter(ledger.inputs())).id


def test_facts_that_time_had_passed_are_noted_only_if_something_came_of_them(ledger):
    trace = Trace(ledger, 100)
    trace.reach(400)
    fact = arrive(ledger, 200)
    trace.expect(200)
    trace.took(fact)
    assert notes(ledger) == []
    trace.note("command", {"do": "redo"})
    assert notes(ledger) == [(400, "time", 0), (400, "command", fact)]
    trace.note("command", {"do": "redo"})
    assert [kind for _, kind, _ in notes(ledger)] == ["time", "command", "command"]


def test_facts_in_time_need_no_note(ledger):
    trace = Trace(ledger, 100)
    for at in (200, 300):
        fact = arrive(ledger, at)
        trace.expect(at)
        trace.reach(at)
        trace.took(fact)
    assert trace.moment().fact == fact
    assert notes(ledger) == []


def test_a_game_that_is_taken_up_again_begins_behind_everything_written(ledger):
    first = Trace(ledger, 100)
    first.took(arrive(ledger, 100))
    first.note("command", {"do": "redo"})
    told = first.moment()
    assert Trace(ledger, 900).moment() == Moment(900, told.input, told.fact)
    assert (told.input, told.fact) == (1, 1)
