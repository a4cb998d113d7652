"""Every numbered rule and ruling of SAW has a test that bears its number."""

import ast
import re
from pathlib import Path

import pytest

RULES = [f"r{number}" for number in range(1, 105)]
RULINGS = [f"a{number}" for number in range(1, 73)]
HERE = Path(__file__).parent


def numbers_in(name: str) -> set[str]:
    """The numbers borne by the tests of one file: ``test_r22_open_…`` bears r22."""
    tree = ast.parse((HERE / name).read_text(encoding="utf-8"))
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    for test in tests:
        assert any(isinstance(node, ast.Assert) or _raises(node) for node in ast.walk(test)), (
            f"{test.name} asserts nothing"
        )
    return {found[1] for test in tests if (found := re.match(r"test_([ra]\d+)_", test.name))}


def _raises(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "raises"


@pytest.mark.parametrize(("name", "lines"), [("test_rules.py", RULES), ("test_rulings.py", RULINGS)])
def test_every_line_has_a_test(name: str, lines: list[str]) -> None:
    assert numbers_in(name) == set(lines)
