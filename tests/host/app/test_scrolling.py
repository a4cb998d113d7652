from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication, QPushButton, QScrollArea, QVBoxLayout

from host.app.scrolling import scrolling
from host.app.tab_order import go_on
from tests.host.app.rig import settle


def column(app: QApplication, count: int) -> tuple[QScrollArea, list[QPushButton]]:
    layout = QVBoxLayout()
    buttons = [QPushButton(f"Answer {number} of very many, with a long explanation") for number in range(count)]
    for button in buttons:
        layout.addWidget(button)
    area = scrolling(layout)
    area.resize(180, 200)
    area.show()
    settle(app)
    return area, buttons


def test_what_is_longer_scrolls_downwards_and_never_sideways(app: QApplication) -> None:
    area, _ = column(app, 30)
    assert area.verticalScrollBar().maximum() > 0  # type: ignore[union-attr]
    assert area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    area, _ = column(app, 1)
    assert area.verticalScrollBar().maximum() == 0  # type: ignore[union-attr]


def test_tab_goes_into_it_not_to_it_and_brings_what_it_reaches_into_view(app: QApplication) -> None:
    area, buttons = column(app, 30)
    area.activateWindow()
    settle(app)
    assert go_on([area], None, is_back=True)
    assert app.focusWidget() is buttons[-1]
    assert area.verticalScrollBar().value() > 0  # type: ignore[union-attr]
