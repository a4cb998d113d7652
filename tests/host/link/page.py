"""Numbers of docs/wire-protocol.md, for tests of what they mean."""

import re
from pathlib import Path

TEXT = (Path(__file__).parents[3] / "docs" / "wire-protocol.md").read_text(encoding="utf-8")


def told(file: str, name: str) -> float:
    """The value of a constant in one of the tables of section 15."""
    found = re.search(rf"^\| `{name}` \| ([0-9.]+) \| `host/link/{re.escape(file)}` \|", TEXT, flags=re.MULTILINE)
    assert found, f"{name} of {file} is not on the page"
    number = float(found[1])
    return int(number) if number.is_integer() and "." not in found[1] else number


def vendors() -> dict[int, str]:
    """The USB vendors that a host opens by itself, with their names."""
    row = next(line for line in TEXT.splitlines() if line.startswith("| USB vendors"))
    return {int(number, 16): name for number, name in re.findall(r"(0x[0-9A-F]{4}) \(([^)]+)\)", row)}
