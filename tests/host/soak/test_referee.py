"""A simulated person at a simulated table: everything is understood as it was meant, and a planted fault is found."""

from pathlib import Path

import pytest

from host.soak.human.levels import CALM
from host.soak.referee import RefereeSoak
from host.stage.armada import ArmadaStage


def test_quiet_hands_are_understood(tmp_path: Path) -> None:
    result = RefereeSoak("armada", "grid", 41, tmp_path, CALM).run(150)
    assert result.failures == []
    assert result.is_good
    assert result.answers == 150
    assert result.tally.questions > 0
    assert len(result.tally.commit_ms) > 40
    assert not list(tmp_path.iterdir())


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    first, second = (RefereeSoak("armada", "grid", 8, tmp_path / name, CALM) for name in ("a", "b"))
    for soak in ("a", "b"):
        (tmp_path / soak).mkdir()
    assert first.run(30).fields() == second.run(30).fields()


def test_a_stage_that_mixes_up_directions_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: every move is taken for the opposite one."""
    real = ArmadaStage.outcomes

    def opposite(choice):
        return (*choice[:2], (choice[2] + 2) % 4, *choice[3:]) if choice[0] == "move" else choice

    def mixed_up(self, play):
        seen = real(self, play)
        legal = {choice for choices in seen.values() for choice in choices}
        return {
            signature: tuple(opposite(choice) if opposite(choice) in legal else choice for choice in choices)
            for signature, choices in seen.items()
        }

    monkeypatch.setattr(ArmadaStage, "outcomes", mixed_up)
    result = RefereeSoak("armada", "grid", 41, tmp_path, CALM).run(40)
    assert not result.is_good
    assert "meant 'move" in result.failures[0]
    assert list(tmp_path.glob("*.ledger"))
