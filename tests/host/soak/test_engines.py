"""The soak of the engines: the same seed gives the same games, and planted faults are found out."""

import json
from random import Random

import pytest

from engines.armada import events as ev
from engines.armada.game import Armada
from engines.armada.rules import Rules
from engines.armada.state import FOLDS, State
from engines.core.knowledge import Knowledge
from host.cli.main import INTERRUPTED, main
from host.soak.engines import Batch, EngineSoakResult, play_batch, soak


def batch(games: int = 2, seed: int = 5, is_mixed: bool = False, is_quick: bool = False) -> EngineSoakResult:
    return play_batch(Batch("armada", seed, 0, games, is_mixed, is_quick))


def test_the_command_tells_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "engines", "--game", "armada", "--games", "3", "--seed", "9", "--json"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (result["game"], result["games"], result["seed"]) == ("armada", 3, 9)
    assert (result["exceptions"], result["broken_invariants"]) == (0, 0)
    assert sum(result["ends"].values()) == sum(result["wins"].values()) == 3
    assert result["answers"] > 30


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes() -> None:
    alone = soak("armada", 12, 3, lambda done: None, processes=1, is_quick=True)
    together = soak("armada", 12, 3, lambda done: None, processes=2, is_quick=True)
    assert alone.fields() == together.fields()
    assert alone.is_good


def test_progress_is_told() -> None:
    told: list[int] = []
    soak("armada", 11, 3, told.append, processes=1, is_quick=True)
    assert told == [10, 11]


def test_a_long_soak_can_be_made_in_parts() -> None:
    whole = soak("armada", 14, 3, lambda done: None, processes=1, is_quick=True)
    parts = [
        soak("armada", games, 3, lambda done: None, processes=1, first=first, is_quick=True)
        for first, games in ((0, 9), (9, 5))
    ]
    assert sum(part.answers for part in parts) == whole.answers
    assert parts[0].wins + parts[1].wins == whole.wins


def test_an_interrupted_soak_tells_what_it_found_and_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(batch: Batch) -> EngineSoakResult:
        if batch.first:
            raise KeyboardInterrupt
        return play_batch(batch)

    monkeypatch.setattr("host.soak.engines.play_batch", interrupted)
    words = ["soak", "engines", "--games", "30", "--seed", "9", "--processes", "1", "--quick", "--json"]
    assert main(words) == INTERRUPTED
    *_, told, result = capsys.readouterr().out.splitlines()
    assert told == "Stopped after 10 games. Go on with: --first 10 --seed 9"
    assert json.loads(result)["games"] == 10


def test_a_quick_soak_plays_the_same_games() -> None:
    assert batch(games=4, is_quick=True).fields() == batch(games=4).fields()


@pytest.mark.parametrize(
    "check", ["check_follows", "check_restored", "check_undo", "check_redo", "check_copy", "check_samples"]
)
def test_every_game_is_gone_through_in_every_way(monkeypatch: pytest.MonkeyPatch, check: str) -> None:
    def broken(*_: object) -> None:
        raise AssertionError(check)

    monkeypatch.setattr(f"host.soak.random_games.{check}", broken)
    result = batch(games=3)
    assert result.broken_invariants == 3
    assert all(check in note for note in result.notes)


def test_a_view_that_tells_what_lies_face_down_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Armada.view

    def leaky(game: Armada, state: State, known: Knowledge, viewer: int) -> dict[str, object]:
        return {**whole(game, state, known, viewer), "deal": known.sample(Random())}

    monkeypatch.setattr(Armada, "view", leaky)
    assert "sees what it cannot know" in batch().notes[0]


def test_rulings_can_be_mixed() -> None:
    mixed = batch(games=4, is_mixed=True)
    assert mixed.is_good
    assert mixed.fields() != batch(games=4).fields()


def test_energy_from_nowhere_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Rules._move

    def generous(rules: Rules, state: State, choice: tuple[int, ...], emit: object) -> None:
        state.energy[choice[1]] += 1
        whole(rules, state, choice, emit)  # type: ignore[arg-type]

    monkeypatch.setattr(Rules, "_move", generous)
    result = batch()
    assert result.broken_invariants == 2
    assert "energy is" in result.notes[0]


def test_a_fold_that_forgets_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = FOLDS[ev.ShieldChanged]
    monkeypatch.setitem(FOLDS, ev.ShieldChanged, lambda state, event: None if event.after == 1 else whole(state, event))
    result = batch(games=4)
    assert result.broken_invariants >= 2  # a game may end before any shield is hit
    assert not result.is_good


def test_an_option_that_is_listed_twice_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Rules.actions
    monkeypatch.setattr(Rules, "actions", lambda rules, state: [*whole(rules, state), whole(rules, state)[-1]])
    assert "listed twice" in batch().notes[0]


def test_an_exception_is_counted_and_told_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("no rule divides")

    monkeypatch.setattr(Rules, "_rotate", broken)
    result = batch()
    assert (result.exceptions, result.broken_invariants) == (2, 0)
    assert result.notes[0].startswith("Game 5/0 throws ZeroDivisionError")


def test_a_game_that_never_ends_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.soak.random_games.MOST_ANSWERS", 10)
    assert "goes on" in batch().notes[0]


def test_a_claim_about_what_nobody_has_seen_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "card", lambda known, token: min(known.candidates(token)))
    result = batch(games=6)
    assert result.broken_invariants
    assert "for another" in result.notes[0]


def test_a_truth_that_is_ruled_out_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "candidates", lambda known, token: {min(known._clump_of[token].cards)})
    assert any("rules out" in note for note in batch(games=6).notes)


def test_games_with_take_backs_count_what_is_imagined(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "engines", "--game", "loot", "--games", "1", "--undo", "--seed", "9", "--json"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (result["games"], result["exceptions"], result["broken_invariants"]) == (1, 0, 0)
    assert result["looks"] > 20


def test_games_with_changed_catalogues_count_what_the_check_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "engines", "--game", "loot", "--games", "2", "--catalogues", "--seed", "9", "--json"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (result["games"], result["exceptions"], result["broken_invariants"]) == (2, 0, 0)
    assert result["refused"] > 0
