"""Habits of tests: none sleeps, none skips itself in the middle, none takes any exception for the expected one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FILES = sorted(path for path in TESTS.rglob("*.py") if "mutants" not in path.parts)  # that one is a program


def complaints(tree: ast.AST) -> Iterator[str]:
    """What a test file must not do, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            skips = [call for call in ast.walk(node) if isinstance(call, ast.Call) and name(call) == "pytest.skip"]
            yield from (f"line {call.lineno}: choose data for which it holds, or skip in a fixture" for call in skips)
        if isinstance(node, ast.Call) and name(node) == "time.sleep":
            yield f"line {node.lineno}: use virtual time, or wait for what happens"
        if isinstance(node, ast.Call) and name(node) == "pytest.raises" and any(map(is_broad, node.args)):
            matched = any(keyword.arg == "match" for keyword in node.keywords)
            yield from () if matched else (f"line {node.lineno}: say which exception, or match its sentence",)


def name(call: ast.Call) -> str:
    return ast.unparse(call.func)


def is_broad(expected: ast.expr) -> bool:
    return isinstance(expected, ast.Name) and expected.id in ("Exception", "BaseException")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TESTS).as_posix())
def test_a_test_file_keeps_good_habits(path: Path) -> None:
    assert list(complaints(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("def test_a():\n    if x: pytest.skip('short')", 1),
        ("def board():\n    pytest.skip('no interpreter')", 0),
        ("def wait():\n    time.sleep(1)", 1),
        ("with pytest.raises(Exception): pass", 1),
        ("with pytest.raises(Exception, match='x'): pass", 0),
        ("with pytest.raises(ValueError): pass", 0),
    ],
)
def test_a_bad_habit_is_found(text: str, count: int) -> None:
    assert len(list(complaints(ast.parse(text)))) == count
