"""One file states the version of Deadfall. The firmware repeats it, because a board has no other file of ours."""

import re
import tomllib
from pathlib import Path

import firmware
from host import __version__

ROOT = Path(__file__).parents[2]
SOURCES = ("engines", "firmware", "hardware", "host", "scripts")
STATED_IN = "host/__init__.py"


def files() -> list[Path]:
    """Every text that could state the version: sources, tables, and the files of the project itself."""
    names = ("pyproject.toml", "package.json", "Makefile", "README.md", "CONTRIBUTING.md", "SECURITY.md")
    inside = [path for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".toml")]
    return [*inside, *(ROOT / name for name in names)]


def test_one_file_states_the_version() -> None:
    whole = re.compile(rf"(?<![\d.]){re.escape(__version__)}(?![\d.]*\d)")
    stating = {path.relative_to(ROOT).as_posix() for path in files() if whole.search(path.read_text(encoding="utf-8"))}
    assert stating == {STATED_IN}


def test_the_build_reads_it_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["hatch"]["version"] == {"path": STATED_IN}
    assert "version" in project["project"]["dynamic"]
    assert "version" not in project["project"]


def test_the_firmware_is_of_the_same_version() -> None:
    assert ".".join(map(str, firmware.VERSION)) == __version__
