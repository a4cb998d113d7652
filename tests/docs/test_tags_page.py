"""The page about tags: its deck is one, its commands are there, and its sentences are those of the code."""

import re
import shlex
from pathlib import Path

import pytest

from host.cli.main import make_parser
from host.tags.deck import read_deck

PAGE = (Path(__file__).parents[2] / "docs" / "tags.md").read_text(encoding="utf-8")
COMMANDS = sorted(set(re.findall(r"deadfall tags [a-z][^`\n]*?(?=`|\n|  )", PAGE)))


def test_the_deck_on_the_page_is_one() -> None:
    [text] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    deck = read_deck("tags.md", text.encode())
    assert deck.card_of(bytes.fromhex("04a1b2c3d4e5f6")) == "blue.gun-3"
    told = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert {"format", "name", "game", "cards"} <= told


@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "deadfall tags write"])
def test_every_command_on_the_page_is_understood(command: str) -> None:
    words = shlex.split(command)[1:]
    args = make_parser().parse_args(words)
    assert callable(args.run)


def test_sentences_on_the_page_are_those_that_are_said() -> None:
    sources = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("host/tags", "host/table", "host/cli/tags")
        for path in (Path(__file__).parents[2] / folder).glob("*.py")
    )
    for sentence in (
        "cannot be read any more",
        "This tag is damaged",
        "and that is no card of this game",
        "This tag names no card, and no deck knows it",
        "both say that they are",
        "More than one card lies on the pad",
        "The reader of this pad does not answer",
        "is written and checked",
    ):
        assert sentence in PAGE, sentence
        assert sentence in sources, sentence
