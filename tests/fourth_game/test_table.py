"""Chess at a simulated table: people, lights, take-backs, and the commands that list it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

import engines
from hardware import profiles
from host import games
from host.soak.human.levels import LEVELS
from host.soak.referee import RefereeSoak
from host.stage.base import Cue, ImportProblem
from tests.fourth_game.conftest import FOLDER

ROOT = Path(__file__).parents[2]
MOST_LINES = 400


def stage_of(profile: str = "grid"):  # type: ignore[no-untyped-def]
    return games.part(games.get("chess").stage)(profiles.load(profile), engines.load("chess"), 2)


def position(fen: str, *moves: str):  # type: ignore[no-untyped-def]
    play = engines.load("chess").setup({"fen": fen})
    for move in moves:
        play.say(move)
    return play


def test_it_is_listed_after_our_own() -> None:
    assert engines.games() == (*engines.OURS, "chess")
    assert games.get("chess").table == "grid"
    assert "chess" in games.with_part("people")
    assert "chess" in games.with_part("screen")


def test_the_package_is_small() -> None:
    """Lines of code, without docstrings and comments."""
    lines: set[tuple[Path, int]] = set()
    for file in (FOLDER / "deadfall_chess").glob("*.py"):
        last = tokenize.NEWLINE
        for token in tokenize.generate_tokens(io.StringIO(file.read_text()).readline):
            is_text = token.type == tokenize.STRING and last in (tokenize.NEWLINE, tokenize.INDENT)
            if token.type in (tokenize.NL, tokenize.COMMENT):
                continue
            if not is_text and token.type not in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
                lines |= {(file, line) for line in range(token.start[0], token.end[0] + 1) if token.string}
            last = token.type if not is_text else tokenize.STRING
    assert len(lines) <= MOST_LINES


@pytest.mark.parametrize(
    ("fen", "move", "changed"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", {"e2": 0, "e4": 1}),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", {"e4": 0, "d5": 2}),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", {"e5": 0, "d5": 0, "d6": 1}),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", {"e1": 0, "h1": 0, "g1": 1, "f1": 1}),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", {"e1": 0, "a1": 0, "c1": 1, "d1": 1}),
    ],
)
def test_what_the_tiles_show_after_a_move(fen: str, move: str, changed: dict[str, int]) -> None:
    stage, play = stage_of(), position(fen)
    before = stage.scene(play).signature
    meant = play.parse(move)
    found = next(tiles for tiles, answers in stage.outcomes(play).items() if meant in answers)
    names = {tile.index: tile.name for tile in stage.profile.tiles}
    assert {names[at]: found[at] for at in range(len(found)) if found[at] != before[at]} == changed


def test_a_promotion_looks_the_same_whatever_the_pawn_becomes() -> None:
    stage, play = stage_of(), position("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert sorted(len(answers) for answers in stage.outcomes(play).values())[-1] == 4


def test_words_and_lights() -> None:
    stage, play = stage_of(), position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8+")
    assert stage.question(play) == (1, "Black to move", "Check. Move on the board; take what you capture off first.")
    assert stage.instruction("put", "white.a1", "", "a8", 1) == "Put White's a1 piece on a8."
    assert stage.instruction("turn", "white.a1", "a8", "a8", 2) == "Take the piece off a8."
    assert stage.seat(play, 0, "person").summary == "2 pieces"
    assert {piece.design for piece in stage.pieces(play)} == {"rook", "king"}
    scene = stage.lights(play.view(-2), Cue())
    assert any(scene.base)
    assert scene.effects
    with pytest.raises(ImportProblem):
        stage.position_from(play, b"")


def test_a_table_without_tiles_is_played_on_the_screen() -> None:
    stage = stage_of("none")
    play = engines.load("chess").new()
    assert not stage.is_sensed
    assert stage.outcomes(play) == {}
    assert stage.wording(play, play.parse("Nf3")).label == "Nf3"


def soaked(folder: Path, answers: int, seed: int, level: str = "default") -> None:
    result = RefereeSoak("chess", "grid", seed, folder, LEVELS[level]).run(answers)
    assert (result.tally.wrong, result.unrecovered, result.failures) == (0, 0, [])
    assert result.answers >= answers


@pytest.mark.slow
def test_people_play_it_with_hands(tmp_path: Path) -> None:
    soaked(tmp_path, 150, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_people_play_it_for_long(tmp_path: Path) -> None:
    soaked(tmp_path, 3_000, seed=5_000)


def command(*words: str, text: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "host.cli", *words],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_engine_is_asked_by_command() -> None:
    requests = [{"request": "new"}, {"request": "feed", "say": "Nf3"}, {"request": "quit"}]
    told = command("engine", "chess", text="".join(f"{json.dumps(one)}\n" for one in requests))
    assert '"san":"Nf3"' in told.replace(" ", "")


def test_it_is_soaked_by_command() -> None:
    told = command("soak", "referee", "--game", "chess", "--noise", "calm", "--answers", "12", "--seed", "2", "--json")
    assert json.loads(told.splitlines()[-1])["wrong"] == 0


@pytest.mark.parametrize("words", [("play",), ("engine",), ("demo",), ("soak", "referee")])
def test_commands_list_it(words: tuple[str, ...]) -> None:
    assert "chess" in command(*words, "--help")
