"""Lines of an export without what only some may know."""

import json
from io import BytesIO

import pytest

from host.ledger import Ledger, export_lines
from host.ledger.public import is_secret, public_line
from tests.host.ledger.game import HEAD, answer, facts

ENTRY = {"line": "entry", "kind": "answer", "entry": {"answer": {}}, "text": "draw", "events": [], "digest": "ab"}
SECRET = {"observed": {"token": "red.token-3", "card": "hub-9", "seen_by": ["red"]}}


def hide(kind: int, src: int, data: bytes) -> bytes:
    return bytes((kind, src, *reversed(data)))


@pytest.mark.parametrize(
    ("line", "public"),
    [
        ({"line": "header", "version": 1}, {"line": "header", "version": 1, "public": True}),
        (
            {"line": "fact", "kind": 4, "src": 1, "data": "0203"},
            {"line": "fact", "kind": 4, "src": 1, "data": "04010302"},
        ),
        (
            {"line": "state", "kind": 5, "src": 2, "data": "0203"},
            {"line": "state", "kind": 5, "src": 2, "data": "05020302"},
        ),
        ({"line": "play", "root": {"deck": ["x"]}}, {"line": "play", "root": {}}),
        (
            {"line": "input", "kind": "command", "data": {"say": "x"}},
            {"line": "input", "kind": "command", "data": {}},
        ),
        (
            {"line": "input", "kind": "link", "data": {"sentence": "x"}},
            {"line": "input", "kind": "link", "data": {"sentence": "x"}},
        ),
        (
            {"line": "input", "kind": "learned", "data": {"tag": "x"}},
            {"line": "input", "kind": "learned", "data": {}},
        ),
        ({"line": "board", "id": 1}, {"line": "board", "id": 1}),
        (
            {**ENTRY, "entry": {"answer": {"decision": 3, "choice": "discard hub-9"}}, "text": "discard a card"},
            {**ENTRY, "entry": {"answer": {"decision": 3, "choice": "draw"}}, "text": "discard a card", "digest": ""}
            | {"entry": {"answer": {"decision": 3, "choice": "discard a card"}}},
        ),
        (
            {**ENTRY, "kind": "observed", "entry": {"observed": {"card": "hub-9"}}, "why": "shown"},
            {**ENTRY, "kind": "observed", "entry": {"observed": {"card": "hub-9"}}, "why": "shown", "digest": ""},
        ),
        (ENTRY, {**ENTRY, "digest": ""}),
        ({**ENTRY, "kind": "import", "entry": {"position": 1}}, {**ENTRY, "kind": "import", "entry": {}, "digest": ""}),
        (
            {**ENTRY, "events": [{"event": "A", "seen_by": ["red"]}, {"event": "B"}]},
            {**ENTRY, "events": [{"event": "B"}], "digest": ""},
        ),
    ],
)
def test_what_only_some_may_know_is_left_out(line: dict[str, object], public: dict[str, object]) -> None:
    assert public_line(line, hide) == public


def test_a_secret_sight_is_told_as_one() -> None:
    line = {
        **ENTRY,
        "kind": "observed",
        "entry": SECRET,
        "text": "red.token-3 is hub-9",
        "why": "hub-9",
        "candidates": ["hub-9"],
    }
    public = public_line(line, hide)
    assert "hub-9" not in str(public)
    assert public["text"] == "a card, seen by some"


@pytest.mark.parametrize(
    ("entry", "events", "secret"),
    [
        ({"observed": {"seen_by": ["red"]}}, [], True),
        ({"observed": {"seen_by": []}}, [], True),
        ({"observed": {"seen_by": None}}, [], False),
        ({"observed": {}}, [], False),
        ({"observed": {}}, [{"event": "A"}, {"event": "B", "seen_by": ["red"]}], True),
        ({"observed": {}}, [{"event": "A", "seen_by": None}], False),
        ({"observed": "hub-9"}, [{"seen_by": ["red"]}], False),
        ({"answer": {}}, [{"seen_by": ["red"]}], False),
    ],
)
def test_a_card_is_secret_by_what_was_seen_and_by_what_came_of_it(entry, events, secret) -> None:
    assert is_secret(entry, events) is secret
    line = {**ENTRY, "kind": "observed", "entry": entry, "events": events, "why": "w", "candidates": ["c"]}
    public = public_line(line, hide)
    assert (public["entry"] == {}, public["text"], public["why"] == "", public["candidates"] == []) == (
        *(secret, "a card, seen by some" if secret else "draw", secret, secret),
    )
    assert public["events"] == [event for event in events if event.get("seen_by") is None]


def test_a_public_export_hides_what_it_is_told_to_hide(tmp_path) -> None:
    """From the ledger to the file, line by line."""
    with Ledger.open(":memory:") as ledger:
        ledger.begin(HEAD)
        last = facts(ledger, 2)
        ledger.note(1, "command", {"say": "x"}, last)
        ledger.write([answer(fact=last, input=1, digest="ab")])
        sinks = BytesIO(), BytesIO()
        counts = export_lines(ledger, sinks[0]), export_lines(ledger, sinks[1], hide)
    plain, public = ([json.loads(line) for line in sink.getvalue().splitlines()] for sink in sinks)
    assert counts == (len(plain), len(public))
    assert public == [*(public_line(line, hide) for line in plain[:-1]), plain[-1]]
    assert [line["data"] for line in public if line["line"] == "fact"] == ["020000", "020101"]
