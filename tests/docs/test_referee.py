"""docs/referee.md and docs/playing.md against the code."""

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from hardware.profiles import load
from host.play.terminal import helped
from host.referee import Settings
from host.stage.armada import ArmadaStage

DOCS = Path(__file__).parents[2] / "docs"


def test_the_times_are_those_of_the_referee():
    page = (DOCS / "referee.md").read_text(encoding="utf-8")
    printed = {name: int(value) for name, value in re.findall(r"^\| `(\w+_ms)` \| (\d+) \|", page, re.MULTILINE)}
    assert printed == {name: value for name, value in asdict(Settings()).items() if name.endswith("_ms")}


@pytest.mark.parametrize("profile", ["grid", "field"])
def test_the_time_for_each_table_is_told(profile: str):
    page = (DOCS / "referee.md").read_text(encoding="utf-8")
    grid = load(profile).grid
    assert grid is not None
    assert f"{Settings.for_pitch(grid.pitch).settle_ms} on `{profile}`" in page


def test_every_file_and_folder_that_the_page_names_is_there():
    page = (DOCS / "referee.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:host|tests)/[\w/.]+)`", page))
    assert named
    assert not [name for name in named if not (DOCS.parent / name).exists()]


def test_the_words_of_the_page_for_players_are_in_the_help():
    page = (DOCS / "playing.md").read_text(encoding="utf-8")
    assert "`mask e4`" in page
    assert "mask e4" in helped(ArmadaStage.examples)
