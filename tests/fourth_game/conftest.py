"""The package of a fourth game is installed for these tests, and for no others: its folder is on the path."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engines
from host import games

FOLDER = Path(__file__).parent


def forget() -> None:
    for found in (engines._plugged, engines.plugged, games.get, games.games, games.records):
        found.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def installed() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(FOLDER), *sys.path])
        patch.setenv("PYTHONPATH", os.pathsep.join([str(FOLDER), *filter(None, [os.environ.get("PYTHONPATH")])]))
        forget()
        yield
    forget()
