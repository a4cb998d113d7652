"""Programs do not go by sentences: a text that people read can be worded anew without anything else changing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("engines", "firmware", "hardware", "host")
EXEMPT = (
    "host/ledger/origins.py",  # older ledgers had nothing but sentences
    "host/soak/human/",  # simulated people go by what they read on the screen
)
ASKING = {"startswith", "endswith", "removeprefix", "removesuffix"}


def is_prose(text: object) -> bool:
    """Tell whether a text is for people: several words, and not a list of short ones."""
    return isinstance(text, str) and sum(word.strip(".,;:!?").isalpha() for word in text.split()) > 1


def modules() -> dict[str, ast.Module]:
    files = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in files}


def texts(value: ast.expr) -> Iterator[object]:
    """Yield the texts that something can be equal to, or that are in it."""
    if isinstance(value, ast.Constant):
        yield value.value
    elif isinstance(value, ast.Tuple | ast.List | ast.Set):
        yield from (text for part in value.elts for text in texts(part))
    elif isinstance(value, ast.Dict):
        yield from (text for part in value.keys if part is not None for text in texts(part))
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("frozenset", "set"):
        yield from (text for part in value.args for text in texts(part))


def constants(tree: ast.Module) -> set[str]:
    """Return the names of a module that stand for a text for people, or for several."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(map(is_prose, texts(node.value))):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def compared(tree: ast.Module) -> Iterator[tuple[int, ast.expr]]:
    """Yield what a module compares, or looks for in a text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            yield from ((node.lineno, side) for side in (node.left, *node.comparators))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKING:
            yield from ((node.lineno, argument) for argument in node.args)
        elif isinstance(node, ast.MatchValue):
            yield node.lineno, node.value


def prose_in(side: ast.expr, names: set[str]) -> list[str]:
    """Return the texts for people in one side of a comparison, or the names that stand for one."""
    parts = side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side]
    named = [part.id for part in parts if isinstance(part, ast.Name) and part.id in names]
    return [repr(text) for text in texts(side) if is_prose(text)] + named


def comparisons(sources: dict[str, ast.Module]) -> list[str]:
    own = {module: constants(tree) for module, tree in sources.items()}
    found = []
    for module, tree in sources.items():
        names = set(own[module])
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                theirs = own.get(node.module.replace(".", "/") + ".py", set())
                names |= {alias.asname or alias.name for alias in node.names if alias.name in theirs}
        found += [f"{module}:{line}: {text}" for line, side in compared(tree) for text in prose_in(side, names)]
    return found


def test_nothing_is_decided_by_a_sentence() -> None:
    found = [where for where in comparisons(modules()) if not where.startswith(EXEMPT)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "code",
    [
        'if row.why == "Said by a player.": pass',
        'SAID = "Said by a player."\nif row.why != SAID: pass',
        'WHY = ("Said by a player.", "Shown to the pad.")\nif row.why in WHY: pass',
        'if row.why in ("Said by a player.", SHOWN): pass',
        'if row.why.endswith("has decided."): pass',
        'match row.by:\n    case "the virtual table": pass',
    ],
)
def test_such_a_comparison_is_found(code: str) -> None:
    assert comparisons({"host/some.py": ast.parse(code)})


def test_a_sentence_of_another_module_is_found() -> None:
    sources = {
        "host/rows.py": ast.parse('SAID = "Said by a player."'),
        "host/desk.py": ast.parse("from host.rows import SAID as TOLD\nif row.why == TOLD: pass"),
    }
    assert comparisons(sources) == ["host/desk.py:2: TOLD"]


def test_other_texts_are_compared_freely() -> None:
    sources = {
        "host/some.py": ast.parse('if word == "east" or key in ("Esc", "y") or ": " in text or "a-b c1" == x: pass')
    }
    assert not comparisons(sources)
