"""Work that several processes share: soaks and the lab play their games so."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

Work = TypeVar("Work")
Done = TypeVar("Done")


def in_processes(run: Callable[[Work], Done], work: list[Work], processes: int | None = None) -> Iterator[Done]:
    """Do work in several processes, by default one for each core, and yield what comes back, in order.

    Ctrl-C, or whatever else ends the iteration, ends the processes at once.
    """
    most = min(processes or os.cpu_count() or 1, len(work))
    if most < 2:
        yield from map(run, work)
        return
    others = set(active_children())
    with ProcessPoolExecutor(most, get_context("spawn"), initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            with _no_interrupts():
                results = [pool.submit(run, item) for item in work]  # map would cancel them when it is left, and then
            for result in results:  # the pool, which has lost its processes, fails to tell the cancelled ones
                yield result.result()
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()
            raise


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back from this thread, and for good from the processes that are started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts_to_the_parent() -> None:
    """Ignore Ctrl-C where signals cannot be held back."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
