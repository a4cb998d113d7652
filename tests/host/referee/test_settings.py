"""The times are those of which the documentation tells."""

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from hardware import profiles
from host.referee import Settings
from host.referee.aiming import LIFT_MS
from host.referee.settings import SLOWEST_MS
from host.referee.walking import GRACE_MS, WALK_MS

PAGE = (Path(__file__).parents[3] / "docs" / "referee.md").read_text(encoding="utf-8")


def test_every_time_is_documented_and_is_what_the_page_says():
    told = {name: int(value) for name, value in re.findall(r"^\| `(\w+_ms)` \| (\d+) \|", PAGE, re.MULTILINE)}
    assert told == {name: value for name, value in asdict(Settings()).items() if name.endswith("_ms")}


@pytest.mark.parametrize("profile", ["grid", "field"])
def test_the_nearer_tiles_are_the_longer_a_thing_may_slide(profile):
    told = re.search(rf"(\d+) on `{profile}`", PAGE)
    grid = profiles.load(profile).grid
    assert told
    assert grid
    assert Settings.for_pitch(grid.pitch).settle_ms == int(told[1])


def test_the_times_of_lights_and_lifts_are_what_the_page_says():
    page = " ".join(PAGE.split())
    assert f"stays on each for {WALK_MS / 1000} s" in page
    assert f"A *yes* within {GRACE_MS} ms" in page
    assert f"a lift counts from 150 ms on, which is felt as {LIFT_MS}" in page
    assert f"the slowest slide ({SLOWEST_MS / 1000} s a tile)" in page


def test_three_answers_and_no_more_are_taken_back_without_a_question():
    assert "More than three answers are not taken back without a question" in " ".join(PAGE.split())
    assert Settings().most_back == 3
