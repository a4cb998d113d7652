"""The pads' names and what lies on them, as their readers tell it."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hardware.profiles.model import Pad
from host.app import theme
from host.app.drawn import group_of
from host.app.geometry import PAD_MM, Geometry
from host.play.picture import PadSight

TEXT_MM = 15
ROOM_MM = 76.0  # for words below a pad; the next one stands there
_TROUBLES = {
    "several": ("several cards", "several"),
    "garbled": ("cannot be read", "unread"),
    "down": ("reader is down", "down"),
}


def words(sight: PadSight, *, is_narrow: bool = False) -> str:
    """Return what lies on a pad in words, or where there is little room in one; nothing if it is empty."""
    if sight.state != "card":
        return _TROUBLES.get(sight.state, ("", ""))[is_narrow]
    if not sight.card:
        return "card" if is_narrow else "a card"
    return sight.card.rpartition(".")[2] if is_narrow else sight.card.replace(".", " ")


def in_full(sight: PadSight) -> str:
    """Return a pad and what lies there, as a line of its own."""
    lying = {"unknown": "not read yet", "empty": "nothing lies there"}.get(sight.state) or words(sight)
    return f"{sight.name}: {lying}"


class PadLayer(QGraphicsItem):
    """Everything about the pads that changes, and their names.

    Attributes:
        sights: what is shown of each pad.
    """

    def __init__(self, geometry: Geometry) -> None:
        super().__init__()
        self.sights = tuple(PadSight(pad.name) for pad in geometry.profile.pads)
        self._geometry = geometry
        self.setZValue(6)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_sights(self, sights: tuple[PadSight, ...]) -> None:
        """Show what the readers tell."""
        if sights != self.sights and len(sights) == len(self.sights):
            self.sights = sights
            self.update()

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _draw_pad(self, painter: QPainter, pad: Pad, sight: PadSight) -> None:
        said, is_trouble = words(sight), sight.state in _TROUBLES
        if QFontMetricsF(painter.font()).horizontalAdvance(said) > ROOM_MM:
            said = words(sight, is_narrow=True)
        colour = theme.AMBER if is_trouble else theme.INK
        if said:
            painter.setPen(QPen(colour, 2.0, Qt.PenStyle.DashLine if is_trouble else Qt.PenStyle.SolidLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._geometry.pad_rect(pad.index), 10, 10)
        centre = self._geometry.pad(pad.index)
        below = centre + QPointF(0, PAD_MM / 2)
        if group_of(pad.name):
            self._write(painter, below, said or pad.name.rpartition(".")[2], colour if said else theme.FAINT)
        else:
            self._write(painter, below, pad.name, theme.FAINT)
            self._write(painter, below + QPointF(0, painter.fontMetrics().height()), said, colour)

    def _draw_group(self, painter: QPainter, pad: Pad) -> None:
        """Write beside the last pad of a group whose it is."""
        rect = self._geometry.pad_rect(pad.index)
        painter.setPen(theme.FAINT)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
        painter.drawText(QRectF(rect.right() + 12, rect.top() - 4, 110, 18), flags, pad.name.partition(".")[0])

    @staticmethod
    def _write(painter: QPainter, top: QPointF, text: str, colour: QColor) -> None:
        painter.setPen(colour)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
        painter.drawText(QRectF(top.x() - 50, top.y() + 2, 100, painter.fontMetrics().height()), flags, text)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """Everything."""
        return self._geometry.bounds

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw the pads' names and what lies on them."""
        assert painter is not None
        painter.setFont(theme.scene_font(painter, TEXT_MM))
        pads = self._geometry.profile.pads
        for pad, sight in zip(pads, self.sights, strict=True):
            self._draw_pad(painter, pad, sight)
        for pad in {group_of(pad.name): pad for pad in pads if group_of(pad.name)}.values():
            self._draw_group(painter, pad)
