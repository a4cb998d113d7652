"""A press that is held in one place: for fingers, which have no right button."""

from __future__ import annotations

from PyQt6.QtCore import QObject, QPoint, QTimer, pyqtSignal
from PyQt6.QtGui import QGuiApplication, QStyleHints


class LongPress(QObject):
    """Told of a press from its begin to its end, it says when it has become a long one.

    Signals:
        held: the place where it is held.
    """

    held = pyqtSignal(QPoint)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._place = QPoint()
        self._was_held = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._hold)

    def begin(self, place: QPoint) -> None:
        """Something was pressed."""
        self._place, self._was_held = place, False
        self._patience.start(_hints().mousePressAndHoldInterval())

    def move(self, place: QPoint) -> None:
        """It moved; farther than a hand trembles, and it is no long press any more."""
        if (place - self._place).manhattanLength() >= _hints().startDragDistance():
            self._patience.stop()

    def end(self) -> bool:
        """It was let go; tell whether it had been a long press."""
        self._patience.stop()
        was_held, self._was_held = self._was_held, False
        return was_held

    def _hold(self) -> None:
        self._was_held = True
        self.held.emit(self._place)


def _hints() -> QStyleHints:
    hints = QGuiApplication.styleHints()
    assert hints is not None
    return hints
