"""Colours and signs of the monitor."""

from __future__ import annotations

from typing import NamedTuple

from host.cli.monitor.canvas import Depth, Style
from host.link import RGB

INK: RGB = (214, 214, 220)
FAINT: RGB = (116, 116, 126)
LABEL: RGB = (146, 146, 156)
GOOD: RGB = (88, 200, 120)
WARN: RGB = (240, 176, 64)
CURSOR: RGB = (255, 214, 90)
BAR: RGB = (38, 42, 58)
TILES: tuple[RGB, RGB] = ((34, 36, 42), (44, 46, 54))

TITLE = Style((240, 240, 246), BAR, bold=True)
TITLE_NOTE = Style((176, 182, 200), BAR)
TEXT = Style(INK)
DIM = Style(FAINT)
HEAD = Style(LABEL, bold=True)
KEY = Style(CURSOR, bold=True)

_GAMMA = 0.55


class Signs(NamedTuple):
    """The characters that things are drawn with; `mark` tells a lit tile where there are no colours."""

    north: str
    east: str
    south: str
    west: str
    centre: str
    open: str
    lit: str
    dark: str
    bar_lit: str
    bar_dark: str
    limb_lit: str
    limb_dark: str
    dot: str
    rule: str
    mark: str = " "


UNICODE = Signs("▲", "►", "▼", "◄", "◉", "·", "●", "○", "▮", "▯", "■", "□", "·", "─")
ASCII = Signs("^", ">", "v", "<", "o", ".", "*", " ", "#", "-", "#", "-", "|", "-")


def signs_for(encoding: str | None, depth: Depth) -> Signs:
    """Return the characters that an output can show."""
    signs = UNICODE
    try:
        "".join(UNICODE).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        signs = ASCII
    return signs._replace(mark="'") if depth is Depth.NONE else signs


def shown(light: RGB, full: int) -> RGB:
    """Return how a light looks on a screen: an LED at `full` is as bright as it gets, and eyes are not linear.

    >>> shown((64, 0, 0), 64), shown((0, 0, 0), 64)
    ((255, 0, 0), (0, 0, 0))
    """
    r, g, b = (round(255 * min(1.0, value / max(1, full)) ** _GAMMA) for value in light)
    return r, g, b


def mixed(under: RGB, over: RGB, part: float) -> RGB:
    """Lay one colour over another: 0 shows only the first, 1 only the second."""
    r, g, b = (round(a + (c - a) * part) for a, c in zip(under, over, strict=True))
    return r, g, b


def readable_on(ground: RGB) -> RGB:
    """Return black or white, whichever stands out (ITU-R BT.601 luma)."""
    luma = 0.299 * ground[0] + 0.587 * ground[1] + 0.114 * ground[2]
    return (16, 16, 18) if luma > 140 else (250, 250, 252)
