"""The look: colours, type and the style sheet. Every colour of the app is named here."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, sqrt
from typing import Literal, NamedTuple

from PyQt6.QtGui import QColor, QFont, QPainter, QPalette, QPixmapCache
from PyQt6.QtWidgets import QApplication

FAMILIES = ("Inter", "Noto Sans", "DejaVu Sans Condensed", "DejaVu Sans", "Segoe UI", "Helvetica Neue", "Arial")

ABYSS = QColor("#0a0f15")  # behind everything
DECK = QColor("#0f161e")  # panels
RAISED = QColor("#16202b")  # buttons, cards
HOVER = QColor("#1d2a37")
EDGE = QColor("#22303e")  # hairlines
RIM = QColor("#34475a")  # edges that can be clicked
INK = QColor("#e8eef3")
SOFT = QColor("#a3b3c2")
FAINT = QColor("#8698ab")  # the least that text may stand out: 4.5 to 1 on every ground
DIM = QColor("#5f7286")  # what cannot be used now, and edges of fields: 3 to 1
BRASS = QColor("#d8b878")  # our own mark; means nothing at the table
AMBER = QColor("#ffb02e")  # table and rules disagree
AZURE = QColor("#58b4ff")  # put something here
VIOLET = QColor("#c08bff")  # which one did you mean?
CYAN = QColor("#5fe3e0")  # shields
GOOD = QColor("#7fd6a0")

SMALL, BODY, LARGE, TITLE, HEADLINE = 13, 14, 16, 21, 34
PICTURES_KB = 128 * 1024
"""Room for the pictures that Qt keeps of items. Its own 10 MB hold no table on a fine screen: at 1920 × 1080 points of
2 × 2 pixels the whole table was then drawn anew for each light that changed: 30 ms instead of a fraction of one."""


class Livery(NamedTuple):
    """How one seat's things are drawn. ``is_hatched``: hatched and with cut corners; ``sign``: the emblem's shape."""

    name: str
    hull: QColor
    plate: QColor
    line: QColor
    is_hatched: bool
    sign: Literal["disc", "diamond", "triangle", "square", "hexagon", "cross"]


LIVERIES = (
    Livery("Blue", QColor("#274a73"), QColor("#1a3350"), QColor("#7db8f5"), False, "disc"),
    Livery("Red", QColor("#6d2f2c"), QColor("#43211f"), QColor("#f59182"), True, "diamond"),
)
MORE_LIVERIES = (
    Livery("Green", QColor("#2c5a3c"), QColor("#1d3a29"), QColor("#8fdc9f"), False, "triangle"),
    Livery("Yellow", QColor("#645219"), QColor("#413611"), QColor("#f0d264"), True, "square"),
    Livery("Orange", QColor("#6b4420"), QColor("#462d17"), QColor("#ffb070"), False, "hexagon"),
    Livery("White", QColor("#4a525b"), QColor("#30363d"), QColor("#e3e8ee"), True, "cross"),
)
_BY_NAME = {livery.name.lower(): livery for livery in (*LIVERIES, *MORE_LIVERIES)}
_seated = list(LIVERIES)


def font(size: int = BODY, *, bold: bool = False, spaced: float = 0.0) -> QFont:
    """Return the app's type in pixels; ``spaced`` widens the letters by a share of their size."""
    made = QFont()
    made.setFamilies(list(FAMILIES))
    made.setPixelSize(size)
    made.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if spaced:
        made.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, size * spaced)
    return made


def scene_font(painter: QPainter, size: int, *, bold: bool = False) -> QFont:
    """Return the app's type for a scene: ``size`` in its units, or larger where that would be too small to read."""
    scale = sqrt(abs(painter.worldTransform().determinant())) or 1.0
    return font(max(size, ceil(SMALL / scale)), bold=bold)


def faded(colour: QColor, alpha: int) -> QColor:
    """Return a colour that lets others through; ``alpha`` is 0 … 255."""
    made = QColor(colour)
    made.setAlpha(alpha)
    return made


def seat(names: Iterable[str]) -> None:
    """Let the seats of the game that is shown look as they are called; any other as one that is left."""
    called = list(names)
    spare = [livery for livery in _BY_NAME.values() if livery.name.lower() not in called]
    _seated[:] = [_BY_NAME.get(name) or spare.pop(0) for name in called]


def livery(seat: int | None) -> Livery:
    """Return how a seat looks."""
    return _seated[(seat or 0) % len(_seated)]


def dress(app: QApplication) -> None:
    """Give an application the look."""
    app.setStyle("Fusion")
    app.setFont(font())
    app.setPalette(_palette())
    app.setStyleSheet(_sheet())
    QPixmapCache.setCacheLimit(PICTURES_KB)


