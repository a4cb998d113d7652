"""The players' page of Jigsaw Armada: its drawings, options and examples are those of the engine."""

import re
import tomllib
from pathlib import Path
from random import Random

import pytest

import engines
from engines import players
from engines.armada.game import RULINGS
from engines.core import Shuffle
from engines.players import PLAYERS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "games" / "armada.md").read_text(encoding="utf-8")
PIECES = tomllib.loads((ROOT / "engines/armada/catalogue.toml").read_text(encoding="utf-8"))["piece"]
WIDTH = 10
SIGNS = {"hub": "H", "gun": "G", "shield": "S"}


def drawing(sides: str, kind: str) -> list[str]:
    """A piece that faces north: three lines of five signs."""
    north, east, south, west = sides
    walls = {"o": "   ", "c": "───"}
    posts = {"o": " ", "c": "│"}
    return [
        f"┌{walls.get(north, '─▲─')}┐",
        f"{posts.get(west, '◀')} {SIGNS[kind]} {posts.get(east, '▶')}",
        f"└{walls.get(south, '─▼─')}┘",
    ]


def drawn(name: str) -> list[str]:
    """The drawing under a name on the page."""
    lines = PAGE.splitlines()
    at = next(at for at, line in enumerate(lines) if name in line.split() and lines[at + 1].startswith("┌"))
    start = lines[at].index(name)
    assert start % WIDTH == 0
    return [line[start : start + 5].ljust(5) for line in lines[at + 1 : at + 4]]


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece["id"])
def test_every_piece_is_drawn_as_it_is(piece: dict[str, str]) -> None:
    assert drawn(piece["id"]) == drawing(piece["sides"], piece["kind"])


def test_the_options_are_those_of_the_engine() -> None:
    section = PAGE.partition("## Options")[2]
    rows = re.findall(r"^\| (A\d+) \| (.+) \| (.+) \|$", section, re.MULTILINE)
    printed = [(name, question, tuple(re.findall(r"`([^`]+)`", values))) for name, question, values in rows]
    assert printed == [ruling[:3] for ruling in RULINGS]


def test_the_example_can_be_played() -> None:
    play = engines.load("armada").new(oracle=Shuffle(7))
    said = re.findall(r'^play\.say\("(.+)"\)', PAGE, re.MULTILINE)
    assert [bool(play.say(text)) for text in said] == [True, True]
    assert play.decision.seat == 1


def test_the_house_players_are_those_of_the_engine() -> None:
    section = PAGE.partition("## House players")[2].partition("## Options")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(PLAYERS)


def test_the_example_of_a_house_player_can_be_played() -> None:
    play = engines.load("armada").new(oracle=Shuffle(7))
    example = re.search(r"```python\n(from random.*?)```", PAGE, re.DOTALL)
    assert example
    name = re.search(r'players\.load\("(\w+)", play\.game\)', example[1])
    assert name
    assert play.feed(players.answer(players.load(name[1], play.game), play, play.decision, Random(1)))


def test_the_forms_of_actions_can_be_parsed() -> None:
    play = engines.load("armada").new(oracle=Shuffle(7))
    said = re.findall(r"\| `((?:build|move|rotate|shoot|bash|draw)[^`]*)` \|$", PAGE, re.MULTILINE)
    assert len(said) >= 6
    for text in said:
        if text == text.lower():
            assert play.write(play.parse(text)) == text
