"""docs/catalogues.md: its cards can be played, and its words are those of the game."""

import re
from pathlib import Path

import pytest

import engines
from engines.core.modifiers import LAYERS
from engines.loot.cards import GRAMMAR, ICONS, QUANTITIES, load

PAGE = (Path(__file__).parents[2] / "docs" / "catalogues.md").read_text("utf-8")
CARDS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
HOUSE = engines.house_catalogue("loot")


def test_there_are_three_worked_cards() -> None:
    assert len(CARDS) == 3


@pytest.mark.parametrize("card", CARDS, ids=lambda card: re.findall(r'id = "(.*?)"', card)[0])
def test_each_card_takes_the_place_of_others_in_the_house_set(card: str) -> None:
    table = re.match(r"\[\[(\w+)\]\]", card)
    assert table
    copies = int((re.findall(r"copies = (\d)", card) or ["1"])[0])
    others = re.findall(r"\[\[.*?(?=\n\n|\Z)", HOUSE, re.DOTALL)
    first = next(row for row in others if row.startswith(f"[[{table[1]}]]"))
    left = int((re.findall(r"copies = (\d)", first) or ["1"])[0]) - copies
    kept = re.sub(r"copies = \d", f"copies = {left}", first) + "\n\n" if left else ""
    found = load(HOUSE.replace(first, kept + card, 1))
    assert re.findall(r'id = "(.*?)"', card)[0] in {design.id for design in found.designs}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("operations", tuple(GRAMMAR.ops)),
        ("people", GRAMMAR.people),
        ("icons", ICONS),
        ("quantities", QUANTITIES),
        ("changes", LAYERS),
    ],
)
def test_the_words_are_complete(row: str, words: tuple[str, ...]) -> None:
    line = next(line for line in PAGE.splitlines() if line.startswith(f"| {row} |"))
    assert tuple(re.findall(r"`([\w-]+)`", line)) == words
