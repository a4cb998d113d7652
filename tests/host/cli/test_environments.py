"""Commands in poor environments: ASCII terminals, no home, no PyQt6, odd files. Each says in sentences what to do."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import engines
from host.cli import main

UNFORESEEN = "Something went wrong"
NAME = "a\x1b[2J\x07 name\udcff"  # what a file may be called on Linux: signs that steer a terminal, and no UTF-8
COMMANDS = (
    "play",
    "play armada --headless --profile none",
    "play saw --headless --profile none --seats 3",
    "play loot --headless --resume {missing}",
    "play armada --headless --profile none --ledger {new}",
    "demo loot",
    "replay {missing}",
    "replay {odd}",
    "ledger show {missing}",
    "ledger show {odd}",
    "ledger export {odd}",
    "ledger log {missing}",
    "board list",
    "board doctor",
    "board monitor --port {missing}",
    "board monitor --profile {odd}",
    "board twin --link {odd}",
    "board twin --control {odd}",
    "board config {missing}",
    "tags export armada --format csv",
    "tags export armada --format csv --out {new}",
    "tags export armada --deck {odd}",
    "tags verify armada",
    "tags enroll armada --import {missing}",
    "engine armada",
    "catalogue show loot",
    "catalogue check {odd}",
    "catalogue check {missing}",
    "catalogue check {catalogue}",
    "soak engines --games 1 --processes 1",
    "soak link --keep {odd}",
    "lab loot --report {missing}/report.html",
    "{missing}",
)
SCREENLESS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


@dataclass
class Said:
    """What a command has said, and how it has ended."""

    code: int
    out: str
    err: str


def run(monkeypatch: pytest.MonkeyPatch, words: list[str], encoding: str, typed: str = "é\nhelp\nquit\n") -> Said:
    """Run a command in this process at a terminal of some encoding."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding=encoding) for name in ("stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding=encoding))
    code = main(words)
    for stream in streams.values():
        stream.flush()
    out, err = (stream.buffer.getvalue().decode("utf-8") for stream in streams.values())  # type: ignore[attr-defined]
    monkeypatch.undo()
    return Said(code, out, err)


def check(said: Said) -> None:
    """Whatever was said can be shown, and whatever failed says so in sentences."""
    for text in (said.out, said.err):
        assert UNFORESEEN not in text, text
        assert "Traceback" not in text, text
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text), repr(text)
    assert said.code in (0, 1, 2), said
    assert "[Errno" not in said.err, said.err
    if said.code == 1 and said.err:
        assert re.match(r"deadfall: \S", said.err), said.err
        assert re.search(r"[.]$|: (\S*/)?deadfall [^.]*$", said.err.strip()), said.err


@pytest.fixture
def words(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """The words of a command, with files of odd names and contents."""
    folder = tmp_path / NAME
    folder.mkdir()
    odd = folder / "odd.toml"
    odd.write_bytes(b"\xff\xfe\x1b[2J = no TOML")
    catalogue = folder / "cards.toml"
    catalogue.write_text(engines.house_catalogue("loot"), encoding="utf-8-sig")
    files = {"odd": odd, "catalogue": catalogue, "missing": folder / "missing", "new": folder / "new"}
    return [word.format(**files) for word in request.param.split()]


def at_home(monkeypatch: pytest.MonkeyPatch, state: Path | None, home: str | None) -> None:
    for name in (*SCREENLESS, "XDG_STATE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    if state is not None:
        monkeypatch.setenv("XDG_STATE_HOME", str(state))
    if home is not None:
        monkeypatch.setenv("HOME", home)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("words", COMMANDS, indirect=True, ids=str)
def test_any_terminal_gets_sentences(
    words: list[str], encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(monkeypatch, tmp_path / "state", None)
    check(run(monkeypatch, words, encoding))


@pytest.mark.parametrize("home", ["", "relative", "/proc/nowhere"])
@pytest.mark.parametrize("words", COMMANDS, indirect=True, ids=str)
def test_without_a_home_commands_say_what_to_set(
    words: list[str], home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    at_home(monkeypatch, None, home)
    before = {*tmp_path.iterdir()}
    said = run(monkeypatch, words, "ascii")
    check(said)
    if said.err.startswith("deadfall: Your home") or said.err.startswith("deadfall: Games and decks"):
        assert "Set XDG_STATE_HOME to a folder that you can write to." in said.err
    assert {*tmp_path.iterdir()} == before


def test_games_are_not_kept_where_nobody_can_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(monkeypatch, None, "/dev/null")
    said = run(monkeypatch, ["play", "armada", "--headless", "--profile", "none"], "utf-8")
    assert said.code == 1
    assert "Games and decks cannot be kept in /dev/null/.local/state/deadfall (Not a directory)." in said.err


def test_a_catalogue_with_a_byte_order_mark_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = tmp_path / "cards.toml"
    catalogue.write_text(engines.house_catalogue("loot"), encoding="utf-8-sig")
    assert "The catalogue is good" in run(monkeypatch, ["catalogue", "check", str(catalogue)], "utf-8").out


def test_a_file_that_is_printed_is_utf_8_at_any_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in engines.OURS:
        assert run(monkeypatch, ["catalogue", "show", game], "ascii").out == engines.house_catalogue(game)


@pytest.mark.parametrize("words", ["board list", "catalogue check missing.toml", "--help"])
def test_a_real_terminal_without_utf_8_gets_sentences(words: str, tmp_path: Path) -> None:
    done = python(words, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"})
    assert done.returncode in (0, 1)
    assert (done.stdout + done.stderr).isascii()
    assert UNFORESEEN not in done.stderr


@pytest.mark.parametrize("words", ["play", "demo loot --fast", "soak app", "bench app --starts 1"])
def test_without_pyqt6_the_app_says_what_to_install(words: str, tmp_path: Path) -> None:
    fake = tmp_path / "PyQt6"
    fake.mkdir()
    (fake / "__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'PyQt6'\", name='PyQt6')")
    path = os.pathsep.join((str(tmp_path), *sys.path))
    done = python(words, {"PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen", "XDG_STATE_HOME": str(tmp_path)})
    sentence = "deadfall: The app needs PyQt6, which is not installed. Install it with: pip install 'deadfall[app]'."
    assert (done.returncode, done.stderr.strip()) == (1, sentence)


def python(words: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "host.cli", *words.split()],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("closed", [0, 1, 2])
@pytest.mark.parametrize("words", ["engine armada", "play armada --headless --profile none"])
def test_a_stream_that_is_closed_leads_nowhere(tmp_path: Path, words: str, closed: int) -> None:
    shell = f'exec {closed}>&-; exec "$0" -m host.cli {words}'
    ran = subprocess.run(
        ["/bin/sh", "-c", shell, sys.executable],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        input=b"",
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert UNFORESEEN.encode() not in ran.stdout + ran.stderr
