from __future__ import annotations

from collections.abc import Callable

import pytest
from PyQt6.QtCore import QObject, QPoint
from PyQt6.QtWidgets import QApplication

from host.app.long_press import LongPress

Until = Callable[[Callable[[], object]], None]
HERE = QPoint(40, 40)


@pytest.fixture
def parent(app: QApplication) -> QObject:
    return QObject()


def test_a_press_that_stays_becomes_a_long_one_once(parent: QObject, until: Until) -> None:
    press, held = LongPress(parent), list[QPoint]()
    press.held.connect(held.append)
    press.begin(HERE)
    press.move(HERE + QPoint(1, 1))  # a hand trembles
    until(lambda: held)
    assert held == [HERE]
    assert press.end()
    assert not press.end()


def test_a_press_that_wanders_or_ends_early_never_does(parent: QObject, until: Until) -> None:
    wandering, short, long = LongPress(parent), LongPress(parent), LongPress(parent)
    held = list[str]()
    for name, press in (("wandering", wandering), ("short", short), ("long", long)):
        press.held.connect(lambda _, name=name: held.append(name))
        press.begin(HERE)
    wandering.move(HERE + QPoint(30, 0))
    assert not short.end()
    until(lambda: held)  # it began last
    assert held == ["long"]
    assert not wandering.end()
