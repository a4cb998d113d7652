"""docs/engine-protocol.md against the code: every example is run, every table compared, the bot plays a game."""

import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engines
from engines.core import entries_json, protocol
from engines.core.protocol import Session
from host.cli import engine
from tests.docs.protocol_page import examples, like

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "engine-protocol.md").read_text(encoding="utf-8")
GAME = engines.load("armada")
EXAMPLES = examples(TEXT)
LAUNCH = "import sys; from host.cli import main; sys.exit(main())"


# ---- reading the page ----


def section(heading: str) -> str:
    """The text under a heading, up to the next one."""
    match = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", TEXT, flags=re.MULTILINE | re.DOTALL)
    assert match, f"there is no heading {heading}"
    return match[1]


def column(text: str, header: str) -> list[str]:
    """The first cells of the table with that header, without their backquotes; several names in one cell count each."""
    table = re.search(rf"^\| {re.escape(header)} \|.*\n\|[-|]+\n((?:\|.*\n)*)", text, flags=re.MULTILINE)
    cells = [row.split(" | ")[0].lstrip("| ") for row in table[1].splitlines()] if table else []
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


@cache
def replies() -> tuple[dict[str, Any], ...]:
    """What the engine really replies to the requests of the page."""
    session = Session(GAME)
    return tuple(engine.reply(session, request.encode()) for request, _ in EXAMPLES)


