"""Entries as JSON, both ways: what a play has taken can be written and read; what is wrong is named."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engines
from engines.core import Answer, Corrected, Observed, ParseError, Pass, Play, Problem, Shuffle, Shuffled, Table
from engines.core.entries_json import _FIELDS, MAX_TEXT, from_json, to_json

GAME = engines.load("armada")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("answer", "pass", "observed", "shuffled", "corrected")
FIELDS = ("decision", "choice", "token", "card", "seen_by", "zone", "field", "value", "why", "by")
# Of each field what can be read, here or there, and what cannot.
VALUES = {
    "decision": st.integers(-1, 3),
    "choice": st.sampled_from(("draw", "stop", "move ship-1 north", "shoot gun-1 north", "jump", "")),
    "token": st.sampled_from(("blue.token-1", "blue.token-9", "red.token-15", "token-1")),
    "card": st.sampled_from(("hub-2", "gun-3", "starter", "spoon")),
    "seen_by": st.none() | st.lists(st.sampled_from(("blue", "red", "green")), max_size=2),
    "zone": st.sampled_from(("draw", "blue", "")),
    "field": st.sampled_from(("ship-1.energy", "turn.actions", "ship-9.energy", "blue.starter.shield")),
    "value": st.integers(-1, 3) | st.sampled_from(("gone", "fresh", "")),
    "why": st.sampled_from(("counted", "")),
    "by": st.sampled_from(("Ann", "")),
}

OUTCOMES = {
    "answer": {"unread", "refused", "taken"},
    "pass": {"refused"},
    "observed": {"unread", "refused"},
    "shuffled": {"unread", "refused"},
    "corrected": {"unread", "refused", "taken"},
}


def started() -> Play:
    return GAME.new(oracle=Shuffle(7))


def test_every_entry_of_a_log_can_be_written_and_read_again() -> None:
    play, rng = started(), Random(7)
    again = GAME.new(oracle=Table())
    play.feed(Corrected("ship-1.energy", 4, "counted", "Ann"))
    while play.waiting:
        decision = play.decision
        play.feed(Answer(decision.id, play.options(decision).sample(rng)))
    for at, entry in enumerate(play.log):
        written = json.loads(json.dumps(to_json(play, at)))
        assert from_json(again, written) == entry
        again.feed(entry)
    assert again.events == play.events


def test_an_answer_travels_in_the_games_notation() -> None:
    play = started()
    play.say("move ship-1 north")
    assert to_json(play, 1) == {"answer": {"decision": 1, "choice": "move ship-1 north"}}


def test_who_has_seen_a_card_travels_with_it() -> None:
    play = GAME.new()
    play.feed(Observed(2, "hub-2", (1,)))
    written = to_json(play, 0)
    assert written["observed"]["seen_by"] == ["red"]
    assert from_json(GAME.new(), written) == play.log[0]


def test_what_needs_no_position_is_read_as_it_is() -> None:
    play = started()
    assert from_json(play, {"pass": {"decision": 4}}) == Pass(4)
    assert from_json(play, {"shuffled": {"zone": "draw"}}) == Shuffled("draw")
    assert from_json(play, {"corrected": {"field": "turn.actions", "value": 1, "why": "counted"}}) == Corrected(
        "turn.actions", 1, "counted", "table"
    )


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        (None, "An entry is an object with one name"),
        ([], "An entry is an object with one name"),
        ({}, "An entry is an object with one name"),
        ({"answer": {}, "pass": {}}, "An entry is an object with one name"),
        ({"move": {}}, 'There is no entry "move"; there are answer'),
        ({"answer": 3}, "object"),
        ({"answer": {"choice": "draw"}}, '"decision" must be a whole number'),
        ({"answer": {"decision": "1", "choice": "draw"}}, '"decision" must be a whole number'),
        ({"answer": {"decision": True, "choice": "draw"}}, '"decision" must be a whole number'),
        ({"answer": {"decision": 10**30, "choice": "draw"}}, '"decision" must be a whole number'),
        ({"answer": {"decision": 1}}, '"choice" must be a text'),
        ({"answer": {"decision": 1, "choice": "x" * 501}}, '"choice" must be a text'),
        ({"answer": {"decision": 1, "choice": "jump"}}, 'There is no action "jump"'),
        ({"answer": {"decision": 9, "choice": "draw"}}, "Nobody is asked that now"),
        ({"observed": {"token": "x", "card": "hub-2"}}, "token"),
        ({"observed": {"token": "blue.token-3", "card": 2}}, '"card" must be a text'),
        ({"observed": {"token": "blue.token-3", "card": "hub-2", "seen_by": "red"}}, '"seen_by" must be a list'),
        ({"observed": {"token": "blue.token-3", "card": "hub-2", "seen_by": [7]}}, '"seen_by" must be a list'),
        ({"corrected": {"field": "turn.actions", "value": True, "why": "x"}}, '"value" must be'),
        ({"corrected": {"field": "turn.actions", "value": 1.0, "why": "x"}}, '"value" must be'),
        ({"corrected": {"field": "turn.actions", "value": "x" * 101, "why": "x"}}, '"value" must be'),
        ({"corrected": {"field": "turn.actions", "value": 1}}, '"why" must be a text'),
        ({"corrected": {"field": "turn.actions", "value": 1, "why": "x", "by": 3}}, '"by" must be a text'),
        ({"shuffled": {"zone": ""}}, '"zone" must be a text'),
    ],
)
def test_what_is_wrong_is_named(item: Any, sentence: str) -> None:
    with pytest.raises(ParseError) as error:
        from_json(started(), item)
    assert sentence in str(error.value)


@given(st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=5), JSON, max_size=2) | JSON)
def test_any_json_is_refused_or_judged(item: Any) -> None:
    judge(item)


@given(st.sampled_from(NAMES), st.dictionaries(st.sampled_from(FIELDS), JSON | st.integers(0, 3), max_size=5))
def test_any_fields_are_refused_or_judged(name: str, fields: dict[str, Any]) -> None:
    judge({name: fields})


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_whose_values_may_be_right_is_refused_or_judged(name: str) -> None:
    """A play that deals by itself waits for no identity, no shuffle and no pass."""
    outcomes = set()

    @given(st.fixed_dictionaries({field: VALUES[field] for field in _FIELDS[name]}))
    def one(fields: dict[str, Any]) -> None:
        outcomes.add(judge({name: fields}))

    one()
    assert outcomes == OUTCOMES[name]


def judge(item: Any) -> str:
    """Reading may end in a ParseError and in nothing else; what is read can be verified."""
    play = started()
    try:
        entry = from_json(play, item)
    except ParseError as error:
        outcome, problem = "unread", Problem(str(error))
    else:
        outcome, problem = "refused", play.verify(entry)
    if problem is None:
        play.feed(entry)
        return "taken"
    assert problem.sentence.endswith(".")
    return outcome


@pytest.mark.parametrize(
    ("why", "by"), [("", "Ann"), ("counted", ""), ("x" * (MAX_TEXT + 1), "Ann"), (None, "Ann"), ("x", 3)]
)
def test_a_correction_that_could_not_be_saved_is_not_taken(why: Any, by: Any) -> None:
    problem = started().verify(Corrected("ship-1.energy", 3, why, by))
    assert problem is not None
    assert "why" in problem.sentence
