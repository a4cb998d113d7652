"""The players' page of Loot Trap: its cards, drawings, options and examples are those of the engine."""

import re
from pathlib import Path

import pytest

import engines
from engines.core import Shuffle
from engines.loot.cards import ICONS
from engines.loot.notation import FORMS
from tests.engines.loot.scenes import game

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "loot-trap.md").read_text(encoding="utf-8")
BOX = game().box


def rows(heading: str) -> list[tuple[str, ...]]:
    """The rows of all tables under a heading."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [
        tuple(cell.strip() for cell in line[1:-1].split(" | ")) for line in section.splitlines() if line[:2] == "| "
    ]


def test_every_card_is_printed_as_it_is() -> None:
    printed = {row[1].strip("`"): row for row in rows("The cards")}
    for design in BOX.designs:
        if design.kind == "loot":
            continue
        row = printed[design.id]
        assert row[0] == design.title
        assert row[-len(design.texts) :] == design.texts
        if design.kind == "hybrid":
            assert row[2].split() == ([icon for icon in ICONS if icon in design.icons] or ["–"])


def test_every_character_and_variant_is_printed_as_it_is() -> None:
    printed = {row[0]: row[2:] for row in rows("Characters")}
    for character in BOX.catalogue.characters:
        assert printed[character.title] == tuple(one.text for one in character.abilities)
    sides = {row[0]: row[1:] for row in rows("Variants")}
    for at, variant in enumerate(BOX.catalogue.variants, 1):
        assert sides[f"V{at}"] == tuple(f"**{side.title}** {side.text}" for side in (variant.front, variant.back))


@pytest.mark.parametrize(("seats", "columns"), [(2, slice(4, 9)), (4, slice(21, 34))])
def test_the_fields_are_drawn_as_they_are(seats: int, columns: slice) -> None:
    drawn = re.findall(r"^([1-8])  (.*)$", PAGE, re.MULTILINE)
    assert [int(row) for row, _ in drawn] == list(range(8, 0, -1))
    lines = {int(row): ("   " + rest).ljust(34)[columns][::2] for row, rest in drawn}
    field = BOX.fields[seats]
    for cell, (x, y) in enumerate(field.spots):
        start = str(field.starts.index(cell) + 1) if cell in field.starts else "#"
        assert lines[y + 1][x] == start if cell in field.cells else True
    assert sum(sign != " " for line in lines.values() for sign in line) == len(field.cells)


def test_the_options_are_those_of_the_engine() -> None:
    printed = [
        (name, question, tuple(re.findall(r"`([^`]+)`", values))) for name, question, values in rows("Options")[1:]
    ]
    assert printed == [ruling[:3] for ruling in game().rulings]


def test_everything_that_can_be_said_is_on_the_page() -> None:
    said = {text.split()[0] for text in re.findall(r"`([^`\n]+)`", PAGE)}
    assert FORMS.keys() - said <= {"seen"}


def test_the_example_can_be_played() -> None:
    play = engines.load("loot").new(oracle=Shuffle(7), seats=2)
    for text in re.findall(r'^play\.say\("(.+)"\)', PAGE, re.MULTILINE):
        assert play.say(text)
    assert play.decision.kind == "move"
