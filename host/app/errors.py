"""Errors that nobody expected: the person reads a sentence, the log keeps the rest, and the app goes on."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from types import TracebackType

_log = logging.getLogger(__name__)
Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


def sentence_for(error: BaseException) -> str:
    """Return what a person reads about an error that nobody expected."""
    told = str(error).strip().rstrip(".") or type(error).__name__
    return (
        f"Something went wrong inside Deadfall: {told}. The game is saved up to here and goes on; "
        "if it looks wrong, leave it and resume."
    )


def install(say: Callable[[str], None]) -> Callable[[], None]:
    """Say a sentence for every exception that reaches the top, and return how to stop that.

    PyQt ends the process on an exception in a slot unless there is such a hook.
    """
    before = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            before(kind, error, trace)
            return
        _log.error("Unexpected error", exc_info=(kind, error, trace))
        say(sentence_for(error))

    sys.excepthook = hook
    return lambda: setattr(sys, "excepthook", before)
