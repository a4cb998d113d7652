"""The fixtures that others use, in a suite of their own."""

import os
import subprocess
import sys
from pathlib import Path

SUITE = """
import pytest

def test_default(twin):
    assert (twin.profile.name, twin.runtime_name) == ("grid", "cpython")

@pytest.mark.twin(profile="field", seed=4)
def test_marked(twin):
    assert twin.profile.name == "field"

@pytest.mark.parametrize("twin", [{"profile": "pocket"}, {"profile": "bench"}], indirect=True)
def test_parametrised(twin):
    assert twin.profile.name in ("pocket", "bench")

@pytest.mark.twin(profile="pocket")
def test_board(board_port):
    assert board_port.port
"""


def run(folder: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    (folder / "test_mine.py").write_text(SUITE)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:pytest-qt",
        *arguments,
        str(folder),
    ]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


def test_a_strangers_suite_gets_the_fixtures(tmp_path: Path) -> None:
    result = run(tmp_path, "--strict-markers")
    assert "5 passed" in result.stdout, result.stdout


def test_a_real_port_is_handed_through(tmp_path: Path) -> None:
    (tmp_path / "test_port.py").write_text("def test_port(board_port):\n    assert board_port.port == 'COM9'\n")
    result = run(tmp_path, "--board", "COM9", "-k", "test_port")
    assert "1 passed" in result.stdout, result.stdout


def test_without_micropython_its_tests_are_skipped_with_a_sentence(tmp_path: Path) -> None:
    text = "import pytest\n@pytest.mark.twin(runtime='micropython')\ndef test_mp(twin):\n    pass\n"
    (tmp_path / "test_mp.py").write_text(text)
    result = run(tmp_path, "-rs", "-k", "test_mp", DEADFALL_MICROPYTHON=str(tmp_path))
    assert "1 skipped" in result.stdout
    assert "WebAssembly build is missing" in result.stdout
