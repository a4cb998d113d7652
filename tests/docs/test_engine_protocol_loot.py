"""docs/engine-protocol-loot.md against the code: the conversation is run, every table and every event compared."""

from typing import Any

import pytest

from engines.core import Shuffle
from engines.loot import events as ev
from engines.loot.frames import FIELDS
from engines.loot.notation import WORDS_OF
from tests.docs.protocol_page import ProtocolPage

PAGE = ProtocolPage("loot", (2, 3, 4), 60)
RARE: dict[Any, Any] = {ev.Stayed: (0,), ev.HoleLeft: (0,), ev.Mixed: (0, (12, 131), (140, 141))}
"""They need more luck than a few random games have."""


@pytest.mark.parametrize("at", range(len(PAGE.examples)), ids=lambda at: f"{at}-{PAGE.examples[at][0][13:40]}")
def test_each_example_is_true(at: int) -> None:
    PAGE.check_example(at)


def test_every_kind_of_decision_and_its_answers_are_listed() -> None:
    assert PAGE.table("kind") == {kind: list(words) for kind, words in WORDS_OF.items()}


def test_every_item_of_an_agenda_and_its_fields_are_listed() -> None:
    assert PAGE.table("item of an agenda") == {kind: list(fields) for kind, fields in FIELDS.items()}


def test_every_field_of_a_position_and_of_a_view_is_listed() -> None:
    play = PAGE.game.new(Shuffle(1))
    position, view = play.position(), play.view(0)
    told = PAGE.table("field of a position")
    assert list(told) == list(position)
    assert list(PAGE.table("field of a view")) == list(view)
    assert told["players"] == list(position["players"][0])
    assert told["field"] == list(position["field"][0])
    assert told["turn"] == list(position["turn"])


@pytest.mark.parametrize("event", PAGE.game.folds, ids=lambda event: event.__name__)
def test_every_event_has_its_fields_and_a_true_example(event: Any) -> None:
    PAGE.check_event(event, RARE.get(event))
