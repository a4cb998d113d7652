"""Finds words that are cut off: walks over everything that is visible and compares its room with what it needs."""

from __future__ import annotations

from collections.abc import Iterator

from PyQt6.QtCore import QPoint
from PyQt6.QtWidgets import QAbstractButton, QComboBox, QLabel, QScrollArea, QWidget

from host.app.answer_button import AnswerButton
from host.app.labels import Fitted

_CHEVRON = 34  # what a list to pick from needs beside its text


def clipped(root: QWidget) -> list[str]:
    """Return what is cut off, each with its room and what it needs."""
    return [f"{_words(widget)!r}: {problem}" for widget in _visible(root) for problem in _problems(widget, root)]


def _visible(root: QWidget) -> Iterator[QWidget]:
    for widget in root.findChildren(QWidget):
        if widget.isVisibleTo(root) and isinstance(widget, QAbstractButton | QLabel | QComboBox):
            yield widget


def _problems(widget: QWidget, root: QWidget) -> Iterator[str]:
    needed = _needed_width(widget)
    if needed > widget.width():
        yield f"{widget.width()} wide, needs {needed}"
    if isinstance(widget, QLabel) and not isinstance(widget, Fitted) and widget.text():
        high = widget.heightForWidth(widget.width()) if widget.wordWrap() else widget.sizeHint().height()
        if high > widget.height():
            yield f"{widget.height()} high, needs {high}"
    if isinstance(widget, QAbstractButton) and widget.text() and widget.sizeHint().height() > widget.height():
        yield f"{widget.height()} high, needs {widget.sizeHint().height()}"
    yield from _beyond(widget, root)


def _needed_width(widget: QWidget) -> int:
    if isinstance(widget, QComboBox):
        return widget.fontMetrics().horizontalAdvance(widget.currentText()) + _CHEVRON
    if isinstance(widget, QLabel):
        if isinstance(widget, Fitted) or not widget.text():
            return 0
        words = max(widget.text().split(), key=len, default="")
        return widget.fontMetrics().horizontalAdvance(words) if widget.wordWrap() else widget.sizeHint().width()
    if isinstance(widget, AnswerButton):
        return widget.needed
    return widget.sizeHint().width() if isinstance(widget, QAbstractButton) and widget.text() else 0


def _beyond(widget: QWidget, root: QWidget) -> Iterator[str]:
    """What reaches out of something around it is cut off there; only a list that scrolls may be longer."""
    around, may_be_below = widget.parentWidget(), False
    while around is not None:
        may_be_below |= isinstance(around.parentWidget(), QScrollArea)
        place = widget.mapTo(around, QPoint(0, 0))
        if place.x() < 0 or place.x() + widget.width() > around.width():
            yield f"reaches from {place.x()} to {place.x() + widget.width()} of {around.width()}"
        if not may_be_below and place.y() + widget.height() > around.height():
            yield f"reaches down to {place.y() + widget.height()} of {around.height()}"
        around = around.parentWidget() if around is not root else None


def _words(widget: QWidget) -> str:
    if isinstance(widget, QComboBox):
        return widget.currentText()
    if isinstance(widget, AnswerButton):
        return widget.choice.label
    return widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""
