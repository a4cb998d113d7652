"""Links and file names in the documentation lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FOLDERS = ("docs", "engines", "firmware", "hardware", "host", "scripts", "tests")
CODE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAME = re.compile(r"`([\w.-]+(?:/[\w.*-]*)+)`")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return CODE.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges make them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def broken_links(page: Path) -> Iterator[str]:
    for target in LINK.findall(prose(page)):
        path, _, anchor = target.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        place = (page.parent / path) if path else page
        if not place.exists() or (anchor and place.suffix == ".md" and anchor not in anchors(place)):
            yield target


def missing_files(page: Path) -> Iterator[str]:
    """Names such as `host/link/stream.py` that are not there; only those that start at one of our folders count."""
    for found in NAME.findall(prose(page)):
        if found.split("/")[0] in FOLDERS and not list(ROOT.glob(found.rstrip("/"))):
            yield found


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_resolve(page: Path) -> None:
    assert list(broken_links(page)) == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_are_named_exist(page: Path) -> None:
    assert list(missing_files(page)) == []


def test_every_page_is_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    listed = {(index.parent / target.partition("#")[0]).resolve() for target in LINK.findall(prose(index))}
    assert {page for page in PAGES if page.is_relative_to(ROOT / "docs")} - {index} <= listed


def test_what_is_broken_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A b\n[x](#a-b) [y](#c) [z](other.md) `host/nobody.py` `host/link/*.py`\n```\n[q](gone.md)\n```\n"
    )
    assert list(broken_links(page)) == ["#c", "other.md"]
    assert list(missing_files(page)) == ["host/nobody.py"]
