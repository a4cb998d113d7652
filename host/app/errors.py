"""Errors that nobody expected: the person reads a sentence, the log keeps the rest, and the app goes on."""

from __future__ import annotations

import logging
import sys
import threading
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
    """Say a sentence for every exception that reaches the top of any thread, and return how to stop that.

    PyQt ends the process on an exception in a slot unless there is such a hook. ``say`` is called in the thread in
    which it happened.
    """
    before, before_threads = sys.excepthook, threading.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            before(kind, error, trace)
            return
        _log.error("Unexpected error", exc_info=(kind, error, trace))
        say(sentence_for(error))

    def hook_threads(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            hook(args.exc_type, args.exc_value, args.exc_traceback)

    def restore() -> None:
        sys.excepthook, threading.excepthook = before, before_threads

    sys.excepthook, threading.excepthook = hook, hook_threads
    return restore
