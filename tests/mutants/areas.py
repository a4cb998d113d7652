"""Which folder is changed, and which tests must notice: the engine of a game, or another part of the project."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Area:
    """A folder of sources, and the folders of the tests that know it."""

    sources: str
    tests: tuple[str, ...]


AREAS = {
    "firmware": Area("firmware", ("tests/firmware",)),
    "ledger": Area("host/ledger", ("tests/host/ledger",)),
    "link": Area("host/link", ("tests/host/link",)),
    "profiles": Area("hardware/profiles", ("tests/hardware/profiles",)),
    "referee": Area("host/referee", ("tests/host/referee",)),
    "session": Area("host/play", ("tests/host/play",)),
}


def area_of(root: Path, name: str) -> Area:
    """Return what a name stands for; any but those of ``AREAS`` is a game."""
    area = AREAS.get(name) or Area(f"engines/{name}", (f"tests/engines/{name}", "tests/engines/core"))
    return Area(area.sources, tuple(folder for folder in area.tests if (root / folder).is_dir()))
