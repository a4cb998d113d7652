"""A simulated person at a simulated table: everything is understood as it was meant, and a planted fault is found."""

from dataclasses import replace
from pathlib import Path

import pytest

from host.referee import Referee, Settings
from host.soak.human.levels import CALM, DEFAULT, PARTY
from host.soak.referee import RefereeSoak
from host.stage.armada import ArmadaStage
from host.stage.saw_benches import Benches
from tests.sizes import sizes

GAMES = [("armada", "grid"), ("loot", "field"), ("saw", "bench")]


@pytest.mark.parametrize(("game", "profile"), GAMES)
def test_answers_of_restless_people_are_understood(tmp_path: Path, game: str, profile: str) -> None:
    result = RefereeSoak(game, profile, 60, tmp_path, DEFAULT).run(30)
    assert result.failures == []
    assert result.answers >= 30
    assert result.tally.misnamed == 0
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "profile"), GAMES)
def test_200_answers_of_restless_people_are_understood(tmp_path: Path, game: str, profile: str) -> None:
    result = RefereeSoak(game, profile, 60, tmp_path, DEFAULT).run(200)
    assert result.failures == []
    assert result.answers >= 200  # whoever begins early does two in one go
    assert result.tally.questions > 0
    assert len(result.tally.commit_ms) + len(result.tally.open_ms) > 30
    assert result.tally.false_alarms <= 1
    assert result.tally.misnamed == 0  # and no sensor of a whole table is called broken
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "profile"), GAMES)
def test_20_answers_through_a_pseudo_terminal(tmp_path: Path, game: str, profile: str) -> None:
    result = RefereeSoak(game, profile, 7, tmp_path, DEFAULT, driver="paced").run(20)
    assert result.failures == []
    assert result.answers >= 20


@pytest.mark.micropython
@sizes("answers", 6, 20)
@pytest.mark.parametrize(("game", "profile"), GAMES)
def test_answers_on_micropython(tmp_path: Path, game: str, profile: str, answers: int) -> None:
    result = RefereeSoak(game, profile, 8, tmp_path, DEFAULT, runtime="micropython").run(answers)
    assert result.failures == []
    assert result.answers >= answers


@sizes("answers", 10, 80)
@pytest.mark.parametrize(("game", "profile"), GAMES)
def test_a_program_that_dies_in_the_middle_of_answers_goes_on_from_its_ledger(
    tmp_path: Path, game: str, profile: str, answers: int
) -> None:
    people = replace(DEFAULT, habits={**DEFAULT.habits, "mind": 0.3})  # often: a restart must not cost the amendment
    result = RefereeSoak(game, profile, 1700, tmp_path, people, answers_per_kill=2).run(answers)
    assert result.failures == []
    assert result.answers >= answers
    assert result.restarts > answers // 4 - 1


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first, second = (RefereeSoak("armada", "grid", 8, tmp_path / name, DEFAULT) for name in ("a", "b"))
    assert first.run(20).fields() == second.run(20).fields()


def test_an_interrupt_gives_what_there_is_so_far(tmp_path: Path) -> None:
    def interrupt(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    result = RefereeSoak("armada", "grid", 8, tmp_path, CALM).run(50, interrupt)
    assert result.is_stopped
    assert result.answers == 3
    assert result.fields()["answers"] == 3


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
    assert any("meant 'move" in failure for failure in result.failures)
    assert sorted(result.kept) == sorted(tmp_path.glob("*.ledger"))


def test_a_table_that_is_hasty_and_stubborn_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: what only passes over a tile is booked at once, and people have to take it back by hand."""
    monkeypatch.setattr(Settings, "for_pitch", classmethod(lambda cls, pitch: cls(settle_ms=0, touch_ms=0)))
    monkeypatch.setattr(Referee, "_amendment", lambda self, reading, foresight, *, may_go_on=False: None)
    result = RefereeSoak("armada", "grid", 44, tmp_path, PARTY).run(60)
    assert not result.is_good
    assert any("a person had to take it back" in failure for failure in result.failures)


def test_a_bench_that_mixes_up_its_slots_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: what lies in the first slot is taken for the second one."""
    real = Benches.slotted

    def mixed_up(self, play, lying):
        others = {"1": "2", "2": "1"}
        return real(self, play, {pad[:-1] + others.get(pad[-1], pad[-1]): lie for pad, lie in lying.items()})

    monkeypatch.setattr(Benches, "slotted", mixed_up)
    result = RefereeSoak("saw", "bench", 2, tmp_path, CALM).run(10)
    assert not result.is_good
    assert any("meant 'bench" in failure for failure in result.failures)
