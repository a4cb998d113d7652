"""CONTRIBUTING: the files that it sends people to exist, and each word of the glossary means one thing."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PATH = re.compile(r"`([\w.-]+/[\w./-]*)`")
WANTED = ("A game", "A reader chip", "A light pattern", "A card effect", "A panel", "A language", "A command")


def section(heading: str) -> str:
    """The text below a heading, up to the next one of the same level or a higher one."""
    level = heading.split()[0]
    _, _, rest = TEXT.partition(f"\n{heading}\n")
    return re.split(rf"\n#{{1,{len(level)}}} ", rest)[0]


GUIDES = re.findall(r"^### (.+)$", section("## How to add"), re.MULTILINE)
GLOSSARY = re.findall(r"^\| \*\*(.+?)\*\* \| (.+) \|$", section("## Glossary"), re.MULTILINE)


def test_there_is_a_guide_for_everything_that_people_add() -> None:
    assert set(WANTED) <= set(GUIDES)


@pytest.mark.parametrize("guide", GUIDES)
def test_the_files_of_a_guide_exist(guide: str) -> None:
    paths = PATH.findall(section(f"### {guide}"))
    assert len(paths) > 1
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_a_path_that_is_gone_would_be_found() -> None:
    assert PATH.findall("Add it to `host/gone.py`, in `host/gone/`, not to `Game` or `make check`.") == [
        "host/gone.py",
        "host/gone/",
    ]


def test_the_glossary_has_each_word_once_in_order() -> None:
    words = [word for entry, _ in GLOSSARY for word in entry.split(", ")]
    assert len(words) > 40
    assert len(words) == len(set(words))
    entries = [entry for entry, _ in GLOSSARY]
    assert entries == sorted(entries)


def test_a_meaning_is_a_sentence() -> None:
    for word, meaning in GLOSSARY:
        assert meaning[0].isupper(), word
        assert meaning.endswith("."), word
