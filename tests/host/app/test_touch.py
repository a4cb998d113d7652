"""A finger on the screen. Qt itself makes mouse events of what nobody takes; these tests are about what is taken."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt6.QtGui import QEventPoint, QInputDevice, QPointingDevice, QTouchEvent
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from host.app.touch import scroll_by_touch

Until = Callable[[Callable[[], object]], None]
State, Kind = QEventPoint.State, QEvent.Type


class Finger:
    """Drags over a widget."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self._device = QPointingDevice(
            "finger",
            1,
            QInputDevice.DeviceType.TouchScreen,
            QPointingDevice.PointerType.Finger,
            QInputDevice.Capability.Position,
            1,
            0,
        )

    def drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        self._send(widget, Kind.TouchBegin, State.Pressed, start)
        for part in range(1, 11):
            QTest.qWait(10)
            self._send(widget, Kind.TouchUpdate, State.Updated, start + (end - start) * (part / 10))
        self._send(widget, Kind.TouchEnd, State.Released, end)

    def _send(self, widget: QWidget, kind: QEvent.Type, state: QEventPoint.State, place: QPoint) -> None:
        point = QEventPoint(1, state, QPointF(widget.mapTo(widget.window(), place)), QPointF(widget.mapToGlobal(place)))
        self._app.sendEvent(widget, QTouchEvent(kind, self._device, Qt.KeyboardModifier.NoModifier, [point]))


def test_a_finger_drags_what_an_area_shows(app: QApplication, until: Until) -> None:
    area = QScrollArea()
    area.setWidget(QLabel("\n".join(map(str, range(200)))))
    area.resize(200, 200)
    scroll_by_touch(area)
    area.show()
    bar, viewport = area.verticalScrollBar(), area.viewport()
    assert bar is not None
    assert viewport is not None
    Finger(app).drag(viewport, QPoint(50, 180), QPoint(50, 40))
    until(lambda: bar.value() > 60)
