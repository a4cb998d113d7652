"""The players' page of SAW: its tables, options and examples are those of the engine."""

import re
from pathlib import Path

import engines
from engines.core import Shuffle
from engines.saw.cards import KINDS, TRAITS
from engines.saw.game import RULINGS
from engines.saw.notation import FORMS
from host.app.saw_texts import saw_texts

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "games" / "saw.md").read_text(encoding="utf-8")
GAME = engines.load("saw")


def test_the_options_are_those_of_the_engine() -> None:
    rows = re.findall(r"^\| (A\d+) \| (.+) \| (.+) \|$", PAGE.partition("## Options")[2], re.MULTILINE)
    printed = [(name, question, tuple(re.findall(r"`([^`]+)`", values))) for name, question, values in rows]
    assert printed == [ruling[:3] for ruling in RULINGS]


def test_the_characters_are_those_of_the_catalogue() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d) \| (\d) \| (\d) \| (\d) \| (\d) \|$", PAGE, re.MULTILINE)
    assert {name: tuple(map(int, values)) for name, *values in rows} == dict(
        zip(GAME.box.people, GAME.box.values, strict=True)
    )
    assert f"| character | {' | '.join(TRAITS)} |" in PAGE


def test_the_numbers_of_cards_are_those_of_the_catalogue() -> None:
    printed = {name: int(count) for name, count in re.findall(r"^\| ([\w ]+) \| (\d+) \|", PAGE, re.MULTILINE)}
    copies = dict.fromkeys(KINDS, 0)
    for design in GAME.box.designs:
        copies[KINDS[design.kind]] += design.copies
    assert printed == {
        "trap parts": copies["mechanism"] + copies["object"] + copies["escape"],
        "Billy": copies["billy"],
        "Tools": copies["tool"],
        "Search": copies["search"],
        "Special": copies["special"],
    }


def test_search_and_special_cards_are_printed_as_they_are() -> None:
    rows = re.findall(r"^\| ([^|`]+) \| ([^|`]+) \| [^|]*`", PAGE, re.MULTILINE)
    printed = {title: text for titles, text in rows for title in titles.split(", ")}
    used = [design for design in GAME.box.designs if design.does]
    assert {design.title: saw_texts(design)[0] for design in used}.items() <= printed.items()


def test_everything_that_can_be_said_is_on_the_page() -> None:
    said = {text.split()[0] for text in re.findall(r"`([^`\n]+)`", PAGE)}
    assert {word for forms in FORMS.values() for word in forms} <= said


def test_the_example_can_be_played() -> None:
    play = GAME.new(oracle=Shuffle(7), seats=2)
    said = re.findall(r'^play\.say\("(.+)"\)', PAGE, re.MULTILINE)
    assert [bool(play.say(text)) for text in said] == [True, True]
    assert play.decision.kind == "use"


def test_the_notice_says_whose_the_names_are() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert "unofficial" in notice
    assert "belong to their owners" in " ".join(notice.split())
