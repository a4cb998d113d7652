"""Tables of text."""

from __future__ import annotations

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with aligned columns.

    >>> print(table(("port", "state"), [("/dev/ttyACM0", "ready")]))
    PORT          STATE
    /dev/ttyACM0  ready
    """
    lines = [[head.upper() for head in heads], *rows]
    widths = [max(len(line[at]) for line in lines) for at in range(len(heads))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
