"""A real Qt application without a screen. What Qt warns about fails the test in which it happens."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PyQt6.QtCore import QDeadlineTimer, QEventLoop, QTimer, QtMsgType, qInstallMessageHandler
from PyQt6.QtWidgets import QApplication

import engines
from engines.armada.pieces import Design
from host.app import theme

QUIET = ("This plugin does not support",)  # the offscreen platform has no windows to raise or to grab for
PATIENCE_MS = 100_000


@pytest.fixture(scope="session")
def app() -> QApplication:
    made = QApplication.instance() or QApplication(["deadfall"])
    assert isinstance(made, QApplication)
    theme.dress(made)
    return made


@pytest.fixture(autouse=True)
def _no_warnings(app: QApplication) -> Iterator[None]:
    said: list[str] = []

    def hear(kind: QtMsgType, _context: object, text: str | None) -> None:
        if kind != QtMsgType.QtDebugMsg and text and not any(word in text for word in QUIET):
            said.append(text)

    before = qInstallMessageHandler(hear)
    yield
    app.processEvents()
    for widget in app.topLevelWidgets():
        widget.close()
        widget.deleteLater()
    app.processEvents()
    qInstallMessageHandler(before)
    assert said == []


@pytest.fixture(scope="session")
def designs() -> dict[str, Design]:
    return {design.name: design for design in engines.load("armada").box.designs}


@pytest.fixture
def until(app: QApplication) -> Callable[[Callable[[], object]], None]:
    """Let the application work until something holds."""

    def wait(holds: Callable[[], object]) -> None:
        patience, beat = QDeadlineTimer(PATIENCE_MS), QTimer()
        beat.start(10)  # the loop below sleeps until something happens: let something happen
        while not holds():
            assert not patience.hasExpired(), "What was waited for did not come to hold."
            app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    return wait
