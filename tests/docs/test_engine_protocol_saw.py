"""docs/engine-protocol-saw.md against the code: the conversation is run, every table and every event compared."""

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engines
from engines.core import Answer, Shuffle
from engines.core.protocol import Session
from engines.saw import events as ev
from engines.saw.frames import FIELDS
from engines.saw.notation import FORMS
from tests.docs.test_engine_protocol import like

TEXT = (Path(__file__).parents[2] / "docs" / "engine-protocol-saw.md").read_text(encoding="utf-8")
GAME = engines.load("saw")
RARE: dict[Any, Any] = {ev.Removed: (0, (4, 5)), ev.Eased: (1, 3, 2), ev.Mingled: ((4, 5), (123, 124))}
"""They need another A41, more luck, or a table that does not tell."""
GAMES = 10


def examples() -> list[tuple[str, str]]:
    """Every request and the reply that the page shows."""
    found: list[list[str]] = []
    for block in re.findall(r"^```json\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL):
        for line in block.splitlines() if block.startswith(">") else ():
            if line.startswith((">", "<")):
                found.append([line[0], line[2:]])
            else:
                found[-1][1] += " " + line.strip()
    return [(found[at][1], found[at + 1][1]) for at in range(0, len(found), 2)]


def table(header: str, text: str = TEXT) -> dict[str, list[str]]:
    """The names in the first cell of each row of a table, and those in its last."""
    match = re.search(rf"^\| {re.escape(header)} \|.*\n\|[-|]+\n((?:\|.*\n)*)", text, flags=re.MULTILINE)
    assert match, header
    rows = [line[2:-2].split(" | ") for line in match[1].splitlines()]
    return {row[0].strip("`"): re.findall(r"`([^`]+)`", row[-1]) for row in rows}


@cache
def replies() -> tuple[dict[str, Any], ...]:
    """What the engine really replies."""
    session = Session(GAME)
    return tuple(session.handle(json.loads(request)) for request, _ in examples())


@pytest.mark.parametrize("at", range(len(examples())), ids=lambda at: f"{at}-{examples()[at][0][13:40]}")
def test_each_example_is_true(at: int) -> None:
    request, shown = examples()[at]
    assert like(json.loads(shown), replies()[at]), f"{request}\n{json.dumps(replies()[at], ensure_ascii=False)}"


def test_every_kind_of_decision_and_its_answers_are_listed() -> None:
    assert table("kind") == {kind: list(words) for kind, words in FORMS.items()}


def test_every_item_that_is_waited_on_and_its_fields_are_listed() -> None:
    assert table("item of `waits`") == {kind: [name for name, _ in fields] for kind, fields in FIELDS.items()}


def test_every_field_of_a_position_and_of_a_view_is_listed() -> None:
    play = GAME.new(Shuffle(1))
    position, view = play.position(), play.view(0)
    assert list(table("field of a position")) == list(position)
    assert list(table("field of a view")) == list(view)
    told = table("field of a position")
    assert told["players"] == list(position["players"][0])
    assert told["turn"] == list(position["turn"])


@cache
def happened() -> frozenset[str]:
    """The events of some random games."""
    found = set()
    for seed in range(GAMES):
        play, rng = GAME.new(Shuffle(seed), (2, 3, 4, 5, 6)[seed % 5]), Random(seed)
        while play.waiting:
            decision = play.decision
            options: Any = play.options(decision)
            play.feed(Answer(decision.id, options.sample_kind_first(rng)))
        found |= {json.dumps(GAME.write_event(event), sort_keys=True) for event in play.events}
    return frozenset(found)


@pytest.mark.parametrize("event", GAME.folds, ids=lambda event: event.__name__)
def test_every_event_has_its_fields_and_a_true_example(event: Any) -> None:
    match = re.search(rf"^### {event.__name__}\n(.*?)(?=^###|\Z)", TEXT, flags=re.MULTILINE | re.DOTALL)
    assert match
    fields = [field for field in event._fields if field not in ("cause", "rule")]
    assert list(table("field", match[1])) == fields
    block = re.search(r"```json\n(.*?)```", match[1], flags=re.DOTALL)
    assert block
    shown = json.loads(" ".join(line.strip() for line in block[1].splitlines()))
    if event in RARE:
        assert shown == GAME.write_event(event(*RARE[event]))
    else:
        assert json.dumps(shown, sort_keys=True) in happened()
