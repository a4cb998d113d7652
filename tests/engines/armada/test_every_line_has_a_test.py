"""Every numbered rule and ruling of Jigsaw Armada has a test that bears its number."""

import ast
from pathlib import Path

import pytest

RULES = [f"r{number}" for number in range(1, 50)]
RULINGS = [f"a{number}" for number in range(1, 55)]
HERE = Path(__file__).parent


def numbers_in(name: str) -> set[str]:
    """The numbers borne by the tests of one file: ``test_r22_open_…`` bears r22."""
    tree = ast.parse((HERE / name).read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        if function.name.startswith("test_"):
            assert any(isinstance(node, ast.Assert) for node in ast.walk(function)), f"{function.name} asserts nothing"
    return {function.name.split("_")[1] for function in functions if function.name.startswith("test_")}


@pytest.mark.parametrize(("name", "lines"), [("test_rules.py", RULES), ("test_rulings.py", RULINGS)])
def test_every_line_has_a_test(name: str, lines: list[str]) -> None:
    borne = numbers_in(name)
    assert [line for line in lines if line not in borne] == []
    assert borne - set(lines) == set()
