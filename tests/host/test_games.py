"""The records of the games: each names parts that are there, and a game of another package is found like ours."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engines
from hardware import profiles
from host import games
from host.cli import main
from host.games.record import HostGame, part
from host.play import opening

PARTS = ("stage", "screen", "banner", "rulings", "people", "books", "study")
OF_ALL = ("stage", "screen", "banner", "rulings", "people", "books")  # that each of our games has
RULES = """
from engines.armada.game import Armada

class Renamed(Armada):
    name = "renamed"

def load(catalogue, options):
    from engines import house_catalogue
    return Renamed(catalogue or house_catalogue("armada"), options)
"""
RECORD = """
from host.games.record import GRID, HostGame
from renamed_rules import load
from engines import house_catalogue

GAME = HostGame("renamed", "Renamed", (GRID,), "host.stage.armada:ArmadaStage", load, house_catalogue("armada"))
"""


@pytest.mark.parametrize("name", engines.OURS)
def test_every_part_of_a_record_is_there(name: str) -> None:
    record = games.get(name)
    assert (record.name, bool(record.title)) == (name, True)
    named = [which for which in PARTS if getattr(record, which)]
    assert set(OF_ALL) <= set(named)
    for which in named:
        assert part(getattr(record, which)) is not None


@pytest.mark.parametrize("name", engines.OURS)
def test_the_tables_of_a_record_fit_the_game(name: str) -> None:
    for kind in games.get(name).tables:
        assert opening.fitting_stage(engines.load(name), kind.profile).profile == profiles.load(kind.profile)


@pytest.mark.parametrize("name", engines.OURS)
def test_whether_a_game_is_on_tiles_is_what_its_stage_says(name: str) -> None:
    record = games.get(name)
    stage = opening.stage_for(profiles.load(record.table), engines.load(name))
    assert record.is_on_tiles == stage.needs_tiles


@pytest.mark.parametrize("name", engines.OURS)
def test_each_ruling_with_words_is_a_ruling(name: str) -> None:
    words = part(games.get(name).rulings)
    rulings = {ruling.name: ruling for ruling in engines.load(name).rulings}
    assert set(words) <= set(rulings)
    for number, (question, meanings) in words.items():
        assert question.endswith("?")
        assert set(meanings) <= set(rulings[number].values) or not rulings[number].values


def forget() -> None:
    for cached in (engines._plugged, engines.plugged, games.get, games.games, games.records):
        cached.cache_clear()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Put packages with games beside ours, as pip does."""

    def put(name: str, where: str, **files: str) -> None:
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[deadfall.games]\n{name} = {where}\n")
        for module, text in files.items():
            (tmp_path / f"{module}.py").write_text(text)
        forget()

    monkeypatch.syspath_prepend(str(tmp_path))
    yield put
    for module in ("renamed", "renamed_rules", "torn"):
        sys.modules.pop(module, None)
    monkeypatch.undo()
    forget()


def test_a_game_of_another_package_is_listed_and_loaded(install, capsys) -> None:
    install("renamed", "renamed:GAME", renamed=RECORD, renamed_rules=RULES)
    assert engines.games() == (*engines.OURS, "renamed")
    assert engines.load("renamed").name == "renamed"
    assert isinstance(games.get("renamed"), HostGame)
    assert "renamed" not in games.with_part("screen")
    assert engines.house_catalogue("renamed") == engines.house_catalogue("armada")
    assert opening.fitting_stage(engines.load("renamed"), "grid").is_sensed
    assert main(["catalogue", "show", "renamed"]) == 0
    assert capsys.readouterr().out == engines.house_catalogue("armada")


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("torn:GAME", "import there_is_no_such_module"),
        ("torn:GAME", "OTHER = 1"),
        ("gone:GAME", ""),
        ("torn:GAME", "GAME = 1"),
    ],
)
def test_a_package_that_is_torn_is_named_in_a_sentence_and_harms_no_other_game(install, where, text, capsys) -> None:
    install("torn", where, torn=text)
    assert engines.load("armada").name == "armada"
    with pytest.raises(ValueError, match="torn"):
        games.get("torn")
    assert main(["engine", "torn"]) == 1
    assert "torn" in capsys.readouterr().err
    assert main(["catalogue", "check", "--help"]) == 0


def test_a_package_cannot_replace_a_game_of_ours(install) -> None:
    install("armada", "renamed:GAME", renamed=RECORD, renamed_rules=RULES)
    assert engines.games() == engines.OURS
    assert engines.load("armada").name == "armada"


def test_a_game_that_nobody_has_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="known are armada, loot, saw"):
        engines.load("go")
