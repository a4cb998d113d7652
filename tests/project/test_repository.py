"""The files that GitHub, editors and pre-commit read: they are well-formed, and they agree with `make check`."""

import configparser
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[0-9]*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
FOR_EVERYONE = ("SECURITY.md", ".github/PULL_REQUEST_TEMPLATE.md", *(f".github/ISSUE_TEMPLATE/{f.name}" for f in FORMS))


def loaded(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def hooks() -> dict[str, dict[str, Any]]:
    (repository,) = loaded(ROOT / ".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local", "a hook from elsewhere would be downloaded"
    return {hook["id"]: hook for hook in repository["hooks"]}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_an_issue_form_is_as_github_wants_it(form: Path) -> None:
    content = loaded(form)
    assert content.keys() == {"name", "description", "title", "labels", "body"}
    ids = []
    for field in content["body"]:
        assert field["type"] in {"markdown", "textarea", "input", "dropdown", "checkboxes"}
        if field["type"] == "markdown":
            assert field["attributes"].keys() == {"value"}
        else:
            assert field["attributes"]["label"]
            ids.append(field["id"])
    assert len(ids) == len(set(ids)) > 0


def test_a_bug_report_asks_for_what_is_needed_to_find_the_bug() -> None:
    text = (ROOT / ".github/ISSUE_TEMPLATE/1-bug.yml").read_text(encoding="utf-8")
    for command in ("deadfall --version", "deadfall board doctor", "deadfall ledger export FILE --public"):
        assert command in text


@pytest.mark.parametrize("name", FOR_EVERYONE)
def test_nobody_is_asked_to_write_to_an_address(name: str) -> None:
    assert re.findall(r"\S+@\S+\.\w+", (ROOT / name).read_text(encoding="utf-8")) == []


def test_hooks_use_the_venv_alone() -> None:
    for hook in hooks().values():
        assert hook["language"] == "system", "any other language would be downloaded"
        assert hook["entry"].startswith(".venv/bin/")


@pytest.mark.parametrize(
    ("hook", "recipe"),
    [
        ("ruff-format", "ruff format --check"),
        ("ruff-check", "ruff check"),
        ("mypy-host", "mypy"),
        ("mypy-firmware", "mypy --config-file firmware-mypy.ini"),
        ("project-tests", "python -m pytest"),
    ],
)
def test_a_hook_runs_what_make_check_runs(hook: str, recipe: str) -> None:
    assert f"@$(BIN)/{recipe}" in MAKEFILE
    assert hooks()[hook]["entry"].startswith(f".venv/bin/{recipe}")


def test_the_hook_for_tests_names_tests_that_exist() -> None:
    named = [word for word in hooks()["project-tests"]["entry"].split() if word.startswith("tests/")]
    assert len(named) > 1
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_editors_and_ruff_agree_on_the_length_of_a_line() -> None:
    editors = configparser.ConfigParser()
    editors.read_string("[top]\n" + (ROOT / ".editorconfig").read_text(encoding="utf-8"))
    ruff = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]
    assert int(editors["*"]["max_line_length"]) == ruff["line-length"]
