"""Every line of the rules that an engine cites as a cause exists."""

import ast
import importlib
import re
from pathlib import Path

import pytest

import engines

LINE = re.compile(r"[RA]\d+")


def cited(game: str) -> set[str]:
    """All texts in an engine's code that look like the number of a line."""
    found = set()
    for path in (Path(engines.__file__).parent / game).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and LINE.fullmatch(node.value):
                found.add(node.value)
    return found


@pytest.mark.parametrize("game", engines.OURS)
def test_every_line_that_is_cited_is_a_line_of_the_rules(game: str) -> None:
    lines = importlib.import_module(f"tests.engines.{game}.test_every_line_has_a_test")
    known = {name.upper() for name in (*lines.RULES, *lines.RULINGS)}
    assert cited(game)
    assert cited(game) <= known
