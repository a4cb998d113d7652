"""The page of rulings has every line, and the option values that the engines really have."""

import re
from pathlib import Path

import engines
from engines.armada.game import RULINGS

PAGE = Path(__file__).parents[2] / "docs" / "rulings.md"
ARMADA_LINES = 54


def rows() -> dict[str, list[str]]:
    """The cells of each ruling of Armada, by its number."""
    section = PAGE.read_text(encoding="utf-8").partition("## Jigsaw Armada\n")[2].partition("\n## ")[0]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines()]
    return {cells[0]: cells[1:] for cells in found if re.fullmatch(r"A\d+", cells[0])}


def test_every_line_of_armada_is_ruled_once_and_in_order() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert re.findall(r"^\| (A\d+) \|", text, re.MULTILINE) == [f"A{n}" for n in range(1, ARMADA_LINES + 1)]


def test_every_ruling_has_a_question_an_answer_and_a_reason() -> None:
    for number, cells in rows().items():
        assert len(cells) == 4, number
        assert "?" in cells[0], number
        assert all(cell.endswith(".") for cell in cells[1:3]), number


def test_the_values_are_those_of_the_engine() -> None:
    printed = {number: re.findall(r"`([^`]+)`", cells[3]) for number, cells in rows().items()}
    known = {ruling.name: list(ruling.values) for ruling in RULINGS}
    assert {number: values for number, values in printed.items() if values} == known


def test_every_value_but_the_default_is_explained_or_speaks_for_itself() -> None:
    plain = {"A1", "A3", "A4", "A8", "A30"}  # sizes, seats, counts, and a plain no or yes
    for ruling in RULINGS:
        if ruling.name not in plain:
            for value in ruling.values[1:]:
                assert f"With `{value}`" in rows()[ruling.name][1] or f"with `{value}`" in rows()[ruling.name][1]


def test_the_example_loads() -> None:
    text = PAGE.read_text(encoding="utf-8")
    options = dict(re.findall(r'"(A\d+)": "([^"]+)"', text))
    assert options
    assert engines.load("armada", options=options).options.items() >= options.items()
