"""What remains of a crash, and the decision to start in safe mode."""

import io
import os
import sys

from firmware.native import const

NAME = "crash.txt"
MAX_BYTES = const(480)
FAST_BOOTS = const(3)  # this many resets in a row, none of them up for STABLE_MS, lead to safe mode
STABLE_MS = const(10_000)


def describe(error):
    """Return the end of an exception's traceback as bounded UTF-8: the innermost frames and the error."""
    if hasattr(sys, "print_exception"):  # MicroPython
        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue().encode()[-MAX_BYTES:]
    import traceback  # type: ignore[import-not-found]  # CPython only

    return "".join(traceback.format_exception(error)).encode()[-MAX_BYTES:]


def write(root, error):
    """Store the crash; a full or broken file system must not make it worse."""
    try:
        with open(root + NAME, "wb") as file:
            file.write(describe(error))
    except OSError:
        pass


def read(root):
    """Return the stored crash, or ``b""``."""
    try:
        with open(root + NAME, "rb") as file:
            return file.read(MAX_BYTES)
    except OSError:
        return b""


def erase(root):
    """Forget the stored crash."""
    try:
        os.remove(root + NAME)
    except OSError:
        pass


def is_boot_loop(boots):
    """Tell whether ``boots`` quick starts in a row call for safe mode."""
    return boots > FAST_BOOTS
