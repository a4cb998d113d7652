"""What a person reads about errors that the system or a missing package causes."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import pytest

from host.cli.errors import CommandError, sentence_for


def raised_by_opening(path: Path) -> OSError:
    with pytest.raises(OSError) as caught:  # noqa: PT011  # which one it is depends on the path
        path.open()
    return caught.value


def test_our_own_errors_are_sentences_already() -> None:
    assert sentence_for(CommandError("There is no such deck. Make one.")) == "There is no such deck. Make one."


@pytest.mark.parametrize(
    ("name", "reason"), [("gone", "No such file"), (".", "Is a directory"), ("x" * 300, "too long")]
)
def test_a_file_that_cannot_be_used_is_named_with_the_reason(name: str, reason: str, tmp_path: Path) -> None:
    sentence = sentence_for(raised_by_opening(tmp_path / name))
    assert sentence.startswith(f"{tmp_path / name} cannot be used (")
    assert reason in sentence
    assert sentence.endswith("Check its name, its permissions and the room on its disk.")


def test_a_full_disk_is_told_without_a_number() -> None:
    sentence = sentence_for(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    assert sentence.startswith("The system refused something (No space left on device).")


def test_without_a_folder_for_temporary_files_the_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/proc/nowhere"])
    with pytest.raises(FileNotFoundError) as caught:
        tempfile.gettempdir()
    assert "Set TMPDIR to a folder that you can write to." in sentence_for(caught.value)


def test_a_broken_qt_sends_people_to_the_doctor() -> None:
    error = ImportError("libEGL.so.1: cannot open shared object file", name="PyQt6.QtGui")
    assert sentence_for(error).endswith("Look what is missing: deadfall board doctor.")


def test_other_errors_say_how_to_see_where() -> None:
    assert "Something went wrong" in sentence_for(ImportError("no module", name="elsewhere"))
