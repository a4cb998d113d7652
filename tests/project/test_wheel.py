"""The wheel, as a stranger gets it: in an empty venv outside the tree, run, its data files listed."""

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
import serial

from host import __version__

ROOT = Path(__file__).parents[2]
PACKAGES = ("engines", "firmware", "hardware", "host")

LIST_FILES = """
import importlib.resources, json

def walk(folder, path):
    for entry in folder.iterdir():
        inner = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from walk(entry, inner)
        elif not inner.endswith(".pyc"):
            assert entry.read_bytes() is not None
            yield inner

print(json.dumps([path for name in %r for path in walk(importlib.resources.files(name), name)]))
"""


def run(command: Sequence[str | Path], cwd: Path) -> str:
    """Run a command without the tree on any path, and return what it printed."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COVERAGE"))}
    result = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built offline with the backend of the running environment."""
    folder = tmp_path_factory.mktemp("wheel")
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT], cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an empty venv that holds the wheel and pyserial and nothing else, not even pip."""
    place = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(place, with_pip=False)
    python = place / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"]
    run([*pip, wheel], cwd=place)
    (packages,) = place.glob("lib/python3*/site-packages")
    shutil.copytree(Path(serial.__file__).parent, packages / "serial")
    return python.parent


def test_its_name_bears_the_version(wheel: Path) -> None:
    assert wheel.name == f"deadfall-{__version__}-py3-none-any.whl"


def test_type_checkers_trust_what_is_annotated(wheel: Path) -> None:
    marked = {name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/py.typed")}
    assert marked == {"engines/py.typed", "hardware/py.typed", "host/py.typed"}, "MicroPython has no annotations"


def test_the_command_tells_its_version(programs: Path, tmp_path: Path) -> None:
    assert run([programs / "deadfall", "--version"], cwd=tmp_path) == f"deadfall {__version__}\n"


def test_the_command_helps(programs: Path, tmp_path: Path) -> None:
    assert run([programs / "deadfall", "--help"], cwd=tmp_path).startswith("usage: deadfall")


def test_it_holds_every_file_of_the_packages(programs: Path, tmp_path: Path) -> None:
    printed = run([programs / "python", "-W", "error", "-c", LIST_FILES % (PACKAGES,)], cwd=tmp_path)
    files = (path for name in PACKAGES for path in (ROOT / name).rglob("*") if path.is_file())
    expected = {path.relative_to(ROOT).as_posix() for path in files if path.suffix != ".pyc"}
    assert set(json.loads(printed)) == expected
    assert "hardware/profiles/grid.toml" in expected
