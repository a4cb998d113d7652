"""How a page of the engine protocol is read: its conversation, its tables, its events."""

import json
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import engines
from engines.core import Answer, Shuffle
from engines.core.protocol import Session

DOCS = Path(__file__).parents[2] / "docs"


class ProtocolPage:
    """The page of one game, and the game. ``seats`` and ``games``: the random games whose events count as true."""

    def __init__(self, game: str, seats: Sequence[int], games: int) -> None:
        self.text = (DOCS / f"engine-protocol-{game}.md").read_text(encoding="utf-8")
        self.game = engines.load(game)
        self.examples = examples(self.text)
        self._seats = seats
        self._games = games

    @cached_property
    def replies(self) -> list[dict[str, Any]]:
        """What the engine really replies."""
        session = Session(self.game)
        return [session.handle(json.loads(request)) for request, _ in self.examples]

    def check_example(self, at: int) -> None:
        request, shown = self.examples[at]
        real = self.replies[at]
        assert like(json.loads(shown), real), f"{request}\n{json.dumps(real, ensure_ascii=False)}"

    def table(self, header: str) -> dict[str, list[str]]:
        """The names in the first cell of each row of a table, and those in its last."""
        return table(self.text, header)

    @cached_property
    def happened(self) -> frozenset[str]:
        """The events of some random games."""
        found = set()
        for seed in range(self._games):
            play, rng = self.game.new(Shuffle(seed), self._seats[seed % len(self._seats)]), Random(seed)
            while play.waiting:
                decision = play.decision
                options: Any = play.options(decision)
                play.feed(Answer(decision.id, options.sample_kind_first(rng)))
            found |= {json.dumps(self.game.write_event(event), sort_keys=True) for event in play.events}
        return frozenset(found)

    def check_event(self, event: Any, rare: tuple[Any, ...] | None) -> None:
        """Its fields are listed, and its example has happened; of a ``rare`` one, it is what is written of it."""
        match = re.search(rf"^### {event.__name__}\n(.*?)(?=^###|\Z)", self.text, flags=re.MULTILINE | re.DOTALL)
        assert match
        fields = [field for field in event._fields if field not in ("cause", "rule")]
        assert list(table(match[1], "field")) == fields
        block = re.search(r"```json\n(.*?)```", match[1], flags=re.DOTALL)
        assert block
        shown = json.loads(" ".join(line.strip() for line in block[1].splitlines()))
        if rare is not None:
            assert shown == self.game.write_event(event(*rare))
        else:
            assert json.dumps(shown, sort_keys=True) in self.happened


def examples(text: str) -> list[tuple[str, str]]:
    """Every request and the reply that a page shows, from top to bottom."""
    found: list[list[str]] = []
    for block in re.findall(r"^```json\n(>.*?)^```", text, flags=re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith((">", "<")):
                found.append([line[0], line[2:]])
            else:
                found[-1][1] += " " + line.strip()
    assert [mark for mark, _ in found] == [">", "<"] * (len(found) // 2)
    return [(found[at][1], found[at + 1][1]) for at in range(0, len(found), 2)]


def table(text: str, header: str) -> dict[str, list[str]]:
    match = re.search(rf"^\| {re.escape(header)} \|.*\n\|[-|]+\n((?:\|.*\n)*)", text, flags=re.MULTILINE)
    assert match, header
    rows = [line[2:-2].split(" | ") for line in match[1].splitlines()]
    return {row[0].strip("`"): re.findall(r"`([^`]+)`", row[-1]) for row in rows}


def like(shown: Any, real: Any) -> bool:
    """Tell whether a reply is what the page shows; "…" stands for what is left out."""
    if shown == "…":
        return True
    if isinstance(shown, dict) and isinstance(real, dict):
        named = shown.keys() - {"…"}
        complete = named <= real.keys() if "…" in shown else named == real.keys()
        return complete and all(like(shown[key], real[key]) for key in named)
    if isinstance(shown, list) and isinstance(real, list):
        return like_list(shown, real)
    return type(shown) is type(real) and shown == real


def like_list(shown: list[Any], real: list[Any]) -> bool:
    if not shown:
        return not real
    if shown[0] == "…":
        return any(like_list(shown[1:], real[at:]) for at in range(len(real) + 1))
    return bool(real) and like(shown[0], real[0]) and like_list(shown[1:], real[1:])
