"""Is everything installed? All but Python and pyserial is for information only."""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Iterator
from importlib import metadata

from host.cli.doctor.finding import Finding, info, ok, problem

# The libraries that Qt opens at run time and that a bare system lacks most often.
QT_LIBRARIES = ("libEGL.so.1", "libGL.so.1", "libxkbcommon.so.0", "libxcb-cursor.so.0", "libfontconfig.so.1")


def check_environment() -> Iterator[Finding]:
    """Look at Python, pyserial, the MicroPython interpreter and Qt."""
    yield ok(f"Python {platform.python_version()} on {platform.system()} runs Deadfall.")
    yield _pyserial()
    yield _micropython()
    yield _qt()


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _pyserial() -> Finding:
    version = _version("pyserial")
    if version is None:
        try:
            import_serial()
        except ImportError:
            return problem("pyserial is not installed.", f"{sys.executable} -m pip install pyserial")
    return ok(f"pyserial {version or '(of unknown version)'} is installed.")


def import_serial() -> None:
    """Import what opens serial ports; ImportError if it is not there."""
    import host.link.ports  # noqa: F401


def _micropython() -> Finding:
    from hardware.twin.node import find_node, find_package
    from hardware.twin.runtime import RuntimeMissing

    try:
        find_node()
        find_package()
    except RuntimeMissing as error:
        return info(f"The twin's firmware runs on CPython only here. {error}")
    return ok("Node and MicroPython are there: the twin can run its firmware on the real interpreter.")


def _qt() -> Finding:
    version = _version("PyQt6")
    if version is None:
        return info("PyQt6 is not installed; the app needs it: pip install deadfall[app]")
    missing = [name for name in QT_LIBRARIES if not _loads(name)] if sys.platform == "linux" else []
    if missing:
        return info(f"PyQt6 {version} is installed but misses {', '.join(missing)}; the app cannot open without them.")
    return ok(f"PyQt6 {version} and the libraries that it opens are there.")


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
