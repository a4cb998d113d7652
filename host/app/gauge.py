"""A number that the rules book, as a bar; a click explains it and lets it be corrected."""

from __future__ import annotations

from PyQt6.QtCore import QPoint, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from host.app import theme
from host.app.choices import Choices
from host.app.labels import allow, button, label, move_into_screen, tip
from host.play.commands import Correct
from host.play.picture import Gauge

SEGMENTS = 10
HITS = 2  # that a shield takes
LOW = 2  # the last two of ten are marked
SHIELD = ".shield"
NO_REASON = "Enter a reason to correct this."
STATES = ("gone", "cracked", "fresh")  # of a shield, by its value
_LABEL_WIDTH = 58
_TEXT_WIDTH = 76
_HEIGHT = 24


class GaugeButton(QAbstractButton):
    """One gauge of a ship: its name, a bar of ten and the number.

    Attributes:
        gauge: what is shown.
    """

    def __init__(self, gauge: Gauge, seat: int, owner: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gauge = gauge
        self._seat = seat
        self._owner = owner
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(_HEIGHT)
        self.show_gauge(gauge, owner)

    def show_gauge(self, gauge: Gauge, owner: str = "") -> None:
        """Show another value, or that of another ship."""
        if (gauge, owner) == (self.gauge, self._owner) and self.accessibleName():
            return
        self.gauge, self._owner = gauge, owner
        self.setAccessibleName(", ".join(filter(None, (self._owner, f"{gauge.label}: {gauge.text}"))))
        self.setAccessibleDescription(gauge.why or "Explain or correct this number.")
        self.setToolTip(tip(gauge.why))
        self.update()

    def _draw_bar(self, painter: QPainter, bar: QRectF) -> None:
        is_shield = self.gauge.field.endswith(SHIELD)
        is_low = self.gauge.value <= LOW and bool(self.gauge.field) and not is_shield
        colour = theme.CYAN if is_shield else theme.livery(self._seat).line
        count = HITS if is_shield else self.gauge.most
        step = bar.width() / max(SEGMENTS, count)
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(count):
            segment = QRectF(bar.left() + number * step, bar.top(), step - 2, bar.height())
            is_on = number < self.gauge.value
            painter.setBrush(colour if is_on else theme.EDGE)
            if is_on and is_low:  # low is a shape too, not only a place on the scale
                segment = segment.adjusted(0, 3, 0, -3)
            painter.drawRoundedRect(segment, 1.5, 1.5)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(200, _HEIGHT)

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Draw name, bar and number."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if self.hasFocus() or self.underMouse():
            painter.setPen(QPen(theme.INK if self.hasFocus() else theme.RIM, 1.5))
            painter.setBrush(theme.HOVER)
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 5, 5)
        painter.setFont(theme.font(theme.SMALL))
        painter.setPen(theme.SOFT)
        centre = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area.adjusted(6, 0, 0, 0), centre | Qt.AlignmentFlag.AlignLeft, self.gauge.label)
        painter.setPen(theme.INK)
        painter.drawText(area.adjusted(0, 0, -6, 0), centre | Qt.AlignmentFlag.AlignRight, self.gauge.text)
        self._draw_bar(painter, area.adjusted(_LABEL_WIDTH + 8, 7, -_TEXT_WIDTH, -7))
        painter.end()


class GaugePopover(QFrame):
    """Why a number is what it is, and a way to set it right: shields and limbs are set to a word, others to a number.

    Attributes:
        value: the number that it is set to.
        state: the word that it is set to.
        reason: why.
        correct: the button that does it.

    Signals:
        corrected: a Correct command.
    """

    corrected = pyqtSignal(object)

    def __init__(self, gauge: Gauge, owner: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFixedWidth(380)
        self._gauge = gauge
        self.value = QSpinBox()
        self.value.setRange(0, 99)
        self.value.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.value.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.value.setFixedWidth(56)
        self.less, self.more = button("−"), button("+")
        self.less.setAccessibleName("One less")
        self.more.setAccessibleName("One more")
        self.less.clicked.connect(self.value.stepDown)
        self.more.clicked.connect(self.value.stepUp)
        self.value.setValue(gauge.value)
        self.value.setAccessibleName(f"New value of {gauge.label}")
        self.state = Choices(f"New state of {gauge.label}")
        words = gauge.words or (STATES if gauge.field.endswith(SHIELD) else ())
        self.state.offer([(word, word.capitalize(), "") for word in words])
        self._has_words = bool(words)
        if gauge.text in self.state.ticks:
            self.state.ticks[gauge.text].setChecked(True)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText("Why? A hit was forgotten")
        self.reason.setAccessibleName("Reason of the correction")
        self.reason.setMaxLength(200)
        self.correct = button("Correct", "main")
        self._missing = label("", "small", wraps=True)
        self._missing.setMinimumHeight(self._missing.fontMetrics().height())  # the card keeps its height
        self._arrange(owner)
        self._judge()
        self.reason.textChanged.connect(self._judge)
        self.value.valueChanged.connect(self._judge)
        for tick in self.state.ticks.values():
            tick.toggled.connect(self._judge)
        self.reason.returnPressed.connect(self.correct.click)
        self.correct.clicked.connect(self._correct)

    def open_at(self, place: QPoint) -> None:
        """Show it at a place of the screen."""
        self.setFixedHeight(self.layout().totalHeightForWidth(self.width()))  # type: ignore[union-attr]
        move_into_screen(self, place)
        self.show()
        if not self._gauge.field:
            self.setFocus()
        elif self._has_words:
            self.state.ticks[self.state.chosen].setFocus()
        else:
            self.value.setFocus()
            self.value.selectAll()

    def _arrange(self, owner: str) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(10)
        column.addWidget(label(f"{self._gauge.label} of {owner}: {self._gauge.text}"))
        column.addWidget(label(self._gauge.why or "Nothing has changed this number yet.", "small", wraps=True))
        if not self._gauge.field:
            return  # it follows from what was played: there is nothing to set
        if self._has_words:
            column.addWidget(self.state)
        else:
            column.addLayout(self._numbers())
        last = QHBoxLayout()
        last.setSpacing(8)
        last.addWidget(self.reason, 1)
        last.addWidget(self.correct)
        column.addLayout(last)
        column.addWidget(self._missing)

    def _numbers(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(label("Set it to", "soft"))
        for each in (self.less, self.value, self.more):
            row.addWidget(each)
        row.addStretch()
        return row

    def _judge(self) -> None:
        has_reason = bool(self.reason.text().strip())
        is_new = self.state.chosen != self._gauge.text if self._has_words else self.value.value() != self._gauge.value
        missing = "" if is_new else f"Choose another {'state' if self._has_words else 'value'} first."
        if is_new and not has_reason:
            missing = NO_REASON
        allow(self.correct, not missing, missing)
        self._missing.setText(missing)

    @property
    def missing(self) -> str:
        """What has to be entered before it can be corrected, as a sentence; nothing if it can be."""
        return self._missing.text()

    def _correct(self) -> None:
        value = self.state.chosen if self._has_words else self.value.value()
        self.corrected.emit(Correct(self._gauge.field, value, self.reason.text().strip()))
        self.close()
