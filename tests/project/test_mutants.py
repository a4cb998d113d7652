"""The mutants: which changes are made, and whether a trial can tell a tested rule from an untested one."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants import page
from tests.mutants.__main__ import order
from tests.mutants.areas import AREAS, Area, area_of
from tests.mutants.changes import Change, find, is_effective, ranked

ROOT = Path(__file__).parents[2]


def afters(line: str) -> set[str]:
    """What a line may become."""
    source = f"def f(a, b, c):\n    {line}\n"
    return {change.apply(source).splitlines()[1].strip() for change in find(source, "f.py")}


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("return a + b", "return (a - b)"),
        ("return a << b & c", "return (a >> b) & c"),
        ("return a | b & c", "return (a & (b & c))"),
        ("a |= b", "a &= b"),
        ("return a < b <= c", "return (a <= b <= c)"),
        ("return a not in b", "return (a in b)"),
        ("return a and b", "return (a or b)"),
        ("return a and b", "return b"),
        ("return not a", "return a"),
        ("return 7", "return 8"),
        ("return True", "return False"),
        ("return a", "return None"),
        ("a.clear()", "pass"),
        ("a.b = c", "pass"),
        ("raise ValueError(a)", "pass"),
        ("f(a, b, c)", "f(a, c, b)"),
        ("return b if a else c", "return b if (not a) else c"),
        ("return [x for x in b if x > a]", "return [x for x in b if (not x > a)]"),
        ('return "R22"', "return 'R220'"),
        ('return "é" + a', "return ('é' - a)"),
    ],
)
def test_a_line_may_become(line: str, after: str) -> None:
    assert after in afters(line)


@pytest.mark.parametrize(
    "source",
    [
        '"""Text 1."""\n',
        "import a\n",
        "x: list[1]\n",
        "@cached(size=1)\ndef f(a: 'A1'):\n    '''Text.'''\n",
        "assert a == 1\n",
        'x = f"{a + 1}"\n',
    ],
)
def test_what_is_no_rule_is_left_alone(source: str) -> None:
    assert find(source, "f.py") == []


def test_changes_that_change_nothing_are_left_out() -> None:
    source = "x = 0\n"
    changes = [Change("f.py", 1, 4, 5, "constant", "0", after) for after in ("(0)", "1 - 1", "1", "1 +")]
    assert [change.after for change in changes if is_effective(source, change)] == ["1"]


def test_a_seed_picks_the_same_changes_and_spreads_them_over_the_lines() -> None:
    changes = find("".join(f"x = a + {n} * b - {n}\n" for n in range(50)), "f.py")
    first = ranked(changes, seed=3)
    assert first == ranked(changes, seed=3) != ranked(changes, seed=4)
    assert sorted(change.line for change in first[:50]) == list(range(1, 51))
    assert sorted(first) == changes


def test_a_page_keeps_its_reasons_when_lines_move_but_not_for_another_line() -> None:
    def survivor(number: int, line: str) -> page.Survivor:
        return page.Survivor("engines/toy/rules.py", number, line, line.replace("0", "1"))

    empty = f"# Title\n\n{page.BEGIN}\n{page.END}\n\nMore.\n"
    first = page.written(empty, "Seed 1.", [survivor(3, "x = a | 0")])
    assert page.UNJUDGED in first
    judged = first.replace(page.UNJUDGED, "Both are the same here.")
    second = page.written(judged, "Seed 1.", [survivor(9, "x = a | 0"), survivor(12, "y = 0")])
    assert "| `engines/toy/rules.py:9` | ``x = a \\| 0`` | ``x = a \\| 1`` | Both are the same here. |" in second
    assert "| `engines/toy/rules.py:12` | ``y = 0`` | ``y = 1`` | **not judged yet** |" in second
    assert second.startswith("# Title\n")
    assert second.endswith("\n\nMore.\n")


def test_a_survivor_shows_its_line_before_and_after() -> None:
    source = "def f(a):\n    return a - 0 + 0\n"
    lines = {change.lines(source) for change in find(source, "f.py")}
    assert ("return a - 0 + 0", "return a - 0 + 1") in lines
    assert ("return a - 0 + 0", "return a - 1 + 0") in lines


TOY = """\
def climb(a, b):
    while a < b:
        a += 1
    return a


