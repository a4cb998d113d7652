"""The page of survivors: the list is made; reasons are written by hand and kept while line and change are the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.changes import Change

BEGIN, END = "<!-- survivors -->", "<!-- end of survivors -->"
UNJUDGED = "**not judged yet**"
ROW = re.compile(
    r"^\| `(?P<file>[^`]+):\d+` \| ``(?P<line>.+?)`` \| ``(?P<becomes>.+?)`` \| (?P<reason>.+) \|$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Survivor:
    """A change that no test noticed: where, and the line before and after."""

    file: str
    number: int
    line: str
    becomes: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What a reason belongs to: not the number, for lines move."""
        return (self.file, _cell(self.line), _cell(self.becomes))


def survivors(changes: Iterable[Change], root: Path) -> list[Survivor]:
    """Return the changes with the lines that they change in the sources below ``root``."""
    return [
        Survivor(change.file, change.line, *change.lines((root / change.file).read_text(encoding="utf-8")))
        for change in sorted(changes)
    ]


def reasons(text: str) -> dict[tuple[str, str, str], str]:
    """Return the reasons that a page has."""
    return {(row["file"], row["line"], row["becomes"]): row["reason"] for row in ROW.finditer(text)}


def written(text: str, summary: str, found: Iterable[Survivor], area: str = "") -> str:
    """Return the page with the survivors of a new run, in the area's own section if there is one."""
    begin = f"<!-- survivors: {area} -->" if f"<!-- survivors: {area} -->" in text else BEGIN
    known = reasons(text)
    rows = [f"| `{one.file}:{one.number}` | {_code(one)} | {known.get(one.key, UNJUDGED)} |" for one in found]
    table = ["", summary, "", "| where | line | becomes | why no test notices it |", "|---|---|---|---|", *rows, ""]
    before, _, rest = text.partition(begin)
    return "\n".join([f"{before}{begin}", *table, f"{END}{rest.partition(END)[2]}"])


def _code(one: Survivor) -> str:
    return f"``{_cell(one.line)}`` | ``{_cell(one.becomes)}``"


def _cell(code: str) -> str:
    """Code in a cell of a table, where a bar would end it."""
    return code.replace("|", "\\|")
