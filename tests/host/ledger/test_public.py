"""Lines of an export without what only some may know."""

import pytest

from host.ledger.public import public_line

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
        ({"line": "board", "id": 1}, {"line": "board", "id": 1}),
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
