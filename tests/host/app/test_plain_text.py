"""Text from outside stays text: no label and no tool tip shows a heading or an image that a tag or a file spells."""

from __future__ import annotations

import ast
import dataclasses
from pathlib import Path
from typing import Any

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QTextDocument
from PyQt6.QtWidgets import QApplication, QLabel, QPushButton

import host.app
from host.app.labels import Fitted, label, tip
from host.app.window import Window
from tests.host.app.rig import SmallLobby, middle, rich_texts, settle

HOSTILE = "<h1>Blue wins</h1><img src='/etc/hostname'> &lt;b&gt; R&D"
SHOWN = {"title", "detail", "notice", "link", "why", "text", "label", "summary", "faults", "advice"}
SOURCES = sorted(Path(host.app.__file__).parent.glob("*.py"))
LABELS = "labels.py"


def hostile(value: Any, name: str = "") -> Any:
    """The same picture, with markup in everything that is only shown."""
    if isinstance(value, str):
        return HOSTILE if name in SHOWN and value else value
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(hostile(each, name) for each in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [field.name for field in dataclasses.fields(value) if field.init]
        return dataclasses.replace(value, **{name: hostile(getattr(value, name), name) for name in fields})
    return value


@pytest.mark.parametrize("text", [HOSTILE, "3 < 4", "&lt;b&gt;", "R&D", "one\ntwo <b>", "plain", ""])
def test_a_tool_tip_shows_a_text_as_it_is(text: str, app: QApplication) -> None:
    shown = tip(text)
    if shown != text:
        document = QTextDocument()
        document.setHtml(shown)
        shown = document.toPlainText()
    assert shown == text


def test_a_tool_tip_without_markup_stays_as_it_was() -> None:
    assert tip("Back (Backspace)") == "Back (Backspace)"


def test_labels_show_markup_as_text(app: QApplication) -> None:
    fitted = Fitted()
    fitted.setText(HOSTILE)
    for made in (label(HOSTILE), fitted):
        assert made.textFormat() == Qt.TextFormat.PlainText
        assert made.text() == HOSTILE
    assert label(HOSTILE).sizeHint().height() == label("Blue wins").sizeHint().height()


def test_no_widget_of_a_hostile_picture_shows_markup(app: QApplication) -> None:
    lobby = SmallLobby(middle())
    window = Window(lobby, pace=0)
    window.show()
    window.show_table(lobby.open(window.start.wish(), window.pictured))
    assert window.table is not None
    picture = hostile(middle())
    assert HOSTILE in (picture.prompt.title, picture.link)
    window.table.show_picture(picture)
    window.failed.emit(HOSTILE)
    settle(app)
    assert any(HOSTILE in widget.text() for widget in window.findChildren(Fitted))
    assert rich_texts() == []


def test_markup_that_is_shown_is_found(app: QApplication) -> None:
    shown, pointed = QLabel("<b>Blue</b>"), QPushButton("Go")
    shown.setTextFormat(Qt.TextFormat.AutoText)
    try:
        assert rich_texts() == ["<b>Blue</b>"]
        shown.setTextFormat(Qt.TextFormat.PlainText)
        pointed.setToolTip("<i>Blue</i>")
        assert rich_texts() == ["<i>Blue</i>"]
        pointed.setToolTip("<qt>Blue <h1>wins</h1></qt>")
        assert rich_texts() == [pointed.toolTip()]
        pointed.setToolTip("<qt>Blue wins</qt>")
        assert rich_texts() == []
    finally:
        for widget in (shown, pointed):
            widget.deleteLater()


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_labels_and_tool_tips_are_made_in_one_way(source: Path) -> None:
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        where = f"{source.name}:{node.lineno}"
        assert called != "QLabel" or source.name == LABELS, f"{where}: use label() or Fitted"
        assert called not in ("setHtml", "insertHtml", "setWhatsThis", "setStatusTip", "QMessageBox"), where
        if called in ("setToolTip", "showText"):
            assert any(_is_safe(argument, source.name) for argument in node.args[:2]), f"{where}: use tip()"


def _is_safe(told: ast.expr, source: str) -> bool:
    if isinstance(told, ast.IfExp):
        return _is_safe(told.body, source) and _is_safe(told.orelse, source)
    if isinstance(told, ast.Call):
        return getattr(told.func, "id", "") == "tip" or getattr(told.func, "attr", "") == "toolTip"
    return (isinstance(told, ast.Constant) and isinstance(told.value, str)) or (
        source == LABELS and isinstance(told, ast.Name) and told.id == "usual"
    )
