from pathlib import Path

import pytest

from hardware import profiles
from hardware.profiles import ProfileError


def test_names_run_from_the_smallest_table_to_the_largest() -> None:
    assert profiles.names() == ["none", "pocket", "bench", "grid", "field", "full"]


@pytest.mark.parametrize(
    ("name", "tiles", "pads", "seats", "lights", "scan"),
    [
        ("none", 0, 0, 0, 0, 0),
        ("pocket", 0, 1, 0, 1, 0),
        ("bench", 0, 20, 6, 104, 2 + 3),
        ("grid", 99, 1, 2, 128, 99 + 1 + 1),
        ("field", 56, 2, 4, 114, 56 + 1 + 1),
        ("full", 99, 20, 6, 203, 99 + 2 + 3),
    ],
)
def test_built_in_tables(name: str, tiles: int, pads: int, seats: int, lights: int, scan: int) -> None:
    profile = profiles.load(name)
    counts = (len(profile.tiles), len(profile.pads), len(profile.seats), len(profile.lights))
    assert counts == (tiles, pads, seats, lights)
    assert profile.scan_bytes == scan
    assert profile.worst_current_ma <= profile.budget_ma


def test_full_has_the_reeds_and_pins_of_grid_and_the_pads_of_bench() -> None:
    grid, bench, full = (profiles.load(name) for name in ("grid", "bench", "full"))
    assert (full.reeds, full.magnet, full.wiring) == (grid.reeds, grid.magnet, grid.wiring)
    assert [pad.name for pad in full.pads] == [pad.name for pad in bench.pads]


def test_a_users_file_may_extend_a_built_in_profile(tmp_path: Path) -> None:
    path = tmp_path / "attic.toml"
    path.write_text('title = "Attic"\nextends = "full"\n[grid]\norder = "snake"\n')
    attic = profiles.load(path)
    assert (attic.name, attic.title, len(attic.lights)) == ("attic", "Attic", 203)
    assert [attic.tiles[index].name for index in (8, 9, 17, 18)] == ["i1", "i2", "a2", "a3"]
    assert attic.digest != profiles.load("full").digest


def test_an_error_in_an_inherited_field_names_the_parents_file(tmp_path: Path) -> None:
    path = tmp_path / "attic.toml"
    path.write_text('extends = "grid"\n[table]\nwidth = 500\n')
    with pytest.raises(ProfileError, match=r"^grid\.toml, line \d+: pads\[1\] puts pad 'play' over the edge"):
        profiles.load(path)


def test_an_unknown_name_is_met_with_the_nearest() -> None:
    with pytest.raises(ProfileError, match=r"no profile called 'gird'\. Did you mean 'grid'"):
        profiles.load("gird")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"nowhere\.toml: there is no such file"):
        profiles.load(tmp_path / "nowhere.toml")


def test_a_folder_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="there is no such file"):
        profiles.load(tmp_path)


def test_a_file_name_that_makes_no_profile_name_asks_for_one(tmp_path: Path) -> None:
    path = tmp_path / "My Table.toml"
    path.write_text('title = "Mine"\n[controller]\nboard = "none"\n')
    with pytest.raises(ProfileError, match="name must be a name of lower-case letters"):
        profiles.load(path)
    path.write_text('name = "mine"\n' + path.read_text())
    assert profiles.load(path).name == "mine"


def test_extends_takes_built_in_names_only(tmp_path: Path) -> None:
    path = tmp_path / "loop.toml"
    path.write_text('title = "Loop"\nextends = "loop"\n')
    with pytest.raises(ProfileError, match=r"loop\.toml, line 2: extends must name a built-in profile"):
        profiles.load(path)


def test_a_path_is_told_in_full_a_name_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert profiles.located("attic.toml") == str(tmp_path / "attic.toml")
    assert profiles.located("grid") == "grid"
