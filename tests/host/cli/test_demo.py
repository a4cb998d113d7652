"""``deadfall demo`` and ``deadfall soak app``: their words, their result, and what they refuse."""

import json
import os
import tempfile

import pytest

from host.app.demo import Demo, Outcome
from host.cli.main import main
from host.cli.soak_app import tables

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX thing")


@pytest.fixture(autouse=True)
def _unseen(monkeypatch, tmp_path):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def result(capsys) -> dict:
    return json.loads(capsys.readouterr().out.strip().splitlines()[-1])


def test_a_demo_ends_with_its_games_and_says_how_they_went(capsys):
    words = ["demo", "armada", "--profile", "none", "--games", "2", "--fast", "--json", "--seed", "3"]
    assert main(words) == 0
    told = result(capsys)
    assert told.pop("seconds") > 0
    assert told == {"games": 2, "finished": 2, "stuck": 0, "refused": 0}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seats", "9"], "9 cannot play it"),
        (["--players", "apprentice,nobody"], "There is no house player 'nobody'"),
        (["--profile", "grid"], "does not fit the tiles"),
    ],
)
def test_what_makes_no_sense_is_refused(capsys, words, sentence):
    assert main(["demo", "loot", "--fast", *words]) == 1
    assert sentence in capsys.readouterr().err


def test_without_a_screen_a_demo_says_how_to_play_unseen(capsys, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main(["demo", "loot"]) == 1
    assert "--fast" in capsys.readouterr().err


def test_a_stuck_game_fails_the_demo_with_a_sentence(capsys, monkeypatch):
    monkeypatch.setattr(Demo, "play", lambda self, wish: Outcome(3, 1, 0.5, "The game is stuck in turn 2."))
    assert main(["demo", "saw", "--profile", "none", "--fast", "--json", "--seed", "4"]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out.strip().splitlines()[-1])["stuck"] == 1
    assert "saw on none by apprentice, apprentice (seed 4): The game is stuck in turn 2." in told.err
    assert "The ledgers are kept in" in told.err


def test_players_are_dealt_out_over_the_seats(monkeypatch):
    seen = []
    monkeypatch.setattr(Demo, "play", lambda self, wish: seen.append(wish) or Outcome(1, 0, 0.1))
    words = ["demo", "saw", "--seats", "4", "--players", "wanderer,mastermind", "--fast", "--games", "2", "--seed", "8"]
    assert main(words) == 0
    assert [wish.players for wish in seen] == [("wanderer", "mastermind", "wanderer", "mastermind")] * 2
    assert [wish.seed for wish in seen] == [8, 9]


def test_ctrl_c_ends_a_demo_with_130_and_a_sentence(capsys, monkeypatch):
    def interrupt(self, wish):
        raise KeyboardInterrupt

    monkeypatch.setattr(Demo, "play", interrupt)
    assert main(["demo", "saw", "--profile", "none", "--fast"]) == 130
    assert capsys.readouterr().err.endswith("Stopped.\n")


# ---- soak app ------------------------------------------------------------------------------------------------


def test_the_soak_goes_through_all_combinations(capsys, monkeypatch):
    seen = []
    monkeypatch.setattr(Demo, "play", lambda self, wish: seen.append(wish) or Outcome(1, 0, 0.1))
    assert main(["soak", "app", "--json", "--seed", "1"]) == 0
    combinations = {(wish.game, wish.profile, len(wish.players), wish.players[0]) for wish in seen}
    assert len(combinations) == len(seen) == 3 * len(list(tables()))
    assert {game for game, *_ in combinations} == {"armada", "loot", "saw"}
    assert {profile for _, profile, *_ in combinations} == {"bench", "field", "full", "grid", "none", "pocket"}
    assert result(capsys)["finished"] == len(seen)


def test_a_part_of_the_soak_can_be_chosen(capsys, monkeypatch):
    seen = []
    monkeypatch.setattr(Demo, "play", lambda self, wish: seen.append(wish) or Outcome(1, 0, 0.1))
    words = ["--game", "loot", "--profile", "none", "--seats", "3", "--player", "wanderer", "--games", "2"]
    assert main(["soak", "app", *words]) == 0
    assert {(wish.game, wish.profile, wish.players) for wish in seen} == {("loot", "none", ("wanderer",) * 3)}
    assert len(seen) == 2


def test_a_combination_that_nobody_plays_is_refused(capsys):
    assert main(["soak", "app", "--game", "armada", "--seats", "5"]) == 1
    assert "No game is played like that" in capsys.readouterr().err
