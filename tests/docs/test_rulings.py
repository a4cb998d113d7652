"""The page of rulings has every line, and the option values that the engines really have."""

import re
from pathlib import Path

import pytest

import engines

PAGE = Path(__file__).parents[2] / "docs" / "rulings.md"
SECTIONS = {"armada": ("Jigsaw Armada", 54), "loot": ("Loot Trap", 69), "saw": ("SAW: The Jigsaw Trials", 72)}
PLAIN = {"armada": {"A1", "A3", "A4", "A8", "A30"}, "loot": set(), "saw": set()}
"""Values that speak for themselves: sizes, seats, counts, and a plain no or yes."""


def rows(game: str) -> dict[str, list[str]]:
    """The cells of each ruling of a game, by its number."""
    text = PAGE.read_text(encoding="utf-8")
    section = text.partition(f"## {SECTIONS[game][0]}\n")[2].partition("\n## ")[0]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines()]
    return {cells[0]: cells[1:] for cells in found if re.fullmatch(r"A\d+", cells[0])}


def rulings(game: str) -> dict[str, tuple[str, ...]]:
    """The rulings that the engine lets a table set, and their values."""
    return {one.name: one.values for one in engines.load(game).rulings if one.name.startswith("A")}


@pytest.mark.parametrize("game", SECTIONS)
def test_every_line_is_ruled_once_and_in_order(game: str) -> None:
    assert list(rows(game)) == [f"A{n}" for n in range(1, SECTIONS[game][1] + 1)]
    total = sum(count for _, count in SECTIONS.values())
    assert len(re.findall(r"^\| A\d+ \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)) == total


@pytest.mark.parametrize("game", SECTIONS)
def test_every_ruling_has_a_question_an_answer_and_a_reason(game: str) -> None:
    for number, cells in rows(game).items():
        assert len(cells) == 4, number
        assert "?" in cells[0], number
        assert all(cell.endswith(".") for cell in cells[1:3]), number


@pytest.mark.parametrize("game", SECTIONS)
def test_the_values_are_those_of_the_engine(game: str) -> None:
    printed = {number: tuple(re.findall(r"`([^`]+)`", cells[3])) for number, cells in rows(game).items()}
    assert {number: values for number, values in printed.items() if values} == rulings(game)


@pytest.mark.parametrize("game", SECTIONS)
def test_every_value_but_the_default_is_explained_or_speaks_for_itself(game: str) -> None:
    for name, values in rulings(game).items():
        if name not in PLAIN[game]:
            said = rows(game)[name][1]
            for value in values[1:]:
                assert re.search(rf"[Ww]ith (`[^`]+` (and|or) )?`{value}`", said), (name, value)


def test_the_example_loads() -> None:
    text = PAGE.read_text(encoding="utf-8")
    options = dict(re.findall(r'"(A\d+)": "([^"]+)"', text))
    assert options
    assert engines.load("armada", options=options).options.items() >= options.items()
