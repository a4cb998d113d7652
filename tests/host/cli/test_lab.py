"""`deadfall lab`: what it prints and writes, and what it refuses."""

import json
from pathlib import Path

import pytest

from host.cli.main import INTERRUPTED, main
from host.lab import games

WORDS = ["lab", "loot", "--games", "6", "--seats", "2", "--seed", "9", "--processes", "1"]


def test_the_result_is_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(WORDS) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["seed: 9", "Loot Trap, 2 seats: 6 games"]
    assert lines[-1].startswith("  worst ")


def test_the_result_is_printed_for_programs_and_written_as_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "loot.html"
    assert main([*WORDS, "--json", "--report", str(report)]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (told["game"], told["player"], told["games"], told["seed"]) == ("loot", "apprentice", 6, 9)
    assert told["seats"].keys() == {"2"}
    assert sum(seat["won"] for seat in told["seats"]["2"]["seats"].values()) <= 6
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_all_numbers_of_seats_are_played_unless_one_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "loot", "--games", "1", "--seed", "9", "--processes", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["seats"].keys() == {"2", "3", "4"}


def test_a_number_of_seats_that_cannot_play_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "loot", "--seats", "5"]) == 1
    assert "This game has 2 or 3 or 4 seats, not 5: try --seats 2." in capsys.readouterr().err


def test_a_report_that_cannot_be_written_is_told_before_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "loot", "--games", "1000000", "--report", str(tmp_path / "no" / "loot.html")]) == 1
    assert "There is no folder" in capsys.readouterr().err


def test_ctrl_c_tells_what_was_found_so_far(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(run, work, processes):  # type: ignore[no-untyped-def]
        yield run(work[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "in_processes", stopped)
    report = tmp_path / "loot.html"
    assert main([*WORDS, "--games", "100", "--report", str(report)]) == INTERRUPTED
    out = capsys.readouterr().out
    assert f"Stopped after {games.BATCH} games; this is what they say." in out
    assert f"Loot Trap, 2 seats: {games.BATCH} games" in out
    assert "The run was stopped before its end." in report.read_text(encoding="utf-8")


def test_a_game_that_does_not_end_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_ANSWERS", 5)
    assert main(WORDS) == 1
    assert "Loot Trap, 2 seats: 0 games, and 6 that did not end." in capsys.readouterr().out
