"""Who else uses a port: what Linux tells about other processes in /proc."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")


class Holder(NamedTuple):
    """A process that has a port open."""

    pid: int
    name: str


def holders(port: str, proc: Path = PROC) -> list[Holder]:
    """Return the other processes that have a port open, as far as we may see them.

    Whoever holds the other end of a pseudo-terminal is the board, not a rival.
    """
    try:
        device = Path(port).stat()
    except OSError:
        return []
    found = []
    for pid, folder in _processes(proc):
        if pid != os.getpid() and _has_open(folder, device.st_rdev) and not _holds_master(folder, device.st_rdev):
            found.append(Holder(pid, process_name(folder)))
    return found


def running(name: str, proc: Path = PROC) -> int | None:
    """Return the number of a process with this name, or None."""
    for pid, folder in _processes(proc):
        if process_name(folder) == name:
            return pid
    return None


def process_name(folder: Path) -> str:
    """Return the short name of a process."""
    try:
        return (folder / "comm").read_text().strip()
    except OSError:
        return "?"


def _processes(proc: Path) -> Iterator[tuple[int, Path]]:
    try:
        entries = list(proc.iterdir())
    except OSError:  # no Linux
        return
    for entry in entries:
        if entry.name.isdigit():
            yield int(entry.name), entry


def _descriptors(folder: Path) -> list[Path]:
    try:
        return list((folder / "fd").iterdir())
    except OSError:  # it belongs to somebody else, or has ended
        return []


def _has_open(folder: Path, device: int) -> bool:
    for descriptor in _descriptors(folder):
        try:
            if descriptor.stat().st_rdev == device:
                return True
        except OSError:
            continue
    return False


def _holds_master(folder: Path, device: int) -> bool:
    """Whether a process has the master of the pseudo-terminal `device`: proc(5), "tty-index" in fdinfo."""
    wanted = f"tty-index:\t{os.minor(device)}"
    for descriptor in _descriptors(folder):
        try:
            if wanted in (folder / "fdinfo" / descriptor.name).read_text().splitlines():
                return True
        except OSError:
            continue
    return False
