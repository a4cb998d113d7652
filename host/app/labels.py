"""Small widgets that many screens share."""

from __future__ import annotations

from html import escape

from PyQt6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PyQt6.QtGui import QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PyQt6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from host.app import icons
from host.app.piece_art import draw_emblem

_EDGE = 6  # a popup stays this far from the edge of the screen


def label(text: str = "", role: str = "", *, wraps: bool = False) -> QLabel:
    """Return a text; ``role`` is one of the style sheet: soft, faint, small, section, title, headline."""
    made = QLabel()
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(text)
    made.setWordWrap(wraps)
    if role:
        made.setProperty("role", role)
    return made


def tip(text: str) -> str:
    """Return a tool tip that shows a text as it is: Qt takes what looks like HTML for HTML.

    >>> tip("3 blood"), tip("<h1>")
    ('3 blood', '<qt>&lt;h1&gt;</qt>')
    """
    if "<" not in text and "&" not in text:
        return text
    return f"<qt>{escape(text)}</qt>".replace("\n", "<br>")


def button(text: str, role: str = "", *, key: str = "", sign: str = "") -> QPushButton:
    """Return a button; ``key`` is its shortcut, shown in the tooltip."""
    made = QPushButton(text)
    made.setAutoDefault(True)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    if role:
        made.setProperty("role", role)
    if key:
        made.setShortcut(key)
        made.setToolTip(tip(f"{text} ({key})" if text else key))
    if sign:
        made.setIcon(icons.icon(sign))
        made.setIconSize(QSize(18, 18))
    return made


def allow(made: QPushButton, is_allowed: bool, why_not: str) -> None:
    """Let a button be clicked or not; if not, its tooltip says why."""
    usual = made.property("usual")
    if usual is None:
        usual = made.toolTip()
        made.setProperty("usual", usual)
    made.setEnabled(is_allowed)
    made.setToolTip(usual if is_allowed else tip(why_not))


class Fitted(QLabel):
    """A sentence that ends in an ellipsis where there is no room for all of it; the tooltip then has the whole.

    Attributes:
        is_cut: whether there is no room for all of it.
    """

    def __init__(self, role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.is_cut = False
        self._whole = ""
        self.setWordWrap(True)
        self.setProperty("role", role)

    def text(self) -> str:
        """Return the whole sentence."""
        return self._whole

    def setText(self, a0: str | None) -> None:
        """Say something else."""
        if a0 != self._whole:
            self._whole = a0 or ""
            self.setAccessibleName(self._whole)
            super().setText(self._whole)
            self._fit()

    def _fit(self) -> None:
        shown = self._whole
        while shown and not self._has_room(shown):
            shown = shown.removesuffix("…").rpartition(" ")[0] + "…" if " " in shown else ""
        self.is_cut = shown != self._whole
        self.setToolTip(tip(self._whole if self.is_cut else ""))
        super().setText(shown)

    def _has_room(self, text: str) -> bool:
        room = self.contentsRect()
        needed = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text)
        return needed.height() <= room.height() and needed.width() <= room.width()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """One line."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._whole) + 4, metrics.height())

    def minimumSizeHint(self) -> QSize:
        """One line of a few words."""
        return QSize(min(120, self.sizeHint().width()), self.fontMetrics().height())

    def heightForWidth(self, a0: int) -> int:
        """Return how high the whole sentence is."""
        room = QRect(0, 0, a0, 10_000)
        return self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self._whole).height()

    def resizeEvent(self, a0: QResizeEvent | None) -> None:
        """Use the room."""
        super().resizeEvent(a0)
        self._fit()


def move_into_screen(popup: QWidget, place: QPoint) -> None:
    """Move a popup to a place of the screen, or as near to it as the screen has room for all of it."""
    screen = QGuiApplication.screenAt(place) or popup.screen()
    assert screen is not None
    room = screen.availableGeometry().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    x = max(room.left(), min(place.x(), room.right() - popup.width()))
    y = max(room.top(), min(place.y(), room.bottom() - popup.height()))
    popup.move(x, y)


def discard(widget: QWidget) -> None:
    """Take a widget off the screen at once; Qt deletes it when it next comes to that."""
    widget.hide()
    widget.deleteLater()


class Emblem(QWidget):
    """A seat's emblem: a shape in its colour.

    Attributes:
        seat: whose.
    """

    def __init__(self, seat: int, size: int = 14, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seat = seat
        self.setFixedSize(size, size)

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(QPointF(self.width() / 2, self.height() / 2))
        draw_emblem(painter, self.seat, self.width() / 2 - 1)
        painter.end()
