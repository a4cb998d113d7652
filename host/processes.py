"""Work that several processes share: soaks and the lab play their games so."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Work = TypeVar("Work")
Done = TypeVar("Done")


def in_processes(run: Callable[[Work], Done], work: list[Work], processes: int | None = None) -> Iterator[Done]:
    """Do work in several processes, by default one for each core, and yield what comes back, in order."""
    most = min(processes or os.cpu_count() or 1, len(work))
    if most < 2:
        yield from map(run, work)
        return
    with ProcessPoolExecutor(most, get_context("spawn"), initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            yield from pool.map(run, work)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
