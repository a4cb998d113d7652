"""The window: PyQt6. It shows and asks; it decides nothing."""

from __future__ import annotations

from pathlib import Path

from host.app.wishes import Wish

__all__ = ["Wish", "main"]


def main(folder: Path, wish: Wish | None = None) -> int:
    """Show the app until its window is closed. Games are kept in ``folder``; a wish is opened at once."""
    from PyQt6.QtWidgets import QApplication

    from host.app import errors, theme
    from host.app.memory import FILE, Memory
    from host.app.opening import HomeLobby
    from host.app.window import Window

    app = QApplication(["deadfall"])
    app.setApplicationName("Deadfall")
    theme.dress(app)
    window = Window(HomeLobby(folder), memory=Memory(folder.parent / FILE))
    restore = errors.install(window.failed.emit)
    window.show()
    if wish is not None:
        window.begin(wish)
    try:
        return app.exec()
    finally:
        restore()
