"""What docs/wire-protocol.md says, for tests that must not ask the code what the code should do."""

import re
from pathlib import Path

TEXT = (Path(__file__).parents[2] / "docs" / "wire-protocol.md").read_text(encoding="utf-8")


def rows(header: str) -> list[list[str]]:
    """The cells of each row of the table whose first line has that first cell."""
    block = re.search(rf"^\| {re.escape(header)} \|.*\n\|[-|]+\n((?:\|.*\n)*)", TEXT, flags=re.MULTILINE)
    assert block, header
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in block[1].splitlines()]


def promised(name: str, file: str) -> int:
    """A number of section 15."""
    found = re.search(rf"^\| `{name}` \| (-?\d+) \| `firmware/{file}\.py` \|", TEXT, flags=re.MULTILINE)
    assert found, name
    return int(found[1])


def levels() -> dict[int, list[int]]:
    """The 64 levels of each effect, by its number."""
    return {int(row[1]): _levels(row[2]) for row in rows("effect") if row[2][:1].isdigit()}


def _levels(text: str) -> list[int]:
    found: list[int] = []
    for part in text.split():
        level, _, times = part.partition("×")
        found += [int(level)] * int(times or 1)
    assert len(found) == 64
    return found


def own_slots() -> dict[int, tuple[str, int, int]]:
    """What the board shows in a slot of its own: effect, period and phase; its colour is amber."""
    found = re.findall(r"^slot (\d+) +board: .*?(FX_[A-Z]+), amber.*?(\d+) ms(?:, phase (\d+))?", TEXT, re.MULTILINE)
    return {int(slot): (effect, int(period), int(phase or 0)) for slot, effect, period, phase in found}


def amber() -> tuple[int, int, int]:
    """The colour of the board's own patterns."""
    found = re.search(r"amber \((\d+), (\d+), (\d+)\)", TEXT)
    assert found
    return int(found[1]), int(found[2]), int(found[3])


def config_ranges() -> dict[str, tuple[int, int]]:
    """The least and the greatest value of each number of the config file."""
    found = {}
    for name, kind, limits, *_ in rows("field"):
        ends = re.fullmatch(r"(\d+) to (\d+)", limits)
        if kind == "number" and ends:
            found[name.strip("`")] = (int(ends[1]), int(ends[2]))
    return found
