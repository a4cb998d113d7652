"""What remains of a crash."""

from pathlib import Path

from firmware import crash
from tests.firmware.protocol_page import promised

MAX_BYTES = promised("MAX_BYTES", "crash")


def failure(message: str = "the latch is stuck") -> Exception:
    try:
        raise ValueError(message)
    except ValueError as error:
        return error


def test_a_crash_is_kept_until_it_is_erased(tmp_path: Path) -> None:
    root = f"{tmp_path}/"
    assert crash.read(root) == b""
    crash.write(root, failure())
    text = crash.read(root)
    assert b"ValueError: the latch is stuck" in text
    assert b"test_crash.py" in text
    crash.erase(root)
    assert crash.read(root) == b""
    crash.erase(root)
    assert crash.read(root) == b""


def test_the_end_of_a_long_story_is_kept() -> None:
    text = crash.describe(failure("x" * 2000 + " at the end"))
    assert len(text) == MAX_BYTES
    assert text.rstrip().endswith(b"at the end")


def test_the_newest_crash_counts(tmp_path: Path) -> None:
    crash.write(f"{tmp_path}/", failure("first " * 50))
    crash.write(f"{tmp_path}/", failure("second"))
    assert b"second" in crash.read(f"{tmp_path}/")
    assert b"first" not in crash.read(f"{tmp_path}/")


def test_a_file_system_that_fails_makes_it_no_worse(tmp_path: Path) -> None:
    nowhere = f"{tmp_path}/missing/"
    crash.write(nowhere, failure())
    crash.erase(nowhere)
    assert crash.read(nowhere) == b""


def test_three_quick_starts_are_bad_luck_a_fourth_is_a_loop() -> None:
    assert [crash.is_boot_loop(boots) for boots in range(6)] == [False, False, False, False, True, True]


def test_the_record_is_the_file_that_the_protocol_names_and_no_longer_than_it_says(tmp_path: Path) -> None:
    crash.write(f"{tmp_path}/", failure("x" * 2000))
    assert [path.name for path in tmp_path.iterdir()] == ["crash.txt"]
    assert (tmp_path / "crash.txt").stat().st_size == MAX_BYTES
    assert len(crash.read(f"{tmp_path}/")) == MAX_BYTES
    (tmp_path / "crash.txt").write_bytes(bytes(range(256)) * 4)
    assert crash.read(f"{tmp_path}/") == (bytes(range(256)) * 4)[:MAX_BYTES], "a foreign file is read no further"
