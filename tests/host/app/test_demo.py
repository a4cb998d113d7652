"""House players play whole games in the real window, with a board behind a real pseudo-terminal."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from PyQt6.QtCore import QTimer
from PyQt6.QtWidgets import QApplication

from host.app.demo import Demo
from host.app.lobby import LobbyError
from host.app.opening import HomeLobby
from host.app.wishes import Wish
from host.ledger import Ledger

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX thing"),
]
# On the boards with tiles the chain is slow; there a person plays in test_whole_game.py and test_loot_game.py.
TABLES = [
    pytest.param("armada", "grid", marks=pytest.mark.slow),
    ("armada", "none"),
    pytest.param("loot", "field", marks=pytest.mark.slow),
    pytest.param("loot", "none", marks=pytest.mark.slow),
    ("saw", "bench"),
    pytest.param("saw", "none", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("game", "profile"), TABLES)
def test_house_players_play_a_whole_game(tmp_path: Path, game: str, profile: str) -> None:
    with Demo(tmp_path, is_fast=True) as demo:
        outcome = demo.play(Wish(game, ("apprentice", "wanderer"), profile=profile, seed=1))
    assert outcome.problem == ""
    assert outcome.is_finished
    assert outcome.refused == 0
    assert outcome.answers > 10


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    said = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        with Demo(folder, is_fast=True) as demo:
            demo.play(Wish("armada", ("apprentice", "wanderer"), profile="none", seed=11))
        with Ledger.open(next(folder.glob("*.ledger"))) as ledger:
            said.append([row.text for row in ledger.live()])
    assert said[0] == said[1]


def test_a_game_that_does_not_go_on_is_told_with_where_it_stands(tmp_path: Path) -> None:
    with Demo(tmp_path, is_fast=True, patience_s=0.0) as demo:
        outcome = demo.play(Wish("loot", ("person", "apprentice"), profile="none", seed=1))
    assert not outcome.is_finished
    assert "stuck in turn 0" in outcome.problem
    assert "choose an avatar" in outcome.problem


def test_a_game_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    with Demo(tmp_path, is_fast=True) as demo:
        outcome = demo.play(Wish("loot", ("apprentice",) * 2, profile="grid", seed=1))
    assert "does not fit the tiles" in outcome.problem


def test_ctrl_c_ends_a_game(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    with Demo(tmp_path, is_fast=True) as demo:
        QTimer.singleShot(0, lambda: os.kill(os.getpid(), signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            demo.play(Wish("loot", ("person", "person"), profile="none", seed=1))
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_while_the_board_starts_is_no_stuck_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal to the whole group can end the board before it is ready; then the game cannot be opened."""

    def interrupted(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        raise LobbyError("The twin ended before it was ready.")

    with Demo(tmp_path, is_fast=True) as demo:
        monkeypatch.setattr(HomeLobby, "open", interrupted)
        with pytest.raises(KeyboardInterrupt):
            demo.play(Wish("loot", ("person", "person"), profile="field", seed=1))


def test_closing_the_window_ends_a_game(tmp_path: Path, app: QApplication) -> None:
    with Demo(tmp_path, is_fast=True) as demo:
        QTimer.singleShot(0, lambda: [window.close() for window in app.topLevelWidgets()])
        with pytest.raises(KeyboardInterrupt):
            demo.play(Wish("loot", ("person", "person"), profile="none", seed=1))
