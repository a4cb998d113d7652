"""Small changes to a source file, each on one line: what a slip of the pen could do to the rules."""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from types import CodeType

ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.Pow: ast.Mult,
}
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
REMOVABLE = (ast.AugAssign, ast.Break, ast.Continue, ast.Delete, ast.Expr, ast.Raise)
RULE = re.compile(r"[RA]\d+")


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """Replace the bytes ``start`` to ``end`` of a line (they are what ``ast`` counts)."""

    file: str
    line: int
    start: int
    end: int
    kind: str
    before: str
    after: str

    def apply(self, source: str) -> str:
        """Return the source with the change made."""
        lines = source.splitlines(keepends=True)
        line = lines[self.line - 1].encode()
        lines[self.line - 1] = (line[: self.start] + self.after.encode() + line[self.end :]).decode()
        return "".join(lines)

    def lines(self, source: str) -> tuple[str, str]:
        """Return the line as it is and as it becomes."""
        at = self.line - 1
        return source.splitlines()[at].strip(), self.apply(source).splitlines()[at].strip()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before} → {self.after}"


def choose(root: Path, folder: str, count: int, seed: int) -> list[Change]:
    """Draw some of the changes that can be made to the Python files of a folder and make a difference."""
    sources = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((root / folder).glob("*.py"))
    }
    changes = [change for file, source in sources.items() for change in find(source, file)]
    effective = (change for change in ranked(changes, seed) if is_effective(sources[change.file], change))
    return sorted(islice(effective, count))


def find(source: str, file: str) -> list[Change]:
    """Return the changes that can be made to a source."""
    finder = _Finder(source, file)
    finder.visit(ast.parse(source))
    return sorted(set(finder.found))


def is_effective(source: str, change: Change) -> bool:
    """Tell whether the change compiles, and to something else than before."""
    try:
        code = compile(change.apply(source), "", "exec")
    except (SyntaxError, ValueError):
        return False
    return _essence(code) != _essence(compile(source, "", "exec"))


def ranked(changes: Sequence[Change], seed: int) -> list[Change]:
    """Return the changes in random order, but no line's second one before every line's first."""
    turns: Counter[tuple[str, int]] = Counter()
    found = []
    for at, change in enumerate(Random(seed).sample(changes, len(changes))):
        turns[change.file, change.line] += 1
        found.append((turns[change.file, change.line], at, change))
    return [change for _, _, change in sorted(found)]


def _essence(code: CodeType) -> tuple[object, ...]:
    """What a code object does, without the columns it came from."""
    constants = tuple(_essence(const) if isinstance(const, CodeType) else repr(const) for const in code.co_consts)
    return (code.co_code, code.co_names, code.co_varnames, constants)


class _Finder(ast.NodeVisitor):
    """Collects changes. Annotations, decorators, docstrings, messages and assertions are left alone."""

    def __init__(self, source: str, file: str) -> None:
        self._source = source
        self._file = file
        self.found: list[Change] = []

    # ---- what is left alone ------------------------------------------------------------------------------------

    def visit_Assert(self, node: ast.Assert) -> None:
        """Assertions here only tell the type checker what is known."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Formatted text is for people; before Python 3.12 its parts have no true position either."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for part in (*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body):
            self.visit(part)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in node.body:
            self.visit(part)

    # ---- what is changed ---------------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in ARITHMETIC:
            self._swap(node, "op", ARITHMETIC[type(node.op)]())
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in ARITHMETIC:
            self._swap(node, "op", ARITHMETIC[type(node.op)]())
        self.visit(node.value)
        self._remove(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self._note(node, node.operand, "operator dropped")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self._swap(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for at in range(len(node.values)):
            rest = [value for other, value in enumerate(node.values) if other != at]
            self._note(node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest), "condition dropped")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for at, op in enumerate(node.ops):
            if type(op) in COMPARISONS:
                self._swap(node, "ops", [*node.ops[:at], COMPARISONS[type(op)](), *node.ops[at + 1 :]])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._note(node, ast.Constant(not node.value), "constant")
        elif isinstance(node.value, int):
            for value in (node.value + 1, node.value - 1):
                self._note(node, ast.Constant(value), "constant")
        elif isinstance(node.value, str) and RULE.fullmatch(node.value):
            self._note(node, ast.Constant(f"{node.value}0"), "rule")

    def visit_Call(self, node: ast.Call) -> None:
        symmetric = isinstance(node.func, ast.Name) and node.func.id in ("max", "min")
        for at in range(0 if symmetric else len(node.args) - 1):
            left, right = node.args[at : at + 2]
            if not isinstance(left, ast.Starred) and not isinstance(right, ast.Starred):
                self._swap(node, "args", [*node.args[:at], right, left, *node.args[at + 2 :]])
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._note(node, ast.Return(ast.Constant(None)), "return")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._negate(test)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not all(isinstance(target, ast.Name) for target in node.targets):
            self._remove(node)
        self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, REMOVABLE) and not isinstance(node, ast.AugAssign) and not is_text:
            self._remove(node)
        super().generic_visit(node)

    # ---- how ---------------------------------------------------------------------------------------------------

    def _negate(self, test: ast.expr) -> None:
        self._note(test, ast.UnaryOp(ast.Not(), test), "condition negated")

    def _remove(self, node: ast.stmt) -> None:
        self._note(node, ast.Pass(), "statement removed")

    def _swap(self, node: ast.expr | ast.stmt, field: str, value: object) -> None:
        changed = copy.copy(node)
        setattr(changed, field, value)
        self._note(node, changed, "arguments swapped" if field == "args" else "operator")

    def _note(self, node: ast.expr | ast.stmt, changed: ast.AST, kind: str) -> None:
        if node.lineno != node.end_lineno or node.end_col_offset is None:
            return
        before = ast.get_source_segment(self._source, node) or ""
        after = ast.unparse(ast.fix_missing_locations(changed))
        if isinstance(changed, ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp):
            after = f"({after})"  # it may bind less tightly than what stood there
        self.found.append(Change(self._file, node.lineno, node.col_offset, node.end_col_offset, kind, before, after))
