"""Games whose program is killed: nothing is lost, nothing comes twice; and the soak would notice."""

import json
import sqlite3
from pathlib import Path

import pytest

from host.cli.main import main
from host.soak.kills import KillSoak
from host.soak.typist import Typist
from tests.sizes import sizes


@sizes("kills", 3, 10)
def test_kills_lose_nothing(tmp_path: Path, kills: int) -> None:
    soak = KillSoak(11, tmp_path)
    result = soak.run(kills)
    assert result.notes == []
    assert result.is_good
    assert result.kills == len(result.resume_ms) == kills
    assert result.power_cuts
    assert result.facts > result.answers > kills

    with sqlite3.connect(tmp_path / "game-0.ledger") as ledger:  # and this would have been found out
        ledger.execute("DELETE FROM facts WHERE id = (SELECT max(id) - 3 FROM facts WHERE seq IS NOT NULL)")
    soak._audit(tmp_path / "game-0.ledger")
    assert result.facts_lost == 1
    assert not result.is_good


def test_another_answer_than_was_meant_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    say = Typist.say
    monkeypatch.setattr(Typist, "say", lambda typist, line: say(typist, "gun-5" if line != "gun-5" else "gun-4"))
    assert main(["soak", "kills", "--kills", "1", "--seed", "5", "--json"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert json.loads(printed[-1])["wrong"] == 1
    assert any(line.startswith("game-0.ledger, ") for line in printed)


def test_a_folder_that_is_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "kills", "--keep", str(tmp_path)]) == 1
    assert "is there already" in capsys.readouterr().err
