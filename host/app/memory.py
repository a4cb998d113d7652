"""What the app remembers between two runs: how large its window was, and what was chosen on the start screen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from host.app.wishes import Wish

FILE = "app.json"
LONGEST = 64 * 1024  # bytes; a longer file is not ours
MOST = 16_384  # pixels of a window
_WORDS = ("game", "where", "profile", "taps")


class Memory:
    """Keeps a few things in a file; without one, or with one that cannot be read, it remembers nothing.

    Attributes:
        size: width and height of the window, or None.
        wish: what was begun last, or None.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        data = _read(path) if path is not None else {}
        self.size = _size(data.get("size"))
        self.wish = _wish(data.get("wish"))

    def keep(self, *, size: tuple[int, int] | None = None, wish: Wish | None = None) -> None:
        """Remember a size or a wish. If it cannot be written, the next run begins as if it had not been."""
        self.size = size or self.size
        self.wish = wish or self.wish
        if self._path is None:
            return
        kept = {"size": self.size, "wish": _written(self.wish) if self.wish else None}
        beside = self._path.with_suffix(".new")
        try:
            beside.write_text(json.dumps(kept, indent=1), encoding="utf-8")
            beside.replace(self._path)
        except OSError:
            return


def _written(wish: Wish) -> dict[str, Any]:
    words = {name: getattr(wish, name) for name in _WORDS}
    return words | {"players": list(wish.players), "options": dict(wish.options)}


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(LONGEST).decode())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _size(found: object) -> tuple[int, int] | None:
    if not isinstance(found, list) or len(found) != 2:
        return None
    width, height = found
    is_whole = type(width) is int and type(height) is int
    return (width, height) if is_whole and 0 < width <= MOST and 0 < height <= MOST else None


def _wish(found: object) -> Wish | None:
    if not isinstance(found, dict):
        return None
    words = {name: found.get(name) for name in _WORDS}
    players, options = found.get("players"), found.get("options")
    if not isinstance(players, list) or not isinstance(options, dict):
        return None
    if not all(isinstance(word, str) for word in (*words.values(), *players, *options, *options.values())):
        return None
    return Wish(players=tuple(players), options=options, **words)  # type: ignore[arg-type]
