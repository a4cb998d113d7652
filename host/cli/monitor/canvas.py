"""A rectangle of styled characters, and how it becomes lines for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from host.link import RGB
from host.plain import plain


class Style(NamedTuple):
    """How a character looks; None is the terminal's own colour."""

    fg: RGB | None = None
    bg: RGB | None = None
    bold: bool = False
    reverse: bool = False


PLAIN = Style()
_CUBE = (0, 95, 135, 175, 215, 255)


class Depth(Enum):
    """How many colours the terminal has: none at all, the 256 of xterm, or 24 bits."""

    NONE = 0
    INDEXED = 256
    TRUE = 1 << 24


def depth_of(environment: Mapping[str, str]) -> Depth:
    """Return the colours that a terminal has, from its environment; NO_COLOR is respected (no-color.org)."""
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term in ("", "dumb"):
        return Depth.NONE
    if environment.get("COLORTERM", "") in ("truecolor", "24bit") or term.endswith("-direct"):
        return Depth.TRUE
    return Depth.INDEXED


class Canvas:
    """Characters and styles by column and row; what lies outside is not drawn."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[PLAIN] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> int:
        """Write a text; return the column behind it."""
        if 0 <= y < self.height:
            for at, char in enumerate(plain(text), x):
                if 0 <= at < self.width:
                    self._chars[y][at] = char
                    self._styles[y][at] = style
        return x + len(text)

    def lines(self, depth: Depth = Depth.NONE) -> list[str]:
        """Return every row as it is written to a terminal with so many colours."""
        if depth is Depth.NONE:
            return [_bare(chars, styles) for chars, styles in zip(self._chars, self._styles, strict=True)]
        return [_coloured(chars, styles, depth) for chars, styles in zip(self._chars, self._styles, strict=True)]

    def text(self) -> list[str]:
        """Return every row without any style."""
        return ["".join(row).rstrip() for row in self._chars]


def shorten(text: str, width: int) -> str:
    """Cut a text to a width, with an ellipsis where something is missing."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…" if width > 0 else ""


def _coloured(chars: list[str], styles: list[Style], depth: Depth) -> str:
    parts: list[str] = []
    last = PLAIN
    for char, style in zip(chars, styles, strict=True):
        if style != last:
            parts.append(_sgr(style, depth))
            last = style
        parts.append(char)
    return "".join(parts) + ("\x1b[m" if last != PLAIN else "")


def _bare(chars: list[str], styles: list[Style]) -> str:
    """Bold and reverse are no colours: they stay."""
    return _coloured(chars, [style._replace(fg=None, bg=None) for style in styles], Depth.NONE)


def _sgr(style: Style, depth: Depth) -> str:
    codes = ["0"]
    if style.bold:
        codes.append("1")
    if style.reverse:
        codes.append("7")
    if style.fg is not None:
        codes.append(_colour(38, style.fg, depth))
    if style.bg is not None:
        codes.append(_colour(48, style.bg, depth))
    return f"\x1b[{';'.join(codes)}m"


def _colour(code: int, rgb: RGB, depth: Depth) -> str:
    if depth is Depth.TRUE:
        return f"{code};2;{rgb[0]};{rgb[1]};{rgb[2]}"
    return f"{code};5;{nearest(rgb)}"


def nearest(rgb: RGB) -> int:
    """Return the nearest of xterm's colours: 16 to 231 are a 6×6×6 cube, 232 to 255 greys.

    >>> nearest((255, 0, 0)), nearest((34, 36, 42))
    (196, 235)
    """
    r, g, b = (_nearest_step(value) for value in rgb)
    grey = min(23, max(0, round((sum(rgb) / 3 - 8) / 10)))
    in_cube = _distance(rgb, (_CUBE[r], _CUBE[g], _CUBE[b]))
    return 232 + grey if _distance(rgb, (8 + 10 * grey,) * 3) < in_cube else 16 + 36 * r + 6 * g + b


def _nearest_step(value: int) -> int:
    return min(range(len(_CUBE)), key=lambda at: abs(_CUBE[at] - value))


def _distance(one: RGB, other: RGB) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
