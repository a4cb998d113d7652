"""Plots as inline SVG: bars beside a fair share, a histogram, one bar in parts. Colours are the page's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

WIDTH = 520
ROW, BAR = 24, 14
LABEL, ROOM = 150, 70
"""The width of the labels at the left, and of the figures at the right."""
HEIGHT, FOOT = 150, 22
MOST_BINS = 40
MOST_PARTS = 6  # colours that the page has


class Bar(NamedTuple):
    """One row: ``doubt`` is how far chance may have moved it to either side."""

    label: str
    value: float
    text: str
    doubt: float = 0.0


class Scale(NamedTuple):
    """What bars are measured by: a line at ``mark``, and a band of values that are all right."""

    mark: float
    low: float
    high: float


def bars(rows: Sequence[Bar], scale: Scale, title: str) -> str:
    """Return horizontal bars, one below the other."""
    most = max([scale.high, *(row.value + row.doubt for row in rows)]) * 1.05
    per_unit = (WIDTH - LABEL - ROOM) / most
    height = ROW * len(rows) + 4
    band = _rect(LABEL + scale.low * per_unit, 0, (scale.high - scale.low) * per_unit, height, "band")
    parts = [band, *(_bar(row, at, per_unit, scale) for at, row in enumerate(rows))]
    parts.append(_line(LABEL + scale.mark * per_unit, 0, LABEL + scale.mark * per_unit, height, "mark"))
    return _svg(height, title, parts)


def _bar(row: Bar, at: int, per_unit: float, scale: Scale) -> str:
    top, end = at * ROW + (ROW - BAR) / 2, LABEL + row.value * per_unit
    middle, is_far = top + BAR / 2, not scale.low <= row.value <= scale.high
    parts = [
        f"<title>{escape(row.label)}: {escape(row.text)}</title>",
        _text(LABEL - 8, middle, row.label, "end"),
        _rect(LABEL, top, max(1.0, end - LABEL), BAR, "bar far" if is_far else "bar"),
    ]
    if row.doubt:
        by = row.doubt * per_unit
        parts.append(_line(max(LABEL, end - by), middle, end + by, middle, "doubt"))
    parts.append(_text(WIDTH - 2, middle, row.text, "end", "figure"))
    return f"<g>{''.join(parts)}</g>"


def histogram(counts: Mapping[int, int], marks: Mapping[str, int], title: str) -> str:
    """Return how often each number came, in bins, with some numbers marked by name."""
    first, last = min(counts), max(counts)
    size = -(-(last - first + 1) // MOST_BINS)
    bins = [0] * ((last - first) // size + 1)
    for number, count in counts.items():
        bins[(number - first) // size] += count
    width, most = (WIDTH - 20) / len(bins), max(bins)
    parts = []
    for at, count in enumerate(bins):
        low, tall = first + at * size, count / most * (HEIGHT - FOOT)
        told = f"{low}" if size == 1 else f"{low} to {low + size - 1}"
        rect = _rect(10 + at * width, HEIGHT - tall, max(1.0, width - 1), tall, "bar")
        parts.append(f"<g><title>{told}: {count:,}</title>{rect}</g>")
    parts.append(_line(10, HEIGHT, WIDTH - 10, HEIGHT, "axis"))
    for at, (name, number) in enumerate(marks.items()):
        x = 10 + ((number - first) / size + 0.5) * width
        parts.append(_line(x, 12 * (at % 2), x, HEIGHT, "mark"))
        parts.append(_text(x + 4, 6 + 12 * (at % 2), f"{name} {number}", "start", "figure"))
    for number, anchor, x in ((first, "start", 10.0), (last, "end", WIDTH - 10.0)):
        parts.append(_text(x, HEIGHT + FOOT / 2, str(number), anchor))
    return _svg(HEIGHT + FOOT, title, parts)


def stack(counts: Mapping[str, int], title: str) -> str:
    """Return one bar in parts, with their names below."""
    total, x, parts = max(1, sum(counts.values())), 0.0, []
    for at, (name, count) in enumerate(counts.items()):
        width, kind, left = count / total * WIDTH, at % MOST_PARTS, WIDTH / len(counts) * at
        told = f"{name} {100 * count / total:.1f} %"
        parts.append(f"<g><title>{escape(told)}</title>{_rect(x, 0, width, 26, f'part{kind}')}</g>")
        parts += [_rect(left, 38, 10, 10, f"part{kind}"), _text(left + 16, 44, told, "start")]
        x += width
    return _svg(54, title, parts)


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    named = escape(title, quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{named}">{"".join(parts)}</svg>'


def _rect(x: float, y: float, width: float, height: float, kind: str) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2"/>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str, kind: str = "label") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
