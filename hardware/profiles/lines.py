"""Which line of a TOML text a field stands on; tomllib does not tell.

The text has been parsed before, so this only has to follow headers and keys, not to judge them.
"""

from __future__ import annotations

import re

Path = tuple[str | int, ...]

_KEY = r"(?:[A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')"
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*\[\s*(?P<keys>{_DOTTED})\s*\]")
_ITEM = re.compile(rf"\s*\[\[\s*(?P<keys>{_DOTTED})\s*\]\]")
_FIELD = re.compile(rf"\s*(?P<keys>{_DOTTED})\s*=")
_MULTILINE = re.compile(r'"""|\'\'\'')


def _split(keys: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, keys))


class Lines:
    """Line numbers of the fields of one text; `find` falls back to the nearest enclosing thing."""

    def __init__(self, text: str) -> None:
        self._at: dict[Path, int] = {}
        self._items: dict[Path, int] = {}
        self._table: Path = ()
        fence = ""
        for number, line in enumerate(text.split("\n"), start=1):
            if not fence:
                self._read(line, number)
            fence = _fence_after(line, fence)

    def find(self, path: Path) -> int:
        """The line of `path` or, if it has none of its own, of what encloses it; line 1 at the worst."""
        while path:
            if path in self._at:
                return self._at[path]
            path = path[:-1]
        return 1

    def _read(self, line: str, number: int) -> None:
        if match := _ITEM.match(line):
            keys = _split(match["keys"])
            count = self._items.get(keys, 0)
            self._items[keys] = count + 1
            self._table = (*keys, count)
            self._at.setdefault(keys, number)
            self._at.setdefault(self._table, number)
        elif match := _HEADER.match(line):
            self._table = _split(match["keys"])
            self._at.setdefault(self._table, number)
        elif match := _FIELD.match(line):
            self._at.setdefault((*self._table, *_split(match["keys"])), number)


def _fence_after(line: str, fence: str) -> str:
    """Which multi-line string, if any, is still open after `line`."""
    for match in _MULTILINE.finditer(line):
        if not fence:
            fence = match[0]
        elif match[0] == fence:
            fence = ""
    return fence
