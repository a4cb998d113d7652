"""The site of the documentation: its table of contents has every page, and its API pages have every public name.

Building it takes longer than a test should: `make check` does it, and there a warning is an error.
"""

import ast
import re
from pathlib import Path

import pytest

import engines
from docs import conf

ROOT = Path(__file__).parents[2]
PAGES = conf.pages((ROOT / conf.INDEX).read_text(encoding="utf-8"))
DIRECTIVE = re.compile(r"^\.\. auto\w+:: (\w+)", re.MULTILINE)


def api(name: str) -> str:
    return (ROOT / "docs/api" / name).read_text(encoding="utf-8")


def documented(name: str) -> set[str]:
    return set(DIRECTIVE.findall(api(name)))


def public(module: str) -> set[str]:
    """The classes and functions that a module defines without an underscore."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    defined = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    return {name for name in defined if not name.startswith("_")}


def test_every_page_is_in_the_table_of_contents_once() -> None:
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    names = {path.relative_to(ROOT).with_suffix("").as_posix() for path in files}
    listed = [page.name for page in PAGES]
    assert len(listed) == len(set(listed))
    assert set(listed) == names - {conf.root_doc, "docs/README"}
    contents = conf.contents(PAGES).splitlines()
    assert [name for name in [*listed, "docs/README"] if f"/{name}" not in contents] == []


def test_every_page_is_for_somebody() -> None:
    assert {page.audience for page in PAGES} == set(conf.CAPTIONS)


def test_rows_of_an_index_become_pages() -> None:
    index = "| [A](a.md) | players | text |\n| [B](../B.md) | everyone | text |\n| [1](decisions/1.md) | text |\n"
    assert conf.pages(index) == [("docs/a", "players"), ("B", "everyone"), ("docs/decisions/1", "")]


def test_the_page_of_the_engines_has_their_public_interface() -> None:
    assert documented("engines.md") == {*engines.core.__all__, *engines.__all__}


def test_the_page_of_the_pytest_plugin_has_its_fixtures_and_the_client() -> None:
    plugin = {name for name in public("hardware/twin/pytest_plugin.py") if not name.startswith("pytest_")}
    assert documented("pytest-plugin.md") == plugin | public("hardware/twin/client.py")


def test_the_page_of_the_codec_has_its_classes_and_functions() -> None:
    assert documented("wire.md") - {"firmware"} == public("firmware/wire.py")


def test_the_example_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"^```python\n(.+?)^```$", api("engines.md"), re.MULTILINE | re.DOTALL)
    exec(compile(example, "engines.md", "exec"), {})  # noqa: S102 - the code is ours
    assert re.match(r"Result\(winner=\w+, rule='\w+'\)", capsys.readouterr().out.splitlines()[-1])


def test_a_transcript_is_read_as_json_with_signs() -> None:
    text = '> {"do": 1}\n< {"ok": true,\n    "less": "<"}\n'
    tokens = list(conf.Transcript().get_tokens(text))
    assert "".join(part for _, part in tokens) == text
    assert [part for kind, part in tokens if "Prompt" in str(kind)] == [">", "<"]
    assert not any("Error" in str(kind) for kind, _ in tokens)