def unwatched(a):
    return a + 1
"""
TOY_TEST = """\
from engines.toy.rules import climb


def test_climb():
    assert [climb(0, 3), climb(5, 3)] == [3, 5]
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A project with one small engine, half of it tested."""
    files = {
        "engines/__init__.py": "",
        "engines/toy/__init__.py": "",
        "engines/toy/rules.py": TOY,
        "tests/engines/toy/test_toy.py": TOY_TEST,
        "tests/conftest.py": "",
        "pyproject.toml": '[tool.pytest.ini_options]\naddopts = ["--import-mode=importlib"]\npythonpath = ["."]\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(toy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.mutants", "toy", "--root", str(toy), "--count", "99", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_trial_tells_what_is_tested_and_leaves_the_project_alone(toy: Path) -> None:
    before = {file: file.read_bytes() for file in toy.rglob("*") if file.is_file()}
    ended = run(toy, "--json", "--patience", "1")
    assert ended.returncode == 1
    report = json.loads(ended.stdout.splitlines()[-1])
    survivors = {(row["line"], row["after"]) for row in report["survivors"]}
    assert {(8, "(a - 1)"), (8, "return None")} <= survivors
    assert {line for line, _ in survivors} == {8}
    assert report["killed"] == report["changes"] - len(survivors) > 0
    assert {file: file.read_bytes() for file in toy.rglob("*") if file.is_file()} == before


def test_tests_are_chosen_by_the_work_that_they_are_and_failing_ones_cost_nothing() -> None:
    work = {"long": 20.0, "quick": 0.1, "failing": 9.0, "middling": 9.0, "longest": 99.0}
    assert order(work, ["failing"], 10.0) == ("quick", "middling")
    assert order(work, ["failing"], 30.0) == ("quick", "middling", "long")


def test_slow_tests_are_left_out(toy: Path) -> None:
    slow = "\n\nimport pytest\n\n\n@pytest.mark.slow\ndef test_slow():\n    assert False\n"
    (toy / "tests/engines/toy/test_toy.py").write_text(TOY_TEST + slow, encoding="utf-8")
    assert "tests: 1 of 1," in run(toy, "--count", "1", "--need", "0").stdout


def test_tests_that_fail_without_any_change_are_named(toy: Path) -> None:
    failing = toy / "tests/engines/toy/test_toy.py"
    failing.write_text(TOY_TEST + "\n\ndef test_wrong():\n    assert climb(1, 2) == 1\n", encoding="utf-8")
    ended = run(toy)
    assert ended.returncode == 1
    assert "test_toy.py::test_wrong" in ended.stderr
    assert "1 tests fail without any change" in ended.stderr


def test_every_area_has_sources_and_tests_and_any_other_name_is_a_game() -> None:
    for name, area in AREAS.items():
        assert list((ROOT / area.sources).glob("*.py"))
        assert area_of(ROOT, name) == area, "all its folders of tests are there"
    assert area_of(ROOT, "loot") == Area("engines/loot", ("tests/engines/loot", "tests/engines/core"))


def test_a_page_for_several_areas_keeps_the_others() -> None:
    survivor = page.Survivor("host/link/rules.py", 3, "x = 0", "x = 1")
    empty = "".join(f"## {name}\n\n<!-- survivors: {name} -->\n{page.END}\n\n" for name in ("link", "ledger"))
    first = page.written(empty, "Seed 1.", [survivor], "link")
    second = page.written(first.replace(page.UNJUDGED, "Equivalent."), "Seed 2.", [], "ledger")
    assert second.index("Seed 1.") < second.index("Equivalent.") < second.index("## ledger") < second.index("Seed 2.")
    assert second.count(page.END) == 2
