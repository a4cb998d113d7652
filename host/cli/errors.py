"""What a command raises when it cannot do what was asked, and what a person reads about any error."""

from __future__ import annotations

import tempfile

from host.plain import plain_lines


class CommandError(Exception):
    """The thing asked for failed; the text is a whole sentence that says what to do next.

    It is plain: boards, files and the names of both may have had a part in it.
    """

    def __init__(self, text: str) -> None:
        super().__init__(plain_lines(text))


def sentence_for(error: Exception) -> str:
    """Return what a person should read: our own errors are sentences already."""
    if isinstance(error, _ours()):
        return str(error)
    if isinstance(error, ImportError) and (error.name or "").partition(".")[0] == "PyQt6":
        return _about_qt(error)
    if isinstance(error, OSError):
        return _about_the_system(error)
    return (
        f"Something went wrong that should not have ({type(error).__name__}: {error}). "
        "Run the same command behind deadfall --log-level debug to see where."
    )


def _ours() -> tuple[type[Exception], ...]:
    from hardware.profiles import ProfileError
    from hardware.twin.client import TwinError
    from hardware.twin.runtime import FirmwareError, RuntimeMissing
    from host.ledger import LedgerError
    from host.tags.errors import DeckError

    return CommandError, ProfileError, RuntimeMissing, FirmwareError, TwinError, LedgerError, DeckError


def _about_qt(error: ImportError) -> str:
    if isinstance(error, ModuleNotFoundError):
        return "The app needs PyQt6, which is not installed. Install it with: pip install 'deadfall[app]'."
    return f"PyQt6 cannot be loaded ({error}). Look what is missing: deadfall board doctor."


def _has_temporary_folder() -> bool:
    try:
        tempfile.gettempdir()
    except FileNotFoundError:
        return False
    return True


def _about_the_system(error: OSError) -> str:
    """Say what a file or the system refused."""
    if error.filename is not None:
        reason = error.strerror or error
        return f"{error.filename} cannot be used ({reason}). Check its name, its permissions and the room on its disk."
    if not _has_temporary_folder():
        return "There is no folder for temporary files. Set TMPDIR to a folder that you can write to."
    return f"The system refused something ({error.strerror or error}). Check the room on the disk, and try again."