def shown_objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object on the page that leaves nothing out."""
    if isinstance(value, dict):
        if "…" not in value and "…" not in value.values():
            yield value
        for inner in value.values():
            yield from shown_objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from shown_objects(inner)


# ---- the examples ----


@pytest.mark.parametrize("at", range(len(EXAMPLES)), ids=lambda at: f"{at}-{EXAMPLES[at][0][13:40]}")
def test_each_example_is_true(at: int) -> None:
    request, shown = EXAMPLES[at]
    real = replies()[at]
    assert like(json.loads(shown), real), f"{request}\n{json.dumps(real, ensure_ascii=False)}"


def test_the_command_gives_the_same_replies() -> None:
    lines = "".join(request + "\n" for request, _ in EXAMPLES)
    command = [sys.executable, "-c", LAUNCH, "engine", "armada"]
    done = subprocess.run(command, input=lines.encode(), capture_output=True, cwd=ROOT, check=True)
    assert [json.loads(line) for line in done.stdout.decode().splitlines()] == list(replies())


def test_what_is_left_out_is_marked() -> None:
    assert like({"a": 1, "…": "…"}, {"a": 1, "b": 2})
    assert not like({"a": 1}, {"a": 1, "b": 2})
    assert like([1, "…", 4], [1, 2, 3, 4])
    assert not like([1, "…", 4], [1, 2, 3])
    assert not like({"a": True}, {"a": 1})


# ---- the tables ----


def test_every_request_has_its_row_and_its_section() -> None:
    names = [re.sub(r"\].*", "", name) for name in column(section("3. Requests"), "request")]
    assert names == list(protocol.REQUESTS)


@pytest.mark.parametrize("name", protocol.REQUESTS)
def test_every_field_of_a_request_is_explained(name: str) -> None:
    told = section(f"`{name}`")
    assert column(told, "field") == list(protocol.REQUESTS[name][1])
    assert ("No fields." in told) == (not protocol.REQUESTS[name][1])


@pytest.mark.parametrize("name", protocol.REQUESTS)
def test_every_field_of_a_reply_is_explained(name: str) -> None:
    told = section(f"`{name}`")
    pairs = zip(EXAMPLES, replies(), strict=True)
    granted = [
        reply.keys() - {"ok", "id"} for (sent, _), reply in pairs if f'"request": "{name}"' in sent and reply["ok"]
    ]
    assert granted, f"no example of {name}"
    explained = set(column(told, "reply"))
    if not explained and ("of `new`" in told or "as in `new`" in told):
        explained = set(column(section("`new`"), "reply"))
    assert set().union(*granted) <= explained


@pytest.mark.parametrize("event", GAME.folds, ids=lambda event: event.__name__)
def test_every_event_has_its_fields_and_an_example(event: type) -> None:
    told = column(section(event.__name__), "field")
    whole = [found for _, reply in EXAMPLES for found in shown_objects(json.loads(reply))]
    shown = [found for found in whole if found.get("event") == event.__name__]
    assert shown, f"no example of {event.__name__}"
    for found in shown:
        assert list(found) == ["event", *told, "cause", "rule"]


@pytest.mark.parametrize("name", entries_json._READERS)
def test_every_entry_has_its_fields_and_an_example(name: str) -> None:
    told = set(column(section(f"`{name}`"), "field"))
    sent = [json.loads(request)["entry"][name] for request, _ in EXAMPLES if f'"entry": {{"{name}"' in request]
    assert sent
    assert all(entry.keys() <= told for entry in sent)
    written = [found[name] for _, reply in EXAMPLES for found in shown_objects(json.loads(reply)) if name in found]
    assert all(entry.keys() == told for entry in written if isinstance(entry, dict))


def test_decisions_and_reveals_have_their_fields_and_examples() -> None:
    waiting = [item for reply in replies() for item in reply.get("waiting", ())]
    decisions = [item for item in waiting if "decision" in item]
    assert {item["kind"] for item in decisions} == set(column(section("Decision"), "kind"))
    assert all(list(item) == column(section("Decision"), "field") for item in decisions)
    reveals = [item for item in waiting if "reveal" in item]
    assert reveals
    assert all(list(item) == column(section("Reveal"), "field") for item in reveals)


def test_every_field_of_a_position_is_explained() -> None:
    told = section("7. Positions and views")
    position = next(reply["position"] for reply in reversed(replies()) if "position" in reply)
    ship = position["ships"][0]
    assert list(position) == column(told, "field")
    assert list(position["turn"]) == column(told, "field of `turn`")
    assert list(ship) == column(told, "field of a ship")
    assert list(ship["pieces"][-1]) == column(told, "field of a piece")
    view = next(reply["view"] for reply in reversed(replies()) if "view" in reply)
    assert view.keys() == position.keys() - {"next_ship", "waits"}


def test_every_form_of_an_answer_is_listed() -> None:
    kinds = {text.split()[0] for text in column(section("8. Answers as text"), "text")}
    actions, shields, firsts = (
        re.findall(r"`(\w+)`", row.split(" | ")[-1])
        for row in re.findall(r"^\| `(?:action|shield|first)` .*$", section("Decision"), flags=re.MULTILINE)
    )
    assert kinds == {*actions, *shields, *firsts}


def test_every_limit_is_that_of_the_code() -> None:
    rows = re.findall(r"^\| .* \| ([\d,]+) \| `([\w.]+)\.(\w+)` \|$", section("9. Limits"), flags=re.MULTILINE)
    assert {name for _, _, name in rows} >= {"MAX_LINE", *(name for name in vars(protocol) if name.startswith("MAX_"))}
    for value, module, name in rows:
        assert getattr(importlib.import_module(module), name) == int(value.replace(",", ""))


# ---- the bot ----


def test_the_bot_plays_a_game_to_its_end(tmp_path: Path) -> None:
    bot = re.search(r"^```python\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)
    assert bot
    assert len([line for line in bot[1].splitlines() if line.strip()]) <= 20
    command = tmp_path / "deadfall"
    command.write_text(
        f"#!{sys.executable}\nimport sys; sys.path.insert(0, {str(ROOT)!r})\n{LAUNCH.split('; ', 1)[1]}\n"
    )
    command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [sys.executable, "-c", bot[1]], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert re.fullmatch(r"\{'winner': ('blue'|'red'|None), 'rule': '(R40|A26|A30)'\}\n", done.stdout)
