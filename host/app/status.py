"""The head of the window: where we are and how the table is connected. And a bar for sentences that must be read."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QFrame, QHBoxLayout, QWidget

from host import games
from host.app import theme
from host.app.icons import Sign
from host.app.labels import Fitted, button, label
from host.play.picture import Picture

HEIGHT = 50
LINES = 40  # two lines of text


class Beacon(QWidget):
    """The connection as a sign: a full disc with a ring, or a hollow one with a gap. Not by colour alone.

    Attributes:
        is_linked: which of them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_linked = False
        self.setFixedSize(18, 18)

    def show_link(self, is_linked: bool) -> None:
        """Show another state."""
        self.is_linked = is_linked
        self.setAccessibleName("Connected" if is_linked else "Not connected")
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.is_linked:
            painter.setPen(QPen(theme.GOOD, 1.4))
            painter.drawEllipse(QPointF(9, 9), 7, 7)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.GOOD)
            painter.drawEllipse(QPointF(9, 9), 4, 4)
        else:
            painter.setPen(QPen(theme.AMBER, 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawArc(QRectF(2, 2, 14, 14), 70 * 16, 310 * 16)
            painter.drawLine(QPointF(5, 13), QPointF(13, 5))
        painter.end()


class Header(QFrame):
    """The head of the window during a game.

    Signals:
        left: the person wants to leave the game.
        asked: the person wants to see the keys.
        examined: the person wants to see how the sensors do.
        plugged: at a virtual table, the cable was pulled (False) or plugged in again (True).
    """

    left = pyqtSignal()
    asked = pyqtSignal()
    examined = pyqtSignal()
    plugged = pyqtSignal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setFixedHeight(HEIGHT)
        self._game = label()
        self._turn = label("", "soft")
        self._beacon = Beacon()
        self._link = Fitted("soft")
        self._link.setFixedHeight(LINES)
        self.cable = button("Pull the cable", "quiet")
        self.cable.setCheckable(True)
        self.cable.setVisible(False)
        self.cable.toggled.connect(self._plug)
        self.sensors = button("Sensors", "quiet", key="F2")
        self.sensors.clicked.connect(self.examined)
        self.keys = button("Keys", "quiet", key="F1")
        self.keys.clicked.connect(self.asked)
        self.leave = button("Leave", key="Ctrl+W")
        self.leave.setToolTip("Leave the game; it is saved and can be resumed (Ctrl+W).")
        self.leave.clicked.connect(self.left)
        self._arrange()

    def show_picture(self, picture: Picture) -> None:
        """Follow a picture."""
        self._game.setText(games.get(picture.game).title)
        actions = f"{picture.actions_left} action{'' if picture.actions_left == 1 else 's'} left"
        turn = f"Turn {picture.turn}" + (f"   ·   {actions}" if picture.actions_left else "")
        self._turn.setText(turn if picture.turn and not picture.winner else "")
        if picture.link != self._link.text():
            self._link.setText(picture.link)
            self.layout().activate()  # type: ignore[union-attr]  # whether there is room for it is asked at once
        self._beacon.show_link(picture.is_linked)
        for each in (self._beacon, self.sensors):
            each.setVisible(picture.has_board)

    @property
    def is_linked(self) -> bool:
        """Whether the sign says that the table is connected."""
        return self._beacon.is_linked

    @property
    def is_link_cut(self) -> bool:
        """Whether there is no room for the whole sentence about the connection."""
        return self._link.is_cut

    def _plug(self, is_out: bool) -> None:
        self.cable.setText("Plug it in again" if is_out else "Pull the cable")
        self.plugged.emit(not is_out)

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 0, 16, 0)
        row.setSpacing(14)
        mark = label("DEADFALL")
        mark.setFont(theme.font(theme.LARGE, spaced=0.28))
        mark.setStyleSheet(f"color: {theme.BRASS.name()}; font-size: {theme.LARGE}px; letter-spacing: 4px;")
        row.addWidget(mark)
        row.addSpacing(8)
        row.addWidget(self._game)
        row.addWidget(self._turn)
        row.addStretch()
        row.addWidget(self._beacon)
        row.addWidget(self._link)
        row.addWidget(self.cable)
        row.addWidget(self.sensors)
        row.addWidget(self.keys)
        row.addWidget(self.leave)


class NoticeBar(QFrame):
    """A sentence that must be read. It floats above the table, takes no room and stops nothing.

    Attributes:
        text: what it says, or nothing.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setStyleSheet(
            f"#notice {{ background: {theme.RAISED.name()}; border: 1px solid {theme.RIM.name()};"
            f" border-left: 4px solid {theme.AMBER.name()}; border-radius: 8px; }}"
        )
        self._label = label("", wraps=True)
        self._close = button("", "quiet", sign="close")
        self._close.setAccessibleName("Dismiss this message")
        self._close.setFixedSize(32, 32)
        self._close.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 6, 8)
        row.setSpacing(12)
        row.addWidget(Sign("ask", theme.AMBER, 20))
        row.addWidget(self._label, 1)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self.setMaximumWidth(640)
        self.hide()
        parent.installEventFilter(self)

    @property
    def text(self) -> str:
        """What it says, or nothing."""
        return self._label.text() if self.isVisibleTo(self.parentWidget()) else ""

    def say(self, sentence: str) -> None:
        """Show a sentence; nothing hides the bar."""
        self._label.setText(sentence)
        self.setVisible(bool(sentence))
        self._settle()

    def dismiss(self) -> None:
        """Take it away."""
        self.say("")

    def _settle(self) -> None:
        parent = self.parentWidget()
        if parent is None or not self._label.text():
            return
        width = min(600, parent.width() - 32)
        self.ensurePolished()  # its border takes room too
        self.setFixedWidth(width)
        height = max(50, self.layout().totalHeightForWidth(width))  # type: ignore[union-attr]
        self.setFixedHeight(height)
        self.move((parent.width() - width) // 2, 6)
        self.raise_()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Stay in place when the table's size changes."""
        if event is not None and event.type() == QEvent.Type.Resize:
            self._settle()
        return False