def _palette() -> QPalette:
    roles = QPalette.ColorRole
    palette = QPalette()
    for role, colour in (
        (roles.Window, ABYSS),
        (roles.Base, DECK),
        (roles.AlternateBase, RAISED),
        (roles.Button, RAISED),
        (roles.Text, INK),
        (roles.WindowText, INK),
        (roles.ButtonText, INK),
        (roles.ToolTipBase, RAISED),
        (roles.ToolTipText, INK),
        (roles.PlaceholderText, FAINT),
        (roles.Highlight, RIM),
        (roles.HighlightedText, INK),
    ):
        palette.setColor(role, colour)
    return palette


def _sheet() -> str:
    named = {key: value.name() for key, value in globals().items() if isinstance(value, QColor)}
    return _SHEET % (named | {"SMALL": SMALL, "BODY": BODY, "LARGE": LARGE, "TITLE": TITLE, "HEADLINE": HEADLINE})


_SHEET = """
* { outline: none; }
QWidget { color: %(INK)s; font-size: %(BODY)dpx; }
QMainWindow, #start { background: %(ABYSS)s; }
QToolTip { background: %(RAISED)s; color: %(INK)s; border: 1px solid %(RIM)s; padding: 6px; font-size: %(SMALL)dpx; }
#header { background: %(ABYSS)s; border-bottom: 1px solid %(EDGE)s; }
#panel { background: %(DECK)s; border: none; }
#promptbar { background: %(DECK)s; border-top: 1px solid %(EDGE)s; }
#card { background: %(RAISED)s; border: 1px solid %(EDGE)s; border-radius: 8px; }
QLabel { background: transparent; }
QLabel[role="soft"] { color: %(SOFT)s; }
QLabel[role="faint"] { color: %(FAINT)s; font-size: %(SMALL)dpx; }
QLabel[role="small"] { color: %(SOFT)s; font-size: %(SMALL)dpx; }
QLabel[role="section"] { color: %(FAINT)s; font-size: %(SMALL)dpx; font-weight: bold; letter-spacing: 1px; }
QLabel[role="title"] { font-size: %(TITLE)dpx; }
QLabel[role="headline"] { font-size: %(HEADLINE)dpx; letter-spacing: 9px; color: %(BRASS)s; }
QPushButton {
    background: %(RAISED)s; border: 1px solid %(RIM)s; border-radius: 7px; padding: 7px 14px; min-height: 20px;
}
QPushButton:hover { background: %(HOVER)s; border-color: %(FAINT)s; }
QPushButton:pressed { background: %(EDGE)s; }
QPushButton:focus { border: 2px solid %(INK)s; padding: 6px 13px; }
QPushButton:disabled { color: %(DIM)s; border-color: %(EDGE)s; background: transparent; }
QPushButton:checked { background: %(HOVER)s; border-color: %(BRASS)s; color: %(INK)s; }
QPushButton[role="main"] { background: %(BRASS)s; color: %(ABYSS)s; border-color: %(BRASS)s; font-weight: bold; }
QPushButton[role="main"]:hover { background: #e7cb90; }
QPushButton[role="main"]:focus { border: 2px solid %(INK)s; }
QPushButton[role="main"]:disabled { background: %(EDGE)s; color: %(FAINT)s; border-color: %(EDGE)s; }
QPushButton[role="quiet"] { background: transparent; border-color: transparent; color: %(SOFT)s; }
QPushButton[role="quiet"]:hover { background: %(HOVER)s; color: %(INK)s; }
QPushButton[role="quiet"]:focus { border: 2px solid %(INK)s; }
QPushButton[role="quiet"]:disabled { color: %(DIM)s; }
QLineEdit, QSpinBox, QComboBox {
    background: %(ABYSS)s; border: 1px solid %(DIM)s; border-radius: 6px; padding: 6px 8px; min-height: 20px;
    selection-background-color: %(RIM)s;
}
QLineEdit:focus, QSpinBox:focus, QComboBox:focus { border: 2px solid %(INK)s; padding: 5px 7px; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox QAbstractItemView {
    background: %(RAISED)s; border: 1px solid %(RIM)s; selection-background-color: %(HOVER)s;
}
QMenu { background: %(RAISED)s; border: 1px solid %(RIM)s; padding: 6px; }
QMenu::item { padding: 9px 18px; border-radius: 5px; }
QMenu::item:selected { background: %(RIM)s; }
QMenu::item:disabled { color: %(SOFT)s; background: transparent; font-size: %(SMALL)dpx; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar::handle:vertical { background: %(DIM)s; border-radius: 3px; min-height: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QGraphicsView { background: %(ABYSS)s; border: none; }
QGraphicsView:focus { border: none; }
QListView { background: transparent; border: none; }
QListView:focus { border: none; }
"""
