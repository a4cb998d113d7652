"""The window: PyQt6. It shows and asks; it decides nothing."""

from __future__ import annotations

from pathlib import Path

from host.app.wishes import Wish

__all__ = ["Wish", "main"]


def main(folder: Path, wish: Wish | None = None) -> int:
    """Show the app until its window is closed. Games are kept in ``folder``; a wish is opened at once.

    KeyboardInterrupt if somebody presses Ctrl-C in the terminal; the game is left before.
    """
    from PyQt6.QtCore import QTimer
    from PyQt6.QtWidgets import QApplication

    from host.app import errors, theme
    from host.app.interrupts import Interrupts
    from host.app.memory import FILE, Memory
    from host.app.opening import HomeLobby
    from host.app.window import Window

    app = QApplication(["deadfall"])
    app.setApplicationName("Deadfall")
    theme.dress(app)
    window = Window(HomeLobby(folder), memory=Memory(folder.parent / FILE))
    restore = errors.install(window.failed.emit)
    try:
        with Interrupts(lambda: QTimer.singleShot(0, app.exit)) as interrupts:
            window.show()
            if wish is not None:
                window.begin(wish)
            code = app.exec()
            if interrupts.came:
                window.close()
            interrupts.check()
            return code
    finally:
        restore()
