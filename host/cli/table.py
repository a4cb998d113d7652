"""Tables of text."""

from __future__ import annotations

from collections.abc import Sequence

from host.plain import plain


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with aligned columns; cells are shown as plain text.

    >>> print(table(("port", "state"), [("/dev/ttyACM0", "ready")]))
    PORT          STATE
    /dev/ttyACM0  ready
    """
    lines = [[head.upper() for head in heads], *([plain(cell) for cell in row] for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(heads))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
