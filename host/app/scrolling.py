"""A column or a flow of widgets that may be longer than its place: it scrolls by wheel, by finger and by Tab."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QFrame, QLayout, QScrollArea, QWidget

from host.app.touch import scroll_by_touch


def scrolling(layout: QLayout) -> QScrollArea:
    """Return an area that shows a layout as wide as it is itself, and scrolls what is longer."""
    inner = QWidget()
    inner.setLayout(layout)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to what is in it, and brings that into view
    area.setWidget(inner)
    scroll_by_touch(area)
    return area
