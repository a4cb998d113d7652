"""docs/engine-protocol-saw.md against the code: the conversation is run, every table and every event compared."""

from typing import Any

import pytest

from engines.core import Shuffle
from engines.saw import events as ev
from engines.saw.frames import FIELDS
from engines.saw.notation import FORMS
from tests.docs.protocol_page import ProtocolPage

PAGE = ProtocolPage("saw", (2, 3, 4, 5, 6), 10)
RARE: dict[Any, Any] = {
    ev.Removed: (0, (4, 5)),
    ev.Eased: (1, 3, 2),
    ev.Mingled: ((4, 5), (123, 124)),
    ev.Reordered: ((6, 8), "corrected by table: it fell"),
}
"""They need another A41, more luck, a table that does not tell, or people who put something right."""


@pytest.mark.parametrize("at", range(len(PAGE.examples)), ids=lambda at: f"{at}-{PAGE.examples[at][0][13:40]}")
def test_each_example_is_true(at: int) -> None:
    PAGE.check_example(at)


def test_every_kind_of_decision_and_its_answers_are_listed() -> None:
    assert PAGE.table("kind") == {kind: list(words) for kind, words in FORMS.items()}


def test_every_item_that_is_waited_on_and_its_fields_are_listed() -> None:
    assert PAGE.table("item of `waits`") == {kind: [name for name, _ in fields] for kind, fields in FIELDS.items()}


def test_every_field_of_a_position_and_of_a_view_is_listed() -> None:
    play = PAGE.game.new(Shuffle(1))
    position, view = play.position(), play.view(0)
    told = PAGE.table("field of a position")
    assert list(told) == list(position)
    assert list(PAGE.table("field of a view")) == list(view)
    assert told["players"] == list(position["players"][0])
    assert told["turn"] == list(position["turn"])


@pytest.mark.parametrize("event", PAGE.game.folds, ids=lambda event: event.__name__)
def test_every_event_has_its_fields_and_a_true_example(event: Any) -> None:
    PAGE.check_event(event, RARE.get(event))
