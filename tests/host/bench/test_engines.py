"""The bench of the engines: what it reports and what it refuses. How fast anything is, no test asks."""

import json
from random import Random

import pytest

import engines
from engines.core import Answer
from host.bench import commitment
from host.bench import engines as bench
from host.cli import main

FIELDS = {
    "game",
    "answers_per_s",
    "games_per_s",
    "peer",
    "peer_answers_per_s",
    "ratio",
    "clone_us",
    "undo_game_ms",
    "undo_last_ms",
    "windows",
    "seed",
}


def test_a_random_play_answers_from_the_legal_set_until_the_game_is_over() -> None:
    play = bench.random_play(engines.load("armada"), Random(3))
    assert play.result is not None
    again = engines.load("armada").restore(engines.load("armada").dump(play))
    assert again.digest() == play.digest()


def test_a_random_play_stops_when_it_is_told_to() -> None:
    play = bench.random_play(engines.load("armada"), Random(3), most=7)
    assert sum(isinstance(entry, Answer) for entry in play.log) == 7


def test_every_answer_of_a_playout_is_counted() -> None:
    game = engines.load("armada")
    play = bench.random_play(game, Random(5))
    assert bench.playout_of(game)(Random(5)) == sum(isinstance(entry, Answer) for entry in play.log)


def test_a_window_has_whole_games_only() -> None:
    player = bench.Player("coin", lambda rng: 4)
    player.run(Random(0), 0.0)
    assert [(window.games, window.answers) for window in player.windows] == [(1, 4)]


def test_rates_come_from_windows() -> None:
    windows = [bench.Window(1, 100, 1.0), bench.Window(2, 900, 3.0), bench.Window(3, 200, 1.0)]
    player = bench.Player("coin", lambda rng: 0, windows)
    assert (player.median, player.best, player.games_per_s) == (200, 300, 6 / 5)


def test_the_ratio_is_engine_to_peer_and_a_second_peer_has_its_own_fields() -> None:
    def player(name: str, rate: int) -> bench.Player:
        return bench.Player(name, lambda rng: 0, [bench.Window(1, rate, 1.0)])

    peers = (player("python-chess", 200), player("catanatron", 100))
    fields = bench.EngineFigures(player("armada", 300), peers, 1.0, 2.0, 3.0).fields()
    assert (fields["peer"], fields["peer_answers_per_s"], fields["ratio"]) == ("python-chess", 200, 1.5)
    assert (fields["catanatron_answers_per_s"], fields["catanatron_ratio"]) == (100, 3.0)


def test_the_command_reports_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engines", "--seconds", "0.01", "--seed", "7", "--json"]) == 0
    report = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert report.keys() >= FIELDS
    assert (report["game"], report["peer"], report["seed"]) == ("armada", "python-chess", 7)
    assert report["ratio"] == pytest.approx(report["answers_per_s"] / report["peer_answers_per_s"], rel=0.01)


def test_saw_tells_how_long_its_best_commitment_takes() -> None:
    report = commitment.figures(engines.load("saw"), Random(1))
    assert report["commitment_tools"] == 12
    assert 0 < report["commitment_ms_p50"] <= report["commitment_ms_p99"]
    assert commitment.figures(engines.load("armada"), Random(1)) == {}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", "go"], 'There is no game "go" to measure; known are armada, loot, saw.'),
        (["--seconds", "0"], "Seconds are a number above 0"),
        (["--seconds", "nan"], "Seconds are a number above 0"),
    ],
)
def test_what_cannot_be_measured_is_a_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "engines", *words]) == 1
    assert sentence in capsys.readouterr().err


def test_without_python_chess_it_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda name: None)
    assert main(["bench", "engines", "--seconds", "0.01"]) == 1
    assert "pip install chess" in capsys.readouterr().err
