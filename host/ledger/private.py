"""Files that only their owner may read: a game that is under way holds what only one player may know."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

FILE = 0o600
FOLDER = 0o700


def private_folder(path: Path) -> Path:
    """Make a folder if it is not there, and let only its owner look into it."""
    path.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    with suppress(OSError):  # it may belong to somebody else
        path.chmod(FOLDER)
    return path


def private_file(path: Path) -> None:
    """Make a file if it is not there, and let only its owner read it."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE))
    with suppress(OSError):
        path.chmod(FILE)


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Write a new private file that is there once all of it is written, or not at all.

    FileExistsError if there is one already.
    """
    with TemporaryDirectory(dir=path.parent, prefix=".writing-") as folder:
        part = Path(folder) / "part"
        with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY, FILE), "wb") as sink:
            yield sink
        try:
            os.link(part, path)  # unlike a renaming it never replaces a file
        except FileExistsError:
            raise
        except OSError:  # a file system that has no links
            if path.exists():
                raise FileExistsError(path) from None
            part.rename(path)
