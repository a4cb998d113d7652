"""The jigsaw figure of a player: four limbs and ten pints of blood. A limb that is touched takes a point of damage."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QSizePolicy, QWidget

from engines.saw.state import LIMBS, LOST
from host.app import saw_art, theme
from host.app.labels import tip
from host.play.picture import Card

BLOOD = "blood"
PARTS = (*LIMBS, BLOOD)
_LEAST = QSize(96, 72)
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
_DEEDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class Figure(QWidget):
    """One player's body.

    Attributes:
        card: whose values are shown.
        points: while damage is shared out, how much the left and the right limb have taken so far.

    Signals:
        asked: a part was touched, to be explained or corrected: "left-arm", "blood".
        shared: all damage is shared out: points of the left limb, points of the right one.
    """

    asked = pyqtSignal(str)
    shared = pyqtSignal(int, int)

    def __init__(self, seat: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.points = (0, 0)
        self._seat = seat
        self.card: Card | None = None
        self._splits: frozenset[tuple[int, int]] = frozenset()
        self._first = 0  # the left one of the two limbs among which damage is shared
        self._focus = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_card(self, card: Card) -> None:
        """Follow a body."""
        if card != self.card:
            self.card = card
            self._describe()
            self.update()

    def offer(self, splits: frozenset[tuple[int, int]], first: int) -> None:
        """Let damage be shared between two limbs, in one of these ways; none: there is none to share."""
        if (splits, first) != (self._splits, self._first):
            self._splits, self._first, self.points = splits, first, (0, 0)
            self._describe()
            self.update()

    @property
    def is_sharing(self) -> bool:
        """Whether damage is being shared out."""
        return bool(self._splits)

    def touch(self, part: str) -> None:
        """Give a limb a point, or ask about a part."""
        if not self._splits:
            self.asked.emit(part)
            return
        side = PARTS.index(part) - self._first
        if side not in (0, 1):
            return
        left, right = self.points
        points = (left + (side == 0), right + (side == 1))
        if not any(points[0] <= way[0] and points[1] <= way[1] for way in self._splits):
            return
        self.points = points
        self._describe()
        self.update()
        if points in self._splits:
            self.offer(frozenset(), 0)
            self.shared.emit(*points)

    def part_at(self, place: QPointF) -> str | None:
        """Return the part at a place of the widget."""
        for limb, name in enumerate(LIMBS):
            if saw_art.limb_path(self._box, limb).contains(place):
                return name
        return BLOOD if saw_art.body_path(self._box).contains(place) else None

    def place_of(self, part: str) -> QPointF:
        """Return a place at which a part is touched."""
        if part == BLOOD:
            return QPointF(self._box.center().x(), self._box.top() + 0.5 * self._box.height())
        number = LIMBS.index(part)
        rect = saw_art.limb_path(self._box, number).boundingRect()
        return QPointF(rect.center().x(), rect.top() + (0.25 if number < 2 else 0.7) * rect.height())

    # ---- how it works ----------------------------------------------------------------------------------------------

    @property
    def _box(self) -> QRectF:
        """The figure in the middle of the widget, a little wider than high."""
        area = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        high = min(area.height(), area.width() / 1.05)
        wide = high * 1.05
        return QRectF(area.center().x() - wide / 2, area.center().y() - high / 2, wide, high)

    def _describe(self) -> None:
        if self.card is None:
            return
        gauges = self.card.gauges
        self.setAccessibleName(", ".join(f"{gauge.label} {gauge.text}" for gauge in gauges))
        part = gauges[(self._focus + 1) % len(gauges)] if self._focus < len(LIMBS) else gauges[0]
        sharing = f"{self._left} points are left to share. " if self._splits else ""
        self.setAccessibleDescription(f"{sharing}Arrow keys go to another part, Enter touches it: {part.label}.")
        whys = "\n".join(dict.fromkeys(gauge.why for gauge in gauges if gauge.why))
        self.setToolTip(tip(f"Touch a limb: {self._left} left to share." if self._splits else whys))

    @property
    def _left(self) -> int:
        return sum(next(iter(self._splits), (0, 0))) - sum(self.points)

    def _stages(self) -> tuple[int, ...]:
        assert self.card is not None
        stages = [gauge.value for gauge in self.card.gauges[1:]]
        for side, points in enumerate(self.points if self._splits else ()):
            stages[self._first + side] = min(LOST, stages[self._first + side] + points)
        return tuple(stages)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """As large as there is room."""
        return QSize(150, 140)

    def minimumSizeHint(self) -> QSize:
        """Large enough to touch a limb."""
        return _LEAST

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Draw the figure; the part that the keyboard is at has a rim."""
        if self.card is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        marked = (self._first, self._first + 1) if self._splits else ()
        saw_art.draw_figure(painter, self._box, self._seat, self.card.gauges[0].value, self._stages(), marked)
        if self._splits:
            painter.setFont(theme.font(theme.SMALL, bold=True))
            painter.setPen(theme.VIOLET)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, f"{self._left} left")
        if self.hasFocus():
            painter.setPen(QPen(theme.INK, 1.6, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self.place_of(PARTS[self._focus]), 9, 9)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """Touch the part below the pointer."""
        assert event is not None
        part = self.part_at(event.position())
        if part is not None and event.button() == Qt.MouseButton.LeftButton:
            self._focus = PARTS.index(part)
            self.touch(part)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Go from part to part, touch one, or begin to share anew."""
        assert event is not None
        key = Qt.Key(event.key())
        if key in _STEPS:
            self._focus = (self._focus + _STEPS[key]) % len(PARTS)
            self._describe()
            self.update()
        elif key in _DEEDS:
            self.touch(PARTS[self._focus])
        elif key == Qt.Key.Key_Backspace and self._splits:
            self.points = (0, 0)
            self.update()
        else:
            event.ignore()
